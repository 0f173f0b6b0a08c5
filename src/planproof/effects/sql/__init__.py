"""SQL: what statements do, in the dialects of the large databases."""
