// As much of a page as the scripts under test ask for: elements with attributes, classes, events,
// places on the screen, and a list of what was animated. Importing this file puts it in place.

class Element extends EventTarget {
  constructor(attributes = {}, children = []) {
    super();
    this.attributes = { ...attributes };
    this.classes = new Set((attributes.class ?? "").split(" ").filter(Boolean));
    this.classList = {
      toggle: (name, on) => (on ? this.classes.add(name) : this.classes.delete(name)),
      contains: (name) => this.classes.has(name),
    };
    this.box = { x: 0, y: 0, width: 10, height: 10 };
    this.animations = [];
    this.textContent = "";
    this.append(...children);
  }

  get ownerSVGElement() {
    return null;
  }

  get dataset() {
    const entries = Object.entries(this.attributes).filter(([name]) => name.startsWith("data-"));
    return Object.fromEntries(entries.map(([name, value]) => [name.slice(5), value]));
  }

  /** The elements of a drawing that a test made, in place of its text. */
  set innerHTML(elements) {
    this.children = [];
    this.append(...elements);
  }

  append(...children) {
    this.children = [...(this.children ?? []), ...children];
    for (const child of children) child.parentNode = child.parentElement = this;
  }

  after(element) {
    this.parentNode.append(element);
  }

  remove() {
    this.parentNode.children = this.parentNode.children.filter((child) => child !== this);
  }

  cloneNode() {
    return new Element(this.attributes, this.children.map((child) => child.cloneNode()));
  }

  getAttribute(name) {
    return this.attributes[name] ?? null;
  }

  setAttribute(name, value) {
    this.attributes[name] = value;
  }

  removeAttribute(name) {
    delete this.attributes[name];
  }

  matches(selector) {
    return selector.split(",").some((one) => {
      const [, name, value] = one.trim().match(/^\[([\w-]+)(?:="(.*)")?\]$/) ?? [];
      if (name) return name in this.attributes && (value === undefined || this.attributes[name] === value);
      if (one.trim().startsWith(".")) return this.classes.has(one.trim().slice(1));
      return this.attributes.tag === one.trim();
    });
  }

  querySelectorAll(selector) {
    const all = this.children.flatMap((child) => [child, ...child.querySelectorAll("*")]);
    return selector === "*" ? all : all.filter((element) => element.matches(selector));
  }

  querySelector(selector) {
    return this.querySelectorAll(selector)[0] ?? null;
  }

  closest(selector) {
    return this.matches(selector) ? this : (this.parentNode?.closest(selector) ?? null);
  }

  focus() {
    document.activeElement = this;
  }

  contains(element) {
    return element === this || this.querySelectorAll("*").includes(element);
  }

  getBoundingClientRect() {
    return this.box;
  }

  getScreenCTM() {
    const still = { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 };
    const matrix = { ...still, inverse: () => matrix, multiply: () => matrix };
    return matrix;
  }

  animate(frames, timing) {
    this.animations.push({ frames, timing });
    return { finished: new Promise(() => {}) };
  }
}

/** An element with a place on the screen. */
export function element(attributes, x = 0, y = 0, children = []) {
  const made = new Element(attributes, children);
  made.box = { x, y, width: 10, height: 10 };
  return made;
}

/** An event that bubbles no further than the test needs: it is sent to the board itself. */
export function send(board, type, target, more = {}) {
  const event = new Event(type, { cancelable: true });
  Object.defineProperty(event, "target", { value: target });
  Object.assign(event, more);
  board.dispatchEvent(event);
  return event;
}

const kept = new Map();
Object.assign(globalThis, {
  DOMMatrix: class {},
  matchMedia: () => ({ matches: false }),
  localStorage: { getItem: (name) => kept.get(name) ?? null, setItem: (name, value) => kept.set(name, value) },
  CSS: { escape: (text) => text },
  document: Object.assign(new EventTarget(), {
    hidden: false,
    activeElement: null,
    documentElement: new Element(),
    body: new Element({ "data-tall": "1.3" }),
    getElementById: () => null,
    querySelectorAll: () => [],
    createElementNS: (_, tag) => new Element({ tag }),
  }),
});
