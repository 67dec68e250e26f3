"""The redirects as configuration of nginx and Apache: text to include, each line with what it rests on. Pure."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from ..canonical.remedies import Remedy
from ..urls import identity
from . import sentences
from .language import Language
from .request_lines import NGINX_LONGEST, Sent, apache_lines, nginx_line, sent, spellings

NGINX, APACHE = "redirects.nginx.conf", "redirects.apache.conf"


@dataclass(frozen=True, slots=True)
class Entry:
    """A redirect of one request. `case`: another address differs from it by capitals alone."""

    remedy: Remedy
    source: Sent
    target: Sent
    case: bool = True

    @property
    def nginx(self) -> str:
        """Its line in the map of nginx."""
        return nginx_line(self.source.key, self.target.url, case=self.case)


def entries(redirects: Iterable[Remedy]) -> list[Entry]:
    """Each request that is to be redirected; addresses that no rule can hold are left out."""
    found = []
    for line in redirects:
        target = sent(line.target)
        found += [Entry(line, source, target) for source in spellings(line.url) if target]
    return found


def for_nginx(found: Sequence[Entry], known: Iterable[str]) -> list[Entry]:
    """The entries that nginx can tell from every other address of the site, `known` by their keys.

    nginx looks words up regardless of case and knows no port in `$host`. An address that differs from another by its
    port alone is left out, one that differs by capitals is marked.
    """
    targets: defaultdict[str, defaultdict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for entry in found:
        targets[entry.source.key.lower()][entry.source.key].add(entry.target.url)
    moved = {identity.key(entry.remedy.url) for entry in found}
    for key in known:
        other = sent(key) if targets and key not in moved else None
        if other and other.key.lower() in targets:
            targets[other.key.lower()][other.key].add("")  # it stays
    kept: dict[str, Entry] = {}
    for entry in found:
        alike = targets[entry.source.key.lower()]
        if len(alike[entry.source.key]) == 1:
            kept[entry.source.key] = replace(entry, case=len(alike) > 1)
    return [entry for entry in kept.values() if len(entry.nginx) <= NGINX_LONGEST]


def nginx(found: Sequence[Entry], left_out: int, language: Language) -> str:
    """The file for nginx: the map of requests to the pages to keep. Without entries it can be included all the same."""
    _ = language._
    longest = max((len(entry.source.key) for entry in found if not entry.case), default=0)
    lines = _comments(
        _("Redirects to the pages to keep. Two lines put them to use, one inside http, one inside server:"),
        f"    include /etc/nginx/{NGINX};",
        "    if ($pagetwin_redirect) { return 301 $pagetwin_redirect; }",
        _("Check it by nginx -t. Behind a proxy that ends TLS, write $http_x_forwarded_proto for $scheme."),
        _("nginx looks addresses up regardless of case, but for those that begin with ~."),
        "" if found else _("There is nothing to do: no address is to be redirected."),
        _left_out(left_out, language),
    )
    lines += [
        "",
        *_comments(_("If your configuration sets these two already, set them there, to no less than this.")),
        f"map_hash_bucket_size {_power(8 * (longest + 32), 512)};",
        f"map_hash_max_size {_power(2 * len(found), 2048)};",
        'geo $pagetwin_dollar { default "$"; }',
        "",
        "map $scheme://$host$request_uri $pagetwin_keeper {",
        '    default "";',
        *(f"    {line}" for line in nginx_lines(found, language)),
        "}",
        "",
        *_comments(_("What a form sends is not redirected: it would be lost.")),
        "map $request_method $pagetwin_redirect {",
        '    default "";',
        "    GET $pagetwin_keeper;",
        "    HEAD $pagetwin_keeper;",
        "}",
        "",
    ]  # fmt: skip
    return "\n".join(lines)


def apache(found: Sequence[Entry], left_out: int, language: Language) -> str:
    """The file for Apache 2.4: conditions and rules of mod_rewrite, for a host or for .htaccess."""
    _ = language._
    lines = _comments(
        _("Redirects to the pages to keep, for Apache 2.4 with mod_rewrite."),
        _("Put them before the other rules in .htaccess, or include this file in the configuration of the host:"),
        f"    Include conf/{APACHE}",
        _("Check it by apachectl configtest. Behind a proxy that ends TLS, write %%{HTTP:X-Forwarded-Proto} for "
          "%%{REQUEST_SCHEME}."),
        _("Thousands of lines belong into the configuration of the host: .htaccess is read at every request."),
        "" if found else _("There is nothing to do: no address is to be redirected."),
        _left_out(left_out, language),
    )  # fmt: skip
    if found:
        lines += ["", "RewriteEngine On", *apache_rules(found, language)]
    return "\n".join((*lines, ""))


def nginx_lines(found: Iterable[Entry], language: Language) -> Iterator[str]:
    """Entries of the map, with comments."""
    return _with_reasons(((e.remedy, (e.nginx,)) for e in found if len(e.nginx) <= NGINX_LONGEST), language)


def apache_rules(found: Iterable[Entry], language: Language) -> Iterator[str]:
    """Conditions and rules, with comments."""
    return _with_reasons(((e.remedy, apache_lines(e.source, e.target)) for e in found), language)


def _with_reasons(rules: Iterable[tuple[Remedy, Sequence[str]]], language: Language) -> Iterator[str]:
    """The lines, each run that rests on the same with a comment before it."""
    last = ""
    for remedy, lines in rules:
        said = reason(remedy, language)
        if said != last:
            yield f"# {said}"
        last = said
        yield from lines


def reason(remedy: Remedy, language: Language) -> str:
    """What a line rests on: group, cause, measure, and where its pages are listed."""
    values = {
        "n": remedy.group, "cause": sentences.cause(remedy.cause, language),
        "where": f"report/pages.html#group={remedy.group}",
    }  # fmt: skip
    if remedy.jaccard is None:
        return language._("Group %(n)s, %(cause)s; its pages: %(where)s", **values)
    jaccard = language.dec(remedy.jaccard)
    return language._("Group %(n)s, %(cause)s, Jaccard %(j)s; its pages: %(where)s", j=jaccard, **values)


def _left_out(n: int, language: Language) -> str:
    return language.n_(
        "%(n)s address is left out: it is too long, or only its port tells it from another.",
        "%(n)s addresses are left out: they are too long, or only their port tells them from others.",
        n,
    ) if n else ""  # fmt: skip


def _comments(*lines: str) -> list[str]:
    return [f"# {line}" for line in lines if line]


def _power(size: int, least: int) -> int:
    """The next power of two, of which nginx wants its sizes."""
    return max(least, 1 << (size - 1).bit_length())
