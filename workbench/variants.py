"""`pagetwin variants`: the addresses that may show the same page, what engines document, and what the site answers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime

from ..config import CrawlSettings
from ..errors import SiteError, UsageError
from ..progress import Progress
from ..reports.cells import Cell
from ..reports.language import N_, Code, Language
from ..urls import identity, twins
from ..urls.twins import Twin
from .asking import Asker, ask
from .documented import ADVICE, NAMES, ODDITIES, OPEN, VERDICTS
from .judging import Seen, judge, settle
from .output import Format, table

LISTED = ("kind", "address", "code", "advice", "source")
PROBED = ("kind", "address", "status", "target", "canonical", "jaccard", "verdict", "code", "advice", "source")
_HEADS = (N_("kind"), N_("address"), N_("status"), N_("leads to"), N_("text"), N_("verdict"))


def page_of(url: str, main: str) -> identity.Spelling:
    """The page in its main spelling. Raises UsageError for what is no address or no spelling."""
    try:
        wanted = twins.main_spelling(main)
    except ValueError as error:
        raise UsageError(
            f"--main: '{error}' does not fit; give https or http, www or no-www, slash or no-slash, parted by commas"
        ) from None
    read = identity.read(url)
    if not read.url:
        shown = identity.without_credentials(url)
        raise UsageError(f"'{shown}' is no web address; give one like https://example.com/catalog/")
    return read._replace(url=twins.spelt(read.url, wanted))


def listing(page: identity.Spelling, kind: Format, code: Code) -> str:
    """The twins of a page, no request sent."""
    language = Language(code)
    found = twins.twins(page.url)
    if kind != "text":
        return table(LISTED, ((twin.kind, twin.url, *_advice(twin, language)) for twin in found), kind)
    rows = [(language._(NAMES[twin.kind]), twin.url) for twin in found]
    columns = tuple(map(language._, _HEADS[:2]))
    return "\n".join((*_head(page, language), table(columns, rows, kind), *_foot(found, language), ""))


def probe(page: identity.Spelling, settings: CrawlSettings, progress: Progress) -> tuple[str, list[Seen]]:
    """Ask for each twin; the address of the page that they are compared with, at the end of its redirects, and them.

    Raises SiteError when that page gives no text.
    """

    async def work(asker: Asker) -> tuple[str, list[Seen]]:
        ours, texts = await asker.end(page.url)
        if ours.status != 200 or not (texts.main or texts.body).strip():
            why = ours.note or "it has no text"
            raise SiteError(f"{ours.url}: {why}; without the page there is nothing to compare its variants with")
        if identity.key(ours.url) != identity.key(page.url):
            progress.say(f"{page.url} redirects to {ours.url}, which is taken as the page")
        now = datetime.now(UTC)
        main, seen = twins.spelt(ours.url, twins.Main()), []
        for twin in progress.over(twins.twins(main), "variants"):
            if twin.key == identity.key(main):
                seen.append(Seen(twin, "same_address"))
            else:
                seen.append(judge(twin, main, texts, *await asker.page(twin.url), now))
        return main, settle(seen)

    return ask(page.url, settings, progress, work)


def probed(page: identity.Spelling, main: str, seen: Sequence[Seen], kind: Format, code: Code) -> str:
    """The table of what was answered."""
    language = Language(code)
    if kind != "text":
        return table(PROBED, (_row(one, language) for one in seen), kind)
    rows = [
        (
            language._(NAMES[one.twin.kind]), one.twin.url, one.status, one.target or one.canonical,
            "" if one.same is None else language._("the same") if one.same else language._("another"),
            "; ".join(filter(None, (language._(VERDICTS[one.verdict]), one.note))),
        )
        for one in seen
    ]  # fmt: skip
    columns = tuple(map(language._, _HEADS))
    todo = [one.twin for one in seen if one.verdict in OPEN]
    lines = [*_head(page._replace(url=main), language), table(columns, rows, kind)]
    if todo:
        lines += [language._("To set up:"), *_foot(todo, language)]
    else:
        lines.append(language._("Nothing to set up for the addresses that were asked."))
    return "\n".join((*lines, ""))


def _row(one: Seen, language: Language) -> tuple[Cell, ...]:
    code, advice, source = _advice(one.twin, language)
    if one.verdict not in OPEN:
        code, advice = "nothing", language._(VERDICTS[one.verdict])
    return (
        one.twin.kind, one.twin.url, one.status, one.target or None, one.canonical or None, one.jaccard, one.verdict,
        code, "; ".join(filter(None, (advice, one.note))), source,
    )  # fmt: skip


def _advice(twin: Twin, language: Language) -> tuple[str, str, str]:
    found = ADVICE[twin.kind]
    return found.code, language._(found.sentence), found.source


def _head(page: identity.Spelling, language: Language) -> Iterator[str]:
    yield language._("Page: %(url)s", url=page.url)
    yield from (language._(ODDITIES[odd]) for odd in page.oddities)
    yield ""


def _foot(found: Sequence[Twin], language: Language) -> Iterator[str]:
    """The advice for each kind, once."""
    for kind in dict.fromkeys(twin.kind for twin in found):
        advice = ADVICE[kind]
        yield f"{language._(NAMES[kind])}: {language._(advice.sentence)}"
        yield f"    {advice.source}"
