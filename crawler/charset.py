"""Bytes of a page to text: BOM, HTTP header, meta, then detection, the order of the HTML Standard (section 13.2.3.2).

Detection is for pages that declare nothing: valid UTF-8 is UTF-8; otherwise each candidate encoding is judged by how
much of the decoded text consists of the commonest letters of its language. General detectors confuse windows-1251,
KOI8-R and Big5 on short texts, so charset-normalizer is asked only when no candidate fits.
"""

from __future__ import annotations

import codecs
import re
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from charset_normalizer import from_bytes
from w3lib.encoding import html_body_declared_encoding, http_content_type_encoding, read_bom, to_unicode

# Python codec -> name in the Encoding Standard. Only these are ever used, whatever a page declares: a codec such as
# unicode_escape or punycode would make text that is none.
NAMES = {
    "utf-8": "utf-8", "utf-16-le": "utf-16le", "utf-16-be": "utf-16be", "cp866": "ibm866", "koi8-r": "koi8-r",
    "koi8-u": "koi8-u", "mac-roman": "macintosh", "mac-cyrillic": "x-mac-cyrillic", "cp874": "windows-874",
    "gb18030": "gb18030", "big5": "big5", "big5hkscs": "big5", "euc_jp": "euc-jp", "iso2022_jp": "iso-2022-jp",
    "cp932": "shift_jis", "cp949": "euc-kr",
    **{f"cp{n}": f"windows-{n}" for n in range(1250, 1259)},
    **{f"iso8859-{n}": f"iso-8859-{n}" for n in (2, 3, 4, 5, 6, 7, 8, 10, 13, 14, 15, 16)},
}  # fmt: skip

_SAMPLE = 16_384  # bytes of text that detection looks at
_ILL_FITTING = 10  # this many unreadable characters make a note
_CONFLICT = "charset conflict: "
_UTF_16 = ("utf-16-le", "utf-16-be")
_HEAD = 4_096  # characters in which a meta is looked for

# Pairs of letters tell KOI8-R from windows-1251 in capitals too: one alphabet read as the other seldom makes them.
_CYRILLIC = re.findall(
    "..",
    "стнотонаеновнираовкопопрролитьосалотрекатаернегоскатанинделаиторобдавоваризалеелометиеияыйийаясятыдоолесисекак"
    "івіїнірівітілідісаєєтоїїх",
)
_GREEK = re.findall("..", "ουτητοαιειανστναίαηςωνοςενμεταραερπολακαεςηνσετετιμαρο")
_SIMPLIFIED = (
    "的一是不了在人有我他这中大来上个国到说们为子和你地出道也时年得就那要下以生会自着去之过家学对可里后小么心多天"
    "而能好都然没日于起还发成事只作当想看文无开手十用主行方又如前所本见经头面公同三已老从动两长网页新业品服务信息产"
)
_TRADITIONAL = (
    "的一是不了在人有我他這中大來上個國到說們為子和你地出道也時年得就那要下以生會自著去之過家學對可裡後小麼心多天"
    "而能好都然沒日於起還發成事只作當想看文無開手十用主行方又如前所本見經頭面公同三已老從動兩長網頁新業品服務信息產"
)
_JAPANESE = "".join(map(chr, (*range(0x3041, 0x3094), *range(0x30A1, 0x30F7)))) + (
    "ー、。日一国会人年大本中出時事自行社見月分後前生発間対上部東者地合市業内方定今回新場金立開手学問高明実円関"
    "子動全目表通外最理調体主下法品商情報用案要覧採質料送注文"
)
_HANGUL = "이다의는에을를가고하은지로사한기대도서인그수리어나자시해일부아정만상라들보원주것없있과여전구장제성조스으면"
_LATIN = "àáâãäåæçèéêëìíîïñòóôõöøùúûüýÿßœ"
# Codec, common letters (or pairs), and their usual share among the letters of a text in that language.
_CANDIDATES = (
    ("cp1252", _LATIN, 1.0),
    ("cp1251", _CYRILLIC, 0.4),
    ("koi8-r", _CYRILLIC, 0.4),
    ("koi8-u", _CYRILLIC, 0.4),
    ("cp866", _CYRILLIC, 0.4),
    ("iso8859-5", _CYRILLIC, 0.4),
    ("cp1253", _GREEK, 0.4),
    ("cp932", _JAPANESE, 0.5),
    ("euc_jp", _JAPANESE, 0.5),
    ("gb18030", _SIMPLIFIED, 0.35),
    ("big5", _TRADITIONAL, 0.35),
    ("cp949", _HANGUL, 0.5),
)
_NEUTRAL = frozenset("\xa0«»„“”‘’‚‹›–—…•·°§©®™№€£¥±×÷¹²³ªº¿¡")
_LAST_RESORT = ["cp1250", "iso8859_2", "iso8859_7", "cp1254", "cp1255", "cp1256", "cp1257", "cp874"]

_CHUNK = re.compile(rb"[^<>\x00-\x1f]+")  # neither < nor > is a second byte in any of the candidates
_ISOLATED = re.compile(rf"(?<=[a-z])[{_LATIN}]|[{_LATIN}](?=[a-z])|\b[{_LATIN}]\b")


class Decoded(NamedTuple):
    """Text of a page, the encoding it was read with (Encoding Standard name), and what was odd about it."""

    text: str
    encoding: str
    note: str = ""

    @property
    def conflict(self) -> str:
        """What byte order mark, header, page and bytes disagree on; empty when they agree."""
        return self.note.removeprefix(_CONFLICT) if self.note.startswith(_CONFLICT) else ""


