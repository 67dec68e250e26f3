"""axe-core in a page of the test browser: what keeps people from using it by eye, keyboard or screen reader."""

from __future__ import annotations

import os
import shutil
from functools import cache
from pathlib import Path
from typing import Any

import pytest

_SCRIPT = Path(__file__).parent / "node_modules" / "axe-core" / "axe.min.js"
_RUN = """only => axe.run(document, {resultTypes: ["violations"], ...(only && {runOnly: only})})
  .then(found => found.violations
  .filter(each => ["serious", "critical"].includes(each.impact))
  .map(each => `${each.id}: ${each.nodes.slice(0, 3).map(node => node.html.slice(0, 200)).join(" | ")}`))"""


@cache
def source() -> str:
    """The script. Where neither it nor npm is there, the test is skipped, but not with PAGETWIN_REQUIRE_CHROMIUM=1."""
    if _SCRIPT.is_file():
        return _SCRIPT.read_text("utf-8")
    if shutil.which("npm") or os.environ.get("PAGETWIN_REQUIRE_CHROMIUM") == "1":
        pytest.fail("axe-core is not installed: run `make setup`, or `npm ci` in tests/")
    pytest.skip("needs axe-core from npm; install Node.js, then run `make setup`")


def faults(page: Any, *only: str) -> list[str]:
    """The serious and critical findings on the page as it stands, a line for each rule; `only`: of these rules."""
    page.evaluate(source())
    return list(page.evaluate(_RUN, list(only) or None))
