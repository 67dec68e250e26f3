"""The virtual environment of a checkout (.venv) and the link by which mypy finds the package (.dev/pagetwin)."""

from __future__ import annotations

import contextlib
import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

from tasks import too_old

ROOT = Path(__file__).resolve().parents[1]
VENV = ROOT / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
STAMP = VENV / "pagetwin-setup"  # the fingerprint of what was installed
LINK = ROOT / ".dev" / "pagetwin"
_NPM_LOCK = "tests/package-lock.json"
_NAMED = ("pyproject.toml", "constraints.txt", _NPM_LOCK)  # what says what is installed


class SetupError(Exception):
    """Something on this computer keeps the environment from being built; the message says what to do."""


def ensure() -> None:
    """Build .venv if it is missing or older than pyproject.toml and constraints.txt."""
    _link()
    if PYTHON.exists() and STAMP.exists() and STAMP.read_text("utf-8") == _fingerprint():
        return
    print("Setting up .venv (the first time this takes a minute and needs the network)", flush=True)
    _create()
    _install()
    _install_from_npm()
    STAMP.write_text(_fingerprint(), "utf-8")


def run(*arguments: str) -> int:
    """Run the Python of .venv in the repository root; returns its exit code.

    With -m and -c the root is kept off sys.path: its config.py and reports/ are pagetwin's, not modules for all to
    import. Ctrl-C reaches the child as well, which then ends in its own way, so we wait for it.
    """
    isolated = ["-P"] if arguments[0] in ("-m", "-c") else []
    child = subprocess.Popen([PYTHON, *isolated, *arguments], cwd=ROOT)
    while True:
        with contextlib.suppress(KeyboardInterrupt):
            return child.wait()


def remove_link() -> None:
    """Remove .dev/pagetwin itself, never what it points to."""
    with contextlib.suppress(FileNotFoundError):
        try:
            LINK.unlink()
        except (PermissionError, IsADirectoryError):
            LINK.rmdir()  # a Windows junction: rmdir takes only the junction


def _fingerprint() -> str:
    parts = [str(ROOT).encode(), *((ROOT / name).read_bytes() for name in _NAMED if (ROOT / name).exists())]
    return hashlib.sha256(b"\0".join(parts)).hexdigest()


def _create() -> None:
    usable = "import sys, pip; print(*sys.version_info[:2])"
    found = subprocess.run([PYTHON, "-c", usable], capture_output=True, text=True) if PYTHON.exists() else None
    if found is not None and found.returncode == 0:
        if complaint := too_old(tuple(int(n) for n in found.stdout.split())):
            raise SetupError(f"{VENV}: {complaint}; remove that folder and try again")
        return
    if importlib.util.find_spec("ensurepip") is None or importlib.util.find_spec("venv") is None:
        raise SetupError("this Python cannot make virtual environments; on Debian and Ubuntu: apt install python3-venv")
    if subprocess.call([sys.executable, "-m", "venv", "--clear", VENV]) != 0:
        raise SetupError(f"{VENV} could not be made; see the lines above")


def _install() -> None:
    """Install from the pins. The build backend goes in first, so that it is a pinned one as well."""
    backend = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["build-system"]["requires"]
    pip = [PYTHON, "-m", "pip", "install", "-qq", "--disable-pip-version-check", "--constraint", "constraints.txt"]
    for arguments in (backend, ["--no-build-isolation", "--editable", ".[dev]"]):
        if subprocess.call([*pip, *arguments], cwd=ROOT) != 0:
            raise SetupError("pip could not install what pagetwin needs; see the lines above, then try again")


def _install_from_npm() -> None:
    """What the tests need from npm (tests/package.json). Nothing else needs it, so to fail here is no error."""
    npm = shutil.which("npm")
    if not (ROOT / _NPM_LOCK).exists():
        return
    if npm is None or subprocess.call([npm, "ci", "--silent", "--no-audit", "--no-fund"], cwd=ROOT / "tests") != 0:
        print(
            "note: no axe-core, which some tests need: install Node.js with npm, then `npm ci` in tests/",
            file=sys.stderr,
        )


def _link() -> None:
    """Point .dev/pagetwin at the repository. Windows allows symbolic links to few users, junctions to all."""
    if LINK.exists():
        return
    LINK.parent.mkdir(exist_ok=True)
    remove_link()
    try:
        LINK.symlink_to("..", target_is_directory=True)
    except OSError:
        made = os.name == "nt" and subprocess.call(["cmd", "/c", "mklink", "/J", LINK, ROOT]) == 0
        if not made:
            print(f"note: {LINK} could not be made, so mypy cannot find the package here", file=sys.stderr)
