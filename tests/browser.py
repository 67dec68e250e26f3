"""A real browser for tests: an installed Chromium, driven by Playwright, with no way to the network."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

_NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome", "msedge")
_ARGUMENTS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
)  # fmt: skip


@dataclass
class Watched:
    """A browser context whose pages tell what they asked for and what went wrong."""

    context: Any
    requests: list[str] = field(default_factory=list)
    trouble: list[str] = field(default_factory=list)
    failed: dict[str, str] = field(default_factory=dict)  # address -> why, as Chromium names it

    def page(self, width: int = 1440, height: int = 900) -> Any:
        """A new page of this size in CSS pixels."""
        page = self.context.new_page()
        page.set_viewport_size({"width": width, "height": height})
        page.on("request", lambda request: self.requests.append(request.url))
        page.on("requestfailed", lambda request: self.failed.update({request.url: request.failure}))
        page.on("console", lambda message: self.trouble.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: self.trouble.append(str(error)))
        page.on("dialog", lambda dialog: (self.trouble.append(f"dialog: {dialog.message}"), dialog.dismiss()))
        return page


def executable() -> str:
    """The browser to use: PAGETWIN_CHROMIUM, or the first known name on PATH.

    Without one the test is skipped; it fails instead when PAGETWIN_REQUIRE_CHROMIUM=1, as in CI.
    """
    wanted = os.environ.get("PAGETWIN_CHROMIUM")
    found = wanted or next(filter(None, map(shutil.which, _NAMES)), None)
    if found and (shutil.which(found) or Path(found).is_file()):
        return found
    reason = f"{wanted} is no browser" if wanted else f"none of {', '.join(_NAMES)} is on PATH"
    if os.environ.get("PAGETWIN_REQUIRE_CHROMIUM") == "1":
        pytest.fail(f"no Chromium: {reason} (PAGETWIN_REQUIRE_CHROMIUM=1)")
    pytest.skip(f"needs Chromium: {reason}; install it or set PAGETWIN_CHROMIUM")


@contextmanager
def browser() -> Iterator[Any]:
    """A running browser."""
    path = executable()
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=path, args=list(_ARGUMENTS), headless=True)
        try:
            yield running
        finally:
            running.close()


@contextmanager
def watched(running: Any, **options: Any) -> Iterator[Watched]:
    """A fresh, offline context: own storage, no network. `options` as in Playwright's new_context."""
    context = running.new_context(offline=True, **options)
    try:
        yield Watched(context)
    finally:
        context.close()
