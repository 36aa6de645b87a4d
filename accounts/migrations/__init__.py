"""Changes of the accounts in the database."""
