"""The records that stages hand to one another: frozen, small, no behaviour beyond what derives from fields."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

Outcome = Literal[
    "ok", "not_modified", "redirect", "http_error", "timeout", "too_large", "not_html",
    "blocked_by_robots", "challenge", "soft_404", "empty", "shell", "stub", "error",
]  # fmt: skip
TextKind = Literal["main", "body"]
PairKind = Literal["exact", "near", "contained"]
Role = Literal["keeper", "copy", "near", "contained", "noindex", "canonicalised", "redirect"]
Indexability = Literal["indexable", "noindex", "canonicalised", "redirect", "blocked", "error", "not_a_page"]
Answer = Literal["same", "different", "unsure"]
Engine = Literal["google", "yandex", "any"]
SearchEngine = Literal["google", "yandex"]
Severity = Literal["error", "warning", "info"]

OUTCOMES: tuple[Outcome, ...] = Outcome.__args__  # type: ignore[attr-defined]
# An address "gave an answer" when the server said something about it, good or bad.
UNANSWERED: frozenset[Outcome] = frozenset(("timeout", "error", "blocked_by_robots", "challenge"))


@dataclass(frozen=True, slots=True)
class Declared:
    """An address that a source names.

    `origin` is `sitemap`, `start` (given by the user), `redirect` (the target of another address), `link`,
    `known` (a page of the crawl before that no source names any more), or `hreflang` (a target that nobody else names).
    The last four are not declared.
    `depth` counts redirects from an address of another origin, `level` the links that led here from a declared one.
    `lastmod` is the sitemap's own text, unparsed. `listed`: the hreflang links that stand beside it there.
    `file` is the sitemap that names it.
    """

    url: str
    origin: Literal["sitemap", "start", "redirect", "link", "known", "hreflang"]
    depth: int = 0
    lastmod: str = ""
    level: int = 0
    listed: Listed | None = None
    file: str = ""


@dataclass(frozen=True, slots=True)
class Known:
    """A page as the crawl before got it: `version` is its row in the audit file, the rest as in Page."""

    version: int
    status: int
    etag: str
    last_modified: str
    content_hash: bytes
    header_hash: bytes


@dataclass(frozen=True, slots=True)
class Task:
    """An address that waits to be fetched; `id` is its number in the audit file.

    `known` is there when the crawl before got a page whose facts may be used again.
    """

    id: int
    url: str
    depth: int = 0
    level: int = 0
    known: Known | None = None


@dataclass(frozen=True, slots=True)
class RobotsTxt:
    """What /robots.txt of an origin (scheme, host, port) answered, at the `url` where its redirects end.

    `body` is as sent, cut one byte behind the limit of urls/robotstxt.py; empty when nothing was read.
    """

    origin: str
    url: str
    status: int | None
    outcome: Outcome
    content_type: str = ""
    body: bytes = b""


EntryFault = Literal[
    "relative", "junk", "too_long", "fragment", "unescaped", "outside", "lastmod_invalid", "lastmod_future",
    "ranked",
]  # fmt: skip
SitemapKind = Literal["sitemap", "index", "text", "feed", "html", "unknown"]
SitemapStep = Literal["", "unread", "repaired", "pattern", "part"]


@dataclass(frozen=True, slots=True)
class SitemapFile:
    """What a sitemap is like, beside its addresses (crawler/sitemap_facts.py).

    `size` counts unpacked bytes and `locs` entries; `cut`: there were more bytes than were read. `layers` counts gzip,
    `torn`: its data is damaged. `bom`, `blank`: a byte order mark, blank space before `<?xml`. `namespace` is that of
    its elements, None where no parser told. `encoding` is what it is written in, `?` for bytes that are no text, empty
    for UTF-8. `step` says how XML with a `fault` was read, empty without one. `parent` is the index that led here;
    `guessed`: nobody named it. `faults` counts the entries with each fault, with the first of them (its address or
    lastmod), `hosts` those on each other host. `lastmod` is the one that all entries have.
    """

    url: str
    kind: SitemapKind
    size: int = 0
    locs: int = 0
    cut: bool = False
    layers: int = 0
    torn: bool = False
    bom: bool = False
    blank: bool = False
    namespace: str | None = None
    encoding: str = ""
    step: SitemapStep = ""
    fault: str = ""
    parent: str = ""
    guessed: bool = False
    faults: Mapping[EntryFault, tuple[int, str]] = field(default_factory=dict)
    hosts: Mapping[str, tuple[int, str]] = field(default_factory=dict)
    lastmod: str = ""


class ListedTwice(NamedTuple):
    """`n` addresses that stand in two sitemaps, `example` the first of them."""

    url: str
    other: str
    n: int
    example: str


@dataclass(frozen=True, slots=True)
class SourceSeen:
    """A robots.txt, sitemap or local source that was read: what it was, what it gave, what was wrong with it.

    `url` of a local source is its path. `robots` is the text, of a robots.txt; `file` what else is known of a sitemap.
    """

    url: str
    kind: str  # robots sitemap index text feed; KIND of a module in crawler/readers/
    status: int | None
    entries: int
    note: str = ""
    robots: RobotsTxt | None = None
    file: SitemapFile | None = None


@dataclass(frozen=True, slots=True)
class Fetch:
    """One answer to one request. A redirect is an answer of its own: its target is another address.

    `headers` keep their order and repeats; names are lower-case. `body` is decoded from its transfer coding and
    never longer than the size limit. `seconds` runs from the first byte sent to the last byte read. `tls_fault` says
    why the certificate of an https address is not valid, in OpenSSL's words; empty when it is, or none was shown.
    """

    url: str
    status: int | None
    headers: tuple[tuple[str, str], ...]
    body: bytes
    outcome: Outcome
    note: str = ""
    redirect_to: str = ""
    seconds: float = 0.0
    tls_fault: str = ""

    def header(self, name: str) -> str:
        """The first value of a header, or an empty string."""
        return next((value for key, value in self.headers if key == name), "")


@dataclass(frozen=True, slots=True)
class CanonicalLink:
    """A canonical as written. `url` is resolved; empty when it cannot be. `source` is where it stood.

    `ignored` names the attributes for which Google passes an element over, joined by commas; empty for most.
    """

    source: Literal["head", "body", "header"]
    raw: str
    url: str
    ignored: str = ""


@dataclass(frozen=True, slots=True)
class RobotsDirective:
    """One robots meta element or X-Robots-Tag line. `bot` is `robots` when it speaks to every bot.

    `in_body`: the element stands outside the head.
    """

    source: Literal["meta", "header"]
    bot: str
    content: str
    in_body: bool = False


@dataclass(frozen=True, slots=True)
class Alternate:
    """A link rel=alternate with media and without hreflang: a mobile address."""

    source: Literal["head", "body", "header"]
    media: str
    raw: str
    url: str


class Annotation(NamedTuple):
    """One hreflang as written: `page` says that its version for `hreflang` is at `raw`.

    `page` is the page id (place in key order), -1 before pages are numbered. `url` is resolved, empty if it cannot be.
    `line` is that of the HTML, from 1, 0 when it is not known. `attrs` names what is odd about the element, joined by
    commas: `media` `type` (attributes beside hreflang); in a sitemap `namespace` (none, or another than XHTML's),
    `rel` (no rel=alternate) and `loc` (it stands inside the loc element). `file` is the sitemap that it stands in.
    """

    page: int
    source: Literal["head", "body", "header", "sitemap"]
    hreflang: str
    raw: str
    url: str
    line: int = 0
    attrs: str = ""
    file: str = ""


class Listed(NamedTuple):
    """hreflang links beside an address in a sitemap, in its `entry`-th url element, counted from 1."""

    sitemap: str
    entry: int
    links: tuple[Annotation, ...]


class HeadEnd(NamedTuple):
    """What ended the head of a page before links that belong there, or kept them from being links at all.

    `tag` is the element, `#text` for text, or `body` where the head was closed in its place. `line` counts in the HTML,
    from 1, 0 when it is not known. `behind` counts the canonicals and hreflang links that stand behind it. `closed` is
    the line of a `</head>` that comes only behind it, 0 without one. `noscript`: without the noscript elements, as a
    parser reads them that runs scripts, fewer of the links would stand outside. `swallowed`: the element was never
    closed, and the links are its text.
    """

    tag: str
    line: int
    behind: int
    closed: int = 0
    noscript: bool = False
    swallowed: bool = False


LinkFaultKind = Literal["unparsable", "relative", "rel", "anchor"]


class LinkFault(NamedTuple):
    """A fault of an HTTP Link header. `text` is the element without a target for `unparsable`, else the target.

    `relative`: a canonical or hreflang target that is no whole address; `rel`: hreflang without rel=alternate;
    `anchor`: a link that speaks of another page, and is passed over.
    """

    kind: LinkFaultKind
    text: str


@dataclass(frozen=True, slots=True)
class Link:
    """An internal or external link; `key` is the identity key of its target, `anchor` its text, shortened."""

    key: str
    anchor: str
    nofollow: bool


@dataclass(frozen=True, slots=True)
class Texts:
    """Both texts of a page, lines separated by newlines. Either may be empty."""

    main: str = ""
    body: str = ""


@dataclass(frozen=True, slots=True)
class Page:
    """Facts about one address in one crawl: outcome and head. Never the text.

    `refresh_delay`: seconds that its refresh to an address waits, None without one. `charset_conflict` says in
    words what byte order mark, header and meta disagree on. `content` counts the elements that each of the owner's
    selectors found.
    `og_url`, `prev_url` and `next_url` (rel=prev and next) are resolved; `insecure` counts the things other than images
    that an https page asks for over http, and `insecure_url` is the first of them. `tls_fault` as in Fetch.
    The hashes (crawler/again.py) tell the next crawl whether the page has changed. `repeats` is the version of an
    earlier crawl that still holds: all facts that an answer without a body cannot tell are to be copied from there.
    """

    url: str
    status: int | None
    outcome: Outcome
    note: str = ""
    redirect_to: str = ""
    refresh_delay: int | None = None
    seconds: float = 0.0
    size: int = 0
    content_type: str = ""
    charset: str = ""
    charset_conflict: str = ""
    content: tuple[tuple[str, int], ...] = ()
    etag: str = ""
    last_modified: str = ""
    title: str = ""
    description: str = ""
    h1: str = ""
    lang: str = ""
    amp: bool = False
    canonicals: tuple[CanonicalLink, ...] = ()
    robots: tuple[RobotsDirective, ...] = ()
    alternates: tuple[Alternate, ...] = ()
    hreflang: tuple[Annotation, ...] = ()
    head_end: HeadEnd | None = None
    link_faults: tuple[LinkFault, ...] = ()
    links: tuple[Link, ...] = ()
    og_url: str = ""
    prev_url: str = ""
    next_url: str = ""
    insecure: int = 0
    insecure_url: str = ""
    tls_fault: str = ""
    content_hash: bytes = b""
    header_hash: bytes = b""
    repeats: int | None = None


@dataclass(frozen=True, slots=True)
class Render:
    """A page before and after its scripts ran in a browser: `raw` as the server sent it, `page` as the browser left it.

    `requests` counts what the browser asked of the site for it; `note` says what was odd about it.
    """

    raw: Page
    raw_texts: Texts
    page: Page
    texts: Texts
    seconds: float = 0.0
    requests: int = 0
    note: str = ""


@dataclass(frozen=True, slots=True)
class Crawled:
    """What the crawler hands to its sink for one task: facts, texts, and further addresses it led to."""

    task: Task
    page: Page
    texts: Texts
    found: tuple[Declared, ...] = ()
    render: Render | None = None


ProbeKind = Literal[
    "scheme", "www", "slash", "index_file", "upper_case", "double_slash", "unknown_parameter", "tracking", "missing"
]
PROBES: tuple[ProbeKind, ...] = ProbeKind.__args__  # type: ignore[attr-defined]


@dataclass(frozen=True, slots=True)
class Probe:
    """What a site answered to another spelling (`asked`) of one of its pages (`page`), or to an address that is not.

    `kind` says which spelling; `missing` is an address made up. `same` tells whether the answer has the page's text,
    None when it has none to compare. `settled`: it names one canonical, and not itself. `status` is None when nothing
    was asked or answered, `note` says why.
    """

    section: str
    kind: ProbeKind
    page: str
    asked: str
    status: int | None
    redirect_to: str = ""
    same: bool | None = None
    settled: bool = False
    note: str = ""


@dataclass(frozen=True, slots=True)
class PageState:
    """What judgements need to know of one address: facts of the crawl, and what canonical/state.py makes of them.

    `id` is the page id in key order; `redirect_to`, `canonical` and `prev` (rel=prev) are such ids, None when the
    target is no address of the crawl. `inlinks` counts other pages that link here. `words` are those of the chosen
    text.
    """

    id: int
    url: str
    key: str
    status: int | None
    outcome: Outcome
    redirect_to: int | None = None
    refresh_delay: int | None = None
    charset_conflict: str = ""
    canonicals: tuple[CanonicalLink, ...] = ()
    robots: tuple[RobotsDirective, ...] = ()
    alternates: tuple[Alternate, ...] = ()
    amp: bool = False
    in_sitemap: bool = False
    inlinks: int = 0
    words: int = 0
    title: str = ""
    description: str = ""
    lang: str = ""
    og_url: str = ""
    prev: int | None = None
    insecure: int = 0
    insecure_url: str = ""
    tls_fault: str = ""
    # Imported (pagetwin import): None where nothing is known of the page.
    clicks: int | None = None
    shows: int | None = None
    in_search: bool | None = None
    off_main: bool = False  # another host is the main one of its mirrors (canonical/mirrors.py)
    # Judged (state.judged): `denied` names the engines told not to index it; `canonical_url` is the one canonical
    # it names, empty for none or several; `canonical` is its own id when it names itself.
    denied: tuple[Engine, ...] = ()
    canonical_url: str = ""
    canonical: int | None = None
    indexability: Indexability = "indexable"


@dataclass(frozen=True, slots=True)
class Document:
    """A page made ready to be compared. `id` is its place in key order.

    `kind` says which text the page is judged by; both texts are here because a pair is scored on texts of
    one kind. `note` says why body was chosen, empty for main.
    """

    id: int
    kind: TextKind
    main: str
    body: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Pair:
    """Two pages, a < b, with their counts of shingles on texts of one kind. Measures derive from the integers."""

    a: int
    b: int
    shared: int
    size_a: int
    size_b: int
    text: TextKind = "main"
    kind: PairKind = "near"

    @property
    def jaccard(self) -> float:
        """|A and B| / |A or B| (Jaccard 1901; Broder et al. 1997), 0 to 1."""
        union = self.size_a + self.size_b - self.shared
        return self.shared / union if union else 0.0

    @property
    def a_in_b(self) -> float:
        """Containment of A in B: |A and B| / |A| (Broder 1997), 0 to 1."""
        return self.shared / self.size_a if self.size_a else 0.0

    @property
    def b_in_a(self) -> float:
        """Containment of B in A: |A and B| / |B|, 0 to 1."""
        return self.shared / self.size_b if self.size_b else 0.0


@dataclass(frozen=True, slots=True)
class Cluster:
    """A group: every member meets the threshold with `representative`. Ids are page ids, ascending.

    `lowest` and `median` are Jaccard values over all pairs inside; `sampled` tells when not all were scored.
    """

    kind: PairKind
    representative: int
    members: tuple[int, ...]
    lowest: float
    median: float
    sampled: bool = False


@dataclass(frozen=True, slots=True)
class Reason:
    """One step of a choice in words: `good` counts for the keeper, otherwise it is a warning to read."""

    good: bool
    code: str
    values: dict[str, str | int | float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Choice:
    """The page to keep, why, and which signals speak against it."""

    keeper: int
    reasons: tuple[Reason, ...]
    conflicts: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class Finding:
    """One rule that fired at one address for one engine.

    `message` is a sentence in English whose places, like %(status)s, are filled from `values`; %(url)s and %(related)s
    are the fields of that name. So it can be shown in another language.
    """

    rule: str
    engine: Engine
    severity: Severity
    url: str
    related: str
    message: str
    values: dict[str, str | int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Label:
    """What the owner said of a pair, and how it was scored then. `key_a` < `key_b`; `text` is the kind of text that was
    shown, `hash_a` and `hash_b` are hashes of those texts; `labelled` is when.
    """

    url_a: str
    url_b: str
    key_a: str
    key_b: str
    text: TextKind
    hash_a: bytes
    hash_b: bytes
    jaccard: float
    a_in_b: float
    b_in_a: float
    label: Answer
    note: str
    labelled: str


@dataclass(frozen=True, slots=True)
class Counts:
    """How much an analysis groups: pairs, groups, pages in them, pages of the largest."""

    pairs: int
    groups: int
    pages: int
    largest: int
