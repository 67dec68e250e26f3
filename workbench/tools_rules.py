"""What the tools page is given besides its logic: tables of names, limits and advice, from where the commands read."""

from __future__ import annotations

from typing import Any

from ..urls import cleanparam, parameters, twins
from .documented import ADVICE


def rules() -> dict[str, Any]:
    """As JSON for the scripts of templates/tools; the same in every language."""
    return {
        "index_files": twins.INDEX_FILES,
        "cp1251": bytes(range(128, 256)).decode("cp1251", "replace"),
        "longest": cleanparam.LONGEST,
        "field": cleanparam.FIELD,
        "parameters": parameters.table(),
        "tracking": ("tracking", "session"),
        "listing": sorted(parameters.LISTING),
        "dropped": parameters.DROPPED_BY_YANDEX,
        "advice": {kind: {"code": advice.code, "source": advice.source} for kind, advice in ADVICE.items()},
    }
