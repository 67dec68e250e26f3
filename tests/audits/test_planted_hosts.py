"""Two domains with hosts, protocols and a certificate of their own, crawled as they are: one carrier for each address.

Everything is asked by the real command over loopback, and read back from exports and the folder `rules`.
"""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from zlib import crc32

import pytest
from crawler.site import Answer, to, urlset
from pagetwin import pipeline
from pagetwin.crawler import extract
from pagetwin.progress import Progress
from pagetwin.reports import export
from pagetwin.urls import identity
from support.hosts import hosts
from support.inline import InlineWorkers
from workbench.command import pagetwin

D, W, M = "https://lamps.example", "https://www.lamps.example", "https://m.lamps.example"
H, SHOP, BAD = "http://lamps.example", "https://shop.lamps.example", "https://bad.lamps.example"
L, LH = "https://lights.example", "http://lights.example"
ROBOTS = f"User-agent: *\nDisallow: /private/\nClean-param: ref /lamp\nSitemap: {D}/sitemap.xml"
FAMILIES = ("canonical-", "redirect-", "https-")
G, Y, ANY = "google", "yandex", "any"
STAYS = ("", "")


@dataclass(frozen=True)
class At:
    """An address, what it answers, and what is to come of it.

    `google` and `yandex`: the main address that its signals lead to with the kinds of the steps; `STAYS` for itself.
    `keeper`: that of its group. `clicks` and `shows` are imported. `text` names the page whose text it has.
    """

    url: str
    google: tuple[str, str] = STAYS
    yandex: tuple[str, str] = STAYS
    canonical: str = "self"
    text: str = ""
    moved: str = ""
    status: int = 0
    head: str = ""
    listed: bool = False
    keeper: str = ""
    clicks: int = 0
    shows: int = 0
    wrong: tuple[tuple[str, str, str], ...] = field(default=())

    def answer(self) -> Answer:
        if self.moved:
            return to(self.moved, self.status or 301)
        words = " ".join(f"w{crc32(f'{self.text or self.url} {n}'.encode())}" for n in range(60))
        named = {"": "", "self": self.url}.get(self.canonical, self.canonical)
        link = f'<link rel=canonical href="{named}">' if named else ""
        return Answer(f"<!doctype html><head><title>{self.url}</title>{link}{self.head}</head><body><p>{words}</p>")


def page(path: str, **more: object) -> At:
    """A page of the main host that names itself and stands in the sitemap."""
    return At(D + path, listed=True, **more)  # type: ignore[arg-type]


def both(url: str, kinds: str) -> dict[str, tuple[str, str]]:
    return {"google": (url, kinds), "yandex": (url, kinds)}


def only(engine: str, url: str, kinds: str) -> dict[str, tuple[str, str]]:
    return {engine: (url, kinds)}


