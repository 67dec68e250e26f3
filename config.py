"""Every default of the program, and how a TOML file and the command line override them.

One record per stage, so that a stage is handed just what matters to it and its key (see `stage_key`) changes with
nothing else. Flags override TOML, TOML overrides defaults.
"""

from __future__ import annotations

import dataclasses
import difflib
import hashlib
import json
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from . import __version__
from .errors import ConfigError


@dataclass(frozen=True)
class ContentArea:
    """Which elements of the pages whose path (and query) matches `path` count. `include` and `exclude` are CSS."""

    path: str
    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()


@dataclass(frozen=True)
class CrawlSettings:
    """How the site is fetched and read. Times in seconds, sizes in bytes, 0 = no limit where a limit is a count."""

    max_pages: int = 0
    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    # The address that a folder of HTML files will have; of other local sources, the site that they are about.
    base_url: str = ""
    # Links: how deep, and how many addresses of one pattern (urls/traps.py) that links alone name.
    follow: bool = False
    follow_nofollow: bool = False
    depth: int = 0
    pattern_budget: int = 10_000
    facet_budget: int = 1_000
    calendar_budget: int = 200
    # Targets of hreflang outside the crawl that are fetched, so that it is known whether they link back.
    hreflang_targets: int = 0
    probes: bool = True
    probe_sections: int = 20
    rate: float = 5.0
    concurrency: int = 4
    timeout: float = 20.0
    deadline: float = 60.0
    max_bytes: int = 10_000_000
    max_redirects: int = 10
    max_url: int = 2083  # the longest that Internet Explorer took; sites have kept to it since
    retries: int = 2
    max_crawl_delay: float = 10.0
    max_retry_after: float = 120.0
    # An operator who wonders reads in the log what this is; owners may add a link to a page of their own.
    user_agent: str = f"pagetwin/{__version__} (site audit ordered by the site's owner)"
    resolve: tuple[str, ...] = ()
    obey_robots: bool = True
    # These may hold passwords: never stored, shown or hashed (see SECRET).
    user: str = field(default="", repr=False)
    headers: tuple[str, ...] = field(default=(), repr=False)
    proxy: str = field(default="", repr=False)
    cookies: bool = False
    refresh: bool = False
    workers: int = 0
    page_seconds: float = 20.0
    batch: int = 50
    # Where the text of a page stands, as CSS selectors. A table of `content` whose path matches adds its exclude to the
    # general one; the include of the first such table that has one stands in place of the general one.
    content_include: tuple[str, ...] = ()
    content_exclude: tuple[str, ...] = ()
    content: tuple[ContentArea, ...] = ()
    # Pages opened in Chromium, at most `render_max`; seconds for each, MB of memory for the browser. `chromium` is its
    # executable, empty for one of the usual names on PATH.
    render: Literal["off", "shells", "all"] = "off"
    render_max: int = 200
    render_seconds: float = 20.0
    render_memory: int = 2_000
    chromium: str = ""


@dataclass(frozen=True)
class TextSettings:
    """How the text of a page is chosen (start values of the design, measured on real sites)."""

    main_share: float = 0.2
    main_words: int = 30
    body_words: int = 100
    yo_is_e: bool = True
    mask_digits: bool = False  # every run of digits reads as 0


@dataclass(frozen=True)
class CompareSettings:
    """How texts are compared. `shingle` in words, `shingle_unspaced` in letters of scripts without spaces (0: as
    many); thresholds 0 to 1; `join_budget` in multiplications.
    """

    shingle: int = 10
    shingle_unspaced: int = 0
    jaccard: float = 0.5
    containment: float = 0.8
    candidates: Literal["auto", "exact", "lsh"] = "auto"
    seed: int = 1
    join_budget: int = 20_000_000_000
    recall_sample: int = 300
    pair_limit: int = 2_000_000
    closest: int = 20


@dataclass(frozen=True)
class OwnerOf:
    """Whose a host, or a domain with all its hosts, is."""

    host: str
    owner: str


@dataclass(frozen=True)
class HostFigures:
    """What the owner looked up for a host: Yandex's quality index (IKS), and a citation index of any kind."""

    host: str
    iks: float = 0.0
    citation: float = 0.0


@dataclass(frozen=True)
class CanonicalSettings:
    """How the one address of a page is found. Weights count beside one another: points = weight x share of the group
    (our suggestion). Nothing here is asked of anybody: figures of hosts are the owner's.
    """

    # Hosts are mirrors when this share of the smaller one's addresses says the same on the other, or redirects to it.
    mirror_share: float = 0.5
    # The main mirror: what searchers and engines say,
    mirror_shows: float = 2.0
    mirror_clicks: float = 4.0
    mirror_iks: float = 2.0
    mirror_citation: float = 1.0
    # and where that leaves hosts equal, the site's own signals.
    mirror_redirects: float = 4.0
    mirror_https: float = 2.0
    mirror_sitemap: float = 1.0
    mirror_inlinks: float = 0.5
    owners: tuple[OwnerOf, ...] = ()
    hosts: tuple[HostFigures, ...] = ()


