// Findings: a link to the addresses of one rule leads to the list below, which rows.js filters by the address.
addEventListener("hashchange", () => { if (/^#rule=/.test(location.hash)) document.getElementById("h-all").scrollIntoView(); });
