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


CLOUDFLARE_WORDS = (
    "Sorry, you have been blocked. You are unable to access e.com. Why have I been blocked? This website is using a"
    " security service to protect itself from online attacks. The action you just performed triggered the security"
    " solution. There are several actions that could trigger this block including submitting a certain word or phrase,"
    " a SQL command or malformed data. What can I do to resolve this? You can email the site owner to let them know you"
    " were blocked. Please include what you were doing when this page came up and the Cloudflare Ray ID found at the"
    " bottom of this page. Cloudflare Ray ID: 8f00c0ffee. Your IP: 192.0.2.1. Performance and security by Cloudflare."
)
# What protections really send: title, words that are seen, markup.
SHAPES = [
    ("Attention Required! | Cloudflare", CLOUDFLARE_WORDS, '<div id="cf-error-details" class="wrapper">'),
    ("Access denied | e.com used Cloudflare to restrict access", CLOUDFLARE_WORDS, '<div id="cf-error-details">'),
    ("DDOS-GUARD", "Проверка браузера перед переходом на e.com", "<script>fetch('https://check.ddos-guard.net/check.js')"),
    ("", "", '<script src="/__qrator/qauth_utm_v2_0f3c.js"></script><noscript>JavaScript'),
    ("Вы не робот?", "Подтвердите, что запросы отправляли вы, а не робот", '<form action="/checkcaptcha?key=1">'),
    ("Ой!", "Нам очень жаль, но запросы похожи на автоматические", '<a href=/showcaptcha>'),
    ("SmartCaptcha", "Нажмите, чтобы продолжить", '<div class="smart-captcha" data-sitekey="x">'),
    ("Access Denied", 'You don\'t have permission to access "http://e.com/" on this server. Reference #18.d5cf',
     "<TITLE>Access Denied</TITLE>Reference&#32;&#35;18&#46;d5cf https&#58;&#47;&#47;errors&#46;edgesuite&#46;net"),
    ("Request Rejected", "The requested URL was rejected. Your support ID is: 1234", "Your support ID is: 1234"),
    ("Access to this page has been denied", "Press and hold to confirm you are a human", '<div id="px-captcha">'),
    ("e.com", "", '<script>var dd={}</script><script src="https://ct.captcha-delivery.com/c.js">'),
    ("", "", '<meta http-equiv="refresh" content="0;/.well-known/sgcaptcha/?r=%2Fshop&y=ipc">'),
    ("Your access to this site has been limited by the site owner", "Your access is blocked", "Generated by Wordfence"),
    ("Подтвердите, что вы не робот", "Ещё один шаг", "<div class=g-recaptcha>"),
    ("Проверка браузера...", "Подождите", "<noscript>Включите JavaScript"),
    ("Verify you are human", "One more step", '<iframe src="https://hcaptcha.com/1">'),
    ("Access denied", "You are not allowed to see this. Contact the administrator.", "<p>"),
    ("403 Forbidden", "nginx", "<center>nginx</center>"),
    ("Доступ запрещён", "Обратитесь к администратору.", "<p>"),
    ("", "Your address was blocked.", "<h1>Access denied</h1>"),
]  # fmt: skip


@pytest.mark.parametrize(("title", "words", "html"), SHAPES, ids=[str(n) for n in range(len(SHAPES))])
def test_block_pages_as_they_are_really_sent(title: str, words: str, html: str) -> None:
    h1 = "Access denied" if "<h1>" in html else ""
    # The refresh of a challenge must not make a redirect of it.
    kind = kinds.of_page(seen(words, title=title, h1=h1, html=html, refresh=Refresh(0, "https://e.com/elsewhere")))
    assert kind.outcome == "challenge"
    assert kind.redirect_to == ""


ABOUT = "A captcha asks you to show that you are no robot. We explain how it works and what it costs to pass one. " * 4
ABOUT_RU = "Капча просит показать, что вы не робот. Рассказываем, как она устроена и сколько стоит её пройти. " * 4


@pytest.mark.parametrize(
    ("title", "html"),
    [
        ("What is a captcha and how SmartCaptcha works", '<div class="smart-captcha"><code>/showcaptcha</code>'),
        ("How to prove you are human: captchas explained", "<div class=g-recaptcha><noscript>"),
        ("Как подтвердить, что вы не робот: все виды капчи", "<div class=smart-captcha>капча captcha"),
        ("DDoS-Guard: a review of the protection", '<a href="https://ddos-guard.net/">ddos-guard</a>'),
        ("Just a moment: how Cloudflare checks browsers", "<code>window._cf_chl_opt</code>"),
        ("What to do about Attention Required! | Cloudflare", "<code>cf-error-details</code>"),
        ("Vercel Security Checkpoint explained", "<p>x"),
        ("Incapsula incident ID: what it means", "Request unsuccessful. Incapsula incident ID: 1-2"),
        ("Sucuri and other firewalls", "sucuri website firewall"),
        ("Access denied in Windows: seven ways out", "errors.edgesuite.net"),
        ("Доступ запрещён: как открыть папку", "<p>"),
        ("Request rejected by F5? Here is why", "Your support ID is: 1"),
        ("Проверка браузера на уязвимости", "<noscript>captcha"),
        ("Human verification methods compared", "px-captcha"),
    ],
)
def test_articles_on_protections_are_pages(title: str, html: str) -> None:
    for text in (ABOUT, ABOUT_RU, "A short word on it."):
        assert (
            kinds.of_page(seen(text, title=title, h1=title, html=f"<title>{title}</title>{html}{text}")).outcome == "ok"
        )


FEEDS = [
    ("text/html; charset=utf-8", '<?xml version="1.0"?><?xml-stylesheet href="/a.xsl"?>\n<rss version="2.0"><channel>'),
    ("text/xml", '\ufeff<!-- made by x -->\n<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="ru"><title>Новости'),
    ("application/rss+xml", "<rss><channel><title>Лента"),
    ("application/feed+json", '{"version": "https://jsonfeed.org/version/1.1"}'),
    ("application/rdf+xml", '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">'),
]


@pytest.mark.parametrize(("content_type", "text"), FEEDS)
def test_feeds_are_no_pages(content_type: str, text: str) -> None:
    assert kinds.not_html(Fetch(HERE, 200, (("content-type", content_type),), text.encode(), "ok"), text) != ""


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
