"""The crawls that the audit file holds, and which of them a run goes on with."""

from __future__ import annotations

from dataclasses import dataclass

from ..config import CrawlSettings, public
from ..errors import UsageError
from ..urls import identity
from .file import Store, as_json, now


@dataclass(frozen=True, slots=True)
class Crawl:
    """A crawl as the audit file knows it; `finished` and `audited` are empty until they are."""

    id: int
    source: str
    site: str
    finished: str
    audited: str


def latest(store: Store) -> Crawl | None:
    """The newest crawl in the file."""
    row = store.connection.execute(
        "SELECT id, source, site, coalesce(finished, ''), coalesce(audited, '') FROM crawls ORDER BY id DESC LIMIT 1"
    ).fetchone()
    return Crawl(*row) if row else None


def begin(store: Store, source: str, settings: CrawlSettings, site: str = "") -> Crawl:
    """The crawl to go on with: the newest one of this source when it was not brought to its end, else a new one.

    `site` is an address of the site where the source, a file, does not name it. Raises UsageError when the file holds
    another site's audit.
    """
    source = source if site else identity.without_credentials(source)
    last = latest(store)
    if last is not None and not _same_site(last.site or last.source, site or source):
        raise UsageError(f"{store.folder} holds an audit of {last.source}, not of {source}; choose another with -o")
    if last is not None and last.source == source and not last.audited:
        with store.writing() as db:  # until the source was read to its end: other patterns may hold now
            db.execute(
                "DELETE FROM frontier WHERE crawl = ?1 AND state = 'skipped'"
                " AND (SELECT declared IS NULL FROM crawls WHERE id = ?1)",
                (last.id,),
            )
            if not last.finished:  # it goes on with the settings of now; a robots.txt that was ignored stays ignored
                db.execute(
                    "UPDATE crawls SET settings = CASE json_extract(settings, '$.obey_robots') WHEN 0"
                    " THEN json_set(?2, '$.obey_robots', json('false')) ELSE ?2 END WHERE id = ?1",
                    (last.id, as_json(public(settings))),
                )
        return last
    with store.writing() as db:
        db.execute(
            "INSERT INTO crawls (source, site, started, settings, previous)"
            " SELECT ?, ?, ?, ?, max(id) FROM crawls WHERE finished IS NOT NULL",
            (source, identity.origin(site), now(), as_json(public(settings))),
        )
    crawl = latest(store)
    assert crawl is not None
    return crawl


def _same_site(stored: str, given: str) -> bool:
    hosts = [identity.host(s if "//" in s else f"https://{s}").removeprefix("www.") for s in (stored, given)]
    return hosts[0] == hosts[1]
