"""What organisers, referees and staff see and do (RNK-7.1). Views only call services and say what these refuse."""
