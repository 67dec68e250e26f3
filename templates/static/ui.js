// Theme button: as the system, light, dark. Works without storage and from file://.
(() => {
  const root = document.documentElement, order = ["", "light", "dark"];
  document.querySelector("[data-theme-button]")?.addEventListener("click", () => {
    const next = order[(order.indexOf(root.dataset.theme || "") + 1) % 3];
    if (next) root.dataset.theme = next; else delete root.dataset.theme;
    try { localStorage.pagetwinTheme = next; } catch {}
  });
})();
