// The parts around a board: who plays, the way through the turns, and the list of them.

import { html } from "./dom.js";

const MINUTE = 60;
const HOUR = 3600;
const DAY = 86400;
const LONG = 16; // letters of what a side holds that need a line of their own on a phone

function clockOf(seconds) {
  const two = (number) => String(Math.floor(number)).padStart(2, "0");
  if (seconds >= DAY) return `${Math.floor(seconds / DAY)} d ${Math.floor((seconds % DAY) / HOUR)} h`;
  if (seconds >= HOUR) return `${Math.floor(seconds / HOUR)} h ${two((seconds % HOUR) / MINUTE)} min`;
  return `${Math.floor(seconds / MINUTE)}:${two(seconds % MINUTE)}`;
}

// A row above the board and one below: name, what a side has, clock.
export class Players {
  constructor() {
    this.upper = html("div", { class: "upper" });
    this.lower = html("div", { class: "lower" });
    this.clocks = [];
  }

  // The clocks were told just now.
  heard() {
    this.heardAt = performance.now();
  }

  show(state, shown, acting) {
    this.clocks = [];
    for (const player of state.players) {
      const place = player.side === shown.board.bottom ? this.lower : this.upper;
      const hand = shown.hands.find(({ side }) => side === player.side);
      const clock = html("span", { class: "clock" });
      if (player.seconds !== undefined) this.clocks.push({ clock, player });
      place.replaceChildren(
        html("span", { class: "turn-mark", "aria-hidden": "true" }, acting === player.side ? "▸" : ""),
        html("span", { class: "name" }, player.name),
        ...(player.side === state.own ? [html("span", { class: "you" }, "(you)")] : []),
        html("span", { class: `hand${hand?.held.length > LONG ? " long" : ""}` }, hand?.held ? `${player.side} · ${hand.held}` : hand?.title ?? player.side),
        clock,
      );
      place.classList.toggle("acts", acting === player.side);
      place.classList.toggle("won", state.winner === player.side);
    }
    this.tick();
  }

  tick() {
    const passed = (performance.now() - this.heardAt) / 1000;
    for (const { clock, player } of this.clocks) {
      const left = Math.max(0, player.seconds - (player.runs ? passed : 0));
      clock.textContent = clockOf(left);
      clock.classList.toggle("short", player.runs && left < HOUR);
    }
  }
}

// The slider with a step to each side, *Analyse*, and the button that turns the board around.
export class Steps {
  constructor({ go, step, analyse, turn }) {
    const press = (sign, label, onclick) => html("button", { type: "button", "aria-label": label, title: label, onclick }, sign);
    this.held = false;
    this.slider = html("input", {
      type: "range", min: 0, "aria-label": "Turns",
      oninput: () => { this.held = true; go(this.slider.value); },
      onchange: () => { this.held = false; },
    });
    this.analyse = html("button", { type: "button", class: "analyse", onclick: analyse }, "Analyse");
    this.element = html("div", { class: "steps" },
      press("◂", "One turn back", () => step(-1)), this.slider, press("▸", "One turn on", () => step(1)),
      this.analyse, press("⇅", "Turn the board around", turn));
  }

  show(stops, ply, { lines, analysing }) {
    const last = stops.length - 1;
    const at = stops.indexOf(ply);
    const here = at >= 0 ? at : ply > stops[last] ? last : 0;
    this.analyse.hidden = !lines;
    this.analyse.setAttribute("aria-pressed", analysing);
    this.slider.max = last;
    if (!this.held) this.slider.value = here;
    this.slider.setAttribute("aria-valuetext", here ? `After turn ${here} of ${last}` : "The start");
    this.slider.disabled = last < 1;
  }
}

// The turns that were played, each a button that leads there.
export class TurnList {
  constructor(go) {
    this.go = go;
    this.list = html("ol", { class: "turn-list" });
    this.element = html("div", { class: "turns" }, this.list);
    this.known = "";
  }

  show(turns, here) {
    const known = JSON.stringify(turns);
    if (known !== this.known) {
      const entry = ({ turn, side, text, words, ply }) =>
        html("li", {}, html("button", { type: "button", title: words, "aria-label": `Turn ${turn}, ${side}: ${words}`, "data-ply": ply, onclick: () => this.go(ply) }, `${turn}. ${text}`));
      this.list.replaceChildren(...turns.map(entry));
      this.known = known;
      this.here = null;
    }
    if (here === this.here) return;
    this.here = here;
    this.list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const current = this.list.querySelector(`[data-ply="${here}"]`);
    current?.setAttribute("aria-current", "true");
    // Not into view: that would scroll the page, too.
    const item = current?.parentElement;
    if (item) this.list.scrollTop = item.offsetTop - this.list.offsetTop - (this.list.clientHeight - item.offsetHeight) / 2;
  }
}
