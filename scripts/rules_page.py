"""Write docs/rules.md and docs/rules.ru.md from the help of the rules: .venv/bin/python scripts/rules_page.py

Run it after every change of a rule or of its translation; a test compares. The same pages without their head are said
by `pagetwin rules --format markdown`.
"""

from __future__ import annotations

from pathlib import Path

from pagetwin.reports.language import Code
from pagetwin.workbench import rules

DOCS = Path(__file__).resolve().parents[1] / "docs"
_HEADS: dict[Code, str] = {
    "en": "What is checked. [По-русски](rules.ru.md). Written by `scripts/rules_page.py` from the help of the rules "
    "in `audits/`; mend it there. The source of each rule tells what engines do; how bad it is, is our suggestion.",
    "ru": "Что проверяется. [In English](rules.md). Страницу пишет `scripts/rules_page.py` по справке правил из "
    "`audits/`; исправляйте её там. Что делают поисковые системы, сказано в источнике каждого правила, а степень "
    "важности — наше предложение.",
}


def pages() -> dict[Path, str]:
    """Each file and what belongs in it."""
    return {DOCS / _name(code): rules.page(code, head=head) for code, head in _HEADS.items()}


def _name(code: Code) -> str:
    return "rules.md" if code == "en" else f"rules.{code}.md"


if __name__ == "__main__":
    for path, text in pages().items():
        path.write_text(text, "utf-8", newline="\n")
