"""Settings of all tests."""

from hypothesis import settings

# A machine that does something else at the same time is no reason to fail.
settings.register_profile("unhurried", deadline=None)
settings.load_profile("unhurried")


def pytest_make_parametrize_id(val: object) -> str | None:
    """A name without the time that packed bytes hold: processes that share the tests must give them the same names."""
    return "gzip" if isinstance(val, bytes) and val.startswith(b"\x1f\x8b") else None
