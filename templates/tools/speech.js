// How the page speaks: texts, forms and numbers of the language chosen (as reports/language.py), and small parts of it.
const PTSpeech = (() => {
  const { texts, rules } = JSON.parse(document.getElementById("data").textContent), NBSP = "\u00a0";
  let code = document.documentElement.lang;
  const russian = () => code === "ru", fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, key) => values[key]);

  const t = (key, values = {}) => fill(texts[code][key], values);
  // The form that belongs to n; Russian has three.
  function n(key, count) {
    const tens = count % 100, ones = count % 10;
    const form = !russian() ? +(count !== 1) : ones === 1 && tens !== 11 ? 0 : ones >= 2 && ones <= 4 && (tens < 12 || tens > 14) ? 1 : 2;
    return fill(texts[code][key][form], { n: num(count) });
  }
  const num = count => String(count).replace(/\B(?=(\d{3})+$)/g, russian() ? NBSP : ",");
  const decimal = text => (russian() ? text.replace(".", ",") : text);
  // A measure: cut below 1, so that 0.999 does not look like 1.
  const dec = x => decimal(x < 1 && +x.toFixed(2) >= 1 ? "0.99" : x.toFixed(2));
  // A share; never rounds up to all or down to nothing.
  function pct(x) {
    const whole = Math.round(100 * x), text = x > 0 && whole === 0 ? "<1" : String(x < 1 ? Math.min(whole, 99) : whole);
    return text + (russian() ? `${NBSP}%` : "%");
  }

  const el = (tag, cls, ...kids) => { const e = document.createElement(tag); if (cls) e.className = cls; e.append(...kids); return e; };
  const away = (cls, href, ...kids) => Object.assign(el("a", cls, ...kids), { href, target: "_blank", rel: "noopener noreferrer" });
  const $ = id => document.getElementById(id);
  // Sentences of Clean-param checks as items of a list.
  const NOTES = { error: "note-bad", warning: "note-warn", info: "" };
  const checks = issues => issues.map(issue => el("li", `note ${NOTES[issue.severity]}`, el("span", "", el("b", "", `${t(`severity.${issue.severity}`)}: `), t(`issue.${issue.code}`, issue.values))));

  // Everything in the other language; what was typed stays.
  function speak(to) {
    const samples = [...document.querySelectorAll("textarea[id^=text-]")].filter(area => area.value === t(area.id.replace("text-", "sample_")));
    code = to;
    document.documentElement.lang = to;
    document.title = `${t("title")} · pagetwin`;
    for (const e of document.querySelectorAll("[data-t]")) e.textContent = t(e.dataset.t);
    for (const e of document.querySelectorAll("[data-t-label]")) e.setAttribute("aria-label", t(e.dataset.tLabel));
    for (const e of document.querySelectorAll("[data-t-title]")) e.title = t(e.dataset.tTitle);
    for (const area of samples) area.value = t(area.id.replace("text-", "sample_"));
  }

  return { rules, t, n, num, dec, pct, el, away, $, checks, speak, get code() { return code; } };
})();
