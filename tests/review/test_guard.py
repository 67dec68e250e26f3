"""Who is refused: other hosts, other sites, whoever does not know the token. Every refusal is one clear line."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from .opened import HOST, PORT, TOKEN, Opened, opened


@pytest.fixture
def review(out: Path) -> Iterator[Opened]:
    with opened(out, 3) as it:
        yield it


@pytest.mark.parametrize(
    ("headers", "why"),
    [
        ({"host": f"evil.example:{PORT}"}, "another host"),  # its name was bound to this machine
        ({"host": "127.0.0.1"}, "another host"),
        ({"host": ""}, "another host"),
        ({"origin": "https://evil.example"}, "another site"),
        ({"origin": "null"}, "another site"),
        ({"origin": f"https://{HOST}"}, "another site"),
        ({"origin": f"http://{HOST}.evil.example"}, "another site"),
        ({"sec-fetch-site": "cross-site"}, "another site"),
        ({"sec-fetch-site": "same-site"}, "another site"),  # another port of this machine
    ],
)
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_other_sites_and_hosts_are_refused(review: Opened, headers: dict[str, str], why: str, method: str) -> None:
    origin = {"origin": f"http://{HOST}"} if method == "POST" else {}
    answer = review.client.request(
        method, f"/{TOKEN}/pair/1/answer" if method == "POST" else f"/{TOKEN}/pair/1",
        headers={**origin, **headers}, content=b"label=same",
    )  # fmt: skip
    assert answer.status_code == 403
    assert answer.text.startswith("pagetwin review: refused: the request")
    assert why in answer.text
    assert answer.text.count("\n") == 1
    assert review.session.answered == []


@pytest.mark.parametrize("path", ["/", "/pair/1", "/wrong/pair/1", f"/{TOKEN}x/", f"/{TOKEN[:-1]}/", "//", "/\u00e9/"])
def test_without_the_token_nothing_is_shown(review: Opened, path: str) -> None:
    answer = review.client.get(path)
    assert answer.status_code == 403
    assert "token" in answer.text
    assert TOKEN not in answer.text


def test_a_change_must_say_where_it_comes_from(review: Opened) -> None:
    answer = review.client.post(f"/{TOKEN}/pair/1/answer", content=b"label=same")
    assert (answer.status_code, review.session.answered) == (403, [])
    assert "Origin" in answer.text


def test_what_only_reads_changes_nothing(review: Opened) -> None:
    for place in ("pair/1/answer", "adopt", "more"):
        assert review.client.get(f"/{TOKEN}/{place}").status_code == 405


@pytest.mark.parametrize("place", ["", "pair/1", "result", "static/review.js", "progress", "nowhere"])
def test_answers_are_for_this_page_alone(review: Opened, place: str) -> None:
    headers = review.client.get(f"/{TOKEN}/{place}", headers={"host": f"localhost:{PORT}"}).headers
    assert not [name for name in headers if name.startswith("access-control-")]
    assert "default-src 'none'" in headers["content-security-policy"]
    assert "frame-ancestors 'none'" in headers["content-security-policy"]
    assert headers["cross-origin-resource-policy"] == "same-origin"
    assert headers["cache-control"] == "no-store"
    assert "set-cookie" not in headers


@pytest.mark.parametrize("path", ["report/../audit.sqlite", "report/%2e%2e/audit.sqlite", "static/../../config.py"])
def test_only_the_report_and_our_own_files_are_served(review: Opened, path: str) -> None:
    answer = review.client.get(f"/{TOKEN}/{path}")
    assert answer.status_code in (403, 404)
    assert "pagetwin" not in review.client.get(f"/{TOKEN}/report/nothing.html").text
    assert review.client.get(f"/{TOKEN}/report/index.html").status_code == 200


def test_the_tools_beside_the_report_bring_their_own_policy(review: Opened) -> None:
    """Theirs names scripts inside the page by their hashes; one of ours beside it would forbid them."""
    answer = review.client.get(f"/{TOKEN}/report/tools.html")
    assert answer.status_code == 200
    assert "default-src 'none'; script-src 'sha256-" in answer.text.replace("&#39;", "'")
    assert "script-src" not in answer.headers["content-security-policy"]
    assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]
    for other in ("report/index.html", "tools.html", "static/tools.html"):
        assert "script-src 'self'" in review.client.get(f"/{TOKEN}/{other}").headers["content-security-policy"]
