// Query parameters and Yandex's Clean-param, by the rules of urls/parameters.py and urls/cleanparam.py. What is known of
// names is handed over by Python: `rules` has parameters [[name, class, source]], listing classes, dropped names, longest.
const PTParams = (() => {
  const NOT_IN_PATH = /[^A-Za-z0-9.\-/*_]/gu, NOT_PARSED = /[^A-Za-z0-9.\-/*_,;:%]/, PARSED = 503;
  const SPACE = /[\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/;
  const issue = (code, severity, values = {}, rejected = false) => ({ code, severity, values, rejected });
  const words = text => text.split(SPACE).filter(Boolean), length = text => [...text].length;

  // {name, kind, source} of what is known of a parameter: by its whole name, else by the longest beginning; or null.
  function known(name, rules) {
    const plain = PTAddress.unquote(name.replace(/\+/g, " ")).toLowerCase();
    let best = null;
    for (const [entry, kind, source] of rules.parameters) {
      const found = { name: entry, kind, source };
      if (entry === plain) return found;
      if (entry.endsWith("*") && plain.startsWith(entry.slice(0, -1)) && (!best || entry.length > best.name.length)) best = found;
    }
    return best;
  }
  const kind = (name, rules) => known(name, rules)?.kind || "unknown";

  // [name, value] of each parameter of a query, as written.
  const split = query => query.split("&").filter(Boolean).map(piece => { const at = piece.indexOf("="); return at < 0 ? [piece, ""] : [piece.slice(0, at), piece.slice(at + 1)]; });

  function check(given, rules) {
    const value = given.replace(/^ +| +$/g, "");
    if (!value.replace(/^[& \t]+/, "")) return [issue("empty", "error", {}, value !== "")];
    const issues = value.includes("\t") ? [issue("tab", "error", {}, true)] : [], [first, ...others] = words(value);
    if (first.startsWith("/") || first.includes("://")) return [...issues, issue("path-first", "error", { path: first }, true)];
    issues.push(...checkNames(first));
    if (others.length === 1) issues.push(...checkPath(others[0]));
    else if (others.length && others.every(other => /^[/*]/.test(other))) issues.push(issue("path-two", "error", { path: others[1] }, true));
    else if (others.length) issues.push(issue("wrong-separator", "error", { sign: " " }, true));
    const bytes = new TextEncoder().encode(value).length + !value.includes(" ");
    if (length(value) > rules.longest) issues.push(issue("too-long", "error", { n: length(value) }, bytes > PARSED));
    return issues;
  }

  function checkNames(text) {
    const issues = [...",;|/"].filter(sign => text.includes(sign)).map(sign => issue("wrong-separator", "error", { sign }, true)), names = text.split("&");
    if (names.slice(1, -1).includes("")) issues.push(issue("empty-param", "error", {}, true));
    else if (names.includes("")) issues.push(issue("empty-param", "warning"));
    for (const name of names.filter(Boolean)) {
      if (/[*?$]/.test(name)) issues.push(issue("wildcard", "error", { name }, true));
      if (!/^[!-~]+$/.test(name)) issues.push(issue("param-char", "error", { name }, true));
      if (name.includes("=")) issues.push(issue("value-in-name", "warning", { name }));
    }
    return issues;
  }

  function checkPath(path) {
    const issues = /^[/*]/.test(path) ? [] : [issue("path-no-slash", "warning", { path })];
    const signs = [...new Set(path.match(NOT_IN_PATH))].join("");
    if (signs) { const rejected = NOT_PARSED.test(path); issues.push(issue("path-char", rejected ? "error" : "warning", { signs }, rejected)); }
    return issues;
  }

  // What the names themselves tell.
  function hints(names, rules) {
    const listing = names.filter(name => rules.listing.includes(kind(name, rules))), dropped = names.filter(name => rules.dropped.includes(known(name, rules)?.name));
    return [...(listing.length ? [issue("listing", "warning", { names: listing.join(", ") })] : []), ...(dropped.length ? [issue("useless", "info", { names: dropped.join(", ") })] : [])];
  }

  // Values for these names, each once, in as many lines as the length of a line asks for.
  function build(names, path, rules) {
    const tail = path ? ` ${path}` : "", values = [];
    let line = "";
    for (const name of new Set(names)) {
      let longer = line ? `${line}&${name}` : name;
      if (line && length(longer + tail) > rules.longest) { values.push(line + tail); longer = name; }
      line = longer;
    }
    return line ? [...values, line + tail] : values;
  }

  // The path for a directive from a path or a whole address: other letters as percent escapes.
  function prefix(given) {
    const text = given.trim(), path = text.includes("://") ? /^[^:]*:\/\/[^/?#]*([^?#]*)/.exec(text)?.[1] || "/" : text;
    return path.replace(/[^!-~]+/gu, PTAddress.quote);
  }

  // The longest run of folders that all paths begin with, in documented characters alone, at least `/`.
  function commonPrefix(paths) {
    const all = paths.map(path => path.split("/").slice(0, -1)), shared = [];
    for (let i = 0; all.length && all.every(folders => i < folders.length); i++) {
      const name = all[0][i];
      if (all.some(folders => folders[i] !== name) || /[^A-Za-z0-9.\-_]/.test(name)) break;
      shared.push(name);
    }
    return `${shared.join("/")}/`;
  }

  return { known, kind, split, check, hints, build, prefix, commonPrefix };
})();
