"""The Spark job in order: read, choose texts, compare, write tables, summary and report."""

from __future__ import annotations

import dataclasses
import json
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..config import CompareSettings, Settings, public, stage_key
from ..errors import PagetwinError, UsageError
from ..progress import Progress
from ..similarity.known import version
from ..similarity.spark import sql
from ..similarity.spark.engine import Compared, compare
from ..similarity.spark.sql import Frame
from ..similarity.spark.stages import Stages
from . import results
from .audit import export
from .choose import Chosen, first_choices, settled, stripped
from .read import read, source
from .report import report
from .storage import Storage, told


@dataclass(frozen=True)
class Job:
    """Where to run, what to read and where to write. `audit` is the folder of an audit, read if no input is given."""

    input: str
    output: str
    master: str = ""
    conf: Mapping[str, str] = dataclasses.field(default_factory=dict)
    audit: Path | None = None


def conf(given: Iterable[str]) -> dict[str, str]:
    """Settings of Spark from KEY=VALUE. Raises UsageError for what is none."""
    pairs = [one.partition("=") for one in given]
    for key, sign, _ in pairs:
        if not (key and sign):
            raise UsageError(f"--conf {key}: write it as KEY=VALUE, such as spark.executor.memory=2g")
    return {key.strip(): value for key, _, value in pairs}


@dataclass(frozen=True)
class Done:
    """`closing` says in a few lines what was found; `summary` is what stands in summary.json."""

    closing: str
    output: str
    summary: dict[str, Any]


def analyze(job: Job, settings: Settings, progress: Progress) -> Done:
    """Compare all pages of the input on a cluster; tables, summary.json and a report go to the output.

    Raises UsageError without pyspark or Java, or where the input is none, PagetwinError where the job fails.
    """
    if not job.output or not (job.input or job.audit):
        raise UsageError("--engine spark needs --input PATH (pages, or OUT of an audit) and --output PATH")
    session = sql.session(job.master, job.conf)
    try:
        return _analyze(session, job, settings, progress)
    except PagetwinError:
        raise
    except Exception as error:  # py4j's, known only where it is installed
        if not type(error).__module__.startswith(("py4j", "pyspark")):
            raise
        raise PagetwinError(f"the Spark job failed: {told(error)}; what its stages stored is kept") from None
    finally:
        session.stop()


def _analyze(session: Any, job: Job, settings: Settings, progress: Progress) -> Done:
    began = time.monotonic()
    output, storage = job.output.rstrip("/"), Storage(session)
    path = job.input or export(job.audit, f"{output}/texts", storage)
    files = storage.files(path)
    key = stage_key("", path, files, version(), public(settings.crawl), settings.text, settings.compare)
    stages = Stages(session, f"{output}/_stages/{key}", progress.start)
    found = source(session, path, files[0][0])
    rows = read(stages, found, settings.crawl)
    numbers = _numbered(stages, rows)
    pages = rows.join(numbers, "uid")

    def compared(within: Stages, chosen: Chosen, asked: CompareSettings) -> Compared:
        documents = pages.select("page", "main", "body").join(chosen.choices.select("page", "by_body"), "page")
        documents = stripped(documents.select("page", "by_body", "main", "body"), chosen.blocks)
        by_body = bool(chosen.choices.where("by_body").limit(1).count())
        return compare(within, documents, by_body, asked, settings.text)

    chosen = settled(stages, pages, first_choices(stages, pages, settings.text), compared, settings)
    whole = compared(stages, chosen, settings.compare)
    tables = results.Tables(rows, numbers, chosen.choices, whole, found.further)
    results.write(tables, output)
    facts = results.summary(session, tables, output, chosen.notes, settings)
    compared_at = time.monotonic()
    facts["report"] = report(session, found, tables, output, storage, settings, progress)
    facts["seconds"], facts["report_seconds"] = (round(time.monotonic() - at, 1) for at in (began, compared_at))
    storage.write(f"{output}/summary.json", json.dumps(facts, indent=2, ensure_ascii=False) + "\n")
    return Done(results.closing(facts, output), output, facts)


def _numbered(stages: Stages, rows: Frame) -> Frame:
    """uid and page (0, 1, ... in the order of keys) of the pages to compare: of several with one key, one."""
    fit = rows.where((sql.col("why") == "") & sql.col("key").isNotNull())
    rank = sql.row_number().over(sql.window_of("key", "main_hash", "body_hash", "uid"))
    once = fit.select("uid", "key", "main_hash", "body_hash").withColumn("rank", rank).where("rank = 1")
    return stages.numbered("page-numbers", lambda: once.select("uid", "key"), ["key"], "page").select("uid", "page")
