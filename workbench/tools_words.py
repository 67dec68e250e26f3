"""The texts of the tools page in one language, for its scripts: {fields} in braces, forms of a number as a list."""

from __future__ import annotations

import re

from ..reports.language import N_, Language
from .cleanparam_words import GOOGLE, ISSUES, SEVERITIES
from .comparing import DISCLAIMER
from .documented import ADVICE, NAMES, ODDITIES
from .proposing import CLASSES

Texts = dict[str, str | list[str]]

_FIELD = re.compile(r"%\((\w+)\)s")
_TEXTS = {
    "title": N_("Tools"),
    "heading": N_("Tools for addresses and texts"),
    "local": N_("All of this runs in your browser: nothing is sent, nothing is stored."),
    "script": N_("These tools are scripts: allow scripts for this page, or use the commands of pagetwin."),
    "report": N_("Report"),
    "skip": N_("Skip to content"),
    "theme": N_("Theme"),
    "theme_long": N_("Theme: as the system, light, dark"),
    "tool": N_("Tool"),
    "tab_variants": N_("One address"),
    "tab_parameters": N_("Parameters"),
    "tab_texts": N_("Two texts"),
    # one address
    "address": N_("Address of a page"),
    "address_help": N_("Its variants are worked out here; none of them is asked for."),
    "main": N_("Main spelling"),
    "protocol": N_("Protocol"),
    "host": N_("Host"),
    "slash": N_("Final slash"),
    "as_given": N_("as given"),
    "no_www": N_("without www"),
    "www": N_("with www"),
    "with_slash": N_("with a slash"),
    "without_slash": N_("without a slash"),
    "no_address": N_("This is no web address; write one like https://example.com/catalog/."),
    "page": N_("Page"),
    "not_itself": N_("As written, it is itself a variant of this page."),
    "kind": N_("Variant"),
    "addresses": N_("Addresses"),
    "twins": N_("Addresses to check"),
    "advice": N_("What to set up"),
    "redirect": N_("redirect"),
    "canonical": N_("canonical"),
    "same_address": N_("the same address"),
    "source": N_("documented here"),
    "new_tab": N_("opens the live page"),
    "copy": N_("Copy"),
    "copied": N_("Copied"),
    "copy_all": N_("Copy all addresses"),
    "own_parameters": N_("Clean-param for its parameters"),
    "no_parameters": N_("The address has no parameters; the line for others is made under “Parameters”."),
    # parameters
    "pasted": N_("Addresses, one a line"),
    "pasted_help": N_("From the server log, the sitemap or Yandex Webmaster (“Excluded pages”)."),
    "found": N_("Parameters found"),
    "found_help": N_("Tick those that do not change what a page shows. Known tracking names are ticked for you."),
    "tick": N_("does not change the page"),
    "parameter": N_("Parameter"),
    "class": N_("Class by its name"),
    "values": N_("Values"),
    "none_found": N_("No parameter in these addresses."),
    "names": N_("Parameters of the line"),
    "prefix": N_("Path that it is about"),
    "prefix_help": N_("Empty: the whole site."),
    "from_addresses": N_("Take the path of the addresses"),
    "line": N_("Line for robots.txt (Yandex)"),
    "no_line": N_("# tick a parameter, or write names"),
    "checks": N_("Checks"),
    "fine": N_("No error: at most 500 characters a line, documented characters, one path."),
    "differ": N_("Copies differ by"),
    "index": N_("index file"),
    # two texts
    "text_a": N_("first text"),
    "text_b": N_("second text"),
    "shingle": N_("Shingle: words in a row"),
    "figure": N_("Shared and own shingles"),
    "jaccard": N_("Jaccard"),
    "contained": N_("%(v)s of %(p)s is in %(q)s"),
    "numbers": N_(
        "Jaccard %(j)s: %(s)s shared of %(u)s different shingles of %(k)s words. The value changes with the size of a "
        "shingle: always name it. 4 words suit two texts, 10 a whole site."
    ),
    "side_by_side": N_("Both texts side by side"),
    "nothing_here": N_("nothing here"),
    "no_worker": N_("This browser starts no worker from a file; open the page in another browser."),
    "sample_a": N_(
        "Parcel from Leeds to Bern. Reckon with four or five working days; the smallest parcel starts at nine pounds. "
        "Put heavy pieces at the bottom, wrap each one by itself, and keep three fingers' breadth from the wall of the "
        "box. Lockers take parcels at all hours, shops take them until they shut."
    ),
    "sample_b": N_(
        "Parcel from Leeds to Oslo. Reckon with three or four working days; the smallest parcel starts at eight "
        "pounds. Put heavy pieces at the bottom, wrap each one by itself, and keep three fingers' breadth from the "
        "wall of the box. Couriers come until seven."
    ),
    "what_it_is_not": N_("What it is not."),
    "how": N_("How it was measured."),
    "how_long": N_(
        "Words and shingles as in the report: letters folded, ё read as е, scripts without spaces letter by letter. "
        "Jaccard = shared shingles of all of both texts; containment = shared shingles of one text's own."
    ),
}  # fmt: skip
_FORMS = {
    "may_show": (N_("%(n)s address may show this page"), N_("%(n)s addresses may show this page")),
    "more": (N_("%(n)s more"), N_("%(n)s more")),
    "are": (N_("%(n)s address"), N_("%(n)s addresses")),
    "pages": (N_("%(n)s page"), N_("%(n)s pages")),
    "unread": (N_("%(n)s line is no web address"), N_("%(n)s lines are no web addresses")),
    "words": (N_("%(n)s word"), N_("%(n)s words")),
    "folded": (N_("%(n)s more word the same"), N_("%(n)s more words the same")),
    "moved": (
        N_("%(n)s shared passage stands in another order"), N_("%(n)s shared passages stand in another order"),
    ),
}  # fmt: skip


def texts(language: Language) -> Texts:
    """Every text by its key; texts of a table of codes as `TABLE.CODE`."""
    plain: dict[str, str] = {**_TEXTS, "google": GOOGLE, "disclaimer": DISCLAIMER}
    plain |= {f"issue.{code}": text for code, text in ISSUES.items()}
    plain |= {f"severity.{code}": text for code, text in SEVERITIES.items()}
    plain |= {f"kind.{kind}": text for kind, text in NAMES.items()}
    plain |= {f"advice.{kind}": advice.sentence for kind, advice in ADVICE.items()}
    plain |= {f"odd.{code}": text for code, text in ODDITIES.items()}
    plain |= {f"class.{kind}": text for kind, text in CLASSES.items()}
    found: Texts = {key: language._(text, **_braces(text)) for key, text in plain.items()}
    for key, (one, many) in _FORMS.items():
        found[key] = [language.n_(one, many, n, **_braces(many)) for n in (1, 2, 5)]
    return found


def _braces(text: str) -> dict[str, str]:
    return {name: f"{{{name}}}" for name in _FIELD.findall(text)}
