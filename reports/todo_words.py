"""The tasks of todo.py in words: what, why, where it is changed, and which file or page of the report lists it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass

from .language import N_, Language
from .todo import Code, Task
from .todo_facts import THIN_SHARE, THIN_WORDS

_Words = str | tuple[str, str]  # two: plural forms of `n`, the pages or, where groups are spoken of, the groups


@dataclass(frozen=True, slots=True)
class Line:
    """A task as the start page shows it. `href` is empty where no page of the report has it; `file` stands in the
    audit's folder, `only` says which of its rows. `clicks` is None where none are known."""

    code: Code
    title: str
    why: str
    where: str
    href: str
    file: str
    only: str
    pages: int
    unit: str
    clicks: int | None


# title, why, where, file, rows of the file
_TASKS: dict[Code, tuple[str, _Words, str, str, str]] = {
    "unseen": (
        N_("Let the audit see the whole site"),
        (N_("%(n)s address gave no answer. What was not seen cannot be judged: all numbers here may be too small."),
         N_("%(n)s addresses gave no answer. What was not seen cannot be judged: all numbers here may be too small.")),
        N_("server, settings of the crawl"), "csv/pages.csv", "outcome",
    ),
    "unread": (
        N_("Mend the sitemaps that could not be read"),
        (N_("%(n)s sitemap gave no address, so the pages that it names were not seen."),
         N_("%(n)s sitemaps gave no address, so the pages that they name were not seen.")),
        N_("sitemap"), "", "",
    ),
    "shells": (
        N_("Run the scripts of pages that are empty without them"),
        (N_("%(n)s page shows its text in a browser only, so it was not compared. Start the audit with --render "
            "shells."),
         N_("%(n)s pages show their text in a browser only, so they were not compared. Start the audit with --render "
            "shells.")),
        N_("settings of the crawl"), "csv/pages.csv", "outcome = shell",
    ),
    "charset": (
        N_("Name one encoding on each page"),
        (N_("On %(n)s page header, meta and bytes disagree. A text that is read wrongly is compared wrongly."),
         N_("On %(n)s pages header, meta and bytes disagree. A text that is read wrongly is compared wrongly.")),
        N_("server, page head"), "csv/findings.csv", "charset-conflict",
    ),
    "spellings": (
        N_("Answer under one spelling of each address"),
        N_("The same page answers under another protocol, host, slash or in capitals. One rule with a redirect (301) "
           "settles all pages at once."),
        N_("server: redirects"), "csv/clusters.csv", "cause = address variant",
    ),
    "redirects": (
        N_("Repair redirects"),
        N_("Some go in a circle, by detours, or only for a time, so that the old address may stay in search. Lead each "
           "straight to its page (301)."),
        N_("server: redirects"), "csv/findings.csv", "redirect-*",
    ),
    "missing": (
        N_("Answer 404 where there is no page"),
        (N_("%(n)s address answers 200 though there is nothing. Error pages that do so all say the same."),
         N_("%(n)s addresses answer 200 though there is nothing. Error pages that do so all say the same.")),
        N_("server"), "csv/pages.csv", "outcome = soft_404",
    ),
    "stubs": (
        N_("Replace meta refresh by redirects"),
        (N_("%(n)s page only says that it has moved. A redirect (301) tells search engines so at once."),
         N_("%(n)s pages only say that they have moved. A redirect (301) tells search engines so at once.")),
        N_("server: redirects"), "csv/pages.csv", "outcome = stub",
    ),
    "https": (
        N_("Repair what makes Google prefer http"),
        (N_("%(n)s https address has an invalid certificate, redirects to http, or loads scripts and the like over "
            "http."),
         N_("%(n)s https addresses have an invalid certificate, redirect to http, or load scripts and the like over "
            "http.")),
        N_("server, templates"), "csv/findings.csv", "https-*",
    ),
    "parameters": (
        N_("Settle the parameters that change nothing"),
        N_("The same page answers under addresses with other parameters. Let each name the plain address as canonical "
           "and link to that; for Yandex, list the parameters in Clean-param."),
        N_("page head, links, robots.txt"), "csv/clusters.csv", "cause = parameters, address variant",
    ),
    "canonical-broken": (
        N_("Repair canonicals that engines pass over"),
        (N_("On %(n)s page the canonical is doubled, out of place, or names an address that cannot be kept."),
         N_("On %(n)s pages the canonical is doubled, out of place, or names an address that cannot be kept.")),
        N_("page head"), "csv/findings.csv", "canonical-*",
    ),
    "canonical-mixed": (
        N_("Settle canonicals that contradict each other"),
        (N_("In %(n)s group the members name different pages, so that no engine can follow them all."),
         N_("In %(n)s groups the members name different pages, so that no engine can follow them all.")),
        N_("page head"), "csv/clusters.csv", "canonical",
    ),
    "copies": (
        N_("Redirect exact copies to the page to keep"),
        (N_("%(n)s page says word for word what another one says under another address."),
         N_("%(n)s pages say word for word what another one says under another address.")),
        N_("server: redirects"), "csv/clusters.csv", "cause = same text",
    ),
    "versions": (
        N_("Let versions for print, AMP and mobile name the ordinary page"),
        (N_("%(n)s page is a version for another use. Visitors may need it, search does not."),
         N_("%(n)s pages are versions for another use. Visitors may need them, search does not.")),
        N_("page head"), "csv/clusters.csv", "cause = print version, AMP version, mobile version",
    ),
    "folders": (
        N_("Keep each page in one folder"),
        (N_("%(n)s page stands in a second folder, such as a product in two categories. Let it name the other as "
            "canonical."),
         N_("%(n)s pages stand in a second folder, such as a product in two categories. Let them name the other as "
            "canonical.")),
        N_("page head, links"), "csv/clusters.csv", "cause = two folders",
    ),
    "hosts": (
        N_("Keep each page on one host"),
        (N_("%(n)s page stands on another host, too. Redirect it, or give it a text of its own: Yandex ignores a "
            "canonical to another host."),
         N_("%(n)s pages stand on another host, too. Redirect them, or give them texts of their own: Yandex ignores a "
            "canonical to another host.")),
        N_("server: redirects, or texts"), "csv/clusters.csv", "cause = another host",
    ),
    "translations": (
        N_("Translate pages that are not translated"),
        (N_("%(n)s page says under one language what another says under its own. Translate it, or let it name the "
            "original as canonical."),
         N_("%(n)s pages say under one language what others say under their own. Translate them, or let them name the "
            "originals as canonical.")),
        N_("texts, page head"), "csv/clusters.csv", "cause = translation missing",
    ),
    "template": (
        N_("Give alike pages text of their own, or fold them: %(section)s"),
        (N_("%(n)s page nearly repeats another. Decide which deserve a page of their own before you set canonicals."),
         N_("%(n)s pages nearly repeat each other. Decide which deserve a page of their own before you set "
            "canonicals.")),
        N_("page template, texts"), "csv/clusters.csv", "cause = template, similar text",
    ),
    "contained": (
        N_("Fold pages that stand inside another page"),
        (N_("The text of %(n)s page stands almost whole in a longer one. Redirect it there, or say what only it can."),
         N_("The text of %(n)s pages stands almost whole in a longer one. Redirect them there, or say what only they "
            "can.")),
        N_("texts, redirects"), "csv/clusters.csv", "cause = contained",
    ),
    "thin": (
        N_("Add to thin pages, or fold them"),
        (N_("%(n)s page is in no group, yet has under %(words)s words or under %(share)s of text of its own."),
         N_("%(n)s pages are in no group, yet have under %(words)s words or under %(share)s of text of their own.")),
        N_("texts"), "csv/pages.csv", "words, unique_share",
    ),
    "undecided": (
        N_("Let the pages that stay alike name the page to keep"),
        (N_("In %(n)s group each page names itself or none names any, so each engine picks for itself. Decide on "
            "texts first."),
         N_("In %(n)s groups each page names itself or none names any, so each engine picks for itself. Decide on "
            "texts first.")),
        N_("page head"), "csv/clusters.csv", "advice",
    ),
    "sitemap": (
        N_("List in the sitemap only pages to keep"),
        (N_("It lists %(n)s address that redirects, fails, is noindex, doubled, or names another page as canonical."),
         N_("It lists %(n)s addresses that redirect, fail, are noindex, doubled, or name another page as canonical.")),
        N_("sitemap"), "csv/findings.csv", "sitemap-url-*",
    ),
    "links": (
        N_("Link to every page, and list every page"),
        (N_("%(n)s page is found by the sitemap alone or by links alone."),
         N_("%(n)s pages are found by the sitemap alone or by links alone.")),
        N_("internal links, sitemap"), "csv/findings.csv", "orphan-page, sitemap-missing-page",
    ),
}  # fmt: skip
_PROBED = frozenset(("spellings", "parameters"))
_ANCHORS: dict[Code, str] = {
    "unseen": "left", "unread": "sources", "shells": "left", "missing": "left", "stubs": "left",
}  # fmt: skip
_BY_GROUPS = frozenset(("canonical-mixed", "undecided"))
_UNITS: dict[Code, tuple[str, str]] = {
    "unseen": (N_("%(n)s address"), N_("%(n)s addresses")),
    "unread": (N_("%(n)s sitemap"), N_("%(n)s sitemaps")),
    "missing": (N_("%(n)s address"), N_("%(n)s addresses")),
    "redirects": (N_("%(n)s address"), N_("%(n)s addresses")),
    "sitemap": (N_("%(n)s address"), N_("%(n)s addresses")),
}


