"""Rules on what the site answers to spellings of its addresses that nobody should use (crawler/probes.py)."""

from __future__ import annotations

from collections.abc import Iterator

from ..model import PageState, ProbeKind
from .rule import N_, Facts, Hit, rule

# What is said of each kind of spelling, and what to set up.
_SAID: dict[ProbeKind, str] = {
    "scheme": N_("%(related)s answers 200 with the text of %(url)s; redirect (301) every http address to https"),
    "www": N_(
        "%(related)s answers 200 with the text of %(url)s; redirect (301) the host with www to the one without, or the "
        "other way round"
    ),
    "slash": N_(
        "%(related)s answers 200 with the text of %(url)s; redirect (301) to one spelling, with or without the final "
        "slash"
    ),
    "index_file": N_("%(related)s answers 200 with the text of %(url)s; redirect (301) index files to their folder"),
    "upper_case": N_(
        "%(related)s answers 200 with the text of %(url)s; redirect (301) to the lower-case spelling, or answer 404"
    ),
    "double_slash": N_(
        "%(related)s answers 200 with the text of %(url)s; redirect (301) doubled slashes to single ones, or answer 404"
    ),
    "unknown_parameter": N_(
        "%(related)s answers 200 with the text of %(url)s; let each page name itself as canonical, without parameters "
        "that it does not know"
    ),
    "tracking": N_(
        "%(related)s answers 200 with the text of %(url)s; let each page name itself as canonical, without tracking "
        "parameters"
    ),
}


@rule("site-answers-variants", ("any", "warning"))
def variants(facts: Facts) -> Iterator[Hit]:
    """The site answers another spelling of an address with the same page. One page of each section was tried.

    Why: Each spelling is an address of its own for an engine: links are shared among them, and robots lose time.
    Fix: Redirect the other spellings to the one that is meant (301), for all pages at once.
    Source: https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls
    Fires: /a/ shows a page, and /A/ answers 200 with the same text.
    Silent: The spelling redirects or answers 404; or it names the page as its canonical; or its text is another one.
    """
    pages = _by_key(facts)
    for probe in facts.probes:
        page = pages.get(probe.page)
        if page is not None and probe.kind in _SAID and probe.same and not probe.settled:
            yield Hit(page, _SAID[probe.kind], probe.asked)


@rule("site-answers-missing", ("any", "warning"))
def missing(facts: Facts) -> Iterator[Hit]:
    """The site answers 200 to an address that does not exist. One made-up address of each section was tried.

    Why: Engines index what answers 200; an error page has to answer 404 or 410.
    Fix: Let the server answer 404 or 410 with the error page.
    Source: https://developers.google.com/search/docs/crawling-indexing/http-network-errors
    Fires: /docs/pagetwin-1a2b3c answers 200.
    Silent: It answers 404 or 410, or redirects.
    """
    for probe in facts.probes:
        if probe.kind == "missing" and probe.status == 200:
            here = [page for page in facts.read if page.key.startswith(probe.page)]
            if here:
                said = N_("%(related)s, made up in the section of %(url)s, answers 200; let it answer 404")
                yield Hit(here[0], said, probe.asked)


def _by_key(facts: Facts) -> dict[str, PageState]:
    wanted = {probe.page for probe in facts.probes}
    return {page.key: page for page in facts.pages.values() if page.key in wanted}
