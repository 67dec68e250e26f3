"""An audit of pages on several hosts, whole: mirrors, one address for each page, and both tables of them."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest
from pagetwin import pipeline
from pagetwin.config import CanonicalSettings, CrawlSettings, HostFigures, OwnerOf, Settings
from pagetwin.progress import Progress
from pagetwin.reports import export

WORDS = ["the {} ferry leaves the harbour of {} at seven in the morning and comes back late at night",
         "tickets for {} are sold on board, and children of {} travel free when their parents pay in full",
         "in winter {} is served by a smaller boat, so that {} has to wait for calm days and good light"]  # fmt: skip


def page(url: str, name: str, head: str = "") -> dict[str, str]:
    text = "".join(f"<p>{line.format(name, name)} {n} {name}.</p>" for n, line in enumerate(WORDS))
    title = f"<title>{name}</title>"
    return {"url": url, "html": f"<html lang=en><head>{title}{head}</head><body><main>{text}</main></body></html>"}


def table(out: Path, what: str) -> list[dict[str, str]]:
    stdout = io.BytesIO()
    pipeline.export_table(out, export.request(what, "csv", None, None, None), stdout, Progress())
    return list(csv.DictReader(io.StringIO(stdout.getvalue().decode("utf-8-sig"), newline="")))


@pytest.fixture(scope="module")
def audited(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("hosts")
    rows = [page(f"https://{host}e.com/{n}", f"isle{n}") for host in ("", "www.") for n in range(4)]
    rows += [page(f"https://north.e.com/{n}", f"isle{n}") for n in range(4)]
    rows.append(page("https://shop.e.com/a", "shop", '<link rel=canonical href="https://e.com/0">'))
    rows.append(page("https://e.com/0?utm_source=x", "isle0"))
    (folder / "pages.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    settings = Settings(
        crawl=CrawlSettings(workers=1),
        canonical=CanonicalSettings(
            hosts=(HostFigures("www.e.com", iks=200), HostFigures("e.com", iks=100)),
            owners=(OwnerOf("shop.e.com", "Shop Ltd"),),
        ),
    )
    pipeline.audit([str(folder / "pages.jsonl")], folder / "out", settings, Progress())
    return folder / "out"


def test_hosts(audited: Path) -> None:
    found = {row["mirror"]: row for row in table(audited, "mirrors")}
    assert {name: (row["main"], row["reason"], row["same"]) for name, row in found.items()} == {
        "https://e.com": ("https://www.e.com", "", "4"),
        "https://www.e.com": ("https://www.e.com", "", "4"),
        "https://north.e.com": ("https://north.e.com", "subdomain", "0"),
        "https://shop.e.com": ("https://shop.e.com", "", "0"),
    }
    assert (found["https://www.e.com"]["iks"], found["https://www.e.com"]["iks_points"]) == ("200.0000", "1.3333")
    start = (audited / "report" / "index.html").read_text("utf-8")
    assert "Hosts with the same pages" in start
    assert "quality index (IKS) 200: 0.67 × 2.00 = 1.33" in start


def test_addresses(audited: Path) -> None:
    found = {(row["url"], row["engine"]): row for row in table(audited, "canonized")}
    assert len(found) == 2 * 14
    plain = found["https://e.com/1", "google"]
    assert (plain["canonized_url"], plain["main_url"], plain["kinds"]) == (
        "https://e.com/1", "https://www.e.com/1", "MIRROR",
    )  # fmt: skip
    shop = [found["https://shop.e.com/a", engine] for engine in ("google", "yandex")]
    assert [(row["main_url"], row["owner"]) for row in shop] == [
        ("https://www.e.com/0", "e.com"), ("https://shop.e.com/a", "Shop Ltd"),
    ]  # fmt: skip
    assert shop[1]["path"] == "not CANONIZE canonical (other_host): https://e.com/0; OWNER settings: Shop Ltd"
    campaign = [found["https://e.com/0?utm_source=x", engine] for engine in ("google", "yandex")]
    assert [row["canonized_url"] for row in campaign] == ["https://e.com/0?utm_source=x", "https://e.com/0"]
    assert campaign[1]["path"] == "CANONIZE tracking: https://e.com/0; MIRROR mirror: https://www.e.com/0"


def test_no_table_contradicts_another(audited: Path) -> None:
    kept = {row["url"]: row["keeper"] for row in table(audited, "clusters")}
    assert all(kept[f"https://{host}e.com/{n}"] == f"https://www.e.com/{n}" for host in ("", "www.") for n in range(4))
    mains = {row["duplicate_url"]: row["main_url"] for row in table(audited, "superdups")}
    of_groups = {url: keeper for url, keeper in kept.items() if url != keeper}
    assert mains == of_groups | {"https://shop.e.com/a": "https://www.e.com/0"}  # by its canonical, in no group
    assert {row["keeper"] for row in table(audited, "carried")} == set(kept.values())
    of_yandex = {row["url"]: row["main_url"] for row in table(audited, "canonized") if row["engine"] == "yandex"}
    same_host = [url for url in kept if not url.startswith(("https://north.", "https://shop."))]
    assert [of_yandex[url] for url in same_host] == [kept[url] for url in same_host]
