"""One address for each address of a crawl, for Google and Yandex apart: where its signals lead, then its main host.

CASE_HOST is the spelling of a host, CANONIZE what redirects, canonicals and parameters say (steps.py), MIRROR the main
one of several hosts with the same pages (mirrors.py), OWNER whom the settings or the main host make it belong to. Each
address is walked over once, so that the time is linear; chains lead to their end, circles nowhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from ..model import PageState, SearchEngine
from ..urls import identity
from ..urls.owner import owner
from ..urls.targets import chains
from .steps import ENGINES, Reader, Site, Step, origin

_SHOWN = 12  # steps of a path; a longer one is told by its beginning and its end


@dataclass(frozen=True, slots=True)
class Canonized:
    """Where one address leads for one engine. `page` is its id.

    `url` is where its own signals end, `main` the same on the main host; both are empty where they go in circles.
    `owner` is that of `main`. `path` are the steps, those not honoured among them.
    """

    page: int
    engine: SearchEngine
    url: str
    main: str
    owner: str
    path: tuple[Step, ...] = ()


@dataclass(frozen=True, slots=True)
class _Graph:
    """The steps of an engine: for each page those not honoured and the one that is, by id, and the ends of chains."""

    refused: Mapping[int, Sequence[Step]]
    onward: Mapping[int, tuple[Sequence[Step], int]]
    ends: Mapping[int, int | None] = field(default_factory=dict)

    def end(self, number: int) -> int | None:
        """Where an id leads in the end, None in a circle."""
        return self.ends.get(number, number)


def canonize(site: Site, main_of: Mapping[str, str], owners: Mapping[str, str]) -> Iterator[Canonized]:
    """Every page of the crawl for each engine, in the order of pages.

    `main_of` gives the main host (scheme://host[:port]) of hosts that have another one, `owners` the names of the
    settings by host or domain.
    """
    reader, owned = Reader(site), _Owned(owners)
    graphs = {engine: _graph(reader, engine) for engine in ENGINES}
    for page in site.pages:
        for engine, graph in graphs.items():
            yield _canonized(page, engine, graph, reader, main_of, owned)


class _Owned:
    """The owner of addresses, and their registrable domain, worked out once for each host."""

    def __init__(self, owners: Mapping[str, str]) -> None:
        self._owners, self._known = owners, dict[str, tuple[str, str]]()

    def of(self, url: str) -> tuple[str, str]:
        """(owner, registrable domain)."""
        host = origin(url)
        if host not in self._known:
            self._known[host] = owner(url, self._owners), owner(url)
        return self._known[host]


def _graph(reader: Reader, engine: SearchEngine) -> _Graph:
    refused: dict[int, Sequence[Step]] = {}
    onward: dict[int, tuple[Sequence[Step], int]] = {}
    for page in reader.pages:
        steps = reader.steps(page, engine)
        if not steps:
            continue
        said = [step for step in steps if not step.honoured]
        if said:
            refused[page.id] = said
        if steps[-1].honoured:
            onward[page.id] = [step for step in steps if step.honoured], reader.number(steps[-1].to)
    return _Graph(refused, onward, chains({number: to for number, (_, to) in onward.items()}))


def _canonized(
    page: PageState,
    engine: SearchEngine,
    graph: _Graph,
    reader: Reader,
    main_of: Mapping[str, str],
    owned: _Owned,
) -> Canonized:
    own = reader.url(page.id)
    path = [] if own == page.url else [Step("CASE_HOST", "host", own)]
    end = graph.end(page.id)
    if page.id in graph.refused or page.id in graph.onward:
        path += _walked(page.id, graph, reader)
    if end is None:
        path.append(Step("CANONIZE", "loop", "", False, "loop"))
        return Canonized(page.id, engine, "", "", owned.of(own)[0], tuple(path))
    url = main = reader.url(end)
    if main_of:
        moved = _on_main_host(end, engine, graph, reader, main_of)
        path += [moved] if moved else []
        main = moved.to if moved and moved.honoured else main
    whose, registrable = owned.of(main)
    if whose != owned.of(own)[1]:
        path.append(Step("OWNER", "main" if whose == registrable else "settings", whose))
    return Canonized(page.id, engine, url, main, whose, tuple(path))


def _walked(number: int, graph: _Graph, reader: Reader) -> list[Step]:
    """What the page's own signals say, and how they go on; of a circle each address once."""
    steps: list[Step] = [*graph.refused.get(number, ())]
    seen = set()
    while number in graph.onward and number not in seen:
        seen.add(number)
        if len(seen) > _SHOWN:
            end = graph.end(number)
            return [*steps, Step("CANONIZE", "canonical", reader.url(end) if end is not None else "", note="more")]
        honoured, number = graph.onward[number]
        steps += honoured
    return steps


def _on_main_host(
    end: int, engine: SearchEngine, graph: _Graph, reader: Reader, main_of: Mapping[str, str]
) -> Step | None:
    """The step to the main host; None for an address that is there already.

    The owner's own signals go before it: where the main host leads elsewhere, shows an error or another text, the
    address stays.
    """
    url = reader.url(end)
    host = origin(url)
    best = main_of.get(host, host)
    if best == host:
        return None
    twin = best + identity.path_and_query(url)
    number = reader.id_of.get(identity.key(twin))
    page = None if number is None else reader.page(number)
    if number is None or page is None:
        return Step("MIRROR", "mirror", twin, note="target_not_read")
    last = graph.end(number)
    if last is None:
        return Step("MIRROR", "mirror", twin, False, "loop")
    target, arrived = reader.page(last), reader.url(last)
    there = origin(arrived)
    if main_of.get(there, there) != there or last == end:
        return Step("MIRROR", "mirror", twin, False, "main_leads_elsewhere")
    if target is not None and target.outcome in ("http_error", "soft_404"):
        return Step("MIRROR", "mirror", twin, False, "target_error")
    if target is not None and engine in target.denied:
        return Step("MIRROR", "mirror", twin, False, "target_noindex")
    if reader.site.alike.get((end, last)) is False:
        return Step("MIRROR", "mirror", twin, False, "texts_differ")
    return Step("MIRROR", "mirror", arrived)
