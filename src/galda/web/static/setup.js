// Setting up a table: shows as many seats as there are players, a name field where someone plays on
// this device, a bot's style where it can have one, and only those values of options that go with
// the number of players.

import "./anew.js";

const form = /** @type {HTMLFormElement} */ (document.getElementById("plan"));
/** @param {string} which @returns {NodeListOf<any>} */
const all = (which) => form.querySelectorAll(which);

function adapt() {
  const players = Number(new FormData(form).get("players"));
  for (const seat of all("[data-seat]")) {
    const beyond = Number(seat.getAttribute("data-seat")) > players;
    const [choice, name] = [seat.querySelector("select"), seat.querySelector("input")];
    const label = seat.querySelector("label");
    label.textContent = JSON.parse(label.dataset.names)[players] ?? label.textContent;
    seat.hidden = beyond;
    choice.disabled = beyond;
    name.hidden = choice.value !== "local";
    name.disabled = beyond || name.hidden;
    const style = seat.querySelector("select.style");
    if (!style) continue;
    style.hidden = !("styles" in choice.selectedOptions[0].dataset);
    style.disabled = beyond || style.hidden;
    const about = seat.querySelector(".about");
    about.textContent = style.hidden ? "" : style.selectedOptions[0].dataset.about;
    about.hidden = !about.textContent;
  }
  /** @param {any} element */
  const goes = (element) => element.dataset.players.split(" ").includes(String(players));
  for (const field of all(".field[data-players]")) field.hidden = !goes(field);
  for (const option of all("option[data-players]")) {
    const fits = goes(option);
    option.hidden = option.disabled = !fits;
    if (!fits && option.selected) option.parentNode.value = option.parentNode.querySelector("option:not([disabled])").value;
  }
}

/** One person sits once: choosing "me" elsewhere swaps the seats. @param {Event} event */
function sitOnce(event) {
  const changed = /** @type {any} */ (event.target);
  if (!changed.matches?.("[data-seat] select") || changed.value !== "me") return;
  for (const other of all("[data-seat] select")) {
    if (other !== changed && other.value === "me") other.value = changed.dataset.was;
  }
}

form.addEventListener("change", (event) => {
  sitOnce(event);
  adapt();
  remember();
});

function remember() {
  for (const choice of all("[data-seat] select")) choice.dataset.was = choice.value;
}

adapt();
remember();
