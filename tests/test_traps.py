"""A folder of shop pages whose main text is little but a notice, audited whole."""

from __future__ import annotations

import dataclasses
from pathlib import Path

from pagetwin import pipeline
from pagetwin.config import CrawlSettings, Settings, TextSettings
from pagetwin.progress import Progress
from similarity.trap_sites import NOTICES, prose
from support.run import table

SETTINGS = Settings(crawl=CrawlSettings(workers=1, base_url="https://shop.example/"))


def audited(folder: Path, out: Path, settings: Settings = SETTINGS) -> set[tuple[str, str]]:
    """Paths of the pairs that an audit of a folder finds."""
    pipeline.audit(str(folder), out, settings, Progress())
    found = ((row["url_a"], row["url_b"]) for row in table(out, "pairs"))
    return {(a.removeprefix("https://shop.example/"), b.removeprefix("https://shop.example/")) for a, b in found}


def write(folder: Path, name: str, html: str) -> None:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"<!doctype html><title>{name}</title><body>{html}</body>", encoding="utf-8")


def test_products_apart_and_their_copies_and_template_pages_together(tmp_path: Path) -> None:
    folder = tmp_path / "site"
    for n in range(24):
        rows = "".join(f"<li><span>{prose((n, row), 5)}</span></li>" for row in range(12))
        product = f"<div><h1>{prose(n, 3)}</h1><ul>{rows}</ul></div><div><p>{NOTICES['en']} Price: {n}99 €.</p></div>"
        write(folder, f"shop/{n:02}.html", product)
        if n < 3:
            write(folder, f"sale/{n:02}.html", product)
    for n in range(4):
        city, template = prose(f"city {n}", 1), (f"<p>{prose(f'template {part}', 30)}</p>" for part in range(5))
        write(
            folder,
            f"city/{n}.html",
            f"<h1>{city}</h1><main>{''.join(template)}<p>We wait for you in {city}.</p></main>",
        )
    pairs = audited(folder, tmp_path / "out")
    cities = {(f"city/{a}.html", f"city/{b}.html") for a in range(4) for b in range(a + 1, 4)}
    assert pairs == cities | {(f"sale/{n:02}.html", f"shop/{n:02}.html") for n in range(3)}
    notes = {row["text_note"] for row in table(tmp_path / "out", "pages") if "/shop/" in row["url"]}
    assert all(note.startswith("main text is much like that of ") for note in notes)


def test_numbers_masked_by_a_setting(tmp_path: Path) -> None:
    folder = tmp_path / "site"
    for n in range(2):
        rows = "".join(
            f"<p>Nut number {n}{row}, {n + row} millimetres wide, costs {3 * n + row} cents</p>" for row in range(20)
        )
        write(folder, f"nut/{n}.html", f"<main>{rows}</main>")
    assert audited(folder, tmp_path / "plain") == set()
    masked = dataclasses.replace(SETTINGS, text=TextSettings(mask_digits=True))
    assert audited(folder, tmp_path / "masked", masked) == {("nut/0.html", "nut/1.html")}
