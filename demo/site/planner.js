// The ride planner: a page that stays empty until this script has drawn it.
const app = document.getElementById("app");
document.body.style.cssText = "background: #fbfaf6; color: #22302b; font: 17px/1.6 system-ui, sans-serif; margin: 0";
app.style.cssText = "margin: 3rem auto; max-width: 34rem; padding: 0 1.25rem";
app.innerHTML = `<h1>Ride planner</h1>
<p><label>Kilometres<br><input id="far" type="number" value="50" min="1"></label></p>
<p><label>Kilometres an hour<br><input id="pace" type="number" value="15" min="1"></label></p>
<p id="answer"></p><p><a href="/en/">Back to the workshop</a></p>`;
const value = (id) => Number(document.getElementById(id).value) || 1;
function answer() {
  const hours = value("far") / value("pace");
  const rests = Math.floor(hours) * 10;
  const minutes = Math.round(hours * 60) + rests;
  document.getElementById("answer").textContent =
    `You will be home after ${Math.floor(minutes / 60)} h ${minutes % 60} min, ${rests} of them resting in the grass.`;
}
app.addEventListener("input", answer);
answer();
