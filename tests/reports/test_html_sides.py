"""The rows of a pair page: nothing of a text is lost, nothing outgrows its page."""

from html import escape

from hypothesis import given
from hypothesis import strategies as st
from pagetwin.reports import sides
from pagetwin.reports.sides import Piece, Side
from pagetwin.similarity.compare import apart, side_by_side

_WORDS = st.sampled_from(["parcel", "van", "glass", "дом", "<b>", "&", "a", "bb", "7"])
_BETWEEN = st.sampled_from([" ", " ", " ", "\n", ". ", "  ", "\n\n"])


@st.composite
def texts(draw: st.DrawFn, most: int = 80) -> str:
    words = draw(st.lists(st.tuples(_WORDS, _BETWEEN), max_size=most))
    return "".join(word + between for word, between in words)


@st.composite
def pairs(draw: st.DrawFn) -> tuple[str, str]:
    """Two texts that share a middle."""
    middle = draw(texts())
    return draw(texts(20)) + middle + draw(texts(20)), draw(texts(20)) + middle + draw(texts(20))


def _all(side: Side) -> tuple[Piece, ...]:
    return (*side.head, *side.middle, *side.tail)


def _text(rows: list[sides.Row], column: str) -> str:
    """What a column shows, without white space, of which a page keeps only what it needs."""
    return "".join("".join(piece.text for row in rows for piece in _all(getattr(row, column))).split())


@given(pairs(), st.integers(2, 10))
def test_both_columns_hold_their_whole_texts(pair: tuple[str, str], w: int) -> None:
    rows = list(sides.rows(side_by_side(*pair, w)))
    assert _text(rows, "a") == "".join(pair[0].split())
    assert _text(rows, "b") == "".join(pair[1].split())
    assert [row.number for row in rows if row.number] == list(range(1, 1 + sum(row.number > 0 for row in rows)))


@given(pairs(), st.integers(2, 10))
def test_shared_passages_have_no_marks_and_fold_only_when_long(pair: tuple[str, str], w: int) -> None:
    for row in sides.rows(side_by_side(*pair, w)):
        for side in (row.a, row.b):
            kinds = {piece.kind for piece in _all(side)}
            words = sum(len(piece.text.split()) for piece in _all(side))
            if row.number:
                assert kinds <= {"text", "dot"}
                assert bool(side.middle) == (words >= 30)
                assert side.folded == (words - 17 if side.middle else 0)
            else:
                assert not side.middle
            assert all(piece.text == piece.text.strip() for piece in _all(side) if piece.kind == "own")


@given(pairs(), st.integers(2, 10))
def test_passages_stand_where_their_words_do(pair: tuple[str, str], w: int) -> None:
    side = side_by_side(*pair, w)
    found, words_a, words_b = sides.passages(side)
    for passages, total, of in ((found, words_a, lambda p: p.a), (found, words_b, lambda p: p.b)):
        ends = [0, *(of(passage) + passage.words for passage in passages)]
        assert all(of(passage) >= end for passage, end in zip(passages, ends, strict=False))
        assert ends[-1] <= total
    assert [passage.number for passage in found] == list(range(1, len(found) + 1))


def _drawn(side: Side) -> int:
    """Bytes of a column with the least markup that its kinds of pieces can have."""
    return sum(len(escape(piece.text).encode()) for piece in _all(side))


@given(pairs(), st.integers(0, 3_000))
def test_a_cut_page_keeps_to_its_limit_and_begins_like_the_whole(pair: tuple[str, str], limit: int) -> None:
    whole = list(sides.rows(side_by_side(*pair, 4)))
    rows, cut = sides.cut(iter(whole), limit)
    assert sum(_drawn(row.a) + _drawn(row.b) for row in rows) <= limit
    for column in ("a", "b"):
        assert _text(whole, column).startswith(_text(rows, column)) or cut
    assert cut or rows == whole


def test_a_single_long_row_is_cut_and_not_dropped() -> None:
    text = "word " * 50_000
    rows, cut = sides.cut(sides.rows(side_by_side(text, text, 10)), 20_000)
    assert cut
    assert len(_text(rows, "a")) > 1_000
    assert "".join(text.split()).startswith(_text(rows, "a"))


def test_a_long_passage_of_one_page_gets_a_rule_and_short_ones_marks() -> None:
    shared = "one two three four five six seven eight nine ten"
    own = " ".join(f"own{n}" for n in range(13))
    rows = list(sides.rows(side_by_side(f"{shared} {own}", f"{shared} twelve", 10)))
    (long,) = [piece for piece in rows[-1].a.head if piece.kind != "text"]
    assert (long.kind, long.words, long.text) == ("only", 13, own)
    assert [piece for piece in rows[-1].b.head if piece.kind == "own"] == [Piece("own", "twelve")]


def test_short_lines_run_on_behind_a_dot_and_prose_keeps_its_breaks() -> None:
    menu = "Prices\nRoads\nHelp"
    prose = "A line that is long enough to be a sentence of its own.\nAnd the next, which is no shorter than that one."
    (row,) = sides.rows(side_by_side(menu, menu, 3))
    assert [piece.kind for piece in row.a.head] == ["text", "dot", "text", "dot", "text"]
    (row,) = sides.rows(side_by_side(prose, prose, 3))
    assert row.a.head == (Piece("text", prose),)


@st.composite
def shuffled(draw: st.DrawFn) -> tuple[str, str]:
    """Two texts of the same passages, each passage of its own words, in two orders."""
    count = draw(st.integers(2, 6))
    passages = [" ".join(f"p{n}w{i}" for i in range(draw(st.integers(4, 9)))) for n in range(count)]
    order = draw(st.permutations(passages))
    return " ".join(passages) + " end", "start " + ".\n".join(order)


@given(st.one_of(shuffled(), pairs()))
def test_passages_in_another_order_are_numbered_on_once_in_each_column(pair: tuple[str, str]) -> None:
    side = side_by_side(*pair, 4)
    moved = apart(side)
    rows = list(sides.rows(side, moved))
    last = max((row.number for row in rows), default=0)
    for column, text in (("a", pair[0]), ("b", pair[1])):
        found = {piece.number: piece for row in rows for piece in _all(getattr(row, column)) if piece.kind == "moved"}
        assert sorted(found) == list(range(last + 1, last + 1 + len(moved)))
        for number, piece in found.items():
            passage = moved[number - last - 1]
            assert piece.text == getattr(passage, f"text_{column}")
            assert text[getattr(passage, f"start_{column}") :].startswith(piece.text)
        assert _text(rows, column) == "".join(text.split())
    assert (len(moved) > 0) == (len(side.moved) > 0)


def test_passages_in_another_order_stand_in_the_figure_where_their_words_do() -> None:
    first, second = "a1 a2 a3 a4 a5", "b1 b2 b3 b4 b5 b6"
    side = side_by_side(f"{first} x {second}", f"{second} y {first}", 4)
    found, words_a, words_b = sides.passages(side, apart(side))
    assert (words_a, words_b) == (12, 12)
    assert found == ((1, 6, 6, 0), (2, 0, 5, 7))
