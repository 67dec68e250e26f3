"""`pagetwin tools`: the workbench as one page that works from disk, without a network and without storing anything."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path

import jinja2
from markupsafe import Markup

from ..reports.atomic import replacing
from ..reports.language import NAMES, Code, Language
from .tools_rules import rules
from .tools_words import texts

_WORKER = ("static/text.js", "tools/worker.js")
_PAGE = (
    "address.js", "twins.js", "cleanparam.js", "speech.js", "variants.js", "parameters.js", "window.js", "texts.js",
    "page.js",
)  # fmt: skip

Nav = Sequence[tuple[str, str]]  # (address, name) of the pages of a report, in its language


def write(path: Path, code: Code, nav: Nav = ()) -> None:
    """Write the page, whole or not at all. Raises UsageError naming a file that cannot be written."""
    with replacing(path, "utf-8") as file:
        file.write(page(code, nav))


def page(code: Code, nav: Nav = ()) -> str:
    """The page as HTML. It holds both languages and begins in `code`; `nav` makes it a page of a report."""
    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("pagetwin", "templates"), autoescape=True, undefined=jinja2.StrictUndefined
    )
    spoken = {each: texts(Language(each)) for each in NAMES}
    style = _text("static/style.css") + _text("tools/tools.css")
    theme, script = _text("static/theme.js"), "\n".join(_text(f"tools/{name}") for name in _PAGE)
    return environment.get_template("tools.html.j2").render(
        code=code, t=spoken[code], other=next(each for each in NAMES if each != code), names=NAMES, nav=nav,
        style=Markup(style), theme=Markup(theme), script=Markup(script),  # noqa: S704 our own files
        hashes={"style": _hash(style), "theme": _hash(theme), "script": _hash(script)},
        worker=Markup("\n".join(map(_text, _WORKER))),  # noqa: S704 our own files
        data=Markup(json.dumps({"rules": rules(), "texts": spoken}, ensure_ascii=False).replace("<", "\\u003c")),  # noqa: S704 nothing ends the element
    )  # fmt: skip


def _text(name: str) -> str:
    return files("pagetwin.templates").joinpath(name).read_text("utf-8").replace("\r\n", "\n")


def _hash(text: str) -> str:
    """As a content security policy names an inline script or style."""
    return "'sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() + "'"
