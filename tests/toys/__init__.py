"""Small games made for tests of the engine."""
