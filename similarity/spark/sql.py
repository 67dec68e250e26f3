"""The one module that imports pyspark, and only when something of it is asked for.

`from . import sql` gives what pyspark.sql.functions has (sql.col, sql.count, ...), and `session` a session.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ...errors import UsageError

Frame = Any  # a pyspark.sql.DataFrame

_MISSING = "the Spark engine needs {what}; run: python -m pip install 'pagetwin[spark]'{more}"
# What the job needs whatever the cluster's defaults are; --conf overrides it.
_CONF = {
    "spark.ui.showConsoleProgress": "false",
    "spark.sql.adaptive.enabled": "true",
    "spark.sql.adaptive.skewJoin.enabled": "true",
    "spark.sql.execution.arrow.maxRecordsPerBatch": "500",
    "spark.sql.parquet.compression.codec": "zstd",
}


def __getattr__(name: str) -> Any:
    if name.startswith("__"):  # asked for by the import of this very module
        raise AttributeError(name)
    from pyspark.sql import functions

    return getattr(functions, name)


def window_of(by: str, *order: Any) -> Any:
    """The rows with the same `by`, in an order."""
    from pyspark.sql import Window

    return Window.partitionBy(by).orderBy(*order)


def session(master: str, conf: Mapping[str, str]) -> Any:
    """A Spark session at `master` (empty: what spark-submit or the surroundings say, else all cores of this machine).

    Raises UsageError without pyspark or Java, and where no session can be had.
    """
    try:
        import pyarrow  # noqa: F401 (Spark hands tables to Python by it)
        from pyspark.errors import PySparkException
        from pyspark.sql import SparkSession
    except ImportError as error:
        missing = (error.name or "pyspark").partition(".")[0]
        raise UsageError(_MISSING.format(what=f"{missing}, which is not installed", more="")) from None
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    builder = SparkSession.builder.appName("pagetwin")
    if master:
        builder = builder.master(master)
    for key, value in {**_CONF, **conf}.items():
        builder = builder.config(key, value)
    try:
        found = builder.getOrCreate()
        _send_wheel(found.sparkContext)
        return found
    except (PySparkException, FileNotFoundError, OSError, RuntimeError) as error:
        said = (str(error).strip().splitlines() or [type(error).__name__])[0][:200]
        if "JAVA" in said or "java" in said or "gateway" in said.lower():
            more = ", and Java 17 or newer (JAVA_HOME, or java on PATH)"
            raise UsageError(_MISSING.format(what="Java, which does not start here", more=more)) from None
        raise UsageError(f"no Spark session at {master or 'the default master'}: {said}") from None
    except Exception as error:  # py4j's errors, whose classes are known only where it is installed
        said = (str(error).strip().splitlines() or [type(error).__name__])[-1][:200]
        raise UsageError(f"no Spark session at {master or 'the default master'}: {said}") from None


def _send_wheel(context: Any) -> None:
    """Where this package runs from a wheel (--py-files of spark-submit), executors need it too, and they only read
    archives that are named .zip.
    """
    wheel = next((place for place in Path(__file__).parents if place.suffix == ".whl"), None)
    if wheel is not None:
        copy = Path(tempfile.mkdtemp()) / "pagetwin.zip"
        shutil.copy(wheel, copy)
        context.addPyFile(str(copy))
