"""Measures a running site from outside, by its pages and sockets alone: `manage.py bench`."""
