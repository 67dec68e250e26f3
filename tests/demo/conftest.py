"""The sample site, running."""

from collections.abc import Iterator

import pytest
from pagetwin.demo.serve import serve


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    with serve() as running:
        yield running
