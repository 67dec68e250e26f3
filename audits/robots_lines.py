"""Rules on the lines of a robots.txt: what an engine reads otherwise than it was meant, or not at all."""

from __future__ import annotations

from collections.abc import Iterator

from ..urls.robots_lint import Fault, Line, faults
from .robots import answered, is_html
from .rule import N_, Facts, Hit, rule


def _lines(facts: Facts, fault: Fault, message: str) -> Iterator[Hit]:
    """One for each robots.txt with this fault: the first of its lines, and how many there are."""
    for text in answered(facts):
        found: list[Line] = [] if is_html(text) else [line for line in faults(text.body) if line.fault == fault]
        if found:
            values: dict[str, str | int] = {"line": found[0].number, "text": found[0].text, "n": len(found)}
            yield Hit(text, message, values=values)


@rule("robots-bom", ("any", "info"))
def bom(facts: Facts) -> Iterator[Hit]:
    """The robots.txt begins with a byte order mark.

    Why: Google skips it; simpler robots lose the first line to it.
    Fix: Store the file as UTF-8 without a byte order mark.
    Source: https://developers.google.com/crawling/docs/robots-txt/robots-txt-spec
    Fires: The file begins with the bytes EF BB BF.
    Silent: It begins with User-agent.
    """
    yield from _lines(
        facts, "bom", N_("%(url)s begins with a byte order mark, to which some robots lose the first line")
    )


@rule("robots-not-utf8", ("any", "warning"))
def not_utf8(facts: Facts) -> Iterator[Hit]:
    """The robots.txt is not UTF-8.

    Why: Engines read it as UTF-8; rules with other letters than English ones then match nothing.
    Fix: Store the file as UTF-8, or write such addresses with percent escapes.
    Source: https://developers.google.com/crawling/docs/robots-txt/robots-txt-spec
    Fires: A rule with Cyrillic letters in windows-1251.
    Silent: The same rule in UTF-8.
    """
    yield from _lines(facts, "not-utf8", N_("%(url)s is not UTF-8, first in line %(line)s"))


@rule("robots-rule-before-ua", ("any", "error"))
def rule_before_ua(facts: Facts) -> Iterator[Hit]:
    """A rule stands before the first User-agent line.

    Why: It belongs to no robot and is ignored.
    Fix: Put a User-agent line above it.
    Source: https://yandex.ru/support/webmaster/en/error-dictionary/robots-txt
    Fires: The first line is Disallow: /a.
    Silent: The line above it is User-agent: *.
    """
    said = N_("%(url)s has rules before the first User-agent, which are ignored; line %(line)s: %(text)s; lines: %(n)s")
    yield from _lines(facts, "rule-before-ua", said)


@rule("robots-no-slash", ("any", "error"))
def no_slash(facts: Facts) -> Iterator[Hit]:
    """A rule begins neither with / nor with *.

    Why: Addresses begin with a slash, so that it matches none.
    Fix: Write a slash in front of it.
    Source: https://yandex.ru/support/webmaster/en/error-dictionary/robots-txt
    Fires: Disallow: admin.
    Silent: Disallow: /admin; Disallow: *admin.
    """
    said = N_("%(url)s has rules that match nothing, for want of a / in front; line %(line)s: %(text)s; lines: %(n)s")
    yield from _lines(facts, "no-slash", said)


@rule("robots-typo", ("any", "warning"))
def typo(facts: Facts) -> Iterator[Hit]:
    """A field is misspelled in a way that Google's parser forgives.

    Why: Google takes the line as it was meant; Yandex and others ignore it.
    Fix: Write the field as it should be: Disallow, User-agent, Sitemap.
    Source: https://github.com/google/robotstxt/blob/master/robots.cc
    Fires: Dissallow: /a.
    Silent: Disallow: /a.
    """
    said = N_("%(url)s has misspelled fields, which only Google reads; line %(line)s: %(text)s; lines: %(n)s")
    yield from _lines(facts, "typo", said)


@rule("robots-missing-colon", ("any", "warning"))
def missing_colon(facts: Facts) -> Iterator[Hit]:
    """A line has no colon behind its field.

    Why: Google takes the line as it was meant; others ignore it.
    Fix: Write a colon.
    Source: https://github.com/google/robotstxt/blob/master/robots.cc
    Fires: Disallow /a.
    Silent: Disallow: /a.
    """
    said = N_("%(url)s has lines without a colon, which only Google reads; line %(line)s: %(text)s; lines: %(n)s")
    yield from _lines(facts, "missing-colon", said)


@rule("robots-unknown-field", ("any", "info"))
def unknown_field(facts: Facts) -> Iterator[Hit]:
    """A line has a field that no engine documents.

    Why: It is ignored; it may be a slip, or meant for another robot.
    Fix: Look whether it was meant to be something else.
    Source: https://yandex.ru/support/webmaster/en/error-dictionary/robots-txt
    Fires: Block: /a.
    Silent: Disallow, Allow, Sitemap, Clean-param, Crawl-delay, Host, Request-rate, Visit-time.
    """
    said = N_("%(url)s has lines that engines do not know; line %(line)s: %(text)s; lines: %(n)s")
    yield from _lines(facts, "unknown-field", said)


