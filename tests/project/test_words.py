"""What the documents and the example settings promise is there, and no file speaks of where it was written."""

from __future__ import annotations

import dataclasses
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from pagetwin.cli import pagetwin as command
from pagetwin.config import Settings, load

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text("utf-8")
EXAMPLE = ROOT / "config.example.toml"
SKIPPED = {"__pycache__", "build", "dist", "node_modules"}


def _texts() -> Iterator[tuple[str, str]]:
    """Name and text of every file of the project; hidden folders (but .ci) and what runs leave behind are not its."""
    tops = [p for p in ROOT.iterdir() if p.name == ".ci" or not p.name.startswith((".", "pagetwin"))]
    for top in tops:
        for path in [top] if top.is_file() else top.rglob("*"):
            if path.is_file() and not SKIPPED.intersection(path.parts) and path.suffix not in (".pyc", ".png", ".gz"):
                yield path.relative_to(ROOT).as_posix(), path.read_bytes().decode("utf-8", "replace")


def _targets() -> set[str]:
    """The targets as tasks.py lists them."""
    listed = subprocess.run([sys.executable, ROOT / "scripts" / "tasks.py"], capture_output=True, text=True).stdout
    return set(re.findall(r"^  (\w+) +\S", listed, re.MULTILINE))


def test_example_settings_are_the_defaults() -> None:
    assert load(EXAMPLE, {}) == Settings()


def test_example_settings_name_every_key_with_a_comment() -> None:
    lines = EXAMPLE.read_text("utf-8").splitlines()
    parsed = tomllib.loads(EXAMPLE.read_text("utf-8"))
    for section in dataclasses.fields(Settings):
        known = {field.name for field in dataclasses.fields(getattr(Settings(), section.name))}
        # The User-Agent holds the version: a copy of the settings would keep an old one, so it is only shown.
        assert known - parsed[section.name].keys() <= {"user_agent"}
        for key in known:
            (at,) = (n for n, line in enumerate(lines) if re.match(rf"(# )?{key} = ", line))
            assert re.match(r"# \S", lines[at - 1]), key


def test_makefile_and_tasks_have_the_same_targets() -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    (phony,) = re.findall(r"^\.PHONY: (.*)$", makefile, re.MULTILINE)
    assert set(phony.split()) - {"help"} == _targets()


@pytest.mark.parametrize("name", ["README.md", "CONTRIBUTING.md", "ARCHITECTURE.md"])
def test_targets_that_documents_name_exist(name: str) -> None:
    text = (ROOT / name).read_text("utf-8")
    named = set(re.findall(r"(?:^ {4}|`)(?:make|python scripts/tasks\.py) ([a-z]+)", text, re.MULTILINE))
    assert named
    assert named <= _targets()


def test_commands_and_options_of_the_readme_exist() -> None:
    options = {name for each in command.commands.values() for parameter in each.params for name in parameter.opts}
    named = set(re.findall(r"(?<=[`(\s])--[a-z][a-z-]+", README)) - {"--help"}
    assert len(named) > 8
    assert named <= options
    commands = set(re.findall(r"(?:^ {4}|`)pagetwin ([a-z]+(?:-[a-z]+)*)", README, re.MULTILINE))
    assert {"audit", "analyze", "init"} <= commands
    assert commands <= command.commands.keys()


def test_readme_gives_the_defaults_in_force() -> None:
    defaults = Settings()
    for text in (f"`--jaccard {defaults.compare.jaccard}`", f"`--containment {defaults.compare.containment}`"):
        assert text in README
    assert f"`--rate {defaults.crawl.rate:g}`, `--concurrency {defaults.crawl.concurrency}`" in README
    assert defaults.compare.shingle == 10, "the README says ten words"


@pytest.mark.parametrize("name", ["README.md", "CONTRIBUTING.md", "ARCHITECTURE.md"])
def test_files_that_documents_name_exist(name: str) -> None:
    text = (ROOT / name).read_text("utf-8")
    named = set(re.findall(r"`((?:[\w-]+/)*[\w.-]+\.(?:py|sql|md|toml|txt|ini))`", text))
    named |= set(re.findall(r"\]\((?!https?:)([^)#]+)\)", text))
    made = {"csv/pages.csv", "pagetwin.toml", "docs/decisions/NNNN-title.md"}
    assert [each for each in sorted(named - made) if not (ROOT / each).exists()] == []


def test_decisions_have_their_five_lines() -> None:
    records = sorted((ROOT / "docs" / "decisions").glob("*.md"))
    numbers = [int(path.name[:4]) for path in records]
    assert numbers == list(range(1, len(records) + 1)), "numbers follow one another"
    for path in records:
        heads = re.findall(r"^- (\w+): \S", path.read_text("utf-8"), re.MULTILINE)
        assert heads == ["Context", "Choice", "Reason", "Cost", "Date"], path.name


def test_every_dependency_has_its_reason() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    table = (ROOT / "docs" / "decisions" / "0005-libraries.md").read_text("utf-8")
    pins = (ROOT / "constraints.txt").read_text("utf-8").splitlines()
    rows = re.findall(r"^\| (\S+) \| (\d\S*), ", table, re.MULTILINE)
    listed = [f"{canonicalize_name(name)}=={version}" for name, version in rows]
    extras = [
        each
        for name, texts in project["optional-dependencies"].items()
        if name not in ("dev", "bench")
        for each in texts
    ]
    named = {canonicalize_name(Requirement(text).name) for text in [*project["dependencies"], *extras]}
    assert sorted(listed) == sorted(pin for pin in pins if pin.partition("==")[0] in named)


def test_no_file_speaks_of_where_it_was_written() -> None:
    parts = ("/wor k/", "/roo t/", r"\bshare d/", "index -url", "find -links", "python hosted")  # apart: see this file
    places = re.compile("|".join(part.replace(" ", "") for part in parts))
    texts = [(name, text) for name, text in _texts() if name != "benchmarks/judged.csv"]  # see test_judged.py
    assert [(name, hit[0]) for name, text in texts for hit in places.finditer(text)] == []
