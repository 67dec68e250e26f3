"""The addresses of a source on this machine (readers/) to the frontier, as sources.py does it for a site."""

from __future__ import annotations

from collections.abc import Iterator

from ..config import CrawlSettings
from ..errors import SiteError, UsageError
from ..model import Declared, SourceSeen
from ..progress import Progress
from ..urls import identity
from .choose import Chooser, Tally
from .frontier import Frontier
from .readers import Local, nothing
from .readers.common import Faults, Item

_MOST_LOST = 0.2  # the share without which a source is not seen well enough, as for addresses without an answer
_COUNTED = 1000  # items between two signs of progress


def declare(
    local: Local, settings: CrawlSettings, frontier: Frontier, progress: Progress, sites: tuple[str, ...] = ()
) -> tuple[str, ...]:
    """Hand all addresses of a source to the frontier; returns what was wrong with it.

    `sites` are those of the audit where it has several; without them the source's own is all.
    Raises UsageError when it cannot be read or include and exclude leave none, SiteError when it is empty.
    """
    if not local.is_list:
        progress.say(f"reading {local.path} as pages of {identity.origin(local.site)}/; nothing is fetched")
    progress.start("addresses")
    faults = Faults()
    chooser = Chooser(sites or identity.origin(local.site), settings, frontier)
    before = frontier.counts().declared if len(sites) > 1 else 0
    items = _counted(local.reader.read(local.path, settings, faults), progress)
    tally = chooser.add(Declared(item.url, "start") for item in items)
    _check(local, tally, faults)
    note = "; ".join(filter(None, (faults.note, tally.note, _repeated(local, tally, frontier, before))))
    frontier.saw_source(SourceSeen(str(local.path), local.reader.KIND, None, tally.entries, note))
    if note:
        progress.say(f"{local.path}: {note}")
    return (note,) if note else ()


def _counted(items: Iterator[Item], progress: Progress) -> Iterator[Item]:
    number = 0
    for number, item in enumerate(items, 1):
        yield item
        if number % _COUNTED == 0:
            progress.advance(_COUNTED)
    progress.advance(number % _COUNTED)


def _repeated(local: Local, tally: Tally, frontier: Frontier, before: int) -> str:
    """`before` are the addresses that other sources (or, of several, an earlier run) named: unknown how often."""
    repeated = 0 if before else tally.ours + tally.excluded + tally.foreign - frontier.counts().declared
    words = "" if local.is_list else ", of which the last counts"
    return f"{repeated:,} with an address that comes again{words}" if repeated else ""


def _check(local: Local, tally: Tally, faults: Faults) -> None:
    """Raises in clear words when there is nothing to audit, or too much of it cannot be used."""
    lost, rows = faults.count + tally.unusable, faults.count + tally.entries
    if tally.ours and lost > _MOST_LOST * rows:
        why = "; ".join(filter(None, (faults.note, tally.note)))
        raise SiteError(f"{local.path}: {lost:,} of {rows:,} pages cannot be used: {why}; correct or remove them")
    if tally.ours:
        return
    if tally.excluded:
        raise UsageError(
            f"none of the {tally.excluded:,} addresses of {local.path} passes include and exclude; loosen them"
        )
    if tally.foreign:
        raise SiteError(
            f"{local.path} names only addresses of {tally.foreign_host}, none of {identity.host(local.site)};"
            " correct --base-url"
        )
    raise nothing(local.path, tally.entries, faults)
