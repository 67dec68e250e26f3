"""Clean-param lines proposed from an audit, and the table of its parameters."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from ..reports.cells import Cell
from ..reports.language import N_, Code, Language
from ..urls import cleanparam, parameters
from ..urls.cleanparam import FIELD
from .cleanparam_words import GOOGLE, graded
from .evidence import Pair, Parameter, Proposal, is_guarded, proposals
from .output import Format, table

COLUMNS = (
    "name", "addresses", "values", "text", "class", "pairs", "code", "advice", "address_a", "address_b", "source",
)  # fmt: skip
PROPOSED = ("name", "code", "host", "path", "address_a", "address_b")
_HEADS = (N_("name"), N_("addresses"), N_("values"), N_("text"), N_("pairs"), N_("class"), N_("what to do"))
CLASSES: dict[parameters.Class, str] = {
    "tracking": N_("campaign tag"), "session": N_("session"), "referral": N_("referral"), "sort": N_("sorting"),
    "filter": N_("filter"), "page": N_("page of a list"), "view": N_("view of a list"), "print": N_("print version"),
    "language": N_("language"), "region": N_("region"), "unknown": N_("unknown"),
}  # fmt: skip
VERDICTS = {
    "same": N_("never changed"), "nearly": N_("changed a little"), "changes": N_("changed"), "unknown": N_("not known"),
}  # fmt: skip
ADVICE = {
    "clean-param": N_("For Yandex, put it into Clean-param; for Google, let the page name itself as canonical."),
    "dropped": N_("Yandex may leave it out by itself; let the page name itself as canonical."),
    "keep": N_("Not for Clean-param: it changes the text."),
    "look": N_("Look at the pair: it changes little. If that does not matter, put it into Clean-param."),
    "list": N_(
        "Not for Clean-param by this alone: by its name it chooses what is shown, though the text was the same here."
    ),
    "ask": N_("Nothing to compare: the crawl has no two addresses that differ in it alone."),
}


def advice(parameter: Parameter) -> str:
    """The code of what to do about a parameter."""
    if parameter.verdict == "unknown":
        return "ask"
    if parameter.verdict == "changes":
        return "keep"
    if is_guarded(parameter):
        return "list"
    if parameter.verdict == "nearly":
        return "look"
    return "dropped" if parameters.dropped_by_yandex(parameter.name) else "clean-param"


def parameters_table(found: Sequence[Parameter], kind: Format, code: Code) -> str:
    """Every parameter of a site: how often, how many values, whether it changes the text, its class, what to do."""
    language = Language(code)
    rows = [_row(parameter, language) for parameter in found]
    if kind != "text":
        return table(COLUMNS, rows, kind)
    if not rows:
        return language._("No address of the audit has a parameter.") + "\n"
    shown = [
        (
            p.name,
            p.addresses,
            len(p.values),
            language._(VERDICTS[p.verdict]),
            row[5],
            language._(CLASSES[p.kind]),
            row[7],
        )
        for p, row in zip(found, rows, strict=True)
    ]
    return table(tuple(map(language._, _HEADS)), shown, kind)


def _row(parameter: Parameter, language: Language) -> tuple[Cell, ...]:
    code = advice(parameter)
    pair = _telling(parameter)
    known = parameters.known(parameter.name)
    pairs = len(parameter.same) + len(parameter.nearly) + len(parameter.changed)
    return (
        parameter.name, parameter.addresses, len(parameter.values), parameter.verdict, parameter.kind, pairs, code,
        language._(ADVICE[code]), pair.a if pair else None, pair.b if pair else None, known.source if known else None,
    )  # fmt: skip


def _telling(parameter: Parameter) -> Pair | None:
    """The pair that shows most: one with different texts, else a nearly equal one, else an equal one."""
    return next(iter((*parameter.changed, *parameter.nearly, *parameter.same)), None)


def proposed(found: Sequence[Parameter], kind: Format, code: Code) -> str:
    """Lines for robots.txt with the pairs that prove them as comments, and what is not to be listed, and why."""
    lines = proposals(found)
    rest = [parameter for parameter in found if advice(parameter) not in ("clean-param", "dropped")]
    if kind == "json":
        return json.dumps(
            {"lines": [_record(line) for line in lines], "not_listed": [_refusal(each) for each in rest]},
            ensure_ascii=False, indent=1,
        ) + "\n"  # fmt: skip
    if kind == "csv":
        return table(PROPOSED, _records(lines, rest), kind)
    language = Language(code)
    return "\n".join((*_as_robots(lines, language), *_not_listed(rest, language), ""))


def _records(lines: Sequence[Proposal], rest: Sequence[Parameter]) -> Iterator[tuple[Cell, ...]]:
    """A row for each name, proposed or not."""
    for line in lines:
        for name, pair in zip(line.names, line.proofs, strict=True):
            yield name, "clean-param", line.origin, line.path, pair.a, pair.b
    for parameter in rest:
        pair_ = _telling(parameter)
        yield parameter.name, advice(parameter), None, None, pair_.a if pair_ else None, pair_.b if pair_ else None


def _values(line: Proposal) -> list[str]:
    return [f"{FIELD}: {value}" for value in cleanparam.build(line.names, "" if line.path == "/" else line.path)]


def _as_robots(lines: Sequence[Proposal], language: Language) -> Iterator[str]:
    if not lines:
        yield f"# {language._('No parameter of the audit is proved to change nothing.')}"
    for line in lines:
        yield f"# {line.origin}/robots.txt"
        said = language.n_(
            "%(n)s pair of addresses has the same text with and without, or with other values of: %(names)s",
            "%(n)s pairs of addresses have the same text with and without, or with other values of: %(names)s",
            line.pairs, names=", ".join(line.names),
        )  # fmt: skip
        yield f"# {said}"
        for pair in dict.fromkeys(line.proofs):
            yield f"#   {pair.a}"
            yield f"#   = {pair.b}"
        for issue in cleanparam.hints(line.names):
            yield f"# {graded(issue, language)}"
        yield from _values(line)
        yield ""
    yield f"# {language._(GOOGLE)}"


def _not_listed(rest: Sequence[Parameter], language: Language) -> Iterator[str]:
    if rest:
        yield ""
        yield f"# {language._('Not to be listed, or not by this audit alone:')}"
    for parameter in rest:
        yield f"# {parameter.name}: {language._(ADVICE[advice(parameter)])}"
        if pair := _telling(parameter):
            yield f"#   {pair.a}"
            yield f"#   {'=' if pair.same else '~' if pair.same is None else '!'} {pair.b}"


def _record(line: Proposal) -> dict[str, Any]:
    proofs = [{"names": sorted(pair.names), "a": pair.a, "b": pair.b} for pair in dict.fromkeys(line.proofs)]
    return {
        "host": line.origin, "path": line.path, "names": line.names, "lines": _values(line), "pairs": line.pairs,
        "proofs": proofs,
    }  # fmt: skip


def _refusal(parameter: Parameter) -> dict[str, Any]:
    pair = _telling(parameter)
    return {
        "name": parameter.name, "code": advice(parameter), "text": parameter.verdict,
        "a": pair and pair.a, "b": pair and pair.b,
    }  # fmt: skip
