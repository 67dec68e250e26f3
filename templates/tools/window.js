// A long list of rows of which only those near the view are in the page. `box` scrolls; rows come in blocks, which `ask`
// asks for and `take` is given. Heights of blocks that were not drawn yet are estimated from the lengths of their texts.
function PTWindow(box, ask, draw) {
  const BLOCK = 12, top = document.createElement("div"), bottom = document.createElement("div");
  let lengths = new Uint32Array(), heights = [], drawn = new Map(), stale = [], waiting = false, frame = 0;

  for (const e of [top, bottom]) e.style.overflowAnchor = "none"; // the view holds on to rows, not to the room for others
  const of = (all, block) => all.subarray(block * BLOCK, (block + 1) * BLOCK);
  const sum = (from, to) => heights.slice(from, to).reduce((a, b) => a + b, 0);
  const blocks = () => [...drawn.keys()].sort((a, b) => a - b);

  function estimate(block) {
    const perLine = Math.max(20, box.clientWidth / 2 / 7.5 - 6);
    return of(lengths, block).reduce((all, length) => all + 18 + 24 * Math.ceil(length / perLine || 1), 0);
  }

  // Other rows, by their lengths. What is in the page stays until they come, and so does the place in the list.
  function reset(all) {
    const before = lengths, measured = heights;
    lengths = all;
    heights = Array.from({ length: Math.ceil(all.length / BLOCK) }, (_, block) => (String(of(before, block)) === String(of(all, block)) ? measured[block] : estimate(block)));
    stale.push(...drawn.values());
    drawn = new Map();
    waiting = false;
    if (!box.contains(top)) box.replaceChildren(top, bottom);
    if (all.length) update(); else { clear(); spacers(); }
  }

  const clear = () => { for (const e of stale) e.remove(); stale = []; };

  // The first and last block between one screen above the view and one below.
  function wanted() {
    const from = box.scrollTop - box.clientHeight, to = box.scrollTop + 2 * Math.max(box.clientHeight, 600);
    let at = 0, first = heights.length - 1, last = 0;
    heights.forEach((height, block) => {
      if (at + height >= from && at <= to) { first = Math.min(first, block); last = block; }
      at += height;
    });
    return [first, Math.max(first, last)];
  }

  function update() {
    frame = 0;
    if (!heights.length) return;
    const [first, last] = wanted(), missing = [];
    for (let block = first; block <= last; block++) if (!drawn.has(block)) missing.push(block);
    if (!stale.length) {
      for (const [block, e] of drawn) if ((block < first || block > last) && !e.contains(document.activeElement)) { e.remove(); drawn.delete(block); }
      spacers();
    }
    if (missing.length && !waiting) { waiting = true; ask(missing[0] * BLOCK, (missing.at(-1) + 1) * BLOCK); }
  }

  function spacers() {
    for (const [block, e] of drawn) heights[block] = e.offsetHeight || heights[block];
    const order = blocks();
    let next = order.length ? order[0] : 0;
    top.style.height = `${sum(0, next)}px`;
    for (const block of order) { drawn.get(block).style.marginBlockStart = `${sum(next, block)}px`; next = block + 1; }
    bottom.style.height = `${sum(next, heights.length)}px`;
  }

  // Rows that were asked for, from this one on.
  function take(from, rows) {
    const place = box.scrollTop, fresh = stale.length;
    waiting = false;
    clear();
    for (let at = 0; at < rows.length; at += BLOCK) {
      const block = (from + at) / BLOCK;
      if (drawn.has(block)) continue;
      const e = document.createElement("div"), after = blocks().find(other => other > block);
      e.append(...rows.slice(at, at + BLOCK).map((row, i) => draw(row, from + at + i)));
      box.insertBefore(e, after === undefined ? bottom : drawn.get(after));
      drawn.set(block, e);
    }
    spacers();
    if (fresh) box.scrollTop = place;
    later();
  }

  const later = () => { frame ||= requestAnimationFrame(update); };
  box.addEventListener("scroll", later, { passive: true });
  addEventListener("resize", later);
  return { reset, take };
}
