// Before anything is painted: the light the reader chose. (A plain script, for modules come later.)
document.documentElement.dataset.light = localStorage.getItem("light") ?? "";
