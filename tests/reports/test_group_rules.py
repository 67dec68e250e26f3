"""Lines to paste on the page of a group, and the links to the files on the start page."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from . import fixture
from .fixture_site import SITE
from .folder import changed, page, report, said
from .test_rule_files import ALONE, SLASH

KEEPER = f"{SITE}/dostavka/moskva/"


def blocks(folder: Path, name: str) -> list[list[tuple[str, str]]]:
    """(title, lines) of each folded part."""
    parts = page(folder, name).find_class("paste")
    return [
        [(said(head.find("h3")), text.text_content())
         for head, text in zip(part.find_class("paste-h"), part.iter("pre"), strict=True)] for part in parts
    ]  # fmt: skip


def test_pages_to_decide_on_have_their_lines_apart(tmp_path: Path) -> None:
    fixture.build(tmp_path / "audit.sqlite")
    folder = report(tmp_path / "audit.sqlite", tmp_path / "report")
    (part,) = blocks(folder, "groups/1.html")
    assert [title for title, _ in part] == ["nginx", "Apache", "rel=canonical"]
    assert rf'"~^https\\://example\\.com/dostavka/omsk/$" "{KEEPER}";' in part[0][1]
    assert part[0][1].count(f'" "{KEEPER}";') == 4
    assert part[1][1].count(f'RewriteRule "^" "{KEEPER}"') == 4
    assert part[2][1] == f'<link rel="canonical" href="{KEEPER}">'
    assert blocks(folder, "ru/groups/1.html") != [[]]
    assert blocks(folder, "groups/3.html") == []  # settled


def test_what_is_clear_comes_without_a_condition(tmp_path: Path) -> None:
    lines = json.dumps([[SITE, "/", ["print", "sid"]], ["https://other.example", "/", ["print"]],
                        [SITE, "/shop/", ["print"]], [SITE, "/", ["page"]]])  # fmt: skip
    audit = changed(
        fixture.build, tmp_path / "audit.sqlite", ALONE, f"INSERT INTO results VALUES ('clean_param', '{lines}')"
    )
    (part,) = blocks(report(audit, tmp_path / "print", translated_groups=0), "groups/3.html")
    assert part == [
        ("rel=canonical", f'<link rel="canonical" href="{SITE}/prices/">'),
        ("Clean-param", "Clean-param: print&sid"),
    ]
    (tmp_path / "two").mkdir()
    audit = changed(fixture.build, tmp_path / "two" / "audit.sqlite", ALONE, SLASH)
    (part,) = blocks(report(audit, tmp_path / "slash", translated_groups=0), "groups/3.html")
    assert [title for title, _ in part] == ["nginx", "Apache"]


def test_addresses_that_only_a_port_tells_apart_have_no_line_for_nginx(tmp_path: Path) -> None:
    """It would lead to itself: nginx sees no port in the host."""
    port = "UPDATE addresses SET {0} = replace({0}, 'example.com/prices/?print=1', 'example.com:8443/prices/')"
    near = "UPDATE members SET jaccard_to_keeper = 0.9, in_keeper = 0.9, keeper_in = 0.9 WHERE jaccard_to_keeper = 1"
    audit = changed(fixture.build, tmp_path / "audit.sqlite", ALONE, near, port.format("url"), port.format("key"))
    (part,) = blocks(report(audit, tmp_path / "report", translated_groups=0), "groups/3.html")
    assert "nginx" not in [title for title, _ in part]
    assert "Apache" in [title for title, _ in part]


def links(folder: Path, name: str) -> list[tuple[Any, str]]:
    return [
        (a.get("href"), said(a.getparent())) for p in page(folder, name).xpath("//*[@id='rules']") for a in p.iter("a")
    ]


def test_the_start_page_leads_to_the_files(tmp_path: Path) -> None:
    counts = json.dumps({"redirect": 2, "canonical": 1, "decide": 3, "sitemap": 4, "clean_param": 0})
    audit = changed(fixture.build, tmp_path / "audit.sqlite", f"INSERT INTO results VALUES ('rules', '{counts}')")
    folder = report(audit, tmp_path / "report")
    found = links(folder, "index.html")
    assert [href for href, _ in found] == [f"../rules/{name}" for name in (
        "", "redirects.nginx.conf", "redirects.apache.conf", "canonical.csv", "clean-param.txt", "sitemap-drop.csv",
    )]  # fmt: skip
    for text in ("2 redirects", "1 canonical, 3 pages for you to decide on", "0 lines", "4 addresses"):
        assert f"({text})" in found[0][1]
    assert links(folder, "ru/index.html")[0][0] == "../../rules/"
