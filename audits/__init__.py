"""Rules over the finished facts of a crawl. They judge; they fetch and store nothing."""

from __future__ import annotations

from ..model import Finding
from . import (
    canonical,
    canonical_place,
    canonical_signals,
    canonical_target,
    canonical_written,
    charset,
    discovery,
    hints,
    https,
    markup,
    probes,
    redirects,
    robots,
    robots_lines,
    robots_meta,
    sitemap,
    sitemap_entries,
    sitemap_files,
)
from . import rule as _rule
from .hreflang import rules as hreflang_rules
from .rule import Facts, Membership, Rule

__all__ = ["RULES", "Facts", "Membership", "Rule", "run", "run_hreflang"]

RULES: tuple[Rule, ...] = (
    canonical.missing,
    canonical.multiple,
    canonical.multiple_same,
    canonical.header_vs_element,
    canonical.in_body,
    canonical.ignored_attrs,
    canonical_written.empty,
    canonical_written.invalid,
    canonical_written.relative,
    canonical_written.protocol_relative,
    canonical_written.fragment,
    canonical_target.to_redirect,
    canonical_target.to_4xx,
    canonical_target.to_5xx,
    canonical_target.to_noindex,
    canonical_target.to_robots_blocked,
    canonical_target.chain,
    canonical_target.loop,
    canonical_target.content_differs,
    canonical_place.other_host,
    canonical_place.other_domain,
    canonical_place.protocol_down,
    canonical_place.protocol_up,
    canonical_place.page1,
    canonical_place.to_root,
    canonical_place.case_slash_alias,
    canonical_place.slash_yandex,
    canonical_signals.vs_sitemap,
    canonical_signals.not_in_sitemap,
    canonical_signals.vs_internal_links,
    canonical_signals.vs_redirect,
    canonical_signals.noindex,
    canonical_signals.robots_blocked_source,
    canonical_signals.vs_og_url,
    canonical_signals.js_changed,
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
    https.mixed,
    https.cert_invalid,
    https.redirects_to_http,
    charset.conflict,
    hints.title_equal,
    hints.description_equal,
    *robots.RULES,
    *robots_lines.RULES,
    *robots_meta.RULES,
    *sitemap_files.RULES,
    *sitemap_entries.RULES,
    *hreflang_rules.RULES,
    *markup.RULES,
)


def run(facts: Facts) -> list[Finding]:
    """The findings of all rules over the facts, sorted by rule and address."""
    return _rule.run(RULES, facts)


def run_hreflang(facts: Facts) -> list[Finding]:
    """The same of the rules on hreflang alone."""
    return _rule.run(hreflang_rules.RULES, facts)
