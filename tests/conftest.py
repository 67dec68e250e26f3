"""Settings of all tests."""

import pytest
from hypothesis import settings

# A machine that does something else at the same time is no reason to fail.
settings.register_profile("unhurried", deadline=None)
settings.load_profile("unhurried")


def pytest_make_parametrize_id(val: object) -> str | None:
    """A name without the time that packed bytes hold: processes that share the tests must give them the same names."""
    return "gzip" if isinstance(val, bytes) and val.startswith(b"\x1f\x8b") else None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests that start Spark come first: they take longest, and others can go on beside them."""
    items.sort(key=lambda item: item.path.parent.name != "distributed" and "spark" not in item.path.name)
