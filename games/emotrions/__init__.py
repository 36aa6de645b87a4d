"""Emotrions: a trick-taking game about emotional power, with Pareo."""
