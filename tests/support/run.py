"""Running the command as a user does: another process, its exit code and what it says."""

from __future__ import annotations

import csv
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

ENVIRONMENT = {**os.environ, "PYTHONIOENCODING": "utf-8", "PYTHONUTF8": "1", "COLUMNS": "120"}


def pagetwin(*arguments: object, timeout: float = 120) -> subprocess.CompletedProcess[str]:
    """Run `pagetwin ARGUMENTS` to its end."""
    command = [sys.executable, "-m", "pagetwin", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, encoding="utf-8", env=ENVIRONMENT, timeout=timeout)


def start(*arguments: object) -> subprocess.Popen[bytes]:
    """Start `pagetwin ARGUMENTS` and go on."""
    command = [sys.executable, "-m", "pagetwin", *map(str, arguments)]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=ENVIRONMENT)


def table(out: Path, name: str) -> list[dict[str, str]]:
    """The rows of out/csv/NAME.csv."""
    with (out / "csv" / f"{name}.csv").open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


def summary(out: Path) -> dict[str, Any]:
    """summary.json."""
    facts: dict[str, Any] = json.loads((out / "summary.json").read_text("utf-8"))
    return facts
