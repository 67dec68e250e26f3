"""What becomes of a page over crawls, against a plain retelling of its definition."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pagetwin.canonical.versions import Content, Version, changed, history
from pagetwin.model import Outcome

DAY = "2026-0{}-01"


def version(crawl: int, said: str) -> Version:
    """A letter is a page with that text, `-` an error 404, `>` a redirect, `?` no answer, `!` an answer 429."""
    outcomes: dict[str, tuple[Outcome, int | None]] = {
        "-": ("http_error", 404), ">": ("redirect", 301), "?": ("timeout", None), "!": ("http_error", 429),
    }  # fmt: skip
    outcome, status = outcomes.get(said, ("ok", 200))
    content = Content(main=said.encode()) if outcome == "ok" else Content()
    return Version(crawl, DAY.format(crawl), status, outcome, content)


def over(story: str) -> list[Version]:
    """One character a crawl; a space where the crawl did not ask."""
    return [version(n, said) for n, said in enumerate(story, 1) if said != " "]


@pytest.mark.parametrize(
    ("story", "change", "first", "last", "altered", "seen"),
    [
        ("a", "new", 1, 1, 1, 1),
        (" a", "new", 2, 2, 2, 1),
        ("-a", "new", 2, 2, 2, 1),
        ("aa", "unchanged", 1, 2, 1, 2),
        ("ab", "changed", 1, 2, 2, 2),
        ("aba", "changed", 1, 3, 3, 3),
        ("abb", "unchanged", 1, 3, 2, 3),
        ("a-", "vanished", 1, 1, 1, 1),
        ("a>", "vanished", 1, 1, 1, 1),
        ("a--", "no page", 1, 1, 1, 1),
        ("a-a", "came back", 1, 3, 1, 2),
        ("a>b", "came back", 1, 3, 3, 2),
        ("a?", "unknown", 1, 1, 1, 1),
        ("a!", "unknown", 1, 1, 1, 1),
        ("a?a", "unchanged", 1, 3, 1, 2),
        ("a?b", "changed", 1, 3, 3, 2),
        ("a?-", "vanished", 1, 1, 1, 1),
        ("a-?a", "came back", 1, 4, 1, 2),
    ],
)
def test_what_a_crawl_makes_of_a_page(story: str, change: str, first: int, last: int, altered: int, seen: int) -> None:
    found = history(over(story), len(story))
    assert (found.change, found.first_seen, found.last_seen, found.last_changed, found.seen) == (
        change, DAY.format(first), DAY.format(last), DAY.format(altered), seen,
    )  # fmt: skip


def test_an_address_that_was_never_a_page_has_no_days() -> None:
    found = history(over("->-"), 3)
    assert (found.change, found.first_seen, found.last_seen, found.last_changed, found.seen) == (
        "no page", "", "", "", 0,
    )  # fmt: skip


@given(st.text("ab->?! ", min_size=1, max_size=8))
def test_silence_and_later_crawls_change_nothing(story: str) -> None:
    heard = "".join(" " if said in "?!" else said for said in story)
    assert history(over(story), len(story)) == history(over(heard), len(story))
    assert history(over(story + "b-a"), len(story)) == history(over(story), len(story))


@given(st.text("ab->? ", min_size=2, max_size=8))
def test_the_days_frame_the_pages(story: str) -> None:
    found = history(over(story), len(story))
    pages = [n for n, said in enumerate(story, 1) if said in "ab"]
    assert found.seen == len(pages)
    if pages:
        texts = [story[n - 1] for n in pages]
        altered = next(n for n, rest in zip(pages, range(len(texts)), strict=True) if len(set(texts[rest:])) == 1)
        assert (found.first_seen, found.last_seen) == (DAY.format(pages[0]), DAY.format(pages[-1]))
        assert found.last_changed == DAY.format(altered)


def test_the_main_text_counts_where_both_have_one_else_the_body() -> None:
    assert changed(Content(b"m", b"x"), Content(b"m", b"y")) == ()
    assert changed(Content(None, b"x"), Content(b"m", b"x")) == ()
    assert changed(Content(None, b"x"), Content(b"m", b"y")) == ("text",)
    assert changed(Content(b"m", title="t"), Content(b"n", title="u", robots='["noindex"]')) == (
        "text", "title", "robots",
    )  # fmt: skip
