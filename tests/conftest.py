"""Settings of all tests."""

from hypothesis import settings

# A machine that does something else at the same time is no reason to fail.
settings.register_profile("unhurried", deadline=None)
settings.load_profile("unhurried")
