// Before anything is painted: the light the reader chose, and the shape of board there is room for,
// for the server to draw the first one. (A plain script, for modules come later.)
document.documentElement.dataset.light = localStorage.getItem("light") ?? "";
if (!document.cookie.includes("shape=")) {
  document.cookie = `shape=${innerWidth > innerHeight ? "wide" : "tall"}; path=/; max-age=31536000; samesite=lax`;
}
