"""Write constraints.txt from what is installed in .venv: .venv/bin/python scripts/pin.py

Pins pyproject.toml's dependencies, those of the extras dev and spark, the build backend and all that these need in
turn, on every system and Python of ENVIRONMENTS. What only another system needs (colorama on Windows) is not installed
here, and what is installed may be too new for the oldest Python: then it is the newest version that pip finds for that.
So it is with what of the extra spark is not installed; its own needs keep their pins by hand. Nothing else that happens
to be in .venv gets in.
"""

from __future__ import annotations

import itertools
import json
import subprocess
import sys
import tomllib
from collections.abc import Iterable
from importlib import metadata
from pathlib import Path

from packaging.markers import default_environment
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[1]
SYSTEMS = (("linux", "Linux", "posix"), ("darwin", "Darwin", "posix"), ("win32", "Windows", "nt"))
PYTHONS = ("3.11", "3.12", "3.13")
OLDEST = "3.11.0"  # a package may ask for a later patch release than, say, Debian 12 has (3.11.2)
ENVIRONMENTS = tuple(
    default_environment()
    | {"sys_platform": platform, "platform_system": system, "os_name": name}
    | {"python_version": python, "python_full_version": f"{python}.0"}
    for (platform, system, name), python in itertools.product(SYSTEMS, PYTHONS)
)
HEAD = """\
# The exact versions that pagetwin is developed and tested with, on Python 3.11 to 3.13.
# Written by scripts/pin.py; CONTRIBUTING.md tells how to renew it.
"""


def main() -> None:
    """Write the file and say how long it is."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    direct = [
        *project["project"]["dependencies"],
        *project["project"]["optional-dependencies"]["dev"],
        *project["project"]["optional-dependencies"]["spark"],
        *project["build-system"]["requires"],
    ]
    pins = closure(direct)
    lines = [f"{name}=={version}\n" for name, version in sorted(pins.items())]
    (ROOT / "constraints.txt").write_text(HEAD + "".join(lines), "utf-8", newline="\n")
    print(f"constraints.txt: {len(pins)} packages")


def closure(direct: Iterable[str]) -> dict[str, str]:
    """Versions by name of the requirements and all that they need, in any of ENVIRONMENTS."""
    pins: dict[str, str] = {}
    waiting = [Requirement(text) for text in direct]
    seen: set[tuple[str, frozenset[str]]] = set()
    while waiting:
        requirement = waiting.pop()
        name, extras = canonicalize_name(requirement.name), frozenset(requirement.extras)
        if (name, extras) in seen:
            continue
        seen.add((name, extras))
        try:
            found = metadata.distribution(name)
        except metadata.PackageNotFoundError:
            pins[name] = newest(requirement)  # for another system; those in question need nothing further
            continue
        suits = OLDEST in SpecifierSet(found.metadata["Requires-Python"] or "")
        pins[name] = found.version if suits else newest(requirement)
        waiting += (r for r in map(Requirement, found.requires or ()) if _applies(r, extras or {""}))
    return pins


def newest(requirement: Requirement) -> str:
    """The newest version that pip would install with the oldest Python; nothing is installed."""
    target = ["--python-version", OLDEST, "--only-binary", ":all:", "--target", "not-used"]
    wanted = f"{requirement.name}{requirement.specifier}"
    command = [
        sys.executable,
        "-m",
        "pip",
        "install",
        "-qq",
        "--dry-run",
        "--no-deps",
        *target,
        "--report",
        "-",
        wanted,
    ]
    report = subprocess.run([*command, wanted], check=True, capture_output=True, text=True).stdout
    return str(json.loads(report)["install"][0]["metadata"]["version"])


def _applies(requirement: Requirement, extras: Iterable[str]) -> bool:
    marker = requirement.marker
    return marker is None or any(marker.evaluate({**e, "extra": x}) for e in ENVIRONMENTS for x in extras)


if __name__ == "__main__":
    main()
