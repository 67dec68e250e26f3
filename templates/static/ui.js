// Theme button: as the system, light, dark. Works without storage and from file://.
(() => {
  const root = document.documentElement, order = ["", "light", "dark"];
  document.querySelector("[data-theme-button]")?.addEventListener("click", () => {
    const next = order[(order.indexOf(root.dataset.theme || "") + 1) % 3];
    if (next) root.dataset.theme = next; else delete root.dataset.theme;
    try { localStorage.pagetwinTheme = next; } catch {}
  });
})();

// Lines to copy; where the clipboard is closed they are selected.
for (const button of document.querySelectorAll("[data-copy]")) {
  const from = document.getElementById(button.dataset.copy), label = button.firstChild, said = label.data;
  button.addEventListener("click", async () => {
    try { await navigator.clipboard.writeText(from.textContent); } catch { getSelection().selectAllChildren(from); return; }
    label.data = button.dataset.copied;
    setTimeout(() => { label.data = said; }, 1500);
  });
}
