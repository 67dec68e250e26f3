"""The targets of tasks.py. Each is a function (arguments) -> exit code; its docstring is its help."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable

import environment
from environment import ROOT, SetupError, run

# What `check` runs: the name shown, then what Python is given. import-linter has no -m of its own.
CHECKS = (
    ("ruff check", "-m", "ruff", "check", "."),
    ("ruff format", "-m", "ruff", "format", "--check", "."),
    ("mypy", "-m", "mypy"),
    ("import-linter", "-c", "from importlinter.cli import lint_imports_command; lint_imports_command()"),
)
CACHES = (".mypy_cache", ".ruff_cache", ".pytest_cache", ".hypothesis", ".import_linter_cache", "build", "dist")


def main(arguments: list[str]) -> int:
    """Run one target; without a known one, list them. Exit codes as the tools give them, 2 for a wrong call."""
    name, rest = (arguments[0], arguments[1:]) if arguments else ("", [])
    if name not in TARGETS:
        wrong = name not in ("", "help", "-h", "--help")
        print(_usage(name if wrong else ""), file=sys.stderr if wrong else sys.stdout)
        return 2 if wrong else 0
    try:
        return TARGETS[name](rest)
    except SetupError as error:
        print(f"setup: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130


def setup(_: list[str]) -> int:
    """build .venv from constraints.txt; done at once when nothing changed"""
    environment.ensure()
    return 0


def demo(arguments: list[str]) -> int:
    """audit the sample site and say where its report is"""
    environment.ensure()
    return run("-m", "pagetwin", "demo", *arguments)


def audit(arguments: list[str]) -> int:
    """audit a site: audit https://example.com, or SITE=https://example.com in the environment"""
    site = os.environ.get("SITE", "")
    if not arguments and not site:
        print("audit: which site? make audit SITE=https://example.com", file=sys.stderr)
        return 2
    environment.ensure()
    return run("-m", "pagetwin", "audit", *([site] if site else []), *arguments)


def test(arguments: list[str]) -> int:
    """run the tests, in several processes as many of them wait; with arguments, which go to pytest, in one"""
    environment.ensure()
    # A file's tests share what they set up, and the files are taken in their order: the slow ones come first.
    whole = ["-n", str(max(3, os.cpu_count() or 1)), "--dist", "loadfile", "--no-loadscope-reorder"]
    return run("-m", "pytest", *(arguments or whole))


def check(_: list[str]) -> int:
    """ruff, mypy and import-linter, all of them even if one fails"""
    environment.ensure()
    failed = []
    for name, *command in CHECKS:
        print(f"--- {name}", flush=True)
        if run(*command) != 0:
            failed.append(name)
    print(f"--- check: {', '.join(failed)} failed" if failed else "--- check: all passed", flush=True)
    return 1 if failed else 0


def bench(arguments: list[str]) -> int:
    """run a benchmark: bench NAME ARGUMENTS; without a name, list them"""
    known = {path.stem: path for path in sorted((ROOT / "benchmarks").glob("[a-z]*.py"))}
    if not arguments or arguments[0] not in known:
        for name, path in known.items():
            print(f"  {name:<10} {path.read_text('utf-8').splitlines()[0].strip(chr(34))}")
        return 2 if arguments else 0
    environment.ensure()
    return run(f"benchmarks/{arguments[0]}.py", *arguments[1:])


def clean(_: list[str]) -> int:
    """remove .venv, .dev, node_modules and caches; audits (pagetwin-*/) stay"""
    environment.remove_link()
    for name in (".venv", ".dev", "tests/node_modules", *CACHES):
        shutil.rmtree(ROOT / name, ignore_errors=True)
    return 0


TARGETS: dict[str, Callable[[list[str]], int]] = {
    target.__name__: target for target in (setup, demo, audit, test, check, bench, clean)
}


def _usage(unknown: str) -> str:
    lines = [f"unknown target '{unknown}'"] if unknown else []
    lines += ["usage: python scripts/tasks.py TARGET [ARGUMENTS]", ""]
    return "\n".join(lines + [f"  {name:<6} {target.__doc__}" for name, target in TARGETS.items()])
