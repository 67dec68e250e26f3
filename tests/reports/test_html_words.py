"""The words of the report: plural forms, numbers that never say more than is known."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pagetwin.model import OUTCOMES, Indexability, PairKind, Reason, Role
from pagetwin.reports import words
from pagetwin.reports.language import Language
from pagetwin.reports.show import address, shorten

from . import fixture
from .folder import page, report, said

EN, RU = Language("en"), Language("ru")


@given(st.integers(0, 100_000))
def test_russian_plural_forms(n: int) -> None:
    """The rule of CLDR, told by the last digits as written."""
    digits = f"{n:02d}"
    many = digits[-2] == "1" or digits[-1] in "056789"
    expected = "страниц" if many else "страница" if digits[-1] == "1" else "страницы"
    assert RU.n_("%(n)s page", "%(n)s pages", n).split("\u00a0")[-1].split()[-1] == expected


@given(st.floats(0, 1), st.integers(0, 1))
def test_a_share_is_never_rounded_to_all_or_nothing(share: float, digits: int) -> None:
    text = EN.pct(share, digits)
    value = float(text.strip("<%"))
    assert (value == 100) == (share == 1)
    assert (value == 0) == (share == 0)
    assert abs(value - 100 * share) <= 1.0 * 10**-digits
    assert RU.pct(share, digits) == text.replace(".", ",").replace("%", "\u00a0%")


@given(st.floats(0, 1))
def test_a_measure_says_one_only_for_one(value: float) -> None:
    text = EN.dec(value)
    assert (text == "1.00") == (value == 1)
    assert abs(float(text) - value) <= 0.01
    assert RU.dec(value) == text.replace(".", ",")


@pytest.mark.parametrize(
    ("n", "english", "russian"),
    [
        (0, "0", "0"),
        (999, "999", "999"),
        (5_986, "5,986", "5\u00a0986"),
        (9_999, "9,999", "9\u00a0999"),
        (10_499, "10\u00a0k", "10\u00a0тыс."),
        (999_999, "999\u00a0k", "999\u00a0тыс."),
        (8_300_000, "8.3\u00a0M", "8,3\u00a0млн"),
        (9_000_000, "9\u00a0M", "9\u00a0млн"),
        (145_000_000, "145\u00a0M", "145\u00a0млн"),
    ],
)
def test_short_counts(n: int, english: str, russian: str) -> None:
    assert (EN.short(n), RU.short(n)) == (english, russian)


def test_dates() -> None:
    assert EN.date("2026-05-04T08:00:00Z").replace("\u00a0", " ") == "4 May 2026"
    assert RU.date("2026-05-04T08:00:00Z").replace("\u00a0", " ") == "4 мая 2026 г."


def test_markup_of_ours_escapes_what_is_put_in() -> None:
    text = EN.m_("All of them stand in <code>%(x)s</code>", x="<script>")
    assert str(text) == "All of them stand in <code>&lt;script&gt;</code>"


_REASONS: list[tuple[Reason, str]] = [
    (Reason(True, "answers_200", {"status": 200}), "Answers 200"),
    (Reason(False, "answers_200", {"status": 404}), "Answers 404, not 200"),
    (Reason(False, "not_indexable", {"why": "noindex"}), "Not open to search engines: noindex"),
    (Reason(False, "not_indexable", {"why": "solar flare"}), "Not open to search engines: solar flare"),
    (Reason(True, "redirect_target", {"n": 1}), "1 other address redirects here"),
    (Reason(True, "redirect_target", {"n": 1200}), "1,200 other addresses redirect here"),
    (Reason(True, "canonical_target", {"n": 2}), "2 other pages name it as canonical"),
    (Reason(True, "self_canonical"), "Names itself as canonical"),
    (Reason(False, "canonical_elsewhere", {"url": "https://a/"}), "Its canonical names https://a/"),
    (
        Reason(False, "canonical_elsewhere", {"url": "https://a/", "n": 3}),
        "3 pages name as canonical a page outside the group: https://a/",
    ),
    (Reason(True, "https"), "Served over https"),
    (Reason(True, "main_mirror"), "On the main one of the hosts with the same pages"),
    (Reason(False, "main_mirror"), "Not on the main one of the hosts with the same pages, as another member is"),
    (Reason(True, "html_not_print", {"kind": "print"}), "The ordinary version; another page is of the kind “print”"),
    (Reason(True, "contains_others", {"n": 1}), "Contains the text of 1 other page"),
    (Reason(True, "in_sitemap"), "Listed in the sitemap"),
    (Reason(False, "not_in_sitemap"), "Not listed in the sitemap"),
    (Reason(True, "most_inlinks", {"n": 9}), "9 internal links, no member has more"),
    (Reason(False, "fewer_inlinks", {"n": 1, "most": 9}), "1 internal link; another member has 9"),
    (Reason(True, "cleaner_url"), "The cleanest address of the group"),
    (Reason(True, "shorter_url"), "The shortest address of the group"),
    (Reason(True, "first_by_address"), "Otherwise equal: it comes first by address"),
    (Reason(True, "only_member_open"), "The only page of the group that is open to search engines"),
    (Reason(False, "mixed_canonicals", {"n": 2}), "The members name 2 different pages as canonical"),
    (Reason(False, "no_canonical", {"n": 1}), "1 member names no canonical"),
    # Never dropped: an unknown code, and a known one whose values are not those agreed.
    (Reason(True, "code_of_tomorrow", {"n": 3, "x": "<b>"}), "code_of_tomorrow (n = 3, x = <b>)"),
    (Reason(True, "code_of_tomorrow"), "code_of_tomorrow"),
    (Reason(False, "fewer_inlinks", {"n": 1}), "fewer_inlinks (n = 1)"),
]


@pytest.mark.parametrize(("item", "sentence"), _REASONS, ids=lambda value: getattr(value, "code", ""))
def test_reasons(item: Reason, sentence: str) -> None:
    assert words.reason(item, EN) == sentence


def test_every_reason_is_said_in_russian() -> None:
    for item, english in _REASONS:
        russian = words.reason(item, RU)
        if not english.startswith(item.code):
            assert re.search("[а-яё]", russian), item.code


def test_codes_of_the_model_have_words() -> None:
    assert set(OUTCOMES) - {"ok", "not_modified"} <= set(words.LEFT_OUT)
    assert set(words.ROLES) == set(Role.__args__)  # type: ignore[attr-defined]
    assert set(words.KINDS) == set(PairKind.__args__)  # type: ignore[attr-defined]
    assert set(words.INDEXABILITY) == set(Indexability.__args__)  # type: ignore[attr-defined]
    assert words.left_out("of tomorrow", EN) == ("of tomorrow", "")


def test_a_report_in_russian(tmp_path: Path) -> None:
    fixture.build(tmp_path / "audit.sqlite")
    folder = report(tmp_path / "audit.sqlite", tmp_path / "report", language="ru")
    tree = page(folder, "index.html")
    assert tree.get("lang") == "ru"
    assert said(tree.get_element_by_id("verdict")) == "7 из 13 увиденных страниц почти повторяют другую страницу"
    assert "97,7 %" in said(tree.get_element_by_id("recall"))
    assert said(page(folder, "groups/1.html").find(".//h1")) == "5 страниц почти об одном и том же"
    assert page(folder, "pairs/2-2.html").find_class("same")[0].find_class("txt")[0].get("lang") == "en"


@pytest.mark.parametrize(
    ("url", "parts"),
    [
        ("https://example.com/a/b/", ("/a/", "b", "/")),
        ("https://example.com/a/b", ("/a/", "b", "")),
        ("https://example.com/", ("", "/", "")),
        ("https://example.com/a/?print=1", ("/a/", "?print=1", "")),
        ("https://example.com/a?x=b/c", ("/a", "?x=b/c", "")),
        ("https://example.com.evil.test/a", ("https://example.com.evil.test/", "a", "")),
        ("https://example.com/%D0%B4%D0%BE%D0%BC/%2F%3F", ("/дом/", "%2F%3F", "")),
        ("https://example.com/%D0/%E2%80%AE/", ("/%D0/", "%E2%80%AE", "/")),  # half a letter, a turn of direction
    ],
)
def test_addresses_as_people_read_them(url: str, parts: tuple[str, str, str]) -> None:
    assert address(url, "https://example.com") == parts


@given(st.text(st.characters(codec="ascii", exclude_characters="%"), max_size=700))
def test_an_address_keeps_its_end(path: str) -> None:
    shown = "".join(address(f"https://example.com/{path}", "https://example.com"))
    assert len(shown) <= 301
    whole = f"/{path}"
    assert shown == whole or (shown.startswith(whole[:100]) and shown.endswith(whole[-200:]) and "…" in shown)


@given(st.text(max_size=300), st.integers(2, 50))
def test_shortened_texts_stay_on_one_line(text: str, most: int) -> None:
    short = shorten(text, most)
    assert len(short) <= most
    assert "\n" not in short
    assert short.removesuffix("…") == " ".join(text.split())[: len(short.removesuffix("…"))]