def lines(
    tasks: Sequence[Task],
    language: Language,
    names: Mapping[str | None, str],
    paged: Set[int],
    anchors: Set[str],
    lists: Set[str],
) -> Iterator[Line]:
    """The tasks in words. `names` are those of the sections, `paged` the groups that have a page, `anchors` the
    sections of the start page that are there, `lists` the list pages of the report."""
    for task in tasks:
        title, why, where, file, only = _TASKS[task.code]
        if task.code in _PROBED and not task.groups:  # known by the probes of the server alone
            file, only = "csv/findings.csv", "site-answers-variants"
        n = task.groups if task.code in _BY_GROUPS else task.pages
        values = {"words": language.num(THIN_WORDS), "share": language.pct(THIN_SHARE)}
        yield Line(
            task.code, language._(title, section=names.get(task.section, "")),
            language._(why) if isinstance(why, str) else language.n_(*why, n, **values), language._(where),
            _href(task, file, paged, anchors, lists), file, only, task.pages,
            language.n_(*_UNITS.get(task.code, ("%(n)s page", "%(n)s pages")), task.pages), task.clicks,
        )  # fmt: skip


def _href(task: Task, file: str, paged: Set[int], anchors: Set[str], lists: Set[str]) -> str:
    """Where the report shows what the task is about: one group, a list, or a part of the start page."""
    anchor = "probes" if task.code in _PROBED else _ANCHORS.get(task.code, "")
    if task.group in paged and (task.groups == 1 or task.code == "template"):
        return f"groups/{task.group}.html"
    if task.groups and paged:
        return "groups.html"
    if anchor in anchors:
        return f"#{anchor}"
    page = file.removeprefix("csv/").replace(".csv", ".html")
    return page if page in lists else ""
