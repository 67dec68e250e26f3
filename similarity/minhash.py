"""Candidates by MinHash and locality-sensitive hashing (Broder 1997; Indyk and Motwani 1998).

Signatures are those of datasketch, number for number, and candidates those of its index: made over arrays, as an index
of Python objects takes 13 kB and half a millisecond a set.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from datasketch import MinHash
from numpy.typing import NDArray

from .engine import Ints
from .ragged import Ragged
from .words import Hashes, mixed

PERMUTATIONS = 126
RECALL = 0.99
CROWD, HUBS = 400, 50  # sets in one bucket up to which all meet; above, all meet the first HUBS only
PAIRS = 20_000_000  # the crowd may be larger as long as all buckets together propose no more
STEP = 500_000  # candidates handed over at a time
COLUMNS = 4096  # shingles signed at a time

Signatures = NDArray[np.uint32]


def bands(threshold: float, permutations: int = PERMUTATIONS, recall: float = RECALL) -> tuple[int, int]:
    """Bands and rows of each by which a pair at the threshold becomes a candidate with a chance of `recall` or more.

    The chance is 1 - (1 - J^r)^b (Leskovec, Rajaraman and Ullman, Mining of Massive Datasets, 3.4.2). The longest rows
    that reach it are taken, as they let the fewest others in, and as many bands as permutations allow; 0.5 gives
    42 bands of 3 rows. Where none reaches it (thresholds below 0.036 with 126 permutations), rows of one come closest.
    """
    rows = max(
        (r for r in range(1, permutations // 2 + 1) if chance(threshold, permutations // r, r) >= recall), default=1
    )
    return permutations // rows, rows


def chance(jaccard: float, bands: int, rows: int) -> float:
    """How likely a pair of this Jaccard is to become a candidate."""
    return float(1 - (1 - jaccard**rows) ** bands)


def signatures(sets: Ragged, seed: int) -> Signatures:
    """A row for each set, as datasketch.MinHash gives them. Shingles are mixed already: their upper 32 bits go in."""
    factors, terms = (part[:, None] for part in MinHash(num_perm=PERMUTATIONS, seed=seed).permutations)
    found = np.full((len(sets), PERMUTATIONS), np.iinfo(np.uint32).max, np.uint32)
    room = np.empty((PERMUTATIONS, COLUMNS), np.uint32)
    for row, values in zip(found, sets, strict=True):
        hashed = _scattered((values >> np.uint64(32)).astype(np.uint32))
        for start in range(0, len(hashed), COLUMNS):
            part = hashed[start : start + COLUMNS]
            permuted = np.multiply(factors, part, out=room[:, : len(part)])
            permuted += terms
            np.minimum(row, permuted.min(axis=1), out=row)
    return found


def _scattered(values: NDArray[np.uint32]) -> NDArray[np.uint32]:
    """The 32-bit finalizer of MurmurHash3 (Appleby 2011), which datasketch applies before it permutes."""
    values ^= values >> np.uint32(16)
    values *= np.uint32(0x85EBCA6B)
    values ^= values >> np.uint32(13)
    values *= np.uint32(0xC2B2AE35)
    values ^= values >> np.uint32(16)
    return values


def proposed(signed: Signatures, a: Ints, b: Ints, shape: tuple[int, int]) -> NDArray[np.bool_]:
    """Whether an index over these signatures would propose the pairs `a[i], b[i]`: some band is equal in all rows.

    This tells how good LSH is on known pairs without building the index.
    """
    count, rows = shape
    found = np.zeros(len(a), bool)
    for band in range(count):
        left = np.flatnonzero(~found)
        if not len(left):
            break
        of = slice(band * rows, (band + 1) * rows)
        found[left] = (signed[a[left], of] == signed[b[left], of]).all(axis=1)
    return found


@dataclass(frozen=True, eq=False)
class Index:
    """Sets by band: `bucket` tells which are equal in the band, `free` which meet all others of their bucket.

    In a crowded bucket (see `crowd_of`) only the first HUBS are free, as 100,000 sets would make 5 thousand million
    pairs; `crowded` such buckets were cut short, by `left_out` pairs at most (many have met in another band).
    """

    bucket: NDArray[np.int32]
    free: NDArray[np.bool_]
    crowded: int
    left_out: int

    def proposed(self, a: Ints, b: Ints, bands: int | None = None) -> NDArray[np.bool_]:
        """Whether the pairs `a[i], b[i]` meet in any band, or in any of the first `bands`."""
        found = np.zeros(len(a), bool)
        for bucket, free in zip(self.bucket[:bands], self.free[:bands], strict=True):
            left = np.flatnonzero(~found)
            if not len(left):
                break
            x, y = a[left], b[left]
            found[left] = (bucket[x] == bucket[y]) & (free[x] | free[y])
        return found

    def candidates(self) -> Iterator[tuple[Ints, Ints]]:
        """Every pair (higher number, lower number) that meets in a band, once, in parts."""
        for band, (bucket, free) in enumerate(zip(self.bucket, self.free, strict=True)):
            order, starts, rank = _ranked(bucket)
            partners = np.where(free[order], rank, np.minimum(rank, HUBS))
            ends = np.cumsum(partners)
            for first, last in _runs(ends):
                counts = partners[first:last]
                which = np.repeat(np.arange(first, last), counts)
                place = np.arange(len(which)) - np.repeat(np.cumsum(counts) - counts, counts)
                a, b = order[which], order[starts[which] + place]
                new = ~self.proposed(a, b, band)
                yield a[new], b[new]


def index(signed: Signatures, shape: tuple[int, int]) -> Index:
    """Buckets of sets whose signatures are equal in all rows of a band."""
    count = shape[0]
    bucket, free = np.empty((count, len(signed)), np.int32), np.empty((count, len(signed)), bool)
    for band, key in enumerate(band_keys(signed, shape)):
        bucket[band] = np.unique(key, return_inverse=True)[1]
    sizes = [np.bincount(of) for of in bucket]
    crowd = crowd_of(*np.unique(np.concatenate([np.empty(0, np.int64), *sizes]), return_counts=True))
    crowded = left_out = 0
    for band in range(count):
        order, _, rank = _ranked(bucket[band])
        free[band][order] = (sizes[band][bucket[band][order]] <= crowd) | (rank < HUBS)
        cut = sizes[band][sizes[band] > crowd] - HUBS
        crowded += len(cut)
        left_out += int((cut * (cut - 1) // 2).sum())
    return Index(bucket, free, crowded, left_out)


def band_keys(signed: Signatures, shape: tuple[int, int]) -> Iterator[Hashes]:
    """For each band a number of each set; those with equal numbers share the bucket."""
    count, rows = shape
    for band in range(count):
        key = np.zeros(len(signed), np.uint64)
        for row in signed[:, band * rows : (band + 1) * rows].T:
            key = mixed(key * np.uint64(3) + row)
        yield key


def crowd_of(sizes: Ints, counts: Ints) -> int:
    """The largest size of a bucket up to which all buckets propose PAIRS pairs together; CROWD at least. There are
    `counts[i]` buckets of `sizes[i]` sets, ascending.
    """
    # Of buckets of one size all are whole or none.
    whole = np.cumsum(sizes * (sizes - 1) // 2 * counts) <= PAIRS
    return max(CROWD, int(sizes[whole].max(initial=0)))


def _ranked(bucket: NDArray[np.int32]) -> tuple[Ints, Ints, Ints]:
    """Sets bucket by bucket; for each where its bucket begins among them, and how many of the bucket stand before."""
    order = np.argsort(bucket, kind="stable")
    starts = np.searchsorted(bucket, np.arange(bucket.max(initial=-1) + 1), sorter=order)[bucket[order]]
    return order, starts, np.arange(len(order)) - starts


def _runs(ends: Ints) -> Iterator[tuple[int, int]]:
    """Slices of about STEP partners each."""
    first = 0
    while first < len(ends):
        done = ends[first - 1] if first else 0
        last = max(int(np.searchsorted(ends, done + STEP, side="right")), first + 1)
        yield first, last
        first = last
