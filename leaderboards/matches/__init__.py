"""Several tables that count as one (RNK-5): `series` is the pure part, the rest keeps it and opens the tables."""
