"""The report folder: static pages that open from disk and ask no network for anything.

Page texts reach a page through autoescape alone; only figures and sentences of our own are put in as markup. A content
security policy in every page forbids all but the style sheet and the scripts beside it.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, cast

import jinja2

from .. import processes
from ..config import Settings, TextSettings
from ..errors import UsageError
from ..progress import Progress
from . import data, data_groups, group_pages, hreflang, lists, methods, reviewed, rule_help, sentences, start, words
from .chunks import FOLDER, Chunks
from .data import Site
from .data_groups import Group
from .folding import Translated
from .language import NAMES, Code, Language
from .show import address, shorten

_OURS = re.compile(
    r"groups/\d+\.html|pairs/(?:\d+|answer)-\d+\.html|groups(-\d+)?\.html|(pages|pairs?|findings|hreflang)\.html|data/[a-z-]+-\d+\.js"
)
_Switch = Callable[[str], dict[Code, str]]  # of a page's name: where it stands in other languages, from the folder
Nav = Sequence[tuple[str, str]]  # (address from the folder, name) of the pages that every page leads to
Tools = Callable[[Code, Nav], str]  # the page of the tools in a language
_TRANSLATED_PAIRS = 5  # of each group, in the other language: pair pages take most of a report's time
_BATCH = 20  # groups that a process writes the pages of at a time
_WORTH = 300  # groups for each process from which on it pays to start them: a start costs as much as 200
TOOLS = "tools.html"


def write(
    connection: sqlite3.Connection, folder: Path, settings: Settings, progress: Progress, tools: Tools | None = None
) -> None:
    """Write the report of the audit behind `connection` (read only) to `folder`, over an older one if there is one.

    It stands there in the language of the settings, and in the other language in `folder`/ru or `folder`/en: there with
    pages for the first groups and pairs alone, so that a site does not take twice the time. Each page leads to the same
    one in the other language; where it has none, a pair to its group, all else to the start page.
    `tools` makes a page that stands beside; every page leads to it.

    Raises UsageError when the folder cannot be written, AuditFileError when there is nothing to report on.
    """
    site = data.site(connection, settings.compare)
    groups = data_groups.groups(connection)
    paged = groups[: settings.report.group_pages]
    known = start.facts(connection, site, groups)
    answers = reviewed.read(connection)
    chosen, limit = settings.report.language, settings.report.translated_groups
    audit = connection.execute("SELECT file FROM pragma_database_list WHERE name = 'main'").fetchone()[0]

    def in_language(
        code: Code, folder: Path, paged: Sequence[Group], pairs: group_pages.Pairs, switch: _Switch
    ) -> frozenset[str]:
        language = Language(code)
        environment = _environment(language, site, paged, all_lists.listed, tools is not None, answers)
        out = _Folder(folder, environment, switch)
        out.static()
        listed, up = frozenset(all_lists.listed), "" if code == chosen else "../"
        first = start.values(connection, site, groups, paged, language, known, listed, f"{up}../rules/")
        out.page("index.html", "index.html.j2", first)
        out.page("methods.html", "methods.html.j2", methods.values(connection, settings, language))
        for page in lists.pages(all_lists, connection, site, paged, up, settings.text.yo_is_e, language):
            out.page(*page)
        for page in reviewed.pages(connection, site, answers, settings.text, language):
            out.page(*page)
        if tools:
            out.text(TOOLS, tools(code, out.nav))
        work = _GroupPages(
            audit, folder, code, site, paged, all_lists.listed, tools is not None, pairs, settings.text, switch
        )
        batches = [paged[at : at + _BATCH] for at in range(0, len(paged), _BATCH)]
        progress.start("report", len(paged))
        workers = processes.worth(len(paged), _WORTH, settings.crawl.workers)
        for batch, names in zip(batches, processes.over(work.writer, batches, workers), strict=True):
            progress.advance(len(batch))
            out.written |= names
        return out.tidy(chunks.names if code == chosen else frozenset())

    with _written(folder):
        chunks = Chunks(folder)
        all_lists = lists.write(connection, chunks, site, groups, settings.report)
        pairs = group_pages.pairs(paged, site.compared, settings.report.pair_pages_per_group, all_lists.held)
        others = [code for code in NAMES if code != chosen and limit]
        fewer = pairs._replace(most=min(pairs.most, _TRANSLATED_PAIRS))
        has = {code: in_language(code, folder / code, paged[:limit], fewer, partial(_back, chosen)) for code in others}
        for code in NAMES.keys() - has.keys():
            _remove(folder / code, frozenset())
        in_language(chosen, folder, paged, pairs, partial(_others, has))


def write_hreflang(connection: sqlite3.Connection, folder: Path, settings: Settings) -> Path:
    """The page of hreflang alone, of an audit that compared no texts: in the language of the settings in `folder`, in
    the other one in a folder below. Gives back where it is.

    Raises UsageError when the folder cannot be written, AuditFileError when there is nothing to report on.
    """
    site, chosen = data.site(connection, settings.compare), settings.report.language
    with _written(folder):
        views = hreflang.write(connection, (chunks := Chunks(folder)), site.origin)
        for code in sorted(NAMES, key=lambda code: code == chosen):  # the last one tidies the folder of all
            mine = code == chosen
            up = "" if mine else "../"
            others = {other: {hreflang.NAME} for other in NAMES.keys() - {code}}
            switch: _Switch = partial(_others, others) if mine else partial(_back, chosen)
            language = Language(code)
            environment = _environment(language, site, (), (), tools=False)
            environment.globals.update(nav=[], home=hreflang.NAME)
            out = _Folder(folder if mine else folder / code, environment, switch, ())
            out.static()
            values = hreflang.values(connection, views, up, f"{up}../rules/", language)
            rules = list(rule_help.summary(connection, language))
            out.page(hreflang.NAME, "hreflang.html.j2", {**values, "alone": True, "rules": rules})
            out.tidy(chunks.names if mine else frozenset())
    return folder / hreflang.NAME


@contextmanager
def _written(folder: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        where, why = error.filename or folder, error.strerror
        advice = "check the folder and the space on the disk, then run this again"
        raise UsageError(f"{where}: the report cannot be written ({why}); {advice}") from None


def _back(code: Code, name: str) -> dict[Code, str]:
    return {code: f"../{name}"}


def _others(has: Mapping[Code, Set[str]], name: str) -> dict[Code, str]:
    return {code: f"{code}/{_nearest(name, names)}" for code, names in has.items()}


def _nearest(name: str, names: Set[str]) -> str:
    """The page of another language that says what `name` says, or comes closest."""
    group = re.sub(r"pairs/(\d+)-\d+", r"groups/\1", name)
    return next((each for each in (name, group) if each in names), "index.html")


@dataclass(frozen=True)
class _GroupPages:
    """All that the pages of groups hang on, to be sent to another process; `audit` is the path of the audit file."""

    audit: str
    folder: Path
    code: Code
    site: Site
    paged: Sequence[Group]
    listed: Sequence[str]
    tools: bool
    pairs: group_pages.Pairs
    reading: TextSettings
    switch: _Switch

    def writer(self) -> Callable[[Sequence[Group]], Set[str]]:
        """What writes the pages of some groups and gives back their names."""
        language = Language(self.code)
        environment = _environment(language, self.site, self.paged, self.listed, self.tools)

        def write(groups: Sequence[Group]) -> Set[str]:
            out = _Folder(self.folder, environment, self.switch)
            with closing(sqlite3.connect(f"{Path(self.audit).as_uri()}?mode=ro", uri=True)) as connection:
                for group in groups:
                    for page in group_pages.pages(connection, self.site, group, self.pairs, self.reading, language):
                        out.page(*page)
            return out.written

        return write


class _Folder:
    """The folder that is written, and what was written to it."""

    def __init__(
        self, folder: Path, environment: jinja2.Environment, switch: _Switch, parts: Sequence[str] = ("groups", "pairs")
    ) -> None:
        self._folder, self._environment, self._switch = folder, environment, switch
        self.written: set[str] = set()
        for name in ("", *parts):
            (folder / name).mkdir(parents=True, exist_ok=True)

    def page(self, name: str, template: str, values: dict[str, Any]) -> None:
        """Render one page; `name` is its path in the folder."""
        folder = name.partition("/")[0]
        section = f"{folder}.html" if folder != name else "pairs.html" if name == "pair.html" else name
        text = self._environment.get_template(template).render(
            values, root="../" * name.count("/"), section=section, switch=self._switch(name)
        )
        self.text(name, text)

    def text(self, name: str, text: str) -> None:
        """Write a page that is rendered already."""
        (self._folder / name).write_bytes(text.encode("utf-8", "replace"))
        self.written.add(name)

    @property
    def nav(self) -> Nav:
        """The pages that every page leads to."""
        return cast("Nav", self._environment.globals["nav"])

    def static(self) -> None:
        """Style sheet and scripts."""
        for source in _static():
            (self._folder / source.name).write_bytes(source.read_bytes())
            self.written.add(source.name)

    def tidy(self, others: Set[str]) -> frozenset[str]:
        """The names of all that was written, also of `others`. What an older report had beside it is removed."""
        written = frozenset(self.written | others)
        _remove(self._folder, written)
        return written


def _static() -> Iterator[Traversable]:
    """Style sheet and scripts; those of the review are none of the report's."""
    found = files("pagetwin.templates").joinpath("static").iterdir()
    return (source for source in found if not source.name.startswith("review."))


