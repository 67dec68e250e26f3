// One address: its variants as links, what engines document for each kind, and the Clean-param line of its parameters.
const PTVariants = (() => {
  const { rules, t, n, el, away, $, checks } = PTSpeech, MANY = 6;

  // People leave the protocol out; `example.com/a` is taken as https.
  const typed = text => (/^[^\s/:?#@]+\.[^\s/:?#@]+([/?#:]|$)/.test(text.trim()) && !text.includes("://") ? `https://${text.trim()}` : text);
  const main = () => PTTwins.mainSpelling([...document.querySelectorAll("[data-main]")].map(select => select.value).filter(Boolean).join(","));

  function draw() {
    const raw = typed($("address").value), page = PTTwins.spelt(raw, main());
    $("variants-out").hidden = !page;
    if (!page) { $("address-note").replaceChildren(note("note-bad", t("no_address"))); return; }
    const itself = PTAddress.key(raw) === PTAddress.key(page), odd = PTAddress.oddities(raw).map(code => note("note-warn", t(`odd.${code}`)));
    $("address-note").replaceChildren(el("p", "page-is", `${t("page")}: `, link(page), itself ? "" : ` ${t("not_itself")}`), ...odd);
    const key = PTAddress.key(page), kinds = new Map();
    const twins = PTTwins.twins(page, rules);
    for (const twin of twins) kinds.set(twin.kind, [...(kinds.get(twin.kind) || []), twin.url]);
    $("variants-head").textContent = n("may_show", twins.length);
    $("variants-list").replaceChildren(...[...kinds].map(([kind, urls]) => row(kind, urls, key)));
    ownLine(page);
  }

  function row(kind, urls, key) {
    const { code, source } = rules.advice[kind], items = urls.map(url => el("li", "", link(url), ...(PTAddress.key(url) === key ? [" ", el("span", "tag", t("same_address"))] : [])));
    const list = el("ul", "", ...items.slice(0, MANY)), cell = el("td", "full", list);
    if (items.length > MANY) cell.append(el("details", "", el("summary", "sm", n("more", items.length - MANY)), el("ul", "", ...items.slice(MANY))));
    const name = el("th", "", t(`kind.${kind}`));
    name.scope = "row";
    return el("tr", "", name, cell, el("td", "full", ...(code === "nothing" ? [] : [el("span", "tag", t(code)), " "]), t(`advice.${kind}`), " ", away("", source, t("source"))));
  }

  const link = url => away("live mono", url, el("bdi", "", url), el("span", "vh", ` (${t("new_tab")})`));

  const note = (cls, text) => el("p", `note ${cls}`, el("span", "", text));

  // The line for the parameters of the page itself, about the folder that it is in.
  function ownLine(page) {
    const parts = PTAddress.split(page), names = PTParams.split(parts.query).map(([name]) => name);
    const values = PTParams.build(names, PTParams.commonPrefix([parts.path]), rules);
    $("own-line").textContent = values.map(value => `${rules.field}: ${value}`).join("\n") || `# ${t("no_parameters")}`;
    const found = [...values.flatMap(value => PTParams.check(value, rules)), ...PTParams.hints(names, rules)];
    $("own-checks").replaceChildren(...checks(found));
  }

  $("address").addEventListener("input", draw);
  document.querySelectorAll("[data-main]").forEach(select => select.addEventListener("input", draw));
  return { draw, main };
})();
