"""The tables: seats, live play, records, for any game in the registry."""
