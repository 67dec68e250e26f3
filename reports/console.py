"""The closing lines on the terminal: what was seen, what was found, where to look first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from ..model import UNANSWERED
from . import words
from .console_words import WORDS, plural
from .language import Code, Language
from .summary import Group

_REASONS = 5  # of what was left out; the rest is summed up
_RULES = 4
_PATTERNS = 3


def closing(
    summary: dict[str, Any], out: Path, top: Sequence[Group], language: Code = "en", *, colour: bool = False
) -> str:
    """About twelve lines on a run. `summary` is that of summary.build, `out` the folder of the audit.

    `top` are the groups to look at first, as summary.largest gives them. A site that was not seen well enough is
    called so before anything else. `colour` adds terminal colours; the words say all without them.
    """
    say = _Speaker(language)
    lines = [] if summary["complete"] else _unseen(say, summary["pages"], colour)
    lines += _sites(say, summary.get("sites", ()))
    lines += _seen(say, summary["pages"])
    lines += _traps(say, summary.get("discovery", {}).get("traps", {}))
    lines += _unread(say, summary["sources"])
    lines += _unused(say, summary.get("selectors", {}))
    lines += [] if summary["robots_obeyed"] else [say.line("robots")]
    lines += _again(say, summary.get("again", {}))
    lines += [_groups(say, summary["clusters"], summary["complete"])]
    lines += _pairs(say, summary)
    lines += [_recall(say, summary["similarity"]["recall"])]
    lines += _findings(say, summary["findings"])
    lines += _look(say, top, colour)
    return "\n".join([*lines, *_onward(say, summary, out)])


class _Speaker:
    """The lines of one language, with the numbers, names and kinds as the report writes them."""

    def __init__(self, code: Code) -> None:
        self.language = Language(code)
        self._words = WORDS[code]

    def line(self, key: str, **values: object) -> str:
        """A text with its fields filled in; whole numbers get their thousands apart."""
        shown = {k: self.language.num(v) if isinstance(v, int) else v for k, v in values.items()}
        return str(self._words[key]).format(**shown)

    def counted(self, word: str, n: int) -> str:
        """`5 pages`."""
        return f"{self.language.num(n)} {self._words[word][plural(self.language.code, n)]}"

    def listed(self, items: Iterable[tuple[str, int]], limit: int) -> str:
        """`redirects: 96, no answer in time: 3, 7 more`: the first names with numbers, the sum of the rest."""
        items = list(items)
        parts = [self.line("item", name=name, n=n) for name, n in items[:limit]]
        rest = sum(n for _, n in items[limit:])
        return ", ".join([*parts, self.line("more", n=rest)] if rest else parts)


def _unseen(say: _Speaker, pages: dict[str, Any], colour: bool) -> list[str]:
    silent = sum(n for reason, n in pages["skipped"].items() if reason in UNANSWERED) + pages.get("waiting", 0)
    addresses = say.counted("address", pages["declared"])
    why = say.line("unseen_why", addresses=addresses, analysed=pages["analysed"], unanswered=silent)
    return [_painted(say.line("unseen"), "1;31", colour), why]


def _sites(say: _Speaker, sites: Sequence[dict[str, Any]]) -> list[str]:
    """The sites of an audit of several, and those of which too little was seen."""
    unseen = [_printable(each["site"]) for each in sites if not each["complete"]]
    lines = [say.line("sites", items=", ".join(_printable(each["site"]) for each in sites))] if sites else []
    return lines + ([say.line("sites_unseen", items=", ".join(unseen))] if unseen else [])


def _seen(say: _Speaker, pages: dict[str, Any]) -> list[str]:
    addresses = say.counted("address", pages["declared"])
    line = say.line("seen", addresses=addresses, fetched=pages["fetched"], analysed=pages["analysed"])
    if pages.get("waiting"):
        line += say.line("waiting", n=pages["waiting"])
    reasons = [(words.left_out(reason, say.language)[0], n) for reason, n in pages["skipped"].items()]
    return [line, say.line("left_out", items=say.listed(reasons, _REASONS))] if reasons else [line]


def _traps(say: _Speaker, traps: dict[str, int]) -> list[str]:
    named = [(_printable(pattern), n) for pattern, n in traps.items() if pattern != "*"]
    rest = [("*", traps["*"])] if "*" in traps else []
    return [say.line("traps", items=say.listed(named + rest, _PATTERNS))] if traps else []


def _unread(say: _Speaker, sources: dict[str, int]) -> list[str]:
    failed, total = sources["failed"], sources["failed"] + sources["read"]
    return [say.line("unread", failed=failed, sitemaps=say.counted("sitemap", total))] if failed else []


def _unused(say: _Speaker, selectors: dict[str, dict[str, int]]) -> list[str]:
    nothing = [(css, found["pages"]) for css, found in selectors.items() if not found["matched"]]
    return [say.line("unused", css=_printable(css), pages=say.counted("page_of", n)) for css, n in nothing]


def _again(say: _Speaker, fates: dict[str, int]) -> list[str]:
    """What has become of the pages of the crawl before."""
    if not fates:
        return []
    items = [(say.line(fate), n) for fate, n in fates.items() if n]
    return [say.line("again", items=say.listed(items, len(items)) or say.line("again_none"))]


def _groups(say: _Speaker, clusters: dict[str, int], complete: bool) -> str:
    kinds = {kind: clusters[kind] for kind in words.KINDS if clusters[kind]}
    if kinds:
        named = [(words.name(words.KINDS, kind, say.language), n) for kind, n in kinds.items()]
        line = say.line(
            "groups",
            groups=say.counted("group", sum(kinds.values())),
            pages=say.counted("page", clusters["pages_in_clusters"]),
            kinds=say.listed(named, len(named)),
        )
    else:
        line = say.line("no_groups" if complete else "no_groups_unseen")
    if clusters["resolved"]:
        return line + say.line("resolved", n=clusters["resolved"])
    return line if kinds or not complete else line + say.line("no_repeat")


def _pairs(say: _Speaker, summary: dict[str, Any]) -> list[str]:
    used = summary["similarity"]
    if used["jaccard"] is None:  # nothing was compared yet
        return []
    line = say.line(
        "pairs",
        pairs=say.counted("pair", summary["pairs"]),
        jaccard=say.language.dec(used["jaccard"]),
        containment=say.language.dec(used["containment"]),
        shingle=say.counted("word", used["shingle"]),
    )
    return [line if summary["pairs_complete"] else line + say.line("pairs_cut")]


def _recall(say: _Speaker, recall: dict[str, dict[str, Any]]) -> str:
    if not recall:
        return say.line("recall_none")
    if all(measure["method"] == "exact" for measure in recall.values()):
        line = say.line("recall_exact")
    else:
        line = say.line("recall_sample", parts=", ".join(_measure(say, *item) for item in recall.items()))
    alone = {name: measure["lsh_alone"] for name, measure in recall.items() if measure.get("lsh_alone") is not None}
    if not alone:
        return line
    parts = (
        say.line("lsh_part", share=say.language.pct(share, 1), name=say.line(name)) for name, share in alone.items()
    )
    return line + say.line("lsh", parts=", ".join(parts))


def _measure(say: _Speaker, name: str, measure: dict[str, Any]) -> str:
    if measure["method"] == "exact":
        return say.line("recall_part_exact", name=say.line(name))
    shares = {key: say.language.pct(measure[key], 1) for key in ("value", "low", "high")}
    return say.line("recall_part", name=say.line(name), **shares)


def _findings(say: _Speaker, findings: dict[str, int]) -> list[str]:
    if not findings:
        return []
    most = sorted(findings.items(), key=lambda item: (-item[1], item[0]))
    return [
        say.line("findings", findings=say.counted("finding", sum(findings.values())), rules=say.listed(most, _RULES))
    ]


def _look(say: _Speaker, top: Sequence[Group], colour: bool) -> list[str]:
    if not top:
        return []
    heads = [
        say.line("member", pages=say.counted("page", size), kind=words.name(words.KINDS, kind, say.language),
                 lowest=say.language.dec(lowest))
        for _, size, kind, lowest in top
    ]  # fmt: skip
    width = max(map(len, heads))
    urls = (_printable(url) for url, *_ in top)
    return [
        _painted(say.line("look"), "1", colour),
        *(f"{head:<{width}}  {url}" for head, url in zip(heads, urls, strict=True)),
    ]


def _onward(say: _Speaker, summary: dict[str, Any], out: Path) -> list[str]:
    lines = [say.line("report", path=out / "report" / "index.html"), say.line("tables", path=out / "csv")]
    lines.append(say.line("rules", path=out / "rules"))
    if not summary["complete"]:
        return [*lines, say.line("next_unseen", path=out / "csv" / "pages.csv")]
    other = 0.6 if (summary["similarity"]["jaccard"] or 0.0) < 0.6 else 0.5
    folder = f'"{out}"' if " " in str(out) else out
    return [*lines, say.line("next", command=f"pagetwin analyze {folder} --jaccard {other}")]


def _printable(url: str) -> str:
    """An address from somebody's sitemap may hold control characters; the terminal would obey them."""
    return "".join(c if c.isprintable() else "?" for c in url)


def _painted(text: str, code: str, colour: bool) -> str:
    return f"\x1b[{code}m{text}\x1b[0m" if colour else text
