"""What is really seen: colours read off screenshots, in a page of the browser's own.

Words are seen where a picture with them differs from one without; a ring, where a picture with the
focus differs from one without.
"""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Browser, FloatRect, Page

LENS = """
const shades = [...Array(256).keys()].map((v) => v / 255)
  .map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
const shade = (v) => shades[v];
const light = ([r, g, b]) => 0.2126 * shade(r) + 0.7152 * shade(g) + 0.0722 * shade(b);
const contrast = (one, other) => {
  const [p, q] = [light(one), light(other)];
  return (Math.max(p, q) + 0.05) / (Math.min(p, q) + 0.05);
};
async function open(picture) {
  const bytes = await (await fetch(`data:image/png;base64,${picture}`)).blob();
  const image = await createImageBitmap(bytes);
  const canvas = new OffscreenCanvas(image.width, image.height);
  const context = canvas.getContext("2d", { willReadFrequently: true });
  context.drawImage(image, 0, 0);
  return context;
}
function look(context, left, top, width, height) {
  const { data } = context.getImageData(left, top, width, height);
  const at = (x, y) => [0, 1, 2].map((k) => data[4 * (y * width + x) + k]);
  // How far two pixels are apart, for the many that do not differ: without a list for each.
  const far = (x, y, other) => {
    const [k, n] = [4 * (y * width + x), 4 * (y * other.width + x)];
    return Math.abs(data[k] - other.data[n]) + Math.abs(data[k + 1] - other.data[n + 1])
      + Math.abs(data[k + 2] - other.data[n + 2]);
  };
  return { at, far, data, width, height };
}
async function read(picture) {
  const context = await open(picture);
  return look(context, 0, 0, context.canvas.width, context.canvas.height);
}
"""

WORDS = """async ([seen, without, boxes, density]) => {
  const [one, other] = [await read(seen), await read(without)];
  return boxes.map((box) => {
    const pixels = [];
    const start = (from) => Math.max(0, Math.floor(density * from));
    const end = (from, long, most) => Math.min(most, Math.ceil(density * (from + long)));
    for (let y = start(box.y); y < end(box.y, box.height, one.height); y += 1)
      for (let x = start(box.x); x < end(box.x, box.width, one.width); x += 1) {
        const far = one.far(x, y, other);
        if (far > 24) pixels.push({ ink: one.at(x, y), ground: other.at(x, y), far });
      }
    if (pixels.length < 12) return null;
    const strongest = pixels.reduce((a, b) => (a.far > b.far ? a : b));
    // What is beneath the letters may vary; that of their pixels which are hardest to read counts.
    const { ink, ground } = strongest;
    const ratios = pixels.map((pixel) => contrast(ink, pixel.ground)).sort((a, b) => a - b);
    return { ratio: ratios[Math.floor(ratios.length / 10)], ink, ground };
  });
}"""

KEEP = "async ([picture]) => { window.kept = await open(picture); }"

RING = """async ([seen, left_, top_]) => {
  const standsOut = (a, b) => contrast(a, b) >= 3;
  const one = await read(seen);
  const other = look(window.kept, left_, top_, one.width, one.height);
  let [left, top, right, bottom] = [Infinity, Infinity, -1, -1];
  for (let y = 0; y < one.height; y += 1)
    for (let x = 0; x < one.width; x += 1)
      if (one.far(x, y, other) > 90 && standsOut(one.at(x, y), other.at(x, y))) {
        [left, top] = [Math.min(left, x), Math.min(top, y)];
        [right, bottom] = [Math.max(right, x), Math.max(bottom, y)];
      }
  if (right < 0) return { sides: [0, 0, 0, 0], tones: 0 };
  // From outside inwards, across each side of the ring: how far it stands out from what was there.
  const depth = 22;
  const [wide, high] = [right - left, bottom - top];
  const walks = [
    (k) => [...Array(depth).keys()].map((d) => [left + wide * k, top + d]),
    (k) => [...Array(depth).keys()].map((d) => [right - d, top + high * k]),
    (k) => [...Array(depth).keys()].map((d) => [left + wide * k, bottom - d]),
    (k) => [...Array(depth).keys()].map((d) => [left + d, top + high * k]),
  ];
  const spots = [...Array(21).keys()].map((k) => 0.25 + k / 40);
  let tones = Infinity;
  const sides = walks.map((walk) => {
    const outs = spots.map((k) => {
      const way = walk(k).map(([x, y]) => [Math.round(x), Math.round(y)])
        .filter(([x, y]) => x >= 0 && y >= 0 && x < one.width && y < one.height);
      const lights = way.map(([x, y]) => light(one.at(x, y)));
      tones = Math.min(tones, (Math.max(...lights) + 0.05) / (Math.min(...lights) + 0.05));
      return Math.max(0, ...way.map(([x, y]) => contrast(one.at(x, y), other.at(x, y))));
    });
    // A digit here and there may have the very tones of the ring.
    return outs.sort((a, b) => a - b)[3];
  });
  return { sides, tones };
}"""

