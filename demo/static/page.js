// The start page: who you are, where you are, and what is new elsewhere.
// The address bar holds both, as #person/place, so that a tab can be copied and the back button works.

const SIGNS = { channel: "#", thread: "#", dm: "@" };
const ASK_EVERY = 700;

const byId = (id) => document.getElementById(id);
let state = null;
let shown = "";
let gone = false;

function wish() {
  const [person, place] = location.hash.slice(1).split("/");
  return { person: person || "you", place: /^\d{1,20}$/.test(place) ? place : "" };
}

function go(person, place) {
  closeSidebar();
  location.hash = `${person}/${place}`;
}

// ---- what is drawn ----------------------------------------------------------------------------------------------

function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== false) made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children.filter((child) => child !== null));
  return made;
}

function avatar(key, size) {
  return element("img", { src: `/demo/avatars/${key}.png`, alt: "", width: size, height: size });
}

/** Redraw only on a change: a button that is replaced while it is pressed is never clicked. */
function draw(parent, ...children) {
  const next = element("div", {}, ...children);
  if (next.innerHTML !== parent.innerHTML) parent.replaceChildren(...next.childNodes);
}

function personButton(person, chosen) {
  const waiting = person.unread > 0 && !chosen;
  return element(
    "button",
    { type: "button", role: "radio", class: "person", "aria-checked": String(chosen), "data-person": person.key },
    avatar(person.key, 26),
    person.name,
    waiting ? element("span", { class: "dot", role: "img", "aria-label": "has unread messages" }) : null,
  );
}

function placeButton(place, chosen) {
  const unread = place.unread > 0 && !chosen;
  const sign = place.kind === "dm" ? avatar("tidepool", 24)
    : place.kind === "thread" ? element("span", { class: "branch", "aria-hidden": "true" }) : element("span", { class: "sign", "aria-hidden": "true" }, SIGNS[place.kind]);
  const mark = !unread ? null
    : place.kind === "dm" ? element("span", { class: "count", "aria-label": `${place.unread} unread` }, String(place.unread))
    : element("span", { class: "dot", role: "img", "aria-label": "unread" });
  return element(
    "button",
    {
      type: "button",
      class: `place ${place.kind}${unread ? " unread" : ""}`,
      "aria-current": chosen ? "page" : null,
      "data-place": place.id,
      title: place.title,
    },
    sign,
    element("span", { class: "name" }, place.title),
    mark,
  );
}

function drawSidebar(here) {
  const inServer = state.places.filter((place) => place.kind !== "dm");
  const letters = state.places.filter((place) => place.kind === "dm");
  const group = (name) => element("p", { class: "group" }, name);
  const button = (place) => placeButton(place, place.id === here.id);
  draw(
    byId("places"),
    group("Channels"),
    ...inServer.map(button),
    ...(letters.length ? [group("Direct messages"), ...letters.map(button)] : []),
  );
  draw(byId("people"), ...state.people.map((person) => personButton(person, person.key === state.person)));
  const name = state.people.find((person) => person.key === state.person).name;
  draw(
    byId("title"),
    element("span", { class: "sign", "aria-hidden": "true" }, SIGNS[here.kind]),
    here.kind === "thread" ? element("span", { class: "above" }, inServer[0].title) : null,
    here.title,
  );
  document.title = `${here.title} as ${name} · Tidepool demo`;
  byId("menu-dot").hidden = !state.places.some((place) => place.unread > 0 && place.id !== here.id);
  const now = new Date(state.now);
  byId("now").textContent = now.toLocaleString("en-GB", {
    weekday: "long", day: "numeric", month: "long", hour: "2-digit", minute: "2-digit",
  });
  byId("now").dateTime = state.now;
  byId("tomorrow").disabled = byId("restart").disabled = state.busy !== null;
  notice(state.trouble || state.busy);
}

function notice(text) {
  byId("notice").hidden = !text;
  byId("notice").textContent = text || "";
}

/** Show a place in a frame of its own; the one before stays until the new one is drawn. */
function show(person, place) {
  const view = `${person}.${place}`;
  if (view === shown) return;
  shown = view;
  const frame = element("iframe", { src: `/view#${view}`, title: "Messages", class: "loading", name: "view" });
  const stage = byId("stage");
  for (const old of stage.querySelectorAll("iframe.loading")) old.remove();
  const before = [...stage.children];
  stage.append(frame);
  const started = Date.now();
  const uncover = () => {
    if (!frame.isConnected) return;
    let ready = false;
    try { ready = frame.contentWindow.simcordPreview.ready; } catch { /* not there yet */ }
    if (!ready && Date.now() - started < 5000) { setTimeout(uncover, 30); return; }
    frame.classList.remove("loading");
    for (const old of before) old.remove();
  };
  uncover();
}

// ---- what is asked ----------------------------------------------------------------------------------------------

async function ask() {
  const { person, place } = wish();
  const seeing = document.visibilityState === "visible" ? place : "";
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone || "";
  const query = new URLSearchParams({ as: person, at: seeing, zone });
  const answer = await fetch(`/demo/state?${query}`);
  if (!answer.ok) throw new Error(String(answer.status));
  return answer.json();
}

async function update() {
  try {
    const asked = location.hash;
    const fresh = await ask();
    if (gone) { location.hash = ""; location.reload(); return; }
    if (asked !== location.hash) return;
    state = fresh;
    const wished = wish().place;
    const here = state.places.find((place) => place.id === wished);
    if (!here) { location.replace(`#${state.person}/${state.places[0].id}`); return; }
    drawSidebar(here);
    show(state.person, here.id);
  } catch {
    gone = true;
    notice("The demo has stopped. Start it again, and this page comes back by itself.");
  }
}

async function keepAsking() {
  await update();
  setTimeout(keepAsking, ASK_EVERY);
}

async function press(path) {
  byId("tomorrow").disabled = byId("restart").disabled = true;
  await fetch(path, { method: "POST", headers: { "X-Demo": "1" } }).catch(() => null);
  await update();
}

// ---- what is pressed --------------------------------------------------------------------------------------------

function openSidebar() {
  byId("sidebar").classList.add("open");
  byId("shade").hidden = false;
  byId("menu").setAttribute("aria-expanded", "true");
}

function closeSidebar() {
  byId("sidebar").classList.remove("open");
  byId("shade").hidden = true;
  byId("menu").setAttribute("aria-expanded", "false");
}

byId("menu").addEventListener("click", openSidebar);
byId("shade").addEventListener("click", closeSidebar);
document.addEventListener("keydown", (event) => { if (event.key === "Escape") closeSidebar(); });
byId("restart").addEventListener("click", () => press("/demo/restart"));
byId("tomorrow").addEventListener("click", () => press("/demo/tomorrow"));
byId("places").addEventListener("click", (event) => {
  const button = event.target.closest("[data-place]");
  if (button) go(wish().person, button.dataset.place);
});
byId("people").addEventListener("click", (event) => {
  const button = event.target.closest("[data-person]");
  if (!button) return;
  // Everyone sees the same channel and threads; direct messages are one's own.
  const here = state.places.find((place) => place.id === wish().place);
  const shared = here && here.kind !== "dm" ? here.id : state.places[0].id;
  go(button.dataset.person, shared);
});
window.addEventListener("hashchange", update);
// A link to a channel or thread was pressed in a message.
window.addEventListener("message", (event) => {
  if (event.origin !== location.origin || !event.data || !state) return;
  const { place, name } = event.data;
  const found = state.places.find((candidate) => candidate.id === place)
    || state.places.findLast((candidate) => candidate.title === name);
  if (found) go(wish().person, found.id);
});

keepAsking();
