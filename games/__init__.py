"""What is played: the engine, the games, and the tables they are played at."""
