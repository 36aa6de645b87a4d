"""A throw-away sixth game: one folder and one line in INSTALLED_APPS, no texts, no cards, no page of its own."""
