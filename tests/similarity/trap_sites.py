"""Sites whose main texts were extracted badly, in several scripts, and the way from texts to groups."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pagetwin.config import CompareSettings, TextSettings
from pagetwin.crawler.extract import read_page
from pagetwin.model import Cluster, Document, Fetch, Texts
from pagetwin.progress import Progress
from pagetwin.similarity import trust
from pagetwin.similarity.blocks import without_blocks
from pagetwin.similarity.cluster import group
from pagetwin.similarity.engine import Comparison
from pagetwin.similarity.local import compare
from pagetwin.similarity.text import TextChoice, TextFacts, choose, find_blocks
from pagetwin.words import count

DEFAULT = CompareSettings()
Page = tuple[str, str, str]  # path, main text, body text
LETTERS = {
    "en": "abcdefghiklmnoprstuw",
    "ru": "абвгдежзиклмнопрстуя",
    "zh": "".join(chr(0x4E00 + 7 * n) for n in range(400)),
    "th": "กขคงจชดตทนบปพมยรลวสห",
}
NOTICES = {
    "en": "We use cookies and similar technologies to run this shop, to remember your basket and to learn which pages "
    "help you. You can accept all of them, accept only those that the shop needs, or change your choice later at any "
    "time in the settings.",
    "ru": "Мы используем файлы cookie, чтобы магазин работал, чтобы помнить вашу корзину и понимать, какие страницы "
    "вам помогают. Вы можете принять все, принять только необходимые или изменить свой выбор позже в настройках. "
    "Если вы продолжите просмотр, мы будем считать, что вы согласны с этими правилами и с обработкой данных, о которой "
    "подробно сказано на странице о конфиденциальности.",
    "zh": "本网站使用小型文本文件来保证商店正常运行，记住您放入购物车的商品，并了解哪些页面对您有帮助。您可以接受"
    "全部文件，也可以只接受商店必需的文件，或者以后随时在设置页面中更改您的选择。如果您继续浏览，我们就认为您同意这些规则。更多的内容"
    "请阅读隐私政策，那里写明了我们保存哪些数据，保存多长时间，以及您怎样要求我们删除这些数据。如有疑问，请与客户服务部门联系，"
    "我们的工作人员将在两个工作日之内答复您的来信，并说明您的权利和我们处理个人信息的依据。",
    "th": "เว็บไซต์นี้ใช้คุกกี้เพื่อให้ร้านค้าทำงานได้ จดจำตะกร้าสินค้าของคุณ และเรียนรู้ว่าหน้าใดช่วยคุณได้ คุณสามารถยอมรับทั้งหมด "
    "ยอมรับเฉพาะที่จำเป็น หรือเปลี่ยนการตั้งค่าในภายหลังได้ทุกเมื่อ หากคุณใช้งานต่อ เราถือว่าคุณยอมรับกฎเหล่านี้",
}


def prose(seed: object, words: int, script: str = "en") -> str:
    """Words that only this seed has: as many letters as that where the script has no spaces, 1.6 for each word."""
    r = random.Random(f"{seed} {script}")
    if script in ("zh", "th"):
        return "".join(r.choices(LETTERS[script], k=words * 8 // 5))
    return " ".join("".join(r.choices(LETTERS[script], k=r.randint(2, 9))) for _ in range(words))


@dataclass(frozen=True)
class Outcome:
    """What became of a site."""

    choices: list[TextChoice]
    comparison: Comparison
    clusters: list[Cluster]

    @property
    def pairs(self) -> set[tuple[int, int]]:
        return {(pair.a, pair.b) for pair in self.comparison.pairs}


def judged(pages: Sequence[Page], settings: CompareSettings = DEFAULT) -> Outcome:
    """Choice of text, comparison and groups, as in analysis.py."""
    facts = [TextFacts(n, p, _digest(m), _digest(b), count(m), count(b)) for n, (p, m, b) in enumerate(pages)]
    reading = TextSettings()

    def read(ids: Sequence[int]) -> Iterator[Texts]:
        return (Texts(*pages[n][1:]) for n in ids)

    def compared(choices: Sequence[TextChoice]) -> Comparison:
        documents = [
            Document(n, choice.kind, main, without_blocks(body, site.blocks), choice.note)
            for n, ((_, main, body), choice) in enumerate(zip(pages, choices, strict=True))
        ]
        return compare(documents, settings, reading, Progress())

    site = trust.Site(facts, read, find_blocks(facts, read), settings, reading)
    choices = trust.settle(choose(facts, read, reading, site.blocks), compared, site)
    comparison = compared(choices)
    return Outcome(choices, comparison, group(len(pages), comparison, settings))


def read_html(path: str, html: str) -> Page:
    """A page as the crawler reads it."""
    headers = (("content-type", "text/html; charset=utf-8"),)
    page, texts = read_page(Fetch("https://shop.example" + path, 200, headers, html.encode(), "ok"))
    assert page.outcome == "ok"
    return path, texts.main, texts.body


def _digest(text: str) -> bytes | None:
    return hashlib.sha256(text.encode()).digest()[:16] if text else None
