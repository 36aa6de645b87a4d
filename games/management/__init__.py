"""Commands that play, prove and check the games."""