@dataclass(frozen=True)
class SelectionSettings:
    """Which pages deserve the index (canonical/selection.py): our suggestion. Weights count only beside one another;
    a score from `strong` on, from `fair` on and below make three tiers.
    """

    unique_share_weight: float = 3.0
    words_weight: float = 2.0
    inlinks_weight: float = 2.0
    clicks_weight: float = 2.0
    depth_weight: float = 1.0
    status_weight: float = 2.0
    # What counts as enough: more does not raise the score. `far`: links from the start at which depth gives nothing.
    enough_words: int = 300
    enough_inlinks: int = 20
    enough_clicks: int = 100
    far: int = 6
    strong: float = 0.6
    fair: float = 0.4


@dataclass(frozen=True)
class ReportSettings:
    """How much of the report is drawn and how tables are written."""

    language: Literal["en", "ru"] = "en"
    translated_groups: int = 20
    delimiter: str = ","
    group_pages: int = 5_000
    pair_pages_per_group: int = 30
    pair_texts_mb: int = 40


@dataclass(frozen=True)
class ReviewSettings:
    """How many pairs a review asks about, two thirds of them for the Jaccard threshold; port 0 is any free one."""

    pairs: int = 24
    port: int = 0


@dataclass(frozen=True)
class Settings:
    """All settings of one run; one field per section of the TOML file."""

    crawl: CrawlSettings = field(default_factory=CrawlSettings)
    text: TextSettings = field(default_factory=TextSettings)
    compare: CompareSettings = field(default_factory=CompareSettings)
    canonical: CanonicalSettings = field(default_factory=CanonicalSettings)
    selection: SelectionSettings = field(default_factory=SelectionSettings)
    report: ReportSettings = field(default_factory=ReportSettings)
    review: ReviewSettings = field(default_factory=ReviewSettings)

    def with_thresholds(self, jaccard: float, containment: float) -> Settings:
        """The same with other thresholds."""
        return dataclasses.replace(
            self, compare=dataclasses.replace(self.compare, jaccard=jaccard, containment=containment)
        )


# Settings that may hold passwords.
SECRET = frozenset(("user", "headers", "proxy"))
# Headers that are ours to send, or that would change what an answer means.
_OUR_HEADERS = frozenset((
    "host", "user-agent", "accept-encoding", "connection", "content-length", "content-type", "expect", "if-match",
    "if-modified-since", "if-none-match", "if-range", "if-unmodified-since", "keep-alive", "proxy-authorization",
    "proxy-connection", "range", "te", "trailer", "transfer-encoding", "upgrade",
))  # fmt: skip
_HEADER = re.compile(r"([!#$%&'*+.^_`|~0-9A-Za-z-]+)[ \t]*:[ \t]*[!-~]([\t -~]*)")  # RFC 9110, section 5

# What a value must satisfy beyond its type: (test, words for the error).
_CHECKS: dict[str, tuple[Any, str]] = {
    "rate": (lambda v: v >= 0, "0 (no pacing) or a number of requests a second"),
    "concurrency": (lambda v: 1 <= v <= 64, "a whole number from 1 to 64"),
    "shingle": (lambda v: 1 <= v <= 100, "a whole number of words from 1 to 100"),
    "shingle_unspaced": (lambda v: 0 <= v <= 100, "a whole number of letters from 0 to 100"),
    "jaccard": (lambda v: 0 < v <= 1, "a share above 0, up to 1"),
    "containment": (lambda v: 0 < v <= 1, "a share above 0, up to 1"),
    "mirror_share": (lambda v: 0 < v <= 1, "a share above 0, up to 1"),
    "strong": (lambda v: 0 < v <= 1, "a score above 0, up to 1"),
    "fair": (lambda v: 0 < v <= 1, "a score above 0, up to 1"),
    "delimiter": (lambda v: len(v) == 1 and v not in '"\r\n', "one character"),
    "base_url": (lambda v: not v or re.match(r"https?://[^/\s]", v, re.I), "a web address like https://example.com/"),
    "pairs": (lambda v: 1 <= v <= 500, "a whole number from 1 to 500"),
    "port": (lambda v: 0 <= v <= 65_535, "a port from 1 to 65535, or 0 for any free one"),
    "batch": (lambda v: 1 <= v <= 1000, "a whole number from 1 to 1000"),
    "max_url": (lambda v: v >= 20, "a whole number of characters from 20"),
    "user": (lambda v: not v or (":" in v[1:] and v.isprintable()), "NAME:PASSWORD"),
    "headers": (lambda v: all(map(_is_header, v)), "lines like 'Name: value' with a header that is not ours to send"),
    "user_agent": (lambda v: v.strip() and v.isascii() and v.isprintable(), "printable ASCII text, not empty"),
}
_POSITIVE = {
    "timeout", "deadline", "max_bytes", "page_seconds", "render_seconds", "render_memory",
    "enough_words", "enough_inlinks", "enough_clicks", "far", "status_weight",
}  # fmt: skip


