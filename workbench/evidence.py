"""What the pages of an audit tell of query parameters: which never changed the text, and which did. Pure.

Two addresses that differ in some parameters alone, in name or value, are a pair. A pair with the same text speaks for
all parameters in which it differs; a pair with different texts speaks against its parameter if there is but one, or
but one that nothing else clears.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import combinations
from urllib.parse import urlsplit

from ..urls import parameters
from ..urls.cleanparam import common_prefix
from ..urls.spellings import section

_SUBSETS = 5  # parameters of an address of which every subset is left out; of more, each alone and all
_ENOUGH = 5  # pairs with different texts, after which no more of the same kind are read

Form = tuple[tuple[str, str], ...]
Same = Callable[[str, str], bool | None]  # of two texts by their ids: equal words, other words, None: nearly the same


@dataclass(frozen=True, slots=True)
class Address:
    """An address of the crawl, by its identity key. `text` is the id of its text, empty where none was read."""

    key: str
    text: str = ""


@dataclass(frozen=True, slots=True)
class Pair:
    """Two addresses that differ in `names` alone. `same`: their texts are equal word for word; None: nearly."""

    names: frozenset[str]
    a: str
    b: str
    same: bool | None


@dataclass(slots=True)
class Parameter:
    """A parameter of the site, by its name as written."""

    name: str
    addresses: int = 0
    values: set[str] = field(default_factory=set)
    same: list[Pair] = field(default_factory=list)
    nearly: list[Pair] = field(default_factory=list)
    changed: list[Pair] = field(default_factory=list)

    @property
    def kind(self) -> parameters.Class:
        """Its class by its name."""
        return parameters.kind(self.name)

    @property
    def verdict(self) -> str:
        """`changes` the text, `same` text, `nearly` the same, or `unknown`: there is no pair to tell."""
        return "changes" if self.changed else "nearly" if self.nearly else "same" if self.same else "unknown"


def parameters_of(addresses: Iterable[Address], same: Same) -> list[Parameter]:
    """Every parameter of the addresses, by name, with the pairs that speak of it."""
    found: dict[str, Parameter] = {}
    pages: defaultdict[str, dict[Form, Address]] = defaultdict(dict)
    for address in addresses:
        before, _, query = address.key.partition("?")
        form = _form(query)
        if address.text:
            pages[before].setdefault(form, address)
        for name, values in _by_name(form).items():
            parameter = found.setdefault(name, Parameter(name))
            parameter.addresses += 1
            parameter.values.add("\0".join(values))
    pairs = [pair for before in sorted(pages) for pair in _pairs(pages[before], _Reader(same))]
    _judge(found, pairs)
    return [found[name] for name in sorted(found)]


class _Reader:
    """Compares texts, until enough is known of one kind of difference on one page."""

    def __init__(self, same: Same) -> None:
        self._same, self._different = same, defaultdict[frozenset[str], int](int)

    def pair(self, names: frozenset[str], a: Address, b: Address) -> Pair | None:
        if self._different[names] >= _ENOUGH:
            return None
        same = True if a.text == b.text else self._same(a.text, b.text)
        self._different[names] += same is False
        return Pair(names, a.key, b.key, same)


def _pairs(pages: Mapping[Form, Address], reader: _Reader) -> Iterator[Pair]:
    """The pairs among the addresses of one path: with parameters left out, and with another value of one."""
    first_with: dict[tuple[str, Form], Address] = {}
    for form, address in sorted(pages.items()):
        names = sorted({name for name, _ in form})
        for left_out in _subsets(names):
            other = pages.get(tuple(part for part in form if part[0] not in left_out))
            if other and (pair := reader.pair(left_out, address, other)):
                yield pair
        for name in names:
            rest = tuple(part for part in form if part[0] != name)
            other = first_with.setdefault((name, rest), address)
            if other is not address and (pair := reader.pair(frozenset((name,)), other, address)):
                yield pair


def _subsets(names: list[str]) -> Iterator[frozenset[str]]:
    sizes = range(1, len(names) + 1) if len(names) <= _SUBSETS else (1, len(names))
    for size in sizes:
        yield from map(frozenset, combinations(names, size))
    if len(names) > _SUBSETS:
        yield frozenset(name for name in names if parameters.kind(name) in ("tracking", "session")) or frozenset(names)


def _judge(found: Mapping[str, Parameter], pairs: Iterable[Pair]) -> None:
    """Give each pair to the parameters that it speaks of."""
    unclear = []
    for pair in pairs:
        if pair.same is False and len(pair.names) > 1:
            unclear.append(pair)
            continue
        for name in pair.names:
            parameter = found[name]
            {True: parameter.same, None: parameter.nearly, False: parameter.changed}[pair.same].append(pair)
    for pair in unclear:
        if any(found[name].changed for name in pair.names):
            continue  # explained
        open_ones = [name for name in pair.names if not found[name].same] or list(pair.names)
        if len(open_ones) == 1 or all(found[name].same for name in open_ones):
            for name in open_ones:
                found[name].changed.append(pair)


@dataclass(frozen=True, slots=True)
class Proposal:
    """Names for one Clean-param line of a host, with a pair that proves each, and how many do."""

    origin: str
    path: str
    names: tuple[str, ...]
    proofs: tuple[Pair, ...]
    pairs: int


def proposals(found: Iterable[Parameter]) -> list[Proposal]:
    """Parameters that never changed the text, grouped by host and by the folders that all their pairs stand in.

    Where a parameter changes the text in one section of the site alone, it is proposed for the others. One that by its
    name chooses or sorts what a page lists is never proposed: a list that happens to be the same proves little.
    """
    lines: defaultdict[tuple[str, str], list[tuple[str, list[Pair]]]] = defaultdict(list)
    for parameter in found:
        for (origin, path), pairs in _places(parameter).items():
            lines[origin, path].append((parameter.name, pairs))
    return [
        Proposal(
            origin, path, tuple(name for name, _ in members), tuple(pairs[0] for _, pairs in members),
            len({(pair.a, pair.b) for _, pairs in members for pair in pairs}),
        )
        for (origin, path), members in sorted(lines.items())
    ]  # fmt: skip


def is_guarded(parameter: Parameter) -> bool:
    """Whether the class of a parameter keeps it from being proposed."""
    return parameter.kind in parameters.LISTING or parameter.kind in ("language", "region")


def _places(parameter: Parameter) -> dict[tuple[str, str], list[Pair]]:
    """(host, path) of the lines that a parameter may stand in, with the pairs for each."""
    if is_guarded(parameter):
        return {}
    against = {section(pair.a) for pair in (*parameter.changed, *parameter.nearly)}
    by_host: defaultdict[str, list[Pair]] = defaultdict(list)
    places: dict[tuple[str, str], list[Pair]] = {}
    for pair in parameter.same:
        place = section(pair.a)
        if not against:
            by_host[_origin(pair.a)].append(pair)
        elif place not in against and _path(place) != "/":
            places.setdefault((_origin(place), _path(place)), []).append(pair)
    for origin, pairs in by_host.items():
        places[origin, common_prefix(_path(pair.a) for pair in pairs)] = pairs
    return places


def _form(query: str) -> Form:
    """The parameters by name; those of one name keep their order."""
    return tuple(sorted(parameters.split(query), key=lambda part: part[0]))


def _by_name(form: Form) -> dict[str, list[str]]:
    out: dict[str, list[str]] = {}
    for name, value in form:
        out.setdefault(name, []).append(value)
    return out


def _path(key: str) -> str:
    return urlsplit(key).path


def _origin(key: str) -> str:
    parts = urlsplit(key)
    return f"{parts.scheme}://{parts.netloc}"
