"""Exit codes and errors as a user meets them: one clear line, no traceback."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from support.run import pagetwin, summary

URLSET = '<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{}</urlset>'
Answers = dict[str, tuple[int, str, str]]


@contextmanager
def answering(answers: Answers) -> Iterator[str]:
    """A server on loopback with these answers by path: (status, content type, body); `HOST` stands for its address."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            status, kind, body = answers.get(self.path, (404, "text/plain", "nothing here"))
            data = body.replace("HOST", address).encode()
            self.send_response(status)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    address = f"http://127.0.0.1:{server.server_port}"
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield address
    finally:
        server.shutdown()
        server.server_close()


def sitemap(*urls: str) -> tuple[int, str, str]:
    return 200, "application/xml", URLSET.format("".join(f"<url><loc>{u}</loc></url>" for u in urls))


def only_line(stderr: str) -> str:
    lines = [line for line in stderr.splitlines() if line.startswith("pagetwin:")]
    assert len(lines) == 1, stderr
    assert "Traceback" not in stderr
    return lines[0]


USAGE = [
    (["audit"], "Missing argument"),
    (["audit", "http://127.0.0.1:9/", "--jaccard", "half"], "half"),
    (["audit", "http://127.0.0.1:9/", "--jaccard", "1.5"], "compare.jaccard must be a share"),
    (["audit", "http://127.0.0.1:9/", "--include", "["], "not a regular expression"),
    (["audit", "http://127.0.0.1:9/", "--resolve", "nonsense"], "HOST:PORT:ADDR"),
    (["audit", "http://127.0.0.1:9/", "--config", "no-such.toml"], "no-such.toml: cannot be read"),
    (["audit", "mailto:a@b"], "no web address"),
    (["analyze", "no-such-folder"], "no audit here"),
    (["report", "no-such-folder"], "no audit here"),
    (["export", "no-such-folder"], "no audit here"),
    (["export", "out", "--decimal", ","], "pagetwin: --decimal , needs"),
    (["nonsense"], "No such command"),
]


@pytest.mark.parametrize(("arguments", "words"), USAGE)
def test_usage_and_config_errors_exit_2(tmp_path: Path, arguments: list[str], words: str) -> None:
    if arguments[0] == "audit" and len(arguments) > 1:
        arguments = [*arguments, "-o", str(tmp_path / "out")]
    run = pagetwin(*arguments)
    assert run.returncode == 2, run.stderr
    assert words in run.stderr
    assert "Traceback" not in run.stderr
    assert run.stdout == ""


def test_a_misspelt_key_is_named_with_the_file_and_the_nearest_one(tmp_path: Path) -> None:
    config = tmp_path / "mine.toml"
    config.write_text("[compare]\nshingel = 5\n", "utf-8")
    run = pagetwin("audit", "http://127.0.0.1:9/", "--config", config, "-o", tmp_path / "out")
    assert run.returncode == 2
    assert "mine.toml: unknown key 'shingel' in [compare]; did you mean 'shingle'?" in only_line(run.stderr)


