"""The Link header is read as RFC 8288 says, however it is written."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pagetwin.crawler.linkheader import HeaderLink, parse

CASES = [
    ('<https://e.com/a>; rel="canonical"', [HeaderLink("https://e.com/a", ("canonical",))]),
    ("<https://e.com/a>;rel=canonical", [HeaderLink("https://e.com/a", ("canonical",))]),
    ("<https://e.com/a> ; REL = Canonical", [HeaderLink("https://e.com/a", ("canonical",))]),
    ("</a>; rel=canonical", [HeaderLink("/a", ("canonical",))]),
    ("<https://e.com/a;b=1,2>; rel=canonical", [HeaderLink("https://e.com/a;b=1,2", ("canonical",))]),
    (
        "<https://e.com/ru>; rel=alternate; hreflang=ru, <https://e.com/uk>; hreflang=uk; rel=alternate",
        [
            HeaderLink("https://e.com/ru", ("alternate",), ("ru",)),
            HeaderLink("https://e.com/uk", ("alternate",), ("uk",)),
        ],
    ),
    (
        '<https://e.com/a>; rel="alternate canonical"; hreflang="en"; hreflang=en-gb',
        [HeaderLink("https://e.com/a", ("alternate", "canonical"), ("en", "en-gb"))],
    ),
    ("<https://e.com/a>; rel=next; rel=canonical", [HeaderLink("https://e.com/a", ("next",))]),
    (
        '<https://e.com/a>; title="one, two; <https://f.com/>; rel=canonical"; rel=prev',
        [HeaderLink("https://e.com/a", ("prev",))],
    ),
    (r'<https://e.com/a>; title="a \" quote, and <b>"; rel=prev', [HeaderLink("https://e.com/a", ("prev",))]),
    ("<https://e.com/a>; title*=UTF-8''%d0%b0,<https://e.com/b>; rel=up", [
        HeaderLink("https://e.com/a"), HeaderLink("https://e.com/b", ("up",)),
    ]),
    ("<https://e.com/a>; rel='canonical'", [HeaderLink("https://e.com/a", ("'canonical'",))]),
    (",, <https://e.com/a>; rel=canonical ,,", [HeaderLink("https://e.com/a", ("canonical",))]),
    ("https://e.com/a; rel=canonical, <https://e.com/b>; rel=up", [HeaderLink("https://e.com/b", ("up",))]),
    ('<https://e.com/a>; rel=canonical; anchor="/b"', [HeaderLink("https://e.com/a", ("canonical",), anchor="/b")]),
    (
        '<https://m.e.com/a>; rel=alternate; media="only screen and (max-width: 640px)"',
        [HeaderLink("https://m.e.com/a", ("alternate",), media="only screen and (max-width: 640px)")],
    ),
    ("<>; rel=canonical", [HeaderLink("", ("canonical",))]),
    ("<https://e.com/ru>; hreflang=ru", [HeaderLink("https://e.com/ru", (), ("ru",))]),
    ("<https://e.com/ru>; title*=UTF-8'ru'%d0%b0; hreflang=ru; rel=alternate", [
        HeaderLink("https://e.com/ru", ("alternate",), ("ru",)),
    ]),
    ('<https://e.com/b;c=1>; title="a, <https://f.com/>; rel=canonical"; rel=alternate; rel=next; hreflang="ru"', [
        HeaderLink("https://e.com/b;c=1", ("alternate",), ("ru",)),
    ]),
    ("<https://e.com/a", []),
    ("", []),
]  # fmt: skip


@pytest.mark.parametrize(("line", "want"), CASES)
def test_a_line(line: str, want: list[HeaderLink]) -> None:
    assert parse(line) == want


TARGETS = st.text(st.characters(codec="ascii", exclude_characters="<>", exclude_categories=["Cc"]), min_size=1)
TOKENS = st.text("abcdefghijklmnopqrstuvwxyz0123456789-", min_size=1, max_size=8)
ANY = st.text(st.characters(codec="ascii", exclude_categories=["Cc"]), max_size=12)


@given(st.lists(st.tuples(TARGETS.map(str.strip), TOKENS, st.lists(TOKENS, max_size=3), ANY)), st.data())
def test_what_was_written_is_read_again(links: list[tuple[str, str, list[str], str]], data: st.DataObject) -> None:
    """Any title in quotes, any spaces around separators, any order of parameters: the same links come back."""
    space = st.sampled_from(["", " ", "\t "])
    elements = []
    for target, rel, codes, title in links:
        quoted = title.replace("\\", r"\\").replace('"', r"\"")
        parameters = [f"rel={rel}", f'title="{quoted}"', *(f'HrefLang="{code}"' for code in codes)]
        first, *rest = data.draw(st.permutations(parameters[:2]))
        gaps = iter(lambda: data.draw(space), None)
        elements.append(
            f"<{target}>" + "".join(f"{next(gaps)};{next(gaps)}{p}" for p in (first, *rest, *parameters[2:]))
        )
    line = data.draw(st.sampled_from([",", " , ", ",,"])).join(elements)
    assert [(link.target, link.rels, link.hreflang) for link in parse(line)] == [
        (target, (rel,), tuple(codes)) for target, rel, codes, _ in links
    ]


@given(st.text('<>;,="\\ ab\n', max_size=60))
def test_rubbish_does_not_raise(line: str) -> None:
    assert len(parse(line)) <= min(line.count("<"), line.count(">"))


@pytest.mark.parametrize("line", ['"' * 60_000, '<a>;b="x' * 8_000, "<a>" + ";a=" * 20_000, '<a>;"\\' * 10_000])
def test_hostile_lines_take_linear_time(line: str) -> None:
    """With a pattern that backtracks these would not end; the length itself is bounded."""
    assert len(parse(line)) <= len(line)
