// The rules page: printing by a button. Pictures that wait to be scrolled to are fetched first.

const button = /** @type {HTMLButtonElement} */ (document.getElementById("print"));
const pictures = /** @type {HTMLImageElement[]} */ ([...document.querySelectorAll("figure img")]);

button.hidden = false;
button.addEventListener("click", async () => {
  for (const picture of pictures) picture.loading = "eager";
  await Promise.allSettled(pictures.map((picture) => picture.decode()));
  print();
});
