"""Links that no reader can take for links, from the page as it is served to the finding."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from pagetwin import audits
from pagetwin.crawler import head, parse
from pagetwin.model import Fetch
from pagetwin.reports import sentences
from pagetwin.reports.language import Language

from .made import E, P, site

DE = "<https://e.com/de>"
CASES = [
    ("link-header-unparsable", "https://e.com/de; rel=canonical, x", "", {
        "n": 2, "text": "https://e.com/de; rel=canonical",
    }),
    ("link-header-unparsable", f"{DE}; rel=canonical, ,", "", None),
    ("link-header-rel-missing", f"{DE}; hreflang=de, {DE}; hreflang=fr; rel=next", "", {
        "n": 2, "text": "https://e.com/de",
    }),
    ("link-header-rel-missing", f"{DE}; hreflang=de; rel=alternate, </s.css>; rel=preload", "", None),
    ("link-header-anchor", f'{DE}; rel=canonical; anchor="/b"', "", {"n": 1, "text": "https://e.com/de"}),
    ("link-header-anchor", f'{DE}; rel=canonical; anchor="/a", {DE}; rel=next; anchor="/b"', "", None),
    ("head-swallowed", "", "<head>\n<title>Shop<link rel=canonical href=/c></head>", {
        "tag": "<title>", "line": 2, "n": 1,
    }),
    ("head-swallowed", "", "<head><title>Shop</title><link rel=canonical href=/c></head>", None),
    ("head-swallowed", "", "<head><div><link rel=canonical href=/c></head>", None),
]  # fmt: skip


@pytest.mark.parametrize(("name", "header", "html", "values"), CASES)
def test_fires_and_is_silent(name: str, header: str, html: str, values: dict[str, str | int] | None) -> None:
    url = E + "/a"
    said = parse.from_headers(Fetch(url, 200, (("link", header),), b"", "ok"))
    tree = head.parsed(html)
    end = head.placed(parse.facts(tree, url), tree, html).head_end
    facts = site(P("/a"))
    facts = replace(facts, link_faults={0: said.link_faults}, head_ends={0: end} if end else {})
    found = [finding for finding in audits.run(facts) if finding.rule == name]
    assert [(finding.url, finding.values) for finding in found] == ([(url, values)] if values else [])
    for finding in found:
        for language in ("en", "ru"):
            told = sentences.finding(finding.message, url, "", json.dumps(finding.values), Language(language))
            assert all(str(value) in told for value in finding.values.values())
