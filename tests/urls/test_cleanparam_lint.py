"""Clean-param lines of a whole robots.txt."""

from __future__ import annotations

import pytest
from pagetwin.urls import robotstxt
from pagetwin.urls.cleanparam import Rule
from pagetwin.urls.cleanparam_lint import disallowed, lint


def found(text: str) -> list[tuple[int, list[str]]]:
    """Line numbers and codes."""
    return [(line.number, [issue.code for issue in line.issues]) for line in lint(text)]


def test_lines_are_numbered_whatever_ends_them() -> None:
    text = "\ufeffclean-param: sid,ref /c/\r\n\rCLEAN-PARAM : ok /c/ # why\nDisallow: /x\nClean-param: &a # b\n"
    assert found(text) == [(1, ["wrong-separator"]), (3, []), (5, ["empty-param"])]


@pytest.mark.parametrize("line", ["Clean-param sid /", "Cleanparam: sid", "clean_param: sid", "clean param: sid"])
def test_what_was_meant_to_be_one_is_an_error(line: str) -> None:
    assert found(line) == [(1, ["field"])]


def test_a_tab_is_seen_behind_the_names_alone() -> None:
    assert found("Clean-param:\tsid /a\nClean-param: sid\t/a\nClean-param: \t\n") == [
        (1, []), (2, ["tab"]), (3, ["empty"]),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "warned"),
    [
        ("User-agent: *\nDisallow: /a/\n", True),
        ("User-agent: *\nDisallow: /a/b/c\n", False),
        ("User-agent: *\nDisallow: /*?sid=\n", True),
        ("User-agent: *\nDisallow: /*sid=\n", True),
        ("User-agent: *\nDisallow: /a/$\n", False),
        ("User-agent: *\nDisallow: /a/\nAllow: /a/b/\n", False),
        ("User-agent: *\nDisallow: /a/\n\nUser-agent: Yandex\nDisallow: /z\n", False),
        ("User-agent: *\nDisallow: /z\n\nUser-agent: Yandex\nUser-agent: x\nDisallow: /\n", True),
        ("User-agent: Googlebot\nDisallow: /\n", False),
        ("User-agent: Yandex\nDisallow:\n", False),
        ("User-agent: YandexImages\nDisallow: /\n", False),
    ],
)
def test_disallow_for_yandex_over_the_same_addresses(text: str, warned: bool) -> None:
    rule = Rule(("sid",), "/a/b/")
    assert bool(disallowed(rule, text)) is warned
    ours = text.replace("User-agent: Yandex\n", "User-agent: pagetwin\n").encode()
    policy = robotstxt.parse(ours, "https://e.ru/robots.txt")
    closed = [not policy.allowed(f"https://e.ru/a/b/{query}") for query in ("", "?sid=1")]
    assert any(closed) is warned  # another reader of robots.txt says the same of such addresses


def test_the_rule_that_closes_is_named() -> None:
    (issue,) = disallowed(Rule(("sid",), ""), "User-agent: *\n\nDisallow: /\n")
    assert issue.values == {"rule": "/", "line": 3}


def test_between_two_user_agents() -> None:
    assert found("User-agent: a\nClean-param: sid\nUser-agent: b\nDisallow: /x\n") == [(2, ["split-group"])]
    assert found("User-agent: a\nDisallow: /x\nClean-param: sid\nUser-agent: b\n") == [(3, [])]


def test_names_are_told_of_lines_that_hold() -> None:
    assert found("Clean-param: utm_source&sort /a/") == [(1, ["listing", "useless"])]
    assert found("Clean-param: utm_source,sort /a/") == [(1, ["wrong-separator"])]
