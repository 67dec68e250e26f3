"""Sections: the folder that addresses begin with, deeper where one folder holds nearly all."""

from __future__ import annotations

from pagetwin.urls.sections import folders, sections

SITE = "https://example.com"


def test_sections_are_first_folders_and_pages_under_the_root_have_none() -> None:
    urls = [f"{SITE}{path}" for path in ("/", "/about", "/shop/", "/shop/a/b?x=/y/z", "//news//1.html")]
    assert sections(urls) == ["", "", "", "/shop/", "/news/"]
    assert folders(f"{SITE}/a/b/c.html#d/e") == ("a", "b")


def test_where_one_folder_holds_nearly_all_its_folders_are_the_sections() -> None:
    urls = [f"{SITE}/docs/{name}/{n}" for name in ("en", "ru") for n in range(5)]
    assert set(sections(urls)) == {"/docs/en/", "/docs/ru/"}
    assert set(sections([*urls, *(f"{SITE}/blog/{n}" for n in range(9))])) == {"/docs/", "/blog/"}
    assert sections([f"{SITE}/only/{n}" for n in range(3)]) == ["/only/"] * 3
    assert sections([]) == []
