// The live connection to the server: every message is a whole view. It comes back by itself, with
// patience, and says when it is gone and when it is back.

/** @typedef {import("./schema.d.ts").PushedView} PushedView */

const SILENCE = 45000;
const LONGEST_WAIT = 10000;

export class Connection {
  /**
   * @param {string} path
   * @param {{view: (view: PushedView) => void, lost: () => void, back: () => void,
   *   refused: (why: string) => void}} says
   */
  constructor(path, says) {
    this.url = new URL(path, location.href);
    this.url.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    this.says = says;
    this.tries = 0;
    this.ended = false;
    /** @type {WebSocket | null} */
    this.socket = null;
    /** @type {string[]} What was told while the line was being opened. */
    this.later = [];
    addEventListener("online", () => this.#hurry());
    addEventListener("pageshow", () => this.#hurry());
    document.addEventListener("visibilitychange", () => document.hidden || this.#hurry());
    this.#open();
  }

  /** Tell the server something, now or as soon as the line that is being opened is open. @param {object} message */
  send(message) {
    const told = JSON.stringify(message);
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(told);
    else if (this.socket?.readyState === WebSocket.CONNECTING) this.later.push(told);
  }

  #open() {
    clearTimeout(this.timer);
    const socket = new WebSocket(this.url);
    this.socket = socket;
    this.later = [];
    socket.onopen = () => {
      this.#listen();
      for (const told of this.later.splice(0)) socket.send(told);
    };
    socket.onmessage = (event) => {
      this.#listen();
      const message = JSON.parse(event.data);
      if (message.kind !== "view") return;
      // Not before: a server that opens and hangs up again is not back yet.
      if (this.tries) this.says.back();
      this.tries = 0;
      this.says.view(message);
    };
    socket.onclose = (event) => {
      if (socket !== this.socket || this.ended) return;
      clearTimeout(this.silence);
      if (event.code === 4403) {
        this.ended = true;
        this.says.refused(event.reason);
        return;
      }
      this.tries += 1;
      this.says.lost();
      // Growing pauses, each page's its own: not everybody knocks in the same moment.
      const wait = Math.min(LONGEST_WAIT, 250 * 2 ** Math.min(this.tries - 1, 6));
      this.timer = setTimeout(() => this.#open(), wait * (0.5 + Math.random()));
    };
  }

  /** A connection that is silent for too long is dead, even if nobody said so. */
  #listen() {
    clearTimeout(this.silence);
    this.silence = setTimeout(() => this.#drop(), SILENCE);
  }

  #drop() {
    const socket = this.socket;
    this.socket = null;
    socket?.close();
    this.tries += 1;
    this.says.lost();
    this.#open();
  }

  /** The page woke up: do not wait any longer. */
  #hurry() {
    if (!this.ended && this.socket?.readyState === WebSocket.CLOSED) this.#open();
  }
}
