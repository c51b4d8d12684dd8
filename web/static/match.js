// A match: its players, its board, the turn that is chosen on it, and what was played so far.

import { Analysis } from "./analysis.js";
import { ask, follow, pathOf, Refused } from "./api.js";
import { Board } from "./board.js";
import { html, say } from "./dom.js";
import { Choice } from "./turn.js";

const END = "end";
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

export class MatchView {
  constructor(page, match, signal) {
    this.page = page;
    this.match = match;
    this.signal = signal;
    this.line = []; // the actions chosen in this turn, not sent yet
    this.bottom = null; // the side below, if it isn't the usual one
    this.ply = null; // the position that is looked at, null for the present one
    this.past = new Map();
    this.analysis = null;
    this.busy = false;
  }

  async open() {
    this.#build();
    await this.#load();
    follow(this.match, (version) => this.#heard(version), (error) => this.#lost(error), this.signal);
    document.addEventListener("visibilitychange", () => document.hidden || this.#load().catch((error) => this.#refused(error)), { signal: this.signal });
    const ticking = setInterval(() => this.#tick(), 1000);
    this.signal.addEventListener("abort", () => clearInterval(ticking));
  }

  // --- the present state -------------------------------------------------------------------------

  #query() {
    return this.bottom ? `?bottom=${this.bottom}` : "";
  }

  async #load() {
    this.#take(await ask(`match/${this.match}${this.#query()}`));
  }

  #take(state) {
    const later = this.state && state.version !== this.state.version;
    if (later && this.line.length) say("The match has moved on. Here is how it stands now.");
    if (later || !this.state) this.line = [];
    if (later) this.past.clear();
    this.state = state;
    this.heardAt = performance.now();
    if (!this.line.length && !this.analysis) this.#begin(state.position);
    this.#render();
  }