def load(
    path: Path | None, flags: Mapping[str, Mapping[str, Any]], adopted: Mapping[str, Any] | None = None
) -> Settings:
    """Settings from defaults, then the TOML file, then flags ({section: {key: value}}; None = not given).

    `adopted`, thresholds of [compare] that the owner took over from a review, go before the defaults only.
    Raises ConfigError naming the file and key, with the nearest known key for a misspelt one.
    """
    settings = _override(Settings(), {"compare": adopted or {}}, "the audit file")
    if path is not None:
        settings = _override(settings, _read(path), str(path))
    return _override(settings, flags, "the command line")


def public(settings: CrawlSettings) -> dict[str, Any]:
    """The settings as they may be stored: without what may hold passwords."""
    return {name: value for name, value in dataclasses.asdict(settings).items() if name not in SECRET}


def stage_key(previous: str, *records: Any) -> str:
    """A short hash of the settings that matter to a stage and of the key of the stage before it."""
    text = json.dumps([previous, *(dataclasses.asdict(r) if dataclasses.is_dataclass(r) else r for r in records)],  # type: ignore[arg-type]
                      sort_keys=True)  # fmt: skip
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _read(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text("utf-8-sig"))
    except OSError as error:
        raise ConfigError(f"{path}: cannot be read ({error.strerror}); check the name after --config") from None
    except UnicodeDecodeError as error:
        raise ConfigError(f"{path}: byte {error.start} is not UTF-8; save the file as UTF-8") from None
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"{path}: not valid TOML: {error}") from None


def _override(settings: Settings, sections: Mapping[str, Any], where: str) -> Settings:
    known = {f.name: getattr(settings, f.name) for f in dataclasses.fields(settings)}
    changed = {}
    for section, values in sections.items():
        if section not in known:
            raise ConfigError(f"{where}: unknown section [{section}]{_nearest(section, known)}")
        if not isinstance(values, Mapping):
            raise ConfigError(f"{where}: [{section}] must be a section with keys, not {values!r}")
        record = known[section]
        fields = {f.name: f for f in dataclasses.fields(record)}
        new = {}
        for key, value in values.items():
            if key not in fields:
                raise ConfigError(f"{where}: unknown key '{key}' in [{section}]{_nearest(key, fields)}")
            if value is not None:
                new[key] = _checked(value, getattr(record, key), str(fields[key].type), f"{where}: {section}.{key}")
        changed[section] = dataclasses.replace(record, **new)
        if isinstance(chosen := changed[section], SelectionSettings) and chosen.fair > chosen.strong:
            raise ConfigError(f"{where}: selection.fair ({chosen.fair}) must not be above strong ({chosen.strong})")
    return dataclasses.replace(settings, **changed)


def _nearest(name: str, known: Mapping[str, Any]) -> str:
    close = difflib.get_close_matches(name, known, n=1, cutoff=0.5)
    return f"; did you mean '{close[0]}'?" if close else f"; known are {', '.join(known)}"


def _checked(value: Any, default: Any, annotation: str, where: str) -> Any:
    if annotation == "tuple[ContentArea, ...]":
        return _content(value, where)
    if annotation == "tuple[OwnerOf, ...]":
        return tuple(OwnerOf(host, _typed(name, "", f"{where}.{host}")) for host, name in _by_host(value, where))
    if annotation == "tuple[HostFigures, ...]":
        return tuple(_figures(host, figures, f"{where}.{host}") for host, figures in _by_host(value, where))
    value = _typed(value, default, where)
    if annotation.startswith("Literal["):
        allowed = re.findall(r"['\"](\w+)['\"]", annotation)
        if value not in allowed:
            raise ConfigError(f"{where} must be one of {', '.join(allowed)}, not {value!r}")
    key = where.rsplit(".", 1)[-1]
    test, words = _CHECKS.get(key, (None, ""))
    if test is not None and not test(value):
        raise ConfigError(f"{where} must be {words}{_not(key, value)}")
    if key in _POSITIVE and value <= 0:
        raise ConfigError(f"{where} must be above 0, not {value!r}")
    if isinstance(value, int | float) and value < 0:
        raise ConfigError(f"{where} must not be negative, not {value!r}")
    if key in ("include", "exclude"):
        _check_patterns(value, where)
    if key in ("content_include", "content_exclude"):
        _check_selectors(value, where)
    return value


