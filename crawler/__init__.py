"""Fetch politely, read the head, extract both texts. Knows nothing of what is done with them."""
