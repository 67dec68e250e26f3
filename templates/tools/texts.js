// Two texts, compared in a worker as they are typed: numbers, the figure of their shingles, and both side by side.
const PTTexts = (() => {
  const { t, n, num, dec, pct, el, $ } = PTSpeech, LARGE = 50000, LINE = 4000, WAIT = 250; // characters, milliseconds
  let worker = null, id = 0, busy = false, again = false, timer = 0, last = null;

  function start() {
    try {
      const source = URL.createObjectURL(new Blob([$("worker").textContent], { type: "text/javascript" }));
      worker = new Worker(source);
      worker.onmessage = ({ data }) => {
        if (data.words) show(data);
        else if (data.id === id && data.rows) list.take(data.from, data.rows);
        else if (data.id === id) list.reset(data.lengths);
      };
      worker.onerror = () => { busy = false; $("numbers").textContent = t("no_worker"); };
    } catch { $("numbers").textContent = t("no_worker"); }
  }

  const list = PTWindow($("diff"), (from, to) => worker.postMessage({ id, want: [from, to] }), row);

  // One comparison at a time; what is typed meanwhile is compared next.
  function send() {
    timer = 0;
    if (busy) { again = true; return; }
    if (!worker) start();
    busy = true;
    const a = $("text-a").value, b = $("text-b").value;
    if (a.length + b.length > LARGE) $("diff").setAttribute("aria-busy", "true");
    worker?.postMessage({ id: ++id, a, b, k: +$("k").value });
  }

  function changed() {
    $("k-out").value = $("k").value;
    clearTimeout(timer);
    timer = setTimeout(send, $("text-a").textLength + $("text-b").textLength > LARGE ? WAIT : 0);
  }

  function show(data) {
    busy = false;
    $("diff").removeAttribute("aria-busy");
    last = data;
    speak();
    list.reset(data.lengths);
    if (again) { again = false; changed(); }
  }

  function speak() {
    const { k, shared, sizeA, sizeB, moved, words } = last, union = sizeA + sizeB - shared;
    const contained = (p, q, size) => t("contained", { v: pct(size ? shared / size : 0), p, q });
    ["a", "b"].forEach((who, i) => { $(`words-${who}`).textContent = n("words", words[i]); });
    $("numbers").textContent = `${t("numbers", { j: dec(union ? shared / union : 0), s: num(shared), u: num(union), k })}${moved ? ` ${n("moved", moved)}.` : ""}`;
    $("figure").replaceChildren(figure(shared, sizeA, sizeB, contained("A", "B", sizeA), contained("B", "A", sizeB)));
  }

  // Own, shared, own, to scale; both containments at their brackets.
  function figure(shared, sizeA, sizeB, first, second) {
    const W = 460, union = sizeA + sizeB - shared || 1, scale = (W - 2) / union, x1 = 1 + sizeA * scale, x0 = 1 + (sizeA - shared) * scale;
    const svg = (tag, attributes, ...kids) => { const e = document.createElementNS("http://www.w3.org/2000/svg", tag); for (const [name, value] of Object.entries(attributes)) e.setAttribute(name, value); e.append(...kids); return e; };
    const own = (x, width) => svg("rect", { x, y: 52, width: Math.max(width, 0), height: 34, class: "f-own" });
    const parts = [own(1, (sizeA - shared) * scale), own(x1, (sizeB - shared) * scale), svg("rect", { x: x0, y: 51, width: shared * scale, height: 36, class: "f-shared" })];
    if (shared * scale > 60) parts.push(svg("text", { x: (x0 + x1) / 2, y: 73.5, "text-anchor": "middle", class: "f-n" }, num(shared)));
    parts.push(svg("path", { d: `M1 46V39H${x1}V46M${x0} 92V99H${W - 1}V92`, class: "f-line" }), svg("text", { x: 1, y: 30, class: "strong" }, first), svg("text", { x: W - 1, y: 116, "text-anchor": "end", class: "strong" }, second));
    return svg("svg", { class: "ch", viewBox: `0 0 ${W} 124`, role: "img", "aria-label": `${t("figure")}: ${t("jaccard")} ${dec(shared / union)}. ${first}. ${second}.` }, ...parts);
  }

  function row(data, at) {
    const who = el("span", "who", "A = B"), gut = el("div", "gut", ...(data.no ? [el("span", "pno", String(data.no))] : []));
    if (!data.same) return el("div", "drow", side("A", data.a, data.first), gut, side("B", data.b, data.first));
    const left = text(who, data.a), right = text(data.b);
    if (data.more) {
      const button = el("button", "fold", n("folded", data.more));
      button.type = "button";
      button.addEventListener("click", () => { $("diff").focus({ preventScroll: true }); worker.postMessage({ id, unfold: at }); });
      left.append(button, data.a2);
      right.append(el("span", "dim", " … "), data.b2);
    }
    return el("div", "drow same", left, gut, right);
  }

  function side(who, parts, first) {
    const marks = parts.map(([own, piece]) => { const [, before, inner, behind] = /^(\s*)([^]*?)(\s*)$/.exec(piece); return own && inner ? [before, el("mark", "own", inner), behind] : [piece]; }).flat();
    return text(el("span", "who", who), ...(marks.length ? marks : first ? [el("em", "none", t("nothing_here"))] : []));
  }

  function text(...kids) { const e = el("div", "txt", ...kids); e.dir = "auto"; return e; }

  // Fields freeze over lines of a megabyte: such lines are broken as they are put in, at white space, which changes no word.
  const LONG = new RegExp(`[^]{${LINE / 2},${LINE}}?\\s`, "g");
  const broken = text => text.split(/\r\n?|\n/).map(line => (line.length > LINE ? line.replace(LONG, "$&\n") : line)).join("\n");

  function put(event) {
    if (!/^insertFrom(Paste|Drop)/.test(event.inputType) || !(event.data?.length > LINE)) return;
    const text = broken(event.data), { target } = event;
    if (text.length === event.data.length) return;
    event.preventDefault();
    target.setRangeText(text, target.selectionStart, target.selectionEnd, "end");
    changed();
  }
  for (const name of ["text-a", "text-b"]) $(name).addEventListener("beforeinput", put);
  for (const name of ["text-a", "text-b", "k"]) $(name).addEventListener("input", changed);
  return { draw: changed };
})();
