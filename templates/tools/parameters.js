// Pasted addresses: their parameters by name and class, one Clean-param line with its checks, and how many pages they are.
const PTParameters = (() => {
  const { rules, t, n, num, el, away, $, checks } = PTSpeech, ROWS = 200, LARGE = 100000, WAIT = 250; // rows, characters, milliseconds
  let addresses = [], found = new Map(), ownNames = false, ownPrefix = false, timer = 0;

  const names = () => $("names").value.split(/[,&\s]+/).filter(Boolean);

  function read() {
    const lines = $("pasted").value.split("\n").map(line => line.trim()).filter(Boolean), resolved = lines.map(line => PTAddress.resolve(line));
    addresses = resolved.filter(Boolean).map(PTAddress.split);
    $("unread").textContent = addresses.length < lines.length ? n("unread", lines.length - addresses.length) : "";
    found = new Map();
    for (const address of addresses) {
      for (const [name, value] of PTParams.split(address.query)) {
        const known = found.get(name) || { addresses: new Set(), values: new Set(), ...(PTParams.known(name, rules) || { kind: "unknown" }) };
        known.addresses.add(address);
        known.values.add(value);
        found.set(name, known);
      }
    }
    if (!ownNames) $("names").value = [...found].filter(([, one]) => rules.tracking.includes(one.kind)).map(([name]) => name).sort().join("&");
    table();
    build();
  }

  function table() {
    const rows = [...found].sort((a, b) => b[1].addresses.size - a[1].addresses.size).slice(0, ROWS).map(([name, one]) => {
      const box = el("input");
      Object.assign(box, { type: "checkbox", value: name });
      box.setAttribute("aria-label", `${name}: ${t("tick")}`);
      box.addEventListener("change", () => {
        ownNames = true;
        $("names").value = (box.checked ? [...names(), name] : names().filter(other => other !== name)).join("&");
        build();
      });
      return el("tr", "", el("td", "", box), el("td", "mono url", el("bdi", "", name)), el("td", "", one.source ? away("live", one.source, t(`class.${one.kind}`), el("span", "vh", ` (${t("source")})`)) : t(`class.${one.kind}`)), el("td", "num", num(one.addresses.size)), el("td", "num", num(one.values.size)));
    });
    const none = el("td", "sub", t("none_found"));
    none.colSpan = 5;
    $("found").replaceChildren(...(rows.length ? rows : [el("tr", "", none)]));
  }

  function build() {
    const chosen = names();
    for (const box of $("found").querySelectorAll("input")) box.checked = chosen.includes(box.value);
    if (!ownPrefix) $("prefix").value = PTParams.commonPrefix(addresses.filter(address => PTParams.split(address.query).some(([name]) => chosen.includes(name))).map(address => address.path));
    $("from-addresses").hidden = !ownPrefix;
    const path = $("prefix").value.trim() ? PTParams.prefix($("prefix").value) : "", values = PTParams.build(chosen, path, rules);
    $("line").textContent = values.map(value => `${rules.field}: ${value}`).join("\n") || t("no_line");
    const syntax = values.flatMap(value => PTParams.check(value, rules)), fatal = syntax.some(issue => issue.severity === "error");
    const shown = new Map([...syntax, ...PTParams.hints(chosen, rules)].map(issue => [JSON.stringify(issue), issue]));
    const fine = values.length && !fatal ? [el("li", "note note-ok", el("span", "", t("fine")))] : [];
    $("checks").replaceChildren(...fine, ...checks([...shown.values()]), el("li", "note", el("span", "", t("google"))));
    pages(new Set(chosen));
  }

  // The addresses without the chosen parameters, in one spelling: the pages that they are.
  function pages(chosen) {
    const found = new Map(), main = { protocol: "https", www: false, slash: true, ...PTVariants.main() };
    for (const address of addresses) {
      const all = PTParams.split(address.query), kept = all.filter(([name]) => !chosen.has(name)), by = all.filter(([name]) => chosen.has(name)).map(([name]) => name);
      const above = PTTwins.withoutIndex(address.path, rules.index_files);
      const plain = PTAddress.join({ ...address, path: above ?? address.path, query: kept.map(([name, value]) => (value ? `${name}=${value}` : name)).join("&") });
      const page = PTTwins.spelt(plain, main), parts = PTAddress.split(page);
      if (above !== null) by.push(t("index"));
      if (parts.scheme !== address.scheme) by.push(address.scheme);
      if (parts.netloc !== address.netloc) by.push(address.netloc.startsWith("www.") ? "www" : t("no_www"));
      if (above === null && parts.path !== address.path) by.push(t("slash"));
      const key = PTAddress.key(page), one = found.get(key) || { page, count: 0, by: new Set() };
      one.count++;
      by.forEach(reason => one.by.add(reason));
      found.set(key, one);
    }
    $("pages-head").textContent = `${n("are", addresses.length)} → ${n("pages", found.size)}`;
    const origins = new Set([...found.values()].map(one => /^[^/]+\/\/[^/]+/.exec(one.page)[0])), bare = page => (origins.size === 1 ? page.slice([...origins][0].length) : page);
    const rows = [...found.values()].sort((a, b) => b.count - a.count).slice(0, ROWS);
    $("pages").replaceChildren(...rows.map(one => el("tr", "", el("td", "url", el("bdi", "", bare(one.page))), el("td", "dim", [...one.by].join(", ")), el("td", "num", num(one.count)))));
  }

  $("pasted").addEventListener("input", () => {
    clearTimeout(timer);
    if ($("pasted").textLength > LARGE) timer = setTimeout(read, WAIT); else read();
  });
  $("names").addEventListener("input", () => { ownNames = true; build(); });
  $("prefix").addEventListener("input", () => { ownPrefix = true; build(); });
  $("from-addresses").addEventListener("click", () => { ownPrefix = false; build(); $("prefix").focus(); });
  return { draw: read };
})();
