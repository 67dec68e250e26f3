"""Codes of the audit file in words: reasons for a keeper, outcomes, roles, kinds, states; language.py translates them.

A code that no table knows is shown as it is, with its values, and never dropped.
"""

from __future__ import annotations

from ..model import Reason
from .language import N_, Language

# Why an address was not compared: (name, explanation). Keys: model.Outcome, frontier.reason, and a few of data.py.
LEFT_OUT: dict[str, tuple[str, str]] = {
    "not_asked": (
        N_("not asked yet"),
        N_("The crawl ended before their turn. The audit file keeps them; the next run goes on with them."),
    ),
    "redirect": (
        N_("redirects"),
        N_("The address leads to another one, which was fetched in its place. Nothing is wrong with that."),
    ),
    "http_error": (
        N_("error answers"),
        N_("The server answered with an error (404, 500 and the like), so there is no page."),
    ),
    "timeout": (N_("no answer in time"), N_("The server did not answer, or not to the end, within the time limit.")),
    "error": (N_("no connection"), N_("The connection failed, or the answer could not be read.")),
    "too_large": (N_("too large"), N_("The answer is longer than the size limit of a page.")),
    "not_html": (N_("not a page"), N_("The address gives a file of another kind, such as a PDF, an image or a feed.")),
    "blocked_by_robots": (
        N_("closed by robots.txt"),
        N_("robots.txt forbids it, so it was not asked. Search engines that obey robots.txt do not read it either."),
    ),
    "challenge": (
        N_("blocked"),
        N_("The server answered with a check for robots instead of the page. Let the crawler in, then run it again."),
    ),
    "soft_404": (
        N_("“not found” with status 200"),
        N_("The page says that there is nothing here, yet it answers 200. It should answer 404 or 410."),
    ),
    "empty": (N_("no text"), N_("The page has no text to compare.")),
    "shell": (
        N_("text made by scripts"),
        N_("The page is a frame that a browser fills by JavaScript. Its text is not in what the server sends."),
    ),
    "stub": (
        N_("meta refresh"),
        N_("The page only says that it has moved (meta refresh). A real redirect (301) is clearer to search engines."),
    ),
    "no_text": (N_("too little text"), N_("Fetched, but without a text that could be compared.")),
    "foreign_host": (N_("another site"), N_("The address belongs to another host than the site of this audit.")),
    "excluded": (N_("excluded by you"), N_("Your include and exclude patterns leave the address out.")),
    "over_limit": (N_("over the page limit"), N_("Your limit of pages was reached before.")),
    "too_long": (N_("address too long"), N_("The address is longer than the limit (max_url), so it was not asked.")),
    "trap": (
        N_("pattern without end"),
        N_(
            "Only links name it, and its pattern has used up its budget (a calendar, filters), or its path repeats "
            "itself."
        ),
    ),
    "too_deep": (N_("too deep"), N_("It is more links away than your limit of depth.")),
    "nofollow": (N_("only nofollow links"), N_("Only links marked nofollow lead there.")),
    "file": (N_("a file by its name"), N_("A link leads to an image, a film, an archive or the like.")),
    "too_many_redirects": (N_("too many redirects"), N_("A chain of redirects longer than the limit, or a loop.")),
}

ROLES: dict[str, str] = {
    "keeper": N_("keep"),
    "copy": N_("exact copy"),
    "near": N_("near duplicate"),
    "contained": N_("inside the other"),
    "noindex": N_("noindex"),
    "canonicalised": N_("canonical elsewhere"),
    "redirect": N_("redirect"),
}
KINDS: dict[str, str] = {
    "exact": N_("exact copies"),
    "near": N_("near duplicates"),
    "contained": N_("one inside another"),
}
STATES: dict[str, str] = {
    "agreed": N_("one canonical"),
    "self": N_("each names itself"),
    "mixed": N_("canonicals disagree"),
    "none": N_("no canonical"),
    "single": N_("in no open group"),
}
INDEXABILITY: dict[str, str] = {
    "indexable": N_("open to search engines"),
    "noindex": N_("noindex"),
    "canonicalised": N_("its canonical names another page"),
    "redirect": N_("it redirects"),
    "blocked": N_("closed by robots.txt"),
    "error": N_("it answers with an error"),
    "not_a_page": N_("it is no page"),
}
SOURCES: dict[str, str] = {
    "robots": N_("robots.txt"),
    "sitemap": N_("sitemap"),
    "index": N_("sitemap index"),
    "text": N_("list of addresses"),
    "feed": N_("feed"),
    "list": N_("list of addresses"),
    "folder": N_("folder of HTML files"),
    "jsonl": N_("JSON Lines"),
    "csv": N_("CSV table"),
    "parquet": N_("Parquet table"),
    "warc": N_("WARC archive"),
}

FOUND_BY: dict[str, str] = {
    "sitemap_and_links": N_("in the sitemap, and linked"),
    "only_sitemap": N_("only in the sitemap: no page that was read links to it"),
    "only_links": N_("only linked: not in the sitemap"),
    "neither": N_("neither: a redirect or the start of the audit"),
}
PROBES: dict[str, str] = {
    "scheme": N_("http for https, or the other way round"),
    "www": N_("with or without www"),
    "slash": N_("with or without the final slash"),
    "index_file": N_("with or without the index file"),
    "upper_case": N_("path in capitals"),
    "double_slash": N_("doubled slash"),
    "unknown_parameter": N_("unknown parameter"),
    "tracking": N_("tracking parameter"),
    "missing": N_("an address made up"),
}

