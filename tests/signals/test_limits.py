"""Files that are damaged, hostile or no exports at all: one line, bounded memory, nothing stored by halves."""

from __future__ import annotations

import gzip
import io
import tracemalloc
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pagetwin.errors import UsageError
from pagetwin.signals import bundle, find, lines
from pagetwin.signals.records import Faults, Import, Signal, Told
from pagetwin.store.file import Store
from pagetwin.store.signals import add

from .files import SITE, audit, one, read, written, zipped

HEAD = "url,clicks\n"


@pytest.mark.parametrize("packed", ["zip", "gz"])
def test_a_bomb_is_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, packed: str) -> None:
    monkeypatch.setattr(bundle, "_FREE", 10_000)
    content = HEAD.encode() + f"{SITE}/a,1\n".encode() * 200_000
    path = tmp_path / f"x.{packed}"
    if packed == "zip":
        zipped(path, {"Pages.csv": content})
    else:
        path.write_bytes(gzip.compress(content))
    (found,) = find(path, Told())
    with pytest.raises(UsageError, match="unpacks to more than 300 times"):
        sum(1 for _ in found.rows(Faults()))


def test_honest_packing_is_read(tmp_path: Path) -> None:
    path = written(tmp_path / "x.csv.gz", HEAD + "".join(f"{SITE}/{n},{n}\n" for n in range(5_000)))
    assert sum(r.clicks or 0 for r in one(path)[1]) == sum(range(5_000))


def test_a_huge_line_is_a_fault_and_held_in_no_memory(tmp_path: Path) -> None:
    path = tmp_path / "x.csv"
    with path.open("wb") as file:
        file.write(HEAD.encode() + f"{SITE}/a,1\n".encode())
        for _ in range(40):
            file.write(b"x" * 1_000_000)
        file.write(f"\n{SITE}/b,2\n".encode())
    tracemalloc.start()
    _, rows, faults = one(path)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert [r.clicks for r in rows] == [1, 2]
    assert faults.shown == [f"line 3: longer than {lines.LONGEST:,} characters"]
    assert peak < 12_000_000


def test_an_open_quote_does_not_swallow_the_file(tmp_path: Path) -> None:
    """One line is lost and named; a stray quote loses nothing."""
    text = HEAD + f'"{SITE}/a,1\n' + f"{SITE}/b,2\n" * 500 + f'"{SITE}/"c,3\n{SITE}/d,4\n"{SITE}/e,5'
    _, rows, faults = one(written(tmp_path / "x.csv", text))
    assert faults.shown == ["line 2: a quote that does not close", "line 505: a quote that does not close"]
    assert [r.clicks for r in rows] == [2] * 500 + [3, 4]


@pytest.mark.parametrize("kind", ["cut gz", "bad crc", "cut zip", "password", "workbook", "old workbook", "many"])
def test_damage_is_told_in_one_line(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "x"
    pages = HEAD + "".join(f"{SITE}/{n},{n * 7919 % 1000}\n" for n in range(9_000))
    if kind == "cut gz":
        path.write_bytes(gzip.compress(pages.encode())[:-4_000])
    elif kind == "bad crc":
        data = bytearray(gzip.compress(pages.encode()))
        data[-6] ^= 255
        path.write_bytes(data)
    elif kind == "cut zip":
        zipped(path, {"Pages.csv": pages})
        path.write_bytes(path.read_bytes()[:-60])
    elif kind == "password":
        zipped(path, {"Pages.csv": pages})
        data = bytearray(path.read_bytes())
        data[data.index(b"PK\1\2") + 8] |= 1
        path.write_bytes(data)
    elif kind == "workbook":
        zipped(path, {"[Content_Types].xml": "<x/>", "xl/workbook.xml": "<!DOCTYPE a [<!ENTITY b 'c'>]>"})
    elif kind == "old workbook":
        path.write_bytes(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600)
    else:
        zipped(path, {f"{n}.csv": "x" for n in range(300)})
    with pytest.raises(UsageError, match=r"damaged|password|workbook|at most") as error:
        read(path)
    assert "\n" not in str(error.value)
    assert str(path) in str(error.value)


def test_a_file_that_breaks_off_is_stored_whole_or_not_at_all(tmp_path: Path) -> None:
    audit(tmp_path / "out", ["/1"])
    path = tmp_path / "x.gz"
    text = HEAD + "".join(f"{SITE}/{n},{n * 7919 % 1000}\n" for n in range(30_000))
    path.write_bytes(gzip.compress(text.encode())[:-4_000])
    (found,) = find(path, Told())
    with Store.open(tmp_path / "out") as store:
        with pytest.raises(UsageError, match="damaged"):
            add(store, found, "x", "digest", "", SITE)
        for table in ("imports", "signals"):
            assert store.connection.execute(f"SELECT count(*) FROM {table}").fetchone() == (0,)


def test_a_missing_file_and_an_empty_folder(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no such file"):
        find(tmp_path / "nothing", Told())
    with pytest.raises(UsageError, match="no signals"):
        find(tmp_path, Told())


FRAGMENTS = st.sampled_from([
    b"url,clicks\n", b"https://e.com/a,5\n", b"\"", b"\r", b"\n", b";", b"\t", b"\0", b"\xff\xfe", b"\xef\xbb\xbf",
    b"{\"inspectionResult\": {\"indexStatusResult\": {}}}", b"[", b"{", b"\x1f\x8b", b"PK\3\4", b"\xd0\xcf",
    "Клики;Адрес\n".encode(), "Клики;Адрес\n".encode("cp1251"), b'1.1.1.1 - - [20/Nov/2026:10:00:01 +0300] "GET /',
    b"updateDate,url,status\n",
])  # fmt: skip


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(FRAGMENTS | st.binary(max_size=30), max_size=8).map(b"".join))
def test_whatever_a_file_holds_ends_in_rows_or_one_line(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "any"
    path.write_bytes(content)
    said = ""
    try:
        read(path)
    except UsageError as error:
        said = str(error)
    assert "\n" not in said


def test_an_archive_within_an_archive_is_not_opened(tmp_path: Path) -> None:
    inner = io.BytesIO()
    with zipfile.ZipFile(inner, "w") as archive:
        archive.writestr("Pages.csv", f"{HEAD}{SITE}/a,1\n")
    path = zipped(tmp_path / "x.zip", {"inner.zip": inner.getvalue()})
    with pytest.raises(UsageError, match="no signals"):
        find(path, Told())


def test_rows_are_read_and_stored_one_at_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first row is there before much of the file is read, and is stored before the second is asked for."""
    text = HEAD + "".join(f"{SITE}/page-{n}?x={n},{n}\n" for n in range(150_000))
    path = written(tmp_path / "t.csv", text)
    (found,) = find(path, Told())
    seen = [0]
    readinto = bundle._Limited.readinto

    def counted(self: bundle._Limited, buffer: memoryview) -> int:
        seen[0] += (got := readinto(self, buffer))
        return got

    monkeypatch.setattr(bundle._Limited, "readinto", counted)
    assert next(iter(found.rows(Faults()))).clicks == 0
    assert 0 < seen[0] < 200_000 < len(text)

    audit(tmp_path / "out", ["/1"])
    with Store.open(tmp_path / "out") as store:

        def rows(_: Faults) -> Iterator[Signal]:
            for n in range(5):
                assert store.connection.execute("SELECT count(*) FROM signals").fetchone() == (n,)
                yield Signal(f"{SITE}/{n}", n, 1)

        assert add(store, Import("table", "x", rows), "t", "digest", "", SITE) is not None
