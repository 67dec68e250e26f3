// The frame: tabs, language, theme, buttons that copy. Nothing is stored.
(() => {
  const { t, speak, $ } = PTSpeech, tools = { variants: PTVariants, parameters: PTParameters, texts: PTTexts };
  const tabs = [...document.querySelectorAll("[role=tab]")], of = tab => tab.id.replace("tab-", "");

  function open(tab) {
    for (const other of tabs) {
      const on = other === tab;
      other.setAttribute("aria-selected", String(on));
      other.tabIndex = on ? 0 : -1;
      $(`panel-${of(other)}`).hidden = !on;
    }
    tools[of(tab)].draw();
  }
  const asked = () => tabs.find(tab => `#${of(tab)}` === location.hash) || tabs[0];
  tabs.forEach((tab, i) => {
    tab.addEventListener("click", () => open(tab));
    tab.addEventListener("keydown", event => {
      const step = { ArrowLeft: -1, ArrowRight: 1, Home: -i, End: tabs.length - 1 - i }[event.key];
      if (step === undefined) return;
      event.preventDefault();
      const next = tabs[(i + step + tabs.length) % tabs.length];
      open(next);
      next.focus();
    });
  });
  addEventListener("hashchange", () => { if (tabs.some(tab => `#${of(tab)}` === location.hash)) open(asked()); });

  const NAMES = { en: "English", ru: "Русский" };
  $("language").addEventListener("click", () => {
    const to = PTSpeech.code === "en" ? "ru" : "en", other = to === "en" ? "ru" : "en";
    speak(to);
    Object.assign($("language"), { textContent: NAMES[other], lang: other });
    tools[of(tabs.find(tab => tab.tabIndex === 0))].draw();
  });

  const root = document.documentElement, themes = ["", "light", "dark"];
  $("theme").addEventListener("click", () => {
    const next = themes[(themes.indexOf(root.dataset.theme || "") + 1) % 3];
    if (next) root.dataset.theme = next; else delete root.dataset.theme;
  });

  for (const button of document.querySelectorAll("[data-copy]")) {
    button.addEventListener("click", async () => {
      const from = $(button.dataset.copy), links = [...from.querySelectorAll("a.live")], label = button.querySelector("span");
      try { await navigator.clipboard.writeText(links.length ? links.map(a => a.href).join("\n") : from.textContent); } catch { getSelection().selectAllChildren(from); return; }
      label.textContent = t("copied");
      setTimeout(() => { label.textContent = t(label.dataset.t); }, 1500);
    });
  }
  open(asked());
})();
