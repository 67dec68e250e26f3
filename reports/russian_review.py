"""The Russian texts of the review, by the English ones, as in russian.py."""

from __future__ import annotations

TEXTS: dict[str, str] = {
    "%(measure)s: a threshold of %(t)s agrees with %(k)s of %(n)s answers.": (
        "%(measure)s: с порогом %(t)s согласны ответов: %(k)s из %(n)s."
    ),
    "%(measure)s: its threshold stays, for the answers about it are few or all alike.": (
        "%(measure)s: порог остаётся прежним, ведь ответов о нём мало или все они одинаковы."
    ),
    "95 %% interval": "Интервал 95 %%",
    "Answer by keys": "Отвечать клавишами",
    (
        "Answers are kept in the audit file with the hash of both texts: they hold for later crawls while the texts "
        "stay nearly the same. <code>pagetwin export OUT --what labels</code> writes them to a file, <code>pagetwin "
        "review OUT --import FILE</code> reads them back."
    ): (
        "Ответы хранятся в файле аудита вместе с хешами обоих текстов и действуют при новых обходах, пока тексты почти "
        "не меняются. <code>pagetwin export OUT --what labels</code> записывает их в файл, <code>pagetwin review OUT "
        "--import FILE</code> читает обратно."
    ),
    "Answers that no longer count": "Ответы, которые больше не учитываются",
    "At it or above, %(p)s of the pairs were called the same (95 %% interval %(lo)s to %(hi)s).": (
        "Не ниже него «одно и то же» — %(p)s пар (интервал 95 %%: от %(lo)s до %(hi)s)."
    ),
    "Back": "Назад",
    "Back to the pairs": "К парам",
    "Choosing the pages to keep": "Выбор основных страниц",
    "Comparing": "Сравнение",
    "Containment": "Вхождение",
    (
        "Containment goes no lower: two pages of equal length that share %(j)s by Jaccard contain one another by "
        "%(c)s, so a lower threshold would let in what the Jaccard threshold keeps out."
    ): (
        "Ниже порог вхождения не опускается: две страницы равной длины с коэффициентом Жаккара %(j)s входят одна в "
        "другую на %(c)s, и более низкий порог впустил бы то, что не пропускает порог Жаккара."
    ),
    "Counting what they would give": "Считаем, что они дали бы",
    "Different": "Разное",
    "Do these two pages say the same thing?": "Эти две страницы говорят об одном и том же?",
    (
        "Dots: your answers. Bars: share of “same” in each band with its 95 %% interval. Line: the fit, which may only "
        "rise."
    ): (
        "Точки — ваши ответы. Столбцы — доля «одно и то же» в полосе с интервалом 95 %%. Линия — приближение, которое "
        "может только расти."
    ),
    "Every threshold from %(a)s to %(b)s fits as well.": "Так же хорош любой порог от %(a)s до %(b)s.",
    (
        "Judge as a visitor would: would you want both among the search results? The scores stay hidden until the end, "
        "so that they do not sway you."
    ): "Судите как посетитель: нужны ли в поиске обе? Оценки скрыты до конца, чтобы не влиять на вас.",
    "Judging": "Проверка правил",
    "No threshold follows from the answers yet": "Из ответов порог пока не следует",
    "Note": "Заметка",
    "Note on this pair": "Заметка об этой паре",
    "Nothing is answered yet.": "Ответов пока нет.",
    "Open the report": "Открыть отчёт",
    "Pages in groups": "Страниц в группах",
    "Pair %(n)s of %(all)s": "Пара %(n)s из %(all)s",
    "Pair %(n)s of %(all)s, %(left)s unanswered": "Пара %(n)s из %(all)s, без ответа %(left)s",
    "Pair %(n)s: %(a)s": "Пара %(n)s: %(a)s",
    "Pairs": "Пары",
    "Progress": "Ход проверки",
    "Proposed thresholds": "Предлагаемые пороги",
    "Reading the texts": "Чтение текстов",
    "Result": "Итог",
    "Review": "Проверка",
    "Same": "Одно и то же",
    (
        "Stored, and the groups were formed anew without another crawl: Jaccard %(j)s, containment %(c)s. They hold "
        "for later runs, too, unless an option or the settings file says otherwise."
    ): (
        "Сохранено, и группы собраны заново без обхода: коэффициент Жаккара %(j)s, вхождение %(c)s. Эти пороги "
        "действуют и при следующих запусках, если ключ или файл настроек не задаёт другого."
    ),
    "Taking over the thresholds": "Принимаем пороги",
    (
        "The threshold lies above all pairs that were asked about: review more pairs, which are then more similar."
    ): "Порог выше всех пар, о которых был вопрос: проверьте ещё пары, они будут более похожи.",
    (
        "The threshold lies below all pairs that were asked about: review more pairs, which are then less similar."
    ): "Порог ниже всех пар, о которых был вопрос: проверьте ещё пары, они будут менее похожи.",
    "The thresholds were set in the review on %(d)s.": "Пороги заданы при проверке %(d)s.",
    (
        "These answers hardly depend on similarity: no threshold agrees with three quarters of them, or with more than "
        "if you had called all pairs alike. Better keep the threshold of now, or review more pairs."
    ): (
        "Эти ответы почти не зависят от сходства: ни с одним порогом не согласны три четверти из них или больше, чем "
        "если бы вы обо всех парах ответили одинаково. Лучше оставить нынешний порог или проверить ещё пары."
    ),
    (
        "These answers hardly depend on similarity: no threshold agrees with three quarters of them, or with more than "
        "if you had called all pairs alike. The threshold of now is kept."
    ): (
        "Эти ответы почти не зависят от сходства: ни с одним порогом не согласны три четверти из них или больше, чем "
        "если бы вы обо всех парах ответили одинаково. Нынешний порог остаётся."
    ),
    "Thresholds that fit your own judgement: <code>pagetwin review OUT</code>.": (
        "Пороги по вашим собственным оценкам: <code>pagetwin review OUT</code>."
    ),
    "Thresholds of now": "Нынешние пороги",
    "Unsure": "Не знаю",
    "Use %(t)s from now on": "Принять порог %(t)s",
    "What the thresholds give": "Что дают пороги",
    "Writing the report": "Запись отчёта",
    "You called all pairs different": "Все пары вы назвали разными",
    "You called all pairs the same": "Обо всех парах вы ответили «одно и то же»",
    "Your answers by similarity": "Ваши ответы по сходству",
    "Your answers fit a Jaccard threshold of %(t)s best": "Вашим ответам лучше всего подходит порог Жаккара %(t)s",
    "Your answers fit a containment threshold of %(t)s best": (
        "Вашим ответам лучше всего подходит порог вхождения %(t)s"
    ),
    "Your answers hardly depend on similarity": "Ваши ответы почти не зависят от сходства",
    "a page has changed since": "страница с тех пор изменилась",
    "a page is no longer among those that are compared": "одной из страниц больше нет среди сравниваемых",
    "both have a purpose": "нужны обе",
    "different": "разное",
    "leave it out": "не учитывать",
    "now %(t)s": "сейчас %(t)s",
    "one of them is enough": "хватит одной",
    "same": "одно и то же",
    "the text that was judged is no longer in the audit file": "того текста больше нет в файле аудита",
    "unanswered": "без ответа",
    "unsure": "не знаю",
    "with containment at %(c)s": "порог вхождения %(c)s",
}

PLURALS: dict[str, tuple[str, str, str]] = {
    "%(n)s clear answer": ("%(n)s ясный ответ", "%(n)s ясных ответа", "%(n)s ясных ответов"),
    "%(n)s from an earlier review": (
        "%(n)s из прежней проверки",
        "%(n)s из прежних проверок",
        "%(n)s из прежних проверок",
    ),
    "%(n)s pair is open still.": (
        "Ещё не оценена %(n)s пара.",
        "Ещё не оценены %(n)s пары.",
        "Ещё не оценено %(n)s пар.",
    ),
    "%(n)s unsure and left out": (
        "%(n)s неясный не учтён",
        "%(n)s неясных не учтены",
        "%(n)s неясных не учтены",
    ),
    "Review %(n)s more pair near the threshold": (
        "Проверить ещё %(n)s пару у порога",
        "Проверить ещё %(n)s пары у порога",
        "Проверить ещё %(n)s пар у порога",
    ),
    "and %(n)s more": ("и ещё %(n)s", "и ещё %(n)s", "и ещё %(n)s"),
}
