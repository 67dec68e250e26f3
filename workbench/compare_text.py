"""The comparison of two texts for a terminal: coloured there, plain where the output is no terminal."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator

from rich.console import Console
from rich.table import Table
from rich.text import Text

from ..reports import sides
from ..reports.language import N_, Code, Language
from ..reports.show import shorten
from ..reports.sides import Piece, Side
from .comparing import DISCLAIMER, Compared
from .output import shown
from .sources import Source

_KINDS = {"main": N_("main text"), "body": N_("body text")}
_ROWS = 200  # of the two columns; the page that --html writes has more
_PASSAGE = 200  # characters of a passage in the list
_OWN = 1_000  # characters of a passage that one text alone has


def render(found: Compared, code: Code, width: int, colours: bool) -> str:
    """Numbers, longest shared passages, and both texts side by side in `width` places."""
    language = Language(code)
    file = io.StringIO()
    console = Console(
        file=file, width=width, force_terminal=colours, no_color=not colours, highlight=False, legacy_windows=False,
        color_system="standard" if colours else None,
    )  # fmt: skip
    for line in _numbers(found, language):
        console.print(Text(shown(line)), soft_wrap=True)
    if found.passages:
        console.print()
        console.print(Text(language._("Longest shared passages"), style="bold"))
    for passage in found.passages:
        size = language.n_("%(n)s word", "%(n)s words", passage.words)
        note = f", {language._('in another order')}" if passage.moved else ""
        console.print(Text(f"  {size}{note}: {shown(shorten(passage.text, _PASSAGE))}"))
    console.print()
    console.print(Text(language._("Side by side: [[ ]] stands around what is in one text only"), style="bold"))
    console.print(_columns(found, language))
    return "\n".join(line.rstrip() for line in file.getvalue().split("\n"))


def _numbers(found: Compared, language: Language) -> Iterator[str]:
    score, _ = found.score, language._
    for name, source, words in (("A", found.a, found.words[0]), ("B", found.b, found.words[1])):
        yield f"{name}: {_name(source, language)}, {language.n_('%(n)s word', '%(n)s words', words)}"
    yield _(
        "Shingles of %(k)s words: %(a)s in A, %(b)s in B, %(shared)s in both", k=found.k,
        a=language.num(score.size_a), b=language.num(score.size_b), shared=language.num(score.shared),
    )  # fmt: skip
    yield _(
        "Jaccard %(j)s; of A %(a)s stand in B, of B %(b)s in A",
        j=language.dec(score.jaccard), a=language.pct(score.a_in_b), b=language.pct(score.b_in_a),
    )  # fmt: skip
    yield _(DISCLAIMER)


def _name(source: Source, language: Language) -> str:
    return f"{source.name} ({language._(_KINDS[source.kind])})" if source.kind else source.name


def _columns(found: Compared, language: Language) -> Table:
    table = Table(box=None, padding=(0, 1), expand=True, show_header=True, header_style="bold")
    table.add_column("", no_wrap=True, width=4)
    table.add_column("A", ratio=1)
    table.add_column("B", ratio=1)
    rows = list(sides.rows(found.side))
    for row in rows[:_ROWS]:
        style = "green" if row.number else ""
        mark = Text(f"={row.number}" if row.number else "", style=style)
        table.add_row(mark, _text(row.a, style, language), _text(row.b, style, language))
    if len(rows) > _ROWS:
        table.add_row("", language._("The rest is not shown."), "")
    return table


def _text(side: Side, style: str, language: Language) -> Text:
    text = Text(style=style)
    _pieces(text, side.head, language)
    if side.middle:
        text.append(f" … {language.n_('%(n)s more word the same', '%(n)s more words the same', side.folded)} … ", "dim")
        _pieces(text, side.tail, language)
    text.rstrip()
    return text


def _pieces(text: Text, pieces: Iterable[Piece], language: Language) -> None:
    for piece in pieces:
        if piece.kind == "dot":
            text.append(" · ")
        elif piece.kind == "text":
            text.append(shown(piece.text))
        else:
            own = shown(piece.text)
            if len(own) > _OWN:
                own = f"{own[:_OWN]}… ({language.n_('%(n)s word', '%(n)s words', piece.words)})"
            text.append(f"[[{own}]]", "bold red")
