"""Django's PostgreSQL, with a pool that gets over it when the database has ended all of its sessions."""
