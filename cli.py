"""The command line: options to settings, errors to one line and an exit code. Knows nothing of how things are done."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from dataclasses import fields
from importlib.resources import files
from pathlib import Path
from typing import Any, TypeVar

import click

from . import __version__, cli_workbench, importing, pipeline
from .config import Settings, load
from .errors import PagetwinError, UsageError
from .progress import ConsoleProgress, Progress
from .reports import export
from .signals.records import Told

F = TypeVar("F", bound=Callable[..., Any])

_EXIT = """\b
Exit codes: 0 done; 1 a gate tripped; 2 usage or program error;
3 the site could not be seen well enough to judge."""

_OUT = click.option(
    "-o",
    "--out",
    type=click.Path(path_type=Path),
    help="Folder of the audit (default: pagetwin-HOST, of a path pagetwin-NAME).",
)
_QUIET = click.option("-q", "--quiet", is_flag=True, help="No progress and no closing summary.")
_CONFIG = click.option("--config", type=click.Path(path_type=Path), help="TOML file with settings; flags override it.")
_CRAWL = (
    click.option("--max-pages", type=int, help="Fetch at most N addresses (0 = all)."),
    click.option("--include", multiple=True, metavar="RE", help="Only addresses that RE is found in (repeatable)."),
    click.option("--exclude", multiple=True, metavar="RE", help="No address that RE is found in (repeatable)."),
    click.option("--base-url", metavar="URL", help="Address of a folder (default http://localhost/), site of a file."),
    click.option("--follow", is_flag=True, default=None, help="Follow the links of the pages, not only sitemaps."),
    click.option("--depth", type=int, help="With --follow: at most N links deep (default 0 = no limit)."),
    click.option("--hreflang-targets", type=int, metavar="N",
                 help="Fetch at most N targets of hreflang outside the crawl: do they link back? (default 0)"),
    click.option("--no-probes", "probes", flag_value=False, default=None, type=bool,
                 help="Do not ask for other spellings of some addresses after the crawl."),
    click.option("--rate", type=float, help="Requests a second (default 5; 0 = no pacing of our own)."),
    click.option("--concurrency", type=int, help="Requests at a time (default 4)."),
    click.option("--timeout", type=float, help="Seconds to wait for an answer to begin or go on (default 20)."),
    click.option("--deadline", type=float, help="Seconds that one address may take in all (default 60)."),
    click.option("--resolve", multiple=True, metavar="HOST:PORT:ADDR", help="Connect to ADDR for HOST, as in curl."),
    click.option("--user-agent", help="What to call ourselves."),
    click.option("--user", metavar="NAME:PASSWORD", envvar="PAGETWIN_USER",
                 help="Basic authentication, sent to the (first) site's own origin alone (or PAGETWIN_USER)."),
    click.option("--header", "headers", multiple=True, metavar="'NAME: VALUE'",
                 help="Send this with every request to the site (repeatable)."),
    click.option("--cookies", flag_value=True, default=None, type=bool, help="Keep cookies in memory for the run."),
    click.option("--proxy", metavar="URL", help="Ask through this proxy (default: HTTPS_PROXY and its kin)."),
    click.option("--ignore-robots", "obey_robots", flag_value=False, default=None, type=bool,
                 help="Do not obey robots.txt. For your own site only; the report says so."),
    click.option("--content-include", multiple=True, metavar="CSS",
                 help="Only what CSS selects counts as text (repeatable)."),
    click.option("--content-exclude", multiple=True, metavar="CSS",
                 help="What CSS selects is removed before the text is read (repeatable)."),
    click.option("--render", type=click.Choice(["off", "shells", "all"]),
                 help="Open pages in Chromium, so that their scripts run (default off; needs pagetwin[render])."),
    click.option("--render-max", type=int, help="Open at most N pages in Chromium (default 200; 0 = no limit)."),
    click.option("--chromium", metavar="FILE", help="Chromium's executable (default: the one on PATH)."),
    click.option("--refresh", is_flag=True, default=None,
                 help="Fetch and read every page anew, also what has not changed since the audit before."),
    click.option("--workers", type=int, help="Processes that read pages (default: one a core)."),
)  # fmt: skip
_COMPARE = (
    click.option("--shingle", type=int, help="Words in a row that make a shingle (default 10)."),
    click.option("--jaccard", type=float, help="Pages this alike or more form a pair, 0 to 1 (default 0.5)."),
    click.option("--containment", type=float, help="A page this much inside another forms a pair (default 0.8)."),
    click.option("--candidates", type=click.Choice(["auto", "exact", "lsh"]), help="How pairs are looked for."),
)
_SPARK = (
    click.option("--engine", type=click.Choice(["local", "spark"]), default="local",
                 help="Where to compare: here, or on a Spark cluster (needs pagetwin[spark])."),
    click.option("--master", default="", metavar="URL", help="Spark: where (default: as spark-submit says, or here)."),
    click.option("--input", "source", default="", metavar="PATH",
                 help="Spark: pages as Parquet, JSONL or WARC on any path of Hadoop, in place of OUT."),
    click.option("--output", default="", metavar="PATH", help="Spark: folder for tables, summary.json and report."),
    click.option("--conf", multiple=True, metavar="KEY=VALUE", help="Spark: a setting of its own (repeatable)."),
)  # fmt: skip
_LANGUAGE = click.option("--language", type=click.Choice(["en", "ru"]), help="Language of the report.")
_REVIEW = (
    click.option("--pairs", type=int, help="Pairs to ask about (default 24)."),
    click.option("--port", type=int, help="Port on 127.0.0.1 (default any free one)."),
    click.option("--no-browser", "browser", flag_value=False, default=True, type=bool,
                 help="Do not open the browser; the address is printed."),
    click.option("--import", "file", type=click.Path(path_type=Path), metavar="FILE",
                 help="Read answers from a CSV file as `export --what labels` writes it."),
)  # fmt: skip
_REPORT = (
    _LANGUAGE,
    click.option("--delimiter", help="Column delimiter of the CSV files (default a comma)."),
)
_IMPORT: tuple[Callable[[Any], Any], ...] = (
    click.option("--update", default="", metavar="DAY..DAY",
                 help="Days of an update of a search engine: the periods on both sides are compared."),
    click.option("--period", default="", metavar="DAY..DAY", help="Period of a file that does not tell it."),
    click.option("--url-column", default="", metavar="NAME", help="Column of addresses: heading or number."),
    click.option("--clicks-column", default="", metavar="NAME", help="Column of clicks."),
    click.option("--shows-column", default="", metavar="NAME", help="Column of shows (impressions)."),
    click.option("--source", default="", metavar="NAME",
                 help="Whose numbers a table holds (google, yandex, ...); sources are added up."),
    click.option("--unmatched", type=click.Path(path_type=Path), metavar="FILE",
                 help="Write a CSV of the addresses that the audit did not ask for."),
)  # fmt: skip
_EXPORT: tuple[Callable[[Any], Any], ...] = (
    click.option("--what", type=click.Choice(export.WHAT), default="clusters", show_default=True,
                 help="Which table (selection is our suggestion); all as one workbook."),
    click.option("--format", "kind", type=click.Choice(export.FORMATS), help="Default: by the ending of FILE, or csv."),
    click.option("-o", "--output", "file", type=click.Path(path_type=Path), metavar="FILE",
                 help="Write to FILE (default for csv and json: the standard output, which - names)."),
    click.option("--delimiter", type=click.Choice(tuple(export.DELIMITERS)), help="CSV alone (default a comma)."),
    click.option("--decimal", type=click.Choice((".", ",")), help="Decimal mark, CSV alone (default a point)."),
    click.option("--language", type=click.Choice(["en", "ru"]), default="en", help="Language of the sentences in it."),
)  # fmt: skip


_DIFF: tuple[Callable[[Any], Any], ...] = (
    click.option("--from", "first", default="", metavar="CRAWL",
                 help="Number or day of the earlier crawl (default the one before)."),
    click.option("--to", "last", default="", metavar="CRAWL", help="Number or day of the later (default the last)."),
    click.option("--all", "everything", is_flag=True, help="Also pages that are as they were, or gave no answer."),
    click.option("-o", "--output", "file", type=click.Path(path_type=Path), metavar="FILE", help="Write to FILE."),
    click.option("--delimiter", type=click.Choice(tuple(export.DELIMITERS)), default=",", show_default=True,
                 help="Column delimiter."),
)  # fmt: skip


def _options(*options: Callable[[F], F]) -> Callable[[F], F]:
    def add(command: F) -> F:
        for option in reversed(options):
            command = option(command)
        return command

    return add


@click.group(context_settings={"help_option_names": ["-h", "--help"]}, epilog=_EXIT)
@click.version_option(__version__, prog_name="pagetwin")
def pagetwin() -> None:
    """Audit your own site for pages that say the same thing, and learn which one to keep."""


@pagetwin.command(epilog=_EXIT)
@click.argument("source", nargs=-1, required=True)
@_options(_OUT, _CONFIG, *_CRAWL, *_COMPARE, *_REPORT, _QUIET)
def audit(source: tuple[str, ...], out: Path | None, config: Path | None, quiet: bool, **flags: Any) -> None:
    """Crawl SOURCE, compare its pages, write report and tables.

    SOURCE is the address of a site or sitemap, or a path: a list of addresses (one a line), or pages that are here
    already: a folder of HTML files, JSONL, CSV or Parquet with columns url and html or text, a WARC archive. Several
    are one audit, in which pages of all their sites are compared.

    A run that was cut short goes on where it stopped when started again.
    """
    out = out or pipeline.default_folder(source[0])
    settings = load(config, _sections(flags), pipeline.adopted(out))
    with _progress(quiet) as progress:
        result = pipeline.audit(source, out, settings, progress)
    _close(result, quiet)


@pagetwin.command(epilog=_EXIT)
@click.argument("source", nargs=-1, required=True)
@_options(_OUT, _CONFIG, *_CRAWL, _QUIET)
def crawl(source: tuple[str, ...], out: Path | None, config: Path | None, quiet: bool, **flags: Any) -> None:
    """Only fetch SOURCE into the audit file."""
    settings = load(config, _sections(flags))
    with _progress(quiet) as progress:
        pipeline.crawl_only(source, out or pipeline.default_folder(source[0]), settings, progress)


@pagetwin.command(epilog=_EXIT)
@click.argument("source", nargs=-1, required=True)
@_options(_OUT, _CONFIG, *_CRAWL, _LANGUAGE, _QUIET)
def hreflang(source: tuple[str, ...], out: Path | None, config: Path | None, quiet: bool, **flags: Any) -> None:
    """Crawl SOURCE and audit its hreflang alone: no texts are compared.

    SOURCE is what `audit` takes: a site, a sitemap, files. The report is OUT/hreflang/hreflang.html, what to paste lies
    in OUT/rules; `pagetwin analyze OUT` makes a whole audit of the same crawl.
    """
    out = out or pipeline.default_folder(source[0])
    settings = load(config, _sections(flags))
    with _progress(quiet) as progress:
        result = pipeline.hreflang(source, out, settings, progress)
    _close(result, quiet)


@pagetwin.command(epilog=_EXIT)
@click.argument("out", type=click.Path(path_type=Path), required=False)
@_options(_CONFIG, *_COMPARE, *_REPORT, *_SPARK, _QUIET)
def analyze(
    out: Path | None,
    config: Path | None,
    quiet: bool,
    engine: str,
    master: str,
    source: str,
    output: str,
    conf: tuple[str, ...],
    **flags: Any,
) -> None:
    """Compare the pages of an audit anew, with other thresholds for example. Nothing is fetched.

    With --engine spark they are compared on a cluster: those of --input, or of the audit OUT.
    """
    settings = load(config, _sections(flags), pipeline.adopted(out) if out else None)
    if engine == "spark":
        from .distributed import run  # here: no other command needs it

        job = run.Job(source, output, master, run.conf(conf), out)
        with _progress(quiet) as progress:
            done = run.analyze(job, settings, progress)
        if not quiet:
            click.echo(done.closing, err=True)
        click.echo(done.output)
        return
    if out is None or master or source or output or conf:
        raise UsageError("analyze needs OUT; --master, --input, --output and --conf go with --engine spark")
    with _progress(quiet) as progress:
        result = pipeline.analyze(out, settings, progress)
    _close(result, quiet)


@pagetwin.command(epilog=_EXIT)
@click.argument("out", type=click.Path(path_type=Path))
@_options(_CONFIG, *_REPORT, _QUIET)
def report(out: Path, config: Path | None, quiet: bool, **flags: Any) -> None:
    """Write report and tables of an audit anew."""
    settings = load(config, _sections(flags))
    with _progress(quiet) as progress:
        result = pipeline.report(out, settings, progress)
    _close(result, quiet)


@pagetwin.command(epilog=_EXIT)
@click.argument("out", type=click.Path(path_type=Path))
@_options(_CONFIG, *_REVIEW, _LANGUAGE)
def review(out: Path, config: Path | None, file: Path | None, browser: bool, **flags: Any) -> None:
    """Judge pairs of pages in the browser, and take over the threshold that fits your answers.

    Each answer is stored at once; Ctrl-C ends the review, and the next one goes on from there. Reads answers from a
    file, and nothing else, with --import.
    """
    settings = load(config, _sections(flags), pipeline.adopted(out))
    if file is not None:
        click.echo(pipeline.import_labels(out, file, settings))
    else:
        pipeline.review(out, settings, lambda line: click.echo(line, err=True), browser)


@pagetwin.command("import", epilog=_EXIT)
@click.argument("out", type=click.Path(path_type=Path))
@click.argument("files", type=click.Path(path_type=Path), nargs=-1, required=True, metavar="FILE...")
@_options(*_IMPORT)
def import_(out: Path, files: tuple[Path, ...], update: str, period: str, unmatched: Path | None, **told: str) -> None:
    """Read what others know of the pages: clicks, status in search, visits of bots.

    FILE is an export of Google Search Console (performance or page indexing: the ZIP, or its pages as CSV), of Yandex
    Webmaster (pages in search, CSV), JSON of Google's URL Inspection or of Yandex Webmaster, any table with addresses
    and clicks, shows or visits, or an access log. Kinds are known by what stands in the file. Nothing is counted twice.
    """
    begins, ends = importing.days(period, "--period")
    columns = Told(**told, begins=begins, ends=ends)
    pipeline.import_signals(out, files, columns, importing.days(update, "--update"), unmatched, click.echo)


@pagetwin.command()
@click.argument("out", type=click.Path(path_type=Path))
def status(out: Path) -> None:
    """Say how far an audit is; works while it runs."""
    click.echo(pipeline.status(out))


@pagetwin.command("export", epilog=_EXIT)
@click.argument("out", type=click.Path(path_type=Path))
@_options(*_EXPORT, _QUIET)
def export_(out: Path, what: str, kind: str | None, file: Path | None, quiet: bool, **csv: Any) -> None:
    """Write one table of an audit as CSV, workbook (xlsx), JSON or Parquet."""
    wanted = export.request(what, kind, file, **csv)
    with _progress(quiet) as progress:
        pipeline.export_table(out, wanted, sys.stdout.buffer, progress)
    if wanted.file:
        click.echo(str(wanted.file))


@pagetwin.command(epilog=_EXIT)
@click.argument("out", type=click.Path(path_type=Path))
@_options(*_DIFF, _QUIET)
def diff(out: Path, first: str, last: str, everything: bool, file: Path | None, delimiter: str, quiet: bool) -> None:
    """Say what became of the pages from one crawl of an audit to another: new, changed, vanished, came back.

    Rows are CSV; without options the last crawl is compared with the one before it. A page that gave no answer has not
    vanished: it is told as unknown with --all.
    """
    with export.target(file, sys.stdout.buffer) as sink:
        told = pipeline.diff(out, first, last, everything, export.DELIMITERS[delimiter], sink)
    if not quiet:
        click.echo(told, err=True)


@pagetwin.command()
@click.argument("out", type=click.Path(path_type=Path))
@click.option("--keep", type=click.IntRange(min=1), required=True, help="So many finished crawls stay, the latest.")
def prune(out: Path, keep: int) -> None:
    """Remove old crawls from an audit, and give back the room on the disk."""
    click.echo(pipeline.prune(out, keep))


@pagetwin.command()
@click.argument("path", type=click.Path(path_type=Path), default=Path("pagetwin.toml"))
def init(path: Path) -> None:
    """Write a settings file with every default, to edit and give to --config."""
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(files(__package__).joinpath("config.example.toml").read_text("utf-8"))
    except FileExistsError:
        raise PagetwinError(f"{path} exists already; name another file") from None
    except OSError as error:
        raise PagetwinError(f"{path}: cannot be written ({error.strerror}); name another file") from None
    click.echo(str(path))


@pagetwin.command(epilog=_EXIT)
@_options(_OUT, *_COMPARE, *_REPORT, _QUIET)
def demo(out: Path | None, quiet: bool, **flags: Any) -> None:
    """Audit the bundled sample site and say where the report is."""
    from .demo.serve import serve  # the sample site is needed by this command alone

    out = out or Path("pagetwin-demo")
    settings = load(None, {**_sections(flags), "crawl": {"rate": 0.0}}, pipeline.adopted(out))
    with serve() as address, _progress(quiet) as progress:
        result = pipeline.audit(address, out, settings, progress)
    _close(result, quiet)


for _command in cli_workbench.COMMANDS:
    pagetwin.add_command(_command)


def _sections(flags: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Flags by the section whose record knows them; an option that was not given is None."""
    sections: dict[str, dict[str, Any]] = {}
    for section in fields(Settings):
        known = {f.name for f in fields(getattr(Settings(), section.name))}
        sections[section.name] = {k: v if v != () else None for k, v in flags.items() if k in known}
    return sections


