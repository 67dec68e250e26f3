"""Words of exports: which column a heading names, and what the status of an engine means. English and Russian.

Russian headings of exports are translations, not copies of seen files; where a heading is not known, table.py looks at
the cells below it.
"""

from __future__ import annotations

import re
from typing import Literal

Column = Literal["url", "clicks", "shows", "position", "visits", "status", "target", "event", "code", "dated", "seen"]

_HEADINGS: dict[Column, str] = {
    "url": "url|urls|page|pages|top pages|page url|page path|page path and screen class|landing page"
    "|address|link|loc|location|адрес|адреса|адрес страницы"
    "|страница|страницы|популярные страницы|самые популярные страницы|url страницы|путь к странице"
    "|страница входа|ссылка|урл",
    "clicks": "clicks|click|клики|кликов|количество кликов|число кликов|переходы|переходы из поиска",
    "shows": "impressions|shows|показы|показов|количество показов|число показов",
    "position": "position|average position|avg position|позиция|средняя позиция",
    "visits": "visits|sessions|pageviews|views|hits|визиты|сеансы|просмотры|посещения",
    "status": "status|статус|статус страницы|excluded url status|причина исключения",
    "target": "target|target url|цель|целевой url|целевая страница|куда|канонический адрес",
    "event": "event|событие|действие",
    "code": "httpcode|http code|http status|bad http status|код http|http код|код ответа",
    "dated": "updatedate|update date|event date|дата|дата обновления|дата события|date",
    "seen": "lastaccess|last access|last crawled|последнее посещение|последнее сканирование|дата последнего обхода"
    "|дата последнего сканирования|последний обход",
}
COLUMNS: dict[str, Column] = {label: column for column, labels in _HEADINGS.items() for label in labels.split("|")}
_METRIC = re.compile("|".join(re.escape(w) for c in ("clicks", "shows", "position") for w in _HEADINGS[c].split("|")))


def plain(text: str) -> str:
    """A label without what differs between exports of one label: case, kind of quotes and dashes, ё, spaces."""
    text = text.lower().replace("ё", "е").translate(_SIGNS)
    return " ".join(text.replace("_", " ").split())


_SIGNS = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "«": '"', "»": '"', "–": "-", "—": "-", "−": "-",
                        "‑": "-", "\ufeff": "", "\u200e": "", "\u200f": ""})  # fmt: skip


def printable(text: str) -> str:
    """On one line and without control characters: a terminal would obey those of somebody's file."""
    return "".join(c if c.isprintable() else "?" for c in text)


def column(heading: str) -> Column | None:
    """The column that a heading names."""
    return COLUMNS.get(plain(heading).strip(" \"'.:"))


def metric(heading: str) -> tuple[Column, str] | None:
    """Of a heading with a period in it (`Last 3 months Clicks`, `Клики: 01.09.2026-30.09.2026`): column and period."""
    text = plain(heading)
    for match in _METRIC.finditer(text):
        rest = (text[: match.start()] + text[match.end() :]).strip(" \"'.:,()-")
        if not (text[: match.start()].strip() and text[match.end() :].strip()) and rest:
            return COLUMNS[match[0]], rest
    return None


# Google: reasons of the page indexing report and coverage states of the inspection. The British interface says
# "Alternative page"; "submitted URL not selected" is an older label.
_REASONS = {
    "gsc-dup-no-canonical": "duplicate without user-selected canonical"
    "|страница является копией. канонический вариант не выбран пользователем",
    "gsc-dup-google-other": "duplicate, google chose different canonical than user"
    "|duplicate, submitted url not selected as canonical"
    "|страница является копией. канонические версии страницы, выбранные google и пользователем, не совпадают",
    "gsc-alternate": "alternate page with proper canonical tag|alternative page with proper canonical tag"
    "|вариант страницы с тегом canonical",
    "gsc-redirect": "page with redirect|страница с переадресацией",
    "gsc-noindex": "excluded by 'noindex' tag|индексирование страницы запрещено тегом noindex",
    "gsc-robots": "blocked by robots.txt|заблокировано в файле robots.txt",
    "gsc-indexed-robots": "indexed, though blocked by robots.txt"
    "|проиндексировано, несмотря на блокировку в файле robots.txt",
    "gsc-indexed": "submitted and indexed|indexed, not submitted in sitemap|indexed|проиндексировано"
    "|отправлено и проиндексировано|page indexed without content|indexed pages",
    "gsc-crawled": "crawled - currently not indexed|страница просканирована, но пока не проиндексирована",
    "gsc-discovered": "discovered - currently not indexed|обнаружена, не проиндексирована",
    "gsc-error": "not found (404)|soft 404|server error (5xx)|redirect error|не найдено (404)|ложная ошибка 404"
    "|ошибка сервера (5xx)|ошибка переадресации",
    "gsc-blocked": "blocked due to unauthorized request (401)|blocked due to access forbidden (403)"
    "|blocked due to other 4xx issue|blocked by page removal tool",
}
_GOOGLE = {plain(label): slug for slug, labels in _REASONS.items() for label in labels.split("|")}

_STATUSES = {
    "ya-searchable": "searchable|в поиске|добавлено|найдено",
    "ya-duplicate": "duplicate|дубль|дубликат",
    "ya-not-canonical": "not canonical|неканоническая|неканоническая страница",
    "ya-clean-param": "clean params|clean-param",
    "ya-redirect": "redirect notsearchable|редирект",
    "ya-mirror": "not main mirror|неглавное зеркало",
    "ya-low": "low demand|low quality|bad quality|маловостребованная|маловостребованная страница"
    "|недостаточно качественная|недостаточно качественная страница",
    "ya-error": "http error|unknown url|nothing found|host error|parse error|parser error|ошибка http|неизвестный url",
    "ya-blocked": "robots txt error|robots host error|robots url error|meta no index|no index"
    "|запрещено в robots.txt|запрещена в robots.txt",
}
_YANDEX = {plain(label): slug for slug, labels in _STATUSES.items() for label in labels.split("|")}


def slug(engine: str, status: str) -> str:
    """What a status means, as a fixed word; `gsc-unknown` or `ya-unknown` for one that is not known, empty for none.

    The lists are open: engines send words that they do not document.
    """
    text = plain(status)
    if not text:
        return ""
    if engine == "google":
        return _GOOGLE.get(text, "gsc-unknown")
    text = text.removeprefix("удалено:").removeprefix("исключено:").strip()
    return _YANDEX.get(text, "ya-unknown")
