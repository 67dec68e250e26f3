"""The crawls that the audit file holds, and which of them a run goes on with."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import ada_url

from ..config import CrawlSettings, public
from ..errors import UsageError
from ..urls import identity
from .file import Store, as_json, now


@dataclass(frozen=True, slots=True)
class Crawl:
    """A crawl as the audit file knows it; `finished` and `audited` are empty until they are.

    `sites` are (source, site) of several sources; of a single one it is empty.
    """

    id: int
    source: str
    site: str
    finished: str
    audited: str
    sites: tuple[tuple[str, str], ...] = ()


def latest(store: Store) -> Crawl | None:
    """The newest crawl in the file."""
    row = store.connection.execute(
        "SELECT id, source, site, coalesce(finished, ''), coalesce(audited, ''), sites"
        " FROM crawls ORDER BY id DESC LIMIT 1"
    ).fetchone()
    if row is None:
        return None
    number, source, site, finished, audited, sites = row
    return Crawl(number, source, site, finished, audited, tuple((s, of) for s, of in json.loads(sites)))


def begin(store: Store, source: str, settings: CrawlSettings, site: str = "") -> Crawl:
    """The crawl to go on with: the newest one of this source when it was not brought to its end, else a new one.

    `site` is an address of the site where the source, a file, does not name it. Raises UsageError when the file holds
    another site's audit.
    """
    return begin_all(store, [(source, site)], settings)


def begin_all(store: Store, given: Sequence[tuple[str, str]], settings: CrawlSettings) -> Crawl:
    """The same of several sources, each with the address of its site; in another order they are the same audit."""
    given = list(dict.fromkeys((s if site else identity.without_credentials(s), site) for s, site in given))
    source, (_, site) = ", ".join(sorted(s for s, _ in given)), given[0]
    several = given if len(given) > 1 else []
    last = latest(store)
    if last is not None and not _are_same(last, given):
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
            "INSERT INTO crawls (source, site, sites, started, settings, previous)"
            " SELECT ?, ?, ?, ?, ?, max(id) FROM crawls WHERE finished IS NOT NULL",
            (source, identity.origin(site), as_json(several), now(), as_json(public(settings))),
        )
    crawl = latest(store)
    assert crawl is not None
    return crawl


def _are_same(last: Crawl, given: Sequence[tuple[str, str]]) -> bool:
    """Whether they are about the same sites. Several are told by host and port, as two ports may be two sites."""
    if len(given) == 1 and not last.sites:
        (source, site), *_ = given
        return _same_site(last.site or last.source, site or source)
    return _places(last.sites or [(last.source, last.site)]) == _places(given)


def _places(given: Iterable[tuple[str, str]]) -> set[tuple[str, str]]:
    found = [site or source for source, site in given]
    urls = [f if "//" in f else f"https://{f}" for f in found]
    return {(identity.host(url).removeprefix("www."), str(ada_url.URL(url).port)) for url in urls}


def _same_site(stored: str, given: str) -> bool:
    hosts = [identity.host(s if "//" in s else f"https://{s}").removeprefix("www.") for s in (stored, given)]
    return hosts[0] == hosts[1]
