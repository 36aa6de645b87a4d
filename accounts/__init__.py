"""Who plays: users and guests. Knows nothing of games."""
