"""Small sites with hreflang, made by hand: what pages say, and the facts that the pipeline would hand to the rules."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from pagetwin.audits.hreflang import build
from pagetwin.audits.rule import Facts
from pagetwin.canonical.state import judged
from pagetwin.model import Alternate, Annotation, CanonicalLink, PageState, RobotsDirective
from pagetwin.urls import identity

E = "https://e.com"
Said = dict[str, str] | tuple[tuple[str, str], ...]  # code: address; several of one code as a tuple


@dataclass
class P:
    """A page of a test site; addresses that begin with / are on https://e.com."""

    url: str
    head: Said = ()
    header: Said = ()
    sitemap: Said = ()
    body: Said = ()
    status: int | None = 200
    outcome: str = ""
    to: str = ""
    delay: int | None = None
    canonical: str = ""
    noindex: str = ""  # the bot that is told
    mobile: str = ""
    lang: str = ""
    listed: bool = False  # in a sitemap
    inlinks: int = 0
    attrs: str = ""
    more: dict[str, Any] = field(default_factory=dict)  # of PageState


def absolute(url: str) -> str:
    return E + url if url.startswith("/") and not url.startswith("//") else url


def annotations(p: P, number: int) -> list[Annotation]:
    """What a page says, its links in lines of their own."""
    found = []
    for source in ("head", "header", "sitemap", "body"):
        said = getattr(p, source)
        for line, (code, raw) in enumerate(said.items() if isinstance(said, dict) else said, 1):
            url = identity.resolve(absolute(p.url), absolute(raw)) if raw else ""
            found.append(Annotation(number, source, code, absolute(raw), url, line, p.attrs))  # type: ignore[arg-type]
    return found


def state(p: P, number: int, id_of: dict[str, int]) -> PageState:
    url, canonical = absolute(p.url), absolute(p.canonical)
    by_status = "redirect" if p.to and p.delay is None else "ok" if p.status == 200 else "http_error"
    page = PageState(
        number, url, identity.key(url), p.status, p.outcome or by_status,  # type: ignore[arg-type]
        redirect_to=id_of.get(identity.key(absolute(p.to))) if p.to else None, refresh_delay=p.delay,
        canonicals=(CanonicalLink("head", canonical, canonical),) if canonical else (),
        robots=(RobotsDirective("meta", p.noindex, "noindex"),) if p.noindex else (),
        alternates=(Alternate("head", "only screen", p.mobile, p.mobile),) if p.mobile else (),
        in_sitemap=p.listed or bool(p.sitemap), inlinks=p.inlinks, lang=p.lang, **p.more,
    )  # fmt: skip
    return judged(page, id_of, datetime(2026, 11, 20, tzinfo=UTC))


def facts(*pages: P, nearly_same: Callable[..., Any] | None = None, **more: Any) -> Facts:
    """Facts as the pipeline would hand them in. Ids follow the order of keys."""
    ordered = sorted(pages, key=lambda p: identity.key(absolute(p.url)))
    id_of = {identity.key(absolute(p.url)): n for n, p in enumerate(ordered)}
    said = [a for n, p in enumerate(ordered) for a in annotations(p, n)]
    if nearly_same is not None:
        more["nearly_same"] = nearly_same
    graph = build(said, id_of, len(ordered))
    return Facts({n: state(p, n, id_of) for n, p in enumerate(ordered)}, hreflang=graph, **more)


def address(found: Facts, node: int) -> str:
    """The key of a node without the host of the tests."""
    key = found.pages[node].key if node < found.hreflang.pages else found.hreflang.unseen[node - found.hreflang.pages]
    return key.removeprefix(E)