def _content(tables: Any, where: str) -> tuple[ContentArea, ...]:
    """The areas of [[crawl.content]] tables."""
    if not isinstance(tables, list | tuple) or not all(isinstance(table, Mapping) for table in tables):
        raise ConfigError(f"{where} must be tables, each under a line [[{where.rpartition(': ')[2]}]], not {tables!r}")
    areas = []
    for number, table in enumerate(tables, 1):
        here = f"{where} number {number}"
        known = {f.name: () for f in dataclasses.fields(ContentArea)}
        for key in table:
            if key not in known:
                raise ConfigError(f"{here}: unknown key '{key}'{_nearest(key, known)}")
        if not isinstance(table.get("path"), str):
            raise ConfigError(f"{here}: path is missing; give a regular expression, such as path = '^/blog/'")
        _check_patterns((table["path"],), f"{here}: path")
        selectors = {}
        for key in ("include", "exclude"):
            selectors[key] = _typed(table.get(key, ()), (), f"{here}: {key}")
            _check_selectors(selectors[key], f"{here}: {key}")
        areas.append(ContentArea(table["path"], **selectors))
    return tuple(areas)


def _by_host(table: Any, where: str) -> list[tuple[str, Any]]:
    """The entries of a table by host, in order of hosts, which are written as in addresses."""
    if isinstance(table, tuple):  # a default
        return []
    if not isinstance(table, Mapping):
        raise ConfigError(f"{where} must be a table by host, such as [canonical.owners], not {table!r}")
    found = {}
    for name, value in table.items():
        host = _host_name(name)
        if not host:
            raise ConfigError(f"{where}: '{name}' is no host; write it as \"www.example.com\", in quotes")
        found[host] = value
    return sorted(found.items())


def _host_name(name: str) -> str:
    """A host name as addresses have it: lower case, Punycode; empty for what is none."""
    from ada_url import URL  # here: needed where hosts are named

    if re.search(r"[\s/:?#@]", name):
        return ""
    try:
        return str(URL(f"https://{name}/").hostname)
    except ValueError:
        return ""


def _figures(host: str, table: Any, where: str) -> HostFigures:
    known = {"iks": 0.0, "citation": 0.0}
    if not isinstance(table, Mapping):
        raise ConfigError(f"{where} must be a table such as {{ iks = 120, citation = 15 }}, not {table!r}")
    for key in table:
        if key not in known:
            raise ConfigError(f"{where}: unknown key '{key}'{_nearest(key, known)}")
    return HostFigures(host, **{key: _checked(value, 0.0, "float", f"{where}.{key}") for key, value in table.items()})


def _check_selectors(selectors: tuple[str, ...], where: str) -> None:
    for selector in selectors:
        from selectolax.lexbor import LexborHTMLParser, SelectolaxError  # here: needed where a selector is given

        try:
            LexborHTMLParser("<p>").css(selector)
        except (SelectolaxError, ValueError):
            raise ConfigError(f"{where}: '{selector}' is not a CSS selector; write it as for a style sheet") from None


def _typed(value: Any, default: Any, where: str) -> Any:
    if isinstance(default, tuple):
        values = (value,) if isinstance(value, str) else tuple(value) if isinstance(value, list | tuple) else None
        if values is None or not all(isinstance(v, str) for v in values):
            raise ConfigError(f"{where} must be a list of texts{_not(where.rsplit('.', 1)[-1], value)}")
        return values
    if isinstance(default, float) and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    if type(value) is not type(default):
        words = {bool: "true or false", int: "a whole number", float: "a number", str: "a text"}[type(default)]
        raise ConfigError(f"{where} must be {words}{_not(where.rsplit('.', 1)[-1], value)}")
    return value


def _not(key: str, value: Any) -> str:
    """The value that was refused, unless it may hold a password."""
    return "" if key in SECRET else f", not {value!r}"


def _is_header(line: str) -> bool:
    match = _HEADER.fullmatch(line)
    return match is not None and match[1].lower() not in _OUR_HEADERS


def _check_patterns(patterns: tuple[str, ...], where: str) -> None:
    for pattern in patterns:
        try:
            re.compile(pattern)
        except re.error as error:
            raise ConfigError(f"{where}: '{pattern}' is not a regular expression: {error}") from None
