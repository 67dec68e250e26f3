"""Which packages get a pin, and at which version."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

INSTALLED = {
    "app-kit": ("2.0", ">=3.11", ["core_lib>=1; python_version < '3.13'", "win-only; sys_platform == 'win32'"]),
    "core-lib": ("1.5", None, ["speedups; extra == 'fast'", "app-kit", "never; python_version < '3'"]),
    "speedups": ("0.9", ">=3.11.5", []),
    "unrelated": ("7", None, []),
}


@pytest.fixture
def pin(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """scripts/pin.py among the packages of INSTALLED; the package index answers `newest`."""

    def distribution(name: str) -> Any:
        if name not in INSTALLED:
            raise metadata.PackageNotFoundError(name)
        version, python, requires = INSTALLED[name]
        return SimpleNamespace(version=version, requires=requires, metadata={"Requires-Python": python})

    monkeypatch.syspath_prepend(Path(__file__).resolve().parents[2] / "scripts")
    module = importlib.import_module("pin")
    monkeypatch.setattr(module.metadata, "distribution", distribution)
    monkeypatch.setattr(module, "newest", lambda requirement: f"newest {requirement}")
    yield module
    del sys.modules["pin"]


def test_what_is_needed_on_any_system_is_pinned_and_nothing_else(pin: Any) -> None:
    pins = pin.closure(["App.Kit>=1"])
    assert pins == {"app-kit": "2.0", "core-lib": "1.5", "win-only": 'newest win-only; sys_platform == "win32"'}


def test_extra_brings_its_packages_even_when_the_plain_one_came_first(pin: Any) -> None:
    assert "speedups" in pin.closure(["core-lib[fast]", "core-lib"])


def test_release_too_new_for_the_oldest_python_is_replaced(pin: Any) -> None:
    assert pin.closure(["speedups<1"]) == {"speedups": "newest speedups<1"}
