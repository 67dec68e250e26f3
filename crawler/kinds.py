"""What kind of answer a fetched page is: a page to compare, or something that only looks like one.

Pure functions over what was read. Conservative: a kind is told only on evidence, and the evidence stands in the note.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import islice

from ..model import Fetch, Outcome, Texts
from ..urls import identity
from ..words import UNSPACED
from .parse import Refresh

CHALLENGE_STATUS = frozenset((401, 403, 405, 429, 503))  # errors that bot protections answer with; others send 200
CHALLENGE_WORDS = 200  # a page with more than that is no challenge; Cloudflare's explains itself in 110
DENIED_WORDS = 60
STUB_WORDS, STUB_SECONDS = 40, 10
SHELL_WORDS = 25
SOFT_404_WORDS = 150

_WORD = re.compile(rf"[{UNSPACED}]|[^\W_]+")

# What may stand before the first element. Atomic and possessive: a page of a thousand comments must not stall it.
_PROLOG = r"(?>\s+|<!--.*?-->|<\?.*?\?>|<!doctype[^>\[]*(?:\[.*?\]\s*)?>)*+"
_ROOT = re.compile(_PROLOG + r"<([a-z_][\w.:-]*)", re.DOTALL | re.IGNORECASE)
_HTML = re.compile(
    "html|head|body|title|meta|link|base|script|style|noscript|main|article|section|div|span|p|h[1-6]|table|ul|ol|dl|pre"
    "|a|b|br|hr|center|font|form|frameset|header|nav|img|iframe"
)
_FEEDS = {
    "rss": "an RSS feed",
    "feed": "an Atom feed",
    "rdf:rdf": "an RDF feed",
    "urlset": "a sitemap",
    "sitemapindex": "a sitemap index",
}
_MAGIC = (
    (b"%PDF-", "a PDF file"),
    (b"\x89PNG", "a PNG image"),
    (b"GIF8", "a GIF image"),
    (b"\xff\xd8\xff", "a JPEG image"),
    (b"PK\x03\x04", "a ZIP file"),
    (b"\x1f\x8b", "gzip data"),
    (b"\xd0\xcf\x11\xe0", "an Office file"),
)

_MISSING = re.compile(
    r"""^\W*(?:404|not\ found|nothing\ found|removed|deleted|не\ найден[ао]?|ничего\ не\ найдено|удален[ао]?)\W*$
    | \b(?:error|ошибка|status|http|код|page|страница)\W{0,3}404\b
    | \b404\W{1,3}(?:error|ошибка|not\ found|page|страница|не\ найден)
    | \b(?:page|product|item|article|listing|offer|ad)\b[^.!?]{0,40}
      (?:not\ found|(?:not|can.t|cannot|couldn.t)\ be\ found|(?:does\ not|doesn.t|no\ longer)\ exists?
      |(?:no\ longer|isn.t|not)\ available|(?:was|been|is)\ (?:removed|deleted))\b
    | \b(?:страниц|товар|стать|объявлени|материал)\w*[^.!?]{0,40}
      (?:не\ (?:найден|обнаружен)[аоы]?|не\ существует|больше\ не\ доступ\w+|удален[аоы]?)\b
    | \bстраниц\w*\ (?:больше\ )?нет\b | \b(?:такой|этой)\ страницы\ (?:больше\ )?(?:нет|не\ существует)\b
    | \b(?:can.t|cannot|could\ not|couldn.t)\ find\ (?:that|this|the)\ page\b | \bне\ удалось\ найти\ страниц""",
    re.VERBOSE | re.IGNORECASE,
)

# Who answers so, what the whole title is, what the markup holds (one of these, in lower case). Where the second is
# something that only such pages hold, any title will do. Scripts that protections put into ordinary pages as well, such
# as /cdn-cgi/challenge-platform/, are no evidence, nor are names that an article on protections would mention.
_CHALLENGES = tuple(
    (name, re.compile(title), markers)
    for name, title, markers in (
        (
            "Cloudflare",
            r"just a moment\W*|один момент\W*|attention required! \| cloudflare|access denied \| .* used cloudflare .*",
            ("_cf_chl_opt", "cf-chl-", "cf-error-"),
        ),
        ("DDoS-Guard", r"ddos-guard\W*", ("/.well-known/ddos-guard/", "check.ddos-guard.net", "ddos-guard.net")),
        ("Qrator", r".*", ("/__qrator/qauth",)),
        ("Servicepipe", r".*", ("//servicepipe.ru/static/",)),
        ("SiteGround", r".*", ("/.well-known/sgcaptcha/",)),
        ("Anubis", r".*", ("/.within.website/x/cmd/anubis",)),
        ("Imperva", r"|pardon our interruption\W*", ("incapsula incident id", "/_incapsula_resource")),
        ("Akamai", r"access denied", ("errors.edgesuite.net", "errors&#46;edgesuite&#46;net", "reference&#32;&#35;")),
        ("F5", r"request rejected", ("your support id is",)),
        (
            "PerimeterX",
            r"access to this page has been denied\W*|human verification",
            ("px-captcha", "_pxappid"),
        ),
        ("DataDome", r"[\w.-]*", ("ct.captcha-delivery.com", "geo.captcha-delivery.com")),
        ("Sucuri", r"you are being redirected\W*", ("sucuri_cloudproxy_js",)),
        ("Sucuri", r"sucuri website firewall - .*", ("sucuri website firewall",)),
        ("Wordfence", r"your access to this (?:site|service) has been limited.*", ("wordfence",)),
        (
            "Yandex SmartCaptcha",
            r"(?:are )?you(?:'re)? not a robot\W*|вы не робот\W*|ой!|oops!|captcha|smartcaptcha",
            ("smartcaptcha", "smart-captcha", "/showcaptcha", "/checkcaptcha"),
        ),
        ("AWS WAF", r"|human verification", ("window.gokuprops", "awswafcookiedomainlist")),
        ("Vercel", r"vercel security checkpoint", ("",)),
        (
            "A bot protection",
            (
                r"checking your browser.*|проверка (?:вашего )?браузера\W*|robot check"
                r"|(?:verify|verifying|confirm) (?:that )?you are human\W*|(?:подтвердите,? )?что вы не робот\W*"
            ),
            ("captcha", "challenge", "<noscript"),
        ),
    )
)
# A title that says no more than that somebody was not let in, on a page of hardly any words.
_DENIED = re.compile(
    r"(?:(?:error|ошибка) )?(?:403\W{0,3})?(?:access (?:is )?(?:denied|forbidden)|forbidden|you have been blocked"
    r"|доступ (?:запрещен|ограничен|закрыт|заблокирован)|вы заблокированы)\W{0,3}(?:403\W{0,3})?",
    re.IGNORECASE,
)
_CHALLENGE_HEADERS = (
    ("cf-mitigated", ("challenge",)),
    ("x-vercel-mitigated", ("challenge",)),
    ("x-amzn-waf-action", ("challenge", "captcha")),
)


@dataclass(frozen=True, slots=True)
class Kind:
    """An outcome, why in words, and where a stub leads."""

    outcome: Outcome
    note: str = ""
    redirect_to: str = ""


@dataclass(frozen=True, slots=True)
class Seen:
    """What a page is judged by. `html` is the decoded markup, `shell` the evidence that scripts fill the page in."""

    url: str
    title: str
    h1: str
    html: str
    texts: Texts
    refresh: Refresh | None = None
    shell: str = ""


def of_page(seen: Seen) -> Kind:
    """The kind of an HTML page that was answered with 200."""
    words = count_words(seen.texts.body, max(CHALLENGE_WORDS, SOFT_404_WORDS))
    if evidence := challenge(seen.title, seen.html, words):
        return Kind("challenge", evidence)
    if words < DENIED_WORDS and (phrase := _denied(seen.title or seen.h1)):
        return Kind("challenge", f'the server does not let us in: it says "{phrase}"')
    refresh = seen.refresh
    if words < STUB_WORDS and refresh and refresh.delay <= STUB_SECONDS and _leads_away(refresh, seen.url):
        return Kind("stub", f"redirects by refresh after {refresh.delay} s", refresh.url)
    if words < SHELL_WORDS and seen.shell:
        return Kind("shell", f"{words or 'no'} words without scripts: {seen.shell}")
    if words == 0 and count_words(seen.texts.main, 1) == 0:
        return Kind("empty", "no words on the page")
    if words < SOFT_404_WORDS and (phrase := missing(seen.title) or missing(seen.h1)):
        return Kind("soft_404", f'answers 200 but says "{phrase}"')
    return Kind("ok")


def challenge_header(fetch: Fetch) -> str:
    """The header by which a bot protection says that it answered in place of the site; empty when there is none."""
    for name, values in _CHALLENGE_HEADERS:
        if (value := fetch.header(name).strip().lower()) in values:
            return f"a bot protection answered, not the site (header {name}: {value})"
    return ""


def challenge(title: str, html: str, words: int) -> str:
    """Evidence that a page of so many words is a bot protection's; empty when there is none."""
    if words >= CHALLENGE_WORDS:
        return ""
    title, html = " ".join(title.lower().replace("’", "'").split()), html[:200_000].lower()
    for name, titles, markers in _CHALLENGES:
        held = next((marker for marker in markers if marker in html), None) if titles.fullmatch(title) else None
        if held is not None:
            evidence = " and ".join(f'"{found}"' for found in (title[:80], held) if found)
            return f"{name} answered, not the site ({evidence})"
    return ""


