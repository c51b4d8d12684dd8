// The analysis board: both sides are pushed on the same board, in lines that only their reader sees.

import { ask } from "./api.js";
import { html } from "./dom.js";

export class Analysis {
  // `view` is the match's; `take(state)` shows a position, `doing(work)` does one thing at a time.
  constructor(view) {
    this.view = view;
    this.state = null;
  }

  #query(more = {}) {
    const query = new URLSearchParams(more);
    if (this.view.bottom) query.set("bottom", this.view.bottom);
    return `?${query}`;
  }

  async go(spot = {}) {
    this.planning = false;
    this.state = await ask(`match/${this.view.match}/lines${this.#query(spot)}`);
  }

  async #post(what, body) {
    this.planning = false;
    this.state = await ask(`match/${this.view.match}/lines/${what}${this.#query()}`, body);
  }

  // The place where one is, as the server knows it.
  get spot() {
    return { node: this.state.node, ply: this.state.ply };
  }

  make(action) {
    return this.#post("try", { ...this.spot, mark: this.state.mark, action: action.text });
  }

  get status() {
    const { line, over, tried } = this.state;
    if (over) return "The match would be over here.";
    if (line.length) return line.join(" ");
    return tried ? "Analysis: only you see this." : "Push either side. Only you see this.";
  }

  // The buttons below the board; `press(label, work, kind)` makes one.
  ways(press) {
    const { state } = this;
    const found = state.ways.map((way) =>
      press(`${way.played ? "▸ " : ""}${way.text}`, () => this.go({ node: way.node, ply: way.ply }), "way"));
    if (state.plan.length) found.push(press("Plan…", () => { this.planning = true; }, state.planned.length ? "" : "main"));
    if (state.before) found.push(press("◂ Back", () => this.go(state.before)));
    if (state.node) found.push(press("Delete", () => this.#post("delete", { node: state.node })));
    if (state.node || state.ply !== this.view.state.position.ply) found.push(press("Now", () => this.go()));
    return found;
  }

  // The question before answers are saved, and the answers that are.
  below(press) {
    const { state } = this;
    if (this.planning && state.plan.length) {
      const save = () => this.#post("plan", { node: state.node, version: state.version });
      return html("div", { class: "plan" },
        html("p", {}, "Save these answers? Each is played the moment its condition comes true."),
        html("ul", {}, ...state.plan.map((said) => html("li", {}, said))),
        html("div", { class: "ways" }, press("Save", save, "main"), press("Not now", () => { this.planning = false; })));
    }
    if (!state.planned.length) return null;
    const entry = ({ number, said }) =>
      html("li", {}, `${said} `, press("Remove", () => this.#post("unplan", { number, ...this.spot }), "small"));
    return html("div", { class: "plan" }, html("p", {}, "Saved conditional moves"), html("ul", {}, ...state.planned.map(entry)));
  }
}
