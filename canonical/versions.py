"""The stored versions of a page over crawls: which one is the last, and what became of the page since.

A crawl says one of three things of an address: it is a page, it is none (an error, a redirect, a file), or nothing
(no answer, not asked). What says nothing changes nothing, so a server that was down for a day makes no page vanish.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from typing import Literal

from ..model import UNANSWERED, Outcome

Change = Literal["new", "changed", "unchanged", "vanished", "came back", "no page", "unknown"]
CHANGES: tuple[Change, ...] = Change.__args__  # type: ignore[attr-defined]
_PAGE: tuple[Outcome, ...] = ("ok", "not_modified")


@dataclass(frozen=True, slots=True)
class Content:
    """What can change on a page, as stored: hashes of both texts, what the head says, JSON lists for the last two."""

    main: bytes | None = None
    body: bytes | None = None
    title: str = ""
    description: str = ""
    lang: str = ""
    canonical: str = "[]"
    robots: str = "[]"


@dataclass(frozen=True, slots=True)
class Version:
    """What one crawl stored of an address. `dated` is when, ISO 8601; `redirect_to` empty where it leads nowhere."""

    crawl: int
    dated: str
    status: int | None
    outcome: Outcome
    content: Content = Content()
    words: int = 0
    redirect_to: str = ""

    @property
    def is_page(self) -> bool:
        """Whether a page was there."""
        return self.outcome in _PAGE

    @property
    def is_silent(self) -> bool:
        """Whether the answer says nothing of the page: none came, or one to the pace or the name of the crawler."""
        return self.outcome in UNANSWERED or self.status == 429


@dataclass(frozen=True, slots=True)
class History:
    """An address over crawls. `before` and `last` are the two versions that `change` speaks of, None where there is
    none; `what` names the parts that changed. The days are those of the crawls: first and last seen as a page, and
    when its text or head was last found to be another one ('' where it was never a page).
    """

    change: Change
    before: Version | None
    last: Version | None
    what: tuple[str, ...] = ()
    first_seen: str = ""
    last_seen: str = ""
    last_changed: str = ""
    seen: int = 0


def history(versions: Sequence[Version], crawl: int) -> History:
    """What crawl `crawl` makes of an address after all crawls before it; `versions` are in the order of crawls."""
    telling = [v for v in versions if not v.is_silent and v.crawl <= crawl]
    now = next((v for v in telling if v.crawl == crawl), None)
    before = next((v for v in reversed(telling) if v.crawl < crawl), None)
    pages = [v for v in telling if v.is_page]
    change, what = _change(before, now, was_page=any(v.crawl < crawl for v in pages))
    return History(
        change, before, now, what,
        pages[0].dated if pages else "", pages[-1].dated if pages else "", _last_changed(pages), len(pages),
    )  # fmt: skip


def _change(before: Version | None, now: Version | None, *, was_page: bool) -> tuple[Change, tuple[str, ...]]:
    if now is None:
        return "unknown", ()
    if not now.is_page:
        return ("vanished" if before is not None and before.is_page else "no page"), ()
    if before is None or not before.is_page:
        return ("came back" if was_page else "new"), ()
    what = changed(before.content, now.content)
    return ("changed" if what else "unchanged"), what


def changed(before: Content, now: Content) -> tuple[str, ...]:
    """The parts in which two versions differ: `text`, then the fields of the head.

    The main text counts where both have one. Else the body does: a page whose main text could not be told from its
    furniture is judged by all of it.
    """
    whole = None in (before.main, now.main)
    text = (before.body, now.body) if whole else (before.main, now.main)
    head = [f.name for f in fields(Content)[2:] if getattr(before, f.name) != getattr(now, f.name)]
    return (*(("text",) if text[0] != text[1] else ()), *head)


def _last_changed(pages: Iterable[Version]) -> str:
    """The day of the first version that is like the last one and all between; a page's first day counts as a change."""
    dated, content = "", None
    for version in pages:
        if content is None or changed(content, version.content):
            dated = version.dated
        content = version.content
    return dated
