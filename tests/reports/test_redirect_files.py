"""The text of the redirect files, read back by small readers of both syntaxes: no address gets out of its place."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pagetwin.canonical.remedies import Remedy
from pagetwin.reports import redirect_files
from pagetwin.reports.language import Language
from pagetwin.reports.redirect_files import Entry
from pagetwin.urls import identity

SITE = "https://example.com"
EN = Language("en")


def remedy(url: str, target: str = f"{SITE}/keeper", group: int = 1) -> Remedy:
    return Remedy("redirect", url, target, group, "same text", 0.75)


def nginx_words(text: str) -> list[list[str]]:
    """Directives as words, by the rules of nginx's configuration: quotes, backslashes, comments, `;` and braces."""
    found, words, at = [], [], 0
    while at < len(text):
        if match := re.compile(r"\s+|#[^\n]*").match(text, at):
            at = match.end()
        elif text[at] in ";{}":
            found.append(words)
            words, at = [], at + 1
        elif text[at] == '"':
            match = re.compile(r'"((?:[^"\\]|\\.)*)"(?=[\s;{])', re.DOTALL).match(text, at)
            assert match, text[at : at + 80]
            words.append(re.sub(r"\\(.)", lambda m: m[1] if m[1] in "\"'\\" else m[0], match[1]))
            at = match.end()
        else:
            match = re.compile(r"[^\s;{}]+").match(text, at)
            assert match
            words.append(match[0])
            at = match.end()
    return [line for line in found if line]


def nginx_map(entries: list[Entry], language: Language = EN) -> dict[str, str]:
    """The map of the file, with the dollar put back; checks that the file holds what it should and no more."""
    lines = nginx_words(redirect_files.nginx(entries, 0, language))
    heads = [line[0] for line in lines]
    assert heads[:6] == ["map_hash_bucket_size", "map_hash_max_size", "geo", "default", "map", "default"]
    assert heads[-4:] == ["map", "default", "GET", "HEAD"]
    assert all(len(line) == 2 for line in lines[6:-4])
    assert len({source for source, _ in lines[6:-4]}) == len(lines[6:-4])
    for _, target in lines[6:-4]:
        assert "$" not in target.replace("${pagetwin_dollar}", "")
    return {source: target.replace("${pagetwin_dollar}", "$") for source, target in lines[6:-4]}


_hostile = st.text(st.sampled_from("a%2F7e~$${}()[];'\"\\|^`<># \t&=?+*.,!@:/Яя\u2028\x00\x7f") | st.characters())


@given(st.lists(_hostile, max_size=6), _hostile)
def test_no_address_gets_out_of_its_word(tails: list[str], target: str) -> None:
    to = identity.resolve("", f"{SITE}/k{target}")
    urls = [url for tail in tails if (url := identity.resolve("", f"{SITE}/s{tail}"))]
    found = redirect_files.entries([remedy(url, to) for url in urls] if to else [])
    kept = nginx_map(redirect_files.for_nginx(found, [identity.key(to)]))
    for source, end in kept.items():
        assert source.startswith((f"{SITE}/s", "~^https"))
        assert end == to.partition("#")[0]
    lines = [line for line in redirect_files.apache(found, 0, EN).split("\n") if not line.startswith("#")]
    if not found:
        assert lines == [""]
        return
    assert lines[:2] == ["", "RewriteEngine On"]
    assert len(lines) == 3 + 2 * len(found)
    for entry, condition, rule in zip(found, lines[2:-1:2], lines[3::2], strict=True):
        asked = re.fullmatch(r'RewriteCond "(%\{[^"]*)" "([^"]*)"', condition)
        led = re.fullmatch(r'RewriteRule "\^" "([^"]*)" \[R=301,NE,QSD,L\]', rule)
        assert asked
        assert led
        # The expression matches this request and neither a longer one nor one with other capitals.
        expression = re.compile(asked[2])
        assert expression.match(f"https://example.com GET {entry.source.target} HTTP/1.1")
        assert expression.match(f"https://EXAMPLE.com:443 HEAD {entry.source.target} HTTP/2.0")
        for other in (entry.source.target + "x", entry.source.target.replace("/s", "/S", 1)):
            assert not expression.match(f"https://example.com GET {other} HTTP/1.1")
        assert not re.search(r"(?<!\\)(?:\\\\)*[$%]", led[1])
        assert re.sub(r"\\(.)", r"\1", led[1]) == to.partition("#")[0]


