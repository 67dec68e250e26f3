"""`pagetwin tools` in a real browser: what it answers, that it asks for nothing, stores nothing and never freezes."""

import json
import random
import re
import time
from collections.abc import Callable, Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from pagetwin.reports.language import Language
from pagetwin.workbench import tools_page, tools_words

from ..browser import Watched, browser, watched
from .command import pagetwin

WORDS = 200_000
A13, B13 = (" ".join(f"w{n}" for n in range(first, first + 13)) for first in (1, 3))
# Typing a megabyte letter by letter takes minutes.
PUT = """([name, text]) => {
    const field = document.getElementById(name);
    field.value = text;
    field.dispatchEvent(new InputEvent("input", { bubbles: true }));
}"""
# Everything a page could keep, told before any script of the page runs.
SPY = """() => {
    window.kept = [];
    const spy = (where, name) => { const was = where[name]; where[name] = function () { kept.push(name); return was.apply(this, arguments); }; };
    spy(Storage.prototype, "setItem"); spy(IDBFactory.prototype, "open");
    const cookie = Object.getOwnPropertyDescriptor(Document.prototype, "cookie");
    Object.defineProperty(Document.prototype, "cookie", { ...cookie, set(v) { kept.push("cookie"); cookie.set.call(this, v); } });
    addEventListener("securitypolicyviolation", event => (window.refused ??= []).push(event.effectiveDirective));
}"""  # noqa: E501


@pytest.fixture(scope="module")
def running() -> Iterator[Any]:
    with browser() as it:
        yield it


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("tools") / "tools.html"
    ran = pagetwin("tools", "-o", path)
    assert (ran.returncode, ran.stdout) == (0, f"{path}\n")
    return path.as_uri()


@pytest.fixture
def chromium(running: Any) -> Iterator[Watched]:
    with watched(running) as it:
        it.context.add_init_script(f"({SPY})()")
        yield it
        assert it.trouble == []


@pytest.fixture
def opened(chromium: Watched, address: str) -> Callable[..., Any]:
    def open_(mode: str = "", width: int = 1440) -> Any:
        page = chromium.page(width)
        page.goto(f"{address}#{mode}")
        return page

    return open_


def until(page: Any, expression: str, seconds: float = 60) -> None:
    """Wait for an expression; the page's policy forbids Playwright's own way, which evaluates text in the page."""
    end = time.monotonic() + seconds
    while not page.evaluate(expression):
        assert time.monotonic() < end, expression
        page.wait_for_timeout(20)


def compared(page: Any, a: str, b: str) -> str:
    """What is said of two texts."""
    before = page.inner_text("#numbers")
    page.fill("#text-a", a)
    page.fill("#text-b", b)
    until(page, f"document.getElementById('numbers').innerText !== {json.dumps(before)}")
    page.wait_for_timeout(100)
    return str(page.inner_text("#numbers"))


# One address ------------------------------------------------------------------------------------------------------


def test_variants_of_an_address(opened: Callable[..., Any]) -> None:
    page = opened()
    page.fill("#address", "http://www.example.ru/catalog/shoes")
    for field, value in (("protocol", "https"), ("www", "no-www"), ("slash", "slash")):
        page.select_option(f"#{field}", value)
    links = page.locator("#variants-list a.live bdi").all_text_contents()
    assert {
        "http://example.ru/catalog/shoes/", "https://www.example.ru/catalog/shoes/",
        "https://example.ru/catalog/shoes", "https://example.ru/catalog/shoes/?utm_source=test",
    } <= set(links)  # fmt: skip
    assert "Page: https://example.ru/catalog/shoes/" in page.inner_text("#address-note")
    assert "itself a variant" in page.inner_text("#address-note")
    slash = page.locator("#variants-list tr", has_text="final slash").inner_text()
    assert "Yandex advises against rel=canonical" in slash
    documented = page.locator("#variants-list a", has_text="documented here")
    assert documented.count() == page.locator("#variants-list tr").count()


