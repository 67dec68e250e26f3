// A long list of rows of which only those near the view are in the page. `box` scrolls; rows come in blocks. Heights of
// blocks that were not drawn yet are estimated from the lengths of their texts.
function PTWindow(box, ask, draw) {
  const BLOCK = 12, top = document.createElement("div"), bottom = document.createElement("div");
  let lengths = new Uint32Array(), heights = [], drawn = new Map(), asked = new Set(), frame = 0;

  function estimate(block) {
    const perLine = Math.max(20, box.clientWidth / 2 / 7.5 - 6);
    let sum = 0;
    for (let i = block * BLOCK; i < Math.min(lengths.length, (block + 1) * BLOCK); i++) sum += 18 + 24 * Math.ceil(lengths[i] / perLine || 1);
    return sum;
  }

  // New rows, by their lengths. `keep`: rows before this one are as they were, and so is the place in the list.
  function reset(all, keep = 0) {
    const place = keep ? box.scrollTop : 0, kept = Math.floor(keep / BLOCK);
    lengths = all;
    const before = heights;
    heights = Array.from({ length: Math.ceil(all.length / BLOCK) }, (_, block) => (block < kept ? before[block] : estimate(block)));
    for (const [block, e] of drawn) if (block >= kept) { e.remove(); drawn.delete(block); }
    asked.clear();
    if (!box.contains(top)) box.replaceChildren(top, bottom);
    box.scrollTop = place;
    update();
  }

  // The blocks between one screen above the view and one below.
  function wanted() {
    const from = box.scrollTop - box.clientHeight, to = box.scrollTop + 2 * Math.max(box.clientHeight, 600);
    let at = 0, first = -1, last = -1;
    for (let block = 0; block < heights.length; block++) {
      if (at + heights[block] >= from && at <= to) { if (first < 0) first = block; last = block; }
      at += heights[block];
    }
    return [first, last];
  }

  function update() {
    frame = 0;
    const [first, last] = wanted();
    for (const [block, e] of drawn) {
      if (block >= first && block <= last) heights[block] = e.offsetHeight || heights[block];
      else if (!e.contains(document.activeElement)) { e.remove(); drawn.delete(block); }
    }
    for (let block = Math.max(first, 0); block <= last; block++) {
      if (drawn.has(block) || asked.has(block)) continue;
      asked.add(block);
      ask(block * BLOCK, (block + 1) * BLOCK);
    }
    spacers();
  }

  function spacers() {
    const order = [...drawn.keys()].sort((a, b) => a - b), sum = (from, to) => heights.slice(from, to).reduce((a, b) => a + b, 0);
    top.style.height = `${order.length ? sum(0, order[0]) : 0}px`;
    bottom.style.height = `${sum(order.length ? order.at(-1) + 1 : 0, heights.length)}px`;
  }

  // Rows that were asked for, from this one on.
  function take(from, rows) {
    const block = from / BLOCK;
    if (!asked.delete(block) || drawn.has(block)) return;
    const e = document.createElement("div"), after = [...drawn.keys()].filter(other => other > block).sort((a, b) => a - b)[0];
    e.append(...rows.map((row, i) => draw(row, from + i)));
    box.insertBefore(e, after === undefined ? bottom : drawn.get(after));
    drawn.set(block, e);
    heights[block] = e.offsetHeight || heights[block];
    spacers();
    later();
  }

  const later = () => { frame ||= requestAnimationFrame(update); };
  box.addEventListener("scroll", later, { passive: true });
  addEventListener("resize", later);
  return { reset, take };
}
