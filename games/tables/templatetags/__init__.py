"""Filters of the templates of the tables."""
