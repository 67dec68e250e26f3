"""Tools for one address, one directive, two texts: what an owner does by hand before and after a crawl."""