def test_an_address_without_protocol_and_one_that_is_none(opened: Callable[..., Any]) -> None:
    page = opened()
    page.fill("#address", "пример.рф/каталог")
    assert "https://xn--e1afmkfd.xn--p1ai/" in page.inner_text("#address-note")
    assert "https://пример.рф/" in page.inner_text("#variants-list")
    page.fill("#address", "mailto:a@b.ru")
    assert "no web address" in page.inner_text("#address-note")
    assert not page.is_visible("#variants-out")


def test_parameters_of_the_address_make_a_line(opened: Callable[..., Any]) -> None:
    page = opened()
    page.fill("#address", "https://example.ru/catalog/shoes?sid=1&sort=price")
    assert page.inner_text("#own-line") == "Clean-param: sid&sort /catalog/"
    assert "sort" in page.inner_text("#own-checks")


# Parameters -------------------------------------------------------------------------------------------------------


def test_pasted_addresses_to_a_line(opened: Callable[..., Any]) -> None:
    page = opened("parameters")
    page.fill("#pasted", "\n".join((
        "https://example.ru/catalog/a/?yclid=1", "https://example.ru/catalog/a/?yclid=2&ref=x", "nonsense",
        "https://example.ru/catalog/b/?ref=y&color=red", "https://example.ru/catalog/a/index.php",
    )))  # fmt: skip
    rows = page.eval_on_selector_all(
        "#found tr", "all => all.map(tr => [...tr.cells].slice(1).map(td => td.innerText.split('\\n')[0]))"
    )
    assert rows == [
        ["yclid", "campaign tag", "2", "2"], ["ref", "referral", "2", "2"], ["color", "filter", "1", "1"],
    ]  # fmt: skip
    assert page.inner_text("#line") == "Clean-param: yclid /catalog/a/"  # ticked by its name
    page.check("#found input[value=ref]")
    assert page.inner_text("#line") == "Clean-param: yclid&ref /catalog/"
    assert page.inner_text("#pages-head") == "4 addresses → 2 pages"
    assert "1 line is no web address" in page.inner_text("#unread")


def test_names_and_path_are_checked_as_they_are_typed(opened: Callable[..., Any]) -> None:
    page = opened("parameters")
    page.fill("#names", "sid, ref")
    page.fill("#prefix", "https://example.ru/catalog/?a=1")
    assert page.inner_text("#line") == "Clean-param: sid&ref /catalog/"
    assert "No error" in page.inner_text("#checks")
    assert "Google does not read it" in page.inner_text("#checks")
    page.fill("#names", "utm_* sort")
    assert "names have no wildcards" in page.inner_text("#checks")
    assert "No error" not in page.inner_text("#checks")
    page.fill("#names", "&".join(f"parameter{n:03d}" for n in range(60)))
    assert page.inner_text("#line").count("Clean-param: ") == 2
    page.click("#from-addresses")
    assert page.input_value("#prefix") == "/"  # none of these is in the addresses


# Two texts --------------------------------------------------------------------------------------------------------


def test_eight_of_ten_shingles_shared_are_two_thirds(opened: Callable[..., Any]) -> None:
    page = opened("texts")
    assert "Jaccard 0.67: 8 shared of 12 different shingles of 4 words" in compared(page, A13, B13)
    assert page.text_content("#figure").count("80% of") == 2
    assert page.inner_text("#diff .drow.same .txt >> nth=1") == " ".join(f"w{n}" for n in range(3, 14))
    assert page.eval_on_selector_all("#diff mark", "all => all.map(mark => mark.textContent)") == ["w1 w2", "w14 w15"]
    page.focus("#k")
    for _ in range(3):
        page.keyboard.press("ArrowLeft")
    until(page, "document.getElementById('numbers').innerText.includes('11 shared of 15 different shingles of 1 ')")
    assert page.input_value("#k") == "1"


def test_a_long_shared_passage_opens_in_place(opened: Callable[..., Any]) -> None:
    page = opened("texts")
    text = " ".join(f"слово{n}" for n in range(500))
    compared(page, f"начало {text}", f"{text} конец")
    assert page.locator("#diff .fold").count() == 1
    page.click("#diff .fold")
    until(page, "!document.querySelector('#diff .fold') && document.querySelectorAll('#diff .same').length > 2")
    left = page.eval_on_selector_all("#diff .same .txt:last-child", "all => all.map(e => e.textContent).join('')")
    assert left.split() == text.split()


