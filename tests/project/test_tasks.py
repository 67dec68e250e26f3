"""The chores: old Pythons, missing parts, the link for mypy, and that nothing is done twice."""

from __future__ import annotations

import ast
import importlib
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from pagetwin import __main__ as entry

ROOT = Path(__file__).resolve().parents[2]
SCRIPTS = ROOT / "scripts"


@pytest.fixture
def scripts(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """The modules of scripts/, imported as tasks.py does."""
    monkeypatch.syspath_prepend(SCRIPTS)
    names = ("tasks", "environment", "targets")
    yield SimpleNamespace(**{name: importlib.import_module(name) for name in names})
    for name in names:
        del sys.modules[name]


@pytest.fixture
def checkout(scripts: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty checkout that the scripts take for theirs."""
    for name, path in {"ROOT": "", "VENV": ".venv", "STAMP": ".venv/stamp", "LINK": ".dev/pagetwin"}.items():
        monkeypatch.setattr(scripts.environment, name, tmp_path / path)
    monkeypatch.setattr(scripts.environment, "PYTHON", tmp_path / ".venv" / "python")
    monkeypatch.setattr(scripts.targets, "ROOT", tmp_path)
    (tmp_path / "pyproject.toml").write_text('[build-system]\nrequires = ["builder>=1"]\n', "utf-8")
    (tmp_path / "constraints.txt").write_text("builder==2\n", "utf-8")
    return tmp_path


def answers(text: str) -> Any:
    """A subprocess.run that finds an environment of this Python."""
    return lambda *_, **__: SimpleNamespace(returncode=0, stdout=text)


@pytest.mark.parametrize("version", [(2, 7), (3, 6), (3, 10)])
def test_old_python_gets_one_line(scripts: Any, version: tuple[int, int]) -> None:
    line = f"pagetwin needs Python 3.11 or newer; this is {version[0]}.{version[1]}"
    assert entry.too_old(version) == scripts.tasks.too_old(version) == line


@pytest.mark.parametrize("version", [(3, 11), (3, 14), (4, 0)])
def test_new_python_gets_none(scripts: Any, version: tuple[int, int]) -> None:
    assert entry.too_old(version) == scripts.tasks.too_old(version) == ""


def test_command_stops_on_an_old_python(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(entry.sys, "version_info", (3, 9, 18))
    with pytest.raises(SystemExit) as stopped:
        entry.main()
    assert stopped.value.code == 2
    assert capsys.readouterr().err == "pagetwin needs Python 3.11 or newer; this is 3.9\n"


@pytest.mark.parametrize("name", ["scripts/tasks.py", "__main__.py", "__init__.py"])
def test_what_an_old_python_reads_first_is_plain(name: str) -> None:
    tree = ast.parse((ROOT / name).read_text("utf-8"), feature_version=(3, 6))
    futures = [n for n in ast.walk(tree) if isinstance(n, ast.ImportFrom) and n.module == "__future__"]
    assert futures == [], "an old Python stops at a future it does not know, with a traceback"


def test_oldest_python_is_the_one_pip_is_told(scripts: Any) -> None:
    oldest = ".".join(map(str, scripts.tasks.OLDEST))
    assert scripts.tasks.OLDEST == entry.OLDEST
    assert f'requires-python = ">={oldest}"' in (ROOT / "pyproject.toml").read_text("utf-8")


def test_unknown_target_is_named_and_the_known_ones_listed() -> None:
    done = subprocess.run([sys.executable, SCRIPTS / "tasks.py", "tset"], capture_output=True, text=True)
    assert done.returncode == 2
    assert done.stderr.startswith("unknown target 'tset'\n")
    assert "  test " in done.stderr


def test_audit_asks_for_a_site(scripts: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SITE", raising=False)
    assert scripts.targets.main(["audit"]) == 2


def test_site_may_come_from_make_or_the_command_line(scripts: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    ran: list[tuple[str, ...]] = []
    monkeypatch.setattr(scripts.environment, "ensure", lambda: None)
    monkeypatch.setattr(scripts.targets, "run", lambda *arguments: ran.append(arguments) or 3)
    monkeypatch.setenv("SITE", "https://a.example/?x=1&y=2")
    assert scripts.targets.main(["audit", "--rate", "1"]) == 3, "the exit code is the tool's"
    monkeypatch.delenv("SITE")
    scripts.targets.main(["audit", "https://b.example/"])
    head = ("-m", "pagetwin", "audit")
    assert ran == [(*head, "https://a.example/?x=1&y=2", "--rate", "1"), (*head, "https://b.example/")]


def test_check_runs_every_tool_and_fails_if_one_does(
    scripts: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(scripts.environment, "ensure", lambda: None)
    monkeypatch.setattr(scripts.targets, "run", lambda *arguments: int("mypy" in arguments))
    assert scripts.targets.main(["check"]) == 1
    shown = capsys.readouterr().out
    assert [name in shown for name in ("ruff check", "ruff format", "mypy", "import-linter")] == [True] * 4
    assert shown.endswith("--- check: mypy failed\n")


def test_bench_lists_the_benchmarks_and_runs_the_named_one(
    scripts: Any, checkout: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    ran: list[tuple[str, ...]] = []
    monkeypatch.setattr(scripts.environment, "ensure", lambda: None)
    monkeypatch.setattr(scripts.targets, "run", lambda *arguments: ran.append(arguments) or 0)
    (checkout / "benchmarks").mkdir()
    (checkout / "benchmarks" / "join.py").write_text('"""How fast pages are joined."""\n', "utf-8")
    assert scripts.targets.main(["bench"]) == 0
    assert capsys.readouterr().out.split() == ["join", "How", "fast", "pages", "are", "joined."]
    assert scripts.targets.main(["bench", "jion"]) == 2
    assert scripts.targets.main(["bench", "join", "--short"]) == 0
    assert ran == [("benchmarks/join.py", "--short")]


@pytest.mark.parametrize("npm", [None, "/usr/bin/npm"])
def test_what_comes_from_npm_is_wanted_and_not_needed(
    scripts: Any, checkout: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], npm: str | None
) -> None:
    calls: list[list[Any]] = []

    def call(command: list[Any], **_: Any) -> int:
        calls.append(command)
        (checkout / ".venv").mkdir(exist_ok=True)
        return int(command[0] == npm)  # npm fails, the rest does not

    (checkout / "tests").mkdir()
    (checkout / "tests" / "package-lock.json").write_text("{}", "utf-8")
    monkeypatch.setattr(scripts.environment.subprocess, "call", call)
    monkeypatch.setattr(scripts.environment.subprocess, "run", answers("3 11"))
    monkeypatch.setattr(scripts.environment.shutil, "which", lambda _: npm)
    scripts.environment.ensure()
    assert [command[1] for command in calls if command[0] == npm] == (["ci"] if npm else [])
    assert "npm ci" in capsys.readouterr().err


def test_set_up_once_and_again_only_after_a_change(
    scripts: Any, checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[list[Any]] = []

    def call(command: list[Any], **_: Any) -> int:
        calls.append(command[3:])
        (checkout / ".venv").mkdir(exist_ok=True)
        (checkout / ".venv" / "python").touch()
        return 0

    monkeypatch.setattr(scripts.environment.subprocess, "call", call)
    monkeypatch.setattr(scripts.environment.subprocess, "run", answers("3 11"))
    scripts.environment.ensure()
    venv, backend, project = calls
    assert venv == ["--clear", checkout / ".venv"]
    assert backend[-3:] == ["--constraint", "constraints.txt", "builder>=1"]
    assert project[-3:] == ["--no-build-isolation", "--editable", ".[dev]"]
    scripts.environment.ensure()
    assert len(calls) == 3, "nothing changed, nothing is done"
    (checkout / "constraints.txt").write_text("builder==3\n", "utf-8")
    scripts.environment.ensure()
    assert len(calls) == 5, "pip runs again, in the environment that is there"


def test_failed_installation_is_tried_again(scripts: Any, checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scripts.environment.subprocess, "call", lambda command, **_: int("pip" in command))
    assert scripts.targets.main(["setup"]) == 2
    assert not (checkout / ".venv" / "stamp").exists()


def test_python_without_venv_says_what_to_install(
    scripts: Any, checkout: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(scripts.environment.importlib.util, "find_spec", lambda name: None)
    assert scripts.targets.main(["setup"]) == 2
    assert "apt install python3-venv" in capsys.readouterr().err


def test_environment_of_an_old_python_is_not_used(
    scripts: Any, checkout: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (checkout / ".venv").mkdir()
    (checkout / ".venv" / "python").touch()
    monkeypatch.setattr(scripts.environment.subprocess, "run", answers("3 9"))
    assert scripts.targets.main(["setup"]) == 2
    assert "this is 3.9; remove that folder" in capsys.readouterr().err


def test_link_falls_back_to_a_junction_on_windows(
    scripts: Any, checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def denied(*_: Any, **__: Any) -> None:
        raise OSError("a required privilege is not held by the client")

    calls: list[list[Any]] = []
    monkeypatch.setattr(Path, "symlink_to", denied)
    monkeypatch.setattr(scripts.environment, "os", SimpleNamespace(name="nt"))
    monkeypatch.setattr(scripts.environment.subprocess, "call", lambda command: calls.append(command) or 0)
    scripts.environment._link()
    assert calls == [["cmd", "/c", "mklink", "/J", checkout / ".dev" / "pagetwin", checkout]]


@pytest.mark.skipif(os.name == "nt", reason="Windows lets few users make symbolic links")
def test_clean_removes_the_link_and_not_what_it_points_to(scripts: Any, checkout: Path) -> None:
    scripts.environment._link()
    assert (checkout / ".dev" / "pagetwin").samefile(checkout)
    (checkout / "pagetwin-example.com").mkdir()
    (checkout / ".venv").mkdir()
    assert scripts.targets.main(["clean"]) == 0
    assert sorted(p.name for p in checkout.iterdir()) == ["constraints.txt", "pagetwin-example.com", "pyproject.toml"]
