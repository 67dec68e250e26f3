"""What engines document for each kind of twin, and what an answer means: sentences and where they come from."""

from __future__ import annotations

from typing import NamedTuple

from ..reports.language import N_
from ..urls.identity import Oddity
from ..urls.twins import Kind
from .judging import Verdict

_YANDEX_DOUBLES = "https://yandex.ru/support/webmaster/en/yandex-indexing/about-doubles"
_YANDEX_CLEAN_PARAM = "https://yandex.ru/support/webmaster/ru/robot-workings/clean-param"
_GOOGLE = "https://developers.google.com/search/docs/"
_GOOGLE_DUPLICATES = f"{_GOOGLE}crawling-indexing/consolidate-duplicate-urls"
_GOOGLE_STRUCTURE = f"{_GOOGLE}crawling-indexing/url-structure"
_GOOGLE_ROBOTS = "https://developers.google.com/crawling/docs/robots-txt/robots-txt-spec"


class Advice(NamedTuple):
    """What to set up, by a code for scripts and a sentence in English; `source` is the page of the engine."""

    code: str
    sentence: str
    source: str


NAMES: dict[Kind, str] = {
    "protocol": N_("other protocol"), "www": N_("with or without www"), "slash": N_("final slash"),
    "home": N_("home page without slash"), "index_file": N_("index file"), "upper_case": N_("capitals"),
    "double_slash": N_("doubled slash"), "tracking": N_("campaign tag"), "parameter": N_("unknown parameter"),
    "percent": N_("percent escapes"), "percent_legacy": N_("escapes of windows-1251"), "idn": N_("letters of the host"),
    "page_one": N_("first page of a list"), "print": N_("print version"), "amp": N_("AMP version"),
    "mobile": N_("mobile host"),
}  # fmt: skip
ADVICE: dict[Kind, Advice] = {
    "protocol": Advice("redirect", N_(
        "Redirect (301) every http address to https. Yandex merges protocols by redirect alone; for Google both are "
        "duplicates, and https is preferred."), _GOOGLE_DUPLICATES),
    "www": Advice("redirect", N_(
        "Redirect (301) the host with www to the one without, or the other way round."), _YANDEX_DOUBLES),
    "slash": Advice("redirect", N_(
        "Redirect (301) to the spelling that you keep. Yandex advises against rel=canonical here: it may be ignored."),
        _YANDEX_DOUBLES),
    "home": Advice("nothing", N_(
        "Nothing to set up: the home page with and without its slash is one address."), _YANDEX_DOUBLES),
    "index_file": Advice("redirect", N_(
        "Redirect (301) the index file to its folder, not the other way round."), _YANDEX_DOUBLES),
    "upper_case": Advice("redirect", N_(
        "Google takes capitals for another address. Redirect (301) to the lower-case spelling, or answer 404."),
        _GOOGLE_STRUCTURE),
    "double_slash": Advice("redirect", N_(
        "Yandex removes repeated slashes by itself; Google documents nothing of the kind. Redirect (301) to single "
        "slashes, or answer 404."), _YANDEX_DOUBLES),
    "tracking": Advice("canonical", N_(
        "Let the page name itself as canonical, without campaign tags. Yandex may leave utm_*, ysclid and yrclid out "
        "by itself; Clean-param says so for all."), _YANDEX_DOUBLES),
    "parameter": Advice("canonical", N_(
        "Let the page name itself as canonical, without parameters that it does not know; for Yandex, put parameters "
        "that change nothing into Clean-param."), _YANDEX_CLEAN_PARAM),
    "percent": Advice("nothing", N_(
        "Nothing to set up: both spellings are the same address. Link the one with UTF-8 escapes, as Google "
        "recommends."), _GOOGLE_STRUCTURE),
    "percent_legacy": Advice("redirect", N_(
        "Redirect (301) the old escapes to those of UTF-8, which Google recommends, or answer 404."),
        _GOOGLE_STRUCTURE),
    "idn": Advice("nothing", N_(
        "Nothing to set up: a host in letters and in Punycode is the same host."), _GOOGLE_ROBOTS),
    "page_one": Advice("canonical", N_(
        "Link the first page of a list in one spelling alone; redirect (301) the other to it, or name it as "
        "canonical."),
        f"{_GOOGLE}specialty/ecommerce/designing-a-url-structure-for-ecommerce-sites"),
    "print": Advice("canonical", N_(
        "Let the print version name the page as canonical, or print the page itself by a style sheet."),
        _YANDEX_DOUBLES),
    "amp": Advice("canonical", N_(
        "Let the AMP version name the page as canonical; the page leads to it by rel=amphtml."), _YANDEX_DOUBLES),
    "mobile": Advice("canonical", N_(
        "Let the mobile page name this one as canonical, and this one lead to it by rel=alternate with media."),
        f"{_GOOGLE}crawling-indexing/mobile/mobile-sites-mobile-first-indexing"),
}  # fmt: skip
VERDICTS: dict[Verdict, str] = {
    "same_address": N_("the same address; nothing to set up"),
    "redirect": N_("redirects for good to the page; done"),
    "redirect_temporary": N_("redirects to the page for a time; answer 301 or 308"),
    "redirect_elsewhere": N_("redirects, but not to the page"),
    "canonical": N_("names the page as canonical; done"),
    "canonical_weak": N_("names the page as canonical; a redirect is what counts here"),
    "noindex": N_("the same page, closed by noindex; a redirect or canonical would pass its links on"),
    "duplicate": N_("duplicate"),
    "ignored": N_("the same page, as with any unknown parameter"),
    "other_text": N_("answers with another text; no duplicate"),
    "not_there": N_("not there; nothing to set up"),
    "no_answer": N_("no page came"),
    "not_asked": N_("not asked"),
}
OPEN: frozenset[Verdict] = frozenset(("duplicate", "redirect_temporary", "canonical_weak"))
ODDITIES: dict[Oddity, str] = {
    "backslash": N_(
        "A backslash: browsers and Google read it as a slash, Yandex takes the address for a separate page."
    ),
    "route": N_("What stands behind # is no part of an address to an engine: give the page an address of its own."),
    "escaped_and": N_("&amp; in the address is an & that was escaped once too often."),
    "white_space": N_("White space around or in the address; it is left out."),
    "final_dot": N_("A dot behind the host: browsers and servers may take it for another host."),
    "empty_query": N_("A question mark without parameters; it is left out."),
}
