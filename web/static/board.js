// The board: one SVG with the ground, marks, pieces, and a cell for each point that fingers, mice and keys use.

import { pathOf } from "./api.js";
import { svg } from "./dom.js";

const DRAGGED = 6; // pixels that make a drag of a touch
const STEP = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

const middle = (corners) => [
  corners.reduce((sum, [x]) => sum + x, 0) / corners.length,
  corners.reduce((sum, [, y]) => sum + y, 0) / corners.length,
];

export class Board {
  // `pick(point)` is called for a point that was touched, `lift(from)` and `drop(from, to)` for a piece that is
  // dragged (`to` is null beside the board), and `leave()` for Escape and for a touch beside everything.
  constructor({ pick, lift, drop, leave }) {
    Object.assign(this, { pick, lift, drop, leave });
    this.pieces = new Map();
    this.lively = new Set();
    this.layers = Object.fromEntries(["ground", "below", "men", "above", "air", "cells"].map((name) => [name, svg("g", { class: name })]));
    this.element = svg("svg", { class: "board", role: "group", "aria-label": "Board" }, ...Object.values(this.layers));
    this.element.addEventListener("pointerdown", (event) => this.#down(event));
    this.element.addEventListener("pointermove", (event) => this.#move(event));
    this.element.addEventListener("pointerup", (event) => this.#up(event));
    this.element.addEventListener("pointercancel", () => {
      this.pressed = null;
      this.#drag(null);
    });
    // A finger on a piece that can move drags that, anywhere else it scrolls the page.
    const stay = (event) => this.lively.has(event.target.dataset?.at) && this.pieces.has(event.target.dataset.at) && event.preventDefault();
    this.element.addEventListener("touchstart", stay, { passive: false });
    this.element.addEventListener("keydown", (event) => this.#key(event));
  }

  // Show a position with what is chosen in it: `chosen` points, `targets`, those of them that `capture`, and
  // `lively` points, which can be picked.
  show(position, { chosen = [], targets = [], capture = [], lively = [] } = {}) {
    const { board } = position;
    this.position = position;
    this.lively = new Set(lively);
    this.element.setAttribute("viewBox", `0 0 ${board.width} ${board.height}`);
    this.element.style.setProperty("--ratio", board.width / board.height);
    this.element.classList.toggle("mine", lively.length > 0);
    for (const [name, colour] of Object.entries(board.colours)) this.element.style.setProperty(`--${name}`, colour);
    this.#lay(board);
    const marks = [...position.marks.filter(({ kind }) => !["chosen", "target", "capture"].includes(kind))];
    marks.push(...chosen.map((at) => ({ kind: "chosen", at })));
    marks.push(...targets.map((at) => ({ kind: capture.includes(at) ? "capture" : "target", at })));
    this.#mark(marks, new Set(position.pieces.map(({ at }) => at)));
    this.#place(position.pieces);
    this.#describe(chosen, targets, capture);
  }

  // Put a piece somewhere before the server has said what becomes of it.
  foresee(from, to) {
    const piece = this.pieces.get(from);
    if (!piece || !this.cells[to]) return;
    this.pieces.get(to)?.element.remove();
    this.pieces.delete(from);
    this.pieces.set(to, piece);
    this.#put(piece.element, to);
  }

  // --- drawing -----------------------------------------------------------------------------------

  #lay(board) {
    if (this.ground === board.picture) return;
    this.ground = board.picture;
    this.cells = board.cells;
    this.across = board.across;
    this.middles = Object.fromEntries(Object.entries(board.cells).map(([at, corners]) => [at, middle(corners)]));
    const { width, height } = board;
    this.layers.ground.replaceChildren(svg("image", { href: pathOf(`picture/${board.picture}`), width, height }));
    this.layers.men.replaceChildren();
    this.pieces.clear();
    const focused = this.focus;
    const inOrder = Object.keys(board.cells).sort((a, b) => this.middles[a][1] - this.middles[b][1] || this.middles[a][0] - this.middles[b][0]);
    this.layers.cells.replaceChildren(
      ...inOrder.map((at) => svg("polygon", { "data-at": at, points: this.#outline(at), tabindex: -1, role: "button" })),
    );
    this.focus = focused in board.cells ? focused : inOrder[0];
    this.#cell(this.focus).setAttribute("tabindex", 0);
  }

  #cell(at) {
    return this.layers.cells.querySelector(`[data-at="${at}"]`);
  }

  #outline(at, scale = 1) {
    const [x, y] = this.middles[at];
    return this.cells[at].map(([a, b]) => `${x + scale * (a - x)},${y + scale * (b - y)}`).join(" ");
  }

  #mark(marks, men) {
    const below = [];
    const above = [];
    const unit = this.across / 100;
    for (const { kind, at } of marks) {
      const [x, y] = this.middles[at];
      const shape = (name, scale) => svg("polygon", { class: name, points: this.#outline(at, scale) });
      const disc = (name, r, dx = 0, dy = 0) => svg("circle", { class: name, cx: x + dx * unit, cy: y + dy * unit, r: r * unit });
      if (kind === "check") below.push(shape("check", 1));
      if (kind === "last-to") below.push(shape("to-rim", 1), shape("to", 0.89));
      if (kind === "last-from") below.push(shape("from", 0.76), disc("from-ring", 14));
      if (kind === "chosen") below.push(shape("chosen", 1)), above.push(shape("chosen-rim", 0.93));
      if (kind === "target") {
        const aside = men.has(at) ? (this.position.board.hexes ? 24 : 33) : 0; // beside the piece
        above.push(disc("dot-rim", 17, aside, aside), disc("dot", 13.5, aside, aside));
      }
      if (kind === "capture") above.push(shape("capture-rim", 0.95), shape("capture", 0.92));
      if (kind === "moved") {
        const tick = `M${x + 26 * unit},${y + 27 * unit}l${5 * unit},${5 * unit}l${8 * unit},${-11 * unit}`;
        above.push(disc("dot-rim", 15, 33, 27), disc("dot", 12.5, 33, 27), svg("path", { class: "tick", d: tick }));
      }
    }
    this.layers.below.replaceChildren(...below);
    this.layers.above.replaceChildren(...above);
  }

  // Move the pieces that there are to where they belong; the others come and go.
  #place(wanted) {
    const free = new Map([...this.pieces].filter(([at, piece]) => !wanted.some((one) => one.at === at && one.picture === piece.picture)));
    const placed = new Map();
    for (const one of wanted) {
      const here = this.pieces.get(one.at);
      if (here?.picture === one.picture) {
        placed.set(one.at, here);
        continue;
      }
      const [from, moved] = [...free].find(([, piece]) => piece.picture === one.picture) ?? [...free].find(([, piece]) => piece.side === one.side) ?? [];
      if (moved) free.delete(from);
      const piece = moved ?? { element: svg("image", { width: this.across, height: this.across }) };
      piece.element.setAttribute("href", pathOf(`picture/${one.picture}`));
      placed.set(one.at, Object.assign(piece, one));
      this.#put(piece.element, one.at);
      if (!moved) this.layers.men.append(piece.element);
    }
    for (const [, piece] of free) piece.element.remove();
    this.pieces = placed;
    this.#drag(null);
  }

  #put(element, at) {
    const [x, y] = this.middles[at];
    element.style.transform = `translate(${x - this.across / 2}px, ${y - this.across / 2}px)`;
  }

  #describe(chosen, targets, capture) {
    for (const cell of this.layers.cells.children) {
      const { at } = cell.dataset;
      const said = [at, this.pieces.get(at)?.words ?? "empty"];
      if (chosen.includes(at)) said.push("chosen");
      if (capture.includes(at)) said.push("can be taken");
      else if (targets.includes(at)) said.push("can be gone to");
      else if (this.lively.has(at)) said.push("can move");
      cell.setAttribute("aria-label", said.join(", "));
      cell.classList.toggle("lively", this.lively.has(at));
    }
  }

  // --- fingers and mice --------------------------------------------------------------------------

  #at(event) {
    const under = document.elementFromPoint(event.clientX, event.clientY);
    return under?.closest?.("[data-at]")?.dataset.at ?? null;
  }

  #down(event) {
    if (event.button) return;
    const at = this.#at(event);
    this.pressed = at && { at, x: event.clientX, y: event.clientY, id: event.pointerId, chosen: false };
    if (this.pressed && this.lively.has(at) && this.pieces.has(at)) this.element.setPointerCapture(event.pointerId);
  }

