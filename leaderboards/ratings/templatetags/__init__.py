"""Filters of the templates of lists and ratings."""
