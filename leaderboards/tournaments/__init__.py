"""Tournaments (RNK-7): the engines are pure, the rest keeps what they work out, and opens the tables."""
