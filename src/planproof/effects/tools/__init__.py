"""What programs do: one module for a group of programs, each a table that a newcomer can extend in one place."""
