"""What the members of a group share, against plain sets of words."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pagetwin.similarity import template as module
from pagetwin.similarity.template import Words, template

from .oracle import shingle_set

TEXT = st.lists(st.sampled_from(["a", "b", "c", "d"]), max_size=14).map(" ".join)


def plain(texts: list[str], place: int, w: int) -> list[str]:
    """The kind of each word of a member."""
    sets = [shingle_set(text, w) for text in texts]
    words = texts[place].split()
    kinds = ["own"] * len(words)
    for n in range(max(len(words) - w + 1, min(len(words), 1))):
        shingle = tuple(words[n : n + w])
        having = sum(shingle in s for s in sets)
        for at in range(n, min(n + w, len(words))):
            if having == len(texts):
                kinds[at] = "all"
            elif having > 1 and kinds[at] == "own":
                kinds[at] = "some"
    return kinds


@given(st.lists(TEXT, min_size=2, max_size=6), st.integers(1, 4))
@settings(max_examples=150, deadline=None)
def test_words_and_pieces_are_those_of_plain_sets(texts: list[str], w: int) -> None:
    found = template(texts, w)
    assert (found.sampled, list(found.used)) == (False, list(range(len(texts))))
    for place, text in enumerate(texts):
        kinds = plain(texts, place, w)
        assert found.words[place] == Words(kinds.count("all"), kinds.count("some"), kinds.count("own"))
        pieces = found.marked(place, text)
        assert "".join(piece for _, piece in pieces) == text
        assert [kind for kind, piece in pieces for _ in piece.split()] == kinds


def page(city: str, extra: str = "") -> str:
    return f"Our shop in {city} is open from nine to six on all days of the week. {extra}"


def test_the_slots_of_a_template_are_each_pages_own() -> None:
    texts = [page("Omsk"), page("Perm"), page("Tomsk", "Parking is free, as it is in Tver."), page("Tver")]
    found = template(texts, 3)
    assert found.marked(0, texts[0]) == [
        ("all", "Our shop in "),
        ("own", "Omsk "),
        ("all", "is open from nine to six on all days of the week. "),
    ]
    assert found.words == (Words(15, 0, 1), Words(15, 0, 1), Words(15, 0, 9), Words(15, 0, 1))
    assert found.marked(2, texts[2])[-1] == ("own", "Parking is free, as it is in Tver.")


def test_a_large_group_is_sampled_evenly_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST", 100)
    texts = [page(f"city{n}") for n in range(250)]
    found = template(texts, 3)
    assert (found.sampled, found.size, list(found.used)) == (True, 250, list(range(0, 250, 3)))
    assert set(found.words) == {Words(15, 0, 1)}
    for place in (3, 4):  # looked at, and not
        assert found.marked(place, texts[place]) == template(texts[:9], 3).marked(place, texts[place])
    assert [kind for kind, _ in found.marked(4, "other words of a page")] == ["own"]


def test_short_and_empty_members() -> None:
    found = template(["one two", "one two", "one two"], 5)
    assert found.words == (Words(2, 0, 0),) * 3
    assert template(["one two", ""], 5).words == (Words(0, 0, 2), Words(0, 0, 0))
    assert template(["", ""], 2).marked(0, "") == []
    assert template(["", ""], 2).marked(0, "...") == [("own", "...")]
    assert template([], 5).words == ()
