"""The rules in columns say what a walk over plain sets says, which is written straight from what each rule is about."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import combinations

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pagetwin import audits
from pagetwin.model import PageState
from support.hreflang import P, facts

PATHS = ("/a", "/b", "/c", "/d", "/e")
UNSEEN = ("/x", "/y")
LANGUAGE = {"en": "en", "en-GB": "en", "en-UK": "en", "en-US": "en", "de": "de", "fr-FR": "fr", "x-default": ""}
REGION = {"en-GB", "en-US", "fr-FR"}  # that counts
GONE = ("gone", "broken", "moved")
Entry = tuple[str, str]  # code, path
Found = set[tuple[str, str, str]]  # rule, path, severity

entries = st.lists(st.tuples(st.sampled_from(sorted(LANGUAGE)), st.sampled_from(PATHS + UNSEEN)), max_size=5)
kinds = st.sampled_from(["ok"] * 9 + ["gone", "broken", "moved", "noindex", "elsewhere", "late", "file"])
others = st.one_of(st.just([]), st.just([]), entries, st.none())  # None: the same as the head
pages = st.tuples(entries, others, others, kinds)


def page(path: str, head: list[Entry], header: list[Entry] | None, sitemap: list[Entry] | None, kind: str) -> P:
    p = P(path, *(tuple(head if few is None else few) for few in (head, header, sitemap)))
    if kind in ("gone", "broken"):
        p.status = 404 if kind == "gone" else 500
    elif kind == "moved" and path != "/a":
        p.status, p.to = 301, "/a"
    elif kind == "noindex":
        p.noindex = "robots"
    elif kind == "elsewhere" and path != "/a":
        p.canonical = "/b"
    elif kind == "late":
        p.status, p.outcome = None, "timeout"
    elif kind == "file":
        p.outcome = "not_html"
    return p


@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(pages, min_size=1, max_size=len(PATHS)))
def test_rules_say_what_plain_sets_say(
    drawn: list[tuple[list[Entry], list[Entry] | None, list[Entry] | None, str]],
) -> None:
    site = [page(path, *one) for path, one in zip(PATHS, drawn, strict=False)]
    found = facts(*site)
    walk = Walk(site, {p.url.removeprefix("https://e.com"): p for p in found.pages.values()})
    told = {(f.rule, f.url.removeprefix("https://e.com"), f.severity) for f in audits.run(found)}
    assert {one for one in told if one[0] in walk.rules} == set(walk.all())


class Walk:
    """What the rules say of a site, found by looking at every page with every other."""

    rules = frozenset(
        f"hreflang-{name}" for name in (
            "self-missing", "self-conflict", "duplicate-code", "duplicate-entry", "url-many-langs", "xdefault-multiple",
            "xdefault-missing", "xdefault-only", "single-entry", "region-without-generic", "reserved-collision",
            "set-differs", "return-missing", "orphan-member", "return-lang-inconsistent", "return-noindex",
            "incoming-conflict", "cluster-split", "targets-not-crawled", "target-4xx", "target-5xx", "target-redirect",
            "target-noindex", "target-noncanonical", "target-not-html", "self-noncanonical", "canonical-cross-locale",
            "multiple-sources", "header-on-html-and-head", "sources-conflict", "sitemap-self-missing",
            "yandex-sitemap-only", "yandex-header", "return-to-alias",
        )
    )  # fmt: skip

    def __init__(self, site: list[P], states: dict[str, PageState]) -> None:
        self.states = states
        self.said = {p.url: {"head": list(p.head), "header": list(p.header), "sitemap": list(p.sitemap)} for p in site}
        self.sets = {url: {e for few in said.values() for e in few} for url, said in self.said.items()}
        self.lists = {url: {target for _, target in few} for url, few in self.sets.items()}
        self.canonical = {p.url: p.canonical or p.url for p in site}
        # Redirects lead to /a, canonicals to /b, so that no chain is longer than two.
        leads = {p.url: p.to or self.canonical[p.url] for p in site}
        self.ends = {url: leads.get(leads[url], leads[url]) for url in leads}

    def kind(self, url: str) -> str:
        """What is known of an address."""
        if url not in self.states:
            return "unknown"
        state = self.states[url]
        if state.outcome == "timeout":
            return "unknown"
        if state.outcome in ("redirect", "http_error"):
            return {"r": "moved", "h": "gone" if state.status == 404 else "broken"}[state.outcome[0]]
        if state.denied:
            return "noindex"
        if self.canonical[url] != url:
            return "elsewhere"
        return "file" if state.outcome == "not_html" and not self.sets[url] else "open"

    def all(self) -> Iterator[tuple[str, str, str]]:
        for url, entries in self.sets.items():
            if entries:
                for rule, severity in (*self.of_set(url, entries), *self.of_sources(url), *self.of_targets(url)):
                    yield f"hreflang-{rule}", url, severity
        for rule, url, severity in (*self.of_pairs(), *self.of_incoming(), *self.of_parts()):
            yield f"hreflang-{rule}", url, severity

    def of_set(self, url: str, entries: set[Entry]) -> Iterator[tuple[str, str]]:
        codes, targets = defaultdict(set), defaultdict(set)
        for code, target in entries:
            codes[code].add(target)
            targets[target].add(LANGUAGE[code])
        named = set(codes) - {"x-default"}
        if url not in targets and self.canonical[url] not in targets:
            yield "self-missing", "warning"
        if len(targets[url] - {""}) > 1:
            yield "self-conflict", "error"
        if any(len(codes[code]) > 1 for code in named):
            yield "duplicate-code", "error"
        if len(codes["x-default"]) > 1:
            yield "xdefault-multiple", "error"
        if any(len(spoken - {""}) > 1 for target, spoken in targets.items() if target != url):
            yield "url-many-langs", "error"
        if len(named) > 1 and not codes["x-default"]:
            yield "xdefault-missing", "info"
        yield from self.of_codes(named, bool(codes["x-default"]))
        if named and {target for target, spoken in targets.items() if spoken} == {url}:
            yield "single-entry", "info"

    def of_codes(self, named: set[str], default: bool) -> Iterator[tuple[str, str]]:
        if not named:
            yield "xdefault-only", "warning"
        for language in ("en", "de", "fr"):
            regions = {code for code in named & REGION if LANGUAGE[code] == language}
            generic = {code for code in named - REGION if LANGUAGE[code] == language}
            if len(regions) > 1 and not generic and not default:
                yield "region-without-generic", "info"
        if {"en", "en-UK"} <= named:
            yield "reserved-collision", "warning"

    def of_sources(self, url: str) -> Iterator[tuple[str, str]]:
        if any(len(few) != len(set(few)) for few in self.said[url].values()):
            yield "duplicate-entry", "info"
        said = {source: set(few) for source, few in self.said[url].items() if few}
        if set(said) == {"sitemap"}:
            yield "yandex-sitemap-only", "warning"
        if set(said) == {"header"}:
            yield "yandex-header", "info"
        if "sitemap" in said and url not in {target for _, target in said["sitemap"]}:
            yield "sitemap-self-missing", "error"
        if len(said) < 2:
            return
        if all(few == self.sets[url] for few in said.values()):
            yield "header-on-html-and-head" if set(said) == {"head", "header"} else "multiple-sources", "info"
            return
        conflicts = set()
        for one, other in combinations(said.values(), 2):
            conflicts |= {
                code for code, target in one for code2, target2 in other if code == code2 and target != target2
            }
        if conflicts:
            yield "sources-conflict", "error"
        if any({code for code, _ in few} - conflicts != {code for code, _ in self.sets[url]} - conflicts
               for few in said.values()):  # fmt: skip
            yield "sources-conflict", "warning"

    def of_targets(self, url: str) -> Iterator[tuple[str, str]]:
        rules = {"gone": "target-4xx", "broken": "target-5xx", "moved": "target-redirect", "noindex": "target-noindex",
                 "elsewhere": "target-noncanonical"}  # fmt: skip
        for target in self.lists[url] - {url}:
            kind, back = self.kind(target), url in self.lists.get(target, ())
            if kind in rules:
                yield rules[kind], "error"
            elif not back and not self.alias(url, target):
                if kind == "unknown" or (kind == "open" and self.kind(url) in GONE):
                    yield "targets-not-crawled", "info"
                if kind == "file":
                    yield "target-not-html", "info"
            if kind == "noindex" and back:
                yield "return-noindex", "error"
        own = url in self.lists[url]
        if self.states[url].outcome in ("ok", "not_html") and self.canonical[url] != url:
            yield "self-noncanonical", "error"
        if self.canonical[url] != url and own and self.canonical[url] in self.lists[url]:
            yield "canonical-cross-locale", "error"

    def alias(self, url: str, target: str) -> bool:
        """Whether the target lists something that stands for this page."""
        return any(self.ends.get(x, x) == self.ends[url] for x in self.lists.get(target, ()) if x != target)

    def of_pairs(self) -> Iterator[tuple[str, str, str]]:
        for url, targets in self.lists.items():
            for target in targets - {url}:
                back = url in self.lists.get(target, ())
                if back and self.sets[url] != self.sets[target]:
                    yield "set-differs", url, "info"
                if back or self.kind(target) not in ("open", "unknown", "file"):
                    continue
                if self.alias(url, target):
                    if self.ends[url] == url:
                        yield "return-to-alias", url, "warning"
                elif self.kind(target) == "open" and self.sets[target] and self.kind(url) not in GONE:
                    meant = {code for code, t in self.sets[url] if t == target} != {"x-default"}
                    yield "return-missing", url, "error" if meant else "info"

    def of_incoming(self) -> Iterator[tuple[str, str, str]]:
        for url in self.sets:
            called = {(other, code) for other, few in self.sets.items() for code, target in few if target == url}
            spoken = {(other, LANGUAGE[code]) for other, code in called if LANGUAGE[code]}
            if len({language for _, language in spoken}) > 1 and len({other for other, _ in spoken}) > 1:
                yield "incoming-conflict", url, "error"
            own = {code for other, code in called if other == url and LANGUAGE[code]}
            for other, code in called:
                if own and other in self.lists[url] and other != url and LANGUAGE[code] and code not in own:
                    same = LANGUAGE[code] in {LANGUAGE[mine] for mine in own}
                    yield "return-lang-inconsistent", url, "warning" if same else "error"
            if self.kind(url) == "open" and not self.sets[url]:
                by = {other for other, _ in called if self.kind(other) not in GONE}
                if by:
                    meant = any(code != "x-default" for other, code in called if other in by)
                    yield "orphan-member", url, "error" if meant else "info"

    def of_parts(self) -> Iterator[tuple[str, str, str]]:
        everything = set(PATHS + UNSEEN)
        meant = {
            (url, target)
            for url, few in self.sets.items()
            for code, target in few
            if code != "x-default" and url != target
        }
        whole = parts(everything, meant)
        sure = {(a, b) for a, b in meant if a in self.lists.get(b, ()) and self.kind(b) in ("open", "unknown", "file")}
        firm = [part for part in parts(everything, sure) if len(part) > 1]
        for part in whole:
            inside = [few for few in firm if few <= part]
            if len(inside) > 1:
                yield "cluster-split", min(min(few) for few in inside), "info"


def parts(nodes: set[str], edges: set[tuple[str, str]]) -> list[set[str]]:
    """The connected parts of a graph, by merging sets."""
    found = [{node} for node in nodes]
    for a, b in edges:
        one, other = (next(part for part in found if node in part) for node in (a, b))
        if one is not other:
            found.remove(other)
            one |= other
    return found
