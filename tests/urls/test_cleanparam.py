"""Clean-param values: what Yandex's parser takes, what is documented, and what is built."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pagetwin.urls.cleanparam import LONGEST, Rule, build, check, common_prefix, covers, hints, prefix, read

GOOD = [
    "sid&ref /catalog/", "ref /some_dir/get_book.pl", "s&ref /forum*/showthread.php", "someTrash&otherTrash",
    "sid&sort /forum/*.php", "filter[price] /", "sid  /a", "SID&sid /", "sid *catalog", "a%20b /", "x" * 500,
]  # fmt: skip
# Value, codes, and whether the parser drops the line.
BAD: list[tuple[str, list[str], bool]] = [
    ("sid,ref /catalog/", ["wrong-separator"], True), ("sid;ref", ["wrong-separator"], True),
    ("sid|ref /c/", ["wrong-separator"], True), ("sid ref /c/", ["wrong-separator"], True),
    ("sid&ref\t/catalog/", ["tab"], True), ("sid&&ref /c/", ["empty-param"], True),
    ("&sid", ["empty-param"], False), ("sid& /c/", ["empty-param"], False),
    ("utm_* /", ["wildcard"], True), ("a?b /", ["wildcard"], True), ("ab$", ["wildcard"], True),
    ("/catalog/ sid", ["path-first"], True), ("https://e.ru/?sid", ["path-first"], True),
    ("sid /каталог/", ["path-char"], True), ("sid /c/?a=1", ["path-char"], True),
    ("sid /catalog$", ["path-char"], True),
    ("sid /%D0%BA/", ["path-char"], False), ("sid /a /b", ["path-two"], True),
    ("sid catalog/", ["path-no-slash"], False), ("sid=1 /", ["value-in-name"], False),
    ("имя /", ["param-char"], True), ("x" * 501, ["too-long"], False), ("x" * 502, ["too-long"], False),
    ("x" * 503, ["too-long"], True), ("x" * 490 + " /abcdefghijk", ["too-long"], False),
    ("x" * 490 + " /abcdefghijklm", ["too-long"], True),
    ("", ["empty"], False), ("&", ["empty"], True), ("sid/catalog/", ["wrong-separator"], True),
]  # fmt: skip


@pytest.mark.parametrize("value", GOOD)
def test_good_values_have_no_issue(value: str) -> None:
    assert check(value) == []


@pytest.mark.parametrize(("value", "codes", "rejected"), BAD)
def test_faults_are_told(value: str, codes: list[str], rejected: bool) -> None:
    issues = check(value)
    assert [issue.code for issue in issues] == codes
    assert any(issue.rejected for issue in issues) is rejected
    assert all(issue.severity == "error" for issue in issues if issue.rejected)


NAMES = st.lists(st.from_regex(r"[a-z_\[\]]{1,40}", fullmatch=True), min_size=1, max_size=80)


@given(NAMES, st.sampled_from(["", "/", "/catalog/", "/forum*/show.php", f"/{'a' * 300}/"]))
def test_what_is_built_is_good_and_complete(names: list[str], path: str) -> None:
    values = build(names, path)
    assert [name for value in values for name in read(value).names] == list(dict.fromkeys(names))
    assert all(len(value) <= LONGEST and check(value) == [] and read(value).path == path for value in values)
    for first, second in pairwise(values):  # no line is shorter than it has to be
        assert len(first) + 1 + len(read(second).names[0]) > LONGEST


def test_the_example() -> None:
    assert build(["sid", "ref"], "/catalog/") == ("sid&ref /catalog/",)
    assert build([]) == ()


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("/catalog/", "/catalog/"), (" /a ", "/a"), ("https://e.ru/a/?x=1", "/a/"), ("https://e.ru", "/"),
        ("/каталог/", "/%D0%BA%D0%B0%D1%82%D0%B0%D0%BB%D0%BE%D0%B3/"), ("/%D0%BA/", "/%D0%BA/"), ("/a*/b", "/a*/b"),
    ],
)  # fmt: skip
def test_prefix(text: str, path: str) -> None:
    assert prefix(text) == path


@pytest.mark.parametrize(
    ("paths", "shared"),
    [
        (["/a/b/c", "/a/b/d"], "/a/b/"), (["/a/b/", "/a/b/x"], "/a/b/"), (["/ab", "/ac"], "/"), (["/a/x"], "/a/"),
        (["/a/%D0%BA/x", "/a/%D0%BA/y"], "/a/"), (["/a/(b)/x"], "/a/"), ([], "/"), (["/"], "/"), (["//a/x"], "//a/"),
    ],
)  # fmt: skip
def test_common_prefix_has_documented_characters_alone(paths: list[str], shared: str) -> None:
    assert common_prefix(paths) == shared


@pytest.mark.parametrize(
    ("path", "address", "covered"),
    [
        ("/a/", "/a/b", True), ("/a/", "/b/a/", False), ("", "/x", True), ("/f*/s.php", "/forum/x/s.php5", True),
        ("*b", "/a/b", True), ("/a.b", "/axb", False), ("/A/", "/a/", False),
    ],
)  # fmt: skip
def test_covers(path: str, address: str, covered: bool) -> None:
    assert covers(Rule(("sid",), path), address) is covered


def test_hints_by_name() -> None:
    assert [(issue.code, issue.values) for issue in hints(["sort", "sid", "UTM_x", "ysclid", "yrclid", "gclid"])] == [
        ("listing", {"names": "sort"}), ("useless", {"names": "UTM_x, ysclid, yrclid"}),
    ]  # fmt: skip
    assert hints(["sid", "ref"]) == []