def _remove(folder: Path, keep: Set[str]) -> None:
    """Remove what a report has written there but for `keep`, and the folders that it leaves empty; nothing else."""
    for pattern in ("*/*.html", "data/*.js", "*.html"):
        for path in folder.glob(pattern):
            name = path.relative_to(folder).as_posix()
            if name not in keep and _OURS.fullmatch(name):
                path.unlink()
    if not keep:
        for name in ("index.html", "methods.html", TOOLS, *(source.name for source in _static())):
            (folder / name).unlink(missing_ok=True)
        for name in ("groups", "pairs", FOLDER, "."):
            with suppress(OSError):  # the owner's own files are in it, or there is none
                (folder / name).rmdir()


def _environment(
    language: Language,
    site: Site,
    paged: Sequence[Group],
    listed: Sequence[str],
    tools: bool,
    answers: Sequence[reviewed.Reviewed] = (),
) -> jinja2.Environment:
    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("pagetwin", "templates"), autoescape=True, undefined=jinja2.StrictUndefined,
        auto_reload=False, extensions=[Translated],
    )  # fmt: skip
    environment.policies["json.dumps_kwargs"] = {"ensure_ascii": False}  # Russian takes a third of the room so
    with_page = {group.id for group in paged}
    nav = [("index.html", language._("Overview"))]
    nav += [(name, language._(lists.TITLES[name])) for name in listed]
    nav.append(("methods.html", language._("Methods")))
    if tools:
        nav.append((TOOLS, language._("Tools")))
    environment.globals.update(
        code=language.code, _=language._, n_=language.n_, m_=language.m_, mn_=language.mn_, num=language.num,
        dec=language.dec, pct=language.pct, short=language.short, date=language.date, site=site, nav=nav,
        address=lambda url: address(url, site.origin), has_page=lambda group: group.id in with_page,
        left_name=lambda code: words.left_out(code, language),
        section_name=lambda name: start.section_name(name, language),
        state_name=_namer(words.STATES, language), kind_name=_namer(words.KINDS, language),
        role_name=_namer(words.ROLES, language), source_name=_namer(words.SOURCES, language),
        probe_name=_namer(words.PROBES, language),
        answer_name=_namer(reviewed.ANSWERS, language), answers=answers,
        note=lambda text: sentences.note(text, language),
        language_name=NAMES, home="index.html",
    )  # fmt: skip
    environment.filters["shorten"] = shorten
    environment.globals["m"] = environment.get_template("macros.html.j2").module  # once, not on each page
    return environment


def _namer(table: dict[str, str], language: Language) -> Callable[[str], str]:
    return lambda code: words.name(table, code, language)
