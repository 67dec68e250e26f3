// The addresses that may show the same page as one address, by the rules of urls/twins.py. `rules` are handed over by
// Python: index_files, and cp1251, the letters of bytes 128 to 255 of windows-1251.
const PTTwins = (() => {
  const { split, join, letters, quote } = PTAddress, FILE = /[^/]\.[A-Za-z][A-Za-z0-9]{1,5}$/;
  const WORDS = { https: ["protocol", "https"], http: ["protocol", "http"], www: ["www", true], "no-www": ["www", false], slash: ["slash", true], "no-slash": ["slash", false] };

  const isName = netloc => !netloc.includes(":") && netloc.includes(".") && !/^[\d.]+$/.test(netloc) && !netloc.startsWith("[");
  const bare = netloc => netloc.replace(/^www\./, "");
  const upper = path => path.replace(/%[0-9A-Fa-f]{2}|[^%]+|%/g, piece => (piece[0] === "%" ? piece : piece.toUpperCase()));
  const folder = path => (path.endsWith("/") ? path : `${path}/`);

  // `https,no-www,slash`, any of them in any order, as {protocol, www, slash}.
  const mainSpelling = text => Object.fromEntries(text.split(",").filter(word => word in WORDS).map(word => WORDS[word]));

  // The address in the main spelling, without fragment and credentials; empty for what is none.
  function spelt(text, main) {
    const url = PTAddress.resolve(text);
    if (!url) return "";
    const parts = split(url);
    if (main.protocol && !parts.port) parts.scheme = main.protocol;
    if (main.www !== undefined && isName(parts.netloc)) parts.netloc = (main.www ? "www." : "") + bare(parts.netloc);
    if (main.slash !== undefined && parts.path !== "/" && !FILE.test(parts.path)) parts.path = main.slash ? (parts.path.endsWith("/") ? parts.path : parts.path + "/") : parts.path.replace(/\/+$/, "") || "/";
    return join(parts);
  }

  // [{kind, url}], each address once and never the one given.
  function twins(url, rules) {
    const found = new Map([[url, "home"]]);
    for (const [kind, twin] of all(url, rules)) if (!found.has(twin)) found.set(twin, kind);
    return [...found].slice(1).map(([twin, kind]) => ({ kind, url: twin }));
  }

  function* all(url, rules) {
    const parts = split(url), changed = more => join({ ...parts, ...more }), named = isName(parts.netloc), host = bare(parts.netloc);
    const query = more => `${url}${parts.query ? "&" : "?"}${more}`;
    if (!parts.port) yield ["protocol", changed({ scheme: parts.scheme === "https" ? "http" : "https" })];
    if (named) yield ["www", changed({ netloc: host === parts.netloc ? `www.${host}` : host })];
    for (const [kind, path] of paths(parts.path, rules.index_files)) yield [kind, changed({ path })];
    yield ["tracking", query("utm_source=test")];
    yield ["parameter", query("pagetwin=1")];
    for (const [kind, path] of encodings(parts.path, rules.cp1251)) yield [kind, changed({ path })];
    if (parts.netloc.includes("xn--")) yield ["idn", changed({ netloc: PTAddress.inLetters(parts.netloc) })];
    for (const more of ["page=1", "PAGEN_1=1"]) yield ["page_one", query(more)];
    for (const more of ["print=1", "print=Y"]) yield ["print", query(more)];
    for (const [kind, path] of folders(parts.path)) yield [kind, changed({ path })];
    yield ["amp", query("amp=1")];
    if (named) { yield ["amp", changed({ netloc: `amp.${host}` })]; yield ["mobile", changed({ netloc: `m.${host}` })]; }
  }

  // The path without the index file that it names; null where it names none.
  function withoutIndex(path, names) {
    const at = path.lastIndexOf("/") + 1;
    return names.includes(path.slice(at).toLowerCase()) ? path.slice(0, at) : null;
  }

  function* paths(path, names) {
    if (path === "/") yield ["home", ""]; else yield ["slash", path.endsWith("/") ? path.slice(0, -1) : `${path}/`];
    const above = withoutIndex(path, names);
    if (above !== null) yield ["index_file", above];
    else if (!FILE.test(path)) for (const name of names) yield ["index_file", folder(path) + name];
    if (upper(path) !== path) yield ["upper_case", upper(path)];
    const last = path.slice(0, -1).lastIndexOf("/");
    if (path !== "/") yield ["double_slash", `${path.slice(0, Math.max(last, 0))}//${path.slice(last + 1)}`];
  }

  function* folders(path) {
    yield ["print", `/print${path}`];
    if (!FILE.test(path)) { yield ["print", `${folder(path)}print/`]; yield ["amp", `${folder(path)}amp/`]; }
    yield ["amp", `/amp${path}`];
  }

  function* encodings(path, cp1251) {
    if (/%(?![0-9A-Fa-f]{2})/.test(path)) return; // a stray % makes any rewriting of it another address
    const decoded = path.replace(/(?:%[89A-Fa-f][0-9A-Fa-f])+/g, seen), letter = /(?<![%\w])[A-Za-z]/.exec(path);
    if (decoded !== path) {
      yield ["percent", path.replace(/%../g, escape => escape.toLowerCase())];
      yield ["percent", decoded];
      const others = [...decoded].filter(char => char > "\x7f");
      if (others.every(char => char !== "\ufffd" && cp1251.includes(char))) yield ["percent_legacy", [...decoded].map(char => (char > "\x7f" ? `%${(128 + cp1251.indexOf(char)).toString(16).toUpperCase()}` : char)).join("")];
    } else if (letter) yield ["percent", path.slice(0, letter.index) + quote(letter[0]) + path.slice(letter.index + 1)];
  }

  // The letters that escapes stand for; the escapes where they are no UTF-8, or would not be seen.
  function seen(run) {
    try { const text = letters(run, true); return /[\p{C}\p{Z}]/u.test(text) ? run : text; } catch { return run; }
  }

  return { mainSpelling, spelt, twins, withoutIndex };
})();
