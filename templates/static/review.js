// Review: answers by keys (by their place on the keyboard, the same in every layout), and the wait for a result.
(() => {
  const form = document.querySelector("[data-review]"), busy = document.querySelector("[data-busy]");
  if (form) {
    const note = form.querySelector("#note"), keys = form.querySelector("[data-keys]");
    let sent = false;
    try { keys.checked = localStorage.pagetwinKeys !== "off"; } catch {}
    keys.addEventListener("change", () => { try { localStorage.pagetwinKeys = keys.checked ? "on" : "off"; } catch {} });
    // A key held down or pressed twice must not answer the next pair as well.
    form.addEventListener("submit", e => { if (sent) e.preventDefault(); sent = true; });
    addEventListener("pageshow", () => { sent = false; });
    const toNote = () => { note.focus(); note.scrollIntoView({ block: "center" }); };
    form.querySelector("[data-note]").addEventListener("click", toNote);
    addEventListener("keydown", e => {
      if (e.target === note) { if (e.code === "Escape") note.blur(); return; }
      if (e.code === "KeyN" || e.code === "KeyP") e.stopImmediatePropagation(); // pair.js walks through passages with them
      if (!keys.checked || e.ctrlKey || e.metaKey || e.altKey || e.repeat) return;
      const answer = /^(?:Digit|Numpad)([123])$/.exec(e.code);
      if (answer) form.querySelector(`[data-answer="${answer[1]}"]`).click();
      else if (["KeyP", "Backspace", "ArrowLeft"].includes(e.code)) form.querySelector("[data-back]").click();
      else if (e.code === "KeyN") toNote();
      else return;
      e.preventDefault();
    });
  }
  if (busy) {
    const bar = busy.querySelector("progress"), stage = busy.querySelector("[data-stage]");
    const look = async () => {
      const state = await (await fetch(busy.dataset.busy)).json();
      if (!state.busy) return location.reload();
      stage.textContent = state.stage;
      if (state.total) { bar.max = state.total; bar.value = Math.min(state.done, state.total); } else bar.removeAttribute("value");
      setTimeout(look, 400);
    };
    setTimeout(() => look().catch(() => { busy.hidden = true; }), 200);
  }
})();
