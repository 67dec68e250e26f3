"""The rule on charsets: byte order mark, header and page say the same."""

from __future__ import annotations

from collections.abc import Iterator

from .rule import N_, Facts, Hit, rule


@rule("charset-conflict", ("any", "warning"))
def conflict(facts: Facts) -> Iterator[Hit]:
    """Byte order mark, HTTP header and meta of a page name different encodings, or the bytes are in none of them.

    Why: Browsers follow the mark, then the header; programs that follow the meta see other letters, and so may engines.
    Fix: Name one encoding everywhere, UTF-8 at best, and save the pages in it.
    Source: https://html.spec.whatwg.org/multipage/parsing.html#determining-the-character-encoding
    Fires: Header charset=windows-1251, <meta charset=utf-8>, and letters that are not ASCII.
    Silent: Header and meta name one encoding (gb2312 and gbk are one), or the page is plain ASCII.
    """
    for page in facts.read:
        if page.charset_conflict:
            yield Hit(page, N_("Charset of %(url)s: %(conflict)s"), values={"conflict": page.charset_conflict})
