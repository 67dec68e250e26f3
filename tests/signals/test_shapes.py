"""Every shape of export that is promised: told by its content, read with every row accounted for."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from pagetwin.errors import UsageError
from pagetwin.signals import find
from pagetwin.signals.labels import slug
from pagetwin.signals.records import Told

from .files import SITE, one, read, written, zipped

PAGES = f'Top pages,Clicks,Impressions,CTR,Position\r\n{SITE}/a,"1,204",30500,3.95%,4.2\r\n{SITE}/b,7,90,7.78%,11\r\n'
NUMBERS = [(f"{SITE}/a", 1204, 30500, 4.2), (f"{SITE}/b", 7, 90, 11.0)]
CHART = "Date,Clicks,Impressions,CTR,Position\r\n2026-06-01,9,900,1%,5\r\n2026-08-31,8,800,1%,5\r\n"


def numbers(rows: list) -> list[tuple[str, int, int, float]]:
    return [(r.url, r.clicks, r.shows, r.position) for r in rows]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "cp1251"])
def test_pages_of_search_console_alone(tmp_path: Path, encoding: str) -> None:
    found, rows, faults = one(written(tmp_path / "whatever", PAGES, encoding))
    assert (found.kind, found.engine, found.begins, found.ends) == ("performance", "google", "", "")
    assert numbers(rows) == NUMBERS
    assert faults.count == 0


def test_pages_of_search_console_in_russian(tmp_path: Path) -> None:
    text = f"Популярные страницы;Клики;Показы;CTR;Позиция\n{SITE}/a;1 204;30 500;3,95 %;4,2\n{SITE}/b;7;90;7,78 %;11\n"
    for encoding in ("utf-8", "utf-16", "cp1251"):
        found, rows, _ = one(written(tmp_path / "Страницы.csv", text, encoding))
        assert found.kind == "performance"
        assert numbers(rows) == NUMBERS


def test_a_performance_download_has_its_period(tmp_path: Path) -> None:
    """By the chart; a filter that names two days goes before it. The files may have any name and language."""
    other = {"Queries.csv": "Top queries,Clicks,Impressions,CTR,Position\nshoes,5,50,10%,3\n",
             "Devices.csv": "Device,Clicks,Impressions,CTR,Position\nMobile,5,50,10%,3\n"}  # fmt: skip
    english = zipped(tmp_path / "a.zip", {"Chart.csv": CHART, "Pages.csv": PAGES, "Filters.csv":
                     "Filter,Value\nSearch type,Web\nDate,Last 3 months\n", **other})  # fmt: skip
    found, rows, _ = one(english)
    assert (found.begins, found.ends) == ("2026-06-01", "2026-08-31")
    assert numbers(rows) == NUMBERS
    russian = zipped(tmp_path / "b.zip", {
        "Страницы.csv": PAGES.replace("Top pages", "Популярные страницы").replace("Clicks", "Клики")
        .replace("Impressions", "Показы").replace("Position", "Позиция"),
        "Диаграмма.csv": CHART.replace("Date", "Дата").replace("Clicks", "Клики"),
        "Фильтры.csv": "Фильтр,Значение\nДата,01.09.2026-23.09.2026\n",
    })  # fmt: skip
    found, rows, _ = one(russian)
    assert (found.begins, found.ends) == ("2026-09-01", "2026-09-23")
    assert numbers(rows) == NUMBERS


def test_an_unpacked_download_is_the_same(tmp_path: Path) -> None:
    folder = tmp_path / "export"
    folder.mkdir()
    for name, text in {"Chart.csv": CHART, "Pages.csv": PAGES}.items():
        written(folder / name, text)
    found, rows, _ = one(folder)
    assert (found.begins, found.ends) == ("2026-06-01", "2026-08-31")
    assert numbers(rows) == NUMBERS


@pytest.mark.parametrize(
    ("after", "before", "spans"),
    [
        ("9/1/26 - 9/30/26 ", "8/1/26 - 8/31/26 ", (("2026-09-01", "2026-09-30"), ("2026-08-01", "2026-08-31"))),
        ("Last 3 months ", "Previous 3 months ", (("", ""), ("", ""))),
        ("01.09.2026-30.09.2026 ", "01.08.2026-31.08.2026 ",
         (("2026-09-01", "2026-09-30"), ("2026-08-01", "2026-08-31"))),
    ],
)  # fmt: skip
def test_two_periods_in_columns_are_two_imports(tmp_path: Path, after: str, before: str, spans: tuple) -> None:
    headings = f"Top pages,{after}Clicks,{before}Clicks,{after}Impressions,{before}Impressions,{after}CTR,{before}CTR"
    path = written(tmp_path / "Pages.csv", f"{headings}\n{SITE}/a,5,9,50,90,10%,10%\n")
    found, rows, _ = read(path)
    told = {each.phase: (each.begins, each.ends, r[0].clicks, r[0].shows) for each, r in zip(found, rows, strict=True)}
    assert told == {"after": (*spans[0], 5, 50), "before": (*spans[1], 9, 90)}


@pytest.mark.parametrize(
    ("reason", "meaning", "in_search"),
    [
        ("Duplicate without user-selected canonical", "gsc-dup-no-canonical", False),
        ("Duplicate, Google chose different canonical than user", "gsc-dup-google-other", False),
        ("Duplicate, submitted URL not selected as canonical", "gsc-dup-google-other", False),
        ("Alternate page with proper canonical tag", "gsc-alternate", False),
        ("Alternative page with proper canonical tag", "gsc-alternate", False),
        ("Excluded by ‘noindex’ tag", "gsc-noindex", False),
        ("Crawled – currently not indexed", "gsc-crawled", False),
        ("Indexed, though blocked by robots.txt", "gsc-indexed-robots", True),
        ("A reason of next year", "gsc-unknown", None),
    ],
)
def test_page_indexing_takes_the_reason_from_its_metadata(
    tmp_path: Path, reason: str, meaning: str, in_search: bool | None
) -> None:
    path = zipped(tmp_path / "x.zip", {
        "Chart.csv": "Date,Affected pages\r\n2026-11-01,3\r\n2026-11-20,2\r\n",
        "Table.csv": f"URL,Last crawled\r\n{SITE}/a,2026-11-18\r\n{SITE}/b,\r\n",
        "Metadata.csv": f'Property,Value\r\nSitemap,All known pages\r\nIssue,"{reason}"\r\n',
    })  # fmt: skip
    found, rows, _ = one(path)
    assert (found.kind, found.scope, found.ends) == ("indexing", reason, "2026-11-20")
    assert [(r.url, r.status, r.in_search, r.seen) for r in rows] == [
        (f"{SITE}/a", reason, in_search, "2026-11-18"), (f"{SITE}/b", reason, in_search, ""),
    ]  # fmt: skip
    assert slug("google", reason) == meaning


def test_page_indexing_in_russian(tmp_path: Path) -> None:
    path = zipped(tmp_path / "x.zip", {
        "Таблица.csv": f"URL,Последнее сканирование\n{SITE}/a,2026-11-18\n",
        "Метаданные.csv": "Свойство,Значение\nПроблема,Вариант страницы с тегом canonical\n",
    })  # fmt: skip
    found, rows, _ = one(path)
    assert slug("google", found.scope) == "gsc-alternate"
    assert rows[0].seen == "2026-11-18"


def test_what_has_no_addresses_says_what_to_do(tmp_path: Path) -> None:
    summary = zipped(tmp_path / "s.zip", {
        "Chart.csv": "Date,Not indexed,Indexed,Impressions\n2026-11-01,3,5,9\n",
        "Critical issues.csv": "Reason,Source,Validation,Pages\nNot found (404),Website,Not Started,3\n",
    })  # fmt: skip
    with pytest.raises(UsageError, match="open one reason"):
        find(summary, Told())
    alone = written(tmp_path / "Table.csv", f"URL,Last crawled\n{SITE}/a,2026-11-18\n")
    with pytest.raises(UsageError, match=r"Metadata\.csv"):
        find(alone, Told())


def inspected(url: str, **status: str) -> dict:
    return {"inspectionUrl": url, "inspectionResult": {"indexStatusResult": status}}


STATES = [
    inspected(f"{SITE}/a", verdict="PASS", coverageState="Submitted and indexed", googleCanonical=f"{SITE}/a",
              userCanonical=f"{SITE}/a", lastCrawlTime="2026-11-18T05:06:07Z"),
    inspected(f"{SITE}/b", verdict="NEUTRAL", coverageState="Duplicate, Google chose different canonical than user",
              googleCanonical=f"{SITE}/a", userCanonical=f"{SITE}/b"),
]  # fmt: skip


@pytest.mark.parametrize("form", ["list", "lines", "pretty", "sequence", "wrapped", "bom", "utf-16"])
def test_url_inspection(tmp_path: Path, form: str) -> None:
    lines = "".join(json.dumps(state) + "\n" for state in STATES)
    texts = {
        "list": json.dumps(STATES), "lines": lines, "pretty": json.dumps(STATES, indent=2),
        "sequence": "\n".join(json.dumps(state, indent=1) for state in STATES),
        "wrapped": json.dumps({"results": STATES}), "bom": "\ufeff" + lines, "utf-16": lines,
    }  # fmt: skip
    found, rows, faults = one(written(tmp_path / "i", texts[form], "utf-16" if form == "utf-16" else "utf-8"))
    assert (found.kind, found.engine, faults.count) == ("inspection", "google", 0)
    assert [(r.url, r.in_search, r.target, r.declared, r.seen) for r in rows] == [
        (f"{SITE}/a", True, f"{SITE}/a", f"{SITE}/a", "2026-11-18T05:06:07"),
        (f"{SITE}/b", False, f"{SITE}/a", f"{SITE}/b", ""),
    ]
    assert rows[1].status == "Duplicate, Google chose different canonical than user"


def test_one_answer_alone_and_one_without_its_address(tmp_path: Path) -> None:
    _, rows, _ = one(written(tmp_path / "i.json", json.dumps(STATES[0])))
    assert len(rows) == 1
    nameless = {"inspectionResult": STATES[0]["inspectionResult"]}
    _, rows, faults = one(written(tmp_path / "n.json", json.dumps([nameless, STATES[1]])))
    assert (len(rows), faults.count) == (1, 1)
    assert "item 1" in faults.shown[0]


def test_damaged_lines_of_json_are_faults(tmp_path: Path) -> None:
    good = json.dumps(STATES[0])
    text = f'{good}\n{{"inspectionUrl": broken\n{good}\n[1]\n{"[" * 100_000}\n'
    _, rows, faults = one(written(tmp_path / "i.jsonl", text))
    assert len(rows) == 2
    assert faults.count == 3


WEBMASTER = (
    "updateDate,url,httpCode,status,target,lastAccess,title,event\n"
    f"2026-11-20,{SITE}/p?sort=1,200,DUPLICATE,{SITE}/p,2026-11-19,Shoes,DELETE\n"
    f'2026-11-18,{SITE}/p,200,SEARCHABLE,,2026-11-17,"Shoes, red",ADD\n'
    f"2026-10-01,{SITE}/p?sort=1,200,SEARCHABLE,,2026-10-01,Shoes,ADD\n"
    f"2026-11-02,{SITE}/q,200,LOW_DEMAND2,,2026-11-01,,DELETE\n"
)


def test_pages_in_search_of_yandex(tmp_path: Path) -> None:
    found, rows, _ = one(written(tmp_path / "y", "\ufeff" + WEBMASTER))
    assert (found.kind, found.engine, found.merge) == ("yandex", "yandex", "newest")
    assert [(r.status, r.in_search, r.target, r.dated) for r in rows] == [
        ("DUPLICATE", False, f"{SITE}/p", "2026-11-20"), ("SEARCHABLE", True, "", "2026-11-18"),
        ("SEARCHABLE", True, "", "2026-10-01"), ("LOW_DEMAND2", False, "", "2026-11-02"),
    ]  # fmt: skip
    assert slug("yandex", rows[0].status) == "ya-duplicate"
    assert slug("yandex", rows[3].status) == "ya-unknown"


@pytest.mark.parametrize("encoding", ["utf-8", "cp1251", "utf-16"])
def test_yandex_in_russian(tmp_path: Path, encoding: str) -> None:
    text = (
        "Дата обновления;URL;Статус;Цель;Последнее посещение\n"
        f"20.11.2026;{SITE}/a;Удалено: Дубль;{SITE}/b;19.11.2026\n"
        f"20.11.2026;{SITE}/b;В поиске;;19.11.2026\n"
        f"20.11.2026;{SITE}/c;Удалено: Неканоническая;{SITE}/b;19.11.2026\n"
    )
    _, rows, _ = one(written(tmp_path / "y.csv", text, encoding))
    assert [slug("yandex", r.status) for r in rows] == ["ya-duplicate", "ya-searchable", "ya-not-canonical"]
    assert [(r.in_search, r.target, r.dated) for r in rows] == [
        (False, f"{SITE}/b", "2026-11-20"), (True, "", "2026-11-20"), (False, f"{SITE}/b", "2026-11-20"),
    ]  # fmt: skip


def test_answers_of_the_webmaster_api(tmp_path: Path) -> None:
    samples = [
        {"url": f"{SITE}/a", "title": "A", "event_date": "2026-08-28T00:00:00.000+03:00", "target_url": f"{SITE}/b",
         "last_access": "2026-08-27T00:00:00.000+03:00", "event": "REMOVED_FROM_SEARCH",
         "excluded_url_status": "META_NO_INDEX"},
        {"url": f"{SITE}/c", "event_date": "2026-08-28T00:00:00.000+03:00", "event": "APPEARED_IN_SEARCH",
         "excluded_url_status": "DUPLICATE"},
    ]  # fmt: skip
    found, rows, _ = one(written(tmp_path / "y.json", json.dumps({"count": 2, "samples": samples})))
    assert found.kind == "yandex"
    assert [(r.status, r.in_search, r.target) for r in rows] == [
        ("META_NO_INDEX", False, f"{SITE}/b"), ("DUPLICATE", True, ""),  # an old reason beside a new event
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        (f"url\tclicks\n{SITE}/a\t5\n", [(5, None)]),
        (f"sep=;\nАдрес;Клики;Показы\n{SITE}/a;5;1 000\n", [(5, 1000)]),
        ("# export of a tool\n#\n\nLanding page,Impressions,Clicks\n/a,90,5\n", [(5, 90)]),
        (f"Seite|Klicks|clicks\n{SITE}/a|x|5\n", [(5, None)]),  # no known word above the addresses
        (
            f'"url","clicks"\r\n"{SITE}/a?q=1,2","5"\r\n"{SITE}/b","line\nbreak"\r\n{SITE}/c,7\r\n',
            [(5, None), (7, None)],
        ),
    ],
)
def test_any_table_with_addresses_and_clicks(tmp_path: Path, text: str, rows: list) -> None:
    found, signals, _ = one(written(tmp_path / "t.bin", text))
    assert (found.kind, found.engine) == ("table", "table")
    assert [(s.clicks, s.shows) for s in signals] == rows


def test_columns_may_be_told(tmp_path: Path) -> None:
    path = written(tmp_path / "t.csv", f"Wo;Was;Wie\n{SITE}/a;5;x\n")
    for told in (Told("Wo", "was"), Told("1", "2"), Told(clicks_column="Was")):
        _, rows, _ = one(path, told)
        assert [(r.url, r.clicks) for r in rows] == [(f"{SITE}/a", 5)]
    _, rows, _ = one(written(tmp_path / "u.csv", f"{SITE}/a;5\n{SITE}/b;6\n"), Told("1", "2"))
    assert [r.clicks for r in rows] == [5, 6]
    with pytest.raises(UsageError, match="no column 'Klicks'; it has: url, Was, Wie"):
        one(path, Told(clicks_column="Klicks"))
    with pytest.raises(UsageError, match="name one with --clicks-column"):
        one(path)


LOG = (
    '66.249.66.1 - - [20/Nov/2026:10:00:01 +0300] "GET /a?x=1 HTTP/1.1" 200 5120 "-" "Mozilla/5.0 (compatible; '
    'Googlebot/2.1; +http://www.google.com/bot.html)"\n'
    '5.255.253.1 - - [20/Nov/2026:10:00:02 +0300] "GET /b HTTP/1.1" 304 0 "-" "(compatible; YandexBot/3.0)"\n'
    '10.0.0.1 - bob [20/Nov/2026:10:00:03 +0300] "GET /a HTTP/1.1" 200 5120 "https://x/" "Mozilla \\"q\\" Firefox"\n'
    "what a mess\n"
    '66.249.66.1 - - [20/Nov/2026:11:00:01 +0300] "GET /a?x=1 HTTP/1.1" 404 5120 "-" "Googlebot/2.1"\n'
)


@pytest.mark.parametrize("name", ["access.log", "access.log.gz"])
def test_access_logs(tmp_path: Path, name: str) -> None:
    found, rows, faults = one(written(tmp_path / name, LOG))
    assert found.kind == "log"
    assert [(r.url, r.bot, r.status, r.seen) for r in rows] == [
        ("/a?x=1", "Googlebot", "200", "2026-11-20T10:00:01"), ("/b", "YandexBot", "304", "2026-11-20T10:00:02"),
        ("/a?x=1", "Googlebot", "404", "2026-11-20T11:00:01"),
    ]  # fmt: skip
    assert (faults.count, faults.aside) == (1, 1)
    assert faults.shown == ["line 4: not in the combined format"]


@pytest.mark.parametrize(
    "content",
    [b"", b"\0\1\2\3" * 50, b"Name,Age\nx,5\n", b"hello\nworld\n", b"{}", b"[1, 2]", b"<html><table></table></html>",
     b"%PDF-1.7\n", b"\xff\xfe\0\xd8"],
)  # fmt: skip
def test_an_unknown_file_gets_one_line(tmp_path: Path, content: bytes) -> None:
    path = written(tmp_path / "x.csv", content)
    with pytest.raises(UsageError) as error:
        find(path, Told())
    assert str(path) in str(error.value)
    assert "\n" not in str(error.value)
    assert "ooked for" in str(error.value)
