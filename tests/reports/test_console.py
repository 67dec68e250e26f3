"""The closing lines: calm and short, loud when the site was not seen, right in both languages."""

import copy
import sqlite3
from pathlib import Path

import pytest
from pagetwin.reports import console, console_words, summary

from .fixture import build

OUT = Path("pagetwin-example.com")
TOP = [
    ("https://example.com/dostavka/moskva/", 5, "near", 0.6333),
    ("https://example.com/guide/glass/", 2, "contained", 0.2),
]


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    path = tmp_path_factory.mktemp("audit") / "audit.sqlite"
    build(path)
    connection = sqlite3.connect(path)
    facts = summary.build(connection)
    connection.close()
    return facts


@pytest.fixture
def facts(built):
    return copy.deepcopy(built)


def _line(text, start):
    (line,) = (line for line in text.splitlines() if line.startswith(start))
    return line


def test_the_lines_of_an_ordinary_run(facts):
    assert console.closing(facts, OUT, TOP).splitlines() == [
        "Seen:      28 addresses declared, 23 fetched, 13 compared",
        "Left out:  excluded by you: 2, error answers: 2, closed by robots.txt: 1, blocked: 1, no text: 1, 8 more",
        "Missing:   1 of 3 sitemaps could not be read, so what it names was not seen (see the report)",
        "Groups:    2 groups with 7 pages (near duplicates: 1, one inside another: 1); 1 resolved already",
        "Pairs:     12 pairs with Jaccard from 0.50 or containment from 0.80 (shingles of 10 words)",
        "Recall:    nothing missed: all pairs were counted exactly; LSH alone would have found 97.7% by Jaccard",
        "Findings:  2 findings (canonical-to-redirect: 1, noindex-in-sitemap: 1)",
        "Look here first, at the largest groups and the page to keep in each:",
        "  5 pages, near duplicates, lowest 0.63     https://example.com/dostavka/moskva/",
        "  2 pages, one inside another, lowest 0.20  https://example.com/guide/glass/",
        f"Report:    {OUT / 'report' / 'index.html'}",
        f"Tables:    {OUT / 'csv'}",
        f"Rules:     {OUT / 'rules'}",
        "Next:      another threshold, without fetching again: pagetwin analyze pagetwin-example.com --jaccard 0.6",
    ]


def test_a_run_that_ignored_robots_txt_says_so(facts):
    assert "robots" not in console.closing(facts, OUT, TOP).replace("closed by robots.txt", "")
    facts["robots_obeyed"] = False
    assert "robots.txt was not obeyed" in _line(console.closing(facts, OUT, TOP), "Note:")
    assert "robots.txt не соблюдался" in _line(console.closing(facts, OUT, TOP, "ru"), "Внимание:")


def test_a_site_that_was_not_seen_is_called_so_first_and_never_looks_green(facts):
    facts["complete"] = False
    facts["clusters"] = {"exact": 0, "near": 0, "contained": 0, "resolved": 0, "pages_in_clusters": 0}
    facts["pages"] |= {"waiting": 1500}
    text = console.closing(facts, OUT, [])
    lines = text.splitlines()
    assert lines[0] == "THE SITE WAS NOT SEEN WELL ENOUGH TO JUDGE IT."
    # Without an answer: one timeout, one challenge, one closed by robots.txt, and what was not asked.
    assert lines[1].startswith("Compared: 13 of 28 addresses; without an answer: 1,503.")
    assert _line(text, "Seen:").endswith("; 1,500 not asked yet")
    assert "says nothing of the others" in _line(text, "Groups:")
    assert "no page repeats another" not in text
    assert str(OUT / "csv" / "pages.csv") in _line(text, "Next:")
    assert "analyze" not in text


def test_no_group_is_good_news_only_when_all_was_seen(facts):
    facts["clusters"] = {"exact": 0, "near": 0, "contained": 0, "resolved": 0, "pages_in_clusters": 0}
    facts["findings"] = {}
    text = console.closing(facts, OUT, [])
    assert _line(text, "Groups:") == "Groups:    none to look at; no page repeats another at these thresholds"
    assert "Look here" not in text
    assert "Findings" not in text
    facts["clusters"]["resolved"] = 1
    assert _line(console.closing(facts, OUT, []), "Groups:") == "Groups:    none to look at; 1 resolved already"


