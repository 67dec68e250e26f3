"""The pages of a review: values for the templates."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import jinja2

from ..model import Answer, Counts
from ..reports import sides, words
from ..reports.language import N_, Code, Language
from ..reports.show import address, lang, shorten
from ..similarity.blocks import without_blocks
from . import pages
from .chart import chart
from .choose import MEASURES, Measure
from .fit import Band, Fit, bands
from .pages import kind_of
from .session import MORE, Item, Session
from .work import Job, Work

ANSWERS: tuple[tuple[Answer, str, str], ...] = (
    ("same", N_("Same"), N_("one of them is enough")),
    ("different", N_("Different"), N_("both have a purpose")),
    ("unsure", N_("Unsure"), N_("leave it out")),
)
STALE = {
    "gone": N_("a page is no longer among those that are compared"),
    "changed": N_("a page has changed since"),
    "lost": N_("the text that was judged is no longer in the audit file"),
}
STAGES = {
    "text": N_("Reading the texts"),
    "compare": N_("Comparing"),
    "canonical": N_("Choosing the pages to keep"),
    "audit": N_("Judging"),
    "report": N_("Writing the report"),
}
LANGUAGES: tuple[tuple[Code, str], ...] = (("en", "English"), ("ru", "Русский"))
_STALE_SHOWN = 20


@dataclass(frozen=True, slots=True)
class Figure:
    """The answers about one measure."""

    title: str
    svg: str
    bands: tuple[Band, ...]
    clear: int


def environment(language: Language, session: Session, root: str) -> jinja2.Environment:
    """Templates in one language. `root` is the path that all addresses of the review begin with."""
    made = jinja2.Environment(
        loader=jinja2.PackageLoader("pagetwin", "templates"), autoescape=True, undefined=jinja2.StrictUndefined,
        auto_reload=False,
    )  # fmt: skip
    origin = session.site.origin
    made.globals.update(
        code=language.code, _=language._, n_=language.n_, m_=language.m_, mn_=language.mn_, num=language.num,
        dec=language.dec, pct=language.pct, date=language.date, root=root, host=session.site.host,
        address=lambda url: address(url, origin), languages=LANGUAGES,
        answers=[(value, language._(name), language._(about)) for value, name, about in ANSWERS],
        stale_name=lambda code: words.name(STALE, code, language),
    )  # fmt: skip
    made.filters["shorten"] = shorten
    return made


def pair(session: Session, number: int) -> dict[str, Any]:
    """One pair, side by side. Nothing tells how similar the pages are."""
    item = session.items[number]
    a, b = session.pages(item)
    kind = kind_of(a, b)
    blocks = session.site.blocks if kind == "body" else frozenset()
    text_a, text_b = (without_blocks(pages.text(session.connection, page.hash(kind)) or "", blocks) for page in (a, b))
    side, shortened = sides.compared(
        text_a, text_b, session.site.shingle, session.reading, session.site.shingle_unspaced
    )
    rows, cut = sides.cut(sides.rows(side))
    return {
        "n": number, "item": item, "a": a, "b": b, "kind": kind, "shingle": session.site.shingle,
        "rows": rows, "cut": cut or shortened, "lang_a": lang(a.lang), "lang_b": lang(b.lang),
        "moved": len(side.moved), **_progress(session),
    }  # fmt: skip


def result(session: Session, work: Work, language: Language) -> dict[str, Any]:
    """What the answers so far say."""
    proposed, site = session.proposal(), session.site
    jaccard, containment = session.points("jaccard"), session.points("containment")
    now = (site.jaccard, site.containment)
    then = (proposed.jaccard, proposed.containment) if proposed else now
    settled, fits = then == now, proposed.fits if proposed else {}
    return {
        "p": proposed, "now": now, "settled": settled, "more": MORE, "fits": list(fits.items()),
        "unjudged": [measure for measure in MEASURES if fits and measure not in fits],
        "clear": len(jaccard) + len(containment), "unsure": _unsure(session.items),
        "alike": {same for _, same in (*jaccard, *containment)},
        "figures": [
            figure for figure in (
                _figure("jaccard", jaccard, site.jaccard, fits.get("jaccard"), language),
                _figure("containment", containment, site.containment, fits.get("containment"), language),
            ) if figure.clear
        ],
        "counts": _counts(session.counts(), None if settled else work.given.get(then), language),
        "just_adopted": work.adopted == now,
        "busy": work.busy, "adopting": work.adopting, "failed": work.failed,
        "stale": session.stale[:_STALE_SHOWN], "more_stale": max(len(session.stale) - _STALE_SHOWN, 0),
        "carried": session.carried, **_progress(session),
    }  # fmt: skip


def wish(session: Session, work: Work) -> Job | None:
    """What has to be computed for the result as it is."""
    proposed = session.proposal()
    if proposed is None:
        return None
    then = (proposed.jaccard, proposed.containment)
    known = then in work.given or then == (session.site.jaccard, session.site.containment)
    return None if known else Job("preview", then)


def progress(work: Work, language: Language) -> dict[str, Any]:
    """How far the running job is, for the page that waits."""
    name = words.name(STAGES, work.stage, language)
    return {"busy": work.busy, "stage": name, "done": work.done, "total": work.total or 0}


def _progress(session: Session) -> dict[str, Any]:
    shown = len(session.items)
    return {
        "items": session.items, "total": session.total, "left": session.total - len(session.answered),
        "unseen": session.total - shown, "finished": session.finished,
    }  # fmt: skip


def _unsure(items: Sequence[Item]) -> int:
    return sum(item.label is not None and item.label.label == "unsure" for item in items)


def _figure(
    measure: Measure, points: Sequence[tuple[float, bool]], now: float, fit: Fit | None, language: Language
) -> Figure:
    title = language._("Jaccard") if measure == "jaccard" else language._("Containment")
    label = language._("Your answers by similarity") + ": " + title
    svg = chart(points, now, fit.threshold if fit else None, language, label) if points else ""
    return Figure(title, svg, tuple(bands(points)), len(points))


def _counts(now: Counts, then: Counts | None, language: Language) -> list[tuple[str, int, int | None]]:
    names = (language._("Pairs"), language._("Groups"), language._("Pages in groups"), language._("Largest group"))
    keys = ("pairs", "groups", "pages", "largest")
    return [(name, getattr(now, key), getattr(then, key, None)) for name, key in zip(names, keys, strict=True)]
