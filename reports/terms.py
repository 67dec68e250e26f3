"""The terms of the report, explained on the methods page where other pages link to them (methods.html#ID), and what
the methods rest on."""

from __future__ import annotations

from .language import N_

# id of the explanation in the page: (term, explanation)
TERMS: dict[str, tuple[str, str]] = {
    "word": (N_("word"), N_("Letters, digits and their marks in a row, without regard to capitals. In scripts without "
                            "spaces each character counts as one.")),
    "shingle": (N_("shingle"), N_("Words in a row, as many as the shingle size says. A text has one for each word that "
                                  "such a row can begin with; each counts once.")),
    "jaccard": (N_("Jaccard"), N_("Shingles that two pages share, divided by all shingles that either has: 0 for "
                                  "nothing in common, 1 for the same set. With shingles of ten words, one changed word "
                                  "in twenty takes it down to a third.")),
    "containment": (N_("containment"), N_("Shingles that two pages share, divided by those of one of them: how much of "
                                          "that page stands on the other. Each pair has two.")),
    "threshold": (N_("threshold"), N_("The value from which two pages count as a pair. It is a choice that a review of "
                                      "pairs should settle for each site, not a property of the pages.")),
    "closest": (N_("closest match"), N_("The page with which a page has the highest Jaccard.")),
    "own-text": (N_("own text"), N_("The share of the shingles of a page that stand on no other page of the audit.")),
    "main-text": (N_("main text"), N_("What a reader comes for: the page without menus, banners and footers, as "
                                      "trafilatura finds it.")),
    "body-text": (N_("body text"), N_("All text of the page without its navigation, header, footer, forms and lines "
                                      "that stand on the whole site. It is compared where the main text cannot be "
                                      "trusted; a pair is always compared on texts of one kind.")),
    "pair": (N_("pair"), N_("Two pages at or above the threshold of Jaccard or of containment.")),
    "group": (N_("group"), N_("Pages that all are a pair with one page of the group, its representative. No chains: "
                              "that A resembles B and B resembles C does not bring A and C together.")),
    "representative": (N_("representative"), N_("The page that a group is built around: the one with the most "
                                                "partners. It need not be the page to keep.")),
    "keeper": (N_("page to keep"), N_("The page of a group that should stand for it in search, chosen by what the site "
                                      "itself says: answers, redirects, canonicals, sitemap, internal links, address.")
               ),
    "copy": (N_("exact copy"), N_("The same words in the same order, in the main text and in the body but for its "
                                  "furniture.")),
    "near": (N_("near duplicate"), N_("A pair by Jaccard.")),
    "contained": (N_("inside the other"), N_("A pair by containment alone: a page that stands almost whole in a longer "
                                             "one.")),
    "canonical": (N_("canonical"), N_("The address that a page names as the one to keep (rel=canonical), in its head "
                                      "or in the HTTP header. Search engines take it as a hint, not as an order.")),
    "indexable": (N_("open to search engines"), N_("A page that answers, is not closed by robots.txt or noindex, and "
                                                   "names no other page as canonical.")),
    "settled": (N_("settled"), N_("A group in which fewer than two pages are open to search engines: nothing is left "
                                  "to choose.")),
    "recall": (N_("recall"), N_("The share of the true pairs that was found.")),
    "precision": (N_("precision"), N_("The share of the pairs that a reader would call duplicates. Only reading can "
                                      "tell.")),
    "lsh": (N_("LSH"), N_("Locality sensitive hashing of MinHash signatures: a fast way to propose pairs that misses "
                          "some. “LSH alone” says how many of the pairs it would have found without the exact count "
                          "that followed.")),
}  # fmt: skip

# address: title
SOURCES: dict[str, str] = {
    "https://doi.org/10.1016/S0169-7552(97)00031-7": N_(
        "Broder, Glassman, Manasse, Zweig (1997): Syntactic clustering of the Web. Shingles of ten words, resemblance "
        "(Jaccard), containment, groups at 0.5."
    ),
    "https://nlp.stanford.edu/IR-book/html/htmledition/near-duplicates-and-shingling-1.html": N_(
        "Manning, Raghavan, Schütze (2008): Introduction to Information Retrieval, chapter 19.6, near-duplicates and "
        "shingling."
    ),
    "https://doi.org/10.1145/1148170.1148222": N_(
        "Henzinger (2006): Finding near-duplicate web pages, a large-scale evaluation of algorithms."
    ),
    "https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls": N_(
        "Google: how to specify a canonical address."
    ),
    "https://developers.google.com/search/docs/essentials/spam-policies": N_("Google: spam policies for web search."),
    "https://yandex.ru/support/webmaster/ru/robot-workings/double": N_("Yandex Webmaster: duplicate pages."),
    "https://yandex.ru/support/webmaster/ru/robot-workings/canonical": N_("Yandex Webmaster: canonical addresses."),
    "https://yandex.ru/support/webmaster/ru/robot-workings/clean-param": N_("Yandex Webmaster: Clean-param."),
}
