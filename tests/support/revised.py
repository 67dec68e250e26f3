"""A site whose pages have validators and can be changed between two audits."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterable

from crawler.site import Answer, Asked, Page_, Site, to, urlset

TREES = ("alder", "birch", "cedar", "elm", "fir", "hazel", "larch", "maple", "oak", "pine", "rowan", "spruce", "yew")


def prose(seed: int, mark: str = "", words: int = 120) -> str:
    """Words that share no shingle with those of another seed; `mark` makes one of several near-duplicates."""
    chosen = random.Random(seed)
    text = [chosen.choice(TREES) for _ in range(words)]
    text[words // 2] = mark or text[words // 2]
    return " ".join(text)


def a_page(text: str, title: str = "", links: Iterable[str] = ()) -> str:
    """A page of one paragraph."""
    anchors = " ".join(f'<a href="{link}">more</a>' for link in links)
    return f"<html><head><title>{title}</title></head><body><main><p>{text}</p>{anchors}</main></body></html>"


class Revised:
    """The pages of a Site by path, with ETag (`etag`) or Last-Modified, or without validators.

    `conditional` holds the paths that were asked with a condition, `unconditional` the others, since `forget`.
    """

    def __init__(self, site: Site, validators: str = "etag") -> None:
        self.site, self.validators = site, validators
        self.texts: dict[str, str] = {}
        self.headers: dict[str, tuple[tuple[str, str], ...]] = {}
        self.declared: list[str] = []
        self.conditional: list[str] = []
        self.unconditional: list[str] = []
        site.pages["/robots.txt"] = Answer(
            f"Sitemap: {site.url}/sitemap.xml", headers=(("Content-Type", "text/plain"),)
        )
        site.pages["/sitemap.xml"] = lambda _: urlset(*(site.url + path for path in self.declared))

    def put(
        self, path: str, text: str, *, declared: bool = True, validators: str = "", links: Iterable[str] = ()
    ) -> None:
        """A page, new or changed."""
        self.texts[path] = a_page(text, path, links)
        self.site.pages[path] = self._answering(path, validators or self.validators)
        if declared and path not in self.declared:
            self.declared.append(path)

    def move(self, path: str, target: str) -> None:
        """A redirect."""
        self.site.pages[path] = to(target)
        if path not in self.declared:
            self.declared.append(path)

    def undeclare(self, path: str) -> None:
        """Out of the sitemap; it still answers."""
        self.declared.remove(path)

    def remove(self, path: str) -> None:
        """Out of the sitemap and gone."""
        self.undeclare(path)
        del self.site.pages[path]

    def forget(self) -> None:
        """Begin to count anew."""
        self.conditional.clear()
        self.unconditional.clear()
        self.site.asked.clear()

    def _answering(self, path: str, validators: str) -> Page_:
        def answer(asked: Asked) -> Answer:
            text, more = self.texts[path], self.headers.get(path, ())
            digest = hashlib.sha256(text.encode()).hexdigest()
            kind = {"etag": "ETag", "date": "Last-Modified"}.get(validators, "")
            # A date of its own for each text is enough: servers compare it, and clients send it back as it was.
            value = f'"{digest[:12]}"' if kind == "ETag" else f"Mon, 0{1 + int(digest, 16) % 9} Jun 2026 10:00:00 GMT"
            sent = asked.headers.get("if-none-match"), asked.headers.get("if-modified-since")
            (self.conditional if any(sent) else self.unconditional).append(path)
            own = ((kind, value),) if kind else ()
            if kind and value in sent:
                return Answer(status=304, headers=own + more)
            return Answer(text, headers=(("Content-Type", "text/html; charset=utf-8"), *own, *more))

        return answer
