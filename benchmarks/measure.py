"""Run a command and watch it: seconds, peak memory of all its processes, and the JSON on its last line of output."""

from __future__ import annotations

import contextlib
import itertools
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

INTERVAL, RARELY = 0.02, 20  # seconds between two looks at memory; every so many looks new processes are looked for
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
    with tempfile.TemporaryFile("w+", encoding="utf-8") as out, tempfile.TemporaryFile("w+", encoding="utf-8") as err:
        began = time.perf_counter()
        process = subprocess.Popen(command, stdout=out, stderr=err, env=os.environ | ONE_THREAD)
        peak, in_time = _watch(process, began + most_seconds)
        wall = time.perf_counter() - began
        out.seek(0)
        err.seek(0)
        lines, complaints = out.read().splitlines(), err.read().splitlines()
    if not in_time:
        return Run(wall, peak, {}, f"ended after {most_seconds:.0f} s")
    if process.returncode or not lines:
        why = complaints[-1] if complaints else "no output"
        return Run(wall, peak, {}, f"exit code {process.returncode}: {why}")
    return Run(wall, peak, json.loads(lines[-1]))


def _watch(process: subprocess.Popen[bytes], until: float) -> tuple[float, bool]:
    """Peak memory (MB) of the process and its children until it ends, and whether it did by itself."""
    tree = psutil.Process(process.pid)
    family, peak = [tree], 0
    for look in itertools.count():
        if process.poll() is not None:
            break
        if look % RARELY == 0:  # costs as much as the machine has processes
            family = _family(tree)
        peak = max(peak, sum(map(_memory, family)))
        if time.perf_counter() > until:
            for one in reversed(_family(tree)):
                with contextlib.suppress(psutil.Error):
                    one.kill()
            process.wait()
            return peak / 1e6, False
        time.sleep(INTERVAL)
    return peak / 1e6, True


def _family(tree: psutil.Process) -> list[psutil.Process]:
    try:
        return [tree, *tree.children(recursive=True)]
    except psutil.Error:
        return [tree]


def _memory(process: psutil.Process) -> int:
    try:
        return int(process.memory_info().rss)
    except psutil.Error:  # it has just ended
        return 0


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
