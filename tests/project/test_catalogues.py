"""Every text of the package has a good translation, and a bad catalogue does not pass."""

from __future__ import annotations

import gettext
import importlib
import io
import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pagetwin.audits import RULES

ROOT = Path(__file__).resolve().parents[2]
RUSSIAN = ROOT / "templates" / "locale" / "ru" / "LC_MESSAGES" / "pagetwin.po"


@pytest.fixture(scope="module")
def catalogues() -> Iterator[Any]:
    """scripts/catalogues.py."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(ROOT / "scripts")
        yield importlib.import_module("catalogues")
        del sys.modules["catalogues"]


@pytest.fixture(scope="module")
def template(catalogues: Any) -> Any:
    """All texts of code and templates."""
    return catalogues.gather()


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the Russian catalogue, with its .mo, to spoil."""
    folder = tmp_path / "ru" / "LC_MESSAGES"
    shutil.copytree(RUSSIAN.parent, folder)
    return folder / RUSSIAN.name


def test_every_text_is_translated_and_none_is_left_over(catalogues: Any, template: Any) -> None:
    paths = sorted(catalogues.LOCALE.glob("*/LC_MESSAGES/*.po"))
    assert RUSSIAN in paths
    assert [fault for path in paths for fault in catalogues.faults(path, template)] == []


def test_texts_are_gathered_from_code_and_templates(template: Any) -> None:
    assert {"Groups", "Answers %(status)s", "no answer in time", "%(p)s in groups"} <= {m.id for m in template}
    assert ("%(n)s other address redirects here", "%(n)s other addresses redirect here") in {m.id for m in template}


def test_russian_is_russian(catalogues: Any) -> None:
    """Every Russian text has a Russian letter, or is a name that all languages share, or an example that is code."""
    examples = {rule.parts[part] for rule in RULES for part in ("Fires", "Silent")}
    code = {text for text in examples if not re.search(r"(?<!\S)(an?|the|and|or|it|in|of|to|its|is|not?)(?!\S)", text)}
    said = {m.string for m in catalogues._read(RUSSIAN) if m.id and m.string and not (m.string == m.id in code)}
    texts = {form for text in said for form in (text if isinstance(text, tuple) else (text,))}
    names = {"noindex", "robots.txt", "meta refresh", "hreflang"}
    assert {text for text in texts if not re.search("[а-яё]", text, re.I)} == names


@pytest.mark.parametrize(
    ("pattern", "spoilt", "fault"),
    [
        (r'msgid "Groups"\nmsgstr "[^"]+"', 'msgid "Groups"\nmsgstr ""', "not translated: 'Groups'"),
        (r'msgid "Groups"\nmsgstr "[^"]+"\n', "", "not in the catalogue: 'Groups'"),
        (r'msgid "Groups"', '#, fuzzy\nmsgid "Groups"', "fuzzy: 'Groups'"),
        (r'msgid "Groups"', 'msgid "Grups"', "in no file: 'Grups'"),
        (r'msgid "Groups"', '#~ msgid "Old"\n#~ msgstr "x"\n\nmsgid "Groups"', "obsolete: 'Old'"),
        (r"%\(n\)s группы", "группы", "other fields or tags than in English: '%(n)s group'"),
        (r'msgstr\[2\] "%\(n\)s групп"\n', "", "not translated: '%(n)s group'"),
        (r"nplurals=3; plural=[^;]*;", "nplurals=2; plural=n != 1;", "Plural-Forms"),
    ],
)
def test_a_bad_catalogue_is_told(
    catalogues: Any, template: Any, copy: Path, pattern: str, spoilt: str, fault: str
) -> None:
    text, n = re.subn(pattern, lambda _: spoilt, copy.read_text("utf-8").replace('"\n"', ""), count=1)
    assert n == 1
    copy.write_text(text, "utf-8")
    copy.with_suffix(".mo").write_bytes(catalogues.compiled(copy))
    assert any(fault in each for each in catalogues.faults(copy, template))


def test_a_catalogue_not_compiled_is_told(catalogues: Any, template: Any, copy: Path) -> None:
    assert list(catalogues.faults(copy, template)) == []
    copy.write_text(copy.read_text("utf-8").replace('msgstr "Группы"', 'msgstr "Группочки"'), "utf-8")
    assert list(catalogues.faults(copy, template)) == [
        "pagetwin.mo is not what pagetwin.po gives; run scripts/catalogues.py compile"
    ]


def test_update_adds_what_is_new_and_keeps_the_rest_to_the_byte(catalogues: Any, template: Any, copy: Path) -> None:
    before = copy.read_bytes()
    catalogues.update(copy, template)
    assert copy.read_bytes() == before == RUSSIAN.read_bytes()
    new = catalogues.gather()
    new.add(("%(n)s heron", "%(n)s herons"))
    new.delete("Groups")
    catalogues.update(copy, new)
    assert next(catalogues.faults(copy, new)) == "not translated: '%(n)s heron'"
    assert 'msgid "Groups"' not in copy.read_text("utf-8")


def test_compiled_texts_are_what_gettext_reads(catalogues: Any) -> None:
    russian = gettext.GNUTranslations(io.BytesIO(catalogues.compiled(RUSSIAN)))
    assert russian.gettext("Groups") == "Группы"
    said = [russian.ngettext("%(n)s group", "%(n)s groups", n) % {"n": n} for n in (1, 2, 5, 11, 21, 112)]
    assert said == ["1 группа", "2 группы", "5 групп", "11 групп", "21 группа", "112 групп"]


def test_check_names_the_file_and_fails(
    catalogues: Any, copy: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(catalogues, "LOCALE", copy.parents[2])
    assert catalogues.main(["check"]) == 0
    copy.with_suffix(".mo").unlink()
    assert catalogues.main(["check"]) == 1
    assert f"{copy}: pagetwin.mo is not" in capsys.readouterr().out
    assert catalogues.main(["compile"]) == catalogues.main(["check"]) == 0
    assert catalogues.main([]) == 2
