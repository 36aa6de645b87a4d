"""Results, ratings, seasons and leaderboards (RNK-1 to RNK-4, RNK-6)."""
