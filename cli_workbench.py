"""Commands of the workbench: tools for one address, one directive, two texts. Options to calls, nothing more."""

from __future__ import annotations

import io
import os
import shutil
import sys
from collections.abc import Callable
from dataclasses import fields
from pathlib import Path
from typing import Any

import click

from .config import Settings, load
from .progress import ConsoleProgress, Progress
from .workbench import (
    across,
    audit,
    cleanparam,
    compare_html,
    compare_text,
    comparing,
    output,
    proposing,
    rules,
    sources,
    tools_page,
    variants,
)

_Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]
_FETCH: tuple[_Decorator, ...] = (
    click.option("--config", type=click.Path(path_type=Path), help="TOML file with settings; flags override it."),
    click.option("--rate", type=float, help="Requests a second (default 5; 0 = no pacing of our own)."),
    click.option("--timeout", type=float, help="Seconds to wait for an answer to begin or go on (default 20)."),
    click.option("--resolve", multiple=True, metavar="HOST:PORT:ADDR", help="Connect to ADDR for HOST, as in curl."),
    click.option("--user", metavar="NAME:PASSWORD", envvar="PAGETWIN_USER",
                 help="Basic authentication, sent to the site's own origin alone (or PAGETWIN_USER)."),
    click.option("--ignore-robots", "obey_robots", flag_value=False, default=None, type=bool,
                 help="Do not obey robots.txt. For your own site only."),
)  # fmt: skip
_LANGUAGE = click.option("--language", type=click.Choice(["en", "ru"]), default="en", help="Language of the sentences.")
_FORMAT = click.option("--format", "kind", type=click.Choice(output.FORMATS), default="text", show_default=True)
_QUIET = click.option("-q", "--quiet", is_flag=True, help="No progress.")


def _options(*options: _Decorator) -> _Decorator:
    def add(command: Callable[..., Any]) -> Callable[..., Any]:
        for option in reversed(options):
            command = option(command)
        return command

    return add


@click.command("variants")
@click.argument("url")
@click.option("--main", default="", metavar="WORDS",
              help="Main spelling, such as https,no-www,slash (default: as the address is given).")  # fmt: skip
@click.option("--probe", is_flag=True, help="Ask for each address, and say what the site answers.")
@_options(_FORMAT, _LANGUAGE, *_FETCH, _QUIET)
def variants_(
    url: str, main: str, probe: bool, kind: output.Format, language: Any, config: Path | None, quiet: bool, **flags: Any
) -> None:
    """List the addresses that may show the same page as URL, and what engines document for them.

    No request is sent without --probe.
    """
    page = variants.page_of(url, main)
    if not probe:
        _say(variants.listing(page, kind, language))
        return
    with _progress(quiet) as progress:
        end, seen = variants.probe(page, _settings(config, flags).crawl, progress)
    _say(variants.probed(page, end, seen, kind, language))


@click.command("clean-param")
@click.option("--params", metavar="NAMES", help="Build the directive of these, such as sid,ref.")
@click.option("--prefix", default="", metavar="PATH", help="With --params: the folder that it is about (default: all).")
@click.option("--robots", metavar="FILE|URL", help="With --params: a robots.txt that may close the same addresses.")
@click.option("--check", metavar="FILE|URL", help="Check the Clean-param lines of a robots.txt (- reads the input).")
@click.option("--from", "out", type=click.Path(path_type=Path), metavar="OUT",
              help="Propose lines from an audit; with --check, check them against what its pages tell.")  # fmt: skip
@_options(_FORMAT, _LANGUAGE, *_FETCH)
@click.pass_context
def clean_param(
    context: click.Context, /, params: str | None, prefix: str, robots: str | None, check: str | None, out: Path | None,
    kind: output.Format, language: Any, config: Path | None, **flags: Any,
) -> None:  # fmt: skip
    """Build, check or propose the Clean-param directive that Yandex reads in robots.txt.

    Exit codes of --check: 0 no error found; 1 at least one.
    """
    if (params is not None) == (check is not None or out is not None):
        raise click.UsageError("give --params NAMES, --check FILE|URL or --from OUT")
    settings = _settings(config, flags).crawl
    if params is not None:
        closed = cleanparam.robots_text(robots, settings) if robots else None
        built = cleanparam.build(params, prefix, closed, language)
        _say("\n".join((*built.lines, "")))
        click.echo("\n".join(built.notes), err=True)
        return
    found = audit.parameters(out) if out else None
    if check is None:
        _say(proposing.proposed(found or [], kind, language))
        return
    linted = cleanparam.check(cleanparam.robots_text(check, settings), found)
    _say(cleanparam.checked(linted, kind, language))
    context.exit(int(cleanparam.has_errors(linted)))


