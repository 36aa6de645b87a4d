"""Pages about oneself, one subject a module."""
