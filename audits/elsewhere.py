"""What other tools call the same fault, so that lists from several tools can be laid side by side.

Filters of Screaming Frog, hints of Sitebulb and issues of Ahrefs Site Audit, the last two with their importance there,
as far as known: from the documentation and public lists of these checks, as of November 2026. A name covers several
of our rules where a tool tells them apart less finely.
"""

from __future__ import annotations

from typing import NamedTuple

TOOLS = ("Screaming Frog", "Sitebulb", "Ahrefs")


class Elsewhere(NamedTuple):
    """The names in the order of TOOLS; empty where none is known."""

    screaming_frog: str = ""
    sitebulb: str = ""
    ahrefs: str = ""


_CODES = Elsewhere(
    "Incorrect Language & Region Codes", "Invalid outgoing hreflang (Critical)", "Hreflang annotation invalid (Error)"
)
_NON_CANONICAL = "Hreflang to non-canonical (Error)"
_BROKEN = "Hreflang to redirect or broken page (Error)"
_NON_200 = "Non-200 Hreflang URLs"
_INVALID = (
    "value-missing", "underscore", "bad-syntax", "bad-x-default", "lang-unknown", "lang-three-letter", "region-only",
    "lang-deprecated", "script-unknown", "wrong-order", "region-reserved", "region-m49", "region-unknown",
    "extra-subtags",
)  # fmt: skip

NAMES: dict[str, Elsewhere] = {
    **{f"hreflang-{name}": _CODES for name in _INVALID},
    "hreflang-return-missing": Elsewhere(
        "Missing Return Links", "Missing reciprocal hreflang (High)",
        "Missing reciprocal hreflang (no return-tag) (Error)",
    ),
    "hreflang-return-lang-inconsistent": Elsewhere(
        "Inconsistent Language & Region Return Links", "Conflicting incoming hreflang annotations (High)"
    ),
    "hreflang-return-to-alias": Elsewhere(
        "Non-Canonical Return Links", "Canonicalized URL has incoming hreflang (High)", _NON_CANONICAL
    ),
    "hreflang-target-noncanonical": Elsewhere(
        "Non-Canonical Return Links", "Canonicalized URL has incoming hreflang (High)", _NON_CANONICAL
    ),
    "hreflang-return-noindex": Elsewhere(
        "Noindex Return Links", "Has outgoing hreflang annotations to noindex URLs (Critical)"
    ),
    "hreflang-target-noindex": Elsewhere(
        "Noindex Return Links", "Has outgoing hreflang annotations to noindex URLs (Critical)"
    ),
    "hreflang-duplicate-code": Elsewhere(
        "Multiple Entries", "Conflicting outgoing hreflang annotations (High)",
        "More than one page for same language in hreflang (Error)",
    ),
    "hreflang-url-many-langs": Elsewhere(
        "", "Conflicting outgoing hreflang annotations (High)",
        "Page referenced for more than one language in hreflang (Error)",
    ),
    "hreflang-self-missing": Elsewhere(
        "Missing Self Reference", "", "Self-reference hreflang annotation missing (Warning)"
    ),
    "hreflang-self-noncanonical": Elsewhere("Not Using Canonical", "", _NON_CANONICAL),
    "hreflang-xdefault-missing": Elsewhere("Missing X-Default", "", "X-default hreflang annotation missing (Notice)"),
    "hreflang-target-4xx": Elsewhere(_NON_200, "Outgoing hreflang to broken URLs (High)", _BROKEN),
    "hreflang-target-5xx": Elsewhere(_NON_200, "Outgoing hreflang to broken URLs (High)", _BROKEN),
    "hreflang-target-redirect": Elsewhere(_NON_200, "Outgoing hreflang to redirecting URLs (High)", _BROKEN),
    "hreflang-target-robots": Elsewhere("", "Outgoing hreflang to disallowed URLs (High)"),
    "hreflang-url-relative": Elsewhere("", "Has outgoing hreflang annotations using relative URLs (High)"),
    "hreflang-in-body": Elsewhere("Outside <head>"),
    "hreflang-unlinked": Elsewhere("Unlinked Hreflang URLs"),
    "hreflang-missing-on-page": Elsewhere("Missing", "Missing hreflang annotations (High)"),
    "hreflang-targets-not-crawled": Elsewhere("", "", "Not all pages from hreflang group were crawled (Notice)"),
    "html-lang-mismatch": Elsewhere("", "", "Hreflang and HTML lang mismatch (Error)"),
    "html-lang-missing": Elsewhere("", "", "Hreflang defined but HTML lang missing (Warning)"),
    "html-lang-invalid": Elsewhere("", "", "HTML lang attribute invalid (Error)"),
    "canonical-missing": Elsewhere("", "", "Duplicate pages without canonical (Error)"),
    "canonical-chain": Elsewhere("", "", "Non-canonical page specified as canonical one (Warning)"),
}  # fmt: skip