def test_an_unreachable_host_exits_3(tmp_path: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    run = pagetwin("audit", f"http://127.0.0.1:{port}/", "-o", tmp_path / "out", "-q")
    assert run.returncode == 3
    assert f"127.0.0.1:{port}" in only_line(run.stderr)


SITES: list[tuple[str, Answers, str]] = [
    ("empty", {"/sitemap.xml": sitemap()}, "sitemap.xml"),
    ("foreign", {"/sitemap.xml": sitemap("https://other.example/a", "https://other.example/b")}, "other.example"),
    ("html", {"/sitemap.xml": (200, "text/html", "<!doctype html><html><body><h1>Hello</h1></body></html>")}, "HTML"),
    ("none", {"/": (200, "text/html", "<p>home")}, "sitemap"),
]


@pytest.mark.parametrize(("answers", "words"), [case[1:] for case in SITES], ids=[case[0] for case in SITES])
@pytest.mark.parametrize("given", ["/", "/sitemap.xml"])
def test_a_site_that_cannot_be_seen_exits_3(tmp_path: Path, answers: Answers, words: str, given: str) -> None:
    with answering(answers) as address:
        run = pagetwin("audit", address + given, "-o", tmp_path / "out", "-q", "--rate", "0")
    assert run.returncode == 3, run.stderr
    assert words in only_line(run.stderr)
    assert not (tmp_path / "out" / "summary.json").exists()


PAGE = "<html><head><title>{0}</title></head><body><main><h1>{0}</h1><p>{1}</p></main></body></html>"


def a_page(name: str) -> tuple[int, str, str]:
    words = " ".join(f"{name}{n}" for n in range(60))
    return 200, "text/html", PAGE.format(name, words)


def test_too_few_answers_exit_3_but_leave_report_and_tables(tmp_path: Path) -> None:
    """5 of 10 answer: the results are there, the exit code says that they are not the site."""
    urls = [f"HOST/{n}" for n in range(10)]
    answers = {"/sitemap.xml": sitemap(*urls)} | {f"/{n}": a_page(f"word{n}x") for n in range(5)}
    answers |= {f"/{n}": (503, "text/plain", "busy") for n in range(5, 10)}
    answers["/robots.txt"] = (
        200,
        "text/plain",
        "User-agent: *\nDisallow: /5\nDisallow: /6\nDisallow: /7\nDisallow: /8\n",
    )
    with answering(answers) as address:
        run = pagetwin("audit", address, "-o", tmp_path / "out", "--rate", "0")
    assert run.returncode == 3, run.stderr
    assert "80 %" in only_line(run.stderr)
    facts = summary(tmp_path / "out")
    assert facts["complete"] is False
    assert facts["pages"]["skipped"]["blocked_by_robots"] == 4
    assert (tmp_path / "out" / "report" / "index.html").exists()


def test_a_good_run_exits_0_and_prints_the_report_alone_on_stdout(tmp_path: Path) -> None:
    answers = {"/sitemap.xml": sitemap(*(f"HOST/{n}" for n in range(4)))}
    answers |= {f"/{n}": a_page(f"word{n // 2}x") for n in range(4)}  # two pairs of copies
    with answering(answers) as address:
        run = pagetwin("audit", address, "-o", tmp_path / "out", "--rate", "0")
    assert run.returncode == 0, run.stderr
    assert run.stdout.strip() == str(tmp_path / "out" / "report" / "index.html")
    facts = summary(tmp_path / "out")
    assert facts["complete"] is True
    assert facts["clusters"]["exact"] == 2
    again = pagetwin("analyze", tmp_path / "out", "--jaccard", "0.9", "-q")
    assert again.returncode == 0, again.stderr
    assert summary(tmp_path / "out")["similarity"]["jaccard"] == 0.9
    other = pagetwin("audit", "https://other.example/", "-o", tmp_path / "out", "-q")
    assert other.returncode == 2
    assert "holds an audit of" in only_line(other.stderr)


def test_a_run_that_ignores_robots_txt_says_so_everywhere(tmp_path: Path) -> None:
    """Also when only the rest of a crawl was told to: the first run is refused, the second goes on from it."""
    answers = {"/sitemap.xml": sitemap("HOST/0", "HOST/1")} | {f"/{n}": a_page(f"word{n}x") for n in range(2)}
    answers["/robots.txt"] = (200, "text/plain", "User-agent: *\nDisallow: /\n")
    out = tmp_path / "out"
    with answering(answers) as address:
        refused = pagetwin("audit", address, "-o", out, "--rate", "0")
        run = pagetwin("audit", address, "-o", out, "--rate", "0", "--ignore-robots")
    assert (refused.returncode, run.returncode) == (3, 0), run.stderr
    assert "--ignore-robots" in only_line(refused.stderr)
    assert "robots.txt is NOT obeyed" in run.stderr
    assert "Note:      robots.txt was not obeyed" in run.stderr
    assert summary(out)["robots_obeyed"] is False
    assert "robots.txt was not obeyed" in (out / "report" / "index.html").read_text("utf-8")


def test_a_damaged_audit_file_exits_2_and_is_named(tmp_path: Path) -> None:
    (tmp_path / "audit.sqlite").write_bytes(b"garbage" * 1000)
    run = pagetwin("audit", "http://127.0.0.1:9/", "-o", tmp_path, "-q")
    assert run.returncode == 2
    assert "audit.sqlite: damaged" in only_line(run.stderr)