  #move(event) {
    const { pressed } = this;
    if (!pressed || pressed.id !== event.pointerId || !this.lively.has(pressed.at) || !this.pieces.has(pressed.at)) return;
    const far = Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) > DRAGGED;
    if (!pressed.chosen && !far) return;
    if (!pressed.chosen) {
      pressed.chosen = true;
      this.lift(pressed.at);
    }
    this.#drag(event);
  }

  #drag(event) {
    if (!event) {
      if (this.dragged && this.middles[this.dragged.at]) this.#put(this.dragged.element, this.dragged.at);
      if (this.dragged) {
        this.dragged.element.classList.remove("dragged");
        this.layers.men.append(this.dragged.element);
      }
      this.dragged = null;
      return;
    }
    this.dragged ??= { at: this.pressed.at, element: this.pieces.get(this.pressed.at).element };
    const { element } = this.dragged;
    element.classList.add("dragged");
    this.layers.air.append(element);
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.element.getScreenCTM().inverse());
    element.style.transform = `translate(${point.x - this.across / 2}px, ${point.y - this.across / 2}px)`;
  }

  #up(event) {
    const { pressed } = this;
    this.pressed = null;
    if (!pressed || pressed.id !== event.pointerId) return;
    const at = this.#at(event);
    this.#drag(null);
    if (pressed.chosen) this.drop(pressed.at, at);
    else if (at) this.pick(at);
    else this.leave();
  }

  // --- keys --------------------------------------------------------------------------------------

  #key(event) {
    const at = event.target.dataset?.at;
    if (!at) return;
    if (event.key === "Escape") this.leave();
    else if (event.key === "Enter" || event.key === " ") this.pick(at);
    else if (event.key in STEP) this.#step(at, STEP[event.key]);
    else return;
    event.preventDefault();
  }

  // Go to the nearest cell in a direction, rather straight on than aside.
  #step(at, [dx, dy]) {
    const [x, y] = this.middles[at];
    let [best, least] = [null, Infinity];
    for (const [other, [a, b]] of Object.entries(this.middles)) {
      const along = (a - x) * dx + (b - y) * dy;
      const aside = Math.abs((a - x) * dy) + Math.abs((b - y) * dx);
      if (along > this.across / 4 && along + 3 * aside < least) [best, least] = [other, along + 3 * aside];
    }
    if (!best) return;
    this.#cell(this.focus)?.setAttribute("tabindex", -1);
    this.focus = best;
    this.#cell(best).setAttribute("tabindex", 0);
    this.#cell(best).focus();
  }
}
