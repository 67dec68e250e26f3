"""The catalogues of translations: gathered from code and templates by Babel, compiled for gettext, and checked.

    python scripts/catalogues.py update     put new texts into each .po, take out those that are gone
    python scripts/catalogues.py compile    make each .mo from its .po
    python scripts/catalogues.py check      say what is missing, wrong or not compiled; exit code 1 if anything is

Babel serves development alone; the report reads the .mo files by gettext of the standard library.
"""

from __future__ import annotations

import ast
import io
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import read_mo, write_mo
from babel.messages.pofile import read_po, write_po
from pagetwin.audits import Rule

ROOT = Path(__file__).resolve().parents[1]
LOCALE = ROOT / "templates" / "locale"
KEYWORDS: dict[str, Any] = {"_": None, "m_": None, "N_": None, "n_": (1, 2), "mn_": (1, 2)}
_FIELD = re.compile(r"%\(\w+\)s|\{\w+\}|%%|</?\w+>")


def gather() -> Catalog:
    """Every text of the package that is to be translated, with the files where it stands."""
    names = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["setuptools"]["packages"]
    template = Catalog()
    for name in sorted(names):
        folder = ROOT.joinpath(*name.split(".")[1:])
        found = extract_from_dir(
            folder, [("*.py", from_module), ("*.j2", "jinja2")], {"*.j2": {"silent": "false"}}, KEYWORDS,
            directory_filter=lambda _: False,
        )  # fmt: skip
        for file, line, message, _, _ in found:
            template.add(message, locations=[((folder / file).relative_to(ROOT).as_posix(), line)])
    return template


def from_module(file: IO[bytes], *_: object, **__: object) -> Iterator[tuple[int, str, Any, list[str]]]:
    """An extractor for Babel. Its own one reads tokens: it misses calls inside f-strings before Python 3.12, and that
    two N_() side by side in a table are the two forms of one text.
    """
    tree = ast.parse(file.read())
    in_pairs = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and any(_is_rule(each) for each in node.decorator_list):
            yield from ((node.lineno, "N_", part, []) for part in _help(ast.get_docstring(node) or ""))
        if isinstance(node, ast.Tuple) and len(node.elts) == 2:
            one, many = map(_marked, node.elts)
            if one and many and "%(n)s" in one + many:
                in_pairs.update(map(id, node.elts))
                yield node.lineno, "n_", (one, many), []
        if isinstance(node, ast.Call) and id(node) not in in_pairs:
            name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
            texts = tuple(a.value for a in node.args if isinstance(a, ast.Constant) and isinstance(a.value, str))
            if name in KEYWORDS and texts:
                yield node.lineno, name, texts[:2] if KEYWORDS[name] else texts[0], []


def _is_rule(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "rule"


def _help(docstring: str) -> list[str]:
    """What is said of a rule, from the docstring that is its help (audits/rule.py); its source is an address."""
    parts = Rule("", (), lambda _: (), docstring).parts
    return [text for name, text in parts.items() if text and name != "Source"]


def _marked(node: ast.expr) -> str:
    """The text of N_("..."), empty for anything else."""
    is_mark = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "N_"
    return str(ast.literal_eval(node.args[0])) if is_mark else ""


def update(path: Path, template: Catalog) -> None:
    """Bring a .po up to date. No translation is guessed from a similar text; dates stay, so that only texts change."""
    catalogue = _read(path)
    dates = catalogue.creation_date, catalogue.revision_date
    catalogue.update(template, no_fuzzy_matching=True, update_creation_date=False)
    catalogue.creation_date, catalogue.revision_date = dates
    catalogue.obsolete.clear()
    with path.open("wb") as file:
        write_po(file, catalogue, width=110, sort_output=True, include_lineno=False, ignore_obsolete=True)


def compiled(path: Path) -> bytes:
    """The .mo that belongs to a .po."""
    file = io.BytesIO()
    write_mo(file, _read(path))
    return file.getvalue()


def faults(path: Path, template: Catalog) -> Iterator[str]:
    """What is wrong with a .po or with the .mo beside it, a line for each."""
    catalogue = _read(path)
    for message in template:
        if message.id and catalogue.get(_key(message)) is None:
            yield f"not in the catalogue: {_key(message)!r}; run scripts/catalogues.py update"
    for message in catalogue:
        if message.id:
            yield from (f"{fault}: {_key(message)!r}" for fault in _faults(message, template, catalogue.num_plurals))
    yield from (f"obsolete: {key!r}; take it out" for key in catalogue.obsolete)
    if catalogue.plural_forms != Catalog(locale=catalogue.locale).plural_forms:
        yield "Plural-Forms of the head is not that of the Unicode CLDR"
    mo = path.with_suffix(".mo")
    if not mo.exists() or _texts(mo.read_bytes()) != _texts(compiled(path)):
        yield f"{mo.name} is not what {path.name} gives; run scripts/catalogues.py compile"


def _faults(message: Message, template: Catalog, forms: int) -> Iterator[str]:
    own, said = (part if isinstance(part, tuple) else (part,) for part in (message.id, message.string))
    if _key(message) not in template:
        yield "in no file"
    if message.fuzzy:
        yield "fuzzy"
    if len(said) != (forms if message.pluralizable else 1) or not all(said):
        yield "not translated"
    elif any(_fields(text) != _fields(own[-1]) for text in (*own, *said)):
        yield "other fields or tags than in English"


def _texts(mo: bytes) -> list[tuple[object, object]]:
    """All but the head, which holds the version of Babel."""
    return [(message.id, message.string) for message in read_mo(io.BytesIO(mo)) if message.id]


def _fields(text: str) -> list[str]:
    return sorted(_FIELD.findall(text))


def _key(message: Message) -> str:
    return message.id[0] if isinstance(message.id, tuple) else message.id


def _read(path: Path) -> Catalog:
    with path.open("rb") as file:
        return read_po(file, locale=path.parts[-3], domain=path.stem)


def main(arguments: list[str]) -> int:
    """Run one of the three; exit code 2 for anything else."""
    if arguments not in (["update"], ["compile"], ["check"]):
        print(__doc__, file=sys.stderr)
        return 2
    template, wrong = gather(), 0
    for path in sorted(LOCALE.glob("*/LC_MESSAGES/*.po")):
        if arguments == ["update"]:
            update(path, template)
        elif arguments == ["compile"]:
            path.with_suffix(".mo").write_bytes(compiled(path))
        else:
            for fault in faults(path, template):
                print(f"{path}: {fault}")
                wrong = 1
    return wrong


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
