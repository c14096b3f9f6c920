// The lobby: keeps the list of one's own tables fresh while it is looked at.

const mine = document.getElementById("mine");

async function refresh() {
  if (!mine || document.hidden || mine.contains(document.activeElement)) return;
  const answer = await fetch(mine.dataset.from ?? "").catch(() => null);
  if (answer?.ok) mine.innerHTML = await answer.text();
}

document.addEventListener("visibilitychange", refresh);
setInterval(refresh, 10000);
