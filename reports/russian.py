"""The Russian texts of the report, by the English ones. Numbers stand in no-break spaces (language.py)."""

from __future__ import annotations

from . import russian_review

TEXTS: dict[str, str] = {
    "%(n)s of %(all)s pages have a match at or above the threshold": (
        "У %(n)s из %(all)s страниц есть совпадение не ниже порога"
    ),
    "%(p)s in groups": "в группах %(p)s",
    "%(p)s of all their text is the same on both pages": "Совпадает %(p)s всего текста двух страниц",
    "%(p)s of page A stands inside page B": "%(p)s страницы A стоит внутри страницы B",
    "%(p)s of page B stands inside page A": "%(p)s страницы B стоит внутри страницы A",
    "%(p)s of the compared pages": "%(p)s сравнённых страниц",
    "%(p)s of the pages nearly repeat another page": "%(p)s страниц почти повторяют другую страницу",
    "%(p)s of the pages say the same as another, word for word": "%(p)s страниц повторяют другую слово в слово",
    "%(p)s of the pages that were seen nearly repeat another page": (
        "%(p)s увиденных страниц почти повторяют другую страницу"
    ),
    "%(p)s own": "своего текста %(p)s",
    "%(s)s of %(u)s": "%(s)s из %(u)s",
    "%(s)s shared shingles; A has %(a)s, B has %(b)s": "Общих шинглов %(s)s; у A %(a)s, у B %(b)s",
    "%(v)s of %(p)s is in %(q)s": "%(v)s %(p)s есть в %(q)s",
    "0 words": "0 слов",
    "A chain of redirects longer than the limit, or a loop.": (
        "Цепочка переадресаций длиннее предела или замкнута в круг."
    ),
    "A in B": "A в B",
    "A link leads to an image, a film, an archive or the like.": (
        "Ссылка ведёт на изображение, видео, архив или подобное."
    ),
    (
        "About %(p)s of all pairs were found, by a random sample of pages compared with all others (interval of "
        "95%%: %(lo)s to %(hi)s)."
    ): (
        "Найдено около %(p)s всех пар: так показала случайная выборка страниц, сравнённых со всеми остальными "
        "(интервал 95 %%: от %(lo)s до %(hi)s)."
    ),
    "Above, yet in no group": "Выше порога, но вне групп",
    "Addresses": "Адресов",
    (
        "All compared pages. Each tile is a group, its area the number of pages, its colour what the canonical links "
        "say. Open a tile to see the group."
    ): (
        "Все сравнённые страницы. Плитка — группа, площадь — число страниц, цвет — что говорят канонические адреса. "
        "Откройте плитку, чтобы увидеть группу."
    ),
    (
        "All or nearly all of the shorter text stands in the longer one. If visitors need nothing from the short "
        "page alone, redirect it (301) to the place in the long one."
    ): (
        "Весь короткий текст или почти весь стоит в длинном. Если посетителю не нужна короткая страница сама по "
        "себе, переадресуйте её (301) на это место в длинной."
    ),
    "All pairs were counted exactly.": "Все пары посчитаны точно.",
    "All pairs were counted exactly; one LSH pass alone would have found %(p)s of them.": (
        "Все пары посчитаны точно; один проход LSH нашёл бы %(p)s из них."
    ),
    "All pairs were counted exactly; one LSH pass alone would have found them, too.": (
        "Все пары посчитаны точно; один проход LSH тоже нашёл бы их все."
    ),
    ("An estimate of text similarity. Search engines publish no thresholds; this is no verdict of Google or Yandex."): (
        "Это оценка сходства текстов. Поисковые системы не публикуют порогов; это не решение Google и не решение "
        "Яндекса."
    ),
    "Another address of the group is cleaner": "В группе есть адрес чище",
    "Another address of the group is shorter": "В группе есть адрес короче",
    "Another text": "Другой текст",
    "Answer": "Ответ",
    "Answers %(status)s": "Отвечает %(status)s",
    "Answers %(status)s, not 200": "Отвечает %(status)s, а не 200",
    "Audit of %(date)s": "Аудит от %(date)s",
    "B in A": "B в A",
    "Back to group %(n)s": "К группе %(n)s",
    (
        "Bars show counts, the black line the threshold, blue what lies above it. A threshold that stands on a slope "
        "is a choice, not a fact."
    ): (
        "Столбцы — количество, чёрная линия — порог, синее — то, что выше него. Порог на склоне — это выбор, а не факт."
    ),
    (
        "Begin with the largest: what makes its pages alike is often one template. Lowest and median are Jaccard "
        "values over all pairs inside the group."
    ): (
        "Начните с самой большой: её страницы похожи чаще всего из-за одного шаблона. Наименьшее и медиана — "
        "коэффициент Жаккара по всем парам внутри группы."
    ),
    (
        "Beside this folder: <code>csv/pages.csv</code>, <code>csv/pairs.csv</code>, <code>csv/clusters.csv</code>, "
        "<code>csv/findings.csv</code>."
    ): (
        "Рядом с этой папкой: <code>csv/pages.csv</code>, <code>csv/pairs.csv</code>, <code>csv/clusters.csv</code>, "
        "<code>csv/findings.csv</code>."
    ),
    "Both pages have the same text": "На обеих страницах один и тот же текст",
    (
        "By the folders of the addresses. The small chart counts pages by how close their closest match is, from 0 "
        "to 1; blue lies above the threshold."
    ): (
        "По папкам в адресах. Маленький график считает страницы по сходству с самой похожей, от 0 до 1; синее — выше "
        "порога."
    ),
    "Canonical": "Канонический адрес",
    "Closest match": "Самая похожая",
    "Compared by body instead of main text": "Сравнили по всему тексту вместо основного",
    (
        "Compared with the page to keep, in short the keeper. In the overlap bar, left is only on the keeper, blue "
        "is shared, right is only on this page: the blue part of the whole is the Jaccard."
    ): (
        "Сравнение с основной страницей. В полосе наложения слева — только на основной, синее — общее, справа — "
        "только на этой странице: синяя доля всей полосы и есть коэффициент Жаккара."
    ),
    "Complete": "Полностью",
    "Decide first: does each page answer a question of its own?": (
        "Сначала решите: отвечает ли каждая страница на свой вопрос?"
    ),
    "Does not name itself as canonical": "Не называет канонической себя",
    "Entries": "Записей",
    "Error": "Ошибка",
    "Every address with its outcome stands in <code>csv/pages.csv</code>.": (
        "Все адреса и что они ответили — в <code>csv/pages.csv</code>."
    ),
    "Every page nearly repeats another page": "Каждая страница почти повторяет другую",
    "Fetched": "Загружено",
    "Fetched, but without a text that could be compared.": "Загружены, но без текста, который можно сравнить.",
    "Fold long passages": "Свернуть длинное",
    "Fold the short page in, or give it more to say": "Присоедините короткую страницу или дайте ей больше текста",
    "Group": "Группа",
    "Group %(n)s": "Группа %(n)s",
    "Group map": "Карта групп",
    "Groups": "Группы",
    "How alike the pages are": "Насколько похожи страницы",
    "How close the members are": "Насколько близки страницы группы",
    "How it was measured.": "Как измеряли.",
    "How much of the site was seen": "Какую часть сайта увидели",
    "How pages were found": "Как найдены страницы",
    (
        "If yes, give it text of its own. If no, fold it in: a redirect (301) where the page may go, a rel=canonical "
        "to the page to keep where it has to stay."
    ): (
        "Если да — дайте ей свой текст. Если нет — присоедините: переадресация (301), если страницу можно убрать, "
        "rel=canonical на основную, если она должна остаться."
    ),
    "In an open group": "В нерешённых группах",
    "In keeper": "В основной",
    "In open groups": "В нерешённых группах",
    "In part": "Частично",
    (
        "In some sections one page was asked by other spellings. Best is a redirect to the page or an error; next "
        "best, the page with a canonical. Numbers are sections."
    ): (
        "В некоторых разделах одну страницу запросили под другими написаниями адреса. Лучший ответ — "
        "перенаправление на страницу или ошибка, за ними — страница с каноническим адресом. Числа — разделы."
    ),
    "It is more links away than your limit of depth.": "До него больше переходов, чем разрешает ваш предел глубины.",
    "Its canonical names %(url)s": "Каноническая для неё: %(url)s",
    "Jaccard": "Жаккар",
    "Jaccard among its pages: lowest %(lo)s, median %(med)s": (
        "Жаккар между её страницами: наименьший %(lo)s, медиана %(med)s"
    ),
    "Jaccard with the most similar page": "Жаккар с самой похожей страницей",
    "Jaccard: lowest %(lo)s, median %(med)s": "Жаккар: наименьший %(lo)s, медиана %(med)s",
    "Keeper in it": "Основная в ней",
    "Kind": "Вид",
    (
        "Largest first; settled groups, with which nothing is to be done, stand last. The same rows, page by page, "
        "are in csv/clusters.csv."
    ): (
        "Сначала самые большие; решённые группы, с которыми делать ничего не нужно, стоят в конце. То же самое по "
        "страницам — в csv/clusters.csv."
    ),
    "Largest group": "Самая большая группа",
    "Lead the others to the page to keep": "Ведите остальные к основной странице",
    "Left out": "Оставлено",
    "Links in": "Ссылки на неё",
    "Listed by the source": "Названо источником",
    "Listed in the sitemap": "Есть в карте сайта",
    "Looks like a version of the kind “%(kind)s”": "Похожа на версию вида «%(kind)s»",
    "Lowest Jaccard": "Наименьший Жаккар",
    "Median": "Медиана",
    "Members": "Страницы группы",
    "Names itself as canonical": "Называет канонической себя",
    "Next page of the group": "Следующая страница группы",
    "Next passage": "Дальше",
    "No page of those that were seen repeats another": "Из увиденных страниц ни одна не повторяет другую",
    "No page repeats another": "Ни одна страница не повторяет другую",
    "No robots.txt and no sitemap was read.": "Ни robots.txt, ни карта сайта не прочитаны.",
    "None of its pages is open to search engines, so they compete with nothing.": (
        "Ни одна из её страниц не открыта для поисковых систем, так что спорить им не с кем."
    ),
    "Not compared": "Не сравнивали",
    "Not listed in the sitemap": "Нет в карте сайта",
    "Not open to search engines: %(why)s": "Закрыта для поисковых систем: %(why)s",
    "Not seen": "Не увидели",
    "Nothing: this group is settled": "Ничего: с этой группой всё решено",
    (
        "Only <b>%(p)s</b> of the addresses that the source names gave an answer, so what is said here may well be "
        "too little."
    ): ("Ответили только <b>%(p)s</b> адресов, названных источником, поэтому сказанное здесь может быть занижено."),
    "Only <b>%(p)s</b> of the addresses that the source names gave an answer.": (
        "Ответили только <b>%(p)s</b> адресов, названных источником."
    ),
    "Only links marked nofollow lead there.": "Туда ведут только ссылки с пометкой nofollow.",
    ("Only links name it, and its pattern has used up its budget (a calendar, filters), or its path repeats itself."): (
        "Адрес известен только по ссылкам, и запас его шаблона исчерпан (календарь, фильтры), либо путь повторяет "
        "сам себя."
    ),
    (
        "Only one of its pages is open to search engines. The others redirect, are closed by noindex, or name "
        "another page as canonical, so there is nothing to choose between."
    ): (
        "Для поисковых систем открыта только одна её страница. Остальные переадресуют, закрыты noindex или называют "
        "канонической другую, так что выбирать не из чего."
    ),
    "Only what differs": "Только различия",
    "Other pairs of this group": "Другие пары этой группы",
    "Other spellings of the addresses": "Другие написания адресов",
    "Otherwise equal: it comes first by address": "При прочих равных: первая по адресу",
    "Overlap": "Наложение",
    "Overview": "Обзор",
    "Own text": "Свой текст",
    "Own text, median": "Свой текст, медиана",
    "Page": "Страница",
    "Page to keep": "Основная страница",
    "Pages": "Страниц",
    "Pages by their Jaccard with the page to keep.": "Страницы по коэффициенту Жаккара с основной.",
    "Pages of the list": "Страницы списка",
    (
        "Pages that repeat each other, where a redirect, a canonical or noindex has already decided. Nothing is to "
        "be done."
    ): (
        "Страницы повторяют друг друга, но переадресация, канонический адрес или noindex уже всё решили. Делать "
        "ничего не нужно."
    ),
    "Pages, by their closest match": "Страницы по самой похожей",
    "Pair": "Пара",
    "Pairs by Jaccard": "Пары по Жаккару",
    "Pairs by containment": "Пары по вложенности",
    "Pairs found": "Найдено пар",
    "Pairs in the table": "Пары в таблице",
    "Pairs, by Jaccard": "Пары по Жаккару",
    "Pairs, by containment": "Пары по вложенности",
    "Passage %(n)s, %(w)s words": "Отрывок %(n)s, слов: %(w)s",
    "Patterns without end": "Шаблоны адресов без конца",
    "Reason": "Причина",
    "Redirects": "Перенаправляет",
    "Report": "Отчёт",
    "Role": "Роль",
    "Section": "Раздел",
    "Sections of the site": "Разделы сайта",
    "Served over http": "Открывается по http",
    "Served over https": "Открывается по https",
    "Settled groups": "Решённые группы",
    "Shared and own shingles": "Общие и свои шинглы",
    (
        "Shingles of %(w)s words. Jaccard = shared shingles of all shingles of both pages; containment = shared "
        "shingles of one page's own. Thresholds: Jaccard %(j)s or containment %(c)s."
    ): (
        "Шинглы по %(w)s слов. Жаккар — доля общих среди всех шинглов двух страниц; вложенность — доля общих среди "
        "шинглов одной. Пороги: Жаккар %(j)s или вложенность %(c)s."
    ),
    "Show": "Показать",
    "Show one state": "Показать одно состояние",
    "Show the first %(n)s": "Показать первые %(n)s",
    "Sitemap": "Карта сайта",
    "Skip to content": "К содержанию",
    "Source": "Источник",
    "Spelling": "Написание",
    "Start the same <code>pagetwin audit</code> again and it goes on where it stopped.": (
        "Запустите ту же команду <code>pagetwin audit</code> ещё раз, и она продолжит с того же места."
    ),
    "Text of their own": "Свой текст",
    "Texts compared": "Сравнили тексты",
    "The address belongs to another host than the site of this audit.": (
        "Адрес принадлежит другому хосту, а не сайту этого аудита."
    ),
    "The address gives a file of another kind, such as a PDF, an image or a feed.": (
        "По адресу лежит файл другого рода: PDF, картинка, лента."
    ),
    "The address is longer than the limit (max_url), so it was not asked.": (
        "Адрес длиннее предела (max_url), поэтому его не запрашивали."
    ),
    "The address leads to another one, which was fetched in its place. Nothing is wrong with that.": (
        "Адрес ведёт на другой, и загружен был тот. Ничего плохого в этом нет."
    ),
    "The answer is longer than the size limit of a page.": "Ответ больше предельного размера страницы.",
    "The audit was given %(source)s. It read:": "Аудиту дали %(source)s. Он прочитал:",
    "The cleanest address of the group": "Самый чистый адрес в группе",
    "The closest %(n)s of %(all)s other pages. All of them stand in <code>csv/clusters.csv</code>, group %(g)s.": (
        "Показаны самые близкие из остальных: %(n)s из %(all)s. Все страницы — в <code>csv/clusters.csv</code>, "
        "группа %(g)s."
    ),
    "The closest two of <b>%(n)s</b> pages have a Jaccard of <b>%(j)s</b>; the threshold is %(t)s.": (
        "Страниц сравнили <b>%(n)s</b>; у двух самых похожих коэффициент Жаккара <b>%(j)s</b>, порог — %(t)s."
    ),
    "The connection failed, or the answer could not be read.": "Соединиться не удалось, или ответ нельзя прочитать.",
    "The crawl did not come to its end, so what is said here may well be too little.": (
        "Обход не дошёл до конца, поэтому сказанное здесь может быть занижено."
    ),
    "The crawl ended before their turn. The audit file keeps them; the next run goes on with them.": (
        "Обход закончился раньше, чем до них дошла очередь. Они остались в файле аудита, следующий запуск продолжит "
        "с них."
    ),
    "The crawl was told to ignore it, so pages are judged here that search engines may not read.": (
        "Обходу велели не смотреть на него, поэтому здесь есть и страницы, которые поисковым системам читать "
        "не разрешено."
    ),
    "The largest open groups": "Самые большие нерешённые группы",
    "The only page of the group that is open to search engines": "Единственная в группе открыта для поисковых систем",
    "The open groups": "Нерешённые группы",
    "The ordinary version; another page is of the kind “%(kind)s”": "Обычная версия; другая страница — вида «%(kind)s»",
    "The page has no text to compare.": "На странице нет текста, который можно сравнить.",
    "The page is a frame that a browser fills by JavaScript. Its text is not in what the server sends.": (
        "Страница — каркас, который браузер заполняет скриптами. В ответе сервера её текста нет."
    ),
    "The page only says that it has moved (meta refresh). A real redirect (301) is clearer to search engines.": (
        "Страница только сообщает о переезде (meta refresh). Настоящая переадресация (301) понятнее поисковым системам."
    ),
    "The page says that there is nothing here, yet it answers 200. It should answer 404 or 410.": (
        "Страница говорит, что здесь ничего нет, но отвечает 200. Ей следует отвечать 404 или 410."
    ),
    "The page, with its canonical": "Страница с каноническим",
    "The page, without": "Страница без него",
    "The reasons are listed below; mend them and start a new audit.": (
        "Причины перечислены ниже; устраните их и начните аудит заново."
    ),
    "The rest is not shown.": "Остальное не показано.",
    "The server answered with a check for robots instead of the page. Let the crawler in, then run it again.": (
        "Вместо страницы сервер показал проверку «не робот ли вы». Разрешите доступ и запустите снова."
    ),
    "The server answered with an error (404, 500 and the like), so there is no page.": (
        "Сервер ответил ошибкой (404, 500 и подобными), страницы нет."
    ),
    "The server did not answer, or not to the end, within the time limit.": (
        "Сервер не ответил за отведённое время или ответил не до конца."
    ),
    "The shortest address of the group": "Самый короткий адрес в группе",
    "The site could not be seen": "Сайт увидеть не удалось",
    (
        "Their texts are the same. Where a page may go, redirect it (301); where it has to stay, name the page to "
        "keep in its rel=canonical. Link inside the site, and list in the sitemap, only the page to keep."
    ): (
        "Их тексты одинаковы. Если страницу можно убрать — переадресуйте её (301); если она должна остаться — "
        "укажите основную в её rel=canonical. Внутри сайта и в карте сайта ссылайтесь только на основную."
    ),
    "Theme": "Оформление",
    "Theme: as the system, light, dark": "Оформление: как в системе, светлое, тёмное",
    (
        "There are more pairs than fit: <code>csv/pairs.csv</code> has the closest of each page. Counts and "
        "histograms are exact."
    ): (
        "Пар больше, чем помещается: в <code>csv/pairs.csv</code> — самые близкие для каждой страницы. Числа и "
        "графики точны."
    ),
    "There is nothing to judge. Below stands what the addresses answered.": (
        "Судить не о чем. Ниже — что ответили адреса."
    ),
    (
        "These texts are too long to be shown whole: only their beginnings stand here. The numbers above are those "
        "of the whole texts."
    ): ("Тексты слишком длинные, чтобы показать их целиком: здесь только начало. Числа выше — по полным текстам."),
    (
        "They form <b>one group</b>. On a typical page of the site, <b>%(u)s</b> of the text stands nowhere else on it."
    ): (
        "Они составляют <b>одну группу</b>. На обычной странице сайта <b>%(u)s</b> текста больше нигде на нём не "
        "встречается."
    ),
    (
        "This measures how alike the texts are. It is no verdict of Google or Yandex; neither publishes a threshold. "
        "The thresholds used here, Jaccard %(j)s and containment %(c)s over shingles of %(w)s words, are starting "
        "values; look at some groups before you act on all."
    ): (
        "Здесь измерено, насколько похожи тексты. Это не решение Google или Яндекса: порогов не публикует ни тот, ни "
        "другой. Пороги — Жаккар %(j)s и вложенность %(c)s, слов в шингле: %(w)s — начальные; посмотрите несколько "
        "групп, прежде чем править все."
    ),
    "To be mended, for example": "Исправить, например",
    "Way": "Путь",
    "What it is not.": "Чем это не является.",
    "What it means": "Что это значит",
    "What to do": "Что делать",
    "What was left out, and why": "Что не вошло и почему",
    "What was wrong": "Что не так",
    "Where everything is.": "Где лежит всё.",
    "Where pages repeat each other, all is settled": "Там, где страницы повторяют друг друга, всё уже решено",
    "Where the addresses came from": "Откуда взялись адреса",
    "Where the shared passages stand": "Где стоят общие отрывки",
    "Where the twins are": "Где стоят двойники",
    "Where to begin": "С чего начать",
    "Your include and exclude patterns leave the address out.": "Адрес не подходит под ваши шаблоны include и exclude.",
    "Your limit of pages was reached before.": "Раньше был достигнут заданный вами предел числа страниц.",
    "address too long": "слишком длинный адрес",
    "a file by its name": "файл, судя по имени",
    "an address made up": "выдуманный адрес",
    "another site": "другой сайт",
    "blocked": "доступ закрыт",
    "body text": "весь текст",
    "body text without what stands on the whole site": "весь текст без того, что стоит на всём сайте",
    "canonical elsewhere": "каноническая другая",
    "canonicals disagree": "указания расходятся",
    "closed by robots.txt": "закрыто в robots.txt",
    "compare": "сравнить",
    "counts on a log scale": "шкала логарифмическая",
    "differs": "различие",
    "doubled slash": "двойная косая черта",
    "each names itself": "каждая указывает на себя",
    "error answers": "ответы с ошибкой",
    "exact copies": "точные копии",
    "exact copy": "точная копия",
    "excluded by you": "исключено вами",
    "feed": "лента",
    "folder of HTML files": "папка файлов HTML",
    "JSON Lines": "строки JSON (JSON Lines)",
    "CSV table": "таблица CSV",
    "Parquet table": "таблица Parquet",
    "WARC archive": "архив WARC",
    "from a sample": "по выборке",
    "http for https, or the other way round": "http вместо https или наоборот",
    "in no open group": "вне нерешённых групп",
    "in the sitemap, and linked": "в карте сайта, и есть ссылки",
    "inside the other": "вложенная",
    "it answers with an error": "отвечает ошибкой",
    "it is no page": "это не страница",
    "it redirects": "переадресует",
    "its canonical names another page": "каноническая для неё — другая",
    "keep": "оставить",
    "largest %(l)s pages, median %(m)s": "наибольшая — %(l)s, медиана — %(m)s",
    "list of addresses": "список адресов",
    "listed": "есть",
    "main text": "основной текст",
    "meta refresh": "meta refresh",
    "near duplicate": "почти дубль",
    "near duplicates": "почти дубли",
    "neither: a redirect or the start of the audit": "ни то ни другое: перенаправление или начало аудита",
    "no answer in time": "нет ответа вовремя",
    "no canonical": "не указан",
    "no connection": "нет соединения",
    "no text": "нет текста",
    "no text of its own": "своего текста нет",
    "noindex": "noindex",
    "none": "нет",
    "not a page": "не страница",
    "not asked yet": "ещё не запрошены",
    "not known": "неизвестно",
    "not listed": "нет",
    "nothing": "всё в порядке",
    "nothing here": "здесь ничего нет",
    "nothing to choose between": "выбирать не из чего",
    "of its shingles found on no other page": "её шинглов нет ни на одной другой странице",
    "of the shingles of a typical page of this group stand on no other page of the site.": (
        "шинглов обычной страницы этой группы нет ни на одной другой странице сайта."
    ),
    "on one page only": "есть только на одной",
    "one canonical": "один на всех",
    "one inside another": "одна внутри другой",
    "only in the sitemap: no page that was read links to it": (
        "только в карте сайта: ни одна прочитанная страница не ссылается"
    ),
    "only linked: not in the sitemap": "только по ссылкам: в карте сайта нет",
    "only nofollow links": "только ссылки nofollow",
    "open to search engines": "открыта для поисковых систем",
    "opens the live page": "откроет страницу сайта",
    "other patterns": "остальные шаблоны",
    "other sections": "другие разделы",
    "over the page limit": "сверх предела страниц",
    "own text, median page": "своего текста, медиана",
    "pages could be folded into others": "страниц можно присоединить",
    "path in capitals": "путь прописными буквами",
    "pattern without end": "шаблон без конца",
    "plain: the same, but shorter": "без цвета: совпадает, но короче",
    "redirect": "переадресация",
    "redirects": "переадресации",
    "robots.txt was not obeyed": "robots.txt не соблюдался",
    "robots.txt": "robots.txt",
    "robots.txt forbids it, so it was not asked. Search engines that obey robots.txt do not read it either.": (
        "robots.txt запрещает адрес, поэтому его не запрашивали. Поисковые системы, которые соблюдают robots.txt, "
        "его тоже не читают."
    ),
    "settled": "решена",
    "shared": "общее",
    "shared of all shingles": "доля общих среди всех шинглов",
    "shared of the shorter page's shingles": "доля общих среди шинглов короткой страницы",
    "shared shingles": "общих шинглов",
    "single pages": "отдельные страницы",
    "sitemap": "карта сайта",
    "sitemap index": "индекс карт сайта",
    "small groups": "малых групп",
    "text made by scripts": "текст создают скрипты",
    "the page to keep": "основная страница",
    "the same words in the same order": "те же слова в том же порядке",
    "too deep": "слишком глубоко",
    "too large": "слишком большие",
    "too little text": "слишком мало текста",
    "too many redirects": "слишком много переадресаций",
    "tracking parameter": "параметр рекламной метки",
    "unknown parameter": "неизвестный параметр",
    "where the main text was missing, too short, or the same on pages that differ": (
        "там, где основного текста нет, он слишком короткий или одинаков на разных страницах"
    ),
    "with or without the final slash": "с конечной косой чертой или без",
    "with or without the index file": "с индексным файлом или без",
    "with or without www": "с www или без",
    "“not found” with status 200": "«не найдено» со статусом 200",
}

