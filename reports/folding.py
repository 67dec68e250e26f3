"""Texts without values are translated when a template is read, not on each of thousands of pages."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import cast

from jinja2.ext import Extension
from jinja2.lexer import Token, TokenStream

_CALL = ("name", "lparen", "string", "rparen")


class Translated(Extension):
    """Puts the translation in place of `_("text")`; `_` has to be among the globals before a template is read."""

    def filter_stream(self, stream: TokenStream) -> Iterator[Token]:
        """The tokens of a template, such calls as strings."""
        translate = cast("Callable[[str], str]", self.environment.globals["_"])
        window: list[Token] = []
        for token in stream:
            window.append(token)
            if tuple(t.type for t in window) == _CALL and window[0].value == "_":
                window = [Token(token.lineno, "string", translate(window[2].value))]
            if len(window) == len(_CALL):
                yield window.pop(0)
        yield from window
