"""What one comparison learned that the next one, of the same texts with other thresholds, need not work out again."""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Callable, Mapping
from importlib import metadata
from importlib.resources import files
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from ..model import TextKind
from .classes import Classes
from .engine import Ints
from .minhash import PERMUTATIONS, Signatures, signatures
from .ragged import Ragged
from .sets import Read, Sets
from .tally import SetPairs, Tally

Arrays = Mapping[str, NDArray[Any]]
_SETS = ("source", "pages", "starts", "words", "judged")


class Shelf(Protocol):
    """Keeps arrays by name, for one corpus. What it does not have, or cannot read, is None."""

    def get(self, part: str, /) -> Arrays | None: ...

    def put(self, part: str, arrays: Arrays, /) -> None: ...


class Empty:
    """A shelf that keeps nothing."""

    def get(self, _part: str) -> Arrays | None:
        return None

    def put(self, _part: str, _arrays: Arrays) -> None:
        pass


def version() -> str:
    """Changes with whatever may change what is kept: the code of this package, and the libraries it rests on."""
    digest = hashlib.sha256(f"{unicodedata.unidata_version} {metadata.version('datasketch')}".encode())
    here = files(__package__)
    modules = (*here.iterdir(), *(here / "spark").iterdir())
    for module in sorted(modules, key=lambda file: file.name):
        if module.name.endswith(".py"):
            digest.update(module.read_bytes())
    return digest.hexdigest()


def get_sets(shelf: Shelf, text: TextKind, values: Callable[[], Ragged], read: Read) -> Sets | None:
    """Which pages have which set; `values` gives the shingles of all texts, `read` texts, if they are asked for."""
    found = shelf.get(f"sets-{text}")
    if found is None:
        return None
    return Sets(lambda: values().take(found["source"]), read, *(found[name] for name in _SETS))


def put_sets(shelf: Shelf, text: TextKind, sets: Sets) -> None:
    """Keep what `get_sets` gives."""
    shelf.put(f"sets-{text}", {name: getattr(sets, name) for name in _SETS})


def get_classes(shelf: Shelf, text: TextKind) -> tuple[Classes, int] | None:
    """The merged classes, and what joining them costs."""
    found = shelf.get(f"classes-{text}")
    if found is None:
        return None
    weights, spread, sizes, unique = (found[name] for name in ("weights", "spread", "sizes", "unique"))
    ones = np.ones(len(found["indices"]), np.int32)
    matrix = sparse.csr_array((ones, found["indices"], found["indptr"]), shape=(len(sizes), len(weights)))
    return Classes(matrix, weights, spread, sizes, unique), int(found["cost"])


def put_classes(shelf: Shelf, text: TextKind, merged: Classes, cost: int) -> None:
    """Keep what `get_classes` gives."""
    matrix = {"indices": merged.matrix.indices, "indptr": merged.matrix.indptr}
    rest = {name: getattr(merged, name) for name in ("weights", "spread", "sizes", "unique")}
    shelf.put(f"classes-{text}", {**matrix, **rest, "cost": np.array(cost)})


def get_join(shelf: Shelf, text: TextKind, tally: Tally) -> bool:
    """Fill an empty tally as the join would; False if its thresholds lie below what is kept."""
    found = shelf.get(f"join-{text}")
    if found is None or not all(getattr(tally.settings, name) >= found[name] for name in tally.wide.floors):
        return False
    for name, bins in tally.histograms.items():
        bins[:] = found[f"histogram_{name}"]
    for name, closest in _closest(tally):
        closest.jaccard[:], closest.partner[:] = found[f"{name}_jaccard"], found[f"{name}_partner"]
    tally.add_over(SetPairs(*(found[name].astype(np.int64) for name in ("a", "b", "shared"))))
    return True


def put_join(shelf: Shelf, text: TextKind, tally: Tally) -> None:
    """Keep what `get_join` needs, unless the pairs were too many to be held."""
    if not tally.wide.is_whole:
        return
    pairs = tally.wide.pairs()
    arrays: dict[str, NDArray[Any]] = {name: np.array(floor) for name, floor in tally.wide.floors.items()}
    arrays |= {f"histogram_{name}": bins for name, bins in tally.histograms.items()}
    for name, closest in _closest(tally):
        arrays |= {f"{name}_jaccard": closest.jaccard, f"{name}_partner": closest.partner}
    arrays |= {name: getattr(pairs, name).astype(np.int32) for name in ("a", "b", "shared")}
    shelf.put(f"join-{text}", arrays)


def _closest(tally: Tally) -> tuple[tuple[str, Any], ...]:
    return ("judged", tally.closest_judged), ("others", tally.closest_others)


class Signer:
    """Signatures of sets, each made once for a seed."""

    def __init__(self, sets: Sets, seed: int, shelf: Shelf, text: TextKind) -> None:
        self._sets, self._seed, self._shelf, self._part = sets, seed, shelf, f"signed-{text}"

    def __call__(self, numbers: Ints) -> Signatures:
        """A row for each of some sets, given ascending."""
        found = self._shelf.get(self._part)
        if found is None or int(found["seed"]) != self._seed:
            found = {"numbers": np.empty(0, np.int64), "rows": np.empty((0, PERMUTATIONS), np.uint32)}
        known, rows = found["numbers"], found["rows"]
        missing = numbers[~np.isin(numbers, known)]
        if len(missing):
            known = np.concatenate((known, missing))
            rows = np.concatenate((rows, signatures(self._sets.values().take(missing), self._seed)))
            self._shelf.put(self._part, {"numbers": known, "rows": rows, "seed": np.array(self._seed)})
        place = np.empty(len(self._sets), np.int64)
        place[known] = np.arange(len(known))
        return np.asarray(rows[place[numbers]])
