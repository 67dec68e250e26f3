"""One small audit for all tests of the review, copied for those that change it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from .audit import make


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An audit that is only read."""
    folder = tmp_path_factory.mktemp("review")
    return make(folder, folder / "out")


@pytest.fixture
def out(made: Path, tmp_path: Path) -> Path:
    """A copy of the audit."""
    copy = tmp_path / "out"
    shutil.copytree(made, copy)
    return copy
