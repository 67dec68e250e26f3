"""Rules over the finished facts of a crawl. They judge; they fetch and store nothing."""

from __future__ import annotations

from ..model import Finding
from . import canonical, canonical_target, charset, discovery, probes, redirects, robots, robots_meta, sitemap
from . import rule as _rule
from .rule import Facts, Membership, Rule

__all__ = ["RULES", "Facts", "Membership", "Rule", "run"]

RULES: tuple[Rule, ...] = (
    canonical.missing,
    canonical.multiple,
    canonical.header_vs_element,
    canonical.in_body,
    canonical.ignored_attrs,
    canonical.empty,
    canonical.relative,
    canonical_target.to_redirect,
    canonical_target.to_4xx,
    canonical_target.to_5xx,
    canonical_target.to_noindex,
    canonical_target.chain,
    canonical_target.loop,
    canonical_target.other_host,
    canonical_target.protocol_down,
    canonical_target.vs_sitemap,
    canonical_target.content_differs,
    sitemap.url_non_200,
    sitemap.url_redirect,
    sitemap.url_noindex,
    sitemap.url_noncanonical,
    sitemap.url_variant_dup,
    discovery.missing_page,
    discovery.orphan_page,
    probes.variants,
    probes.missing,
    redirects.temporary,
    redirects.chain,
    redirects.loop,
    charset.conflict,
    *robots.RULES,
    *robots_meta.RULES,
)


def run(facts: Facts) -> list[Finding]:
    """The findings of all rules over the facts, sorted by rule and address."""
    return _rule.run(RULES, facts)
