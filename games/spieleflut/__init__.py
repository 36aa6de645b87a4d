"""Spieleflut: reviewing video games against the deadline, with ranks, events and teams."""