HIDE_WORDS = """* { -webkit-text-fill-color: transparent !important; }
a { text-decoration-color: transparent !important; }
svg text, svg tspan { visibility: hidden !important; }
::placeholder { color: transparent !important; }"""

ADD_STYLE = """(rules) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(rules);
  document.adoptedStyleSheets = [sheet];
}"""

FIND_WORDS = """(where) => {
  const found = [];
  for (const root of document.querySelectorAll(where)) {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const holder = node.parentElement;
      const shown = holder.checkVisibility({ visibilityProperty: true, opacityProperty: true });
      if (!node.data.trim() || !shown) continue;
      if (holder.closest("script, style, .spoken, option, .skip")) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const style = getComputedStyle(holder);
      const placed = holder.getScreenCTM?.() ?? { a: 1, b: 0 };
      const size = parseFloat(style.fontSize) * Math.hypot(placed.a, placed.b);
      const bold = Number(style.fontWeight) >= 700;
      for (const box of range.getClientRects()) {
        if (box.width < 2 || box.bottom < 0 || box.top > innerHeight) continue;
        found.push({
          words: node.data.trim().slice(0, 30), size,
          large: size >= 24 || (bold && size >= 18.66),
          off: Boolean(holder.closest(":disabled")),
          touch: holder.closest("[data-touch]")?.getAttribute("data-touch") ?? "",
          box: { x: box.x, y: box.y, width: box.width, height: box.height },
        });
      }
    }
  }
  return found;
}"""


WHEN_STILL = """async () => {
  const ends = (one) => Number.isFinite(one.effect?.getComputedTiming().endTime);
  await Promise.allSettled(document.getAnimations().filter(ends).map((one) => one.finished));
  const whole = { x: 0, y: 0, width: innerWidth, height: innerHeight };
  return { right: scrollX, down: scrollY, whole };
}"""
"""Whatever is still changing has changed."""


MEASURES = """() => ({
  width: innerWidth, height: innerHeight, deviceScaleFactor: devicePixelRatio,
})"""


class Camera:
    """Takes pictures of a page, without all that Playwright does around each."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._session = page.context.new_cdp_session(page)
        # After each picture a session restores the measures that it knows of.
        measures = page.evaluate(MEASURES)
        self._session.send("Emulation.setDeviceMetricsOverride", {**measures, "mobile": False})

    def picture(self, part: FloatRect | None = None) -> str:
        """What is seen now, or a part of it, as PNG in base64."""
        now = self._page.evaluate(WHEN_STILL)
        part = part or now["whole"]
        moved = {"x": part["x"] + now["right"], "y": part["y"] + now["down"]}
        how = {"format": "png", "optimizeForSpeed": True, "clip": {**part, **moved, "scale": 1}}
        return str(self._session.send("Page.captureScreenshot", how)["data"])


class Lens:
    """Compares pictures of a page."""

    def __init__(self, browser: Browser) -> None:
        self.page = browser.new_page()

    def close(self) -> None:
        """Put it away."""
        self.page.context.close()

    def _compare(self, how: str, *given: Any) -> Any:
        return self.page.evaluate(f"async (given) => {{ {LENS} return ({how})(given); }}", given)

    def words(self, page: Page, where: str) -> list[dict[str, Any]]:
        """All words that are seen in a place, each with its contrast to what is beneath it."""
        found = page.evaluate(FIND_WORDS, where)
        density = page.evaluate("devicePixelRatio")
        camera = Camera(page)
        seen = camera.picture()
        page.evaluate(ADD_STYLE, HIDE_WORDS)
        without = camera.picture()
        page.evaluate("document.adoptedStyleSheets = []")
        boxes = [one["box"] for one in found]
        measured = self._compare(WORDS, seen, without, boxes, density)
        return [
            one | {"contrast": got["ratio"], "ink": got["ink"], "ground": got["ground"]}
            for one, got in zip(found, measured, strict=True)
            if got
        ]

    def keep(self, picture: str) -> None:
        """Keep a picture of the whole page, without a ring, to compare others with."""
        self._compare(KEEP, picture)

    def ring(self, seen: str, left: int, top: int) -> dict[str, Any]:
        """How far a ring stands out on each side from what is there without it, and its two tones.

        `seen` is a part of the page that begins so many pixels from its left and its top.
        """
        return dict(self._compare(RING, seen, left, top))
