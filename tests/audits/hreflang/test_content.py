"""Texts in another language than hreflang says: what is detected, when nothing is said, and from pages to findings."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

import pytest
from pagetwin import pipeline
from pagetwin.audits.hreflang import detect
from pagetwin.audits.hreflang.content import content_language_mismatch
from pagetwin.audits.hreflang.detect import CLOSE, KNOWN, Detected, detector, differs
from pagetwin.audits.hreflang.language import content_not_translated
from pagetwin.config import CompareSettings, CrawlSettings, Settings
from pagetwin.progress import Progress
from support.hreflang import E, P, facts
from support.inline import InlineWorkers

TEXTS = {
    "en": "Our workshop mends bicycles of every age. Bring yours in before noon, and on most days you can ride it home "
    "the same evening. We check the brakes, the chain and both wheels, and we tell you what it will cost before we "
    "begin. Whoever wants to learn how it is done may stay and watch, and there is always tea.",
    "de": "Unsere Werkstatt repariert Fahrräder jeden Alters. Wer seines vor dem Mittag bringt, fährt an den meisten "
    "Tagen noch am selben Abend damit nach Hause. Wir prüfen die Bremsen, die Kette und beide Räder und sagen vorher, "
    "was es kosten wird. Wer lernen möchte, wie man das macht, darf gerne bleiben und zuschauen; Tee gibt es immer.",
    "fr": "Notre atelier répare les vélos de tous les âges. Si vous apportez le vôtre avant midi, vous pouvez presque "
    "toujours rentrer avec lui le soir même. Nous vérifions les freins, la chaîne et les deux roues, et nous vous "
    "disons le prix avant de commencer. Ceux qui veulent apprendre peuvent rester et regarder, il y a toujours du thé.",
    "ru": "Наша мастерская чинит велосипеды любого возраста. Если привезти свой до полудня, то почти всегда вечером "
    "на нём можно уехать домой. Мы проверяем тормоза, цепь и оба колеса и заранее говорим, сколько это будет стоить. "
    "Кто хочет научиться, может остаться и посмотреть, а чай у нас есть всегда.",
    "el": "Το εργαστήριό μας επισκευάζει ποδήλατα κάθε ηλικίας. Αν φέρετε το δικό σας πριν το μεσημέρι, σχεδόν πάντα "
    "μπορείτε να γυρίσετε σπίτι με αυτό το ίδιο βράδυ. Ελέγχουμε τα φρένα, την αλυσίδα και τους δύο τροχούς, και σας "
    "λέμε πόσο θα κοστίσει πριν αρχίσουμε. Όποιος θέλει να μάθει μπορεί να μείνει και να κοιτάξει.",
    "sr": "Наша радионица поправља бицикле свих година. Ако свој донесете пре подне, скоро увек се исте вечери можете "
    "њиме вратити кући. Проверавамо кочнице, ланац и оба точка, и кажемо вам колико ће то коштати пре него што "
    "почнемо. Ко жели да научи како се то ради, може да остане и гледа, а чаја увек има.",
}
CODE = "for (int i = 0; i < n; i++) { total += values[i] * factor; } return total / (double) n; // checked\n" * 12
BOTH = {"en": "/a", "de": "/b"}


@pytest.mark.parametrize("language", TEXTS)
def test_the_language_of_plain_prose_is_sure(language: str) -> None:
    found = detector()(TEXTS[language])
    assert found.language == language
    assert found.confidence >= detect.SURE


@pytest.mark.parametrize(
    "text",
    [
        "", "404", "1234567890 " * 90, TEXTS["en"][:200], "a" * 199,
        f"{TEXTS['ru']} {TEXTS['en']}", f"{TEXTS['de']}\n{TEXTS['fr']}\n{TEXTS['en']}",
    ],
)  # fmt: skip
def test_short_and_mixed_texts_are_not_sure(text: str) -> None:
    assert detector()(text).confidence < detect.SURE


def test_of_a_long_text_all_parts_count() -> None:
    assert detector()(TEXTS["de"] * 40).language == "de"
    assert detector()(TEXTS["de"] * 40 + TEXTS["ru"] * 40).confidence < detect.SURE
    assert detector()(TEXTS["de"] * 3 + CODE).confidence < detect.SURE


def test_what_is_known_is_what_the_detector_has_labels_for() -> None:
    from py3langid.langid import MODEL_FILE, LanguageIdentifier

    labels = {label for label in LanguageIdentifier.from_model_file(MODEL_FILE).labels if len(label) == 2}
    assert labels | {"nb"} == KNOWN
    assert set().union(*CLOSE) <= KNOWN


@pytest.mark.parametrize(
    ("detected", "language", "code", "expected"),
    [
        ("en", "de", "de-AT", True), ("en", "en", "en-GB", False), ("en", "zh", "zh-Hant-TW", True),
        ("zh", "zh", "zh-Hant", False), ("no", "da", "da", False), ("da", "nb", "nb-NO", False),
        ("hr", "sr", "sr-RS", False), ("bs", "hr", "hr", False), ("ms", "id", "id", False), ("cs", "sk", "sk", False),
        ("pt", "pt", "pt-BR", False), ("sr", "sr", "sr-Latn", False), ("hr", "sr", "sr-Latn-RS", False),
        ("en", "hi", "hi-Latn", False), ("it", "co", "co", False), ("zxx", "de", "de", False), ("", "de", "de", False),
        ("en", "nb", "nb", True), ("sv", "fi", "fi", True),
    ],
)  # fmt: skip
def test_close_languages_scripts_and_what_is_unknown_are_left_alone(
    detected: str, language: str, code: str, expected: bool
) -> None:
    assert differs(detected, language, code) is expected


EN = Detected("en", 0.95)


@pytest.mark.parametrize(
    ("pages", "detected", "expected"),
    [
        ([P("/a", BOTH), P("/b", BOTH)], {0: EN, 1: EN}, [("/b", "", "en", "de")]),
        ([P("/a", BOTH), P("/b", BOTH)], {0: EN, 1: Detected("en", 0.89)}, []),
        ([P("/a", BOTH), P("/b", BOTH)], {}, []),
        ([P("/a", BOTH), P("/b")], {1: EN}, [("/b", "/a", "en", "de")]),
        ([P("/a", BOTH), P("/b", {"en": "/b"})], {1: EN}, []),  # its own word counts more than that of others
        ([P("/a", BOTH), P("/b", {"fr": "/b"})], {1: EN}, [("/b", "", "en", "fr")]),
        ([P("/a", BOTH), P("/b"), P("/c", {"en": "/b"})], {1: EN}, []),
        ([P("/a", {"x-default": "/b"}), P("/b", {"x-default": "/b"})], {1: EN}, []),
        ([P("/b", {"de": "/b", "de-CH": "/b"})], {0: EN}, [("/b", "", "en", "de, de-CH")]),
        ([P("/b", {"de": "/b", "en": "/b"})], {0: EN}, []),
        ([P("/a", {"de": "https://f.com/"})], {}, []),
    ],
)
def test_what_is_declared_by_the_page_or_else_by_others(
    pages: list[P], detected: dict[int, Detected], expected: list[tuple[str, ...]]
) -> None:
    found = []
    for hit in content_language_mismatch.check(facts(*pages, detected=detected)):
        codes = hit.values.get("codes") or hit.values["code"]
        found.append((hit.page.url.removeprefix(E), hit.related.removeprefix(E), hit.values["found"], codes))
    assert found == expected


def test_only_pairs_that_list_one_another_under_another_language_are_compared_each_once() -> None:
    asked: list[tuple[int, int]] = []

    def nearly_same(a: Any, b: Any) -> Any:
        asked.extend(zip(a.tolist(), b.tolist(), strict=True))
        return a == b

    sets = [{code: f"/{n}/{code}" for code in ("de", "en", "en-GB")} for n in range(5)]
    pages = [P(url, said) for said in sets for url in said.values()]
    assert list(content_not_translated.check(facts(*pages, nearly_same=nearly_same))) == []
    ids = [3 * n + place for n in range(5) for place in (0, 0)]
    assert asked == [(page, page + 1 + n % 2) for n, page in enumerate(ids)]


def page(name: str, text: str) -> str:
    links = "".join(
        f'<link rel="alternate" hreflang="{code}" href="https://e.com/{code}/{name}.html">' for code in ("en", "de")
    )
    return f"<html><head>{links}<title>{name}</title></head><body><main><p>{text}</p></main></body></html>"


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Pages in two languages: one translated, one not, one not translated and a little changed."""
    monkeypatch.setattr(pipeline, "Workers", InlineWorkers)
    made = {
        "shop": (TEXTS["en"], TEXTS["de"]),
        "tea": ("Black tea. " + TEXTS["en"] * 2, "Black tea. " + TEXTS["en"] * 2),
        "ride": ("Rides on Sunday. " + TEXTS["fr"], "Sonntags fahren wir. " + TEXTS["fr"]),
    }
    for name, both in made.items():
        for code, text in zip(("en", "de"), both, strict=True):
            (tmp_path / "site" / code).mkdir(parents=True, exist_ok=True)
            (tmp_path / "site" / code / f"{name}.html").write_text(page(name, text), "utf-8")
    return tmp_path


