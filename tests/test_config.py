"""Settings: flags over TOML over defaults, and errors that name the file, the key and the nearest known one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from pagetwin.config import ContentArea, HostFigures, OwnerOf, Settings, load, stage_key
from pagetwin.errors import ConfigError


def a_file(folder: Path, text: str) -> Path:
    path = folder / "pagetwin.toml"
    path.write_text(text, "utf-8")
    return path


def test_flags_override_the_file_and_the_file_overrides_defaults(tmp_path: Path) -> None:
    path = a_file(tmp_path, "[compare]\njaccard = 0.6\nshingle = 8\n[crawl]\nexclude = ['/tag/']\nrate = 2\n")
    settings = load(path, {"compare": {"jaccard": 0.7, "shingle": None}})
    assert (settings.compare.jaccard, settings.compare.shingle) == (0.7, 8)
    assert settings.crawl.exclude == ("/tag/",)
    assert settings.crawl.rate == 2.0
    assert settings.compare.containment == Settings().compare.containment


def test_content_areas_from_file_and_flags(tmp_path: Path) -> None:
    path = a_file(
        tmp_path, "[crawl]\ncontent_exclude = '.ad'\n[[crawl.content]]\npath = '^/blog/'\ninclude = ['article']\n"
    )
    crawl = load(path, {"crawl": {"content_include": ("main", "#text")}}).crawl
    assert (crawl.content_include, crawl.content_exclude) == (("main", "#text"), (".ad",))
    assert crawl.content == (ContentArea("^/blog/", ("article",), ()),)
    assert stage_key("", crawl) != stage_key("", Settings().crawl)


def test_figures_and_owners_by_host(tmp_path: Path) -> None:
    text = """[canonical]
mirror_clicks = 3
[canonical.hosts."WWW.Example.com"]
iks = 120
[canonical.hosts]
"пример.рф" = { citation = 1.5, iks = 7 }
[canonical.owners]
"example.net" = "Example Ltd"
"""
    canonical = load(a_file(tmp_path, text), {}).canonical
    assert canonical.mirror_clicks == 3.0
    assert canonical.hosts == (
        HostFigures("www.example.com", 120.0, 0.0), HostFigures("xn--e1afmkfd.xn--p1ai", 7.0, 1.5),
    )  # fmt: skip
    assert canonical.owners == (OwnerOf("example.net", "Example Ltd"),)
    assert stage_key("", canonical) != stage_key("", Settings().canonical)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[canonical]\nmirror_share = 0", r"canonical\.mirror_share must be a share"),
        ("[canonical]\nowners = 'me'", r"canonical\.owners must be a table by host"),
        ("[canonical.owners]\n'https://e.com/' = 'E'", r"'https://e\.com/' is no host"),
        ("[canonical.owners]\n'e.com' = 5", r"canonical\.owners\.e\.com must be a text"),
        ("[canonical.hosts]\n'e.com' = 5", r"canonical\.hosts\.e\.com must be a table such as"),
        ("[canonical.hosts.'e.com']\nics = 5", r"unknown key 'ics'; did you mean 'iks'"),
        ("[canonical.hosts.'e.com']\niks = -5", r"canonical\.hosts\.e\.com\.iks must not be negative"),
        ("[compare]\njacard = 0.5", r"pagetwin\.toml: unknown key 'jacard' in \[compare\]; did you mean 'jaccard'"),
        ("[crwl]\nrate = 1", r"unknown section \[crwl\]; did you mean 'crawl'"),
        ("[compare]\njaccard = 1.5", r"compare\.jaccard must be a share"),
        ("[compare]\njaccard = 'half'", r"compare\.jaccard must be a number"),
        ("[compare]\nshingle = 2.5", r"compare\.shingle must be a whole number"),
        ("[compare]\ncandidates = 'fast'", r"compare\.candidates must be one of auto, exact, lsh"),
        ("[crawl]\ninclude = ['[']", r"crawl\.include: '\[' is not a regular expression"),
        ("[crawl]\nuser_agent = 'бот'", r"user_agent must be printable ASCII"),
        ("[crawl]\nrate = -1", r"crawl\.rate must be"),
        ("[crawl]\nbase_url = 'example.com'", r"crawl\.base_url must be a web address like https://example\.com/"),
        ("[crawl]\nmax_pages = -1", r"crawl\.max_pages must not be negative"),
        ("[crawl]\ntimeout = 0.0", r"crawl\.timeout must be above 0"),
        ("[crawl]\nobey_robots = 1", r"must be true or false"),
        ("[crawl]\nrate = true", r"must be a number"),
        ("[crawl]\ncontent_include = ['div >']", r"crawl\.content_include: 'div >' is not a CSS selector"),
        (
            "[[crawl.content]]\npath = '/a'\nexclude = ['.x', ':no']",
            r"crawl\.content number 1: exclude: ':no' is not a CSS",
        ),
        (
            "[[crawl.content]]\npath = '/a'\ninclud = []",
            r"content number 1: unknown key 'includ'; did you mean 'include'",
        ),
        ("[[crawl.content]]\ninclude = ['p']", r"content number 1: path is missing"),
        ("[[crawl.content]]\npath = '('", r"content number 1: path: '\(' is not a regular expression"),
        ("[[crawl.content]]\npath = ''\ninclude = [1]", r"number 1: include must be a list of texts"),
        ("[crawl]\ncontent = 'article'", r"crawl\.content must be tables, each under a line \[\[crawl\.content\]\]"),
        ("crawl = 5", r"\[crawl\] must be a section"),
        ("[crawl\n", r"not valid TOML"),
    ],
)
def test_errors_name_the_place_and_what_to_do(tmp_path: Path, text: str, words: str) -> None:
    with pytest.raises(ConfigError, match=words):
        load(a_file(tmp_path, text), {})


def test_a_file_that_is_not_there_or_not_utf8(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="cannot be read"):
        load(tmp_path / "none.toml", {})
    path = tmp_path / "cp1251.toml"
    path.write_bytes("# привет".encode("cp1251"))
    with pytest.raises(ConfigError, match="not UTF-8"):
        load(path, {})


def test_a_byte_order_mark_does_no_harm(tmp_path: Path) -> None:
    path = tmp_path / "bom.toml"
    path.write_bytes(b"\xef\xbb\xbf[crawl]\nrate = 1.0\n")
    assert load(path, {}).crawl.rate == 1.0


@pytest.mark.parametrize("change", [{"jaccard": 0.6}, {"shingle": 9}, {"seed": 2}])
def test_a_stage_key_changes_with_its_settings_and_with_the_stage_before(change: dict[str, Any]) -> None:
    before, after = load(None, {}), load(None, {"compare": change})
    assert stage_key("x", before.compare) != stage_key("x", after.compare)
    assert stage_key("x", before.compare) != stage_key("y", before.compare)
    assert stage_key("x", before.compare) == stage_key("x", load(None, {}).compare)
