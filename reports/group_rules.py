"""Lines ready to paste on the page of a group: redirects, the canonical element, Clean-param."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple
from urllib.parse import parse_qsl, urlsplit

from markupsafe import escape

from ..canonical import remedies
from ..canonical.advice import Advice
from ..canonical.cause import Cause
from ..canonical.remedies import Remedy
from ..urls import cleanparam, identity
from ..urls.cleanparam import Rule
from . import redirect_files, tables_addresses
from .data_groups import Member
from .language import Language
from .redirect_files import APACHE, NGINX
from .request_lines import LONGEST

_MOST = 50  # addresses in a block; the files have all


class Block(NamedTuple):
    """Lines to copy, what they are, and where they go. `decide`: only if the owner folds these pages in."""

    title: str
    about: str
    text: str
    decide: bool = False


def blocks(
    connection: sqlite3.Connection, group: int, members: Sequence[Member], causes: Sequence[Cause],
    steps: Sequence[Advice], language: Language,
) -> list[Block]:  # fmt: skip
    """What there is to paste for the members, the keeper first, with the cause and the step of each."""
    keeper = members[0]
    lines = remedies.remedies([
        remedies.Member(group, m.url, keeper.url, why, step, m.indexability, m.jaccard if m.text else None)
        for m, why, step in zip(members, causes, steps, strict=True)
    ], tables_addresses.main_of(connection))  # fmt: skip
    lines = [line for line in lines if max(len(line.url), len(line.target)) <= LONGEST]
    found = list(_redirects([line for line in lines if line.step == "redirect"], False, language))
    found += _canonicals([line for line in lines if line.step == "canonical"], False, language)
    found += _clean_param(connection, keeper, members[1:], language)
    undecided = [line for line in lines if line.step == "decide"]
    found += _redirects(undecided, True, language)
    found += _canonicals([line for line in undecided if line.cause != "translation missing"], True, language)
    return found


def _redirects(lines: Sequence[Remedy], decide: bool, language: Language) -> Iterator[Block]:
    entries = redirect_files.entries(lines[:_MOST])
    if not entries:
        return
    # Without a look at all other addresses, each line has to tell capitals apart.
    told_apart = redirect_files.for_nginx(entries, [identity.key(line.target) for line in lines[:_MOST]])
    exact = [replace(entry, case=True) for entry in told_apart]
    _ = language._
    for title, about, text in (
        ("nginx", _("For the map in %(file)s, which says how to include it.", file=f"rules/{NGINX}"),
         redirect_files.nginx_lines(exact, language)),
        ("Apache", _("For .htaccess or the configuration of the host, below RewriteEngine On; all stand in %(file)s.",
                     file=f"rules/{APACHE}"), redirect_files.apache_rules(entries, language)),
    ):  # fmt: skip
        if said := "\n".join(text):
            yield Block(title, about, said, decide)


def _canonicals(lines: Sequence[Remedy], decide: bool, language: Language) -> Iterator[Block]:
    """One block for each page that is named: most often the keeper alone."""
    for target in list(dict.fromkeys(line.target for line in lines))[:_MOST]:
        pages = [line.url for line in lines if line.target == target]
        shown = pages[:_MOST]
        if len(pages) > _MOST:
            shown.append(language.n_("%(n)s more page", "%(n)s more pages", len(pages) - _MOST))
        about = language._("Into the head of: %(pages)s", pages=", ".join(shown))
        yield Block("rel=canonical", about, f'<link rel="canonical" href="{escape(target)}">', decide)


def _clean_param(
    connection: sqlite3.Connection, keeper: Member, members: Sequence[Member], language: Language
) -> Iterator[Block]:
    """The lines proved by the whole site that are about a parameter in which a member differs from the keeper."""
    row = connection.execute("SELECT value FROM results WHERE name = 'clean_param'").fetchone()
    for origin, path, names in json.loads(row[0]) if row else ():
        rule = Rule(tuple(names), path)
        if any(_is_about(origin, rule, member.url, keeper.url) for member in members):
            values = cleanparam.build(names, "" if path == "/" else path)
            about = language._("For Yandex, into %(file)s", file=f"{origin}/robots.txt")
            yield Block("Clean-param", about, "\n".join(f"{cleanparam.FIELD}: {value}" for value in values))


def _is_about(origin: str, rule: Rule, url: str, keeper: str) -> bool:
    parts = urlsplit(url)
    differing = set(parse_qsl(parts.query, True)) ^ set(parse_qsl(urlsplit(keeper).query, True))
    names = {name for name, _ in differing}
    return identity.origin(url) == origin and cleanparam.covers(rule, parts.path) and not names.isdisjoint(rule.names)
