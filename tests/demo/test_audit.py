"""Each planted case of the sample site against a whole audit of it, as a user would run it."""

import csv
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest
from lxml import html as lxml_html
from pagetwin.demo.pages import pages
from pagetwin.demo.planted import ANSWERED, APART, COUNTED, GROUPS, SHELVES, Answered, Apart, Counted, Group
from support.run import pagetwin, summary, table
from webservers import nginx

Row = dict[str, str]


class Audit(NamedTuple):
    """The tables of the audit, with addresses as `planted.py` writes them (path and query)."""

    out: Path
    pages: dict[str, Row]
    clusters: dict[str, list[Row]]
    pairs: dict[tuple[str, str], Row]


@pytest.fixture(scope="module")
def audit(address: str, tmp_path_factory: pytest.TempPathFactory) -> Audit:
    out = tmp_path_factory.mktemp("demo") / "out"
    ended = pagetwin("audit", address, "-o", out, "--rate", "0")
    assert ended.returncode == 0, ended.stderr

    def rows(name: str) -> list[Row]:
        origin = address.rstrip("/")
        return [{key: value.removeprefix(origin) for key, value in row.items()} for row in table(out, name)]

    clusters: dict[str, list[Row]] = {}
    for row in rows("clusters"):
        clusters.setdefault(row["cluster"], []).append(row)
    return Audit(
        out,
        {row["url"]: row for row in rows("pages")},
        clusters,
        {(row["url_a"], row["url_b"]): row for row in rows("pairs")},
    )


def by_name(case: Group | Counted | Apart | Answered) -> str:
    return case.name


@pytest.mark.parametrize("case", GROUPS, ids=by_name)
def test_pages_that_repeat_each_other_are_one_group_with_its_keeper(audit: Audit, case: Group) -> None:
    (group,) = (rows for rows in audit.clusters.values() if any(row["url"] == case.keeper for row in rows))
    assert {row["url"]: row["role"] for row in group} == {case.keeper: "keeper", **dict(case.others)}
    assert {row["keeper"] for row in group} == {case.keeper}
    assert {row["kind"] for row in group} == {case.kind}
    assert {row["size"] for row in group} == {str(len(case.addresses))}
    assert {audit.pages[address]["cluster"] for address in case.addresses} == {group[0]["cluster"]}


def test_no_other_groups_are_made(audit: Audit) -> None:
    found = {frozenset(row["url"] for row in rows) for rows in audit.clusters.values()}
    assert found == {case.addresses for case in GROUPS}


@pytest.mark.parametrize("case", APART, ids=by_name)
def test_pages_that_only_look_alike_are_in_no_group(audit: Audit, case: Apart) -> None:
    for address in case.addresses:
        row = audit.pages[address]
        assert (row["outcome"], row["indexability"], row["cluster"]) == ("ok", "indexable", "")
        assert row["near_duplicates"] == "0"


@pytest.mark.parametrize("case", ANSWERED, ids=by_name)
def test_special_addresses_are_named_for_what_they_are(audit: Audit, case: Answered) -> None:
    row = audit.pages[case.address]
    assert (row["outcome"], row["indexability"]) == (case.outcome, case.indexability)


@pytest.mark.parametrize("case", COUNTED, ids=by_name)
def test_pairs_of_the_example_have_its_numbers(audit: Audit, case: Counted) -> None:
    row = audit.pairs[case.a, case.b]
    counts = (row["shingles_a"], row["shingles_b"], row["shared"])
    assert tuple(map(int, counts)) == (case.size_a, case.size_b, case.shared)
    union = case.size_a + case.size_b - case.shared
    shares = (case.shared / union, case.shared / case.size_a, case.shared / case.size_b)
    assert (row["jaccard"], row["a_in_b"], row["b_in_a"]) == tuple(f"{share:.4f}" for share in shares)


def test_omsk_is_tied_to_its_template_by_containment_alone(audit: Audit) -> None:
    rows = [audit.pairs[pair] for pair in audit.pairs if "/ru/dostavka/omsk/" in pair]
    assert [row["kind"] for row in rows] == ["contained", "contained"]
    assert all(float(row["jaccard"]) < 0.5 for row in rows)


def test_every_pair_lies_within_a_group(audit: Audit) -> None:
    assert all(any({*pair} <= case.addresses for case in GROUPS) for pair in audit.pairs)


def test_shelves_are_judged_by_their_body_and_say_why(audit: Audit) -> None:
    for address in SHELVES:
        assert audit.pages[address]["text"] == "body"
        assert audit.pages[address]["text_note"]
        assert float(audit.pages[address]["closest_jaccard"]) < 0.1


def test_windows_1251_is_read_whether_declared_or_not(audit: Audit) -> None:
    for address, page in pages().items():
        if page.charset == "windows-1251":
            assert audit.pages[address]["title"] == page.title


