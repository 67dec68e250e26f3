"""Other spellings of an address."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pagetwin.urls import identity
from pagetwin.urls.spellings import missing, of_page, section

E = "https://e.com"


def test_a_page_is_spelt_in_every_way() -> None:
    assert of_page(f"{E}/docs/Guide%c3%a9/", "www.e.com", "index.php") == {
        "scheme": "http://e.com/docs/Guide%c3%a9/",
        "www": "https://www.e.com/docs/Guide%c3%a9/",
        "index_file": f"{E}/docs/Guide%c3%a9/index.php",
        "slash": f"{E}/docs/Guide%c3%a9",
        "double_slash": f"{E}/docs//Guide%c3%a9/",
        "upper_case": f"{E}/DOCS/GUIDE%c3%a9/",
        "unknown_parameter": f"{E}/docs/Guide%c3%a9/?pagetwin=1",
        "tracking": f"{E}/docs/Guide%c3%a9/?utm_source=pagetwin",
    }


def test_what_makes_no_sense_is_left_out() -> None:
    assert set(of_page("http://127.0.0.1:8000/", "", "index.html")) == {"index_file", "unknown_parameter", "tracking"}
    assert "index_file" not in of_page(f"{E}/a", "", "index.html")
    assert of_page(f"{E}/a/index.html", "", "index.html")["index_file"] == f"{E}/a/"
    assert of_page(f"{E}/a?b=1", "", "index.html")["tracking"] == f"{E}/a?b=1&utm_source=pagetwin"
    assert "scheme" not in of_page("https://e.com:8443/a", "www.e.com", "index.html")


@given(st.lists(st.sampled_from(["a", "B", "/", "1", "-", "%41", "?x=1", "index.html"]), max_size=8).map("".join))
def test_no_spelling_is_the_page_itself(path: str) -> None:
    key = identity.key(f"{E}/{path}")
    for kind, asked in of_page(key, "www.e.com", "index.html").items():
        assert identity.key(asked) not in ("", key), kind


@pytest.mark.parametrize(
    ("path", "name"), [("/", "/"), ("/about", "/"), ("/docs/", "/docs/"), ("/docs/a/b?x=/", "/docs/"), ("/?a=/b/", "/")]
)
def test_sections_are_first_folders(path: str, name: str) -> None:
    assert section(E + path) == E + name
    assert section(missing(E + name)) == E + name
