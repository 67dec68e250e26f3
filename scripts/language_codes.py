"""Write audits/hreflang/registry.csv: the codes that hreflang may be made of, with their English names.

    pip install pycountry==26.2.16 && python scripts/language_codes.py

pycountry carries the ISO registries as Debian's iso-codes keeps them; it is needed for this script alone. The table is
frozen: a code that is assigned later is added by running this again with a newer release.
"""

from __future__ import annotations

import csv
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

import pycountry  # type: ignore[import-not-found, unused-ignore]

TABLE = Path(__file__).resolve().parents[1] / "audits" / "hreflang" / "registry.csv"
_DEPRECATED = {"sh"}  # withdrawn from ISO 639-1, still in the package


def rows() -> list[tuple[str, str, str, str]]:
    """(kind, code, what stands beside it, name): `language` with its three-letter codes, `region`, `script`, and
    `subdivision` of Russia."""
    found = []
    for language in pycountry.languages:
        code = getattr(language, "alpha_2", "")
        if code and code not in _DEPRECATED:
            longer = sorted({language.alpha_3, getattr(language, "bibliographic", language.alpha_3)})
            found.append(("language", code, " ".join(longer), language.name))
    found += [("region", c.alpha_2, "", getattr(c, "common_name", c.name)) for c in pycountry.countries]
    found += [("script", s.alpha_4, "", s.name) for s in pycountry.scripts]
    found += [
        ("subdivision", s.code.partition("-")[2], "", s.name)
        for s in pycountry.subdivisions.get(country_code="RU")
    ]  # fmt: skip
    return sorted(found)


def main() -> None:
    """Write the table."""
    with TABLE.open("w", encoding="utf-8", newline="") as file:
        file.write(
            "# ISO 639-1 languages, ISO 3166-1 regions, ISO 15924 scripts, ISO 3166-2:RU subdivisions\n"
            f"# from pycountry {version('pycountry')} (Debian iso-codes), {datetime.now(UTC):%Y-%m-%d},"
            " by scripts/language_codes.py\n"
        )
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(("kind", "code", "beside", "name"))
        writer.writerows(rows())


if __name__ == "__main__":
    main()
