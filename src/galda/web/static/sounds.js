// Sounds, made here: a knock of wood for a move, two notes for one's turn and, higher, for what
// somebody says or asks, a chord at the end.

import { soundOn } from "./comfort.js";

/** @type {AudioContext | null} */
let air = null;

/** One struck note. @param {number} pitch @param {number} after @param {number} lasts @param {OscillatorType} shape */
function strike(pitch, after, lasts, shape = "sine", loud = 0.16) {
  const start = air.currentTime + after;
  const tone = new OscillatorNode(air, { type: shape, frequency: pitch });
  const volume = new GainNode(air, { gain: 0 });
  volume.gain.setValueAtTime(0, start);
  volume.gain.linearRampToValueAtTime(loud, start + 0.006);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + lasts);
  tone.connect(volume).connect(air.destination);
  tone.start(start);
  tone.stop(start + lasts);
}

const SOUNDS = {
  move: () => {
    strike(190, 0, 0.09, "triangle", 0.3);
    strike(420, 0, 0.04, "square", 0.04);
  },
  turn: () => {
    strike(523, 0, 0.35);
    strike(784, 0.12, 0.5);
  },
  message: () => {
    strike(659, 0, 0.25, "sine", 0.1);
    strike(880, 0.09, 0.3, "sine", 0.1);
  },
  end: () => [392, 494, 587, 784].forEach((pitch, k) => strike(pitch, 0.09 * k, 1.1)),
};

/** @param {keyof typeof SOUNDS} what */
export function play(what) {
  if (!soundOn()) return;
  air ??= new AudioContext();
  // Browsers keep the air still until the reader has touched the page.
  if (air.state === "suspended") air.resume().catch(() => {});
  SOUNDS[what]();
}
