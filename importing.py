"""`pagetwin import`: files of signals into the audit, with an account of every row."""

from __future__ import annotations

import csv
import sqlite3
from collections.abc import Callable, Iterable
from dataclasses import astuple
from datetime import date
from pathlib import Path

from .errors import UsageError
from .reports.atomic import replacing
from .reports.cells import cells
from .signals import find
from .signals.bundle import Bundle
from .signals.labels import printable
from .signals.records import Import, Told
from .store import crawls as store_crawls
from .store import signals as store_signals
from .store.file import Store, as_json

KINDS = {
    "performance": "Search Console, performance",
    "indexing": "Search Console, page indexing",
    "inspection": "Google's URL inspection",
    "yandex": "Yandex Webmaster, pages in search",
    "table": "table",
    "log": "access log, visits of search bots (unverified: by their user agents)",
}
_UNMATCHED = ("file", "kind", "url", "clicks", "shows", "visits", "status")


def days(text: str, option: str) -> tuple[str, str]:
    """First and last day of `2026-09-24..2026-10-08`, or of one day; both empty for an empty text.

    Raises UsageError naming the option.
    """
    if not text:
        return "", ""
    first, _, last = text.partition("..")
    try:
        found = date.fromisoformat(first.strip()), date.fromisoformat((last or first).strip())
    except ValueError:
        raise UsageError(f"{option} '{text}': write two days as 2026-09-24..2026-10-08") from None
    if found[0] > found[1]:
        raise UsageError(f"{option} '{text}': ends before it begins; write the earlier day first")
    return found[0].isoformat(), found[1].isoformat()


def read(
    store: Store, files: Iterable[Path], told: Told, update: tuple[str, str], unmatched: Path | None,
    say: Callable[[str], None],
) -> bool:  # fmt: skip
    """Read each file into the audit and say what became of its rows; tells whether anything is new.

    A file that cannot be read stops the rest; what was read before it is kept. `unmatched` is a CSV file to write, of
    the addresses that the latest crawl did not ask for.
    """
    current = store_crawls.latest(store)
    site = current.site if current else ""
    if update[0]:
        store_signals.note_update(store, *update)
    numbers: list[int] = []
    options = as_json(astuple(told)) if told != Told() else ""
    for path in files:
        with Bundle(path) as bundle:
            digest = bundle.digest()
        for part, found in enumerate(find(path, told)):
            account = store_signals.add(store, found, path.name, f"{digest}-{part}", options, site)
            if account is None:
                say(f"{path}: {named(found)}: imported already, nothing changed")
                continue
            numbers.append(account.id)
            say(f"{path}: {named(found)}: {printable(counted(account))}")
            if update[0] and found.kind in ("performance", "table") and not found.phase:
                say(f"{path}: {side(found, update)}")
    if unmatched is not None:
        with replacing(unmatched, "utf-8-sig") as file:
            writer = csv.writer(file, lineterminator="\r\n")
            writer.writerow(_UNMATCHED)
            writer.writerows(cells(row) for row in store_signals.unmatched(store.connection, numbers))
    return bool(numbers or update[0])


def named(found: Import) -> str:
    """Kind, source, reason and period in words."""
    return described(found.kind, found.engine, found.scope, found.begins, found.ends, found.phase)


def described(kind: str, engine: str, scope: str, begins: str, ends: str, phase: str = "") -> str:
    """The same from the columns of an import."""
    source = f" ({engine})" if kind == "table" else ""
    period = "" if not ends else f", {ends}" if begins == ends else f", {begins} to {ends}"
    reason = f", “{printable(scope)}”" if scope else ""
    return f"{KINDS[kind]}{source}{reason}{period}{f', period {phase}' if phase else ''}"


def counted(account: store_signals.Account) -> str:
    """Every row accounted for, in a line."""
    a = account
    parts = [f"{a.joined:,} addresses of this audit", f"{a.unmatched:,} that it did not ask for (kept)"]
    parts += [f"{a.repeated:,} repeated"] if a.repeated else []
    parts += [f"{a.aside:,} of other visitors"] if a.aside else []
    if a.faulty:
        more = f" and {a.faulty - len(a.shown):,} more" if a.faulty > len(a.shown) else ""
        parts.append(f"{a.faulty:,} faulty ({'; '.join(a.shown)}{more})")
    return f"{a.read:,} rows read: {', '.join(parts)}"


def overview(db: sqlite3.Connection) -> str:
    """What is imported, a line each; empty for nothing."""
    return "".join(
        f"\nimported {file}: {described(*words)}: {distinct:,} addresses, {joined:,} of them in this audit"
        for file, *words, distinct, joined in store_signals.listed(db)
    )


def side(found: Import, update: tuple[str, str]) -> str:
    """On which side of the update a period stands."""
    if not found.ends:
        return "its period is not known, so it stands on neither side of the update; tell it with --period"
    if found.ends < update[0]:
        return "stands before the update"
    return (
        "stands after the update" if found.begins > update[1] else "reaches into the update; it stands on neither side"
    )
