"""Rules by theme, so that people find their way among them. A theme is the modules whose rules it holds."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from .rule import N_, Rule


@dataclass(frozen=True, slots=True)
class Theme:
    """A heading and the modules below it; a module that begins with one of their names belongs to it too."""

    id: str
    heading: str
    modules: tuple[str, ...]


OTHER = Theme("other", N_("Other rules"), ("",))
THEMES = (
    Theme("canonical", N_("Canonicals"), ("canonical",)),
    Theme("hreflang-codes", N_("hreflang: codes of languages and regions"), ("hreflang.value",)),
    Theme("hreflang-addresses", N_("hreflang: addresses"), ("hreflang.addresses",)),
    Theme("hreflang-sets", N_("hreflang: the set of one page"), ("hreflang.sets", "hreflang.coverage")),
    Theme("hreflang-returns", N_("hreflang: return links"), ("hreflang.returns",)),
    Theme("hreflang-targets", N_("hreflang: pages that are listed"), ("hreflang.targets", "hreflang.canonicals")),
    Theme("hreflang-language", N_("hreflang: language of the page"), ("hreflang.language", "hreflang.content")),
    Theme("hreflang-sources", N_("hreflang: where it is written"), ("hreflang.sources", "hreflang.sitemaps")),
    Theme("markup", N_("Links that are no links"), ("markup",)),
    Theme("sitemap", N_("Sitemaps"), ("sitemap", "discovery")),
    Theme("robots-meta", N_("Robots directives of pages"), ("robots_meta",)),
    Theme("robots-txt", N_("robots.txt"), ("robots",)),
    Theme("redirects", N_("Redirects and other spellings"), ("redirects", "probes")),
    Theme("https", N_("https and encoding"), ("https", "charset")),
    Theme("texts", N_("Titles and descriptions"), ("hints",)),
    OTHER,
)


def of(rule: Rule) -> Theme:
    """The theme of a rule: that of its module, except that what is said of a sitemap is looked for under sitemaps."""
    module = "sitemap" if rule.id.startswith("sitemap-") else rule.check.__module__.partition(".audits.")[2]
    return next(theme for theme in THEMES if module.startswith(theme.modules))


def grouped(rules: Iterable[Rule]) -> list[tuple[Theme, list[Rule]]]:
    """The themes that have rules, in their order, each with its rules as they came."""
    found: dict[str, list[Rule]] = {theme.id: [] for theme in THEMES}
    for rule in rules:
        found[of(rule).id].append(rule)
    return [(theme, found[theme.id]) for theme in THEMES if found[theme.id]]
