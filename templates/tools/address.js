// Addresses as text, by the rules of urls/identity.py: what can be asked for, and one key for the spellings that are
// the same address. Tests hold both to one another.
const PTAddress = (() => {
  const ESCAPE = /(?<!%)(?<!%[0-9A-Fa-f])%([0-9A-Fa-f]{2})/g, UNRESERVED = /[A-Za-z0-9\-._~]/;
  const ODD = {
    backslash: /^[^?#]*\\/, route: /#[!/]/, escaped_and: /\?[^#]*&amp;/, white_space: /^\s|\s$|[\t\n\r]/,
    final_dot: /^[^:/?#]+:\/\/[^/?#]*\.(?::\d+)?(?:[/?#]|$)/, empty_query: /\?(?:#|$)/,
  };

  // Chromium takes hosts that hold a space, say, and escapes it; by the standard they are none.
  const parsed = text => { try { const url = new URL(text.replace(/[\t\n\r]/g, "").trim()); return /^https?:$/.test(url.protocol) && url.host && !url.host.includes("%") ? url : null; } catch { return null; } };

  // The absolute address without credentials; empty for what is no web address.
  function resolve(text) {
    const url = parsed(text);
    if (!url) return "";
    url.username = url.password = "";
    return url.href;
  }

  const escapes = text => text.replace(ESCAPE, (_, hex) => { const char = String.fromCharCode(parseInt(hex, 16)); return UNRESERVED.test(char) ? char : `%${hex.toUpperCase()}`; });

  // Decoding %2E may make a new dot segment, so the path is parsed once more after it.
  function key(text) {
    const url = parsed(text);
    if (!url) return "";
    const query = escapes(url.search);
    return `${url.protocol}//${url.host}${escapes(new URL(`http://h${escapes(url.pathname)}`).pathname)}${query === "?" ? "" : query}`;
  }

  // Names of what is odd about an address as somebody wrote it.
  const oddities = raw => Object.keys(ODD).filter(name => ODD[name].test(raw));

  // An absolute address in parts and back, as urlsplit and urlunsplit of Python do: no empty query, no fragment.
  function split(url) {
    const [, scheme, netloc, path, query] = /^([a-z]+):\/\/([^/?#]*)([^?#]*)\??([^#]*)/.exec(url), port = /:(\d+)$/.exec(netloc);
    return { scheme, netloc, path, query, port: port ? +port[1] : 0 };
  }
  const join = p => `${p.scheme}://${p.netloc}${p.path && p.path[0] !== "/" ? "/" : ""}${p.path}${p.query ? `?${p.query}` : ""}`;

  const bytes = escaped => Uint8Array.from(escaped.slice(1).split("%"), hex => parseInt(hex, 16));
  const letters = (escaped, fatal) => new TextDecoder("utf-8", { fatal, ignoreBOM: true }).decode(bytes(escaped));
  // Escapes decoded; what is no UTF-8 becomes U+FFFD.
  const unquote = text => text.replace(/(?:%[0-9A-Fa-f]{2})+/g, run => letters(run, false));
  const quote = text => [...new TextEncoder().encode(text)].map(byte => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`).join("");

  // A label of a host in Punycode as letters (RFC 3492, section 6.2); itself where it is none.
  function unpuny(label) {
    if (!label.startsWith("xn--")) return label;
    const text = label.slice(4), dash = text.lastIndexOf("-"), out = dash > 0 ? [...text.slice(0, dash)] : [];
    let n = 128, i = 0, bias = 72;
    for (let at = dash > 0 ? dash + 1 : 0; at < text.length;) {
      const old = i;
      for (let weight = 1, k = 36; ; k += 36) {
        const digit = "abcdefghijklmnopqrstuvwxyz0123456789".indexOf(text[at++]);
        if (digit < 0 || at > text.length) return label;
        i += digit * weight;
        const t = k <= bias ? 1 : k >= bias + 26 ? 26 : k - bias;
        if (digit < t) break;
        weight *= 36 - t;
      }
      const size = out.length + 1;
      let delta = Math.floor((i - old) / (old ? 2 : 700)), k = 0;
      delta += Math.floor(delta / size);
      while (delta > 455) { delta = Math.floor(delta / 35); k += 36; }
      bias = k + Math.floor((36 * delta) / (delta + 38));
      n += Math.floor(i / size);
      i %= size;
      if (n > 0x10ffff) return label;
      out.splice(i++, 0, String.fromCodePoint(n));
    }
    const found = out.join("");
    return /[^\x00-\x7f]/.test(found) ? found : label;
  }
  const inLetters = netloc => netloc.split(".").map(unpuny).join(".");

  return { resolve, key, oddities, split, join, letters, unquote, quote, inLetters };
})();
