"""Cards that people of Online Marketing Generals collect: starter decks, boosters, Linksaft, never money (OMG-16)."""
