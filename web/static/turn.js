// A turn while it is chosen: the parts of one action, one after the other. It knows no rules: the server sent
// every legal action as a path of parts, a point or a word each.

const POINT = /^[a-z]\d+$/;
const END = "end";

export const isPoint = (part) => POINT.test(part);

const first = (text) => text.charAt(0).toUpperCase() + text.slice(1);

export class Choice {
  constructor(position) {
    this.position = position;
    this.prefix = [];
  }

  get fitting() {
    return this.position.legal.filter(({ path }) => this.prefix.every((part, at) => path[at] === part));
  }

  // The parts that can come next, each once, in the order of the actions.
  get parts() {
    const depth = this.prefix.length;
    return [...new Set(this.fitting.map(({ path }) => path[depth]).filter((part) => part !== undefined))];
  }

  get points() {
    return this.parts.filter(isPoint);
  }

  // The action that is complete now, if there is one.
  get action() {
    return this.fitting.find(({ path }) => path.length === this.prefix.length) ?? null;
  }

  get canEnd() {
    return !this.prefix.length && this.parts.includes(END);
  }

  // The choices that are no points, with their labels; the end of the turn is none of them.
  get others() {
    return this.parts
      .filter((part) => !isPoint(part) && part !== END)
      .map((part) => ({ part, label: first(this.#labelOf(part)) }));
  }

  // True if this point captures, after the parts chosen so far.
  captures(point) {
    return this.prefix.length === 1 && (this.position.captures[this.prefix[0]] ?? []).includes(point);
  }

  #labelOf(part) {
    const depth = this.prefix.length;
    const going = this.fitting.filter(({ path }) => path[depth] === part);
    return going.length === 1 ? going[0].words : this.position.words[part] ?? part;
  }

  // Choose a part, and all after it that leave no choice; a piece's destination is always chosen by hand.
  take(part) {
    this.prefix.push(part);
    while (!this.action && this.parts.length === 1 && this.prefix.length > 1) this.prefix.push(this.parts[0]);
    return this.action;
  }

  clear() {
    this.prefix = [];
  }
}
