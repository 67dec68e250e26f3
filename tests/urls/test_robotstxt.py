"""robots.txt as the robot of each engine reads it, by what the engines document."""

import pytest
from pagetwin.model import Outcome, RobotsTxt, SearchEngine
from pagetwin.urls.robotstxt import BOTS, MAX_BYTES, of_engine

E = "https://e.com"


def text(body: str | bytes, status: int | None = 200, outcome: Outcome = "ok") -> RobotsTxt:
    data = body.encode() if isinstance(body, str) else body
    return RobotsTxt(E, f"{E}/robots.txt", status, outcome, "text/plain", data)


def barred(robots: RobotsTxt, path: str) -> set[SearchEngine]:
    policies = ((engine, of_engine(robots, engine)) for engine in BOTS)
    return {engine for engine, policy in policies if policy and not policy.allowed(E + path)}


BOTH = {"google", "yandex"}
CASES = [
    ("User-agent: *\nDisallow: /a", "/a", BOTH),
    ("User-agent: *\nDisallow: /a", "/b", set()),
    ("User-agent: pagetwin\nDisallow: /a", "/a", set()),
    ("User-agent: Googlebot\nDisallow: /a", "/a", {"google"}),
    ("User-agent: Yandex\nDisallow: /a", "/a", {"yandex"}),
    ("User-agent: YandexBot/3.0\nDisallow: /a", "/a", {"yandex"}),
    # A group of its own takes the place of the one for all, and is never merged with it.
    ("User-agent: *\nDisallow: /\nUser-agent: Yandex\nDisallow: /a", "/b", {"google"}),
    ("User-agent: Yandex\nDisallow: /a\nUser-agent: YandexBot\nDisallow: /b", "/a", set()),
    ("User-agent: Yandex\nDisallow: /a\nUser-agent: YandexBot\nDisallow: /b", "/b", {"yandex"}),
    ("User-agent: googlebot-image\nDisallow: /a\nUser-agent: YandexImages\nDisallow: /a", "/a", set()),
    # Misspelt fields: Google's parser takes them.
    ("User-agent: *\nDissallow: /a", "/a", {"google"}),
    ("User-agent: *\nDisallow /a", "/a", {"google"}),
    # `Allow: .../index.html` opens the folder for Google; Protego does it for all.
    ("User-agent: *\nDisallow: /\nAllow: /a/index.html", "/a/", set()),
    ("User-agent: *\nDisallow: /\nAllow: /a/index.html", "/a/b", BOTH),
    # An empty Disallow is `Allow: /` for Yandex: as long as `Disallow: /`, and allowing wins.
    ("User-agent: *\nDisallow: /\nDisallow:", "/a", {"google"}),
    ("User-agent: *\nDisallow: /a\nDisallow:", "/a", BOTH),
    # Where lines other than rules stand between two agents, they are one group.
    ("User-agent: googlebot\nClean-param: s /f\nUser-agent: yandex\nDisallow: /a", "/a", BOTH),
]


@pytest.mark.parametrize(("body", "path", "engines"), CASES)
def test_who_is_barred(body: str, path: str, engines: set[SearchEngine]) -> None:
    assert barred(text(body), path) == engines


ALL = "User-agent: *\nDisallow: /"
ANSWERS = [
    (text("x", 404, "http_error"), set()),
    (text("x", 403, "http_error"), set()),
    (text(ALL, 503, "http_error"), set()),  # nobody outside knows how long Google keeps what it read before
    (text("", None, "timeout"), set()),
    (text(ALL + "\n#" + "x" * MAX_BYTES, 200, "too_large"), {"google"}),
]


@pytest.mark.parametrize(("robots", "engines"), ANSWERS)
def test_an_answer_that_is_no_robots_txt_bars_nobody(robots: RobotsTxt, engines: set[SearchEngine]) -> None:
    assert barred(robots, "/a") == engines


def test_what_nobody_can_know_is_not_said() -> None:
    assert of_engine(text("", 503, "http_error"), "google") is None
    assert of_engine(text("", None, "error"), "google") is None
    yandex = of_engine(text("", 503, "http_error"), "yandex")
    assert yandex is not None
    assert yandex.state == "open"
