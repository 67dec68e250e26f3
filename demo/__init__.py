"""A sample site with planted cases, and the server that shows it on loopback: `with serve() as address: ...`."""
