"""Rules on hreflang: which annotations engines can use, pair by pair."""
