"""Addresses as text: identity, scope, variants. No network."""
