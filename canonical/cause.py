"""Why a page says the same as the keeper of its group, from the two addresses, what was measured, and the two heads."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from ..urls import identity
from ..urls.variants import kinds, spelling

Cause = Literal[
    "", "redirect", "address variant", "parameters", "print version", "AMP version", "mobile version",
    "translation missing", "pagination", "same text", "two folders", "another host", "contained", "template",
    "similar text",
]  # fmt: skip

_MOBILE = re.compile(r"(?:m|mobile|wap|touch|pda)\.")
_PAGE_NUMBER = re.compile(r"/page[/-]?\d{1,6}(?=[/?])|(?<=[?&])(?:page|p|pg|paged|offset|start|pagen_1)=\d{1,6}(?:&|$)")
_FOLDER = re.compile(  # of the languages that sites are most often in; other two letters may be anything
    "(ar|be|bg|bn|ca|cs|da|de|el|en|es|et|fa|fi|fr|he|hi|hr|hu|id|it|ja|ka|kk|ko|lt|lv|ms|nb|nl|no|pl|pt|ro|ru|sk|sl"
    "|sr|sv|th|tr|uk|ur|uz|vi|zh)(?:[-_][a-z]{2,4})?"
)
_NO_NAME = re.compile(r"(?:index|default|home|main|page)?[\d._-]*")


@dataclass(frozen=True, slots=True)
class Likeness:
    """A member beside its keeper: Jaccard, containment of the member in the keeper and of the keeper in it; 0 to 1."""

    jaccard: float
    in_keeper: float
    keeper_in: float


@dataclass(frozen=True, slots=True)
class Head:
    """What a page says of itself: title, language, whether it is an AMP document, and its alternates as (hreflang,
    address).
    """

    title: str = ""
    lang: str = ""
    amp: bool = False
    alternates: tuple[tuple[str, str], ...] = ()


_SILENT = Head()


def cause(
    url: str, keeper: str, likeness: Likeness | None, size: int, near: float, inside: float,
    *, head: Head = _SILENT, of_keeper: Head = _SILENT,
) -> Cause:  # fmt: skip
    """The plainest thing that explains why `url` repeats `keeper`; empty for the keeper itself.

    `likeness` is None for a page whose text was not compared (a redirect), `size` counts the members of the group,
    `near` and `inside` are the thresholds of Jaccard and containment. What an address and a head say counts only
    where the texts bear it out: other parameters with another text make a page of its own.
    """
    if url == keeper:
        return ""
    if spelling(url) == spelling(keeper):
        return "parameters" if _bare(url) == _bare(keeper) else "address variant"
    version = _version(url, keeper, head, of_keeper)
    if likeness is None:
        return version or "redirect"
    stands_inside = max(likeness.in_keeper, likeness.keeper_in) >= inside
    if version and stands_inside:  # one text in the other, which pages about printing would not be
        return version
    alike = likeness.jaccard >= near or stands_inside
    if alike and _other_language(url, keeper, head, of_keeper):
        return "translation missing"
    if _list(url) == _list(keeper) and likeness.jaccard < 1.0:
        return "pagination"
    if likeness.jaccard == 1.0 and _path(url) == _path(keeper):
        return "parameters"
    # A name in two folders is one page only where the texts are equal or the titles say so: /a/help and /b/help.
    one_title = head.title != "" and head.title == of_keeper.title
    if _name(url) == _name(keeper) != "" and (likeness.jaccard == 1.0 or (alike and one_title)):
        return "two folders" if _host(url) == _host(keeper) else "another host"
    if likeness.jaccard == 1.0:
        return "same text"
    if stands_inside and likeness.jaccard < near:
        return "contained"
    return "template" if size > 2 else "similar text"


def _version(url: str, keeper: str, head: Head, of_keeper: Head) -> Cause:
    own = kinds(url) - kinds(keeper)
    if "print" in own:
        return "print version"
    if "amp" in own or (head.amp and not of_keeper.amp):
        return "AMP version"
    desktop = _MOBILE.sub("", spelling(url), count=1) if _MOBILE.match(spelling(url)) else ""
    return "mobile version" if desktop == spelling(keeper) else ""


def _languages(url: str, head: Head) -> frozenset[str]:
    """The languages a page says it is in: the codes under which it lists itself, else that of its html element."""
    own = identity.key(url) if head.alternates else ""
    listed = {code for code, target in head.alternates if target and identity.key(target) == own}
    codes = {code.strip().lower().replace("_", "-").partition("-")[0] for code in listed - {"x-default"} or {head.lang}}
    return frozenset(codes - {""})


def _other_language(url: str, keeper: str, head: Head, of_keeper: Head) -> bool:
    """Whether two pages say that they are in different languages; if not both do, whether their folders say so."""
    a, b = _languages(url, head), _languages(keeper, of_keeper)
    if a and b:
        return not a & b
    segments, of_other = _path(url).split("/"), _path(keeper).split("/")
    differing = [pair for pair in zip(segments, of_other, strict=False) if len({*pair}) > 1]
    found = {match[1] for pair in differing for match in map(_FOLDER.fullmatch, pair) if match}
    return len(segments) == len(of_other) and len(differing) == 1 and len(found) == 2


def _bare(url: str) -> str:
    return url.partition("#")[0].partition("?")[0]


def _host(url: str) -> str:
    return spelling(url).partition("/")[0].partition("?")[0]


def _path(url: str) -> str:
    return spelling(url).partition("?")[0]


def _list(url: str) -> str:
    """An address less the number of a page of a list."""
    return _PAGE_NUMBER.sub("", spelling(url)).rstrip("?&")


def _name(url: str) -> str:
    """The last segment of the path with its query; empty where many pages have such a name."""
    path, _, query = spelling(url).partition("?")
    name = path.partition("/")[2].rpartition("/")[2]
    return f"{name}?{query}" if name and not _NO_NAME.fullmatch(name.rpartition(".")[0] or name) else ""
