"""Gates: the rules, and everything that they share."""