@click.command("parameters")
@click.argument("out", type=click.Path(path_type=Path))
@_options(_FORMAT, _LANGUAGE)
def parameters_(out: Path, kind: output.Format, language: Any) -> None:
    """Every query parameter of an audit: how often, how many values, whether it changes the text, what to do."""
    _say(proposing.parameters_table(audit.parameters(out), kind, language))


@click.command("compare")
@click.argument("a")
@click.argument("b")
@click.option(
    "--shingle",
    type=click.IntRange(1, 100),
    default=comparing.SHINGLE,
    show_default=True,
    help="Words in a row that make a shingle.",
)
@click.option("--text", "wanted", type=click.Choice(["main", "body"]), help="Of pages: which text (default: as fits).")
@click.option("--html", type=click.Path(path_type=Path), metavar="FILE", help="Write a page with both texts to FILE.")
@_options(
    click.option("--format", "kind", type=click.Choice(["text", "json"]), default="text", show_default=True),
    _LANGUAGE,
    *_FETCH,
    _QUIET,
)
def compare_(
    a: str,
    b: str,
    shingle: int,
    wanted: Any,
    html: Path | None,
    kind: str,
    language: Any,
    config: Path | None,
    quiet: bool,
    **flags: Any,
) -> None:
    """Compare A and B: addresses, files (HTML or text), or the texts themselves.

    A teaching estimate of how alike they are, no verdict of a search engine.
    """
    settings = _settings(config, flags)
    with _progress(quiet) as progress:
        first, second = sources.read((a, b), settings, progress, wanted)
    found = comparing.compare(first, second, shingle, settings.text)
    if html is not None:
        compare_html.write(found, html, language)
        click.echo(str(html))
    elif kind == "json":
        _say(comparing.as_json(found))
    else:
        _say(compare_text.render(found, language, shutil.get_terminal_size((100, 24)).columns, _is_terminal()))


@click.command("tools")
@click.option("-o", "out", type=click.Path(path_type=Path), default="tools.html", show_default=True, metavar="FILE",
              help="The page to write.")  # fmt: skip
@_LANGUAGE
def tools_(out: Path, language: Any) -> None:
    """Write the same tools as one page that works in a browser, from disk and without a network.

    It holds both languages, asks for nothing and stores nothing.
    """
    tools_page.write(out, language)
    click.echo(str(out))


@click.command("superdups")
@click.argument("out", type=click.Path(path_type=Path))
@click.argument("others", type=click.Path(path_type=Path), nargs=-1, required=True, metavar="OTHER...")
@click.option("-o", "--output", "file", type=click.Path(path_type=Path), metavar="FILE",
              help="Write to FILE (default: the standard output).")  # fmt: skip
@click.option("--exact", is_flag=True, help="Compare all texts instead of those that SimHash proposes; needs memory.")
@_options(_QUIET)
def superdups_(out: Path, others: tuple[Path, ...], file: Path | None, exact: bool, quiet: bool) -> None:
    """List every duplicate in several audits with the one address that stands for it, as CSV.

    Redirects, canonicals and texts lead from one audit to another; texts are proposed by SimHash and confirmed by the
    exact score of their shingles. Nothing is written to the audits.
    """
    with _progress(quiet) as progress:
        rows = across.across((out, *others), progress, exact)
    across.write(rows, file, sys.stdout.buffer)
    if file:
        click.echo(str(file))


@click.command("rules")
@click.argument("ids", nargs=-1, metavar="[ID...]")
@click.option("--format", "kind", type=click.Choice(rules.FORMATS), default="text", show_default=True)
@_options(_LANGUAGE)
def rules_(ids: tuple[str, ...], kind: rules.Format, language: Any) -> None:
    """List all rules: for which engine, how bad, and what is wrong. With ID: why, how to fix it, who says so, and when
    it fires.
    """
    _say(rules.rules(ids, kind, language, min(shutil.get_terminal_size((100, 24)).columns, 120)))


COMMANDS: tuple[click.Command, ...] = (variants_, clean_param, parameters_, compare_, tools_, superdups_, rules_)


def _settings(config: Path | None, flags: dict[str, Any]) -> Settings:
    known = {f.name for f in fields(Settings().crawl)}
    given = {name: value for name, value in flags.items() if name in known and value != ()}
    return load(config, {"crawl": given})


def _say(text: str) -> None:
    """Write to the standard output; letters that its encoding lacks (as in a Windows pipe) as escapes."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    click.echo(text, nl=False)


def _is_terminal() -> bool:
    return sys.stdout.isatty() and "NO_COLOR" not in os.environ


def _progress(quiet: bool) -> Progress:
    return Progress() if quiet else ConsoleProgress()
