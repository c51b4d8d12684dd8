// Elements in few words.

const SVG = "http://www.w3.org/2000/svg";

function made(element, properties, children) {
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat().filter((one) => one !== null && one !== undefined && one !== false));
  return element;
}

// An element of HTML; `properties` beginning with "on" are listeners.
export function html(name, properties = {}, ...children) {
  return made(document.createElement(name), properties, children);
}

export function svg(name, properties = {}, ...children) {
  return made(document.createElementNS(SVG, name), properties, children);
}

// Put other children into an element; who was on one with the keyboard is on the same one then, or on the first.
export function swap(parent, ...children) {
  const had = parent.contains(document.activeElement) ? document.activeElement.textContent : null;
  parent.replaceChildren(...children);
  if (had === null) return;
  const there = [...parent.querySelectorAll("button, a")];
  const next = there.find((one) => one.textContent === had) ?? there[0] ?? document.querySelector(".cells [tabindex='0']");
  next?.focus();
}

const SAID_FOR = 6000;
let silence;

export function say(sentence) {
  const said = document.getElementById("said");
  said.textContent = sentence;
  said.classList.toggle("shown", Boolean(sentence));
  clearTimeout(silence);
  if (sentence) silence = setTimeout(() => say(""), SAID_FOR);
}