  // Go into analysis, or out of it.
  #analyse() {
    this.#doing(async () => {
      if (this.analysis) {
        this.analysis = null;
        this.#begin(this.state.position);
        return;
      }
      const analysis = new Analysis(this);
      await analysis.go(this.ply === null ? {} : { node: 0, ply: this.ply });
      this.ply = null;
      this.line = [];
      this.analysis = analysis;
      this.#begin(analysis.state);
    });
  }

  #analysing(work) {
    this.#doing(async () => {
      await work();
      this.#begin(this.analysis.state);
    });
  }

  #heard(version) {
    this.newest = version;
    this.#catchUp();
  }

  // What came while something else was done is asked for after that.
  #catchUp() {
    if (!this.state || this.busy || !(this.newest > this.state.version)) return;
    this.#load().catch((error) => this.#refused(error));
  }

  #lost(error) {
    // Without news the page still works: it asks again when it is looked at, and with each turn.
    if (error instanceof Refused && error.status === 429) say(error.told.error);
  }

  #refused(error) {
    if (!(error instanceof Refused)) throw error;
    say(error.told.error);
    if (error.status === 409 && !error.told.other) this.#load().catch(() => {});
  }

  // Do one thing at a time; what is refused is said.
  async #doing(work) {
    if (this.busy) return;
    this.busy = true;
    this.element.classList.add("busy");
    say("");
    try {
      await work();
    } catch (error) {
      this.#begin(this.position);
      this.#refused(error);
    } finally {
      this.busy = false;
      this.element.classList.remove("busy");
      this.#render();
      this.#catchUp();
    }
  }

  get acts() {
    return this.ply === null && (this.position?.legal.length ?? 0) > 0;
  }

  // --- the turn that is chosen -------------------------------------------------------------------

  #begin(position) {
    this.position = position;
    this.choice = position && new Choice(position);
    this.wasting = false;
  }

  #pick(point) {
    if (!this.acts || this.busy) return;
    if (this.choice.points.includes(point)) this.#choose(point);
    else {
      this.choice.clear();
      if (this.choice.points.includes(point)) this.#choose(point);
      else this.#render();
    }
  }

  // A piece was taken up (`to` is null), or put down.
  #drop(from, to) {
    if (!this.acts || this.busy) return;
    if (to === null) {
      this.choice.clear();
      if (this.choice.points.includes(from)) this.choice.take(from);
    } else if (this.choice.points.includes(to)) {
      this.#choose(to);
      return;
    } else if (to !== from) this.choice.clear();
    this.#render();
  }

  #choose(part) {
    const [from] = this.choice.prefix;
    const action = this.choice.take(part);
    if (from) this.board.foresee(from, part);
    if (action) this.#make(action);
    else this.#render();
  }

  #make(action) {
    if (this.analysis) {
      this.#analysing(() => this.analysis.make(action));
      return;
    }
    if (action.path[0] === END && this.position.wastes.includes(END) && !this.line.length && !this.wasting) {
      this.choice.clear();
      this.wasting = true;
      this.#render();
      return;
    }
    this.#doing(async () => {
      const line = [...this.line, action.text];
      const made = await this.#preview(line);
      this.line = line;
      this.#begin(made);
      // Who ends a turn by hand has said so.
      if (made.complete && (action.path[0] === END || !this.state.asksBeforeSending)) await this.#send();
    });
  }

  #preview(line) {
    const query = new URLSearchParams({ line: line.join(" "), version: this.state.version });
    if (this.bottom) query.set("bottom", this.bottom);
    return ask(`match/${this.match}/preview?${query}`);
  }

  async #send() {
    const sent = { line: this.position.line, version: this.state.version, ply: this.state.position.ply };
    const state = await ask(`match/${this.match}/turn${this.#query()}`, sent);
    this.line = [];
    this.#take(state);
    this.next = state.next;
  }

  #undo() {
    this.#doing(async () => {
      if (this.line.length) {
        const line = this.line.slice(0, -1);
        this.#begin(line.length ? await this.#preview(line) : this.state.position);
        this.line = line;
      } else this.#take(await ask(`match/${this.match}/takeback${this.#query()}`, { version: this.state.version }));
    });
  }

  // --- what was played ---------------------------------------------------------------------------

  get stops() {
    return [0, ...(this.state.turns ?? []).map(({ ply }) => ply)];
  }

  #go(ply) {
    if (this.analysis) {
      this.#analysing(() => this.analysis.go({ node: 0, ply }));
      return;
    }
    const last = this.state.position.ply;
    this.#doing(async () => {
      if (ply >= last) this.ply = null;
      else {
        const key = `${ply} ${this.bottom}`;
        if (!this.past.has(key)) this.past.set(key, await ask(`match/${this.match}/ply/${ply}${this.#query()}`));
        this.ply = ply;
      }
    });
  }

  get shownPly() {
    return this.analysis ? this.analysis.state.ply : this.ply ?? this.state.position.ply;
  }

  #step(by) {
    const { stops } = this;
    const here = stops.indexOf(this.shownPly);
    this.#go(stops[Math.max(0, Math.min(stops.length - 1, (here < 0 ? stops.length - 1 : here) + by))]);
  }

  #turnAround() {
    const sides = this.state.players.map(({ side }) => side);
    const below = this.position.board.bottom;
    this.#doing(async () => {
      this.bottom = sides.find((side) => side !== below);
      this.line = [];
      this.past.clear();
      this.ply = null;
      if (this.analysis) {
        await this.analysis.go(this.analysis.spot);
        this.#begin(this.analysis.state);
      }
      this.#take(await ask(`match/${this.match}${this.#query()}`));
    });
  }

  // --- what is seen ------------------------------------------------------------------------------

  #build() {
    this.board = new Board({
      pick: (point) => this.#pick(point),
      drop: (from, to) => this.#drop(from, to),
      leave: () => {
        this.choice?.clear();
        this.wasting = false;
        this.#render();
      },
    });
    this.parts = Object.fromEntries(["upper", "lower", "status", "ways", "plans", "steps", "turns"].map((name) => [name, html("div", { class: name })]));
    const { upper, lower, status, ways, plans, steps, turns } = this.parts;
    this.element = html("div", { class: "match" },
      html("section", { class: "play" }, upper, this.board.element, lower),
      html("section", { class: "side" }, status, ways, plans, steps, turns));
    this.page.replaceChildren(this.element);
  }

  #render() {
    const { state, parts } = this;
    if (!state) return;
    document.getElementById("title").textContent = `${state.game} #${state.match}`;
    document.title = `${this.acts ? "● " : ""}${state.game} #${state.match}`;
    const card = document.getElementById("card");
    card.hidden = false;
    card.href = state.card;
    if (!state.position) {
      this.element.classList.add("waiting");
      parts.status.replaceChildren("This match hasn't begun. What it waits for is on its card on Discord.");
      return;
    }
    this.element.classList.remove("waiting");
    const past = this.ply !== null && this.past.get(`${this.ply} ${this.bottom}`);
    const shown = past || this.position;
    const chosen = this.acts ? this.choice.prefix.filter((part) => part in shown.board.cells) : [];
    const open = this.acts && !this.busy ? this.choice.points : [];
    const targets = this.acts && this.choice.prefix.length ? open : [];
    this.board.show(shown, { chosen, targets, capture: targets.filter((at) => this.choice.captures(at)), lively: this.acts ? new Choice(this.position).points.concat(open) : [] });
    this.#renderPlayers(shown);
    this.#renderStatus();
    this.#renderWays();
    this.#renderSteps();
    this.#renderTurns();
  }

  #renderPlayers(shown) {
    const below = shown.board.bottom;
    this.clocks = [];
    for (const player of this.state.players) {
      const place = player.side === below ? this.parts.lower : this.parts.upper;
      const hand = shown.hands.find(({ side }) => side === player.side);
      const clock = html("span", { class: "clock" });
      if (player.seconds !== undefined) this.clocks.push({ clock, player });
      const own = player.side === this.state.own ? " (you)" : "";
      place.replaceChildren(
        html("span", { class: "turn-mark", "aria-hidden": "true" }, shown.toAct === player.side ? "▸" : ""),
        html("span", { class: "name" }, `${player.name}${own}`),
        html("span", { class: `hand${hand?.held.length > LONG ? " long" : ""}` }, hand?.held ? `${player.side} · ${hand.held}` : hand?.title ?? player.side),
        clock,
      );
      place.classList.toggle("acts", shown.toAct === player.side);
      place.classList.toggle("won", this.state.winner === player.side);
    }
    this.#tick();
  }

  #tick() {
    const passed = (performance.now() - this.heardAt) / 1000;
    for (const { clock, player } of this.clocks ?? []) {
      const left = Math.max(0, player.seconds - (player.runs ? passed : 0));
      clock.textContent = clockOf(left);
      clock.classList.toggle("short", player.runs && left < HOUR);
    }
  }

  #status() {
    const { state } = this;
    if (this.analysis) return this.choice.prefix.length ? "Where to?" : this.analysis.status;
    if (this.ply !== null) return "An earlier position.";
    if (this.wasting) return "Nothing has moved in this turn. End it anyway?";
    if (this.line.length && this.position.complete) return "Send this turn?";
    if (this.acts) {
      if (this.choice.prefix.length) return this.choice.others.length ? "And now?" : "Where to?";
      const asked = this.position.question && this.position.legal.every(({ path }) => path.length === 1 && path[0] !== END);
      return asked ? this.position.question : this.line.length ? "Go on, or send what you have." : "Your turn.";
    }
    if (state.ended) return state.ended;
    const acting = state.players.find(({ side }) => side === this.position.toAct);
    const whose = acting ? `${acting.name}'s turn.` : "";
    return state.own || state.bothSides ? whose : `${whose} You're watching.`;
  }

  #renderStatus() {
    const said = this.#status();
    if (this.parts.status.textContent !== said) this.parts.status.replaceChildren(said);
    this.parts.status.classList.toggle("yours", this.acts || this.line.length > 0);
  }

  #renderWays() {
    const button = (label, onclick, kind = "") => html("button", { type: "button", class: kind, disabled: this.busy, onclick }, label);
    const ways = [];
    const press = (label, work, kind) => button(label, () => this.#analysing(work), kind);
    this.parts.plans.replaceChildren(this.analysis?.below(press) ?? "");
    if (this.analysis) {
      for (const { part, label } of this.choice.others) ways.push(button(label, () => this.#choose(part)));
      if (this.choice.prefix.length) ways.push(button("Cancel", () => this.#leave()));
      else {
        if (this.choice.canEnd) ways.push(button("End turn", () => this.#end()));
        ways.push(...this.analysis.ways(press));
      }
    } else if (this.ply !== null) ways.push(button("Back to now", () => this.#go(Infinity), "main"));
    else if (this.wasting) {
      ways.push(button("End turn", () => this.#end(), "main"), button("Not yet", () => this.#leave()));
    } else {
      if (this.acts) for (const { part, label } of this.choice.others) ways.push(button(label, () => this.#choose(part)));
      if (this.acts && this.choice.prefix.length) ways.push(button("Cancel", () => this.#leave()));
      else {
        if (this.line.length || this.state.canTakeBack) ways.push(button("Take back", () => this.#undo()));
        if (this.acts && this.choice.canEnd) ways.push(button("End turn", () => this.#end(), this.line.length ? "main" : ""));
        if (this.line.length && this.position.complete) ways.push(button("Send", () => this.#doing(() => this.#send()), "main"));
      }
      if (!this.acts && !this.line.length && this.next) ways.push(html("a", { class: "button main", href: pathOf(`match/${this.next}`) }, "Next match"));
    }
    this.parts.ways.replaceChildren(...ways);
  }

  #end() {
    this.choice.clear();
    this.#make(this.position.legal.find(({ path }) => path[0] === END));
  }

  #leave() {
    this.choice.clear();
    this.wasting = false;
    this.#render();
  }

  #renderSteps() {
    const { stops } = this;
    const here = Math.max(stops.indexOf(this.shownPly), this.shownPly > stops.at(-1) ? stops.length - 1 : 0);
    if (!this.slider) {
      this.slider = html("input", { type: "range", min: 0, "aria-label": "Turns", oninput: () => this.#go(this.stops[this.slider.value]) });
      const step = (label, sign, by) => html("button", { type: "button", "aria-label": label, onclick: () => this.#step(by) }, sign);
      this.parts.steps.replaceChildren(
        step("One turn back", "◂", -1), this.slider, step("One turn on", "▸", 1),
        (this.analyse = html("button", { type: "button", class: "analyse", onclick: () => this.#analyse() }, "Analyse")),
        html("button", { type: "button", "aria-label": "Turn the board around", title: "Turn the board around", onclick: () => this.#turnAround() }, "⇅"),
      );
    }
    this.analyse.hidden = !this.state.lines;
    this.analyse.setAttribute("aria-pressed", Boolean(this.analysis));
    this.element.classList.toggle("analysing", Boolean(this.analysis));
    this.slider.max = stops.length - 1;
    this.slider.value = here;
    this.slider.setAttribute("aria-valuetext", here ? `After turn ${here} of ${stops.length - 1}` : "The start");
    this.slider.disabled = stops.length < 2;
  }

  #renderTurns() {
    const { turns } = this.state;
    const here = this.analysis?.state.node ? -1 : this.shownPly;
    const entry = ({ turn, side, text, words, ply }) =>
      html("li", {}, html("button", { type: "button", title: words, "aria-label": `Turn ${turn}, ${side}: ${words}`, "aria-current": ply === here ? "true" : undefined, onclick: () => this.#go(ply) }, `${turn}. ${text}`));
    this.parts.turns.replaceChildren(html("ol", { class: "turn-list" }, ...turns.map(entry)));
    // Not into view: that would scroll the page, too.
    const [list] = this.parts.turns.children;
    const current = list.querySelector("[aria-current]")?.parentElement;
    if (current) list.scrollTop = current.offsetTop - list.offsetTop - (list.clientHeight - current.offsetHeight) / 2;
  }
}
