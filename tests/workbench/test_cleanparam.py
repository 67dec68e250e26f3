"""`pagetwin clean-param` and `pagetwin parameters`: built, checked, proposed from an audit."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest
from crawler.site import Answer, Site, urlset
from crawler.whole import Crawl
from pagetwin.reports.language import Language
from pagetwin.urls import cleanparam
from pagetwin.workbench.cleanparam_words import ISSUES, sentence

from .command import pagetwin


def test_the_example() -> None:
    run = pagetwin("clean-param", "--params", "sid,ref", "--prefix", "/catalog/")
    assert (run.returncode, run.stdout) == (0, "Clean-param: sid&ref /catalog/\n")
    assert (
        run.stderr == "Clean-param is for Yandex alone; Google does not read it: name the page as canonical for it.\n"
    )


@pytest.mark.parametrize("names", ["sid&ref", "?sid&ref", "sid ref", "sid, ref,sid"])
def test_names_are_parted_in_any_way(names: str) -> None:
    assert pagetwin("clean-param", "--params", names).stdout == "Clean-param: sid&ref\n"


def test_too_long_becomes_several_lines_and_each_passes_the_check(tmp_path: Path) -> None:
    names = [f"parameter{n:03d}" for n in range(100)]
    run = pagetwin("clean-param", "--params", ",".join(names), "--prefix", "/catalog/")
    lines = run.stdout.splitlines()
    assert len(lines) == 3
    assert all(len(line) <= len("Clean-param: ") + 500 and line.endswith(" /catalog/") for line in lines)
    (tmp_path / "robots.txt").write_text(run.stdout, "utf-8")
    assert pagetwin("clean-param", "--check", tmp_path / "robots.txt").returncode == 0


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--params", "utm_*"], "“utm_*”: names have no wildcards"), (["--params", " , "], "--params has no name"),
        (["--params", "sid", "--prefix", "/a?b"], "not documented: ?"), (["--params", "имя"], "percent escapes"),
        ([], "give --params NAMES"), (["--params", "a", "--check", "b"], "give --params NAMES"),
        (["--check", "no-such-file.txt"], "no-such-file.txt: cannot be read"), (["--from", "no-such"], "no audit here"),
    ],
)  # fmt: skip
def test_errors(arguments: list[str], words: str) -> None:
    run = pagetwin("clean-param", *arguments)
    assert (run.returncode, run.stdout) == (2, "")
    assert words in run.stderr


def test_what_is_built_is_warned_of(tmp_path: Path) -> None:
    (tmp_path / "robots.txt").write_text("User-agent: *\nDisallow: /*?sid=\n", "utf-8")
    run = pagetwin(
        "clean-param",
        "--params",
        "sid,sort,utm_source",
        "--prefix",
        "https://e.ru/к/",
        "--robots",
        tmp_path / "robots.txt",
    )
    assert run.stdout == "Clean-param: sid&sort&utm_source /%D0%BA/\n"
    for words in ("not documented: %", "which changes the page: sort", "by itself", "Line 2 closes"):
        assert words in run.stderr


def check(folder: Path, text: str, *more: object) -> tuple[int, list[dict[str, Any]]]:
    (folder / "robots.txt").write_bytes(text.encode())
    run = pagetwin("clean-param", "--check", folder / "robots.txt", "--format", "json", *more)
    return run.returncode, json.loads(run.stdout)


def test_the_check_names_lines_and_fails_on_errors_alone(tmp_path: Path) -> None:
    code, found = check(tmp_path, "User-agent: *\nDisallow: /a/\n\nClean-param: sid /a/\nClean-param: sid,ref /c/\n")
    assert (code, [(one["line"], one["rule"], one["severity"]) for one in found]) == (
        1, [(4, "cleanparam-disallowed", "warning"), (5, "cleanparam-wrong-separator", "error")],
    )  # fmt: skip
    assert check(tmp_path, "Clean-param: &sid /a\nClean-param: utm_source")[0] == 0
    assert check(tmp_path, "") == (0, [])
    text = pagetwin("clean-param", "--check", tmp_path / "robots.txt").stdout
    assert text.startswith("No Clean-param line.\n\n0 errors.")


def test_a_file_of_others_sends_no_control_characters_to_the_terminal(tmp_path: Path) -> None:
    (tmp_path / "robots.txt").write_bytes("Clean-param: a\x1b[31m\x9b2J,b\t/c\n".encode())
    run = pagetwin("clean-param", "--check", tmp_path / "robots.txt")
    assert run.returncode == 1
    assert all(char.isprintable() or char == "\n" for char in run.stdout)


def test_a_robots_txt_is_fetched() -> None:
    with Site() as site:
        site.pages["/robots.txt"] = Answer("Clean-param: sid ref /c/\n", headers=(("Content-Type", "text/plain"),))
        for address in (site.url, f"{site.url}/robots.txt"):
            run = pagetwin("clean-param", "--check", address, "--rate", "0")
            assert run.returncode == 1
            assert "Line 1: Clean-param: sid ref /c/\n" in run.stdout
        missing = pagetwin("clean-param", "--check", f"{site.url}/other.txt", "--rate", "0")
    assert missing.returncode == 3
    assert "other.txt: no robots.txt to check (HTTP status 404)" in missing.stderr


PAGES = {
    "/c/a": "alder", "/c/a?sid=1": "alder", "/c/a?sid=2&utm_source=x": "alder", "/c/b": "birch", "/c/b?SID=1": "birch",
    "/c/b?page=1": "birch", "/c/b?page=2": "cedar", "/d/?id=1": "elm", "/d/?id=2": "fir", "/d/?alone=1": "gum",
}  # fmt: skip


@pytest.fixture(scope="module")
def audited(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An audit of these pages."""
    out = tmp_path_factory.mktemp("audited")
    with Site() as site:
        for path, word in PAGES.items():
            words = " ".join(f"{word}{n}" for n in range(50))
            site.pages[path] = f"<html><body><p>{words}</p></body></html>"
        site.pages["/sitemap.xml"] = urlset(*(site.url + path for path in PAGES))
        Crawl(site.url, out)
    return out


