"""Run a command and watch it: seconds, peak memory of all its processes, and the JSON on its last line of output."""

from __future__ import annotations

import contextlib
import json
import os
import platform
import subprocess
import tempfile
import time
from dataclasses import dataclass
from importlib import metadata
from typing import Any

import psutil

INTERVAL = 0.02  # seconds between two looks at memory
# One thread each, whatever library counts them: a fair comparison on few cores.
ONE_THREAD = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "RAYON_NUM_THREADS"), "1")


@dataclass(frozen=True)
class Run:
    """What a command needed and told. `failed` is empty, or says why there are no facts."""

    wall: float
    peak_mb: float
    facts: dict[str, Any]
    failed: str = ""


def watched(command: list[str], most_seconds: float) -> Run:
    """Run a command, at most so long."""
    began = time.perf_counter()
    peak = 0
    with tempfile.TemporaryFile("w+", encoding="utf-8") as out, tempfile.TemporaryFile("w+", encoding="utf-8") as err:
        process = subprocess.Popen(command, stdout=out, stderr=err, env=os.environ | ONE_THREAD)
        tree = psutil.Process(process.pid)
        while process.poll() is None:
            peak = max(peak, _memory(tree))
            if time.perf_counter() - began > most_seconds:
                _end(tree)
                process.wait()
                return Run(most_seconds, peak / 1e6, {}, f"ended after {most_seconds:.0f} s")
            time.sleep(INTERVAL)
        wall = time.perf_counter() - began
        out.seek(0)
        err.seek(0)
        lines, complaints = out.read().splitlines(), err.read().splitlines()
    if process.returncode or not lines:
        why = complaints[-1] if complaints else "no output"
        return Run(wall, peak / 1e6, {}, f"exit code {process.returncode}: {why}")
    return Run(wall, peak / 1e6, json.loads(lines[-1]))


def _memory(tree: psutil.Process) -> int:
    total = 0
    with contextlib.suppress(psutil.Error):
        for process in [tree, *tree.children(recursive=True)]:
            with contextlib.suppress(psutil.Error):  # it has just ended
                total += process.memory_info().rss
    return total


def _end(tree: psutil.Process) -> None:
    for process in [*tree.children(recursive=True), tree]:
        with contextlib.suppress(psutil.Error):
            process.kill()


def machine() -> dict[str, Any]:
    """What figures depend on, to be printed with them."""
    return {
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.machine()}",
        "cores": os.cpu_count(),
        "memory_gb": round(psutil.virtual_memory().total / 1e9),
        "load": round(psutil.getloadavg()[0], 2),
        "threads": "1 a process (OMP_NUM_THREADS and its like)",
        "pagetwin": metadata.version("pagetwin"),
    }


def told(facts: dict[str, Any]) -> str:
    """Facts on one line."""
    return ", ".join(f"{name} {value}" for name, value in facts.items())
