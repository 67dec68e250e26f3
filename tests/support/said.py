"""What a finding says in both languages."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable

from pagetwin.model import Finding
from pagetwin.reports import sentences
from pagetwin.reports.language import Language

EN, RU = Language("en"), Language("ru")


def said(finding: Finding, language: Language) -> str:
    """Its sentence."""
    return sentences.finding(finding.message, finding.url, finding.related, json.dumps(finding.values), language)


def assert_told(found: Iterable[Finding]) -> None:
    """Each sentence names all that the finding holds, in English and in Russian."""
    for finding in found:
        for language in EN, RU:
            sentence = said(finding, language)
            assert finding.url in sentence
            assert finding.related in sentence
            assert [str(value) for value in finding.values.values() if str(value) not in sentence] == []
            assert "%(" not in sentence
        assert re.search("[а-яё]", sentence), "without Russian: give the message in N_() and run scripts/catalogues.py"
