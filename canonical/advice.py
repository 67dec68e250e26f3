"""What to do with each page of a group, in a few fixed words."""

from __future__ import annotations

from typing import Literal

from ..model import Indexability
from .cause import Cause

Advice = Literal[
    "keep",
    "nothing: redirects to the keeper",
    "nothing: already noindex",
    "nothing: canonical points to the keeper",
    "nothing: not indexable",
    "nothing: a page of a list",
    "redirect to the keeper",
    "redirect to the keeper or text of its own",
    "canonical to the keeper",
    "canonical to the keeper or text of its own",
    "canonical to itself",
    "translate it, or redirect to the keeper",
]

# A second address of a page is best sent away, for good (301). What visitors still need stays and names the keeper:
# print, AMP and mobile versions, a page in two folders, addresses that count a campaign. Where texts only resemble each
# other, they may also part. Pages of a list are no duplicates: each names itself, never the first. Of
# another host nobody but the owner knows whether it is an old name or a region's own site. engines.py has the
# reasons, by engine.
_BY_CAUSE: dict[Cause, Advice] = {
    "redirect": "redirect to the keeper",
    "address variant": "redirect to the keeper",
    "same text": "redirect to the keeper",
    "parameters": "canonical to the keeper",
    "print version": "canonical to the keeper",
    "AMP version": "canonical to the keeper",
    "mobile version": "canonical to the keeper",
    "two folders": "canonical to the keeper",
    "another host": "redirect to the keeper or text of its own",
    "translation missing": "translate it, or redirect to the keeper",
    "pagination": "nothing: a page of a list",
    "contained": "redirect to the keeper or text of its own",
    "template": "canonical to the keeper or text of its own",
    "similar text": "canonical to the keeper or text of its own",
}


def advice(
    url: str, keeper: str, cause: Cause, indexability: Indexability, *, redirects_to_keeper: bool, names_keeper: bool
) -> Advice:
    """The next step for the page `url` of the group of `keeper`.

    `redirects_to_keeper`: its redirects end there. `names_keeper`: its canonical is the keeper, or redirects to it.
    """
    if url == keeper:
        return "keep"
    if cause == "pagination" and indexability == "canonicalised":
        return "canonical to itself"
    done = _done(indexability, redirects_to_keeper, names_keeper)
    if done:
        return done
    if indexability == "redirect":  # it has no page that could name a canonical
        return "redirect to the keeper"
    if indexability == "canonicalised" and cause not in ("address variant", "another host"):
        return "canonical to the keeper"
    return _BY_CAUSE.get(cause, "canonical to the keeper or text of its own")


def _done(indexability: Indexability, redirects_to_keeper: bool, names_keeper: bool) -> Advice | None:
    if redirects_to_keeper:
        return "nothing: redirects to the keeper"
    if indexability == "noindex":
        return "nothing: already noindex"
    if names_keeper:
        return "nothing: canonical points to the keeper"
    return "nothing: not indexable" if indexability in ("blocked", "error", "not_a_page") else None
