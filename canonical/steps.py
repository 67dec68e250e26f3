"""Where the signals of one address lead it, by the documented rules of one engine, and why others are not honoured.

Google: redirects (https://developers.google.com/search/docs/crawling-indexing/301-redirects) and rel=canonical
(.../consolidate-duplicate-urls). Yandex: rel=canonical (https://yandex.ru/support/webmaster/ru/robot-workings/canonical),
duplicates (.../double) and Clean-param (.../clean-param). What neither documents is said in a note and not decided
against the owner's signal; that an address which engines cannot show carries no page is our reading for Google.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from ..model import CanonicalLink, PageState, SearchEngine
from ..urls import cleanparam, identity, parameters
from ..urls.robotstxt import Policy

Kind = Literal["CASE_HOST", "CANONIZE", "MIRROR", "OWNER"]
By = Literal[
    "host", "redirect", "refresh", "canonical", "clean_param", "tracking", "loop", "mirror", "settings", "main"
]
Note = Literal[
    "", "temporary", "not_documented", "target_not_read", "in_body", "attributes", "empty", "unreadable", "several",
    "page_noindex", "page_blocked", "other_host", "other_protocol", "target_redirects", "target_error",
    "target_noindex", "target_blocked", "chain", "texts_differ", "loop", "main_leads_elsewhere", "more",
]  # fmt: skip
ENGINES: tuple[SearchEngine, ...] = ("google", "yandex")

READ = frozenset(("ok", "not_modified", "not_html"))  # outcomes of which head or header can be judged
_UNREAD = frozenset(("timeout", "error", "challenge", "too_large"))  # says nothing of what an engine would get
_HOST = re.compile(r"(?:https?:)?//(?:[^/?#@]*@)?([^/?#]*)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Step:
    """One signal of an address. `by` is what says so, `to` where it leads (the owner's name for OWNER).

    One that is not `honoured` says why in `note`; of others a note tells what is worth knowing.
    """

    kind: Kind
    by: By
    to: str
    honoured: bool = True
    note: Note = ""


@dataclass(frozen=True)
class Site:
    """What steps need to know of all addresses of a crawl.

    `pages` stand at the place of their id. `outside` gives the target of a redirect that no address of the crawl is, by
    page id. `alike`: whether the texts of two pages that were both compared meet a threshold. `clean` are the
    Clean-param rules of each origin's robots.txt, `policies` what that lets each engine ask.
    """

    pages: Sequence[PageState]
    outside: Mapping[int, str] = field(default_factory=dict)
    alike: Mapping[tuple[int, int], bool] = field(default_factory=dict)
    clean: Mapping[str, Sequence[cleanparam.Rule]] = field(default_factory=dict)
    policies: Mapping[str, Mapping[SearchEngine, Policy]] = field(default_factory=dict)

    def may_ask(self, engine: SearchEngine, url: str) -> bool:
        """Whether the robot of an engine may ask an address; yes where the robots.txt of its origin was not seen."""
        policy = self.policies.get(origin(url), {}).get(engine)
        return policy is None or policy.allowed(url)


class Reader:
    """The signals of the addresses of a site. An id beyond the pages is an address that was not asked for."""

    def __init__(self, site: Site) -> None:
        self.site, self.pages = site, site.pages
        self.id_of = {page.key: page.id for page in site.pages}
        self._urls: list[str] = [url_of(page) for page in site.pages]

    def url(self, number: int) -> str:
        """The address of an id, its host in the one spelling."""
        return self._urls[number]

    def number(self, url: str) -> int:
        """The id of an address; a new one for what is none of the crawl."""
        key = identity.key(url)
        if key not in self.id_of:
            self.id_of[key] = len(self._urls)
            self._urls.append(url)
        return self.id_of[key]

    def page(self, number: int) -> PageState | None:
        """The page of an id that was asked for."""
        return self.pages[number] if number < len(self.pages) else None

    def steps(self, page: PageState, engine: SearchEngine) -> list[Step]:
        """What was not honoured, and the step that is, last; without one the address stays.

        An engine that may not ask an address sees none of its signals, and Disallow goes before Clean-param.
        """
        steps = self._steps(page, engine)
        if steps and not self.site.may_ask(engine, page.key):
            return [replace(step, honoured=False, note="page_blocked") for step in steps if step.kind == "CANONIZE"]
        return steps

    def _steps(self, page: PageState, engine: SearchEngine) -> list[Step]:
        cleaned = self._clean_param(page) if engine == "yandex" and "?" in page.key else []
        if cleaned:
            return cleaned
        if page.outcome in ("redirect", "stub"):
            return self._redirect(page, engine)
        refused: list[Step] = []
        if page.outcome in READ:
            if page.canonicals:
                refused = self._canonical(page, engine)
                if refused and refused[-1].honoured:
                    return refused
            if engine == "yandex" and "?" in page.key:
                refused += self._tracking(page)
        return refused

    def _redirect(self, page: PageState, engine: SearchEngine) -> list[Step]:
        """Google takes 301, 308 and a refresh at once for permanent, all else for no signal. Yandex names 301 and 302,
        and does not say what else it follows.
        """
        target = self.site.outside.get(page.id, "") if page.redirect_to is None else self.url(page.redirect_to)
        if not target:
            return []
        if page.outcome == "stub":
            step = Step("CANONIZE", "refresh", target)
            if page.refresh_delay:
                return [replace(step, honoured=False, note="temporary")]
            return [step if engine == "google" else replace(step, note="not_documented")]
        step = Step("CANONIZE", "redirect", target)
        if engine == "google":
            return [step if page.status in (301, 308) else replace(step, honoured=False, note="temporary")]
        return [step if page.status in (301, 302) else replace(step, note="not_documented")]

    def _canonical(self, page: PageState, engine: SearchEngine) -> list[Step]:
        refused = []
        named: dict[str, CanonicalLink] = {}
        for link in page.canonicals:
            note = _unread(link, engine)
            if note:
                refused.append(Step("CANONIZE", "canonical", _shown(link), False, note))
            else:
                named.setdefault(page.key if link.url == page.url else identity.key(link.url), link)
        if len(named) > 1:
            several = (Step("CANONIZE", "canonical", _shown(link), False, "several") for link in named.values())
            return [*refused, *several]
        for key, link in named.items():
            if key != page.key:
                honoured, note = self._verdict(page, key, engine)
                to = _shown(link)
                step = Step("CANONIZE", "canonical", to, honoured, note)
                if honoured and _is_spelled_otherwise(link.raw.strip(), to):
                    return [*refused, Step("CASE_HOST", "host", to), step]
                return [*refused, step]
        return refused

    def _verdict(self, page: PageState, key: str, engine: SearchEngine) -> tuple[bool, Note]:
        """Whether the one canonical of a page, which is another address, is honoured."""
        if engine in page.denied:
            return False, "page_noindex"
        if engine == "yandex":
            if page.key.partition("://")[2].partition("/")[0] != key.partition("://")[2].partition("/")[0]:
                return False, "other_host"
            if page.key.partition(":")[0] != key.partition(":")[0]:
                return False, "other_protocol"
        number = self.id_of.get(key, len(self.pages))
        target = self.page(number)
        if not self.site.may_ask(engine, key) or (target and target.outcome == "blocked_by_robots"):
            return engine == "google", "target_blocked"  # Google does not say that it passes such a canonical over
        if target is None or target.outcome in _UNREAD or target.status == 429:
            return True, "target_not_read"
        if engine == "google":
            return self._verdict_of_google(target)
        return self._verdict_of_yandex(page, target)

    def _verdict_of_google(self, target: PageState) -> tuple[bool, Note]:
        if target.outcome in ("http_error", "soft_404"):
            return False, "target_error"
        return (False, "target_noindex") if "google" in target.denied else (True, "")

    def _verdict_of_yandex(self, page: PageState, target: PageState) -> tuple[bool, Note]:
        if target.outcome in ("redirect", "stub"):
            return False, "target_redirects"
        if target.outcome in ("http_error", "soft_404"):
            return False, "target_error"
        if "yandex" in target.denied:
            return False, "target_noindex"
        if any(not _unread(link, "yandex") and identity.key(link.url) != target.key for link in target.canonicals):
            return False, "chain"
        if self.site.alike.get((page.id, target.id)) is False:
            return False, "texts_differ"
        return True, ""

    def _clean_param(self, page: PageState) -> list[Step]:
        own = self.url(page.id)
        cleaned = cleanparam.cleaned(own, self.site.clean.get(origin(page.key), ()))
        return [self._without("clean_param", cleaned)] if cleaned != own else []

    def _tracking(self, page: PageState) -> list[Step]:
        """Yandex may drop utm_*, ysclid and yrclid where they change nothing: the texts must not speak against it."""
        own = self.url(page.id)
        bare = parameters.without(own, parameters.dropped_by_yandex)
        if bare == own:
            return []
        step = self._without("tracking", bare)
        if self.site.alike.get((page.id, self.id_of.get(identity.key(bare), -1))) is False:
            return [replace(step, honoured=False, note="texts_differ")]
        return [step]

    def _without(self, by: By, url: str) -> Step:
        asked = self.id_of.get(identity.key(url), len(self.pages)) < len(self.pages)  # targets outside have ids too
        return Step("CANONIZE", by, url, note="" if asked else "target_not_read")


def origin(url: str) -> str:
    """Scheme, host and port of an identity key, or of another address whose host is in that spelling."""
    return url[: url.index("/", 8)]


def url_of(page: PageState) -> str:
    """The address of a page with its host as in the key."""
    own = origin(page.key)
    return page.url if page.url.startswith(f"{own}/") else own + identity.path_and_query(page.url)


def pairs_to_compare(pages: Sequence[PageState], main_of: Mapping[str, str]) -> list[tuple[int, int]]:
    """The pairs whose likeness `Site.alike` is asked for: a page and its canonical, itself without what Yandex drops,
    and itself on the main host.
    """
    id_of = {page.key: page.id for page in pages}
    found = []
    for page in pages:
        others = [] if page.canonical is None else [page.canonical]
        if "?" in page.key:
            bare = parameters.without(page.key, parameters.dropped_by_yandex)
            others.append(id_of.get(bare, page.id))
        host = origin(page.key)
        if host in main_of:
            others.append(id_of.get(main_of[host] + page.key[len(host) :], page.id))
        found += [(page.id, other) for other in others if other != page.id]
    return found


def _shown(link: CanonicalLink) -> str:
    return identity.without_credentials(link.url.partition("#")[0] or link.raw)


def _is_spelled_otherwise(raw: str, url: str) -> bool:
    """Whether an address as written spells its host in another way than `url`, which it was read as."""
    written = _HOST.match(raw)
    return written is not None and written[1] != url.split("/", 3)[2]


def _unread(link: CanonicalLink, engine: SearchEngine) -> Note:
    """Why a canonical is not read at all; of attributes that make it another link, only Google speaks."""
    if link.source == "body":
        return "in_body"
    if link.ignored and engine == "google":
        return "attributes"
    if not link.raw.strip():
        return "empty"
    return "" if link.url and identity.key(link.url) else "unreadable"
