// A turn while it is chosen: the parts of one action, one after the other. It knows no rules: the server sent
// every legal action as a path of parts, a point or a word each.

const POINT = /^[a-z]\d+$/;
const END = "end";

export const isPoint = (part) => POINT.test(part);

const first = (text) => text.charAt(0).toUpperCase() + text.slice(1);

// Labels without the words that all of them begin with.
function shortened(labels) {
  if (labels.length < 2) return labels;
  const words = labels.map((label) => label.split(" "));
  let same = 0;
  while (words.every((each) => each.length > same + 1 && each[same] === words[0][same])) same += 1;
  return words.map((each) => each.slice(same).join(" "));
}

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
    const parts = this.parts.filter((part) => !isPoint(part) && part !== END);
    const labels = shortened(parts.map((part) => this.#labelOf(part)));
    return parts.map((part, at) => ({ part, label: first(labels[at]) }));
  }

  // What is asked, once something is chosen.
  get question() {
    const [part] = this.prefix;
    const [points, others] = [this.points.length, this.others.length];
    if (this.prefix.length > 1) return points ? "Take another one too, or only this one?" : "What does it become?";
    if (!points) return "What does it become?";
    if (others) return "Where to, or what does it become?";
    return isPoint(part) ? "Where to?" : "Where does it go?";
  }

  // True if this point captures, after the parts chosen so far.
  captures(point) {
    if (this.prefix.length > 1) return true; // a further point of an action is one more that is taken
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