def test_one_is_singular_and_many_get_their_thousands_apart(facts):
    facts["pages"] = {"declared": 1, "fetched": 1, "analysed": 1, "skipped": {}}
    facts["clusters"] = {"exact": 1, "near": 0, "contained": 0, "resolved": 0, "pages_in_clusters": 15324}
    facts["pairs"] = 1
    facts["similarity"]["shingle"] = 1
    facts["findings"] = {"rule": 1}
    text = console.closing(facts, OUT, [])
    assert _line(text, "Seen:").startswith("Seen:      1 address declared")
    assert _line(text, "Groups:").startswith("Groups:    1 group with 15,324 pages")
    assert _line(text, "Pairs:").startswith("Pairs:     1 pair with")
    assert "shingles of 1 word)" in text
    assert _line(text, "Findings:").startswith("Findings:  1 finding (")
    assert "Left out" not in text


@pytest.mark.parametrize(
    ("n", "page"),
    [(1, "страница"), (2, "страницы"), (4, "страницы"), (5, "страниц"), (11, "страниц"), (12, "страниц"),
     (14, "страниц"), (21, "страница"), (22, "страницы"), (25, "страниц"), (100, "страниц"), (101, "страница"),
     (111, "страниц"), (1002, "страницы"), (0, "страниц")],
)  # fmt: skip
def test_russian_plural_forms(n, page, facts):
    text = console.closing(facts, OUT, [("https://example.com/", n, "near", 0.5)], "ru")
    number = f"{n:,}".replace(",", "\u00a0")
    assert _line(text, f"  {number} ").split(", ")[0] == f"  {number} {page}"


def test_russian_lines_hold_no_english(facts):
    facts["complete"] = False
    facts["similarity"]["recall"]["jaccard"] |= {"method": "sample", "value": 0.98, "low": 0.951, "high": 0.99}
    text = console.closing(facts, OUT, TOP, "ru")
    assert text.splitlines()[0] == "САЙТ ВИДЕН СЛИШКОМ ПЛОХО, ЧТОБЫ О НЁМ СУДИТЬ."
    assert "0,63" in text
    for own in (str(OUT), "example.com", "canonical-to-redirect", "noindex-in-sitemap", "robots.txt", "LSH"):
        text = text.replace(own, "")
    latin = {word for word in text.split() if word.isascii() and word.isalpha()}
    assert latin == set()


def test_both_languages_have_the_same_lines_with_the_same_fields():
    english, russian = console_words.WORDS["en"], console_words.WORDS["ru"]
    assert list(english) == list(russian)
    for name, text in english.items():
        if isinstance(text, str):
            assert _fields(text) == _fields(russian[name]), name


def _fields(text):
    return sorted(part.partition("}")[0] for part in text.split("{")[1:])


def test_recall_is_told_as_it_was_measured(facts):
    recall = facts["similarity"]["recall"]
    recall["jaccard"] = {"method": "sample", "value": 0.9996, "low": 0.951, "high": 1.0, "lsh_alone": 0.9996}
    text = console.closing(facts, OUT, TOP)
    # A share never rounds up to all.
    assert _line(text, "Recall:") == (
        "Recall:    estimated on a sample: Jaccard 99.9% (95.1% to 100.0%), containment exact; "
        "LSH alone would have found 99.9% by Jaccard"
    )
    recall.clear()
    assert _line(console.closing(facts, OUT, TOP), "Recall:") == "Recall:    was not measured"


def test_a_cut_table_of_pairs_is_said_to_be_cut(facts):
    facts["pairs_complete"] = False
    assert _line(console.closing(facts, OUT, TOP), "Pairs:").endswith("; the table holds the closest only")


def test_the_next_command_quotes_a_folder_with_a_space_and_names_another_threshold(facts):
    facts["similarity"]["jaccard"] = 0.7
    text = console.closing(facts, Path("my audit"), TOP)
    assert text.splitlines()[-1].endswith('pagetwin analyze "my audit" --jaccard 0.5')


def test_a_reason_of_tomorrow_is_shown_as_it_is(facts):
    facts["pages"]["skipped"] = {"quantum_wall": 7}
    assert "quantum_wall: 7" in console.closing(facts, OUT, TOP)


def test_addresses_cannot_steer_the_terminal(facts):
    text = console.closing(facts, OUT, [("https://example.com/\x1b[2J\r\n\u202e", 2, "near", 0.5)])
    assert "https://example.com/?[2J???" in text
    assert "\x1b" not in text


def test_colour_only_when_asked(facts):
    facts["complete"] = False
    plain, coloured = console.closing(facts, OUT, TOP), console.closing(facts, OUT, TOP, colour=True)
    assert "\x1b" not in plain
    assert coloured.splitlines()[0].startswith("\x1b[1;31mTHE SITE")
    assert coloured.replace("\x1b[1;31m", "").replace("\x1b[1m", "").replace("\x1b[0m", "") == plain
