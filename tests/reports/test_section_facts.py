"""Facts of sections, against figures worked out by hand."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pagetwin
import pytest
from pagetwin.reports.section_facts import section_facts

# address, section, shingles, unique, on 1, 2 to 5, 6 to 20, more, inside, outside
PAGES = (
    (1, "/shop/", 100, 0.5, 0.5, 0.0, 0.0, 0.0, 0.5, 0.0),
    (2, "/shop/", 300, 0.1, 0.2, 0.3, 0.2, 0.2, 0.8, 0.3),
    (3, "/shop/", 100, 0.2, 0.8, 0.0, 0.0, 0.0, 0.6, 0.4),
    (4, "", 10, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0),
    (5, "/a/", 10, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0),
    (6, "/a/", 30, 0.4, 0.6, 0.0, 0.0, 0.0, 0.6, 0.6),
)
GROUPS = ((7, 2, 0, (1, 2)), (8, 3, 0, (3, 5, 9)), (9, 50, 1, (6,)))  # number, size, resolved, members


@pytest.fixture
def connection() -> sqlite3.Connection:
    db = sqlite3.connect(":memory:")
    db.executescript((Path(pagetwin.__file__).parent / "schema.sql").read_text("utf-8"))
    for address, section, shingles, unique, *shares in PAGES:
        columns = "address, indexability, canonical_url, inlinks, text, text_note, words, shingles, closest_jaccard"
        db.execute(
            f"INSERT INTO analysed ({columns}, closest_containment, near_duplicates, unique_share)"
            " VALUES (?, 'indexable', '', 0, 'main', '', 9, ?, 0, 0, 0, ?)",
            (address, shingles, unique),
        )
        db.execute("INSERT INTO spread VALUES (?, ?, ?, ?, ?, ?, ?, ?)", (address, section, *shares))
    for number, size, resolved, members in GROUPS:
        columns = "id, kind, size, lowest, median, sampled, representative, keeper, resolved, reasons, conflicts"
        db.execute(
            f"INSERT INTO clusters ({columns}) VALUES (?, 'near', ?, 1, 1, 0, 1, 1, ?, '[]', '[]')",
            (number, size, resolved),
        )
        db.executemany("INSERT INTO members VALUES (?, ?, 'near', 1, 1, 1, 1)", [(number, m) for m in members])
    return db


def test_sections_by_hand(connection: sqlite3.Connection) -> None:
    shop, a, root = section_facts(connection)
    assert (shop.name, shop.pages, shop.grouped, shop.share, shop.unique) == ("/shop/", 3, 3, 1.0, 0.2)
    assert shop.largest == 8  # 3 pages, one of them here; 7 has 2
    assert shop.text == pytest.approx((100 / 500, 190 / 500, 90 / 500, 60 / 500, 60 / 500))
    assert (shop.inside, shop.outside) == pytest.approx((350 / 500, 130 / 500))
    assert (a.name, a.pages, a.grouped, a.largest) == ("/a/", 2, 1, 8)  # the other page is in a resolved group
    assert (a.unique, a.inside, a.outside) == pytest.approx((0.2, 18 / 40, 28 / 40))
    assert (root.name, root.pages, root.grouped, root.largest, root.text) == ("", 1, 0, None, (1, 0, 0, 0, 0))


def test_nothing_compared(connection: sqlite3.Connection) -> None:
    connection.execute("DELETE FROM spread")
    assert section_facts(connection) == ()