def test_texts_and_addresses_are_never_markup(opened: Callable[..., Any]) -> None:
    evil = "<img src=x onerror=alert(1)> <b>bold</b> words that both texts have"
    page = opened("texts")
    compared(page, evil, f"{evil} and more")
    page.click("#tab-parameters")
    page.fill("#pasted", f"https://e.com/?{evil}=1")
    page.click("#tab-variants")
    page.fill("#address", f"https://e.com/{evil}")
    assert page.locator("main img, main td b, #diff b").count() == 0


def lines(words: list[str]) -> str:
    return "\n".join(" ".join(words[at : at + 90]) for at in range(0, len(words), 90))


def test_two_hundred_thousand_words_stay_usable(running: Any, opened: Callable[..., Any], tmp_path: Path) -> None:
    """The longest task of the page's thread by its processor time in a trace: a busy machine tells the same."""
    chance = random.Random(7)
    known = ["".join(chance.choices("абвгдеклмнопрст", k=chance.randint(2, 9))) for _ in range(20_000)]
    a = chance.choices(known, k=WORDS)
    b = [word if chance.random() > 0.01 else f"иное{n}" for n, word in enumerate(a)]
    page = opened("texts")
    trace = tmp_path / "trace.json"
    running.start_tracing(page=page, path=str(trace), categories=["devtools.timeline", "toplevel"])
    for name, words in (("text-a", a), ("text-b", b)):
        page.evaluate(PUT, [name, lines(words)])
    until(
        page,
        "document.getElementById('words-b').textContent === '200,000 words' && !document.querySelector('[aria-busy]')",
    )
    page.focus("#text-a")
    page.evaluate("document.getElementById('text-a').setSelectionRange(5000, 5000)")
    for letter in " typed here ":
        page.keyboard.type(letter)
        page.wait_for_timeout(20)
    until(page, "document.getElementById('words-a').textContent !== '200,000 words'")
    page.evaluate("document.getElementById('diff').scrollTop = 150000")
    until(page, "document.getElementById('diff').innerText.length > 1000")
    running.stop_tracing()
    assert page.evaluate("document.getElementById('diff').scrollTop") == pytest.approx(150_000, abs=2_000)
    assert 10 < page.locator("#diff .drow").count() < 150
    assert page.evaluate("document.getElementById('diff').scrollHeight") > 200_000
    assert longest_task(trace) < 0.5


def longest_task(trace: Path) -> float:
    """Seconds of processor time of the longest task of the thread that serves the page."""
    events = json.loads(trace.read_text("utf-8"))["traceEvents"]
    main = {(e["pid"], e["tid"]) for e in events
            if e["name"] == "thread_name" and e["args"]["name"] == "CrRendererMain"}  # fmt: skip
    tasks = [e.get("tdur", e["dur"]) for e in events
             if e["name"].endswith("RunTask") and e["ph"] == "X" and (e["pid"], e["tid"]) in main]  # fmt: skip
    assert len(tasks) > 20
    return float(max(tasks)) / 1e6


def test_a_pasted_line_of_a_megabyte_is_broken_at_white_space(opened: Callable[..., Any]) -> None:
    page = opened("texts")
    text = " ".join(f"w{n}" for n in range(3000))
    page.evaluate("""text => {
        const field = document.getElementById("text-a");
        field.select();
        const paste = { inputType: "insertFromPaste", data: text, cancelable: true };
        field.dispatchEvent(new InputEvent("beforeinput", paste));
    }""", text)  # fmt: skip
    value = page.input_value("#text-a")
    assert value.split() == text.split()
    assert max(map(len, value.split("\n"))) <= 4001


# The page ---------------------------------------------------------------------------------------------------------


def test_nothing_is_asked_for_and_nothing_stored(chromium: Watched, opened: Callable[..., Any], address: str) -> None:
    page = opened("texts")
    compared(page, A13, B13)
    for tab in ("variants", "parameters"):
        page.click(f"#tab-{tab}")
    page.click("#language")
    page.click("#theme")
    assert {url.partition("#")[0] for url in chromium.requests if not url.startswith(("blob:", "data:"))} == {address}
    assert page.evaluate("kept") == []
    assert page.evaluate("localStorage.length + sessionStorage.length") == 0
    assert chromium.context.cookies() == []
    assert page.evaluate("window.refused || []") == []


