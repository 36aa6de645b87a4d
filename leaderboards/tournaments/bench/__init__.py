"""What `manage.py bench` measures of tournaments (RNK-7.16)."""
