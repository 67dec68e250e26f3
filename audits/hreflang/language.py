"""Rules on the language of pages: what the HTML says of it, texts that were not translated, folders with gaps."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from urllib.parse import urlsplit

import numpy as np

from ...model import PageState
from ..rule import N_, Facts, Hit, rule
from .codes import meaning
from .edges import contains, rows
from .graph import Longs
from .spots import by_page, hit, url

SIBLINGS, SHARE = 3, 0.8  # our suggestion: so many other pages of a folder, and so many of them, tell what is usual
_PAGES = ("ok", "not_modified")
_FOLDER = re.compile(r"[a-z]{2}(?:[-_][a-z]{2,4})?")
# A language of two or three letters with what may follow it, or a private tag (RFC 5646, section 2.1). Longer languages
# are foreseen there, but none is registered.
_TAG = re.compile(
    r"(?:[a-z]{2,3}(?:-[a-z]{3}){0,3}(?:-[a-z]{4})?(?:-(?:[a-z]{2}|\d{3}))?(?:-(?:[a-z\d]{5,8}|\d[a-z\d]{3}))*"
    r"(?:-[a-wyz\d](?:-[a-z\d]{2,8})+)*(?:-x(?:-[a-z\d]{1,8})+)?|x(?:-[a-z\d]{1,8})+|i-[a-z]{2,8})",
    re.IGNORECASE,
)


def _self_languages(facts: Facts) -> dict[int, list[str]]:
    """The languages that pages list themselves under."""
    entries, codes = facts.hreflang.entries, facts.hreflang.codes
    language = facts.hreflang.languages
    own = facts.hreflang.own & (language >= 0)
    found: dict[int, list[str]] = defaultdict(list)
    for page, number in zip(entries.page[own].tolist(), language[own].tolist(), strict=True):
        found[page].append(codes.languages[number])
    return found


@rule("html-lang-mismatch", ("google", "info"), ("yandex", "warning"))
def html_lang_mismatch(facts: Facts) -> Iterator[Hit]:
    """The lang attribute of a page names another language than its own hreflang entry.

    Why: One of them is wrong. Google does not use the attribute; screen readers and other programs do.
    Fix: Let both name the language of the text.
    Source: https://developers.google.com/search/docs/specialty/international/managing-multi-regional-sites
    Fires: /de/ lists itself as de, and has <html lang="en">.
    Silent: It has <html lang="de-AT">, or no lang attribute, or does not list itself.
    """
    for number, languages in _self_languages(facts).items():
        page = facts.pages[number]
        said = meaning(page.lang.replace("_", "-")).language
        if page.outcome in _PAGES and said and said not in languages:
            message = N_("%(url)s has the lang attribute %(lang)s, and lists itself as %(codes)s in its hreflang")
            yield hit(page, message, lang=page.lang, codes=", ".join(dict.fromkeys(languages)))


def _members(facts: Facts) -> Iterator[PageState]:
    """The pages that have hreflang or are listed by others."""
    members = facts.edges.has_set.copy()
    members[facts.edges.target] = True
    for page in facts.pages.values():
        if page.outcome in _PAGES and members[page.id]:
            yield page


@rule("html-lang-missing", ("any", "info"))
def html_lang_missing(facts: Facts) -> Iterator[Hit]:
    """A page that has hreflang, or is listed in it, does not say its language in the HTML.

    Why: Google does not use the lang attribute; browsers, screen readers and other programs do.
    Fix: Write the language into the html element, such as <html lang="de">.
    Source: https://developers.google.com/search/docs/specialty/international/managing-multi-regional-sites
    Fires: /de/ lists /en/, and its html element has no lang attribute.
    Silent: It has one; or the page has nothing to do with hreflang.
    """
    for page in _members(facts):
        if not page.lang.strip():
            yield hit(page, N_("%(url)s has no lang attribute"))


@rule("html-lang-invalid", ("any", "info"))
def html_lang_invalid(facts: Facts) -> Iterator[Hit]:
    """A page that has hreflang, or is listed in it, has a lang attribute that is no language tag.

    Why: Google does not use the attribute; browsers, screen readers and other programs do, and cannot read this one.
    Fix: Write a tag of BCP 47: the language, a dash, the region, such as en-US.
    Source: https://developers.google.com/search/docs/specialty/international/managing-multi-regional-sites
    Fires: /en/ lists /de/ and has <html lang="en_US">.
    Silent: It has <html lang="en-US"> or none.
    """
    for page in _members(facts):
        if page.lang.strip() and not _TAG.fullmatch(page.lang.strip()):
            yield hit(page, N_("The lang attribute of %(url)s is no language tag: %(lang)s"), lang=page.lang)


@rule("hreflang-content-not-translated", ("any", "warning"))
def content_not_translated(facts: Facts) -> Iterator[Hit]:
    """Two versions for different languages have nearly the same text.

    Why: Google treats versions as duplicates where the main text is not translated.
    Fix: Translate the text, or leave this version out until it is.
    Source: https://developers.google.com/search/docs/specialty/international/localized-versions
    Fires: /en/ lists itself as en and /de/ as de, and their texts meet the threshold.
    Silent: The texts differ; or both are in one language, as en-GB and en-US; or one of them was not compared.
    """
    entries, codes = facts.hreflang.entries, facts.hreflang.codes
    language, page, target = facts.hreflang.languages, entries.page, entries.target
    width = max(len(codes.languages), 1)
    own = facts.hreflang.own & (language >= 0)
    at_home = np.unique(page[own].astype(np.int64))
    spoken = np.unique(page[own].astype(np.int64) * width + language[own])
    other = (language >= 0) & (page != target) & (target < facts.hreflang.pages)
    other &= contains(at_home, page.astype(np.int64)) & ~contains(spoken, page.astype(np.int64) * width + language)
    low, high = np.minimum(page[other], target[other]), np.maximum(page[other], target[other])
    _, once = np.unique(facts.hreflang.key(low, high), return_index=True)
    low, high = low[once], high[once]
    same = facts.nearly_same(low, high)
    here, there = np.r_[low[same], high[same]], np.r_[high[same], low[same]]
    order = np.lexsort((there, here))
    for spot in by_page(facts, here[order], there[order]):
        said = N_(
            "%(url)s and %(related)s are versions for different languages with nearly the same text; pages: %(n)s"
        )
        yield hit(spot.page, said, url(facts, spot.row), n=spot.n)


@rule("hreflang-missing-on-page", ("any", "warning"))
def missing_on_page(facts: Facts) -> Iterator[Hit]:
    """A page in the folder of a language has no hreflang, and most others there have.

    Why: It is probably forgotten, and its versions cannot be told apart.
    Fix: Write hreflang on it like on its neighbours, if it has versions.
    Source: https://developers.google.com/search/docs/specialty/international/localized-versions
    Fires: /de/x has none, and at least 80 % of the other pages below /de/ (three or more) have; one of them is listed
    as de.
    Silent: Fewer have; or no page of the folder is listed under the language that it is named after.
    """
    known = _known(facts)
    folders: dict[tuple[str, str], list[PageState]] = defaultdict(list)
    for page in facts.pages.values():
        if page.outcome in _PAGES and page.indexability == "indexable":
            folders[_folder(page.key)].append(page)
    codes = facts.hreflang.codes
    for (name, language), pages in folders.items():
        number = codes.languages.index(language) if language in codes.languages else -1
        have = sum(bool(facts.edges.has_set[page.id]) for page in pages)
        others = len(pages) - 1
        if number < 0 or others < SIBLINGS or have == len(pages) or have < SHARE * others:
            continue
        ids = np.array([page.id for page in pages], np.int64)
        if contains(known, ids * len(codes.languages) + number).any():
            for page in pages:
                if not facts.edges.has_set[page.id]:
                    said = N_("%(url)s has no hreflang; other pages of %(folder)s: %(others)s, with hreflang: %(n)s")
                    yield hit(page, said, folder=name, others=others, n=have)


def _known(facts: Facts) -> Longs:
    """One number for each page and language that it is listed under."""
    entries, codes = facts.hreflang.entries, facts.hreflang.codes
    language = facts.hreflang.languages
    spoken = rows(language >= 0)
    return np.unique(entries.target[spoken].astype(np.int64) * max(len(codes.languages), 1) + language[spoken])


def _folder(key: str) -> tuple[str, str]:
    """The host with the first folder, or the host alone, and the language it is named after; empty texts for none."""
    parts = urlsplit(key)
    first, slash, _ = parts.path[1:].partition("/")
    for name, folder in (
        (first if slash else "", f"{parts.netloc}/{first}/"),
        (parts.netloc.split(".")[0], parts.netloc),
    ):
        if _FOLDER.fullmatch(name.lower()):
            language = meaning(name.replace("_", "-")).language
            if language:
                return folder, language
    return "", ""