# Reasons. A tuple holds the two plural forms of `n`.
_Words = str | tuple[str, str]
_FOR: dict[str, _Words] = {
    "answers_200": N_("Answers %(status)s"),
    "not_indexable": N_("Not open to search engines: %(why)s"),
    "redirect_target": (N_("%(n)s other address redirects here"), N_("%(n)s other addresses redirect here")),
    "canonical_target": (N_("%(n)s other page names it as canonical"), N_("%(n)s other pages name it as canonical")),
    "self_canonical": N_("Names itself as canonical"),
    "canonical_elsewhere": N_("Its canonical names %(url)s"),
    "https": N_("Served over https"),
    "html_not_print": N_("The ordinary version; another page is of the kind “%(kind)s”"),
    "contains_others": (N_("Contains the text of %(n)s other page"), N_("Contains the text of %(n)s other pages")),
    "in_sitemap": N_("Listed in the sitemap"),
    "not_in_sitemap": N_("Not listed in the sitemap"),
    "most_inlinks": (N_("%(n)s internal link, no member has more"), N_("%(n)s internal links, no member has more")),
    "fewer_inlinks": (
        N_("%(n)s internal link; another member has %(most)s"),
        N_("%(n)s internal links; another member has %(most)s"),
    ),
    "in_search": N_("In search, by the status that you imported"),
    "not_in_search": N_("Not known to be in search, while another member is"),
    "most_clicks": (N_("%(n)s click, no member has more"), N_("%(n)s clicks, no member has more")),
    "fewer_clicks": (
        N_("%(n)s click; another member has %(most)s"),
        N_("%(n)s clicks; another member has %(most)s"),
    ),
    "main_mirror": N_("On the main one of the hosts with the same pages"),
    "most_shows": (N_("Shown %(n)s time, no member more often"), N_("Shown %(n)s times, no member more often")),
    "several_in_search": (N_("%(n)s member is in search"), N_("%(n)s members are in search at the same time")),
    "clicks_elsewhere": (
        N_("%(n)s member that is not kept has %(clicks)s of the %(of)s clicks"),
        N_("%(n)s members that are not kept have %(clicks)s of the %(of)s clicks"),
    ),
    "cleaner_url": N_("The cleanest address of the group"),
    "shorter_url": N_("The shortest address of the group"),
    "first_by_address": N_("Otherwise equal: it comes first by address"),
    "only_member_open": N_("The only page of the group that is open to search engines"),
    "mixed_canonicals": (
        N_("The members name %(n)s page as canonical"),
        N_("The members name %(n)s different pages as canonical"),
    ),
    "no_canonical": (N_("%(n)s member names no canonical"), N_("%(n)s members name no canonical")),
}
# Where the sentence is another one when the reason speaks against the page.
_AGAINST: dict[str, _Words] = {
    "answers_200": N_("Answers %(status)s, not 200"),
    "self_canonical": N_("Does not name itself as canonical"),
    "https": N_("Served over http"),
    "main_mirror": N_("Not on the main one of the hosts with the same pages, as another member is"),
    "html_not_print": N_("Looks like a version of the kind “%(kind)s”"),
    "in_sitemap": N_("Not listed in the sitemap"),
    "canonical_outside": (
        N_("%(n)s page names as canonical a page outside the group: %(url)s"),
        N_("%(n)s pages name as canonical a page outside the group: %(url)s"),
    ),
    "cleaner_url": N_("Another address of the group is cleaner"),
    "shorter_url": N_("Another address of the group is shorter"),
}


def reason(item: Reason, language: Language) -> str:
    """One reason as a sentence. Unknown codes, and known ones with values missing, are shown as they are."""
    # Of the keeper, a canonical names one page; of the group, `n` pages name one outside.
    code = "canonical_outside" if item.code == "canonical_elsewhere" and "n" in item.values else item.code
    words = _FOR.get(code, "") if item.good else _AGAINST.get(code, _FOR.get(code, ""))
    values = {k: language.num(v) if isinstance(v, int) and k != "status" else v for k, v in item.values.items()}
    if "why" in values:
        values["why"] = name(INDEXABILITY, str(values["why"]), language)
    try:
        if isinstance(words, tuple):
            n = int(item.values["n"])
            return language.n_(*words, n, **values)
        if words:
            return language._(words, **values)
    except (KeyError, ValueError):
        pass
    shown = ", ".join(f"{k} = {v}" for k, v in item.values.items())
    return f"{item.code} ({shown})" if shown else item.code


def name(table: dict[str, str], code: str, language: Language) -> str:
    """The name of a code; a code the table does not know is its own name."""
    return language._(table[code]) if code in table else code


def left_out(code: str, language: Language) -> tuple[str, str]:
    """Name and explanation of a reason why addresses were not compared."""
    title, why = LEFT_OUT.get(code, (code, ""))
    return (language._(title), language._(why) if why else "") if code in LEFT_OUT else (code, "")