@pytest.mark.parametrize(("target", "end"), [
    ("/en/blog/2024/first-long-ride/", "/en/guides/first-long-ride/"),
    ("/en/todays-offer/", "/en/shop/saddle-bag/"),
    ("/ru/tseny/", "/ru/remont/"),
    ("/ru/remont/", "/ru/remont/"),
])  # fmt: skip
def test_final_address_is_where_redirects_end(audit: Audit, target: str, end: str) -> None:
    assert audit.pages[target]["final_url"] == end


@pytest.mark.parametrize(("target", "canonical"), [
    ("/en/shop/pannier/?colour=grey", "/en/shop/pannier/"),
    ("/en/shop/pannier/?colour=green", "/en/shop/pannier/"),
    ("/en/shop/terms/", "/en/terms-of-sale/"),
    ("/en/terms-of-sale/", "/en/terms-of-sale/"),
    ("/en/terms/", ""),
])  # fmt: skip
def test_canonicals_are_read_from_element_and_header(audit: Audit, target: str, canonical: str) -> None:
    assert audit.pages[target]["canonical"] == canonical


def test_unique_share_tells_copies_from_texts_of_their_own(audit: Audit) -> None:
    assert float(audit.pages["/en/tips/first-long-ride/"]["unique_share"]) == 0
    assert float(audit.pages["/en/about/"]["unique_share"]) == 1
    # 32 of the 87 shingles of the Omsk page hold its last sentence, 10 the name of the town.
    assert float(audit.pages["/ru/dostavka/omsk/"]["unique_share"]) == pytest.approx(42 / 87, abs=0.0001)


@pytest.mark.parametrize("column", ["title", "description"])
def test_heads_are_read(audit: Audit, column: str) -> None:
    for address, page in pages().items():
        if page.status == 200 and page.layout in ("article", "catalogue") and address != "/en/cart/":
            assert audit.pages[address][column] == getattr(page, column)


def test_pages_table_has_every_address_of_the_sitemap_once(audit: Audit) -> None:
    assert set(audit.pages) == set(pages())
    assert {row["in_sitemap"] for row in audit.pages.values()} == {"1"}


def count(of: Callable[[Group], bool]) -> int:
    return sum(map(of, GROUPS))


def test_summary_counts_what_is_planted(audit: Audit) -> None:
    facts = summary(audit.out)
    assert facts["complete"] is True
    assert facts["pages"]["declared"] == len(pages())
    assert facts["clusters"]["resolved"] == count(lambda group: group.resolved)
    for kind in ("exact", "near", "contained"):
        assert facts["clusters"][kind] == count(lambda group, kind=kind: group.kind == kind and not group.resolved)
    assert facts["pairs"] == len(audit.pairs)
    assert facts["pairs_complete"] is True
    recall = facts["similarity"]["recall"]
    assert [recall[measure]["value"] for measure in ("jaccard", "containment")] == [1, 1]


def test_summary_counts_what_was_left_out(audit: Audit) -> None:
    skipped = summary(audit.out)["pages"]["skipped"]
    planted = [case.outcome for case in ANSWERED if case.outcome != "ok"]
    assert {reason: skipped.get(reason) for reason in planted} == {reason: planted.count(reason) for reason in planted}


def test_report_opens_from_disk_and_names_every_group(audit: Audit) -> None:
    folder = audit.out / "report"
    start = lxml_html.fromstring((folder / "index.html").read_bytes())
    assert all(case.keeper in start.text_content() for case in GROUPS if not case.resolved)
    for page in folder.rglob("*.html"):
        tree = lxml_html.fromstring(page.read_bytes())
        needed = tree.xpath("//script/@src | //link/@href | //img/@src | //a[not(contains(@href, '://'))]/@href")
        files = [each.partition("#")[0] for each in needed if not each.startswith("data:")]
        assert [file for file in files if not (page.parent / file).exists()] == []


def test_the_rules_lead_each_spelling_to_its_page_in_one_hop(audit: Audit, address: str) -> None:
    origin, rows = address.rstrip("/"), [row for few in audit.clusters.values() for row in few]
    led = {row["url"]: row["keeper"] for row in rows if row["advice"] == "redirect to the keeper"}
    assert {"/en/index.html", "/en/terms/"} <= led.keys()
    with nginx((audit.out / "rules" / "redirects.nginx.conf").read_text("utf-8")) as server:
        for url in audit.pages:
            expected = (301, origin + led[url]) if url in led else (200, "")
            assert server.get(origin + url) == expected


def test_the_rules_name_canonicals_and_parameters(audit: Audit, address: str) -> None:
    with (audit.out / "rules" / "canonical.csv").open(encoding="utf-8-sig", newline="") as file:
        found = {row["url"].removeprefix(address.rstrip("/")): row for row in csv.DictReader(file)}
    print_version = found["/print/ru/sovety/zimnee-hranenie/"]
    assert print_version["canonical"].endswith("/ru/sovety/zimnee-hranenie/")
    assert print_version["step"] == "canonical"
    assert found["/en/service/omsk/"]["step"] == "decide"
    lines = (audit.out / "rules" / "clean-param.txt").read_text("utf-8").split("\n")
    assert [line for line in lines if line and not line.startswith("#")] == ["Clean-param: utm_medium&utm_source /en/"]
