// hreflang: clusters beyond the first, and all pairs of a line, from chunks (a page from disk may load scripts alone).
// Cells are copies of the templates in the page, so that signs and words stand in one place; addresses are put in as text.
(() => {
  const $ = id => document.getElementById(id), D = JSON.parse($("hreflang-data").textContent), T = D.t, held = new Map();
  const fill = (s, o) => s.replace(/\{(\w+)\}/g, (_, k) => o[k]), num = n => String(n).replace(/\B(?=(\d{3})+$)/g, T.thousands);
  function make(tag, cls, ...kids) { const e = document.createElement(tag); if (cls) e.className = cls; e.append(...kids); return e; }
  const address = url => make("bdi", "url", url.startsWith(D.origin + "/") ? url.slice(D.origin.length) : url);

  // Rows from..to of a list: the files that hold them are loaded once each.
  window.PT = { chunk(name, n, rows) { held.set(name + n, rows); } };
  function load(name, n) {
    const key = name + n, file = `${name}-${n}.js`;
    if (held.has(key)) return Promise.resolve();
    return new Promise(done => {
      const s = document.createElement("script");
      s.src = D.dir + file; s.onload = done;
      s.onerror = () => { held.set(key, []); const p = $("problem"); p.textContent = fill(T.broken, { file, n: "" }); p.hidden = false; done(); };
      document.body.append(s);
    });
  }
  async function rows(name, from, to) {
    const starts = D.starts[name], out = [];
    for (let n = 0; n < starts.length; n++) {
      if (starts[n] >= to || (n + 1 < starts.length && starts[n + 1] <= from)) continue;
      await load(name, n);
      out.push(...held.get(name + n).slice(Math.max(from - starts[n], 0), to - starts[n]));
    }
    return out;
  }

  function cluster([number, broken, pages, codes, members]) {
    const title = fill(T.cluster, { n: num(number) }), head = make("h3", "h3", title + " "), table = make("table", "hm"), box = make("div", "tw", table);
    head.append(make("span", "sub", fill(T.pages, { n: num(pages) }) + (broken ? " · " + fill(T.faults, { n: num(broken) }) : "")));
    box.tabIndex = 0; box.setAttribute("role", "region"); box.setAttribute("aria-label", title);
    const top = table.createTHead().insertRow(), body = table.createTBody();
    for (const code of [T.page, ...codes]) { const th = make("th", "", code); th.scope = "col"; top.append(th); }
    for (const [url, , cells] of members) {
      const row = body.insertRow(), th = make("th", "", address(url));
      th.scope = "row"; row.append(th);
      for (const n of cells) row.append($("hc-" + n).content.querySelector("td").cloneNode(true));
    }
    const out = make("div", "h-cluster", head, box);
    if (pages > members.length) out.append(make("p", "sm sub", fill(T.left, { n: num(pages - members.length) })));
    return out;
  }
  let page = 0;
  async function turn(to) {
    page = to;
    const from = to * D.per, found = await rows("hreflang", from, from + D.per);
    if (page !== to) return;  // turned on meanwhile
    $("clusters").replaceChildren(...found.map(cluster));
    $("range").textContent = fill(T.range, { a: num(from + 1), b: num(Math.min(from + D.per, D.total)), n: num(D.total) });
    $("prev").disabled = !page; $("next").disabled = from + D.per >= D.total;
  }
  for (const [id, step] of [["prev", -1], ["next", 1]]) $(id).addEventListener("click", async () => { await turn(page + step); $("h-clusters").scrollIntoView(); });
  turn(0);

  for (const line of document.querySelectorAll(".h-line")) {
    const list = line.querySelector("ul"), more = line.querySelector("[data-more]"), at = +line.dataset.at, n = +line.dataset.n;
    more?.addEventListener("click", async () => {
      const have = list.children.length, found = await rows("hreflang-pairs", at + have, Math.min(at + n, at + have + 200));
      list.append(...found.map(([, url, target]) => make("li", "", address(url), " → ", address(target))));
      if (list.children.length >= n || !found.length) more.remove();
    });
  }
})();
