"""A standalone Spark cluster on loopback, from the classes that pyspark brings: one master, some workers."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

import psutil

_DEPLOY = "org.apache.spark.deploy"


@dataclass
class Worker:
    """A worker and the executors that it started."""

    process: subprocess.Popen[bytes]

    def kill(self) -> None:
        """End it and its executors at once, as a machine does that loses power."""
        if self.process.poll() is None:
            family = [*psutil.Process(self.process.pid).children(recursive=True), psutil.Process(self.process.pid)]
            for each in reversed(family):
                each.kill()
        self.process.wait()


@contextmanager
def cluster(folder: Path, workers: int) -> Iterator[tuple[str, list[Worker]]]:
    """Address of the master, and workers of one core each."""
    found = find_spec("pyspark")
    assert found is not None
    assert found.origin is not None
    home = Path(found.origin).parent
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    master = f"spark://127.0.0.1:{port}"
    # Room in which a JVM for tests has to live, and its quickest way to start.
    surroundings = os.environ | {
        "SPARK_HOME": str(home), "SPARK_LOCAL_IP": "127.0.0.1", "PYSPARK_PYTHON": sys.executable,
        "SPARK_DAEMON_MEMORY": "256m", "SPARK_DAEMON_JAVA_OPTS": "-XX:TieredStopAtLevel=1",
    }  # fmt: skip
    log = (folder / "cluster.log").open("wb")

    def start(*arguments: str) -> subprocess.Popen[bytes]:
        command = [str(home / "bin" / "spark-class"), *arguments]
        return subprocess.Popen(command, env=surroundings, stdout=log, stderr=log, cwd=folder)

    running = [
        Worker(start(f"{_DEPLOY}.master.Master", "--host", "127.0.0.1", "--port", str(port), "--webui-port", "0"))
    ]
    try:
        _wait_for(port)
        options = ("--host", "127.0.0.1", "--cores", "1", "--memory", "1g", "--webui-port", "0")
        for number in range(workers):
            place = folder / f"worker{number}"
            running.append(Worker(start(f"{_DEPLOY}.worker.Worker", master, *options, "--work-dir", str(place))))
        yield master, running[1:]
    finally:
        for each in reversed(running):
            each.kill()
        log.close()


def _wait_for(port: int) -> None:
    for _ in range(600):
        with socket.socket() as asked:
            if asked.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.1)
    raise AssertionError("the master did not start")