def test_words_that_differ_by_capitals_become_expressions() -> None:
    found = redirect_files.entries([remedy(f"{SITE}/Big"), remedy(f"{SITE}/one"), remedy(f"{SITE}/%d1%8f")])
    kept = nginx_map(redirect_files.for_nginx(found, [f"{SITE}/keeper", f"{SITE}/big"]))
    assert set(kept) == {r"~^https\://example\.com/Big$", f"{SITE}/one", f"{SITE}/%d1%8f"}
    both = redirect_files.entries([remedy(f"{SITE}/A", f"{SITE}/x"), remedy(f"{SITE}/a", f"{SITE}/y")])
    assert [entry.case for entry in redirect_files.for_nginx(both, [])] == [True, True]


def test_an_expression_takes_escapes_of_either_case() -> None:
    (entry,) = redirect_files.entries([remedy(f"{SITE}/%D1%8F")])
    (source,) = nginx_map([entry])
    expression = re.compile(source.removeprefix("~"))
    assert expression.fullmatch(f"{SITE}/%d1%8f")
    assert expression.fullmatch(f"{SITE}/%D1%8F")


def test_addresses_that_only_a_port_tells_apart_are_left_to_apache() -> None:
    found = redirect_files.entries([remedy("http://example.com:8080/a", "http://example.com/a")])
    assert redirect_files.for_nginx(found, ["http://example.com/a", "http://example.com:8080/a"]) == []
    assert "left out: it is too long" in redirect_files.nginx([], 1, EN)
    text = redirect_files.apache(found, 0, EN)
    assert "(?i:example\\.com):8080 (" in text
    other = redirect_files.entries([remedy("http://example.com:8080/a", "http://example.com:8080/b")])
    assert len(redirect_files.for_nginx(other, ["http://example.com:8080/a", "http://example.com:8080/b"])) == 1


def test_addresses_too_long_for_a_rule_are_left_out() -> None:
    assert redirect_files.entries([remedy(f"{SITE}/{'x' * 2000}"), remedy(f"{SITE}/a", f"{SITE}/{'x' * 2000}")]) == []


def test_a_line_that_escapes_make_too_long_would_have_nginx_refuse_the_file() -> None:
    found = redirect_files.entries([remedy(f"{SITE}/a", f"{SITE}/{'$' * 400}"), remedy(f"{SITE}/b{'.' * 1500}!/A"),
                                    remedy(f"{SITE}/b{'.' * 1500}!/a"), remedy(f"{SITE}/c")])  # fmt: skip
    assert [entry.remedy.url for entry in redirect_files.for_nginx(found, [])] == [f"{SITE}/c"]
    lines = redirect_files.nginx([replace(entry, case=True) for entry in found], 0, EN).split("\n")
    assert max(map(len, lines)) < 4096
    assert len([line for line in lines if "keeper" in line and "~" in line]) == 1


def test_both_spellings_of_one_address_are_redirected() -> None:
    found = redirect_files.entries([remedy(f"{SITE}/%7Eme")])
    assert [entry.source.target for entry in found] == ["/%7Eme", "/~me"]


@pytest.mark.parametrize("code", ["en", "ru"])
def test_each_rule_says_what_it_rests_on(code: str) -> None:
    language = Language(code)  # type: ignore[arg-type]
    found = redirect_files.entries([
        remedy(f"{SITE}/a"), remedy(f"{SITE}/b"), remedy(f"{SITE}/c", group=12),
        replace(remedy(f"{SITE}/d", group=13), jaccard=None, cause="redirect"),
    ])  # fmt: skip
    for text in (redirect_files.nginx(found, 0, language), redirect_files.apache(found, 0, language)):
        said = [line.strip() for line in text.split("\n") if "report/pages.html" in line]
        assert [re.findall(r"group=(\d+)", line) for line in said] == [["1"], ["12"], ["13"]]
        assert language.dec(0.75) in said[0]
        assert "Jaccard" not in said[2]
        assert ("same text" in said[0]) == (code == "en")


def test_without_redirects_the_files_say_so() -> None:
    for text in (redirect_files.nginx([], 0, EN), redirect_files.apache([], 0, EN)):
        assert "There is nothing to do" in text
    assert nginx_map([]) == {}
