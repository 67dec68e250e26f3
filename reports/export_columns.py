"""What stands in the columns of the tables, for formats that know more than text."""

from __future__ import annotations

from typing import Literal

from .tables_addresses import POINTS

Kind = Literal["text", "address", "count", "number", "share", "flag"]

_NAMES: dict[Kind, str] = {
    "address": "duplicate_url duplicate_key main_url main_key canonized_url mirror main"
    " target url final_url closest_match canonical url_a url_b keeper representative related from to",
    "count": "words near_duplicates inlinks shared shingles_a shingles_b size clicks versions"
    " conflicts shows clicks_elsewhere shows_elsewhere inlinks_elsewhere inside members_in_search members_in_sitemap"
    " addresses pages duplicates in_search owner_addresses owner_pages same redirected redirects sitemap",
    "number": "status cluster level",  # whole numbers that are names: no thousands mark
    "share": "closest_jaccard closest_containment unique_share jaccard a_in_b b_in_a lowest median"
    " jaccard_to_representative jaccard_to_keeper in_keeper keeper_in score"
    " unique_share_term words_term inlinks_term clicks_term depth_term status_term iks citation " + " ".join(POINTS),
    "flag": "in_sitemap nofollow https",  # 1 or 0
}
_KINDS: dict[str, Kind] = {name: kind for kind, names in _NAMES.items() for name in names.split()}


def kind(column: str) -> Kind:
    """The kind of a column; one name means one kind in every table."""
    return _KINDS.get(column, "text")
