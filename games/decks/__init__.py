"""Decks of one's own, for all games that are played with such: kept, built, shown, and passed on as text."""
