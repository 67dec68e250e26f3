"""Rules on what stands behind the language in a value of hreflang: script, region, and what may not stand there."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ..rule import N_, Facts, Hit, rule
from .edges import rows
from .spots import url
from .value_told import told


@rule("hreflang-script-unknown", ("any", "error"))
def script_unknown(facts: Facts) -> Iterator[Hit]:
    """The second part of a code has four letters and is no script.

    Why: Scripts are those of ISO 15924; with any other part the entry is passed over.
    Fix: Write the script, like Hans or Hant, or leave it out.
    Source: https://developers.google.com/search/docs/specialty/international/localized-versions
    Fires: hreflang="zh-Hnat".
    Silent: hreflang="zh-Hant".
    """
    for found in told(facts, "hreflang-script-unknown"):
        yield found.hit(N_("%(url)s has codes with an unknown script: %(codes)s; entries: %(n)s"))


@rule("hreflang-wrong-order", ("any", "error"))
def wrong_order(facts: Facts) -> Iterator[Hit]:
    """The region stands before the script.

    Why: The order is language, script, region; otherwise the entry is passed over.
    Fix: Write language-Script-REGION.
    Source: https://developers.google.com/search/docs/specialty/international/localized-versions
    Fires: hreflang="zh-TW-Hant".
    Silent: hreflang="zh-Hant-TW".
    """
    for found in told(facts, "hreflang-wrong-order"):
        yield found.hit(N_("%(url)s has codes in the wrong order: %(codes)s; entries: %(n)s"))


@rule("hreflang-region-reserved", ("any", "error"))
def region_reserved(facts: Facts) -> Iterator[Hit]:
    """A region is reserved in ISO 3166-1, but assigned to no country: UK, EU, UN and others.

    Why: Google ignores that part of the entry: en-UK acts as en.
    Fix: Write the assigned code (GB for the United Kingdom); for a group of countries the language alone.
    Source: https://developers.google.com/search/docs/specialty/international/localized-versions
    Fires: hreflang="en-UK" or "en-EU".
    Silent: hreflang="en-GB".
    """
    for found in told(facts, "hreflang-region-reserved"):
        yield found.hit(
            N_("%(url)s names regions that are assigned to no country, so that only the language counts: %(codes)s; "
               "entries: %(n)s")
        )  # fmt: skip


@rule("hreflang-region-m49", ("any", "error"))
def region_m49(facts: Facts) -> Iterator[Hit]:
    """A region is written as a number.

    Why: Google names es-419 as an example of what is not supported.
    Fix: Write the language alone, or one entry for each country.
    Source: https://developers.google.com/search/docs/specialty/international/localized-versions
    Fires: hreflang="es-419" or "en-001".
    Silent: hreflang="es" or "es-MX".
    """
    for found in told(facts, "hreflang-region-m49"):
        yield found.hit(N_("%(url)s names regions by numbers, which are not supported: %(codes)s; entries: %(n)s"))


@rule("hreflang-region-unknown", ("any", "error"))
def region_unknown(facts: Facts) -> Iterator[Hit]:
    """A region is no country of ISO 3166-1.

    Why: Google reads officially assigned codes of two letters alone.
    Fix: Write the two letters of the country, or the language alone.
    Source: https://developers.google.com/search/docs/specialty/international/localized-versions
    Fires: hreflang="es-LATAM" or "de-EN". XK (Kosovo) is in wide use, but not assigned: a warning, for Google.
    Silent: hreflang="es-MX".
    """
    for found in told(facts, "hreflang-region-unknown"):
        yield found.hit(N_("%(url)s has codes with an unknown region: %(codes)s; entries: %(n)s"))


@rule("hreflang-extra-subtags", ("any", "error"))
def extra_subtags(facts: Facts) -> Iterator[Hit]:
    """A code has parts beyond language, script and region.

    Why: BCP 47 knows variants and extensions, hreflang at Google does not.
    Fix: Leave the other parts out.
    Source: https://developers.google.com/search/docs/specialty/international/localized-versions
    Fires: hreflang="de-DE-1996" or "en-u-ca-gregory".
    Silent: hreflang="de-DE".
    """
    for found in told(facts, "hreflang-extra-subtags"):
        yield found.hit(N_("%(url)s has codes with more than language, script and region: %(codes)s; entries: %(n)s"))


@rule("hreflang-yandex-subdivision", ("yandex", "info"))
def yandex_subdivision(facts: Facts) -> Iterator[Hit]:
    """A code names a region of Russia.

    Why: Yandex documents the regions of ISO 3166-2:RU; Google passes over such a value.
    Fix: Keep it for Yandex if it is meant; for Google add an entry with ru or ru-RU.
    Source: https://yandex.ru/support/webmaster/yandex-indexing/locale-pages
    Fires: hreflang="ru-RU-MOW".
    Silent: hreflang="ru-RU".
    """
    for found in told(facts, "hreflang-yandex-subdivision"):
        yield found.hit(N_("%(url)s names regions of Russia, which Yandex documents: %(codes)s; entries: %(n)s"))


@rule("hreflang-script-redundant", ("any", "info"))
def script_redundant(facts: Facts) -> Iterator[Hit]:
    """A page has two entries for one language and region, with and without a script.

    Why: Google derives the script from the country, so both entries mean the same people.
    Fix: Leave one of them.
    Source: https://developers.google.com/search/docs/specialty/international/localized-versions
    Fires: zh-Hant-TW and zh-TW in one set.
    Silent: zh-Hant and zh-Hans; or zh-Hant-TW alone.
    """
    entries, names = facts.hreflang.entries, facts.hreflang.codes.names
    place = {name: n for n, name in enumerate(names)}
    parts = [name.split("-") for name in names]
    short = [place.get(f"{p[0]}-{p[2]}", -1) if len(p) == 3 else -1 for p in parts]
    if max(short, default=-1) < 0:
        return
    width, partner = len(names), np.array(short, np.int64)
    keys = entries.page.astype(np.int64) * width + entries.code
    longer = rows(partner[entries.code] >= 0)
    wanted = entries.page[longer].astype(np.int64) * width + partner[entries.code[longer]]
    seen: set[int] = set()
    for row in longer[np.isin(wanted, keys)].tolist():
        page = int(entries.page[row])
        if page not in seen:
            seen.add(page)
            code = int(entries.code[row])
            values: dict[str, str | int] = {"long": names[code], "short": names[short[code]]}
            said = N_("%(url)s lists %(long)s and %(short)s, which mean the same people")
            yield Hit(facts.pages[page], said, url(facts, int(entries.target[row])), values=values)


RULES = (
    script_unknown, wrong_order, region_reserved, region_m49, region_unknown, extra_subtags, yandex_subdivision,
    script_redundant,
)  # fmt: skip
