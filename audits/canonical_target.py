"""Rules on where a canonical leads: to a page that can be kept, that names itself, that says the same."""

from __future__ import annotations

from collections.abc import Iterator

from .rule import N_, Facts, Hit, answers_all_alike, denied, rule, told


@rule("canonical-to-redirect", ("any", "error"))
def to_redirect(facts: Facts) -> Iterator[Hit]:
    """A canonical names an address that redirects.

    Why: The page to keep must answer itself; Yandex ignores a canonical that it cannot reach.
    Fix: Name the address where the redirect ends.
    Source: https://yandex.ru/support/webmaster/ru/robot-workings/canonical
    Fires: /a names /old, and /old redirects to /new.
    Silent: /a names /new, which answers 200; or /old leads back to /a, which canonical-vs-redirect tells.
    """
    for page, target in facts.targets:
        if target.indexability == "redirect" and not facts.redirects_back(page, target):
            end = facts.redirects_to(target)
            if end:
                said = N_("The canonical of %(url)s is %(related)s, which redirects to %(end)s")
                yield Hit(page, said, target.url, values={"end": end.url})
            else:
                yield Hit(page, N_("The canonical of %(url)s is %(related)s, which redirects"), target.url)


@rule("canonical-to-4xx", ("any", "error"))
def to_4xx(facts: Facts) -> Iterator[Hit]:
    """A canonical names an address that is not there.

    Why: There is nothing to keep; engines choose for themselves or lose the page.
    Fix: Name a page that answers 200, or bring the missing one back.
    Source: https://yandex.ru/support/webmaster/ru/robot-workings/canonical
    Fires: /a names /gone, which answers 404.
    Silent: /a names /b, which answers 200; an answer 429 tells of the pace of this crawl alone.
    """
    yield from _to_status(facts, 400)


@rule("canonical-to-5xx", ("any", "error"))
def to_5xx(facts: Facts) -> Iterator[Hit]:
    """A canonical names an address where the server fails.

    Why: A page that cannot be read cannot be kept.
    Fix: Mend the server for that address; until then name a page that answers.
    Source: https://yandex.ru/support/webmaster/ru/robot-workings/canonical
    Fires: /a names /b, which answers 503 also when asked again.
    Silent: /a names /b, which answers 200.
    """
    yield from _to_status(facts, 500)


def _to_status(facts: Facts, first: int) -> Iterator[Hit]:
    for page, target in facts.targets:
        if target.status and first <= target.status < first + 100 and answers_all_alike(target):
            said = N_("The canonical of %(url)s is %(related)s, which answers %(status)s")
            yield Hit(page, said, target.url, values={"status": target.status})


@rule("canonical-to-noindex", ("any", "error"))
def to_noindex(facts: Facts) -> Iterator[Hit]:
    """A canonical names a page that engines are told not to index.

    Why: One page asks to be left out in favour of another that asks to be left out as well.
    Fix: Open the page to keep to engines, or name one that is open.
    Source: https://yandex.ru/support/webmaster/ru/robot-workings/canonical
    Fires: /a names /b, and /b has <meta name=robots content=noindex>.
    Silent: /a names /b, which may be indexed. Where just one engine is told, the finding is for that engine.
    """
    for page, target in facts.targets:
        if target.denied:
            said = N_("The canonical of %(url)s is %(related)s, which is noindex")
            yield Hit(page, said, target.url, denied(target))


@rule("canonical-to-robots-blocked", ("any", "error"))
def to_robots_blocked(facts: Facts) -> Iterator[Hit]:
    """A canonical names an address that robots.txt keeps search engines from reading.

    Why: The page to keep cannot be read, so it can hardly be kept; Yandex ignores a canonical that is closed to it.
    Fix: Open the address in robots.txt, or name a page that may be read.
    Source: https://yandex.ru/support/webmaster/ru/robot-workings/canonical
    Fires: /a names /b, and robots.txt says "User-agent: *, Disallow: /b". Where just one engine is kept out, the
    finding is for that engine.
    Silent: /b may be read; or only other robots may not; or the robots.txt of its host was not seen.
    """
    for page, _ in facts.canonicalised:
        if engines := facts.barred(page.canonical_url):
            said = N_("The canonical of %(url)s is %(related)s, which robots.txt keeps from being read")
            yield Hit(page, said, page.canonical_url, told(engines, "error"))


@rule("canonical-chain", ("google", "warning"), ("yandex", "error"))
def chain(facts: Facts) -> Iterator[Hit]:
    """A canonical names a page that itself names another one.

    Why: Yandex ignores chains of canonicals; Google may stop anywhere.
    Fix: Name the last page of the chain directly on each page.
    Source: https://yandex.ru/support/webmaster/ru/robot-workings/canonical
    Fires: /a names /b, /b names /c.
    Silent: /a names /b, /b names itself or nothing. Circles are told by canonical-loop.
    """
    for page, target in facts.targets:
        if target.canonical_url and target.canonical != target.id and facts.canonical_ends[page.id] is not None:
            said = N_("Canonicals in a chain: %(url)s > %(middle)s > %(related)s; name the last page directly")
            yield Hit(page, said, target.canonical_url, values={"middle": target.url})


@rule("canonical-loop", ("any", "error"))
def loop(facts: Facts) -> Iterator[Hit]:
    """Canonicals go in a circle, so that none of the pages is the one to keep.

    Why: Each page asks to be left out in favour of the next.
    Fix: Choose one page of the circle; it names itself, and the others name it.
    Source: https://yandex.ru/support/webmaster/ru/robot-workings/canonical
    Fires: /a names /b, /b names /a; also at /c, which names /a.
    Silent: /a names /b, /b names itself.
    """
    for page, target in facts.targets:
        if facts.canonical_ends[page.id] is None:
            said = N_("Canonicals in a circle: %(url)s > %(related)s > %(next)s; one page must name itself")
            yield Hit(page, said, target.url, values={"next": target.canonical_url})


@rule("canonical-content-differs", ("any", "warning"))
def content_differs(facts: Facts) -> Iterator[Hit]:
    """The texts of a page and of its canonical are different.

    Why: Engines may ignore a canonical between pages that do not say the same.
    Fix: Let the page name itself, or name the page that does say the same.
    Source: https://developers.google.com/search/docs/crawling-indexing/canonicalization
    Fires: /red-shoes names /shoes, and both texts were compared and lie below the thresholds.
    Silent: The texts are alike, or one of them was not compared.
    """
    for page, target in facts.targets:
        if facts.alike.get(page.id) is False:
            yield Hit(page, N_("%(url)s and its canonical %(related)s are different texts"), target.url)
