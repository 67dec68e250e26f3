// Two texts compared beside the page: takes {id, a, b, k}, answers with numbers and the length of every row, and hands
// out rows as they come into view: {want: [from, to]}. {unfold: row} puts a folded passage in full in its place.
(() => {
  const PIECE = 1200, FOLD = 260, HEAD = 80, TAIL = 60; // characters
  let id = 0, rows = [];

  const cut = (text, at) => { const space = text.slice(at, at + 30).search(/\s/), to = space < 0 ? at : at + space + 1; return to + (text.codePointAt(to - 1) > 0xffff); };

  // A text in pieces of at most about PIECE characters, ending behind white space where there is some.
  function* pieces(text) {
    for (let at = 0; at < text.length;) { const to = at + PIECE < text.length ? cut(text, at + PIECE) : text.length; yield text.slice(at, to); at = to; }
  }

  // [[own, text], ...] as rows' sides, each of about PIECE characters.
  function sides(parts) {
    const out = [];
    let side = [], size = 0;
    for (const [own, text] of parts) {
      for (const piece of pieces(text)) {
        if (size && size + piece.length > PIECE) { out.push(side); side = []; size = 0; }
        side.push([own, piece]);
        size += piece.length;
      }
    }
    return side.length ? [...out, side] : out;
  }

  function passage(no, a, b) {
    const left = [...pieces(a)], right = [...pieces(b)];
    return Array.from({ length: Math.max(left.length, right.length) }, (_, i) => ({ no: i ? 0 : no, same: 1, a: left[i] || "", b: right[i] || "" }));
  }

  function folded(no, words, a, b) {
    if (Math.max(a.length, b.length) <= FOLD) return [{ no, same: 1, a, b }];
    const short = text => (text.length <= HEAD + TAIL + 60 ? [text, ""] : [text.slice(0, cut(text, HEAD)), text.slice(cut(text, text.length - TAIL - 30))]);
    const [a1, a2] = short(a), [b1, b2] = short(b);
    return [{ no, same: 1, a: a1, b: b1, a2, b2, more: Math.max(1, words - PTText.tokens(a1).length - PTText.tokens(a2).length), full: [a, b] }];
  }

  function gap(row) {
    const left = sides(row.a), right = sides(row.b);
    return Array.from({ length: Math.max(left.length, right.length) }, (_, i) => ({ first: !i, a: left[i] || [], b: right[i] || [] }));
  }

  const length = side => (typeof side === "string" ? side.length : side.reduce((sum, [, text]) => sum + text.length, 0));
  const lengths = () => Uint32Array.from(rows, row => Math.max(length(row.a) + (row.more ? HEAD + TAIL : 0), length(row.b)));
  const shown = ({ full, ...row }) => row;

  onmessage = ({ data }) => {
    if (data.want) { const [from, to] = data.want; if (data.id === id) postMessage({ id, from, rows: rows.slice(from, to).map(shown) }); return; }
    if (data.unfold !== undefined) {
      if (data.id !== id || !rows[data.unfold]?.full) return;
      rows.splice(data.unfold, 1, ...passage(rows[data.unfold].no, ...rows[data.unfold].full));
      postMessage({ id, lengths: lengths() });
      return;
    }
    const found = PTText.sideBySide(data.a, data.b, data.k);
    id = data.id;
    let no = 0;
    rows = [];
    for (const row of found.rows) for (const one of row.same ? folded(++no, row.same, row.a, row.b) : gap(row)) rows.push(one);
    const { shared, sizeA, sizeB, moved } = found, words = [data.a, data.b].map(text => PTText.tokens(text).length);
    postMessage({ id, k: data.k, shared, sizeA, sizeB, moved, words, lengths: lengths() });
  };
})();
