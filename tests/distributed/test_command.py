"""`pagetwin analyze --engine spark`: what it says where something is missing or wrong."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from pagetwin.cli import pagetwin
from pagetwin.config import Settings
from pagetwin.distributed.run import Job, analyze, conf
from pagetwin.errors import PagetwinError, UsageError
from pagetwin.progress import Progress
from support.spark import needs_spark

LOOPBACK = {"spark.ui.enabled": "false", "spark.driver.bindAddress": "127.0.0.1", "spark.driver.host": "127.0.0.1"}


def failed(*arguments: str) -> str:
    """What the command says as it fails."""
    result = CliRunner().invoke(pagetwin, ["analyze", *arguments])
    assert isinstance(result.exception, PagetwinError)
    return str(result.exception)


def test_without_pyspark_one_line_names_the_extra(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("pyspark", "pyspark.sql", "pyspark.errors"):
        monkeypatch.setitem(sys.modules, name, None)
    said = failed("--engine", "spark", "--input", str(tmp_path), "--output", str(tmp_path / "out"))
    assert said == (
        "the Spark engine needs pyspark, which is not installed; run: python -m pip install 'pagetwin[spark]'"
    )


@pytest.mark.skipif(os.name == "nt", reason="its PATH is made of links")
def test_without_java_one_line_names_the_extra(tmp_path: Path) -> None:
    needs_spark()
    surroundings = {k: v for k, v in os.environ.items() if k not in ("JAVA_HOME", "SPARK_HOME")}
    surroundings["PATH"] = _path_without_java(tmp_path)
    command = [sys.executable, "-P", "-m", "pagetwin", "analyze", "--engine", "spark", "--input", "x", "--output", "y"]
    done = subprocess.run(command, env=surroundings, capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1] == (
        "pagetwin: the Spark engine needs Java, which does not start here; run: python -m pip install"
        " 'pagetwin[spark]', and Java 17 or newer (JAVA_HOME, or java on PATH)"
    )


def _path_without_java(folder: Path) -> str:
    """A folder with what the start of Spark calls, but java."""
    for name in ("bash", "sh", "dirname", "basename", "env", "ps", "uname", "sed", "readlink", "ls", "tr"):
        for place in ("/bin", "/usr/bin"):
            if Path(place, name).exists() and not (folder / name).exists():
                (folder / name).symlink_to(Path(place, name))
    return str(folder)


def test_options_that_do_not_fit_together() -> None:
    assert failed() == "analyze needs OUT; --master, --input, --output and --conf go with --engine spark"
    assert failed("out", "--master", "local[2]").startswith("analyze needs OUT; --master")
    assert failed("--engine", "spark").startswith("--engine spark needs --input PATH")
    assert failed("--engine", "spark", "--input", "x").startswith("--engine spark needs --input PATH")
    with pytest.raises(UsageError, match="--conf memory: write it as KEY=VALUE"):
        conf(["memory"])
    assert conf(["spark.a=b=c", "spark.d="]) == {"spark.a": "b=c", "spark.d": ""}


def test_input_that_is_none(tmp_path: Path) -> None:
    needs_spark()
    (tmp_path / "empty").mkdir()
    (tmp_path / "no.parquet").write_bytes(b"PAR1 but no more")
    (tmp_path / "other.jsonl").write_text('{"address": "https://a.example/", "text": "a b"}\n', "utf-8")
    for name, message in (
        ("missing", "missing: no files here; check --input"),
        ("empty", "empty: no files here; check --input"),
        ("no.parquet", "no.parquet: cannot be read as Parquet, JSONL or WARC"),
        ("other.jsonl", "a table needs columns 'url' and 'text' or 'html', this one has: address, text"),
    ):
        job = Job(str(tmp_path / name), str(tmp_path / "out"), "local[1]", LOOPBACK)
        with pytest.raises(UsageError) as error:
            analyze(job, Settings(), Progress())
        assert message in str(error.value)
        assert "\n" not in str(error.value)
