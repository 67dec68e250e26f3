"""Rules on robots meta elements and X-Robots-Tag: what they say, to whom, and where the engines read them otherwise."""

from __future__ import annotations

from collections.abc import Iterator

from ..model import PageState, RobotsDirective, SearchEngine
from ..urls.robotsmeta import ALLOW, BOTS, DENY, KNOWN, read
from .rule import N_, Facts, Hit, rule


def _for(page: PageState, engine: SearchEngine) -> list[RobotsDirective]:
    return [directive for directive in page.robots if directive.bot in BOTS[engine]]


def _said(directives: list[RobotsDirective]) -> frozenset[str]:
    return frozenset().union(*(read(directive.content).words for directive in directives))


@rule("robots-meta-conflict", ("any", "warning"))
def conflict(facts: Facts) -> Iterator[Hit]:
    """A page says to one engine that it may be indexed, and that it may not.

    Why: Google takes the word that forbids, Yandex in the page itself the word that allows.
    Fix: Leave the word that is meant.
    Source: https://yandex.ru/support/webmaster/en/controlling-robot/meta-robots
    Fires: <meta name=robots content=index> and <meta name=robots content=noindex>.
    Silent: Two elements that both say noindex.
    """
    for page in facts.read:
        if not page.robots:
            continue
        said = [_said(_for(page, engine)) for engine in BOTS]
        if any(words & ALLOW and words & DENY for words in said):
            states: dict[str, str | int] = {e: "noindex" if e in page.denied else "index" for e in BOTS}
            message = N_("%(url)s says both index and noindex: Google reads %(google)s, Yandex %(yandex)s")
            yield Hit(page, message, values=states)


@rule("robots-meta-none", ("any", "info"))
def none(facts: Facts) -> Iterator[Hit]:
    """A page says none.

    Why: It means noindex and nofollow, and is sometimes taken for "no restrictions".
    Fix: Write noindex, nofollow if that is meant; if not, take it away.
    Source: https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag
    Fires: <meta name=robots content=none>.
    Silent: <meta name=robots content="noindex, nofollow">.
    """
    for page in facts.read:
        if any("none" in read(directive.content).words for directive in page.robots):
            yield Hit(page, N_("%(url)s says none, which means noindex and nofollow"))


@rule("robots-meta-bot-only", ("any", "info"))
def bot_only(facts: Facts) -> Iterator[Hit]:
    """A page is closed to one search engine alone.

    Why: It stays in the other; sometimes that is not known.
    Fix: Nothing, if it is meant. To close the page to all, say it to robots.
    Source: https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag
    Fires: <meta name=googlebot content=noindex>.
    Silent: <meta name=robots content=noindex>.
    """
    for page in facts.read:
        named = {d.bot for d in page.robots if d.bot != "robots" and not DENY.isdisjoint(read(d.content).words)}
        bots = sorted(named & (BOTS["google"] | BOTS["yandex"]))
        if len(bots) == 1 and len(page.denied) == 1:
            said = N_("%(url)s is closed to %(bot)s alone")
            yield Hit(page, said, verdicts=((page.denied[0], "info"),), values={"bot": bots[0]})


@rule("robots-meta-header-vs-html", ("any", "warning"))
def header_vs_html(facts: Facts) -> Iterator[Hit]:
    """Header and page differ in whether the page may be indexed.

    Why: One of them is forgotten when the other is changed; engines add them up.
    Fix: Say it in one place.
    Source: https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag
    Fires: X-Robots-Tag: noindex, and <meta name=robots content=index>.
    Silent: Both say noindex, or only one of them says anything of indexing.
    """
    for page in facts.read:
        header, meta = ([d for d in page.robots if d.source == source] for source in ("header", "meta"))
        if not header or not meta:
            continue
        words = [_said(directives) & (DENY | ALLOW) for directives in (header, meta)]
        if all(words) and bool(words[0] & DENY) != bool(words[1] & DENY):
            values: dict[str, str | int] = {"header": ", ".join(sorted(words[0])), "meta": ", ".join(sorted(words[1]))}
            said = N_("The header of %(url)s says %(header)s, the page itself %(meta)s")
            yield Hit(page, said, values=values)


@rule("robots-meta-unavailable-past", ("google", "warning"))
def unavailable_past(facts: Facts) -> Iterator[Hit]:
    """The day is over after which a page asks not to be shown.

    Why: Google takes the page out of search from then on.
    Fix: If it is still of use, take unavailable_after away or name a later day.
    Source: https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag
    Fires: unavailable_after: 2020-01-01.
    Silent: A day in the future.
    """
    for page in facts.read:
        dates = [read(directive.content).until for directive in _for(page, "google")]
        over = [until for until in dates if until is not None and facts.now is not None and until < facts.now]
        if over:
            said = N_("%(url)s asked not to be shown after %(day)s")
            yield Hit(page, said, values={"day": min(over).date().isoformat()})


@rule("robots-meta-unavailable-invalid", ("google", "warning"))
def unavailable_invalid(facts: Facts) -> Iterator[Hit]:
    """The date of unavailable_after cannot be read.

    Why: Google ignores it, and the page stays in search.
    Fix: Write it as 2027-03-01 or in the manner of RFC 822.
    Source: https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag
    Fires: unavailable_after: next week.
    Silent: unavailable_after: 2027-03-01.
    """
    for page in facts.read:
        bad = next((d for d in _for(page, "google") if read(d.content).bad_date), None)
        if bad is not None:
            said = N_("The date in %(url)s cannot be read: %(content)s")
            yield Hit(page, said, values={"content": bad.content[:200]})


@rule("robots-meta-in-body", ("any", "info"))
def in_body(facts: Facts) -> Iterator[Hit]:
    """A robots meta element stands outside the head.

    Why: Google honours it there, too; Yandex documents the head alone.
    Fix: Move it into the head.
    Source: https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag
    Fires: <body><meta name=robots content=noindex>.
    Silent: The same element in the head.
    """
    for page in facts.read:
        if any(directive.in_body for directive in page.robots):
            yield Hit(page, N_("%(url)s has a robots meta element outside its head"))


@rule("robots-meta-unknown", ("any", "warning"))
def unknown(facts: Facts) -> Iterator[Hit]:
    """A word is none that an engine documents.

    Why: It is ignored; most are slips, like no-index.
    Fix: Write the word that was meant, or take it away.
    Source: https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag
    Fires: <meta name=robots content="no-index">.
    Silent: noindex, max-snippet:50, index, follow.
    """
    for page in facts.read:
        words = {word.partition(":")[0].strip() for d in page.robots for word in read(d.content).words}
        strange = sorted(words - KNOWN - {""})
        if strange:
            said = N_("%(url)s has robots directives that no engine documents: %(words)s")
            yield Hit(page, said, values={"words": ", ".join(strange)[:200]})


RULES = (
    conflict, none, bot_only, header_vs_html, unavailable_past, unavailable_invalid, in_body, unknown,
)  # fmt: skip
