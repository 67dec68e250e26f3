// Two texts compared in the browser by the rules of the analysis (similarity/words.py, shingles.py, align.py,
// compare.py): the same words, shingles and passages. Tests hold both to one another.
const PTText = (() => {
  const INVISIBLE = /[\u00ad\u034f\u061c\u0640\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u20e3\u3164\ufe00-\ufe0f\ufeff\uffa0\u{e0100}-\u{e01ef}]/gu;
  // What toLowerCase leaves apart and casefolding does not: ß, final sigma, Greek with iota below, old Cyrillic forms.
  const UNEVEN = /[\u00df\u0345\u03c2\u1c80-\u1c88\u1f80-\u1fff]/g, CHEROKEE = /[\u13f8-\u13fd\uab70-\uabbf]/g;
  // Scripts written without spaces (Thai and Lao, Myanmar, Khmer, Han, Kana): each letter is a word.
  const SINGLE = "(?!\\p{Nd})[\\u0e00-\\u0eff\\u1000-\\u109f\\ua9e0-\\ua9ff\\uaa60-\\uaa7f\\u1780-\\u17ff\\u3005-\\u3007\\u3021-\\u3029\\u3038-\\u303b\\u3400-\\u9fff\\uf900-\\ufaff\\u{20000}-\\u{3ffff}\\u3031-\\u3035\\u3041-\\u30ff\\u31f0-\\u31ff\\u{1aff0}-\\u{1b16f}]";
  const WORD = new RegExp(`(?=[\\p{L}\\p{N}])${SINGLE}\\p{M}*|(?:(?!${SINGLE})[\\p{L}\\p{N}]\\p{M}*)+`, "gu");
  const DEPTH = 4, GAP = 250000, GAPS = 20 * GAP;

  function fold(text, yoIsE = true) {
    const lower = text.replace(INVISIBLE, "").normalize("NFKC").toLowerCase()
      .replace(UNEVEN, c => c.toUpperCase().toLowerCase().replace(/\u03c2/g, "\u03c3")).replace(CHEROKEE, c => c.toUpperCase()).normalize("NFKC");
    return yoIsE ? lower.replace(/ё/g, "е") : lower;
  }

  const tokens = (text, yoIsE) => fold(text, yoIsE).match(WORD) || [];

  // Where each folded character begins in the text as given; null where folding moved nothing.
  function places(text, folded, yoIsE) {
    if (text.length === folded.length && text.search(INVISIBLE) < 0 && text === text.normalize("NFKC")) return null;
    const from = [];
    let piece = "", start = 0, at = 0;
    const close = () => { for (let n = fold(piece, yoIsE).length; n; n--) from.push(start); };
    for (const char of text) {
      const first = char.normalize("NFKD"), joins = /^[\p{M}\u1160-\u11ff]/u.test(first), seen = char.search(INVISIBLE) < 0;
      if (seen && !joins) { close(); piece = ""; start = at; }
      if (seen) piece += char;
      at += char.length;
    }
    close();
    return from;
  }

  // A text with its words and where the piece of text of each begins, and the end.
  function read(text, yoIsE) {
    const folded = fold(text, yoIsE), from = places(text, folded, yoIsE), words = [], starts = [];
    for (const m of folded.matchAll(WORD)) { words.push(m[0]); starts.push(from ? from[m.index] : m.index); }
    return { text, words, bounds: [0, ...starts.slice(1), text.length], piece(a, b) { return b > a ? text.slice(this.bounds[a], this.bounds[b]) : ""; } };
  }

  // Windows of w words in reading order; a shorter text is one window of its own words.
  function windows(words, w) {
    if (!words.length) return [];
    if (words.length < w) return [words.join(" ")];
    return Array.from({ length: words.length - w + 1 }, (_, i) => words.slice(i, i + w).join(" "));
  }

  const shingles = (text, w, yoIsE) => new Set(windows(tokens(text, yoIsE), w));

  // Equal windows of two ranges, the n-th in one with the n-th in the other, ascending in the first: [[a, b], ...].
  function anchors(x, x0, x1, y, y0, y1) {
    const where = new Map(), out = [];
    for (let i = y0; i < y1; i++) { const list = where.get(y[i]); if (list) list.push(i); else where.set(y[i], [i]); }
    const used = new Map();
    for (let i = x0; i < x1; i++) {
      const list = where.get(x[i]), n = used.get(x[i]) || 0;
      if (list && n < list.length) { out.push([i, list[n]]); used.set(x[i], n + 1); }
    }
    return out;
  }

  // A longest subsequence of anchors that rises in both texts (patience sorting).
  function rising(found) {
    const tops = [], ends = [], before = [];
    found.forEach(([, value], place) => {
      let low = 0, high = tops.length;
      while (low < high) { const mid = (low + high) >> 1; if (tops[mid] < value) low = mid + 1; else high = mid; }
      before.push(low ? ends[low - 1] : -1); tops[low] = value; ends[low] = place;
    });
    const chain = [];
    for (let at = ends.length ? ends.at(-1) : -1; at >= 0; at = before[at]) chain.push(found[at]);
    return chain.reverse();
  }

  function joined(chosen, w) {
    const out = [];
    for (const [a, b] of chosen) {
      const last = out.at(-1);
      if (last && a === last.a + last.n && b === last.b + last.n) last.n++; else out.push({ a, b, n: 1 });
    }
    return out.map(run => ({ ...run, n: run.n + w - 1 }));
  }

  function within(A, B, w, a0, a1, b0, b1, depth) {
    if (Math.min(a1 - a0, b1 - b0) < w || !depth) return [];
    const runs = [];
    let endA = a0, endB = b0;
    for (const run of joined(rising(anchors(A.windows, a0, a1 - w + 1, B.windows, b0, b1 - w + 1)), w)) {
      const late = Math.max(endA - run.a, endB - run.b, 0);
      if (run.n - late < w) continue;
      let a = run.a + late, b = run.b + late, n = run.n - late;
      while (a > endA && b > endB && A.words[a - 1] === B.words[b - 1]) { a--; b--; n++; }
      while (a + n < a1 && b + n < b1 && A.words[a + n] === B.words[b + n]) n++;
      runs.push(...within(A, B, w, endA, a, endB, b, depth - 1), { a, b, n });
      endA = a + n; endB = b + n;
    }
    return runs.length ? [...runs, ...within(A, B, w, endA, a1, endB, b1, depth - 1)] : [];
  }

  // Passages of w words or more that both texts have, as many words as keep their order in both: [{a, b, n}].
  function aligned(A, B, w) {
    if (Math.min(A.words.length, B.words.length) >= w) return within(A, B, w, 0, A.words.length, 0, B.words.length, DEPTH);
    const same = A.words.length && A.words.length === B.words.length && A.words.every((word, i) => word === B.words[i]);
    return same ? [{ a: 0, b: 0, n: A.words.length }] : [];
  }

  // Passages of both texts that are in no run, as they stand in another order.
  function moved(A, B, w, runs) {
    if (Math.min(A.words.length, B.words.length) < w) return [];
    const usedA = new Uint32Array(A.words.length + 1), usedB = new Uint32Array(B.words.length + 1);
    for (const run of runs) for (let i = 1; i <= run.n; i++) { usedA[run.a + i] = 1; usedB[run.b + i] = 1; }
    for (const used of [usedA, usedB]) for (let i = 1; i < used.length; i++) used[i] += used[i - 1];
    const free = ([a, b]) => usedA[a + w] === usedA[a] && usedB[b + w] === usedB[b];
    return joined(anchors(A.windows, 0, A.windows.length, B.windows, 0, B.windows.length).filter(free), w);
  }

  const passages = (a, b, w, yoIsE) => { const [A, B] = both(a, b, w, yoIsE); return aligned(A, B, w); };
  const both = (a, b, w, yoIsE) => [a, b].map(text => { const side = read(text, yoIsE); side.windows = windows(side.words, w); return side; });

  // The longest run of equal words, then left and right of it (as difflib does), put down in `mine` and `theirs`.
  function match(A, B, a0, a1, b0, b1, mine, theirs) {
    const where = new Map(), open = [[a0, a1, b0, b1]];
    for (let j = b0; j < b1; j++) { const list = where.get(B.words[j]); if (list) list.push(j); else where.set(B.words[j], [j]); }
    while (open.length) {
      const [lowA, highA, lowB, highB] = open.pop();
      let best = { a: lowA, b: lowB, n: 0 }, lengths = new Map();
      for (let i = lowA; i < highA; i++) {
        const next = new Map();
        for (const j of where.get(A.words[i]) || []) {
          if (j < lowB) continue;
          if (j >= highB) break;
          const n = (lengths.get(j - 1) || 0) + 1;
          next.set(j, n);
          if (n > best.n) best = { a: i - n + 1, b: j - n + 1, n };
        }
        lengths = next;
      }
      if (!best.n) continue;
      for (let i = 0; i < best.n; i++) { mine[best.a - a0 + i] = 1; theirs[best.b - b0 + i] = 1; }
      open.push([lowA, best.a, lowB, best.b], [best.a + best.n, highA, best.b + best.n, highB]);
    }
  }

  function covered(side, common, w) {
    const out = new Uint8Array(side.words.length);
    side.windows.forEach((window, i) => { if (common.has(window)) out.fill(1, i, i + w); });
    return out;
  }

  function parts(side, start, common) {
    if (!side.words.length) return side.text ? [[true, side.text]] : [];
    const out = [];
    for (let i = 0; i < common.length;) {
      let end = i + 1;
      while (end < common.length && common[end] === common[i]) end++;
      out.push([!common[i], side.piece(start + i, start + end)]);
      i = end;
    }
    return out;
  }

  // Both texts as rows: {same: n words, a, b} and {a: [[own, text], ...], b: the same} between them, all of both texts
  // in turn; how many passages stand in another order; shingles shared and of each text.
  function sideBySide(a, b, w, yoIsE) {
    const [A, B] = both(a, b, w, yoIsE), setA = new Set(A.windows), setB = new Set(B.windows);
    const common = new Set([...setA].filter(window => setB.has(window))), runs = aligned(A, B, w);
    const coveredA = covered(A, common, w), coveredB = covered(B, common, w), rows = [];
    let atA = 0, atB = 0, left = GAPS;
    for (const run of [...runs, { a: A.words.length, b: B.words.length, n: 0 }]) {
      const mine = coveredA.slice(atA, run.a), theirs = coveredB.slice(atB, run.b), product = mine.length * theirs.length;
      if (product && product <= Math.min(GAP, left)) { left -= product; match(A, B, atA, run.a, atB, run.b, mine, theirs); }
      const partsA = parts(A, atA, mine), partsB = parts(B, atB, theirs);
      if (partsA.length || partsB.length) rows.push({ a: partsA, b: partsB });
      atA = run.a + run.n; atB = run.b + run.n;
      if (run.n) rows.push({ same: run.n, a: A.piece(run.a, atA), b: B.piece(run.b, atB) });
    }
    return { shared: common.size, sizeA: setA.size, sizeB: setB.size, rows, moved: moved(A, B, w, runs).length };
  }

  return { fold, tokens, shingles, passages, sideBySide };
})();
