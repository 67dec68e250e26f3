"""Signals carried to the keepers, leaks, hosts, and which pages deserve the index: from an analysis to its tables."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from .canonical import carry, selection
from .canonical.recommend import Links, from_other_hosts, recommended
from .config import SelectionSettings
from .groups import PageGroup
from .model import PageState
from .store.carried import Carrying, read_dates, read_levels
from .store.file import Store
from .store.links import read_discovery
from .urls import identity
from .urls.owner import of_host


def found(
    store: Store,
    pages: Sequence[PageState],
    groups: Sequence[PageGroup],
    links: Links,
    unique: Callable[[int], float],
    address: Sequence[int],
    named: Mapping[str, str],
    settings: SelectionSettings,
) -> tuple[Carrying, dict[str, Any]]:
    """What is stored, and the site-wide result `leak`. `unique` gives the unique share of a page, `address` its row,
    `named` the owners that the settings name by host or domain.
    """
    hosts = [identity.host(page.key) for page in pages]
    owners = {host: of_host(host, named) for host in set(hosts)}
    by_address, members = read_dates(store), [[m.address for m in group.members] for group in groups]
    dates = {page: by_address[address[page]] for group in members for page in group}
    keepers = [group.choice.keeper for group in groups]
    told = recommended(links, list(zip(keepers, members, strict=True)), hosts, owners)
    carried = [
        carry.carry(keeper, group, pages, links_in, dates)
        for keeper, group, links_in in zip(keepers, members, told, strict=True)
    ]
    duplicates = dates.keys() - set(keepers)
    settled = [group.resolved for group in groups]
    leaks = carry.leaks(list(zip(carried, settled, strict=True)), pages, dates)
    selected = _selected(store, pages, {c.keeper: c for c in carried}, duplicates, unique, address, settings)
    rows = carry.hosts(pages, hosts, duplicates, from_other_hosts(links, hosts), owners.__getitem__)
    stored = Carrying(
        [dataclasses.replace(c, keeper=address[c.keeper]) for c in carried],
        {address[page]: found for page, found in dates.items()}, rows, selected,
    )  # fmt: skip
    return stored, {"leak": {name: dataclasses.asdict(leak) for name, leak in leaks.items()}}


def _selected(
    store: Store,
    pages: Sequence[PageState],
    carried: Mapping[int, carry.Carried],
    duplicates: set[int],
    unique: Callable[[int], float],
    address: Sequence[int],
    settings: SelectionSettings,
) -> dict[int, selection.Selected]:
    """Keepers with what their groups carry to them, and pages without a group, by row id of the file."""
    followed, _ = read_discovery(store)
    levels = read_levels(store) if followed else {}
    counted = any(page.clicks is not None for page in pages)
    chosen = {}
    for page in pages:
        if page.id in duplicates or not carry.is_page(page):
            continue
        group = carried.get(page.id)
        clicks = group.clicks.total if group else page.clicks
        facts = selection.Facts(
            unique(page.id), page.words, group.links.pages if group else page.inlinks,
            (clicks or 0) if counted else None, levels.get(address[page.id]), page.indexability == "indexable",
        )  # fmt: skip
        chosen[address[page.id]] = selection.select(facts, settings)
    return chosen