def decode(body: bytes, content_type: str) -> Decoded:
    """Decode a page; never raises. Bytes that do not fit become U+FFFD.

    A header that contradicts the page is followed, as browsers do, and the note says so.
    """
    header = _usable(http_content_type_encoding(content_type))
    bom_codec, bom = read_bom(body)
    if bom_codec in NAMES and bom is not None:
        text = to_unicode(body[len(bom) :], bom_codec)
        return Decoded(text, NAMES[bom_codec], _against_mark(text, bom_codec, header))
    meta = _usable(html_body_declared_encoding(body))
    if meta in _UTF_16:
        meta = "utf-8"  # it was read as ASCII, so it cannot be UTF-16
    codec = header or meta or detect(body)
    if codec in _UTF_16:  # the header cannot tell which half comes first, the bytes can
        codec = _utf_16(body) or codec
        header = header and codec
    text = to_unicode(body, codec)
    return Decoded(text, NAMES[codec], _note(body, text, codec, header, meta))


def detect(body: bytes) -> str:
    """The Python codec that bytes without BOM and declaration are most likely written in."""
    if wide := _utf_16(body):
        return wide
    if body.isascii():
        return "iso2022_jp" if b"\x1b$" in body else "utf-8"
    if _is_utf8(body):
        return "utf-8"
    sample = _sample(body)
    scores = {codec: _score(sample, codec, common, share) for codec, common, share in _CANDIDATES}
    best = max(scores, key=lambda codec: scores[codec])
    if scores[best] >= 0.4:
        return best
    match = from_bytes(sample, cp_isolation=_LAST_RESORT).best()
    return (match and _usable(match.encoding)) or "cp1252"


def _usable(codec: str | None) -> str | None:
    """The codec in the spelling of NAMES; None for one that no browser would use."""
    if codec is None:
        return None
    try:
        name = codecs.lookup(codec).name
    except LookupError:
        return None
    name = {"utf-16": "utf-16-le", "utf-8-sig": "utf-8"}.get(name, name)
    return name if name in NAMES else None


def _utf_16(body: bytes) -> str:
    """The kind of UTF-16 by its zero bytes, every second one where markup begins; empty when it is none."""
    start = body[:64]
    first, second = start[::2], start[1::2]
    if b"\0" not in start or len(start) < 4:
        return ""
    if b"\0" not in first and 2 * second.count(0) > len(second):
        return "utf-16-le"
    return "utf-16-be" if b"\0" not in second and 2 * first.count(0) > len(first) else ""


def _is_utf8(body: bytes) -> bool:
    """Whether the bytes are UTF-8 but for a few: one broken character does not make a page something else."""
    text = body.decode("utf-8", "replace")
    bad = text.count("\ufffd")
    return bad == 0 or len(text) - len(text.encode("ascii", "ignore")) > 20 * bad


def _sample(body: bytes) -> bytes:
    """The first pieces between tags that hold non-ASCII bytes."""
    pieces, size = [], 0
    for match in _CHUNK.finditer(body):
        piece = match[0]
        if not piece.isascii():
            pieces.append(piece)
            size += len(piece)
            if size >= _SAMPLE:
                break
    return b"\n".join(pieces)[: 2 * _SAMPLE]


def _score(sample: bytes, codec: str, common: Sequence[str], usual: float) -> float:
    """How well the sample reads in this encoding: its share of common letters against the usual one; 0 if it cannot."""
    text = sample.decode(codec, "replace").lower()
    unread = text.count("\ufffd")
    total = sum(n for char, n in Counter(text).items() if char > "\x7f" and char not in _NEUTRAL)
    if unread * 50 > total:
        return 0.0
    if codec == "cp1252":  # accents stand among ASCII letters; Cyrillic read as Latin makes whole words of them
        return float(len(_ISOLATED.findall(text)) >= 0.9 * total)
    return min(1.0, sum(map(text.count, common)) / total / usual) if total else 0.0


def _against_mark(text: str, mark: str, header: str | None) -> str:
    """What header and meta say against a byte order mark, which wins. A meta inside UTF-16 may say UTF-8 or UTF-16."""
    meta = _usable(html_body_declared_encoding(text[:_HEAD].encode("utf-8", "replace")))
    wide = mark in _UTF_16
    said = []
    if header and header != mark and not (wide and header in _UTF_16):
        said.append(f"the HTTP header says {NAMES[header]}")
    if meta and meta != mark and not (wide and (meta in _UTF_16 or meta == "utf-8")):
        said.append(f"the page says {NAMES[meta]}")
    if not said or text.isascii():
        return ""
    name = NAMES[mark]
    return f"{_CONFLICT}the byte order mark says {name}, {', '.join(said)}; read as the byte order mark says"


def _note(body: bytes, text: str, codec: str, header: str | None, meta: str | None) -> str:
    if body.isascii():
        return ""
    name = NAMES[codec]
    if header and meta and header != meta:
        return f"{_CONFLICT}the HTTP header says {name}, the page says {NAMES[meta]}; read as the header says"
    if (header or meta) and codec not in ("utf-8", "utf-16-le", "utf-16-be") and _is_strict_utf8(body):
        return f"{_CONFLICT}declared as {name}, but the bytes are UTF-8; read as declared"
    unreadable = text.count("\ufffd")
    return f"{unreadable} characters cannot be read as {name}" if unreadable >= _ILL_FITTING else ""


def _is_strict_utf8(body: bytes) -> bool:
    try:
        body.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True
