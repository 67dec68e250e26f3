"""Causes of groups and facts about engines in words: the sentences of canonical/cause.py and canonical/engines.py."""

from __future__ import annotations

from .language import N_

# Of a group whose pages have this cause: (title, what it means).
CAUSES: dict[str, tuple[str, str]] = {
    "redirect": (
        N_("Addresses that redirect"),
        N_("The other addresses lead to the page to keep; they have no text of their own."),
    ),
    "address variant": (
        N_("One page under several spellings of its address"),
        N_("Protocol, www, the final slash, an index file or capitals differ; the page is the same."),
    ),
    "parameters": (
        N_("Parameters that change nothing"),
        N_("The addresses differ in what stands behind the question mark; the text stays the same."),
    ),
    "print version": (
        N_("A version for printing"),
        N_("One page shows the text of the other without menus, to be printed."),
    ),
    "AMP version": (N_("An AMP version"), N_("One page is the AMP document of the other.")),
    "mobile version": (N_("A mobile version"), N_("The same page stands on a host of its own for phones.")),
    "translation missing": (
        N_("Translation missing"),
        N_("The pages say that they are in different languages, but their texts are nearly the same."),
    ),
    "pagination": (
        N_("Pages of one list"),
        N_("The addresses differ in the number of the page alone; what all pages of the list repeat makes them alike."),
    ),
    "same text": (N_("Copies under different addresses"), N_("Word for word the same text under unrelated addresses.")),
    "two folders": (
        N_("One page in two folders"),
        N_("The end of the address is the same, and so is the text or the title: a product in two categories."),
    ),
    "another host": (
        N_("One page on two hosts"),
        N_("The end of the address is the same, and so is the text or the title; the host is another one."),
    ),
    "contained": (
        N_("One text inside the other"),
        N_("All or nearly all of the shorter text stands in the longer one, which says more."),
    ),
    "template": (
        N_("One template with little text of its own"),
        N_("The pages are made alike: a few places differ, the rest stands on all or many of them."),
    ),
    "similar text": (
        N_("Two pages that say nearly the same"),
        N_("Their addresses do not tell why; the passages they share are marked where they stand side by side."),
    ),
}

FACTS: dict[str, str] = {
    "redirect_301": N_("Redirect the other address for good (301 or 308): a strong signal; old links keep working."),
    "temporary": N_("A temporary redirect (302, 303, 307) is not used as a signal for the page to keep."),
    "link_keeper": N_("Link to the page to keep, and list only that one in the sitemap; these are weaker signals."),
    "robots_google": N_("Do not close duplicates by robots.txt: Google advises against it for choosing a canonical."),
    "redirect_301_yandex": N_("Redirect (301) spellings with and without the slash, and index files to the folder."),
    "slash_yandex": N_("Do not use rel=canonical for the final slash: Yandex advises a redirect and may ignore it."),
    "protocol_yandex": N_("Do not use rel=canonical between http and https: Yandex no longer supports it. Redirect."),
    "canonical": N_("Name the page to keep by rel=canonical, in full, in head or HTTP header: a strong signal."),
    "hint": N_("A canonical is a hint, not a rule: Google may choose another page."),
    "canonical_yandex": N_("Name the page to keep by rel=canonical with its full address on the same host."),
    "ignored_yandex": N_(
        "Yandex ignores it where the page named is closed, redirects, names another itself, or is one of several."
    ),
    "merge": N_("A page without a purpose of its own: move what is worth keeping, then redirect (301)."),
    "canonical_stays": N_("A page that has to stay beside the other: rel=canonical to the page to keep."),
    "differs_yandex": N_("Where the texts differ much, Yandex may ignore the canonical and keep both pages."),
    "enrich": N_("A page that answers a question of its own: give it text that no other page has."),
    "noindex_google": N_("Do not use noindex to choose among duplicates: it takes the page out of the search."),
    "noindex_visitors": N_("A page that only visitors need may be closed by noindex; it then leaves the search."),
    "time_yandex": N_(
        "Yandex takes a page out of the search within three weeks of its robot's next visit, later on large sites."
    ),
    "no_clean_param": N_("Google does not read Clean-param: it knows allow, disallow, user-agent and sitemap."),
    "clean_param": N_(
        "Name the parameters in Clean-param of robots.txt; Yandex prefers it to Disallow, as signals are kept."
    ),
    "sort_param": N_("Do not put parameters into Clean-param that change a list, such as sorting or the page number."),
    "print_yandex": N_("Yandex names versions for printing among the usual duplicates."),
    "amp_yandex": N_("Keep the HTML page in the search, not the AMP version."),
    "mobile": N_(
        "The mobile page names the ordinary one by rel=canonical, that one the mobile one by rel=alternate with media."
    ),
    "other_host_yandex": N_("Yandex ignores a canonical that points to another host or subdomain."),
    "regional_yandex": N_("Yandex does not take regional subdomains for duplicates."),
    "translate": N_("Translate the main text, or keep one page for these languages."),
    "hreflang": N_("Translated pages name one another by hreflang, each also itself."),
    "untranslated": N_("Language versions are duplicates only where their main text is in the same language."),
    "canonical_language": N_("Do not name a page of another language as canonical."),
    "hreflang_yandex": N_("Translated pages name one another by rel=alternate hreflang in the head."),
    "sitemap_language": N_("Do not leave hreflang to the sitemap: Yandex no longer reads it there."),
    "own_canonical": N_("Give each page of the list its own address and its own canonical."),
    "first_page": N_("Do not name the first page of a list as canonical of the others."),
}

BOTH: dict[str, str] = {
    "both_redirect": N_("What serves both engines: a redirect (301)."),
    "both_canonical": N_("What serves both engines: rel=canonical with the full address, on the same host."),
}

KINDS: dict[str, str] = {"do": N_("Advised"), "know": N_("Know"), "avoid": N_("Avoid")}
ENGINES: dict[str, str] = {"google": "Google", "yandex": N_("Yandex")}
