"""Which facts and texts stand for a page that was opened in a browser. Pure."""

from __future__ import annotations

import dataclasses

from ..model import Fetch, Outcome, Page, Render, Texts

# Of these a browser has made no page.
_NO_BETTER: frozenset[Outcome] = frozenset(("shell", "empty", "error", "not_html"))


def as_fetch(fetch: Fetch, html: str) -> Fetch:
    """What a browser holds as an answer that can be read like one."""
    headers = tuple((name, value) for name, value in fetch.headers if name != "content-type")
    body = html.encode("utf-8", "replace")
    return dataclasses.replace(fetch, headers=(*headers, ("content-type", "text/html; charset=utf-8")), body=body)


def judged(render: Render) -> tuple[Page, Texts]:
    """The rendered side of a page that was a shell and has become more; the raw side of all others.

    Robots directives of both sides hold: an engine that reads noindex in what the server sends need not render.
    """
    raw, page = render.raw, render.page
    if raw.outcome not in ("shell", "empty"):
        return raw, render.raw_texts
    if page.outcome in _NO_BETTER:
        return noted(raw, f"rendered, and still {page.outcome}", render.note), render.raw_texts
    said = "" if page.charset_conflict else page.note  # a browser writes UTF-8, whatever the page declares
    new = dataclasses.replace(
        page,
        note="; ".join(filter(None, ("rendered", render.note, said))),
        seconds=raw.seconds,
        size=raw.size,
        content_type=raw.content_type,
        charset=raw.charset,
        charset_conflict=raw.charset_conflict,
        robots=tuple(dict.fromkeys(raw.robots + page.robots)),
    )
    return new, render.texts


def redirected(page: Page, target: str) -> Page:
    """A shell whose scripts lead elsewhere is a redirect, at once (so Google takes it); any other page stays."""
    if page.outcome not in ("shell", "empty"):
        return noted(page, f"its scripts lead to {target}")
    said = f"redirects by script to {target}"
    return dataclasses.replace(page, outcome="stub", note=said, redirect_to=target, refresh_delay=0)


def noted(page: Page, *notes: str) -> Page:
    """The page with more said about it."""
    return dataclasses.replace(page, note="; ".join(filter(None, (page.note, *notes))))