def test_the_policy_of_the_page_forbids_what_it_does_not_do(chromium: Watched, opened: Callable[..., Any]) -> None:
    page = opened()
    page.evaluate("""async () => {
        await fetch("http://127.0.0.1:9/").catch(() => {});
        document.head.append(Object.assign(document.createElement("script"), { textContent: "window.ran = 1" }));
        document.body.append(Object.assign(document.createElement("img"), { src: "http://127.0.0.1:9/a.png" }));
    }""")
    until(page, "(window.refused || []).length >= 3")
    assert {"connect-src", "script-src-elem", "img-src"} <= set(page.evaluate("refused"))
    assert page.evaluate("window.ran") is None
    chromium.trouble.clear()  # each refusal is one


def test_the_language_changes_and_what_was_typed_stays(opened: Callable[..., Any]) -> None:
    page = opened("texts")
    sample = page.input_value("#text-a")
    compared(page, sample, B13)
    page.click("#language")
    assert page.evaluate("document.documentElement.lang") == "ru"
    assert page.input_value("#text-b") == B13
    assert page.input_value("#text-a") == Language("ru")._(sample)
    assert page.inner_text("#tab-texts") == "Два текста"
    assert "Жаккар 0,67: общих шинглов 8 из 12 разных" in compared(page, A13, B13)
    assert "80\u00a0%" in page.text_content("#figure")
    assert page.inner_text("#words-a").endswith("13 слов")


def test_tabs_by_keyboard(opened: Callable[..., Any]) -> None:
    page = opened()
    page.focus("#tab-variants")
    for key, shown in (("ArrowRight", "parameters"), ("End", "texts"), ("ArrowRight", "variants"), ("Tab", "variants")):
        page.keyboard.press(key)
        assert page.is_visible(f"#panel-{shown}")
        assert page.locator("[role=tabpanel]:visible").count() == 1
    assert page.evaluate("document.activeElement.id") == "address"


@pytest.mark.parametrize("mode", ["variants", "parameters", "texts"])
def test_narrow_pages_do_not_scroll_sideways(opened: Callable[..., Any], mode: str) -> None:
    page = opened(mode, 320)
    page.click("#language")
    page.wait_for_timeout(100)
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


def test_every_field_and_button_has_a_name(opened: Callable[..., Any]) -> None:
    page = opened()
    nameless = page.evaluate("""[...document.querySelectorAll("input, select, textarea, button")].filter(e =>
        !e.labels?.length && !e.getAttribute("aria-label") && !e.textContent.trim()).map(e => e.id)""")
    assert nameless == []


def test_scripts_say_only_what_both_languages_have() -> None:
    spoken = [tools_words.texts(Language(code)) for code in ("en", "ru")]
    assert spoken[0].keys() == spoken[1].keys()
    templates = files("pagetwin.templates")
    scripts = [path.read_text("utf-8") for path in templates.joinpath("tools").iterdir() if path.name.endswith(".js")]
    used = {key for script in scripts for key in re.findall(r"\b[tn]\(\"([^\"$]+)\"", script)}
    used |= set(re.findall(r"say\(\"(\w+)\"\)", templates.joinpath("tools.html.j2").read_text("utf-8")))
    assert len(used) > 40
    assert used <= spoken[0].keys()
    for english, russian in zip(spoken[0].items(), spoken[1].items(), strict=True):
        forms = [each if isinstance(each, list) else [each] for each in (english[1], russian[1])]
        fields = [{field for text in texts for field in re.findall(r"\{(\w+)\}", text)} for texts in forms]
        assert fields[0] == fields[1], english[0]


def test_a_page_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    ran = pagetwin("tools", "-o", tmp_path)
    assert ran.returncode != 0
    assert len(ran.stderr.strip().splitlines()) == 1
    assert str(tmp_path) in ran.stderr


def test_no_part_can_end_its_element() -> None:
    page = tools_page.page("en")
    assert page.count("<script") == page.count("</script>") == 4
    assert page.count("<style") == page.count("</style>") == 1
