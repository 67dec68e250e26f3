"""The numbers of groups in the audit file, and what is remembered of each to know it again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..similarity.stable import numbers
from .file import Store


def numbered(store: Store, groups: Sequence[Sequence[int]], order: Mapping[int, int]) -> list[int]:
    """A number for each group of addresses, the same as in analyses before where it is the same group.

    `order` gives addresses of this crawl their place in key order, by which ties are decided. The caller holds the
    transaction.
    """
    known: dict[int, list[int]] = {}
    for number, address in store.connection.execute("SELECT cluster, address FROM known_members"):
        known.setdefault(number, []).append(order.get(address, len(order) + address))
    found = numbers([[order[address] for address in group] for group in groups], known)
    db = store.connection
    db.executemany("DELETE FROM known_members WHERE cluster = ?", ((number,) for number in found))
    db.executemany(
        "INSERT INTO known_members VALUES (?, ?)",
        ((number, address) for number, group in zip(found, groups, strict=True) for address in group),
    )
    return found