def findings(site: Path, **compare: Any) -> dict[str, set[tuple[str, str]]]:
    crawl = CrawlSettings(base_url="https://e.com/", workers=1)
    settings = Settings(crawl=crawl, compare=CompareSettings(jaccard=0.7, **compare))
    pipeline.audit(str(site / "site"), site / "out", settings, Progress())
    found: dict[str, set[tuple[str, str]]] = {}
    with (site / "out" / "csv" / "findings.csv").open(encoding="utf-8-sig", newline="") as file:
        for row in csv.DictReader(file):
            pair = row["url"].removeprefix(E), row["related"].removeprefix(E)
            found.setdefault(row["rule"], set()).add(pair)
    return found


@pytest.mark.parametrize("compare", [{}, {"pair_limit": 1, "join_budget": 0}])
def test_from_pages_to_findings(site: Path, compare: dict[str, Any]) -> None:
    found = findings(site, **compare)
    assert found["hreflang-content-not-translated"] == {
        (f"/{one}/{name}.html", f"/{other}/{name}.html")
        for name in ("ride", "tea")
        for one, other in (("en", "de"), ("de", "en"))
    }
    assert found["content-language-mismatch"] == {
        ("/de/tea.html", ""), ("/de/ride.html", ""), ("/en/ride.html", ""),
    }  # fmt: skip


def test_a_second_analysis_detects_nothing(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = findings(site)["content-language-mismatch"]

    def fails() -> Any:
        raise AssertionError("a language was detected again")

    monkeypatch.setattr("pagetwin.store.languages.detector", fails)
    assert findings(site, containment=0.95)["content-language-mismatch"] == first
