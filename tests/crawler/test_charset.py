"""Pages come out as they were written, whatever encoding they are in and wherever it is declared."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pagetwin.crawler.charset import NAMES, decode, detect

TEXTS = {
    "ru": "Доставка по городу в день заказа. Курьер поднимет покупку на этаж и подождёт, пока вы её осмотрите.",
    "uk": "Доставка по місту в день замовлення. Кур’єр підніме покупку на поверх і почекає, доки ви її оглянете.",
    "en": "Delivery “within the day” — at most 20 °C in the van; © the workshop’s own photographs, £5 a ride…",
    "de": "Die Größe wählen Sie über das Menü. Für Rückfragen steht Ihnen unsere Werkstätte gern zur Verfügung.",
    "fr": "L’élève a commandé un vélo très léger, livré à l’hôtel où il séjournait ; ça coûte à peu près cent euros.",
    "es": "¿Cuándo llegará el camión? El próximo año habrá más bicicletas para niños en la pequeña tienda.",
    "el": "Παραδίδουμε την παραγγελία την ίδια ημέρα μέχρι την πόρτα και περιμένουμε να την ελέγξετε.",
    "ja": "ご注文の自転車は当日中にお届けします。玄関先で部品がそろっているか一緒に確認いたします。",
    "zh": "我们在您下单当天把自行车送到门口，并和您一起检查零件是否齐全。如果有问题，七天之内可以退货。",
    "zht": "我們在您下單當天把腳踏車送到門口，並和您一起檢查零件是否齊全。如果有問題，七天之內可以退貨。",
    "ko": "주문하신 자전거는 당일에 문 앞까지 배송해 드리고, 부품이 모두 있는지 함께 확인합니다.",
}
WRITTEN = [
    ("ru", "cp1251", "windows-1251"),
    ("ru", "koi8-r", "koi8-r"),
    ("ru", "cp866", "ibm866"),
    ("ru", "iso8859-5", "iso-8859-5"),
    ("uk", "cp1251", "windows-1251"),
    ("uk", "koi8-u", "koi8-u"),
    ("en", "cp1252", "windows-1252"),
    ("de", "cp1252", "windows-1252"),
    ("fr", "cp1252", "windows-1252"),
    ("es", "cp1252", "windows-1252"),
    ("el", "cp1253", "windows-1253"),
    ("ja", "cp932", "shift_jis"),
    ("ja", "euc_jp", "euc-jp"),
    ("ja", "iso2022_jp", "iso-2022-jp"),
    ("zh", "gb18030", "gb18030"),
    ("zht", "big5", "big5"),
    ("ko", "cp949", "euc-kr"),
    *((language, "utf-8", "utf-8") for language in TEXTS),
]
PAGE = "<!doctype html><html><head>{meta}<title>{title}</title></head><body><p>{text}</p></body></html>"


def page(language: str, codec: str, meta: str = "") -> tuple[str, bytes]:
    """The text of a page as far as the encoding can write it, and its bytes."""
    raw = PAGE.format(meta=meta, title=TEXTS[language][:20], text=TEXTS[language]).encode(codec, "ignore")
    return raw.decode(codec), raw


@pytest.mark.parametrize(("language", "codec", "name"), WRITTEN)
@pytest.mark.parametrize("declared", ["header", "meta charset", "meta http-equiv", "nowhere"])
def test_languages_and_encodings(language: str, codec: str, name: str, declared: str) -> None:
    metas = {
        "meta charset": f'<meta charset="{name}">',
        "meta http-equiv": f'<META content="text/html; charset={name}" http-equiv="Content-Type">',
    }
    text, raw = page(language, codec, metas.get(declared, ""))
    got = decode(raw, f"text/html; charset={name}" if declared == "header" else "text/html")
    assert (got.text, got.encoding, got.note) == (text, name, "")


@pytest.mark.parametrize("codec", ["cp1251", "koi8-r", "cp866"])
@pytest.mark.parametrize(
    "text",
    [
        "ДОСТАВКА И ВОЗВРАТ. КАТАЛОГ ВЕЛОСИПЕДОВ И ЗАПЧАСТЕЙ",
        "Контакты",
        "Ремонт велосипедов",
        "Сезонное хранение: цены, сроки, как сдать",
    ],
)
def test_short_russian_headings_in_any_case(text: str, codec: str) -> None:
    assert detect(f"<h1>{text}</h1>".encode(codec)) == codec


def test_markup_in_english_does_not_drown_a_russian_page() -> None:
    """Scripts and attributes are ASCII and far longer than the text."""
    script = "<script>var a = 1; // nothing here is Russian\n</script>" * 500
    raw = f"{script}<p>{TEXTS['ru']}</p>{script}".encode("cp1251")
    assert detect(raw) == "cp1251"


def test_bom_beats_header_and_meta() -> None:
    text, raw = page("ru", "utf-8", '<meta charset="koi8-r">')
    got = decode(b"\xef\xbb\xbf" + raw, "text/html; charset=windows-1251")
    assert (got.text, got.encoding) == (text, "utf-8")


@pytest.mark.parametrize("codec", ["utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("bom", [True, False])
def test_utf_16(codec: str, bom: bool) -> None:
    text, raw = page("ru", codec)
    mark = {"utf-16-le": b"\xff\xfe", "utf-16-be": b"\xfe\xff"}[codec] if bom else b""
    got = decode(mark + raw, "text/html")
    assert (got.text, got.encoding) == (text, codec.replace("-le", "le").replace("-be", "be"))


@pytest.mark.parametrize("codec", ["utf-16-le", "utf-16-be"])
def test_utf_16_without_a_mark_after_blank_lines_and_with_a_header(codec: str) -> None:
    """The header says utf-16, which means little-endian to browsers, though servers say it of both."""
    text, raw = page("ja", codec)
    blank = "\r\n \n".encode(codec)
    for content_type in ("text/html", "text/html; charset=utf-16"):
        got = decode(blank + raw, content_type)
        assert (got.text, got.conflict) == (f"\r\n \n{text}", "")


@pytest.mark.parametrize(
    ("mark", "codec", "header", "meta", "says"),
    [
        (b"\xef\xbb\xbf", "utf-8", "windows-1251", "utf-8", ["the HTTP header says windows-1251"]),
        (b"\xef\xbb\xbf", "utf-8", "utf-8", "koi8-r", ["the page says koi8-r"]),
        (b"\xff\xfe", "utf-16-le", "euc-jp", "shift_jis", ["header says euc-jp", "page says shift_jis"]),
        (b"\xfe\xff", "utf-16-be", "utf-16", "utf-8", []),
        (b"\xff\xfe", "utf-16-le", "utf-16be", "utf-16", []),
        (b"\xef\xbb\xbf", "utf-8", "", "", []),
        (b"", "euc_jp", "euc-jp", "shift_jis", ["header says euc-jp", "page says shift_jis"]),
        (b"", "cp949", "euc-kr", "ks_c_5601-1987", []),
        (b"", "gb18030", "gbk", "gb2312", []),
        (b"", "utf-8", "gb18030", "", ["the bytes are UTF-8"]),
    ],
)
def test_what_mark_header_and_page_disagree_on(
    mark: bytes, codec: str, header: str, meta: str, says: list[str]
) -> None:
    language = {"cp949": "ko", "gb18030": "zh"}.get(codec, "ja")
    text, raw = page(language, codec, f'<meta charset="{meta}">' if meta else "")
    got = decode(mark + raw, f"text/html; charset={header}" if header else "text/html")
    assert all(part in got.conflict for part in says)
    assert bool(got.conflict) == bool(says)
    if "bytes" not in "".join(says):
        assert got.text == text


def test_meta_that_says_utf_16_can_only_mean_utf_8() -> None:
    text, raw = page("ru", "utf-8", '<meta charset="utf-16">')
    assert decode(raw, "text/html")[:2] == (text, "utf-8")


def test_header_beats_meta_and_the_conflict_is_told() -> None:
    text, raw = page("ru", "cp1251", '<meta charset="utf-8">')
    got = decode(raw, "text/html; charset=windows-1251")
    assert got.text == text
    assert got.note == (
        "charset conflict: the HTTP header says windows-1251, the page says utf-8; read as the header says"
    )


def test_header_that_spoils_utf_8_is_followed_and_told() -> None:
    text, raw = page("ru", "utf-8")
    got = decode(raw, "text/html; charset=iso-8859-1")
    assert got.text == raw.decode("cp1252", "replace") != text
    assert got.note == "charset conflict: declared as windows-1252, but the bytes are UTF-8; read as declared"


def test_declaration_that_fits_nothing_is_followed_and_told() -> None:
    _, raw = page("ru", "cp1251")
    got = decode(raw, "text/html; charset=utf-8")
    assert got.encoding == "utf-8"
    assert "cannot be read as utf-8" in got.note


def test_ascii_page_has_no_conflict_to_tell() -> None:
    assert decode(b'<meta charset="utf-8"><p>plain', "text/html; charset=windows-1251").note == ""


@pytest.mark.parametrize("broken", [b"\xd0", b"\xff", b"\x80\x80"])
def test_utf_8_with_one_broken_character_is_still_utf_8(broken: bytes) -> None:
    _, raw = page("ru", "utf-8")
    assert decode(raw + broken, "text/html").encoding == "utf-8"


@pytest.mark.parametrize(
    "label", ["unicode_escape", "punycode", "rot13", "base64", "utf-7", "undefined", "idna", "хз", "x"]
)
def test_labels_that_no_browser_knows_are_passed_over(label: str) -> None:
    text, raw = page("ru", "cp1251", f'<meta charset="{label}">')
    assert decode(raw, f"text/html; charset={label}")[:2] == (text, "windows-1251")


@pytest.mark.parametrize(
    ("label", "name"),
    [
        ("latin1", "windows-1252"),
        ("gb2312", "gb18030"),
        ("sjis", "shift_jis"),
        ("cp1251", "windows-1251"),
        ("UTF8", "utf-8"),
        ("ks_c_5601-1987", "euc-kr"),
    ],
)
def test_labels_mean_what_browsers_take_them_for(label: str, name: str) -> None:
    assert decode(b"<p>text", f"text/html; charset={label}").encoding == name


@given(
    st.binary(max_size=300),
    st.sampled_from(["", "text/html", *(f"text/html; charset={name}" for name in NAMES.values())]),
)
def test_any_bytes_become_text_that_can_be_stored(body: bytes, content_type: str) -> None:
    got = decode(body, content_type)
    assert got.encoding in NAMES.values()
    got.text.encode("utf-8")  # fails for half of a surrogate pair


@given(st.text(st.characters(codec="utf-8", exclude_characters="\x1b\0\ufffd"), max_size=80))
def test_undeclared_utf_8_of_any_text(text: str) -> None:
    raw = f"<p>{text}</p>".encode()
    assert decode(raw, "text/html") == (f"<p>{text}</p>", "utf-8", "")
