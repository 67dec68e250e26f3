// A pair drawn in the page: its texts come from two chunks, are compared by text.js, and shown as on the pages that are
// made beforehand (templates/pair.html.j2, reports/sides.py). The address says which: #A-B-main, rows of the list of pages.
(() => {
  const $ = id => document.getElementById(id), D = JSON.parse($("pair-data").textContent), T = D.t;
  const FOLD_FROM = 30, HEAD = 10, TAIL = 7, RULE_FROM = 13, SHORT = 36;
  const fill = (s, o) => s.replace(/\{(\w+)\}/g, (_, k) => o[k]), count = text => (text.match(/\S+/g) || []).length;
  const num = n => String(n).replace(/\B(?=(\d{3})+$)/g, T.thousands), dec = x => x.toFixed(2).replace(".", T.point);
  const pct = x => { const v = Math.round(100 * x); return (x > 0 && !v ? "<1" : x < 1 ? Math.min(v, 99) : v) + T.percent; };
  function make(tag, cls, ...kids) { const e = document.createElement(tag); if (cls) e.className = cls; e.append(...kids); return e; }
  const wanted = () => location.hash.match(/^#(\d+)-(\d+)-(main|body)/), asked = wanted();
  addEventListener("hashchange", () => { const now = wanted(); if (now && now[0] !== asked?.[0]) location.reload(); });

  function problem(text) { $("said").textContent = T.pair; $("problem").lastElementChild.textContent = text; $("problem").hidden = false; }
  function start() {
    if (!asked) return problem(T.choose);
    const kind = asked[3], starts = D.texts[D.kinds.indexOf(kind)], pages = [+asked[1], +asked[2]], found = new Map();
    const files = [...new Set(pages.map(p => starts.findLastIndex(s => s <= p)))];
    if (files.includes(-1)) return problem(T.absent);
    window.PT = { chunk(_, __, rows) { for (const r of rows) if (pages.includes(r[0])) found.set(r[0], r); } };
    const load = () => {
      const n = files.shift();
      if (n === undefined) return pages.every(p => found.has(p)) ? draw(...pages.map(p => found.get(p)), kind) : problem(T.absent);
      const s = document.createElement("script"), name = `texts-${kind}-${n}.js`;
      s.src = D.dir + name; s.onload = load; s.onerror = () => problem(fill(T.gone, { file: name }));
      document.body.append(s);
    };
    load();
  }

  // ---- pieces of text: reports/sides.py ----
  function flow(text) {  // short lines (lists, labels) run on behind a dot; prose keeps its breaks
    const lines = text.split("\n"), out = [];
    let run = [lines[0]];
    for (let i = 1; i < lines.length; i++) {
      const [before, line] = [lines[i - 1], lines[i]];
      if (before.trim() && line.trim() && before.length < SHORT && line.length < SHORT) { out.push(run.join("\n"), make("span", "nl", " · ")); run = []; }
      run.push(line);
    }
    return [...out, run.join("\n")];
  }
  function own(text, who) {  // words of one page only: marked line by line, a long passage by a rule at its side
    const words = count(text);
    if (words >= RULE_FROM) return [make("span", "only", make("small", "", fill(T.only, { who, n: num(words) })), text.trim())];
    return text.split("\n").flatMap((line, n) => {
      const mark = line.trim(), at = line.indexOf(mark);
      return [(n ? "\n" : "") + line.slice(0, at), ...(mark ? [make("mark", "own", mark)] : []), mark ? line.slice(at + mark.length) : ""];
    });
  }
  function same(text) {
    const words = [...text.matchAll(/\S+/g)];
    if (words.length < FOLD_FROM) return flow(text);
    const a = words[HEAD].index, b = words.at(-TAIL).index, button = make("button", "fold", fill(T.same, { n: num(words.length - HEAD - TAIL) }));
    button.type = "button";
    return [...flow(text.slice(0, a)), button, make("span", "mid", ...flow(text.slice(a, b))), ...flow(text.slice(b))];
  }
  function side(who, lang, kids) {
    const cell = make("div", "txt", make("span", "who", who), ...kids);
    cell.dir = "auto"; if (/^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$/.test(lang)) cell.lang = lang;
    return cell;
  }
  function head(who, row, kind) {
    const [, url, title] = row, p = make("p", ""), h = make("div", "side-h", make("span", "ab", who));
    if (/^https?:/.test(url)) { const a = make("a", "live", make("bdi", "url", url), make("span", "vh", ` (${T.live})`)); a.href = url; a.rel = "noopener noreferrer"; a.target = "_blank"; h.append(a); }
    if (title) p.append(make("bdi", "", title), make("br"));
    p.append(kind === "main" ? T.main : D.body); h.append(p);
    return make("div", "txt heads", h);
  }

  function draw(a, b, kind) {
    const r = PTText.sideBySide(a[5], b[5], D.shingle, D.yo_is_e), union = r.sizeA + r.sizeB - r.shared, of = (n, all) => all ? n / all : 0;
    const j = of(r.shared, union), inB = of(r.shared, r.sizeA), inA = of(r.shared, r.sizeB), inside = j < D.jaccard && Math.max(inA, inB) >= D.containment;
    $("said").textContent = j === 1 ? T.exact : inside ? fill(inA >= inB ? T.in_a : T.in_b, { p: pct(Math.max(inA, inB)) }) : fill(T.near, { p: pct(j) });
    for (const [name, value] of [[T.jaccard, dec(j)], [T.a_in_b, pct(inB)], [T.b_in_a, pct(inA)], [T.shared, fill(T.of, { s: num(r.shared), u: num(union) })]]) $("facts").append(make("div", "", make("dt", "label", name), " ", make("dd", "", value)));
    const bar = make("span", "ov"); bar.setAttribute("aria-hidden", "true");
    for (const [cls, n] of [["a", r.sizeA - r.shared], ["s", r.shared], ["b", r.sizeB - r.shared]]) { const part = make("i", cls); part.style.flex = n; bar.append(part); }
    document.querySelector(".overlap-at").append(bar);
    $("cut").hidden = !(a[4] || b[4]);
    $("moved").hidden = !r.moved; $("moved").lastElementChild.textContent = fill(T.moved, { n: num(r.moved) });
    const gut = make("div", "gut"), rows = [make("div", "drow", head("A", a, kind), gut, head("B", b, kind))];
    let number = 0;
    for (const row of r.rows) {
      const line = make("div", row.same ? "drow same" : "drow"), middle = make("div", "gut");
      if (row.same) {
        const link = make("a", "pno", String(++number)); line.id = `${asked[0].slice(1)}-p${number}`; link.href = "#" + line.id; link.title = fill(T.words, { n: num(row.same) });
        middle.append(link); line.append(side("A = B", a[3], same(row.a)), middle, side("B = A", b[3], same(row.b)));
      } else {
        const cell = (who, lang, parts) => side(who, lang, parts.length ? parts.flatMap(([mine, text]) => mine ? own(text, who) : flow(text)) : [make("em", "none", T.nothing_here)]);
        line.append(cell("A", a[3], row.a), middle, cell("B", b[3], row.b));
      }
      rows.push(line);
    }
    document.querySelector("[data-pair]").append(...rows);
    $("drawn").hidden = false;
    const walk = document.createElement("script"); walk.src = "pair.js"; document.body.append(walk);
  }
  start();
})();
