"""The report folder: static pages that open from disk and ask no network for anything.

Page texts reach a page through autoescape alone; only figures and sentences of our own are put in as markup. A content
security policy in every page forbids all but the style sheet and the scripts beside it.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any

import jinja2

from ..config import Settings
from ..errors import UsageError
from ..progress import Progress
from . import data, data_groups, group_pages, start, words
from .data import Site
from .data_groups import Group
from .language import Language
from .show import address, shorten

_OURS = re.compile(r"groups/\d+\.html|pairs/\d+-\d+\.html|groups(-\d+)?\.html")
LIST_ROWS = 1_000  # groups on one page of the list: under 1 MB even with long addresses


def write(connection: sqlite3.Connection, folder: Path, settings: Settings, progress: Progress) -> None:
    """Write the report of the audit behind `connection` (read only) to `folder`, over an older one if there is one.

    Raises UsageError when the folder cannot be written, AuditFileError when there is nothing to report on.
    """
    site = data.site(connection, settings.compare)
    groups = data_groups.groups(connection)
    paged = groups[: settings.report.group_pages]
    language = Language(settings.report.language)
    try:
        out = _Folder(folder, _environment(language, site, paged))
        out.static()
        out.page("index.html", "index.html.j2", start.values(connection, site, groups, paged, language))
        _list(out, groups, paged)
        most = group_pages.pairs_per_group(paged, site.compared, settings.report.pair_pages_per_group)
        for group in progress.over(paged, "report", len(paged)):
            pages = group_pages.pages(connection, site, group, most, settings.text.yo_is_e, language)
            for name, template, values in pages:
                out.page(name, template, values)
        out.tidy()
    except OSError as error:
        where, why = error.filename or folder, error.strerror
        advice = "check the folder and the space on the disk, then run this again"
        raise UsageError(f"{where}: the report cannot be written ({why}); {advice}") from None


class _Folder:
    """The folder that is written, and what was written to it."""

    def __init__(self, folder: Path, environment: jinja2.Environment) -> None:
        self._folder, self._environment = folder, environment
        self._written: set[str] = set()
        for name in ("", "groups", "pairs"):
            (folder / name).mkdir(parents=True, exist_ok=True)

    def page(self, name: str, template: str, values: dict[str, Any]) -> None:
        """Render one page; `name` is its path in the folder."""
        section = "index.html" if name == "index.html" else "groups.html"
        text = self._environment.get_template(template).render(values, root="../" * name.count("/"), section=section)
        (self._folder / name).write_text(text, "utf-8", errors="replace", newline="\n")
        self._written.add(name)

    def static(self) -> None:
        """Style sheet and scripts; those of the review are none of the report's."""
        for source in files("pagetwin.templates").joinpath("static").iterdir():
            if not source.name.startswith("review."):
                (self._folder / source.name).write_bytes(source.read_bytes())

    def tidy(self) -> None:
        """Remove pages of an older report that this one does not have; nothing else."""
        for pattern in ("groups/*.html", "pairs/*.html", "groups-*.html", "groups.html"):
            for path in self._folder.glob(pattern):
                name = path.relative_to(self._folder).as_posix()
                if name not in self._written and _OURS.fullmatch(name):
                    path.unlink()


def _environment(language: Language, site: Site, paged: Sequence[Group]) -> jinja2.Environment:
    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("pagetwin", "templates"), autoescape=True, undefined=jinja2.StrictUndefined,
        auto_reload=False,
    )  # fmt: skip
    with_page = {group.id for group in paged}
    nav = [("index.html", language._("Overview"))] + ([("groups.html", language._("Groups"))] if paged else [])
    environment.globals.update(
        code=language.code, _=language._, n_=language.n_, m_=language.m_, mn_=language.mn_, num=language.num,
        dec=language.dec, pct=language.pct, short=language.short, date=language.date, site=site, nav=nav,
        address=lambda url: address(url, site.origin), has_page=lambda group: group.id in with_page,
        left_name=lambda code: words.left_out(code, language),
        section_name=lambda name: start.section_name(name, language),
        state_name=_namer(words.STATES, language), kind_name=_namer(words.KINDS, language),
        role_name=_namer(words.ROLES, language), source_name=_namer(words.SOURCES, language),
        probe_name=_namer(words.PROBES, language),
    )  # fmt: skip
    environment.filters["shorten"] = shorten
    return environment


def _namer(table: dict[str, str], language: Language) -> Callable[[str], str]:
    return lambda code: words.name(table, code, language)


def _list(out: _Folder, groups: Sequence[Group], paged: Sequence[Group]) -> None:
    """The list of groups, LIST_ROWS on a page."""
    starts = range(0, len(paged), LIST_ROWS)
    names = [(f"groups-{n}.html" if n > 1 else "groups.html", str(n)) for n, _ in enumerate(starts, 1)]
    for (name, _), first in zip(names, starts, strict=True):
        out.page(name, "groups.html.j2", {
            "here": name, "pages": names, "total": len(groups), "groups": paged[first : first + LIST_ROWS],
            "left": len(groups) - len(paged),
        })  # fmt: skip
