// Games that are being compiled: shows how far they are, until they can be played.

const AGAIN = 400;
const shown = [...document.querySelectorAll("[data-compiling]")];

function finished(/** @type {HTMLElement} */ part) {
  if (part.dataset.then === "reload") location.replace(location.href);
  else part.hidden = true;
}

async function look() {
  const answer = await fetch("/compiling").catch(() => null);
  const games = answer?.ok ? await answer.json() : null;
  let waiting = games === null;
  for (const each of shown) {
    const part = /** @type {HTMLElement} */ (each);
    if (!games || part.hidden) continue;
    const game = games[part.dataset.compiling ?? ""];
    if (!game || (part.dataset.then === "reload" && game.rules)) {
      finished(part);
      continue;
    }
    waiting = true;
    const bar = part.querySelector("progress");
    if (bar) bar.value = game.part;
  }
  if (waiting) setTimeout(look, AGAIN);
}

if (shown.length) look();

// Pictures that are much higher than wide show their upper part.
const tall = Number(document.body.dataset.tall);
for (const picture of document.querySelectorAll(".game .picture img")) {
  const image = /** @type {HTMLImageElement} */ (picture);
  const crop = () => {
    const much = image.naturalHeight > tall * image.naturalWidth;
    image.parentElement?.classList.toggle("crop", much);
  };
  if (image.complete) crop();
  image.addEventListener("load", crop);
}
