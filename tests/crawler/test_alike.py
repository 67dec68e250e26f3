"""When two answers say the same."""

from pagetwin.crawler.alike import same_error, same_text
from pagetwin.model import Texts

LONG = " ".join(f"word{n}" for n in range(200))


def body(text: str) -> Texts:
    return Texts(body=text)


def test_the_same_text_but_for_a_clock() -> None:
    assert same_text(body(LONG + " 12 04"), body(LONG + " 12 05")) is True
    assert same_text(body("Short text"), body("short  TEXT!")) is True
    assert same_text(Texts("main", ""), body("main")) is True


def test_other_texts_and_none() -> None:
    assert same_text(body(LONG), body(LONG[: len(LONG) // 2])) is False
    assert same_text(body("one text"), body("another text")) is False
    assert same_text(body("漢字の文章" * 5), body("漢字の文書" * 5)) is False
    assert same_text(body(""), body("a")) is None


def test_an_error_page_needs_the_same_title_too() -> None:
    assert same_error(body("Gone for good"), "Shop", body("gone for good"), "Shop")
    assert same_error(body(LONG + " a b"), "Gone", body(LONG + " c d"), " Gone ")
    assert not same_error(body(LONG + " a b"), "Gone", body(LONG + " c d"), "Red shoes")
    assert not same_error(body("Gone for good"), "Gone", body("gone for good"), "Another")
    assert not same_error(body(LONG + " a b"), "", body(LONG + " c d"), "")  # pages without titles, alike by template
    assert not same_error(body(""), "", body(""), "")
