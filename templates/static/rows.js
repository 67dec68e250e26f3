// A list of the report: rows come in chunks as scripts (a page from disk may fetch nothing); search, filters, sorting and
// turning over what has arrived. What is shown stands in the address after #. Page texts are put in as text alone.
(() => {
  const $ = id => document.getElementById(id), D = JSON.parse($("list-data").textContent), T = D.t, table = $("list"), body = table.tBodies[0];
  const fill = (s, o) => s.replace(/\{(\w+)\}/g, (_, k) => o[k]);
  const num = n => String(n).replace(/\B(?=(\d{3})+$)/g, T.thousands), dec = x => x.toFixed(2).replace(".", T.point);
  const pct = x => { const v = Math.round(100 * x); return (x > 0 && !v ? "<1" : x < 1 ? Math.min(v, 99) : v) + T.percent; };
  const rows = [], base = D.base && D.base !== D.name ? [] : rows, keys = [], baseKeys = base === rows ? keys : [], columns = D.columns;
  const own = columns.find(c => (c.kind === "page" || c.kind === "keeper") && !c.of), refs = columns.filter(c => c.kind === "page" && c.of);
  const paged = D.paged && new Set(D.paged), options = new Map(D.filters.map(f => [f.name, new Map(f.options.map(o => [o.value, o]))]));
  let S, view = [], arrived = 0, missing = [], shown = "", awaited = false, ranks = null;

  // ---- what is asked for, as it stands in the address ----
  function read() {
    const h = new URLSearchParams(location.hash.slice(1)), sort = +h.get("sort") || 0;
    S = { q: h.get("q") || "", sort: columns[sort - 1] ? sort - 1 : D.sorted, up: h.get("dir") === "up", page: Math.max((+h.get("page") || 1) - 1, 0), group: D.group < 0 ? 0 : +h.get("group") || 0 };
    for (const f of D.filters) { const v = h.get(f.name) || ""; S[f.name] = options.get(f.name).has(v) ? v : ""; }
    $("q").value = S.q;
    for (const f of D.filters) $("f-" + f.name).value = S[f.name];
    $("f-group").hidden = !S.group; $("f-group").firstElementChild.textContent = fill(T.group, { n: S.group });
    columns.forEach((c, i) => { const head = table.tHead.rows[0].cells[i]; if (i === S.sort) head.setAttribute("aria-sort", S.up ? "ascending" : "descending"); else head.removeAttribute("aria-sort"); });
  }
  function write(changes) {
    Object.assign(S, { page: 0 }, changes);
    const h = new URLSearchParams();
    if (S.q) h.set("q", S.q);
    for (const f of D.filters) if (S[f.name]) h.set(f.name, S[f.name]);
    if (S.group) h.set("group", S.group);
    if (S.sort !== D.sorted || S.up) { h.set("sort", S.sort + 1); h.set("dir", S.up ? "up" : "down"); }
    if (S.page) h.set("page", S.page + 1);
    history.replaceState(null, "", "#" + h);
    const typed = $("q").value;  // a space at its end is still being typed behind
    read(); $("q").value = typed; select(); draw();
  }

  // ---- which rows, in which order ----
  function select() {
    const q = S.q.toLowerCase(), tests = [], hits = q && !own ? baseKeys.map(k => k.includes(q)) : null;
    if (q) tests.push(own ? (r, i) => keys[i].includes(q) : r => refs.some(c => hits[r[c.at]]));
    for (const f of D.filters) if (S[f.name]) { const o = options.get(f.name).get(S[f.name]); tests.push(r => o.values.includes(r[o.at])); }
    if (S.group) tests.push(r => r[D.group] === S.group);
    view = [];
    for (let i = 0; i < rows.length; i++) { const r = rows[i]; if (r && tests.every(t => t(r, i))) view.push(i); }
    if (S.sort < 0 || (S.sort === D.sorted && !S.up)) return;
    const c = columns[S.sort], value = c.kind === "page" || c.kind === "keeper" ? rank(c) : c.kind === "text" ? sentence : r => r[c.at], of = new Array(rows.length), sign = S.up ? 1 : -1;
    for (const i of view) of[i] = value(rows[i], i);
    view.sort((i, j) => {
      const a = of[i], b = of[j];
      if (a === b) return i - j;
      if (a === null || b === null) return a === null ? 1 : -1;  // what was not measured comes last, up and down
      return a < b ? -sign : sign;
    });
  }
  // Addresses are compared once; sorting a list by them compares their places.
  function rank(c) {
    const list = c.of ? base : rows;
    if (ranks?.list !== list || ranks.n !== list.length) {
      const order = Object.keys(list).map(Number).sort((a, b) => list[a][0] < list[b][0] ? -1 : list[a][0] > list[b][0] ? 1 : 0), of = [];
      order.forEach((i, place) => { of[i] = place; });
      ranks = { list, of, n: list.length };
    }
    const of = ranks.of;
    return c.of ? r => of[r[c.at]] ?? null : (r, i) => of[i];
  }

  // ---- cells ----
  function make(tag, cls, text) { const e = document.createElement(tag); if (cls) e.className = cls; if (text !== undefined) e.textContent = text; return e; }
  const link = (href, ...kids) => { const a = make("a"); a.href = href; a.append(...kids); return a; };
  const toGroup = (n, shown) => !paged || paged.has(n) ? link(`groups/${n}.html`, shown) : shown;
  const glyph = n => { const s = make("span", "gl-at"); s.append($("gl-" + n).content.cloneNode(true)); return s; };
  function address(u) {
    const e = make("bdi", "url"), at = S.q ? u.toLowerCase().indexOf(S.q.toLowerCase()) : -1; e.title = u;
    if (at >= 0) { e.append(u.slice(0, at), make("mark", "", u.slice(at, at + S.q.length)), u.slice(at + S.q.length)); return e; }
    const path = u.split("?", 1)[0], query = u.slice(path.length), name = path.replace(/\/+$/, ""), cut = query ? path.length : name.lastIndexOf("/") + 1;
    if (!query && !name) e.append(u);
    else e.append(make("span", "dim", path.slice(0, cut)), query || path.slice(cut, name.length), make("span", "dim", query ? "" : path.slice(name.length)));
    return e;
  }
  function sentence(r) {
    const values = { url: base[r[0]]?.[0] ?? "", related: r[1] }, given = r[6] || {};
    for (const k in given) values[k] = typeof given[k] === "number" ? num(given[k]) : D.notes[given[k]] ?? given[k];
    return (typeof r[5] === "number" ? D.messages[r[5]] : r[5]).replace(/%\((\w+)\)s/g, (whole, k) => values[k] ?? whole);
  }
  const cells = {
    page(c, r, i) {
      const n = r[c.at], p = c.of ? base[n] : r;
      if (!p) { awaited ||= n >= 0; return [make("span", "dim", n < 0 ? "–" : "…")]; }
      if (c.of) return [c.more >= 0 && r[c.more] >= 0 ? link(`pair.html#${i}-${n}-${D.kinds[r[c.more]]}`, address(p[0])) : address(p[0])];
      return c.more >= 0 && r[c.more] ? [address(p[0]), make("bdi", "title", r[c.more])] : [address(p[0])];
    },
    keeper: (c, r) => [toGroup(r[c.more], address(r[c.at]))],
    group(c, r) {
      const n = r[c.at], out = [n ? toGroup(n, num(n)) : make("span", "dim", "–")];
      if (n && c.more >= 0) { const g = glyph(r[c.more]); g.title = D.states[r[c.more]]; g.append(make("span", "vh", D.states[r[c.more]])); out.push(g); }
      return out;
    },
    bar(c, r) {
      if (r[c.at] === null) return ["–"];
      const b = make("span", "bar"), i = make("i"); b.setAttribute("aria-hidden", "true"); i.style.inlineSize = r[c.at] * 100 + "%"; b.append(i);
      return [b, dec(r[c.at])];
    },
    num: (c, r) => [r[c.at] === null ? "–" : num(r[c.at])], pct: (c, r) => [r[c.at] === null ? "–" : pct(r[c.at])], dec: (c, r) => [dec(r[c.at])],
    code: (c, r) => [c.names[r[c.at]] ?? "–"], state: (c, r) => [glyph(r[c.at]), " " + D.states[r[c.at]]], text: (c, r) => [sentence(r)],
    pair: (c, r) => { const a = link(`pair.html#${r[0]}-${r[1]}-${D.kinds[r[c.more]]}`, T.compare); return [a]; },
  };
  function line(i) {
    const tr = make("tr"), r = rows[i];
    columns.forEach((c, n) => {
      const td = make("td", D.classes[n]); if (n && c.kind !== "pair") td.dataset.l = c.label;
      td.append(...cells[c.kind](c, r, i)); tr.append(td);
    });
    return tr;
  }
  function draw() {
    const from = S.page * D.per, to = Math.min(from + D.per, view.length), part = arrived < D.total, seen = view.slice(from, to);
    const key = `${S.q}\n${seen}`;
    if (key !== shown || awaited) { awaited = false; body.replaceChildren(...seen.map(line)); shown = key; }
    const count = view.length === D.total ? fill(T.all, { n: num(D.total) }) : fill(T.found, { n: num(view.length), all: num(D.total) });
    $("range").textContent = view.length ? fill(T.range, { a: num(Math.min(from + 1, view.length)), b: num(to), n: num(view.length) }) : "";
    $("load").textContent = missing.length ? missing.join(" ") : part ? fill(T.loading, { n: num(arrived), all: num(D.total) }) : "";
    $("none").hidden = view.length || part; $("none").textContent = D.total ? T.nothing : T.empty;
    if (!part && $("count").textContent !== count) $("count").textContent = count;
    $("prev").setAttribute("aria-disabled", String(!S.page)); $("next").setAttribute("aria-disabled", String(to >= view.length));
  }

  // ---- chunks: those of the pages that rows name, and the rows, in turn ----
  const queue = [], names = base === rows ? [D.name] : [D.base, D.name], starts = { [D.base]: D.base_starts, [D.name]: D.starts };
  for (let n = 0; names.some(name => n < starts[name].length); n++) for (const name of names) if (n < starts[name].length) queue.push([name, n]);
  window.PT = {
    chunk(name, n, found) {
      const list = name === D.name ? rows : base, text = name === D.name ? keys : baseKeys, at = starts[name][n];
      found.forEach((r, i) => { list[at + i] = r; if (typeof r[0] === "string") text[at + i] = `${r[0]}\n${name === "pages" || name === "groups" ? r[1] : ""}`.toLowerCase(); });
      if (name === D.name) arrived += found.length;
      select(); draw();
    },
  };
  function load() {
    const next = queue.shift();
    if (!next) return;
    const [name, n] = next, s = document.createElement("script");
    s.src = `${D.dir}${name}-${n}.js`; s.onload = () => { s.remove(); load(); };
    s.onerror = () => {
      const rowsGone = (starts[name][n + 1] ?? (name === D.name ? D.total : D.base_total)) - starts[name][n];
      missing.push(fill(T.broken, { file: `${name}-${n}.js`, n: num(rowsGone) })); if (name === D.name) arrived += rowsGone;
      s.remove(); draw(); load();
    };
    document.body.append(s);
  }

  // ---- controls ----
  let wait;
  $("q").addEventListener("input", e => { clearTimeout(wait); wait = setTimeout(() => write({ q: e.target.value.trim() }), 150); });
  for (const f of D.filters) $("f-" + f.name).addEventListener("change", e => write({ [f.name]: e.target.value }));
  $("f-group").addEventListener("click", () => { write({ group: 0 }); $("q").focus(); });
  columns.forEach((c, i) => table.tHead.rows[0].cells[i].querySelector("button")?.addEventListener("click", () => write({ sort: i, up: S.sort === i ? !S.up : !c.falls })));
  const turn = d => { const page = S.page + d; if (page < 0 || page * D.per >= view.length) return; write({ page }); table.scrollIntoView({ block: "start" }); };
  $("prev").addEventListener("click", () => turn(-1)); $("next").addEventListener("click", () => turn(1));
  addEventListener("hashchange", () => { read(); select(); draw(); });
  read(); if (D.total) load(); else draw();
})();