OTHER_HOST = (("canonical-other-host", G, "warning"), ("canonical-other-host", Y, "error"))
MISSING = (("canonical-missing", ANY, "warning"),)
LAMP, BULB = f"{D}/lamp", f"{D}/home/bulb"
SITE = [
    page("/"),
    # One product under every spelling that an owner's site may give it.
    page("/lamp", head=f'<link rel=alternate media="only screen" href="{M}/lamp">', keeper=LAMP, clicks=90, shows=900),
    At(f"{LAMP}?utm_source=mail", **both(LAMP, "CANONIZE"), canonical=LAMP, text=LAMP, keeper=LAMP, clicks=7, shows=71),
    At(f"{LAMP}?utm_medium=post", **only(Y, LAMP, "CANONIZE"), canonical="", text=LAMP, keeper=LAMP, clicks=5,
       wrong=MISSING),
    At(f"{LAMP}?ref=home", **only(Y, LAMP, "CANONIZE"), canonical="", text=LAMP, keeper=LAMP, wrong=MISSING),
    At(f"{LAMP}?sort=price", canonical="", text=LAMP, keeper=LAMP, shows=13, wrong=MISSING),
    At(f"{D}/print/lamp", **both(LAMP, "CANONIZE"), canonical=LAMP, text=LAMP, keeper=LAMP),
    At(f"{H}/lamp", **both(LAMP, "CANONIZE"), moved=LAMP, keeper=LAMP, clicks=11, shows=40),
    At(f"{W}/lamp", **both(LAMP, "CANONIZE"), moved=LAMP, keeper=LAMP),
    At(f"{M}/lamp", google=(LAMP, "CANONIZE"), yandex=(LAMP, "MIRROR"), canonical=LAMP, text=LAMP, keeper=LAMP,
       clicks=20, shows=200, wrong=(("canonical-other-host", ANY, "info"),)),
    page("/home/bulb", keeper=BULB, clicks=3),
    At(f"{D}/office/bulb", **both(BULB, "CANONIZE"), canonical=BULB, text=BULB, keeper=BULB, clicks=2),
    # Chains and circles.
    At(f"{D}/c/1", google=(f"{D}/c/3", "CANONIZE"), canonical=f"{D}/c/2", text=f"{D}/c/3", keeper=f"{D}/c/3",
       wrong=(("canonical-chain", G, "warning"), ("canonical-chain", Y, "error"))),
    At(f"{D}/c/2", **both(f"{D}/c/3", "CANONIZE"), canonical=f"{D}/c/3", text=f"{D}/c/3", keeper=f"{D}/c/3"),
    page("/c/3", keeper=f"{D}/c/3"),
    At(f"{H}/r", **both(f"{D}/r", "CANONIZE"), moved=f"{W}/r", keeper=f"{D}/r",
       wrong=(("redirect-chain", ANY, "warning"),)),
    At(f"{W}/r", **both(f"{D}/r", "CANONIZE"), moved=f"{D}/r", keeper=f"{D}/r"),
    page("/r", keeper=f"{D}/r"),
    At(f"{H}/loop", **both("", "CANONIZE"), moved=f"{D}/loop", wrong=(("redirect-loop", ANY, "error"),)),
    At(f"{D}/loop", **both("", "CANONIZE"), moved=f"{H}/loop",
       wrong=(("redirect-loop", ANY, "error"), ("https-redirects-to-http", G, "error"))),
    At(f"{D}/circle/1", **only(G, "", "CANONIZE"), canonical=f"{D}/circle/2", text="circle", keeper=f"{D}/circle/1",
       wrong=(("canonical-loop", ANY, "error"),)),
    At(f"{D}/circle/2", **only(G, "", "CANONIZE"), canonical=f"{D}/circle/1", text="circle", keeper=f"{D}/circle/1",
       wrong=(("canonical-loop", ANY, "error"),)),
    At(f"{D}/back", **only(G, "", "CANONIZE"), canonical=f"{D}/back/old", keeper=f"{D}/back",
       wrong=(("canonical-vs-redirect", ANY, "error"),)),
    At(f"{D}/back/old", google=("", "CANONIZE"), yandex=(f"{D}/back", "CANONIZE"), moved=f"{D}/back",
       keeper=f"{D}/back"),
    # Other hosts, domains and protocols.
    At(f"{W}/only", google=(f"{D}/only", "CANONIZE"), yandex=(f"{D}/only", "MIRROR"), canonical=f"{D}/only",
       text=f"{D}/only", keeper=f"{D}/only", clicks=4, wrong=(*OTHER_HOST, ("canonical-case-slash-alias", G, "info"))),
    page("/only", keeper=f"{D}/only"),
    At(f"{SHOP}/offer", **only(G, f"{D}/offer", "CANONIZE"), canonical=f"{D}/offer", text=f"{D}/offer",
       keeper=f"{D}/offer", wrong=OTHER_HOST),
    page("/offer", keeper=f"{D}/offer"),
    At(f"{H}/up", google=(f"{D}/up", "CANONIZE"), yandex=(f"{D}/up", "MIRROR"), canonical=f"{D}/up", text=f"{D}/up",
       keeper=f"{D}/up", wrong=(("canonical-protocol-up", G, "info"), ("canonical-protocol-up", Y, "warning"))),
    page("/up", keeper=f"{D}/up"),
    At(f"{D}/down", **only(G, f"{H}/down", "CANONIZE"), canonical=f"{H}/down", text="down", keeper=f"{H}/down",
       wrong=(("canonical-protocol-down", ANY, "error"),)),
    At(f"{H}/down", yandex=(f"{D}/down", "MIRROR"), text="down", keeper=f"{H}/down",
       wrong=(("canonical-not-in-sitemap", ANY, "info"),)),
    At(f"{BAD}/x", moved=LAMP, wrong=(("https-cert-invalid", G, "error"),)),
    # Spellings of one host.
    At(f"{D}/s", **both(f"{D}/s/", "CANONIZE"), canonical=f"{D}/s/", text=f"{D}/s/", keeper=f"{D}/s/",
       wrong=(("canonical-case-slash-alias", G, "info"), ("canonical-slash-yandex", Y, "warning"))),
    page("/s/", keeper=f"{D}/s/"),
    At(f"{D}/t", **both(f"{D}/t/", "CANONIZE"), moved=f"{D}/t/", keeper=f"{D}/t/"),
    page("/t/", keeper=f"{D}/t/"),
    At(f"{D}/v", **only(Y, f"{D}/v/", "CANONIZE"), moved=f"{D}/v/", status=302, keeper=f"{D}/v/",
       wrong=(("redirect-temporary", G, "warning"),)),
    page("/v/", keeper=f"{D}/v/"),
    At(f"{D}/dir/index.html", canonical="", text=f"{D}/dir/", keeper=f"{D}/dir/", clicks=1, wrong=MISSING),
    page("/dir/", keeper=f"{D}/dir/", clicks=2),
    # Nothing is said about these: the owner gets redirects. One is found on the mirror alone, so that stays the page to
    # keep, and no redirect away from the main host is written.
    page("/wild", keeper=f"{D}/wild", clicks=2),
    *(At(url, **{"google": STAYS, "yandex": STAYS} | more, canonical="", text=f"{D}/wild", keeper=f"{D}/wild",
         clicks=1, shows=5, wrong=MISSING)
      for url, more in ((f"{H}/wild", both(f"{D}/wild", "MIRROR")), (f"{W}/wild", both(f"{D}/wild", "MIRROR")),
                        (f"{D}/wild/", {}), (f"{D}/Wild", {}), (f"{D}/wild?sort=up", {}))),
    page("/loved", keeper=f"{W}/loved"),
    At(f"{W}/loved", **both(f"{D}/loved", "MIRROR"), canonical="", text=f"{D}/loved", keeper=f"{W}/loved", clicks=30,
       wrong=MISSING),
    At(f"{D}/case?x=1", **both(f"{D}/case", "CASE_HOST CANONIZE"), canonical="https://LAMPS.EXAMPLE/case",
       text=f"{D}/case", keeper=f"{D}/case"),
    page("/case", keeper=f"{D}/case"),
    # Targets that cannot be kept. The owner names the closed one: to open it is what canonical-to-noindex asks for.
    At(f"{D}/n", canonical=f"{D}/n/closed", text="n", keeper=f"{D}/n/closed",
       wrong=(("canonical-to-noindex", ANY, "error"),)),
    At(f"{D}/n/closed", text="n", head="<meta name=robots content=noindex>", keeper=f"{D}/n/closed"),
    At(f"{D}/b", **only(G, f"{D}/private/b", "CANONIZE"), canonical=f"{D}/private/b",
       wrong=(("canonical-to-robots-blocked", ANY, "error"),)),
    # The other domain. Its owner is named in the settings.
    At(f"{L}/", **both(f"{L}/", "OWNER"), listed=True),
    At(f"{L}/about", **both(f"{L}/about", "OWNER"), listed=True, clicks=6, keeper=f"{L}/about"),
    At(f"{L}/lamp", google=(LAMP, "CANONIZE OWNER"), yandex=(f"{L}/lamp", "OWNER"), canonical=LAMP, text=LAMP,
       keeper=LAMP, clicks=9, shows=99,
       wrong=(("canonical-other-domain", G, "warning"), ("canonical-other-domain", Y, "error"))),
    At(f"{LH}/about", **both(f"{L}/about", "CANONIZE OWNER"), moved=f"{L}/about", keeper=f"{L}/about", clicks=1),
]  # fmt: skip
AT = {at.url: at for at in SITE}


