"""The wiring of the site: settings, addresses, servers and the commands that run them."""
