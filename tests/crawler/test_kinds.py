"""What kind of answer a page is: told on evidence, and not told where there is none."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pagetwin.crawler import kinds
from pagetwin.crawler.parse import Refresh
from pagetwin.model import Fetch, Texts

HERE = "https://e.com/shop/bell"
SHORT = "Sorry about that. Go back to the start page."
LONG = "A bell rings when it is struck by the small hammer inside. " * 30


def seen(body: str, title: str = "", h1: str = "", html: str = "", **more: object) -> kinds.Seen:
    return kinds.Seen(HERE, title, h1, html, Texts("", body), **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "heading",
    [
        "404", "404 Not Found", "Error 404", "404 - Page not found", "Page not found", "Not found",
        "Page Not Found | Bells",
        "This page can't be found", "Sorry, this page does not exist", "The page has been removed",
        "Product no longer available",
        "This listing was deleted", "Nothing found", "We couldn’t find that page", "Removed",
        "Страница не найдена", "Ошибка 404", "404 — страница не найдена", "Такой страницы нет", "Страницы больше нет",
        "Товар удалён", "Страница удалена", "Объявление не найдено", "Ничего не найдено",
        "Запрошенная страница не существует",
        "Страница, которую вы ищете, не найдена", "Не удалось найти страницу", "Удалена",
    ],
)  # fmt: skip
def test_soft_404_by_title_or_heading(heading: str) -> None:
    for page in (seen(SHORT, title=heading), seen(SHORT, title="Bells", h1=heading)):
        kind = kinds.of_page(page)
        assert kind.outcome == "soft_404"
        assert "answers 200 but says" in kind.note
    assert kinds.of_page(seen(LONG, title=heading)).outcome == "ok"


@pytest.mark.parametrize(
    "heading",
    [
        "Peugeot 404", "Model 404 lamp", "Room 404", "How to write a good error message", "Class FileNotFoundException",
        "Lost and found", "Removed parts and how to put them back", "Deleted scenes", "Why was the bell removed?",
        "Удаление аккаунта", "Страница удаления аккаунта", "Товары для удаления пятен", "Как найти потерянное",
        "Найден способ", "Дом 404", "Page", "Страница", "",
    ],
)  # fmt: skip
def test_headings_that_only_sound_like_it(heading: str) -> None:
    assert kinds.of_page(seen(SHORT, title=heading, h1=heading)).outcome == "ok"


def test_text_alone_is_no_soft_404() -> None:
    assert kinds.of_page(seen("Page not found is what a browser says.", title="Glossary")).outcome == "ok"


CHALLENGES = [
    ("Just a moment...", "<script>window._cf_chl_opt={cvId:'3'}</script>"),
    ("Один момент…", "<script>window._cf_chl_opt={}</script>"),
    ("Attention Required! | Cloudflare", '<div id="cf-error-details">'),
    ("DDoS-Guard", '<script src="/.well-known/ddos-guard/js-challenge/index.js">'),
    ("", "<iframe>Request unsuccessful. Incapsula incident ID: 1-2</iframe>"),
    ("Access Denied", "Reference #18 https://errors.edgesuite.net/18"),
    ("Вы не робот?", '<form action="/showcaptcha">'),
    ("Making sure you're not a bot!", '<script src="/.within.website/x/cmd/anubis/static/js/main.mjs">'),
    ("Vercel Security Checkpoint", ""),
    ("Checking your browser before accessing e.com", "<noscript>Turn JavaScript on</noscript>"),
    ("e.com", "<script src='https://ct.captcha-delivery.com/c.js'></script>"),
]


@pytest.mark.parametrize(("title", "html"), CHALLENGES)
def test_challenges_with_their_evidence(title: str, html: str) -> None:
    kind = kinds.of_page(seen("Please wait.", title=title, html=html))
    assert kind.outcome == "challenge"
    assert "not the site" in kind.note
    assert kinds.of_page(seen(LONG, title=title, html=html)).outcome == "ok"


@pytest.mark.parametrize(
    ("title", "html"),
    [
        ("Just a moment: a poem", "<p>x"),
        ("Bells", '<script src="/cdn-cgi/challenge-platform/scripts/jsd/main.js"></script>'),
        ("Bells", '<script src="/_Incapsula_Resource?SWJIYLWA=1"></script>'),
        ("Contact us", '<div class="g-recaptcha"></div><div class="smart-captcha">'),
        ("Access denied: a novel", "<p>x"),
    ],
)
def test_traces_of_protections_on_ordinary_pages(title: str, html: str) -> None:
    assert kinds.of_page(seen("A short page of its own words.", title=title, html=html)).outcome == "ok"


@pytest.mark.parametrize(
    ("header", "is_one"),
    [
        (("cf-mitigated", "challenge"), True),
        (("x-vercel-mitigated", "challenge"), True),
        (("x-amzn-waf-action", "Captcha"), True),
        (("cf-mitigated", "none"), False),
        (("cf-ray", "challenge"), False),
    ],
)
def test_headers_of_protections(header: tuple[str, str], is_one: bool) -> None:
    evidence = kinds.challenge_header(Fetch(HERE, 200, (header,), b"", "ok"))
    assert bool(evidence) == is_one
    assert header[0] in evidence or not is_one


@pytest.mark.parametrize(
    ("body", "refresh", "outcome"),
    [
        ("Moved here.", Refresh(0, "https://e.com/new"), "stub"),
        ("", Refresh(5, "https://f.com/"), "stub"),
        ("Moved here.", Refresh(60, "https://e.com/new"), "ok"),
        ("Live scores, reloaded often.", Refresh(5, HERE), "ok"),
        ("Live scores, reloaded often.", Refresh(5, f"{HERE}#top"), "ok"),
        (LONG, Refresh(0, "https://e.com/new"), "ok"),
        ("Moved here.", None, "ok"),
    ],
)
def test_stubs(body: str, refresh: Refresh | None, outcome: str) -> None:
    kind = kinds.of_page(seen(body, refresh=refresh))
    assert kind.outcome == outcome
    assert kind.redirect_to == (refresh.url if refresh and outcome == "stub" else "")


def test_shells_and_empty_pages() -> None:
    assert kinds.of_page(seen("Loading", shell='empty <div id="root">')).outcome == "shell"
    assert kinds.of_page(seen(LONG, shell='empty <div id="root">')).outcome == "ok"
    assert kinds.of_page(seen("")).outcome == "empty"
    assert kinds.of_page(seen(" \n…—. ")).outcome == "empty"
    assert kinds.of_page(seen("1")).outcome == "ok"
    in_menu = kinds.Seen(HERE, "", "", "", Texts("all words stand in the menu", ""))
    assert kinds.of_page(in_menu).outcome == "ok"


HTML, XHTML, XML = "text/html", "application/xhtml+xml; charset=utf-8", "text/xml"
TYPES = [
    (HTML, "<p>x", True),
    (HTML, "just words", True),
    (HTML, "", True),
    ("TEXT/HTML;charset=x", "<p>x", True),
    (XHTML, '<?xml version="1.0"?><!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml"/>', True),
    (XML, '<?xml version="1.0"?>\n<!-- a --><?xsl x?><!DOCTYPE html [<!ENTITY a "b">]><html/>', True),
    ("", "<!doctype html><p>x", True),
    ("", "\n <!-- a > b --> <HTML lang=en>", True),
    ("", "<p>x", True),
    ("html", "<table>", True),
    ("*/*", "<div>", True),
    ("", "just words", False),
    ("", '{"a": 1}', False),
    ("text/plain", "<p>x", False),
    ("application/pdf", "x", False),
    ("image/svg+xml", "<svg><title>x</title></svg>", False),
    (HTML, "%PDF-1.7 ...", False),
    (HTML, "PK\x03\x04 ...", False),
    (HTML, '<?xml version="1.0"?><rss version="2.0"><channel/></rss>', False),
    (HTML, '<feed xmlns="http://www.w3.org/2005/Atom"/>', False),
    (HTML, "<?xml version='1.0'?><urlset/>", False),
    (HTML, ' {"a": [1]}', False),
    ("application/xml", "<catalogue/>", False),
    ("application/rss+xml", "<rss/>", False),
    ("application/json", "[]", False),
]


@pytest.mark.parametrize(("content_type", "text", "is_html"), TYPES)
def test_what_is_html(content_type: str, text: str, is_html: bool) -> None:
    headers = (("content-type", content_type),) if content_type else ()
    reason = kinds.not_html(Fetch(HERE, 200, headers, text.encode("latin-1"), "ok"), text)
    assert (reason == "") == is_html


@pytest.mark.parametrize("start", ["<!--x-->", "<?x?>", "<!doctype a>", "<!--", "<!doctype [", " \n", "<!doctype a []"])
def test_endless_prologs_end(start: str) -> None:
    """With a pattern that backtracks, a page of comments alone would never be told."""
    assert kinds.not_html(Fetch(HERE, 200, (), b"x", "ok"), start * 5_000) != ""


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", 0),
        ("one two-three 4", 4),
        ("…—!", 0),
        ("Ёлка и ель", 3),
        ("自転車 bell", 4),
        ("자전거 가게", 2),
        ("a_b", 2),
        ("ร้าน", 4),
    ],
)
def test_words_are_counted_in_any_script(text: str, words: int) -> None:
    assert kinds.count_words(text, 100) == words


@given(st.lists(st.text("abcж", min_size=1), max_size=30), st.integers(1, 20))
def test_counting_ends_when_enough(words: list[str], enough: int) -> None:
    assert kinds.count_words(" ".join(words), enough) == min(len(words), enough)
