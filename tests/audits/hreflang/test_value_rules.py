"""Rules on codes and addresses of hreflang: where they fire, for whom, and where they are silent."""

from __future__ import annotations

import pytest
from pagetwin.audits import rule
from pagetwin.audits.hreflang import addresses, value_languages, value_regions
from pagetwin.model import Finding
from support.hreflang import P, facts

RULES = {each.id: each for each in (*value_languages.RULES, *value_regions.RULES, *addresses.RULES)}


def found(*pages: P) -> list[Finding]:
    return rule.run(RULES.values(), facts(*pages))


def fired(*pages: P) -> dict[str, tuple[str, str]]:
    return {f.rule.removeprefix("hreflang-"): (f.engine, f.severity) for f in found(*pages)}


def one(code: str, to: str = "/de", **more: str) -> list[P]:
    return [P("/a", ((code, to),), **more), P("/de")]  # type: ignore[arg-type]


VALUES = [
    ("", "value-missing", "any", "error"),
    ("fr_FR", "underscore", "any", "error"),
    ("en us", "bad-syntax", "any", "error"),
    (" en ", "bad-syntax", "any", "info"),
    ("x_default", "bad-x-default", "any", "error"),
    ("haw", "lang-unknown", "any", "error"),
    ("fre-FR", "lang-three-letter", "any", "error"),
    ("us", "region-only", "any", "error"),
    ("CH", "lang-looks-like-region", "any", "warning"),
    ("iw", "lang-deprecated", "any", "warning"),
    ("zh-Hnat", "script-unknown", "any", "error"),
    ("zh-TW-Hant", "wrong-order", "any", "error"),
    ("en-UK", "region-reserved", "any", "error"),
    ("es-419", "region-m49", "any", "error"),
    ("de-EN", "region-unknown", "any", "error"),
    ("sq-XK", "region-unknown", "google", "warning"),
    ("de-DE-1996", "extra-subtags", "any", "error"),
]


@pytest.mark.parametrize(("code", "name", "engine", "severity"), VALUES)
def test_a_code_has_its_own_finding_and_no_other(code: str, name: str, engine: str, severity: str) -> None:
    assert fired(*one(code)) == {name: (engine, severity)}


@pytest.mark.parametrize("code", ["en", "EN-gb", "zh-Hant", "zh-Hans-SG", "X-DEFAULT", "ch", "no", "uk"])
def test_valid_codes_have_none(code: str) -> None:
    assert fired(*one(code)) == {}


def test_yandex_alone_is_told_of_regions_of_russia() -> None:
    assert fired(*one("ru-RU-MOW")) == {
        "extra-subtags": ("any", "error"), "yandex-subdivision": ("yandex", "info"),
    }  # fmt: skip


def test_one_finding_for_a_page_names_all_its_codes_and_what_to_write() -> None:
    (finding,) = found(P("/a", {"fr_FR": "/fr", "pt_BR": "/pt", "de": "/de"}, sitemap={"fr_FR": "/fr"}))
    assert finding.values == {"codes": "“fr_FR” → fr-FR, “pt_BR” → pt-BR", "n": 3}
    assert finding.related == "https://e.com/fr"


def test_many_codes_of_a_page_are_cut_short_and_counted() -> None:
    (finding,) = found(P("/a", {f"{code}_X": "/x" for code in ("aa", "bb", "cc", "dd", "ee", "ff", "gg")}))
    assert str(finding.values["codes"]).count("“") == 5
    assert str(finding.values["codes"]).endswith(", …")
    assert finding.values["n"] == 7


@pytest.mark.parametrize(
    ("page", "told"),
    [
        (P("https://e.com/be/", lang="fr"), True),
        (P("https://e.com/x", lang="de"), True),
        (P("https://e.com/be/"), True),
        (P("https://e.be/"), True),
        (P("https://e.com/be/", lang="be-BY"), False),
        (P("https://e.com/x"), False),
    ],
)
def test_a_language_that_stands_for_a_country(page: P, told: bool) -> None:
    said = fired(P("/a", {"be": page.url}), page)
    assert said == ({"lang-looks-like-region": ("any", "warning")} if told else {})


def test_the_language_of_a_country_with_the_same_code_is_no_slip() -> None:
    assert fired(P("/a", {"de": "https://e.de/", "fr": "/fr/", "it": "/it/"})) == {}


def test_a_script_that_the_country_says_already() -> None:
    assert fired(P("/a", {"zh-Hant-TW": "/t", "zh-TW": "/t"})) == {"script-redundant": ("any", "info")}
    assert fired(P("/a", {"zh-Hant-TW": "/t", "zh-HK": "/h"}), P("/b", {"zh-TW": "/t"})) == {}


ADDRESSES = [
    ("", "href-missing", "error"),
    ("mailto:a@e.com", "url-invalid", "error"),
    ("http:///", "url-invalid", "error"),
    ("es/", "url-relative", "error"),
    ("../es/", "url-relative", "error"),
    ("//e.com/es/", "url-protocol-relative", "error"),
    ("https://e.com/#es", "url-fragment", "warning"),
    ("http://e.com/es", "url-http-on-https", "warning"),
]


@pytest.mark.parametrize(("href", "name", "severity"), ADDRESSES)
def test_an_address_has_its_own_finding_and_no_other(href: str, name: str, severity: str) -> None:
    assert fired(P("/a", {"es": href})) == {name: ("any", severity)}


def test_http_may_list_http() -> None:
    assert fired(P("http://e.com/a", {"es": "http://e.com/es"})) == {}
    assert fired(P("/a", body={"es": "http://e.com/es"})) == {}


def test_two_spellings_in_one_set() -> None:
    pages = [P("/a", {"b": "/b", "de": "/de"}), P("/b", {"a": "/a", "de": "/de/"}), P("/de")]
    (finding,) = [f for f in found(*pages) if f.rule == "hreflang-url-mixed-form"]
    assert (finding.url, finding.related, finding.values["other"]) == (
        "https://e.com/b", "https://e.com/de/", "https://e.com/de",
    )  # fmt: skip


def test_two_spellings_of_strangers_are_not_told() -> None:
    pages = [P("/a", {"de": "/de", "en": "/a"}), P("/b", {"de": "/de/", "en": "/b"}), P("/de"), P("/de/")]
    assert "url-mixed-form" not in fired(*pages)


def test_languages_in_the_query() -> None:
    by_query = P("/a?lang=en", {"en": "/a?lang=en", "de": "/a?lang=de"})
    assert fired(by_query) == {"locale-in-query": ("any", "info")}
    assert fired(P("/a?page=1", {"en": "/a?page=1", "de": "/b?page=1"})) == {}
    assert fired(P("/en?lang=en", {"en": "/en?lang=en", "de": "/de?lang=de"})) == {}


def test_other_attributes_on_a_link() -> None:
    assert fired(P("/a", {"de": "/de"}, attrs="media")) == {"media-attr": ("any", "warning")}


def test_no_annotations_no_findings() -> None:
    assert found(P("/a"), P("/b")) == []