# By the English singular: forms for 1, for 2 to 4, for 5 and more (and the numbers that end like them).
PLURALS: dict[str, tuple[str, str, str]] = {
    ("The selector <code>%(css)s</code> found nothing on the %(n)s page it was looked for on; check its spelling."): (
        "Селектор <code>%(css)s</code> ничего не нашёл на %(n)s странице, где его искали; проверьте его.",
        "Селектор <code>%(css)s</code> ничего не нашёл на %(n)s страницах, где его искали; проверьте его.",
        "Селектор <code>%(css)s</code> ничего не нашёл на %(n)s страницах, где его искали; проверьте его.",
    ),
    "<b>%(n)s</b> of %(all)s sitemaps could not be read, so the pages that it names were not seen.": (
        "<b>%(n)s</b> из %(all)s карт сайта прочитать не удалось, поэтому названных в ней страниц никто не видел.",
        "<b>%(n)s</b> из %(all)s карт сайта прочитать не удалось, поэтому названных в них страниц никто не видел.",
        "<b>%(n)s</b> из %(all)s карт сайта прочитать не удалось, поэтому названных в них страниц никто не видел.",
    ),
    (
        "%(n)s address is still waiting; start the same <code>pagetwin audit</code> again and it goes on where it "
        "stopped."
    ): (
        (
            "Ещё ждёт %(n)s адрес; запустите ту же команду <code>pagetwin audit</code> ещё раз, и она продолжит с "
            "того же места."
        ),
        (
            "Ещё ждут %(n)s адреса; запустите ту же команду <code>pagetwin audit</code> ещё раз, и она продолжит с "
            "того же места."
        ),
        (
            "Ещё ждут %(n)s адресов; запустите ту же команду <code>pagetwin audit</code> ещё раз, и она продолжит с "
            "того же места."
        ),
    ),
    "%(n)s address of the crawl has no text among those compared.": (
        "%(n)s адрес обхода не дал текста для сравнения.",
        "%(n)s адреса обхода не дали текста для сравнения.",
        "%(n)s адресов обхода не дали текста для сравнения.",
    ),
    "%(n)s group": ("%(n)s группа", "%(n)s группы", "%(n)s групп"),
    "%(n)s internal link, no member has more": (
        "%(n)s внутренняя ссылка, больше ни у кого нет",
        "%(n)s внутренние ссылки, больше ни у кого нет",
        "%(n)s внутренних ссылок, больше ни у кого нет",
    ),
    "%(n)s internal link; another member has %(most)s": (
        "%(n)s внутренняя ссылка; на другую страницу группы — %(most)s",
        "%(n)s внутренние ссылки; на другую страницу группы — %(most)s",
        "%(n)s внутренних ссылок; на другую страницу группы — %(most)s",
    ),
    "%(n)s member names no canonical": (
        "%(n)s страница группы не указывает каноническую",
        "%(n)s страницы группы не указывают каноническую",
        "%(n)s страниц группы не указывают каноническую",
    ),
    "%(n)s more group has no page here; it stands in <code>csv/clusters.csv</code>.": (
        "Ещё %(n)s группа без своей страницы; она есть в <code>csv/clusters.csv</code>.",
        "Ещё %(n)s группы без своих страниц; они есть в <code>csv/clusters.csv</code>.",
        "Ещё %(n)s групп без своих страниц; они есть в <code>csv/clusters.csv</code>.",
    ),
    "%(n)s more group is too much for this report; it stands in <code>csv/clusters.csv</code>.": (
        "Ещё %(n)s группа не поместилась в отчёт; она есть в <code>csv/clusters.csv</code>.",
        "Ещё %(n)s группы не поместились в отчёт; они есть в <code>csv/clusters.csv</code>.",
        "Ещё %(n)s групп не поместились в отчёт; они есть в <code>csv/clusters.csv</code>.",
    ),
    "%(n)s more shared passage stands in another order on the two pages; it is shown plain.": (
        "Ещё %(n)s общий отрывок стоит на двух страницах в разном порядке; он показан без цвета.",
        "Ещё %(n)s общих отрывка стоят на двух страницах в разном порядке; они показаны без цвета.",
        "Ещё %(n)s общих отрывков стоят на двух страницах в разном порядке; они показаны без цвета.",
    ),
    "%(n)s more source was read.": (
        "Прочитан ещё %(n)s источник.",
        "Прочитаны ещё %(n)s источника.",
        "Прочитано ещё %(n)s источников.",
    ),
    "%(n)s more word the same": (
        "ещё %(n)s слово без отличий",
        "ещё %(n)s слова без отличий",
        "ещё %(n)s слов без отличий",
    ),
    "%(n)s of %(all)s pages nearly repeats another page": (
        "%(n)s из %(all)s страниц почти повторяет другую страницу",
        "%(n)s из %(all)s страниц почти повторяют другую страницу",
        "%(n)s из %(all)s страниц почти повторяют другую страницу",
    ),
    "%(n)s of %(all)s pages says the same as another, word for word": (
        "%(n)s из %(all)s страниц повторяет другую слово в слово",
        "%(n)s из %(all)s страниц повторяют другую слово в слово",
        "%(n)s из %(all)s страниц повторяют другую слово в слово",
    ),
    "%(n)s of %(all)s pages that were seen nearly repeats another page": (
        "%(n)s из %(all)s увиденных страниц почти повторяет другую страницу",
        "%(n)s из %(all)s увиденных страниц почти повторяют другую страницу",
        "%(n)s из %(all)s увиденных страниц почти повторяют другую страницу",
    ),
    "%(n)s other address redirects here": (
        "Сюда переадресует ещё %(n)s адрес",
        "Сюда переадресуют ещё %(n)s адреса",
        "Сюда переадресуют ещё %(n)s адресов",
    ),
    "%(n)s other page names it as canonical": (
        "Её называет канонической ещё %(n)s страница",
        "Её называют канонической ещё %(n)s страницы",
        "Её называют канонической ещё %(n)s страниц",
    ),
    "%(n)s page": ("%(n)s страница", "%(n)s страницы", "%(n)s страниц"),
    "%(n)s page has a match at or above the Jaccard threshold, but none with the page a group was built around.": (
        (
            "У %(n)s страницы есть совпадение не ниже порога Жаккара, но ни с одной страницей, вокруг которой "
            "собрана группа."
        ),
        (
            "У %(n)s страниц есть совпадение не ниже порога Жаккара, но ни с одной страницей, вокруг которой собрана "
            "группа."
        ),
        (
            "У %(n)s страниц есть совпадение не ниже порога Жаккара, но ни с одной страницей, вокруг которой собрана "
            "группа."
        ),
    ),
    "%(n)s page in no open group": (
        "%(n)s страница вне нерешённых групп",
        "%(n)s страницы вне нерешённых групп",
        "%(n)s страниц вне нерешённых групп",
    ),
    "%(n)s page lies below the thresholds: it is close to the page the group was built around, not to the keeper.": (
        "%(n)s страница ниже порогов: она близка к странице, вокруг которой собрана группа, а не к основной.",
        "%(n)s страницы ниже порогов: они близки к странице, вокруг которой собрана группа, а не к основной.",
        "%(n)s страниц ниже порогов: они близки к странице, вокруг которой собрана группа, а не к основной.",
    ),
    "%(n)s page names as canonical a page outside the group: %(url)s": (
        "%(n)s страница называет канонической страницу вне группы: %(url)s",
        "%(n)s страницы называют канонической страницу вне группы: %(url)s",
        "%(n)s страниц называют канонической страницу вне группы: %(url)s",
    ),
    "%(n)s page that says nearly the same": (
        "%(n)s страница почти об одном и том же",
        "%(n)s страницы почти об одном и том же",
        "%(n)s страниц почти об одном и том же",
    ),
    "%(n)s page with the same text": (
        "%(n)s страница с одним и тем же текстом",
        "%(n)s страницы с одним и тем же текстом",
        "%(n)s страниц с одним и тем же текстом",
    ),
    "%(n)s page, the closest, is set beside the keeper.": (
        "Рядом с основной показана %(n)s страница, самая близкая.",
        "Рядом с основной показаны %(n)s страницы, самые близкие.",
        "Рядом с основной показаны %(n)s страниц, самые близкие.",
    ),
    "%(n)s page, the shorter inside the longer": (
        "%(n)s страница, короткая внутри длинной",
        "%(n)s страницы, короткая внутри длинной",
        "%(n)s страниц, короткие внутри длинной",
    ),
    "%(n)s pair at or above the threshold": (
        "%(n)s пара не ниже порога",
        "%(n)s пары не ниже порога",
        "%(n)s пар не ниже порога",
    ),
    "%(n)s shared": ("%(n)s общий", "%(n)s общих", "%(n)s общих"),
    "%(n)s small group": ("%(n)s малая группа", "%(n)s малые группы", "%(n)s малых групп"),
    "%(n)s word": ("%(n)s слово", "%(n)s слова", "%(n)s слов"),
    "%(n)s word in a row": ("%(n)s слово подряд", "%(n)s слова подряд", "%(n)s слов подряд"),
    "%(n)s word or more in a row": ("от %(n)s слова подряд", "от %(n)s слов подряд", "от %(n)s слов подряд"),
    (
        "<b>%(k)s</b> of %(all)s pages fall into <b>%(n)s group</b>; the largest has %(l)s. On a typical page of the "
        "site, <b>%(u)s</b> of the text stands nowhere else on it."
    ): (
        (
            "<b>%(k)s</b> из %(all)s страниц собираются в <b>%(n)s группу</b>, в самой большой %(l)s. На обычной "
            "странице сайта <b>%(u)s</b> текста больше нигде на нём не встречается."
        ),
        (
            "<b>%(k)s</b> из %(all)s страниц собираются в <b>%(n)s группы</b>, в самой большой %(l)s. На обычной "
            "странице сайта <b>%(u)s</b> текста больше нигде на нём не встречается."
        ),
        (
            "<b>%(k)s</b> из %(all)s страниц собираются в <b>%(n)s групп</b>, в самой большой %(l)s. На обычной "
            "странице сайта <b>%(u)s</b> текста больше нигде на нём не встречается."
        ),
    ),
    "<b>%(n)s more group</b> is settled: a redirect, a canonical or noindex has already decided there.": (
        "Ещё <b>%(n)s группа</b> решена: там уже всё определили переадресация, канонический адрес или noindex.",
        "Ещё <b>%(n)s группы</b> решены: там уже всё определили переадресация, канонический адрес или noindex.",
        "Ещё <b>%(n)s групп</b> решены: там уже всё определили переадресация, канонический адрес или noindex.",
    ),
    "Contains the text of %(n)s other page": (
        "Содержит текст ещё %(n)s страницы",
        "Содержит тексты ещё %(n)s страниц",
        "Содержит тексты ещё %(n)s страниц",
    ),
    "In <b>%(n)s group</b> every page names itself canonical, so each search engine picks for itself.": (
        ("В <b>%(n)s группе</b> каждая страница называет канонической себя, и каждая поисковая система выбирает сама."),
        (
            "В <b>%(n)s группах</b> каждая страница называет канонической себя, и каждая поисковая система выбирает "
            "сама."
        ),
        (
            "В <b>%(n)s группах</b> каждая страница называет канонической себя, и каждая поисковая система выбирает "
            "сама."
        ),
    ),
    "In <b>%(n)s group</b> no page names a canonical, so each search engine picks for itself.": (
        ("В <b>%(n)s группе</b> ни одна страница не указывает каноническую, и каждая поисковая система выбирает сама."),
        (
            "В <b>%(n)s группах</b> ни одна страница не указывает каноническую, и каждая поисковая система выбирает "
            "сама."
        ),
        (
            "В <b>%(n)s группах</b> ни одна страница не указывает каноническую, и каждая поисковая система выбирает "
            "сама."
        ),
    ),
    "In <b>%(n)s group</b> the canonicals contradict each other.": (
        "В <b>%(n)s группе</b> канонические адреса противоречат друг другу.",
        "В <b>%(n)s группах</b> канонические адреса противоречат друг другу.",
        "В <b>%(n)s группах</b> канонические адреса противоречат друг другу.",
    ),
    "Show the address": ("Показать адрес", "Показать адреса", "Показать адреса"),
    "The list of %(n)s group": ("Список: %(n)s группа", "Список: %(n)s группы", "Список: %(n)s групп"),
    "The members name %(n)s page as canonical": (
        "Страницы группы называют канонической %(n)s страницу",
        "Страницы группы называют каноническими %(n)s разные страницы",
        "Страницы группы называют каноническими %(n)s разных страниц",
    ),
    "There is <b>%(n)s group</b>: a redirect, a canonical or noindex has already decided in it.": (
        "Есть <b>%(n)s группа</b>: в ней уже всё определили переадресация, канонический адрес или noindex.",
        "Есть <b>%(n)s группы</b>: в каждой уже всё определили переадресация, канонический адрес или noindex.",
        "Есть <b>%(n)s групп</b>: в каждой уже всё определили переадресация, канонический адрес или noindex.",
    ),
    (
        "They form <b>%(n)s group</b>; the largest has %(l)s. On a typical page of the site, <b>%(u)s</b> of the "
        "text stands nowhere else on it."
    ): (
        (
            "Они составляют <b>%(n)s группу</b>, в самой большой %(l)s. На обычной странице сайта <b>%(u)s</b> "
            "текста больше нигде на нём не встречается."
        ),
        (
            "Они составляют <b>%(n)s группы</b>, в самой большой %(l)s. На обычной странице сайта <b>%(u)s</b> "
            "текста больше нигде на нём не встречается."
        ),
        (
            "Они составляют <b>%(n)s групп</b>, в самой большой %(l)s. На обычной странице сайта <b>%(u)s</b> текста "
            "больше нигде на нём не встречается."
        ),
    ),
    "exact copy of a page to keep": (
        "точная копия основной страницы",
        "точные копии основных страниц",
        "точных копий основных страниц",
    ),
    "of %(s)s pair that shares anything": (
        "из %(s)s пары, у которой есть общее",
        "из %(s)s пар, у которых есть общее",
        "из %(s)s пар, у которых есть общее",
    ),
    "only on %(w)s: %(n)s word": (
        "только на %(w)s: %(n)s слово",
        "только на %(w)s: %(n)s слова",
        "только на %(w)s: %(n)s слов",
    ),
    "open group": ("нерешённая группа", "нерешённые группы", "нерешённых групп"),
    "pair above a threshold": ("пара выше порога", "пары выше порога", "пар выше порога"),
}

TEXTS |= russian_review.TEXTS
PLURALS |= russian_review.PLURALS
