"""Collects every text of the report that is to be translated, from the modules and the templates."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from importlib.resources import files

import jinja2
from jinja2.ext import extract_from_ast

_ONE, _MANY = ("_", "m_", "N_"), ("n_", "mn_")


def collect() -> tuple[set[str], set[tuple[str, str]]]:
    """Texts, and (one, many) of texts with plural forms. A tuple of two N_() in words.py is one with plural forms."""
    ones: set[str] = set()
    plurals: set[tuple[str, str]] = set()
    for message in (*_from_templates(), *_from_modules()):
        if isinstance(message, str):
            ones.add(message)
        else:
            plurals.add(message)
    return ones - {form for pair in plurals for form in pair}, plurals


def _from_templates() -> Iterator[str | tuple[str, str]]:
    environment = jinja2.Environment(autoescape=True)
    for source in files("pagetwin.templates").iterdir():
        if source.name.endswith(".j2"):
            tree = environment.parse(source.read_text("utf-8"))
            for _, name, message in extract_from_ast(tree, (*_ONE, *_MANY)):
                texts = [message] if isinstance(message, str) else [m for m in message if m is not None]
                yield (texts[0], texts[1]) if name in _MANY else texts[0]


def _from_modules() -> Iterator[str | tuple[str, str]]:
    for source in (*files("pagetwin.reports").iterdir(), *files("pagetwin.review").iterdir()):
        if source.name.endswith(".py"):
            for node in ast.walk(ast.parse(source.read_text("utf-8"))):
                yield from _from_node(node)


def _from_node(node: ast.AST) -> Iterator[str | tuple[str, str]]:
    if isinstance(node, ast.Tuple) and len(node.elts) == 2 and all(_marked(part) for part in node.elts):
        one, many = (_marked(part) for part in node.elts)
        if "%(n)s" in one + many:
            yield one, many
    if isinstance(node, ast.Call):
        name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
        texts = [a.value for a in node.args if isinstance(a, ast.Constant) and isinstance(a.value, str)]
        if name in _ONE and texts:
            yield texts[0]
        elif name in _MANY and len(texts) == 2:
            yield texts[0], texts[1]


def _marked(node: ast.AST) -> str:
    """The text of N_("..."), empty for anything else."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "N_":
        return str(ast.literal_eval(node.args[0]))
    return ""
