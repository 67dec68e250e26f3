"""The Russian texts of the report."""

from __future__ import annotations

TEXTS: dict[str, str] = {}
PLURALS: dict[str, tuple[str, str, str]] = {}
