"""What SimHash finds of the pages that two audits share: python benchmarks/superdups.py OUT OTHER

Oracle: all pairs of distinct texts of both by the exact join, scored on the same shingles. For each threshold: how
many true pairs there are, the share that SimHash proposes, and the share of texts with any true pair of which one is
proposed. Seconds are processor time.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import numpy as np
from pagetwin.progress import Progress
from pagetwin.similarity.simhash import close_between, near
from pagetwin.workbench.across import across
from pagetwin.workbench.across_read import read_all
from pagetwin.workbench.across_texts import Texts, joined_texts

THRESHOLDS = (0.5, 0.7, 0.8, 0.9, 0.95, 1.0)


def main() -> None:
    """Measure two audits."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("folders", nargs=2, type=Path)
    folders = options.parse_args().folders
    began = time.process_time()
    texts = Texts()
    audits = read_all(folders, texts)
    read = time.process_time()
    prints = texts.prints(Progress())
    printed = time.process_time()
    sides = [prints[np.array(texts.audit) == n] for n in (0, 1)]
    proposed = sum(len(x) for x, _ in close_between(*sides))
    looked_up = time.process_time()
    a, b = joined_texts(texts, THRESHOLDS[0], 2)
    values, _, _ = texts.score(a, b)
    joined_in = time.process_time() - looked_up
    print(f"{' + '.join(f'{len(audit.pages):,}' for audit in audits)} pages, {len(texts):,} distinct texts")
    print(f"read {read - began:.2f} s, prints {printed - read:.2f} s, lookup {looked_up - printed:.2f} s,", end=" ")
    print(f"exact join of both {joined_in:.2f} s")
    close = near(prints[a], prints[b])
    for threshold in THRESHOLDS:
        true = values >= threshold
        found = true & close
        any_true, any_found = (len(np.unique(np.concatenate((a[kept], b[kept])))) for kept in (true, found))
        shares = (found.sum() / max(true.sum(), 1), any_found / max(any_true, 1))
        print(
            f"J >= {threshold}: {true.sum():,} pairs, {shares[0]:.3f} found; {any_true:,} texts, {shares[1]:.3f} found"
        )
    print(f"{proposed:,} pairs proposed")
    for exact in (False, True):
        began = time.process_time()
        rows = across(folders, Progress(), exact)
        took = time.process_time() - began
        beyond = sum(row[7] != row[8] for row in rows)
        print(f"{'exact' if exact else 'SimHash'}: {took:.2f} s in all, {len(rows):,} superdups, {beyond:,} across")


if __name__ == "__main__":
    main()
