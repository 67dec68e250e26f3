"""What a value of hreflang means to engines, and what is proposed in its place."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pagetwin.audits.hreflang import registry
from pagetwin.audits.hreflang.values import is_region_too, language, read

LANGUAGES, REGIONS, SCRIPTS = (sorted(registry.names(kind)) for kind in ("language", "region", "script"))


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        ("de", "de"), ("DE-at", "de-AT"), ("ZH-hant", "zh-Hant"), ("zh-hans-us", "zh-Hans-US"), ("nn", "nn"),
        ("sr-latn-rs", "sr-Latn-RS"), ("X-Default", "x-default"), ("uk", "uk"), ("uk-UA", "uk-UA"), ("ch", "ch"),
        ("be-BY", "be-BY"),
    ],
)  # fmt: skip
def test_valid_values(raw: str, code: str) -> None:
    value = read(raw)
    assert (value.code, value.faults, value.ignored) == (code, (), False)


@pytest.mark.parametrize(
    ("raw", "rule", "fixed"),
    [
        ("", "value-missing", ""),
        (" \t", "value-missing", ""),
        ("pt_BR", "underscore", "pt-BR"),
        ("en_UK", "underscore", "en-GB"),
        ("zh_TW_Hant", "underscore", "zh-Hant-TW"),
        ("en--us", "bad-syntax", "en-US"),
        ("-en", "bad-syntax", "en"),
        ("en us", "bad-syntax", "en-US"),
        ("en;us", "bad-syntax", "en-US"),
        ("ру", "bad-syntax", ""),
        ("x_default", "bad-x-default", "x-default"),
        ("xdefault", "bad-x-default", "x-default"),
        ("ger-AT", "lang-three-letter", "de-AT"),
        ("deu", "lang-three-letter", "de"),
        ("eng-UK", "lang-three-letter", "en-GB"),
        ("haw", "lang-unknown", ""),
        ("fil-PH", "lang-unknown", "tl-PH"),
        ("english", "lang-unknown", ""),
        ("GB-en", "region-only", "en-GB"),
        ("jp", "region-only", "ja"),
        ("CZ", "region-only", "cs"),
        ("JP-ja-Jpan", "region-only", "ja-Jpan-JP"),
        ("zh-Hnat", "script-unknown", "zh"),
        ("zh-CHT", "region-unknown", "zh-Hant"),
        ("es-419", "region-m49", "es"),
        ("es-LATAM", "region-unknown", "es"),
        ("en-AP", "region-unknown", "en"),
        ("en-u-ca-gregory", "extra-subtags", "en"),
        ("en-US-GB", "extra-subtags", "en-US"),
        ("sr-Latn-Cyrl", "extra-subtags", "sr-Latn"),
        ("zh-TW-Hant", "wrong-order", "zh-Hant-TW"),
    ],
)
def test_values_that_engines_pass_over(raw: str, rule: str, fixed: str) -> None:
    value = read(raw)
    assert [(f.rule, f.fixed, f.severity, f.engine) for f in value.faults][:1] == [
        (f"hreflang-{rule}", fixed, "error", "any")
    ]
    assert value.ignored
    assert value.code == ""


@pytest.mark.parametrize(
    ("raw", "fixed", "acts_as"), [("en-UK", "en-GB", "en"), ("de-eu", "de", "de"), ("zh-Hant-UN", "zh-Hant", "zh-Hant")]
)
def test_a_reserved_region_is_passed_over_alone(raw: str, fixed: str, acts_as: str) -> None:
    value = read(raw)
    assert [(f.rule, f.fixed, f.severity) for f in value.faults] == [("hreflang-region-reserved", fixed, "error")]
    assert value.code == acts_as


@pytest.mark.parametrize(
    ("raw", "rule", "engine", "severity", "code"),
    [
        ("iw", "lang-deprecated", "any", "warning", "he"),
        ("iw-IL", "lang-deprecated", "any", "warning", "he-IL"),
        ("sh", "lang-deprecated", "any", "warning", "sr-Latn"),
        ("sq-XK", "region-unknown", "google", "warning", "sq-XK"),
        ("CH", "lang-looks-like-region", "any", "warning", "ch"),
        ("BE", "lang-looks-like-region", "any", "warning", "be"),
        (" en", "bad-syntax", "any", "info", "en"),
    ],
)
def test_values_that_work_and_should_be_looked_at(raw: str, rule: str, engine: str, severity: str, code: str) -> None:
    value = read(raw)
    assert [(f.rule, f.engine, f.severity) for f in value.faults] == [(f"hreflang-{rule}", engine, severity)]
    assert value.code == code


@pytest.mark.parametrize("raw", ["ru-RU-MOW", "ru-SPE"])
def test_yandex_documents_regions_of_russia(raw: str) -> None:
    faults = {(f.rule, f.engine, f.severity) for f in read(raw).faults}
    assert ("hreflang-yandex-subdivision", "yandex", "info") in faults
    assert any(severity == "error" for _, _, severity in faults)


def test_every_documented_form_of_every_code_is_valid() -> None:
    for one in LANGUAGES:
        assert read(one).code == one
    for script in SCRIPTS:
        assert read(f"sr-{script}").code == f"sr-{script}"
    for region in REGIONS:
        assert read(f"en-{region.lower()}").code == f"en-{region}"
        assert read(f"zh-hant-{region}").code == f"zh-Hant-{region}"


def test_the_tables_have_the_assigned_codes() -> None:
    assert (len(LANGUAGES), len(REGIONS)) == (183, 249)
    assert not {"iw", "sh", "mo"} & set(LANGUAGES)
    assert not registry.RESERVED.keys() & set(REGIONS)
    assert registry.two_letters()["fre"] == registry.two_letters()["fra"] == "fr"


PARTS = st.one_of(
    st.sampled_from(LANGUAGES), st.sampled_from(REGIONS), st.sampled_from(SCRIPTS),
    st.sampled_from(["UK", "419", "x", "default", "1996", "fra", "chs", "MOW", ""]), st.text(max_size=5),
)  # fmt: skip


@given(st.lists(PARTS, min_size=1, max_size=4), st.sampled_from(["-", "_", " ", "--"]))
def test_whatever_is_written_is_told_and_what_is_proposed_is_valid(parts: list[str], separator: str) -> None:
    value = read(separator.join(parts))
    assert re.fullmatch(r"([a-z]{2})(-[A-Z][a-z]{3})?(-[A-Z]{2})?|x-default|", value.code)
    assert read(value.code).code == value.code
    assert value.faults or value.code.lower() == value.raw.lower()
    for fault in value.faults:
        assert not any(f.severity == "error" for f in read(fault.fixed).faults) or fault.fixed == ""


def test_the_language_of_a_code() -> None:
    assert [language(code) for code in ("de", "zh-Hant-TW", "x-default")] == ["de", "zh", ""]
    assert [is_region_too(text) for text in ("ch", "CH", "be", "en", "us")] == [True, True, True, False, False]
