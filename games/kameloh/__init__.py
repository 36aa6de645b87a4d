"""Ka-Mel-Oh!: a trading card game of camels, in three rule sets."""
