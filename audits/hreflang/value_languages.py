"""Rules on values of hreflang up to their language: what is no code, and what means another language."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ...model import PageState
from ..rule import N_, Facts, Hit, rule
from . import registry
from .edges import rows
from .spots import url
from .value_told import told
from .values import is_region_too, language, read

# Languages that hardly anybody means where the address says the country of the same code.
_RARE = frozenset(
    [
        "ar",
        "be",
        "br",
        "ca",
        "ch",
        "cy",
        "ee",
        "et",
        "gl",
        "ie",
        "kr",
        "lb",
        "sa",
        "sd",
        "se",
        "si",
        "sl",
        "sv",
        "tl",
        "tn",
        "ve",
        "vi",
        "za",
    ]
)


@rule("hreflang-value-missing", ("any", "error"))
def value_missing(facts: Facts) -> Iterator[Hit]:
    """An alternate has an empty hreflang.

    Why: Without a code engines do not know whom the version is for, and pass over it.
    Fix: Write the code of the language, with a region where several versions have one language.
    Source: https://developers.google.com/search/docs/specialty/international/localized-versions
    Fires: <link rel=alternate hreflang="" href=https://e.com/de>.
    Silent: hreflang="de".
    """
    for found in told(facts, "hreflang-value-missing"):
        yield found.hit(N_("Entries of %(url)s have an empty hreflang (%(n)s), the first for %(related)s"))


@rule("hreflang-underscore", ("any", "error"))
def underscore(facts: Facts) -> Iterator[Hit]:
    """A code is written with an underscore.

    Why: Google reads codes whose parts are joined by a hyphen; others it passes over.
    Fix: Write a hyphen.
    Source: https://developers.google.com/search/docs/specialty/international/localized-versions
    Fires: hreflang="fr_FR".
    Silent: hreflang="fr-FR".
    """
    for found in told(facts, "hreflang-underscore"):
        yield found.hit(N_("%(url)s writes codes with an underscore in place of a hyphen: %(codes)s; entries: %(n)s"))


@rule("hreflang-bad-syntax", ("any", "error"))
def bad_syntax(facts: Facts) -> Iterator[Hit]:
    """A value is no code: it has spaces or other signs in it, or hyphens that join nothing.

    Why: Engines pass over what they cannot take apart. Spaces around a code do no harm, and are only noted.
    Fix: Write letters and single hyphens alone, like en or en-GB.
    Source: https://developers.google.com/search/docs/specialty/international/localized-versions
    Fires: hreflang="en--us", "en us", "en-".
    Silent: hreflang="en-US".
    """
    for found in told(facts, "hreflang-bad-syntax"):
        if found.verdict[1] == "info":
            yield found.hit(N_("%(url)s has spaces around codes: %(codes)s; entries: %(n)s"))
        else:
            yield found.hit(N_("%(url)s has values that are no language codes: %(codes)s; entries: %(n)s"))


@rule("hreflang-bad-x-default", ("any", "error"))
def bad_x_default(facts: Facts) -> Iterator[Hit]:
    """The value for all other visitors is misspelled.

    Why: Only x-default is read as that; anything like it is passed over.
    Fix: Write x-default.
    Source: https://developers.google.com/search/docs/specialty/international/localized-versions
    Fires: hreflang="x_default" or "default".
    Silent: hreflang="x-default", in capitals too.
    """
    for found in told(facts, "hreflang-bad-x-default"):
        yield found.hit(N_("%(url)s misspells x-default: %(codes)s"))


@rule("hreflang-lang-unknown", ("any", "error"))
def lang_unknown(facts: Facts) -> Iterator[Hit]:
    """A code does not begin with a language of two letters.

    Why: Google documents ISO 639-1 alone. Languages without a code of two letters cannot be told by hreflang.
    Fix: Write the two letters of the language; for a language without them leave the entry out.
    Source: https://developers.google.com/search/docs/specialty/international/localized-versions
    Fires: hreflang="haw" or "english".
    Silent: hreflang="en".
    """
    for found in told(facts, "hreflang-lang-unknown"):
        yield found.hit(N_("%(url)s has codes without a language of ISO 639-1: %(codes)s; entries: %(n)s"))


@rule("hreflang-lang-three-letter", ("any", "error"))
def lang_three_letter(facts: Facts) -> Iterator[Hit]:
    """A code begins with three letters though its language has a code of two.

    Why: Google documents ISO 639-1 alone, the codes of two letters.
    Fix: Write the code of two letters.
    Source: https://developers.google.com/search/docs/specialty/international/localized-versions
    Fires: hreflang="fre-FR" or "deu".
    Silent: hreflang="fr-FR" or "de".
    """
    for found in told(facts, "hreflang-lang-three-letter"):
        yield found.hit(N_("%(url)s has languages of three letters: %(codes)s; entries: %(n)s"))


@rule("hreflang-region-only", ("any", "error"))
def region_only(facts: Facts) -> Iterator[Hit]:
    """A code begins with a country.

    Why: A country alone says no language; Google warns of it and passes over the entry.
    Fix: Write the language first, then the country if it is needed.
    Source: https://developers.google.com/search/docs/specialty/international/localized-versions
    Fires: hreflang="us" or "GB-en".
    Silent: hreflang="en-US". A code that is a language too, like ch or be, is another matter.
    """
    for found in told(facts, "hreflang-region-only"):
        yield found.hit(N_("%(url)s has codes that begin with a country: %(codes)s; entries: %(n)s"))


@rule("hreflang-lang-looks-like-region", ("any", "warning"))
def looks_like_region(facts: Facts) -> Iterator[Hit]:
    """A code is a language, and it seems that the country with the same letters was meant.

    Why: be is Belarusian and not Belgium, ch Chamorro and not Switzerland: the version is offered to the wrong people.
    Fix: Write the language, and the country behind it: fr-BE, de-CH.
    Source: https://developers.google.com/search/docs/specialty/international/localized-versions
    Fires: hreflang="CH" in capitals; "be" for https://e.com/be/, or for a page whose html element says fr.
    Silent: hreflang="ch" for a page where nothing speaks for the country.
    """
    shouted = set()
    for found in told(facts, "hreflang-lang-looks-like-region"):
        shouted.add(found.page.url)
        yield found.hit(N_("%(url)s writes languages as if they were countries: %(codes)s; entries: %(n)s"))
    yield from (hit for hit in _countries(facts) if hit.page.url not in shouted)


def _countries(facts: Facts) -> Iterator[Hit]:
    entries, codes = facts.hreflang.entries, facts.hreflang.codes
    doubtful = np.array([is_region_too(name) for name in codes.names], np.bool_)
    if not doubtful.any():
        return
    seen: set[int] = set()
    chosen = rows(doubtful[entries.code])
    for page, target, code in zip(
        *(c[chosen].tolist() for c in (entries.page, entries.target, entries.code)), strict=True
    ):
        name = codes.names[code]
        if page not in seen and _means_country(name, url(facts, target), facts.pages.get(target)):
            seen.add(page)
            values: dict[str, str | int] = {
                "code": name, "language": registry.names("language")[name],
                "country": registry.names("region")[name.upper()],
            }  # fmt: skip
            said = N_(
                "%(url)s lists %(related)s as %(code)s: that is %(language)s, and seems to be meant for %(country)s"
            )
            yield Hit(facts.pages[page], said, url(facts, target), values=values)


def _means_country(code: str, address: str, page: PageState | None) -> bool:
    """Whether the address names the country, or the page another language: one of them, where the language is rare;
    both, where it is common.
    """
    said = language(read(page.lang).code) if page is not None and page.lang else ""
    if said == code:
        return False
    host, _, path = address.partition("//")[2].partition("/")
    in_address = code in (host.partition(":")[0].rpartition(".")[2], path.partition("/")[0].lower())
    return (in_address or said != "") if code in _RARE else in_address and said != ""


@rule("hreflang-lang-deprecated", ("any", "warning"))
def lang_deprecated(facts: Facts) -> Iterator[Hit]:
    """A code has been withdrawn.

    Why: It stands in no current list; whether an engine still reads it is not documented.
    Fix: Write the code that took its place.
    Source: https://www.iana.org/assignments/language-subtag-registry/language-subtag-registry
    Fires: hreflang="iw".
    Silent: hreflang="he".
    """
    for found in told(facts, "hreflang-lang-deprecated"):
        yield found.hit(N_("%(url)s uses withdrawn language codes: %(codes)s; entries: %(n)s"))


RULES = (
    value_missing, underscore, bad_syntax, bad_x_default, lang_unknown, lang_three_letter, region_only,
    looks_like_region, lang_deprecated,
)  # fmt: skip
