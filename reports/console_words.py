"""The words of the closing lines, English and Russian. A tuple holds the plural forms of a word."""

from __future__ import annotations

from .language import Code

Words = dict[str, str | tuple[str, ...]]

_EN: Words = {
    "address": ("address", "addresses"),
    "page": ("page", "pages"),
    "group": ("group", "groups"),
    "pair": ("pair", "pairs"),
    "finding": ("finding", "findings"),
    "word": ("word", "words"),
    "more": "{n} more",
    "item": "{name}: {n}",
    "unseen": "THE SITE WAS NOT SEEN WELL ENOUGH TO JUDGE IT.",
    "unseen_why": "Compared: {analysed} of {addresses}; without an answer: {unanswered}. "
    "All below speaks of these pages alone.",
    "sites": "Sites:     {items}",
    "sites_unseen": "Unseen:    too few addresses answered of {items}",
    "seen": "Seen:      {addresses} declared, {fetched} fetched, {analysed} compared",
    "waiting": "; {n} not asked yet",
    "left_out": "Left out:  {items}",
    "traps": "Traps:     {items}: links without end, left out (budgets in the settings)",
    "sitemap": ("sitemap", "sitemaps"),
    "unread": "Missing:   {failed} of {sitemaps} could not be read, so what it names was not seen (see the report)",
    "page_of": ("page", "pages"),
    "unused": "Selector:  '{css}' matched on 0 of {pages}, so it changed nothing; check its spelling",
    "robots": "Note:      robots.txt was not obeyed (--ignore-robots)",
    "again": "Again:     since the audit before: {items}",
    "again_none": "no page answered",
    "not_modified": "not modified",
    "unchanged": "the same bytes",
    "changed": "changed",
    "new": "new",
    "gone": "gone",
    "groups": "Groups:    {groups} with {pages} ({kinds})",
    "no_groups": "Groups:    none to look at",
    "no_repeat": "; no page repeats another at these thresholds",
    "no_groups_unseen": "Groups:    none among the pages that were seen, which says nothing of the others",
    "resolved": "; {n} resolved already",
    "pairs": "Pairs:     {pairs} with Jaccard from {jaccard} or containment from {containment} (shingles of {shingle})",
    "pairs_cut": "; the table holds the closest only",
    "recall_exact": "Recall:    nothing missed: all pairs were counted exactly",
    "recall_sample": "Recall:    estimated on a sample: {parts}",
    "recall_part": "{name} {value} ({low} to {high})",
    "recall_part_exact": "{name} exact",
    "jaccard": "Jaccard",
    "containment": "containment",
    "recall_none": "Recall:    was not measured",
    "lsh": "; LSH alone would have found {parts}",
    "lsh_part": "{share} by {name}",
    "findings": "Findings:  {findings} ({rules})",
    "look": "Look here first, at the largest groups and the page to keep in each:",
    "member": "  {pages}, {kind}, lowest {lowest}",
    "report": "Report:    {path}",
    "tables": "Tables:    {path}",
    "rules": "Rules:     {path}",
    "next": "Next:      another threshold, without fetching again: {command}",
    "next_unseen": "Next:      see why addresses gave no answer ({path}), then audit again",
}

_RU: Words = {
    "address": ("адрес", "адреса", "адресов"),
    "page": ("страница", "страницы", "страниц"),
    "group": ("группа", "группы", "групп"),
    "pair": ("пара", "пары", "пар"),
    "finding": ("замечание", "замечания", "замечаний"),
    "word": ("слово", "слова", "слов"),
    "more": "ещё {n}",
    "item": "{name}: {n}",
    "unseen": "САЙТ ВИДЕН СЛИШКОМ ПЛОХО, ЧТОБЫ О НЁМ СУДИТЬ.",
    "unseen_why": "Заявлено: {addresses}; сравнено: {analysed}; без ответа: {unanswered}. "
    "Всё ниже только об увиденном.",
    "sites": "Сайты:     {items}",
    "sites_unseen": "Не видно:  слишком мало адресов ответило у {items}",
    "seen": "Увидено:   {addresses} заявлено, получено {fetched}, сравнено {analysed}",
    "waiting": "; ещё не запрошено {n}",
    "left_out": "Вне счёта: {items}",
    "traps": "Ловушки:   {items}: ссылки без конца, оставлены (запасы заданы в настройках)",
    "sitemap": ("карты сайта", "карт сайта", "карт сайта"),
    "unread": "Не видно:  {failed} из {sitemaps} не прочитать, и что в ней названо, не увидено (см. отчёт)",
    "page_of": ("страницы", "страниц", "страниц"),
    "unused": "Селектор:  '{css}' не нашёл ничего ни на одной из {pages}; проверьте его",
    "robots": "Внимание:  robots.txt не соблюдался (--ignore-robots)",
    "again": "Повторно:  с прошлого аудита: {items}",
    "again_none": "ни одна страница не ответила",
    "not_modified": "не изменялись",
    "unchanged": "те же байты",
    "changed": "изменились",
    "new": "новые",
    "gone": "исчезли",
    "groups": "Группы:    {groups}, в них {pages} ({kinds})",
    "no_groups": "Группы:    смотреть нечего",
    "no_repeat": "; при этих порогах страницы не повторяют друг друга",
    "no_groups_unseen": "Группы:    среди увиденных страниц нет; об остальных это ничего не говорит",
    "resolved": "; уже решено: {n}",
    "pairs": "Пары:      {pairs}: Жаккар от {jaccard} или вложенность от {containment} (шингл: {shingle})",
    "pairs_cut": "; в таблице только самые близкие",
    "recall_exact": "Полнота:   ничего не упущено, все пары посчитаны точно",
    "recall_sample": "Полнота:   оценка по выборке: {parts}",
    "recall_part": "{name} {value} (от {low} до {high})",
    "recall_part_exact": "{name} точно",
    "jaccard": "Жаккар",
    "containment": "вложенность",
    "recall_none": "Полнота:   не измерена",
    "lsh": "; один LSH нашёл бы: {parts}",
    "lsh_part": "{name} {share}",
    "findings": "Проверки:  {findings} ({rules})",
    "look": "Начните с самых больших групп; вот страница, которую в каждой стоит оставить:",
    "member": "  {pages}, {kind}, наименьшее {lowest}",
    "report": "Отчёт:     {path}",
    "tables": "Таблицы:   {path}",
    "rules": "Правила:   {path}",
    "next": "Дальше:    другой порог без нового обхода: {command}",
    "next_unseen": "Дальше:    посмотрите, почему адреса не ответили ({path}), и повторите аудит",
}

WORDS: dict[Code, Words] = {"en": _EN, "ru": _RU}


def plural(language: Code, n: int) -> int:
    """Which plural form a number takes: English 1 | other, Russian 1 | 2 to 4 | other (Unicode CLDR, plural rules)."""
    if language == "en":
        return 0 if n == 1 else 1
    if n % 10 == 1 and n % 100 != 11:
        return 0
    return 1 if 2 <= n % 10 <= 4 and not 12 <= n % 100 <= 14 else 2