def _denied(heading: str) -> str:
    heading = heading.strip()
    return heading if _DENIED.fullmatch(heading.replace("ё", "е")) else ""


def missing(heading: str) -> str:
    """The words of a title or heading that say there is nothing here; empty when it says no such thing."""
    match = _MISSING.search(heading.replace("ё", "е").replace("Ё", "Е"))
    return match[0].strip() if match else ""


def not_html(fetch: Fetch, text: str) -> str:
    """Why an answer is no HTML page, by Content-Type and by its first characters; empty when it is one.

    XHTML is HTML. Without a usable Content-Type the first element decides.
    """
    kind = fetch.header("content-type").partition(";")[0].strip().lower()
    said = f"Content-Type {kind or 'missing'}"
    if magic := next((words for start, words in _MAGIC if fetch.body.startswith(start)), ""):
        return f"{magic}, {said}"
    start = text[:32_768]
    root = match[1].lower() if (match := _ROOT.match(start)) else ""
    if root in _FEEDS:
        return f"{_FEEDS[root]}, {said}"
    if kind in ("text/html", "application/xhtml+xml"):
        return f"JSON, {said}" if start.lstrip()[:2] in ('{"', "[{", '["') and "<" not in start else ""
    if kind.endswith("xml"):
        return "" if root == "html" else f"XML, {said}"
    if kind == "*/*" or kind.count("/") != 1:
        return "" if _HTML.fullmatch(root) else f"not HTML, {said}"
    return said


def count_words(text: str, enough: int) -> int:
    """Words in a text, counted no further than `enough`."""
    return sum(1 for _ in islice(_WORD.finditer(text), enough))


def _leads_away(refresh: Refresh, url: str) -> bool:
    return identity.key(refresh.url) not in ("", identity.key(url))
