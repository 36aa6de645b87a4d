"""`up` runs the site, `serve` one server process, `prepare` what both need."""