@rule("robots-noindex-field", ("any", "error"))
def noindex_field(facts: Facts) -> Iterator[Hit]:
    """The robots.txt has a Noindex line.

    Why: Neither Google nor Yandex supports it: the pages stay in search.
    Fix: Put noindex into the pages (meta element or X-Robots-Tag), and let robots read them.
    Source: https://developers.google.com/search/docs/crawling-indexing/block-indexing
    Fires: Noindex: /a.
    Silent: The page /a has <meta name=robots content=noindex>.
    """
    said = N_("%(url)s has Noindex lines, which no engine supports; line %(line)s: %(text)s; lines: %(n)s")
    yield from _lines(facts, "noindex-field", said)


@rule("robots-multiple-star", ("google", "info"), ("yandex", "error"))
def multiple_star(facts: Facts) -> Iterator[Hit]:
    """There are several groups for all robots.

    Why: Google puts them together; Yandex reports it as an error and may read one of them alone.
    Fix: Put the rules of all of them under one line User-agent: *.
    Source: https://yandex.ru/support/webmaster/en/error-dictionary/robots-txt
    Fires: User-agent: * with Disallow: /a, and below again User-agent: * with Disallow: /b.
    Silent: Both rules under one User-agent: *.
    """
    said = N_("%(url)s has several groups for all robots (User-agent: *), the second in line %(line)s")
    yield from _lines(facts, "multiple-star", said)


@rule("robots-rule-long", ("yandex", "error"))
def rule_long(facts: Facts) -> Iterator[Hit]:
    """A rule is longer than 1,024 characters.

    Why: Yandex does not take it.
    Fix: Shorten it with * or part it.
    Source: https://yandex.ru/support/webmaster/en/error-dictionary/robots-txt
    Fires: Disallow with a path of 1,100 characters.
    Silent: One of 200 characters.
    """
    said = N_("%(url)s has rules of more than 1,024 characters, the first in line %(line)s; lines: %(n)s")
    yield from _lines(facts, "rule-long", said)


@rule("robots-special-char", ("any", "warning"))
def special_char(facts: Facts) -> Iterator[Hit]:
    """A rule has signs in it that mean nothing there: those of regular expressions, spaces, $ before its end.

    Why: Only * and a final $ are special; all else is compared as it stands, so that the rule matches nothing.
    Fix: Say it with * and a final $; one rule for each case.
    Source: https://yandex.ru/support/webmaster/en/error-dictionary/robots-txt
    Fires: Disallow: /(a|b).
    Silent: Disallow: /*.pdf$.
    """
    said = N_("%(url)s has rules with signs that mean nothing there; line %(line)s: %(text)s; lines: %(n)s")
    yield from _lines(facts, "special-char", said)


@rule("robots-cyrillic-host", ("yandex", "warning"))
def cyrillic_host(facts: Facts) -> Iterator[Hit]:
    """A Sitemap or Host line writes a host with letters that are not English.

    Why: Yandex asks for Punycode there.
    Fix: Write the host as xn--....
    Source: https://yandex.ru/support/webmaster/en/error-dictionary/robots-txt
    Fires: Sitemap: https://пример.рф/sitemap.xml.
    Silent: Sitemap: https://xn--e1afmkfd.xn--p1ai/sitemap.xml.
    """
    said = N_("%(url)s writes a host in letters that need Punycode; line %(line)s: %(text)s; lines: %(n)s")
    yield from _lines(facts, "cyrillic-host", said)


@rule("robots-sitemap-relative", ("any", "error"))
def sitemap_relative(facts: Facts) -> Iterator[Hit]:
    """A Sitemap line has no absolute address.

    Why: Google and Yandex ask for the whole address.
    Fix: Write protocol, host and path.
    Source: https://developers.google.com/crawling/docs/robots-txt/robots-txt-spec
    Fires: Sitemap: /sitemap.xml.
    Silent: Sitemap: https://e.com/sitemap.xml.
    """
    said = N_("%(url)s names a sitemap without a whole address; line %(line)s: %(text)s; lines: %(n)s")
    yield from _lines(facts, "sitemap-relative", said)


@rule("robots-disallow-params", ("yandex", "warning"))
def disallow_params(facts: Facts) -> Iterator[Hit]:
    """Parameters are closed by Disallow.

    Why: Yandex recommends Clean-param: it brings such addresses together and passes on what they have gathered.
    Fix: For parameters that change nothing write Clean-param lines for Yandex in place of the rule.
    Source: https://yandex.ru/support/webmaster/ru/robot-workings/clean-param
    Fires: Disallow: /*?utm_source=.
    Silent: Clean-param: utm_source; Disallow: /*?.
    """
    said = N_("%(url)s closes parameters by Disallow, line %(line)s: %(text)s; lines: %(n)s; see Clean-param")
    yield from _lines(facts, "disallow-params", said)


RULES = (
    bom, not_utf8, rule_before_ua, no_slash, typo, missing_colon, unknown_field, noindex_field, multiple_star,
    rule_long, special_char, cyrillic_host, sitemap_relative, disallow_params,
)  # fmt: skip