def test_lines_are_proposed_with_their_proofs(audited: Path) -> None:
    record = json.loads(pagetwin("clean-param", "--from", audited, "--format", "json").stdout)
    (line,) = record["lines"]
    assert line["lines"] == ["Clean-param: SID&sid&utm_source /c/"]
    assert line["pairs"] == 3
    assert {proof["a"].partition("/c/")[2] for proof in line["proofs"]} <= {
        "a?sid=1",
        "b?SID=1",
        "a?sid=2&utm_source=x",
    }
    assert [(one["name"], one["code"]) for one in record["not_listed"]] == [
        ("alone", "ask"), ("id", "keep"), ("page", "keep"),
    ]  # fmt: skip
    page = record["not_listed"][2]
    assert {page["a"].partition("/c/")[2], page["b"].partition("/c/")[2]} in (
        {"b?page=2", "b"}, {"b?page=2", "b?page=1"},
    )  # fmt: skip


def test_proposals_as_a_table(audited: Path) -> None:
    rows = list(csv.DictReader(pagetwin("clean-param", "--from", audited, "--format", "csv").stdout.splitlines()))
    assert [(row["name"], row["code"], row["path"]) for row in rows] == [
        ("SID", "clean-param", "/c/"), ("sid", "clean-param", "/c/"), ("utm_source", "clean-param", "/c/"),
        ("alone", "ask", ""), ("id", "keep", ""), ("page", "keep", ""),
    ]  # fmt: skip


def test_what_is_proposed_is_a_robots_txt_that_passes(audited: Path, tmp_path: Path) -> None:
    text = pagetwin("clean-param", "--from", audited).stdout
    assert [line for line in text.splitlines() if line and not line.startswith("#")] == [
        "Clean-param: SID&sid&utm_source /c/"
    ]
    code, found = check(tmp_path, text, "--from", audited)
    assert (code, {one["rule"] for one in found}) == (0, {"cleanparam-useless"})


def test_a_check_against_an_audit(audited: Path, tmp_path: Path) -> None:
    assert [one["rule"] for one in check(tmp_path, "Clean-param: sid /c/", "--from", audited)[1]] == ["cleanparam-case"]
    code, found = check(tmp_path, "Clean-param: id&nowhere /d/\nClean-param: id /c/\n", "--from", audited)
    assert code == 1
    assert [(one["line"], one["rule"]) for one in found] == [(1, "cleanparam-content"), (1, "cleanparam-unused")]
    assert "/d/?id=" in found[0]["message"]


def test_the_table_of_parameters(audited: Path) -> None:
    rows = {row["name"]: row for row in json.loads(pagetwin("parameters", audited, "--format", "json").stdout)}
    columns = ("addresses", "values", "text", "class", "code")
    assert {name: tuple(row[column] for column in columns) for name, row in rows.items()} == {
        "SID": (1, 1, "same", "referral", "clean-param"), "alone": (1, 1, "unknown", "unknown", "ask"),
        "id": (2, 2, "changes", "unknown", "keep"), "page": (2, 2, "changes", "page", "keep"),
        "sid": (2, 2, "same", "referral", "clean-param"), "utm_source": (1, 1, "same", "tracking", "dropped"),
    }  # fmt: skip
    assert rows["sid"]["source"].startswith("https://")
    text = pagetwin("parameters", audited).stdout.splitlines()
    assert len(text) == 7
    assert text[0].split() == ["name", "addresses", "values", "text", "pairs", "class", "what", "to", "do"]
    assert len(pagetwin("parameters", audited, "--format", "csv").stdout.splitlines()) == 7


def test_an_audit_without_parameters_says_so(tmp_path: Path) -> None:
    with Site() as site:
        site.pages |= {"/a": "<p>a few words stand here</p>", "/sitemap.xml": urlset(f"{site.url}/a")}
        Crawl(site.url, tmp_path)
    assert pagetwin("parameters", tmp_path).stdout == "No address of the audit has a parameter.\n"
    assert pagetwin("clean-param", "--from", tmp_path).stdout.startswith("# No parameter of the audit is proved")


def test_every_issue_has_a_sentence_in_both_languages() -> None:
    values = ["", "a\tb", "/a b", "a /b /c", "a b", "a /б", "a,b", "a&&b", "a*", "б", "a=1", "a" * 501]
    issues = [issue for value in values for issue in cleanparam.check(value)]
    assert {issue.code for issue in issues} <= set(ISSUES)
    for issue in issues:
        said = {code: sentence(issue, Language(code)) for code in ("en", "ru")}  # type: ignore[arg-type]
        assert said["en"] != said["ru"]
        assert "%(" not in said["en"] + said["ru"]
