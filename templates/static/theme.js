// Before the first paint: scripts are on, and the theme chosen earlier. Works without storage.
document.documentElement.classList.add("js");
try { const theme = localStorage.pagetwinTheme; if (theme) document.documentElement.dataset.theme = theme; } catch {}
