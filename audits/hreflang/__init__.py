"""hreflang: the graph of annotations, the verdict on each pair of pages, and the rules over both.

`graph.py` holds what was written, `edges.py` what follows from it and from the state of the pages; `rules.py` lists the
rules. Nothing here imports a rule, as `Facts` holds a graph.
"""

from __future__ import annotations

from .edges import STATES, Edges, Verdicts, verdicts
from .graph import SOURCES, Graph, build

__all__ = ["SOURCES", "STATES", "Edges", "Graph", "Verdicts", "build", "verdicts"]
