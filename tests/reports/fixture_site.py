"""The site of fixture.py: pages with their texts, and the addresses that are no pages."""

from __future__ import annotations

from dataclasses import dataclass

SITE = "https://example.com"
SHINGLE = 10
DAY = "2026-05-04"

SCRIPT = "<script>alert(1)</script>"
FORMULA = "=1+1"
EMOJI = "\U0001f69a Parcels \U0001f4e6 “today”"
RTL = "شحن الطرود \u202e txt.exe"

CITIES = (
    ("moskva", "Москва", "Склад стоит у метро Тульская и открыт до полуночи, въезд со двора."),
    ("kazan", "Казань", "Пункт выдачи на улице Баумана работает и в праздники, рядом есть стоянка."),
    ("omsk", "Омск", "Зимой машина выходит на час раньше, потому что мост через Иртыш закрывают на уборку снега."),
    ("tula", "Тула", "По субботам принимаем посылки прямо на вокзале."),
    ("tver", "Тверь", "Курьер обедает с часу до двух."),
)
_TEMPLATE = """Доставка посылок в город {city}
Мы привозим посылки каждый день, кроме воскресенья. Оставьте заявку до полудня, и курьер заберёт груз в тот же день. \
Вес одной посылки не больше тридцати килограммов, длина самой длинной стороны не больше полутора метров.
Цена зависит от веса и от расстояния: первый килограмм стоит двести рублей, каждый следующий двадцать. \
Упаковку мы даём бесплатно, если коробка нужна заранее, скажите об этом по телефону.
{own}
Получатель видит на карте, где едет машина. Если дома никого нет, курьер звонит и назначает новое время, это \
ничего не стоит. Посылка ждёт на складе пять дней, потом мы возвращаем её отправителю за половину цены.
Хрупкие вещи заверните в плотную бумагу и напишите об этом на коробке: тогда её поставят сверху."""

_TIPS = """Wrap every glass on its own. Two sheets of paper around the stem, two around the bowl, and tape only on \
paper, never on glass. Stand the glasses upright; they break sooner when they lie. Fill the corners of the box with \
crumpled paper until nothing moves when you shake it gently, and write FRAGILE on two sides."""
_GUIDE = """How to send glass
Most glass that breaks on the road was packed in a box that was too large. Choose a box a hand wider than the \
glasses on each side and line the floor with three fingers of paper.
{tips}
Plates travel on edge, like records on a shelf, with card between them. Bottles need a sleeve each and a lid that is \
taped twice. Weigh the box before you close it: above fifteen kilograms people drop it.
Lamps and mirrors want wood around them, and a day more on the way. Say so when you order, then the driver brings \
straps. If something did break, keep the box and take three pictures before you throw anything away."""
_PRICES = """Prices
One kilogram to any town costs four pounds, every further kilogram fifty pence. Boxes are free from the third parcel \
on. We take cards and coins; a bill comes by mail at the end of the month. Companies that send more than twenty \
parcels a week have a price of their own, ask at the desk. Prices hold until the end of the year for everybody."""
_HOME = """We bring parcels by van and by bicycle, in town before noon and outside on the next day. Read what a parcel \
may weigh, what it costs, and how to pack what breaks. The desk is open from eight, and people answer the phone."""
_ABOUT = """Three sisters began in a garage with one van and a map on the wall. Today eleven people pack, drive and \
answer the phone. We never sold an address, never will, and the oldest van still runs on Sundays for the neighbours."""
_CONTACT = """Ring the bell twice, the yard is loud. The phone is answered from eight to six, letters within two days, \
and if the gate is shut you may leave a note in the blue box beside it with your name and the number of the order."""
_QUERY = """Results of a search that somebody linked to: seven parcels were seen near the harbour this week, two of \
them larger than a bicycle, and the list is made anew each night from the books of the drivers who passed there."""


@dataclass(frozen=True)
class Page:
    path: str
    title: str
    text: str
    inlinks: int
    lang: str = "en"
    canonical: str = "self"
    indexability: str = "indexable"
    in_sitemap: bool = True
    kind: str = "main"


# In key order; the position is not the address id (see `build`).
PAGES: tuple[Page, ...] = (
    Page("/", EMOJI, _HOME, 11),
    Page("/about/", RTL, _ABOUT, 2, canonical="", kind="body"),
    Page("/contacts/", "Contacts", _CONTACT, 3, indexability="noindex", in_sitemap=False),
    *(
        Page(f"/dostavka/{slug}/", f"Доставка: {city} & область", _TEMPLATE.format(city=city, own=own), 9 - n, "ru")
        for n, (slug, city, own) in enumerate(CITIES)
    ),
    Page("/guide/glass/", SCRIPT, _GUIDE.format(tips=_TIPS), 4),
    Page("/prices/", "Prices", _PRICES, 8),
    Page("/prices/?print=1", "Prices (print)", _PRICES, 1, canonical="/prices/", indexability="canonicalised",
          in_sitemap=False),
    Page("/search?q=%3Cb%3E&x='1'", "Search <b>&amp;</b> \"find\"", _QUERY, 1, canonical=""),
    Page("/tips/glass/", FORMULA, _TIPS, 1),
)  # fmt: skip
REDIRECTS = (("/old-prices/", "/prices/", 301),)
# path, status, outcome, note
NOT_PAGES: tuple[tuple[str, int | None, str, str], ...] = (
    ("/app/", 200, "shell", "12 words, 9 scripts"),
    ("/empty/", 200, "empty", ""),
    ("/gone/", 404, "http_error", "404"),
    ("/gone/two/", 410, "http_error", "410"),
    ("/guard/", 403, "challenge", "cf-mitigated: challenge"),
    ("/huge/", 200, "too_large", "more than 10,000,000 bytes"),
    ("/missing/", 200, "soft_404", "the same text as an address that cannot exist"),
    ("/moved/", 200, "stub", "meta refresh to /prices/"),
    ("/price-list.pdf", 200, "not_html", "application/pdf"),
    ("/private/", None, "blocked_by_robots", "Disallow: /private/"),
    ("/slow/", None, "timeout", "no answer in 20 s"),
)
# address, reason: named by a source and not asked
SKIPPED = (
    ("https://shop.example.net/", "foreign_host"),
    (f"{SITE}/calendar/2031/", "excluded"),
    (f"{SITE}/calendar/2032/", "excluded"),
)
