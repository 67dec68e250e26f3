"""Small sites for rules: pages by their facts, made into what the pipeline would hand in."""

from dataclasses import dataclass
from datetime import UTC, datetime

from pagetwin.audits.rule import Facts, Membership
from pagetwin.canonical.state import judged
from pagetwin.model import Alternate, CanonicalLink, PageState, Probe, RobotsDirective, RobotsTxt
from pagetwin.urls import identity

E = "https://e.com"
NOW = datetime(2026, 11, 20, tzinfo=UTC)


@dataclass
class P:
    """A page of a test site; addresses that begin with / are on https://e.com."""

    url: str
    status: int | None = 200
    to: str = ""
    head: tuple[str, ...] = ()
    header: tuple[str, ...] = ()
    body: tuple[str, ...] = ()
    noindex: str = ""  # the bot that is told
    sitemap: bool = False
    outcome: str = ""
    mobile: str = ""
    group: int = 0
    keeper: bool = False
    alike: bool | None = None
    ignored: str = ""  # attributes of the canonicals in the head
    charset: str = ""  # what is said against it
    delay: int | None = None  # of a refresh
    inlinks: int = 0
    og: str = ""
    prev: str = ""
    insecure: tuple[str, ...] = ()
    fault: str = ""  # of the certificate
    title: str = ""
    description: str = ""
    amp: bool = False
    scripted: tuple[str, ...] | None = None  # canonicals in the head when scripts have run


def absolute(url: str) -> str:
    return E + url if url.startswith("/") and not url.startswith("//") else url


def meant(url: str, raw: str) -> str:
    return identity.resolve(url, raw) if raw.strip() else ""


def crawled(number: int, p: P, id_of: dict[str, int]) -> PageState:
    url = absolute(p.url)
    by_status = "redirect" if p.to else "ok" if p.status == 200 else "http_error"
    return PageState(
        id=number, url=url, key=identity.key(url), status=p.status,
        outcome=p.outcome or by_status,  # type: ignore[arg-type]
        redirect_to=id_of.get(identity.key(absolute(p.to))) if p.to else None,
        canonicals=tuple(
            CanonicalLink(where, raw, meant(url, raw), p.ignored if where == "head" else "")  # type: ignore[arg-type]
            for where in ("head", "header", "body") for raw in getattr(p, where)
        ),
        robots=(RobotsDirective("meta", p.noindex, "noindex"),) if p.noindex else (),
        alternates=(Alternate("head", "only screen", p.mobile, p.mobile),) if p.mobile else (),
        in_sitemap=p.sitemap, charset_conflict=p.charset, refresh_delay=p.delay, inlinks=p.inlinks,
        og_url=absolute(p.og), prev=id_of.get(identity.key(absolute(p.prev))) if p.prev else None, amp=p.amp,
        insecure=len(p.insecure), insecure_url=p.insecure[0] if p.insecure else "", tls_fault=p.fault,
        title=p.title, description=p.description,
    )  # fmt: skip


def probe(
    kind: str, page: str, asked: str, status: int = 200, same: bool | None = None, settled: bool = False
) -> Probe:
    return Probe(E + "/", kind, absolute(page), absolute(asked), status, same=same, settled=settled)  # type: ignore[arg-type]


def robots(*lines: str) -> RobotsTxt:
    return RobotsTxt(E, f"{E}/robots.txt", 200, "ok", "text/plain", "\n".join(lines).encode())


def site(*given: P | Probe | RobotsTxt | str) -> Facts:
    """Facts as the pipeline would hand them in. Ids follow the order of keys. Words tell of the crawl."""
    pages = [p for p in given if isinstance(p, P)]
    ordered = sorted(pages, key=lambda p: identity.key(absolute(p.url)))
    id_of = {identity.key(absolute(p.url)): n for n, p in enumerate(ordered)}
    states = {n: judged(crawled(n, p, id_of), id_of, NOW) for n, p in enumerate(ordered)}
    members = {n: p.group for n, p in enumerate(ordered) if p.group}
    keepers = {p.group: n for n, p in enumerate(ordered) if p.keeper}
    is_open = {g: sum(states[n].indexability == "indexable" for n in members if members[n] == g) for g in keepers}
    groups = {n: Membership(g, keepers[g], is_open[g] < 2) for n, g in members.items()}
    return Facts(
        states, groups, {n: p.alike for n, p in enumerate(ordered) if p.alike is not None},
        followed="followed" in given, sitemaps_whole="torn" not in given,
        probes=tuple(p for p in given if isinstance(p, Probe)),
        robots={r.origin: r for r in given if isinstance(r, RobotsTxt)},
        rendered={
            n: (states[n].canonicals, tuple(CanonicalLink("head", raw, absolute(raw)) for raw in p.scripted))
            for n, p in enumerate(ordered) if p.scripted is not None
        },
    )  # fmt: skip


ANY_ERROR, ANY_WARNING, ANY_INFO = {("any", "error")}, {("any", "warning")}, {("any", "info")}
SPLIT = {("google", "warning"), ("yandex", "error")}
KEEP = P("/a", group=1, keeper=True)