def _progress(quiet: bool) -> Progress:
    return Progress() if quiet else ConsoleProgress()


def _close(result: pipeline.Result, quiet: bool) -> None:
    if not quiet:
        click.echo(result.closing, err=True)
    click.echo(str(result.report))
    if not result.complete:
        raise _UnseenError(result.why_incomplete)


class _UnseenError(PagetwinError):
    """All was written, but too little of the site was seen."""

    exit_code = 3


def main() -> None:
    """Run the command line; every error for the user ends as one line on stderr."""
    try:
        code = pagetwin.main(prog_name="pagetwin", standalone_mode=False)
        sys.exit(code or 0)
    except click.exceptions.Abort:
        sys.exit(_stopped())
    except click.ClickException as error:
        error.show()
        sys.exit(2)
    except KeyboardInterrupt:
        sys.exit(_stopped())
    except PagetwinError as error:
        click.echo(f"pagetwin: {error}", err=True)
        sys.exit(error.exit_code)
    except Exception as error:
        # Ours to mend, not the user's: one line for them, the whole story on request.
        if os.environ.get("PAGETWIN_DEBUG"):
            raise
        click.echo(f"pagetwin: program error, please report it: {type(error).__name__}: {error}", err=True)
        click.echo("(what was stored is kept; PAGETWIN_DEBUG=1 shows where it happened)", err=True)
        sys.exit(2)


def _stopped() -> int:
    click.echo("pagetwin: stopped; start the same command again to go on from here", err=True)
    return 130
