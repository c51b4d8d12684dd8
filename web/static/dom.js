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

export function say(sentence) {
  const said = document.getElementById("said");
  said.textContent = sentence;
  said.classList.toggle("shown", Boolean(sentence));
}
