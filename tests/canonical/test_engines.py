"""Facts about engines: complete, sourced, and apart where the engines differ."""

import pytest
from pagetwin.canonical.cause import Cause
from pagetwin.canonical.engines import FACTS, KINDS, SOURCES, both, facts
from pagetwin.reports import engine_texts
from pagetwin.reports.language import Language

CAUSES = set(Cause.__args__) - {""}


def _texts(engine, *causes):
    return [(fact.kind, fact.text) for fact in facts(causes) if fact.engine == engine]


@pytest.mark.parametrize("cause", sorted(CAUSES))
def test_each_cause_has_words_and_facts_of_both_engines_with_their_own_sources(cause):
    assert set(engine_texts.CAUSES) == set(FACTS) == CAUSES
    found = facts([cause])
    assert {fact.engine for fact in found} == {"google", "yandex"}
    for fact in found:
        assert fact.engine in SOURCES[fact.source] if fact.source else fact.text == "enrich"
        assert Language("ru")._(engine_texts.FACTS[fact.text]) != engine_texts.FACTS[fact.text]
    for text in engine_texts.CAUSES[cause]:
        assert Language("ru")._(text) != text


def test_no_sentence_is_left_over():
    assert {fact.text for found in FACTS.values() for fact in found} == set(engine_texts.FACTS)
    assert set(KINDS) == set(engine_texts.KINDS)
    used = {fact.source for found in FACTS.values() for fact in found}
    assert used - {""} == set(SOURCES)


def test_clean_param_is_for_parameters_and_for_yandex_alone():
    for cause in CAUSES:
        assert (("do", "clean_param") in _texts("yandex", cause)) == (cause == "parameters")
        assert ("do", "clean_param") not in _texts("google", cause)


def test_slash_and_protocol_are_redirected_for_yandex_and_not_named():
    found = _texts("yandex", "address variant")
    assert [kind for kind, _ in found] == ["do", "know", "know", "avoid", "avoid"]
    assert not {text for kind, text in found if kind == "do"} & {"canonical_yandex", "canonical_stays"}


def test_facts_of_several_causes_stand_once_in_order():
    found = facts(["parameters", "print version", "parameters"])
    assert len(found) == len(set(found))
    assert [(f.engine, KINDS.index(f.kind)) for f in found] == sorted((f.engine, KINDS.index(f.kind)) for f in found)
    assert facts([""]) == []


def test_what_serves_both_engines_is_documented_by_each():
    assert [text for text, _ in both(["address variant"])] == ["both_redirect"]
    assert [text for text, _ in both(["two folders"])] == ["both_canonical"]
    assert [text for text, _ in both(["template", "same text"])] == ["both_redirect", "both_canonical"]
    assert both(["pagination", "mobile version", "translation missing"]) == []
    for text, sources in both(CAUSES):
        assert Language("ru")._(engine_texts.BOTH[text]) != engine_texts.BOTH[text]
        assert ["google" in SOURCES[source] for source in sources] == [True, False]
        assert ["yandex" in SOURCES[source] for source in sources] == [False, True]


def test_yandex_names_a_time_wherever_a_page_is_to_leave_the_search():
    for cause in CAUSES - {"pagination", "mobile version", "translation missing"}:
        assert ("know", "time_yandex") in _texts("yandex", cause)


def test_templates_are_enriched_merged_or_closed():
    for engine in ("google", "yandex"):
        assert {"enrich", "merge", "canonical_stays", "noindex_visitors"} <= {t for _, t in _texts(engine, "template")}


def test_what_not_to_do():
    assert ("avoid", "robots_google") in _texts("google", "address variant", "print version")
    assert {("avoid", "slash_yandex"), ("avoid", "protocol_yandex")} <= set(_texts("yandex", "address variant"))
    assert ("avoid", "first_page") in _texts("google", "pagination")
