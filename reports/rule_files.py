"""The folder `rules`: redirects, canonicals, Clean-param and what to drop from the sitemap, ready to paste."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, cast

from ..canonical.remedies import Member, Remedy, remedies
from ..config import ReportSettings
from ..urls import identity
from . import redirect_files, tables, tables_addresses
from .atomic import replacing
from .language import Language
from .redirect_files import APACHE, NGINX
from .tables import Rows

CANONICAL, CLEAN_PARAM, SITEMAP = "canonical.csv", "clean-param.txt", "sitemap-drop.csv"
_CANONICALS = ("url", "canonical", "cause", "group", "jaccard", "step")
_DROPPED = ("url", "why", "target", "group")

_LISTED = """
SELECT p.key, p.url, n.indexability, p.status, p.outcome, coalesce(t.url, n.canonical_url, '')
FROM pages p LEFT JOIN analysed n ON n.address = p.address LEFT JOIN addresses t ON t.id = p.redirect_to
WHERE p.in_sitemap ORDER BY p.key"""


def write(connection: sqlite3.Connection, folder: Path, settings: ReportSettings, clean_param: str) -> dict[str, int]:
    """Write the five files, each whole or not at all; `clean_param` is the text of its file. How many lines they have:
    redirects, canonicals, to decide, and addresses to drop from the sitemap.

    Raises UsageError naming a file that cannot be written.
    """
    language = Language(settings.language)
    lines = remedies(members(connection), tables_addresses.main_of(connection))
    redirects = [line for line in lines if line.step == "redirect"]
    entries = redirect_files.entries(redirects)
    keys = (key for (key,) in connection.execute("SELECT key FROM addresses")) if entries else ()
    told_apart = redirect_files.for_nginx(entries, keys)
    texts = {
        NGINX: redirect_files.nginx(told_apart, _missing(redirects, told_apart), language),
        APACHE: redirect_files.apache(entries, _missing(redirects, entries), language),
        CLEAN_PARAM: clean_param,
    }
    for name, text in texts.items():
        with replacing(folder / name, "utf-8") as file:
            file.write(text)
    held = {entry.remedy.url for entry in entries}
    canonicals = [line for line in lines if line.step != "redirect" or line.url not in held]
    dropped = list(_dropped(connection, lines, language))
    for name, columns, rows in (
        (CANONICAL, _CANONICALS, _canonicals(canonicals)), (SITEMAP, _DROPPED, iter(dropped)),
    ):  # fmt: skip
        with replacing(folder / name, "utf-8-sig") as file:
            tables.write_csv(file, columns, rows, settings.delimiter)
    counts = {step: sum(line.step == step for line in lines) for step in ("redirect", "canonical", "decide")}
    return {**counts, "sitemap": len(dropped)}


def shown(connection: sqlite3.Connection, to: str, language: Language) -> dict[str, Any] | None:
    """For the start page: where the folder is, `to`, and (file, what is in it); None where none was written."""
    row = connection.execute("SELECT value FROM results WHERE name = 'rules'").fetchone()
    if row is None:
        return None
    counts, n_ = json.loads(row[0]), language.n_
    redirects = n_("%(n)s redirect", "%(n)s redirects", counts["redirect"])
    canonicals = n_("%(n)s canonical", "%(n)s canonicals", counts["canonical"])
    undecided = n_("%(n)s page for you to decide on", "%(n)s pages for you to decide on", counts["decide"])
    files = [
        (NGINX, redirects), (APACHE, redirects), (CANONICAL, f"{canonicals}, {undecided}"),
        (CLEAN_PARAM, n_("%(n)s line", "%(n)s lines", counts["clean_param"])),
        (SITEMAP, n_("%(n)s address", "%(n)s addresses", counts["sitemap"])),
    ]  # fmt: skip
    return {"to": to, "files": files}


def members(connection: sqlite3.Connection) -> list[Member]:
    """The pages of the groups as they were judged, by group, the page to keep first."""
    found = []
    for row in tables.rows(connection, "clusters", "en"):
        m: Mapping[str, Any] = dict(zip(tables.COLUMNS["clusters"], row, strict=True))
        found.append(Member(
            m["cluster"], m["url"], m["keeper"], m["cause"], m["advice"], m["indexability"], m["jaccard_to_keeper"],
        ))  # fmt: skip
    return found


def _missing(redirects: Sequence[Remedy], found: Sequence[redirect_files.Entry]) -> int:
    return len({line.url for line in redirects} - {entry.remedy.url for entry in found})


def _canonicals(lines: Sequence[Remedy]) -> Rows:
    for line in lines:
        yield line.url, line.target, line.cause, line.group, line.jaccard, line.step


def _dropped(connection: sqlite3.Connection, lines: Sequence[Remedy], language: Language) -> Iterator[Sequence[Any]]:
    """What the sitemap names and should not: addresses that are no page to keep, and say or will say so."""
    _ = language._
    whys = {
        "redirect": _("redirects"),
        "noindex": _("is closed by noindex"),
        "canonicalised": _("names another address as canonical"),
    }
    planned = {"redirect": _("is to be redirected"), "canonical": _("is to name another address as canonical")}
    by_key = {identity.key(line.url): line for line in lines if line.url != line.target and line.step != "decide"}
    for key, url, indexability, status, outcome, target in connection.execute(_LISTED):
        line = by_key.get(key)
        if line:
            yield url, planned[line.step], line.target, line.group
        elif indexability in whys:
            yield url, whys[indexability], "" if indexability == "noindex" else target, None
        elif status in (404, 410):
            yield url, _("answers with status %(status)s", status=cast("int", status)), "", None
        elif outcome == "soft_404":
            yield url, _("answers as an address that does not exist"), "", None
