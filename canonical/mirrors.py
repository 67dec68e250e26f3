"""Hosts that serve the same pages, and which of them is the main one.

A host here is what robots.txt calls one: scheme, name and port. Two are mirrors when, of the addresses with the same
path and query on both, enough say the same or redirect to one another: a share of all that the smaller one answered
(our suggestion, [canonical] mirror_share). Hosts in other languages are none, nor are other subdomains of one domain
unless they redirect: "regional subdomains are not considered duplicates"
(https://yandex.ru/support/webmaster/en/yandex-indexing/about-doubles).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations
from typing import Literal

from ..model import UNANSWERED, PageState, Probe
from ..urls import identity
from ..urls.owner import domain
from .steps import READ, origin

# Labels of a host name that say which version of a site it is, and not which part of it.
_VERSIONS = frozenset(
    [
        "www",
        "www1",
        "www2",
        "www3",
        "m",
        "mobile",
        "wap",
        "touch",
        "pda",
        "amp",
        "web",
        "old",
        "new",
        "beta",
        "test",
        "dev",
        "stage",
        "staging",
        "preview",
    ]
)
_ALL_PAIRS = 8  # hosts with one path that are all held against one another; of more, each against the first

Verdict = Literal["same", "redirect", "language", "subdomain", "differs"]
Alternates = Sequence[tuple[str, str]]
Reason = Literal["", "language", "subdomain"]  # why a host that shares pages with another is no mirror


@dataclass
class Evidence:
    """What the crawl tells of hosts: counts of answered addresses, of those served, and of verdicts on pairs of hosts.

    `redirects` counts (from, to).
    """

    answered: Counter[str] = field(default_factory=Counter)
    served: Counter[str] = field(default_factory=Counter)
    verdicts: defaultdict[tuple[str, str], Counter[Verdict]] = field(default_factory=lambda: defaultdict(Counter))
    redirects: Counter[tuple[str, str]] = field(default_factory=Counter)

    def add(self, a: str, b: str, verdict: Verdict) -> None:
        """A verdict on one address of two hosts; the first of them redirects where one does."""
        self.verdicts[min(a, b), max(a, b)][verdict] += 1
        if verdict == "redirect":
            self.redirects[a, b] += 1


def evidence(
    pages: Sequence[PageState],
    texts: Sequence[Hashable],
    outside: Mapping[int, str],
    probes: Iterable[Probe],
    alternates: Mapping[int, Alternates],
) -> Evidence:
    """`texts` is equal for pages that say the same, None where nothing was compared; `outside` as in steps.Site.

    `alternates` are the hreflang links of a page by its id: (code, address).
    """
    found = Evidence()
    by_path: defaultdict[str, list[PageState]] = defaultdict(list)
    for page in pages:
        host = origin(page.key)
        found.answered[host] += page.outcome not in UNANSWERED
        found.served[host] += page.outcome in READ
        by_path[page.key[len(host) :]].append(page)
        if page.id in outside and identity.path_and_query(outside[page.id]) == page.key[len(host) :]:
            found.add(host, identity.origin(outside[page.id]), "redirect")
    for same_path in by_path.values():
        if len(same_path) > 1:
            for a, b in _pairs(same_path):
                _compare(a, b, texts, alternates, found)
    for probe in probes:
        _probe(probe, found)
    return found


def _pairs(same_path: Sequence[PageState]) -> Iterator[tuple[PageState, PageState]]:
    """Which hosts are held against one another: all whose names differ by the version, and one of each such family."""
    families: defaultdict[str, list[PageState]] = defaultdict(list)
    for page in same_path:
        families[_bare(identity.host(origin(page.key)))].append(page)
    for pages in (*families.values(), [pages[0] for pages in families.values()]):
        yield from combinations(pages, 2) if len(pages) <= _ALL_PAIRS else ((pages[0], page) for page in pages[1:])


def _compare(
    a: PageState, b: PageState, texts: Sequence[Hashable], alternates: Mapping[int, Alternates], found: Evidence
) -> None:
    host_a, host_b = origin(a.key), origin(b.key)
    for x, y, hosts in ((a, b, (host_a, host_b)), (b, a, (host_b, host_a))):
        if x.redirect_to == y.id and x.outcome in ("redirect", "stub"):
            return found.add(*hosts, "redirect")
    if a.outcome not in READ or b.outcome not in READ:
        return None
    if texts[a.id] is None or texts[a.id] != texts[b.id]:
        return found.add(host_a, host_b, "differs")
    if _in_other_languages(a, b, alternates):
        return found.add(host_a, host_b, "language")
    return found.add(host_a, host_b, "same" if _may_be_one(host_a, host_b) else "subdomain")


def _in_other_languages(a: PageState, b: PageState, alternates: Mapping[int, Alternates]) -> bool:
    """Whether two pages say that they are for different readers: html lang, or hreflang from one to the other."""
    (one, region_a), (other, region_b) = _lang(a), _lang(b)
    if one and other and (one != other or (region_a and region_b and region_a != region_b)):
        return True
    return _lists_in_other(a, b, alternates) or _lists_in_other(b, a, alternates)


def _lang(page: PageState) -> tuple[str, str]:
    """Language and region of the html element."""
    language, _, region = page.lang.strip().lower().replace("_", "-").partition("-")
    return language, region


def _lists_in_other(page: PageState, other: PageState, alternates: Mapping[int, Alternates]) -> bool:
    """Whether a page lists another under hreflang codes, none of which it is listed under itself."""
    codes: defaultdict[str, set[str]] = defaultdict(set)
    for code, url in alternates.get(page.id, ()):
        if url and code.lower() != "x-default":
            codes[identity.key(url)].add(code.lower())
    own = codes[page.key] or {"-".join(filter(None, _lang(page)))}
    return bool(codes[other.key]) and codes[other.key].isdisjoint(own)


def _may_be_one(a: str, b: str) -> bool:
    """Whether equal pages make two hosts mirrors: of one domain, only where their names differ by the version."""
    name_a, name_b = identity.host(a), identity.host(b)
    return domain(name_a) != domain(name_b) or _bare(name_a) == _bare(name_b)


@lru_cache(maxsize=4096)
def _bare(name: str) -> str:
    top = domain(name)
    while name != top and name.partition(".")[0] in _VERSIONS:
        name = name.partition(".")[2]
    return name


def _probe(probe: Probe, found: Evidence) -> None:
    """What another spelling of the host answered; its addresses are no pages of the crawl."""
    if probe.kind not in ("scheme", "www") or probe.status is None:
        return
    page, asked = identity.key(probe.page), identity.key(probe.asked)
    host, other = origin(page), origin(asked)
    found.answered[other] += 1
    target = identity.key(probe.redirect_to) if probe.redirect_to else ""
    if target and target != asked and target[len(origin(target)) :] == asked[len(other) :]:
        found.add(other, origin(target), "redirect")
    elif probe.same is not None:
        found.served[other] += 1
        found.add(host, other, "same" if probe.same else "differs")


def together(found: Evidence, share: float) -> tuple[list[tuple[str, ...]], dict[str, Reason]]:
    """The mirrors, hosts in order, and why other hosts with equal pages are none.

    `share` of the addresses that the smaller of two hosts answered must say the same on the other or redirect to it.
    """
    root = {host: host for host in found.answered}

    def top(host: str) -> str:
        while root.setdefault(host, host) != host:
            host = root[host]
        return host

    reasons: dict[str, Reason] = {}
    for (a, b), counts in sorted(found.verdicts.items()):
        agreeing, of = counts["same"] + counts["redirect"], _smaller(found, a, b)
        if agreeing and agreeing >= share * of and agreeing > counts["differs"] + counts["language"]:
            low, high = sorted((top(a), top(b)))
            root[high] = low
            continue
        if counts["language"] or counts["subdomain"]:
            reasons[a] = reasons[b] = "language" if counts["language"] else "subdomain"
    groups: defaultdict[str, list[str]] = defaultdict(list)
    for host in sorted(root):
        groups[top(host)].append(host)
    whole = [tuple(hosts) for hosts in groups.values()]
    for hosts in whole:
        if len(hosts) > 1:
            for host in hosts:
                reasons.pop(host, None)
    return whole, reasons


def _smaller(found: Evidence, a: str, b: str) -> int:
    """Addresses that the smaller of two hosts answered; one that was never asked counts by the other."""
    counts = [n for n in (found.answered[a], found.answered[b]) if n]
    return min(counts, default=1)
