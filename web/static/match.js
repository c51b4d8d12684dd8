// A match: its players, its board, the turn that is chosen on it, and what was played so far.

import { Analysis } from "./analysis.js";
import { ask, follow, pathOf, Refused } from "./api.js";
import { Board } from "./board.js";
import { html, say, swap } from "./dom.js";
import { Players, Steps, TurnList } from "./parts.js";
import { Choice } from "./turn.js";

const END = "end";

// The actions that two lists of turns have in common at their beginning.
function common(before, after) {
  let ply = 0;
  for (const [at, turn] of before.entries()) {
    if (after[at]?.text !== turn.text || after[at].ply !== turn.ply) break;
    ply = turn.ply;
  }
  return ply;
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
    this.wanted = null; // the turn that is to be looked at once there's time
    this.busy = false;
    this.away = false; // true while no news comes
  }

  async open() {
    this.#build();
    await this.#load();
    follow(this.match, (version) => this.#heard(version), (error) => this.#lost(error), this.signal);
    const refresh = () => document.hidden || this.busy || this.#load().catch((error) => this.#refused(error));
    document.addEventListener("visibilitychange", refresh, { signal: this.signal });
    const ticking = setInterval(() => this.players.tick(), 1000);
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
    const before = this.state;
    const later = before && state.version !== before.version;
    if (later) this.#follow(before, state);
    const turned = this.position && state.position && this.position.board.bottom !== state.position.board.bottom;
    this.state = state;
    this.players.heard();
    if (!this.analysis && !this.line.length && (later || turned || !this.position)) this.#begin(state.position);
    this.#render();
  }

  // The match has gone on: what was looked at stays in sight, what was chosen is gone.
  #follow(before, state) {
    const kept = common(before.turns ?? [], state.turns ?? []);
    for (const [key, { ply }] of this.past) if (ply > kept) this.past.delete(key);
    if (this.ply > kept) this.ply = null;
    if (this.line.length) {
      const own = this.line.filter((text) => text !== END).join(" ");
      const sent = (state.turns ?? []).slice(-2).some(({ text, ply }) => text === own && ply > before.position.ply);
      say(sent ? "Your turn was sent." : "The match has moved on. Here is how it stands now.");
    } else if (this.analysis || this.ply !== null) say(this.#ownTurn(state) ? "It's your turn now." : "A turn was played.");
    this.line = [];
  }

  #ownTurn(state) {
    return (state.position?.legal.length ?? 0) > 0;
  }

  // Go into analysis, or out of it.
  #analyse() {
    this.#doing(async () => {
      if (this.analysis) {
        this.analysis = null;
        this.#begin(this.line.length ? await this.#preview(this.line) : this.state.position);
        return;
      }
      const analysis = new Analysis(this);
      await analysis.go(this.ply === null ? {} : { node: 0, ply: this.ply });
      this.ply = null;
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
    if (this.away) {
      this.away = false;
      this.#render();
    }
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
    if (error instanceof Refused && error.status) say(error.told.error);
    this.away = true;
    this.#render();
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
      if (this.wanted !== null) this.#go(this.wanted);
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
    const [held] = this.choice.prefix;
    if (this.choice.points.includes(point)) {
      this.#choose(point);
      return;
    }
    this.choice.clear();
    if (point !== held && this.choice.points.includes(point)) this.#choose(point);
    else this.#render();
  }

  // A piece is taken up.
  #lift(from) {
    if (!this.acts || this.busy) return;
    this.choice.clear();
    if (this.choice.points.includes(from)) this.choice.take(from);
    this.#render();
  }

  // It is put down, beside the board where `to` is null.
  #drop(from, to) {
    if (!this.acts || this.busy) return;
    if (to && this.choice.points.includes(to)) {
      this.#choose(to);
      return;
    }
    if (to !== from) this.choice.clear();
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
    this.wanted = this.busy ? ply : null;
    if (this.busy) return;
    if (this.analysis) {
      this.#analysing(() => this.analysis.go({ node: 0, ply }));
      return;
    }
    this.#doing(async () => {
      if (ply < this.state.position.ply) await this.#fetch(ply);
      this.ply = ply < this.state.position.ply ? ply : null;
    });
  }

  // Have a position at hand as it is seen from the side that is below.
  async #fetch(ply) {
    const key = `${ply} ${this.bottom}`;
    if (!this.past.has(key)) this.past.set(key, await ask(`match/${this.match}/ply/${ply}${this.#query()}`));
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
    const below = this.#shown.board.bottom;
    this.#doing(async () => {
      this.bottom = sides.find((side) => side !== below);
      if (this.ply !== null) await this.#fetch(this.ply);
      if (this.analysis) {
        await this.analysis.go(this.analysis.spot);
        this.#begin(this.analysis.state);
      } else if (this.line.length) this.#begin(await this.#preview(this.line));
      this.#take(await ask(`match/${this.match}${this.#query()}`));
    });
  }

  // --- what is seen ------------------------------------------------------------------------------

  // The position on the board.
  get #shown() {
    return (this.ply !== null && this.past.get(`${this.ply} ${this.bottom}`)) || this.position;
  }

  #build() {
    this.board = new Board({
      pick: (point) => this.#pick(point),
      lift: (from) => this.#lift(from),
      drop: (from, to) => this.#drop(from, to),
      leave: () => this.#leave(),
    });
    this.players = new Players();
    this.turns = new TurnList((ply) => this.#go(ply));
    this.steps = new Steps({
      go: (at) => this.#go(this.stops[at]),
      step: (by) => this.#step(by),
      analyse: () => this.#analyse(),
      turn: () => this.#turnAround(),
    });
    [this.status, this.ways, this.plans] = ["status", "ways", "plans"].map((name) => html("div", { class: name }));
    this.status.setAttribute("role", "status");
    this.element = html("div", { class: "match" },
      html("section", { class: "play" }, this.players.upper, this.board.element, this.players.lower),
      html("section", { class: "side" }, this.status, this.ways, this.plans, this.steps.element, this.turns.element));
    this.page.replaceChildren(this.element);
  }

  #render() {
    const { state } = this;
    if (!state) return;
    document.getElementById("title").textContent = `${state.game} #${state.match}`;
    document.title = `${this.#ownTurn(state) ? "● " : ""}${state.game} #${state.match}`;
    const card = document.getElementById("card");
    card.hidden = false;
    card.href = state.card;
    this.element.classList.toggle("waiting", !state.position);
    if (!state.position) {
      this.status.replaceChildren("This match hasn't begun. What it waits for is on its card on Discord.");
      swap(this.ways, html("a", { class: "button main", href: state.card }, "Open the card"));
      return;
    }
    const shown = this.#shown;
    const open = this.acts ? this.choice.points : [];
    const chosen = this.acts ? this.choice.prefix.filter((part) => part in shown.board.cells) : [];
    const targets = chosen.length || this.choice.prefix.length ? open : [];
    const lively = this.acts ? new Choice(this.position).points.concat(open) : [];
    this.board.show(shown, { chosen, targets, capture: targets.filter((at) => this.choice.captures(at)), lively });
    // Until it's sent it is still one's own turn.
    const acting = this.line.length && !this.analysis && this.ply === null ? state.position.toAct : shown.toAct;
    this.players.show(state, shown, acting);
    this.#renderStatus();
    this.#renderWays();
    this.element.classList.toggle("analysing", Boolean(this.analysis));
    const wanted = this.wanted ?? this.shownPly;
    this.steps.show(this.stops, wanted, { lines: state.lines, analysing: Boolean(this.analysis) });
    this.turns.show(state.turns, this.analysis?.state.node ? -1 : this.shownPly);
  }

  #status() {
    const { state } = this;
    if (this.acts && this.choice.prefix.length) return this.choice.question;
    if (this.analysis) return this.analysis.status;
    if (this.ply !== null) return this.#ownTurn(state) ? "An earlier position. It's your turn." : "An earlier position.";
    if (this.wasting) return "Nothing has moved in this turn. End it anyway?";
    if (this.line.length && this.position.complete) return "Send this turn?";
    if (this.acts) {
      const asked = this.position.question && this.position.legal.every(({ path }) => path.length === 1 && path[0] !== END);
      return asked ? this.position.question : this.line.length ? "Go on, or end your turn." : "Your turn.";
    }
    if (state.ended) return state.ended;
    const acting = state.players.find(({ side }) => side === this.position.toAct);
    const whose = acting ? `${acting.name}'s turn.` : "";
    return state.own || state.bothSides ? whose : `${whose} You're watching.`;
  }

  #renderStatus() {
    const said = `${this.#status()}${this.away ? " (No connection: trying again …)" : ""}`;
    if (this.status.textContent !== said) this.status.replaceChildren(said);
    this.status.classList.toggle("yours", this.acts || this.line.length > 0);
  }

  #renderWays() {
    const button = (label, onclick, kind = "") => html("button", { type: "button", class: kind, onclick }, label);
    const press = (label, work, kind) => button(label, () => this.#analysing(work), kind);
    const others = this.acts ? this.choice.others.map(({ part, label }) => button(label, () => this.busy || this.#choose(part))) : [];
    swap(this.plans, this.analysis?.below(press) ?? "");
    if (this.acts && this.choice.prefix.length) swap(this.ways, ...others, button("Cancel", () => this.#leave()));
    else if (this.analysis) swap(this.ways, ...others, ...this.#analysisWays(button, press));
    else if (this.ply !== null) swap(this.ways, button("Now", () => this.#go(Infinity), "main"));
    else if (this.wasting) swap(this.ways, button("Not yet", () => this.#leave()), button("End turn", () => this.#end(), "main"));
    else swap(this.ways, ...others, ...this.#turnWays(button));
  }

  #analysisWays(button, press) {
    if (this.analysis.planning) return [];
    const end = this.choice.canEnd ? [button("End turn", () => this.#end())] : [];
    return [...end, ...this.analysis.ways(press)];
  }

  #turnWays(button) {
    const found = [];
    if (this.line.length || this.state.canTakeBack) found.push(button("Take back", () => this.#undo()));
    if (this.acts && this.choice.canEnd) found.push(button("End turn", () => this.#end(), this.line.length ? "main" : ""));
    if (this.line.length && this.position.complete) found.push(button("Send", () => this.#doing(() => this.#send()), "main"));
    if (!this.acts && !this.line.length && this.next) {
      found.push(html("a", { class: "button main", href: pathOf(`match/${this.next}`) }, "Next match"));
    }
    return found;
  }

  #end() {
    if (this.busy) return;
    this.choice.clear();
    this.#make(this.position.legal.find(({ path }) => path[0] === END));
  }

  #leave() {
    this.choice?.clear();
    this.wasting = false;
    this.#render();
  }
}
