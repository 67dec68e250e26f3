"""The comparison of two texts as one page that needs no other file and no network."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import jinja2

from ..reports import draw, sides
from ..reports.atomic import replacing
from ..reports.language import Code, Language
from .comparing import DISCLAIMER, Compared

_PASSAGES = 200  # drawn


def write(found: Compared, path: Path, code: Code) -> None:
    """Write the page, whole or not at all. Raises UsageError naming a file that cannot be written."""
    with replacing(path, "utf-8") as file:
        file.write(page(found, code))


def page(found: Compared, code: Code) -> str:
    """The page as HTML; both texts reach it through autoescape alone."""
    language = Language(code)
    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("pagetwin", "templates"), autoescape=True, undefined=jinja2.StrictUndefined
    )
    rows, cut = sides.cut(sides.rows(found.side))
    places, words_a, words_b = sides.passages(found.side)
    score = found.score
    return environment.get_template("compare.html.j2").render(
        code=language.code, _=language._, n_=language.n_, num=language.num, dec=language.dec, pct=language.pct,
        style=files("pagetwin.templates").joinpath("static", "style.css").read_text("utf-8"),
        found=found, score=score, rows=rows, cut=cut, disclaimer=language._(DISCLAIMER),
        figure_overlap=draw.overlap(score.shared, score.size_a, score.size_b, language),
        figure_ribbon=draw.ribbon(words_a, words_b, places[:_PASSAGES], language) if places else "",
    )  # fmt: skip
