// Where things are on a board, in the drawing's own measure.

/**
 * The box of an element; shadows and the like do not count.
 * @param {SVGSVGElement} svg @param {any} element
 */
export function boxOf(svg, element) {
  const shapes = [...element.querySelectorAll("*")].filter(
    (part) => !part.children.length && part.getBBox && part.getAttribute("pointer-events") !== "none");
  const points = (shapes.length ? shapes : [element]).flatMap((part) => {
    const { x, y, width, height } = part.getBBox();
    const to = svg.getScreenCTM().inverse().multiply(part.getScreenCTM());
    return [[x, y], [x + width, y], [x, y + height], [x + width, y + height]].map(([px, py]) =>
      new DOMPoint(px, py).matrixTransform(to));
  });
  const [across, down] = [points.map((p) => p.x), points.map((p) => p.y)];
  const [left, top] = [Math.min(...across), Math.min(...down)];
  return { x: left, y: top, width: Math.max(...across) - left, height: Math.max(...down) - top };
}