@pytest.fixture(scope="module")
def out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("hosts")
    listed, rest = folder / "rest.txt", [at.url for at in SITE if not at.listed]
    listed.write_text("\n".join(rest), "utf-8")
    (folder / "settings.toml").write_text('[canonical.owners]\n"lights.example" = "Lamp Works"\n', "utf-8")
    pages = {at.url: at.answer() for at in SITE}
    pages |= {f"{origin}/robots.txt": Answer(ROBOTS) for origin in (D, W, H)}
    pages[f"{L}/robots.txt"] = Answer(f"Sitemap: {L}/sitemap.xml")
    for origin in (D, L):
        pages[f"{origin}/sitemap.xml"] = urlset(*(at.url for at in SITE if at.listed and at.url.startswith(origin)))
    names = ("", "www.", "m.", "shop.", "bad.")
    routes = [f"{name}lamps.example:{port}:127.0.0.1" for name in names for port in (80, 443)]
    routes += [f"lights.example:{port}:127.0.0.1" for port in (80, 443)]
    clicks = folder / "Pages.csv"
    with clicks.open("w", encoding="utf-8", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(("Top pages", "Clicks", "Impressions", "CTR", "Position"))
        rows.writerows((at.url, at.clicks, at.shows, "1%", "3.2") for at in SITE if at.clicks or at.shows)
    with pytest.MonkeyPatch.context() as patch, hosts(pages, folder, patch, "bad.lamps.example"):
        patch.setattr(pipeline, "Workers", InlineWorkers)
        patch.setattr(extract, "main_text", lambda html: "")
        options = ["-o", folder / "out", "--config", folder / "settings.toml", "-q"]
        resolved = [word for route in routes for word in ("--resolve", route)]
        ran = pagetwin("audit", f"{D}/", f"{L}/", listed, *options, "--rate", 0, "--no-probes", *resolved)
        assert (ran.returncode, ran.stderr) == (0, "")
        ran = pagetwin("import", folder / "out", clicks, "--period", "2026-10-01..2026-10-31")
        assert ran.returncode == 0, ran.stderr
        ran = pagetwin("analyze", folder / "out", *options[2:])
        assert ran.returncode == 0, ran.stderr
    return folder / "out"


def table(out: Path, what: str) -> list[dict[str, str]]:
    stdout = io.BytesIO()
    pipeline.export_table(out, export.request(what, "csv", None, None, None), stdout, Progress())
    return list(csv.DictReader(io.StringIO(stdout.getvalue().decode("utf-8-sig"), newline="")))


def test_each_address_ends_where_the_engines_document(out: Path) -> None:
    found = {(row["url"], row["engine"]): (row["main_url"], row["kinds"]) for row in table(out, "canonized")}
    want = {}
    for at in SITE:
        for engine, said in (("google", at.google), ("yandex", at.yandex)):
            want[at.url, engine] = (at.url, "") if said == STAYS else said
    assert {key: found[key] for key in want} == want
    assert found.keys() - want.keys() == set()


def test_hosts_with_the_same_pages(out: Path) -> None:
    found = {row["mirror"]: (row["main"], row["reason"]) for row in table(out, "mirrors")}
    assert found == {
        **dict.fromkeys((D, W, M, H), (D, "")),
        BAD: (BAD, ""), SHOP: (SHOP, "subdomain"), L: (L, ""), LH: (L, ""),
    }  # fmt: skip


def test_each_finding_fires_where_it_should_and_nowhere_else(out: Path) -> None:
    fired = [(row["rule"], row["url"], row["engine"], row["severity"]) for row in table(out, "findings")]
    planted = [(rule, at.url, engine, severity) for at in SITE for rule, engine, severity in at.wrong]
    assert sorted(each for each in fired if each[0].startswith(FAMILIES)) == sorted(planted)
    assert "rule-crashed" not in {rule for rule, *_ in fired}


def test_clicks_and_shows_are_at_the_keepers_to_the_unit(out: Path) -> None:
    kept = {row["url"]: row["keeper"] for row in table(out, "clusters")}
    assert kept == {at.url: at.keeper for at in SITE if at.keeper}
    for signal in ("clicks", "shows"):
        carried = {row["keeper"]: int(row[signal] or 0) for row in table(out, "carried")}
        want = Counter(dict.fromkeys(kept.values(), 0))
        for at in SITE:
            want[at.keeper] += getattr(at, signal)
        alone = want.pop("")
        assert carried == dict(want)
        assert sum(carried.values()) + alone == sum(getattr(at, signal) for at in SITE)
        assert sum(int(row[signal] or 0) for row in table(out, "hosts")) == sum(getattr(at, signal) for at in SITE)


def test_why_pages_of_other_hosts_are_alike(out: Path) -> None:
    found = {row["url"]: row["cause"] for row in table(out, "clusters")}
    causes = {f"{M}/lamp": "mobile version", f"{W}/only": "address variant", f"{H}/up": "address variant",
              f"{SHOP}/offer": "another host", f"{L}/lamp": "another host",
              f"{D}/office/bulb": "two folders"}  # fmt: skip
    assert {url: found[url] for url in causes} == causes


def test_superdups_lead_to_the_page_to_keep(out: Path) -> None:
    """Beside groups, only addresses whose canonical or redirect was seen lead somewhere."""
    found = {row["duplicate_url"]: row["main_url"] for row in table(out, "superdups")}
    assert found == {at.url: at.keeper for at in SITE if at.keeper not in ("", at.url)}
    assert not found.keys() & set(found.values())


def test_rules_lead_each_duplicate_to_its_keeper_in_one_hop(out: Path) -> None:
    text = (out / "rules" / "redirects.nginx.conf").read_text("utf-8")
    lines = re.findall(r'^    "(http|~\^)([^"]*)" "([^"]*)";$', text, re.MULTILINE)
    hops = {re.sub(r"\\\\|\$$", "", how.strip("~^") + url): to for how, url, to in lines}
    with (out / "rules" / "canonical.csv").open(encoding="utf-8-sig", newline="") as file:
        named = {(row["step"], row["url"]): row["canonical"] for row in csv.DictReader(file)}
    moved = [f"{H}/wild", f"{W}/wild", f"{D}/wild/", f"{D}/Wild", f"{D}/dir/index.html"]
    folded = [f"{LAMP}?{query}" for query in ("utm_medium=post", "ref=home", "sort=price")]
    folded += [f"{D}/wild?sort=up", f"{D}/c/1"]
    assert hops == {url: AT[url].keeper for url in moved}
    assert named == {
        **{("canonical", url): AT[url].keeper for url in folded}, ("decide", f"{D}/loved"): f"{W}/loved",
    }  # fmt: skip
    # With what the site does already, each duplicate of an open page ends at it, and no page to keep moves on.
    done = {at.url: at.moved or (identity.key(at.canonical) if "/" in at.canonical else "") for at in SITE}
    for at in SITE:
        if at.keeper not in ("", at.url) and ("decide", at.url) not in named:
            assert at.keeper in (hops.get(at.url), named.get(("canonical", at.url)), _end(at.url, done))
    assert not hops.keys() & {at.keeper for at in SITE}
    assert not any(AT[to].moved for to in hops.values())


def _end(url: str, leads: dict[str, str]) -> str:
    """Where an address leads by what the site itself says, in any number of steps; in a circle, the last new one."""
    passed = []
    while url and url not in passed:
        passed.append(url)
        url = leads.get(url, "")
    return passed[-1]
