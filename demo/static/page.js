// The start page: who you are, where you are, and what is new elsewhere.
// The address bar holds both, as #person/place, so that a tab can be copied and the back button works.

const THREAD = '<svg viewBox="0 0 24 24" width="18" height="18"><path d="M5 4v7a4 4 0 0 0 4 4h10M15 10l5 5-5 5" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"/></svg>';
const SIGNS = { channel: "#", thread: THREAD, dm: "@" };
const ASK_EVERY = 500;
const ASK_EVERY_BUSY = 120;
const OPENS_WITHIN = 60_000;

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone || "";

const byId = (id) => document.getElementById(id);
let state = null;
let shown = "";
let gone = false;
let wanted = null;
// What was asked before a press was answered knows nothing of it.
let presses = 0;
let pressing = false;
// The stop of time that is told until somebody goes there, goes elsewhere, lets more time pass or closes it.
let stopped = null;

function wish() {
  const [person, place] = location.hash.slice(1).split("/");
  return { person: person || "ada", place: /^\d{1,20}$/.test(place) ? place : "" };
}

function go(person, place) {
  closeSidebar();
  stopped = null;
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

function sign(kind) {
  const made = element("span", { class: "sign", "aria-hidden": "true" });
  made.innerHTML = SIGNS[kind];
  return made;
}

/** Redraw only on a change: a button that is replaced while it is pressed is never clicked. The focus stays. */
function draw(parent, ...children) {
  const next = element("div", {}, ...children);
  if (next.innerHTML === parent.innerHTML) return;
  const focused = parent.contains(document.activeElement) ? document.activeElement.dataset : null;
  parent.replaceChildren(...next.childNodes);
  if (!focused) return;
  const again = focused.person ? parent.querySelector('[aria-checked="true"]')
    : focused.fold ? parent.querySelector(`[data-fold="${focused.fold}"]`) : parent.querySelector(`[data-place="${focused.place}"]`);
  again?.focus();
}

function personButton(person, chosen, here) {
  const waiting = person.unread > 0 && !chosen;
  const turn = person.turns.includes(here.id) ? element("span", { class: "turn", title: `It's ${person.name}'s turn here` }, "turn")
    : person.turns.length ? element("span", { class: "turn elsewhere", title: `It's ${person.name}'s turn elsewhere` }, "turn") : null;
  return element(
    "button",
    {
      type: "button", role: "radio", class: "person", "aria-checked": String(chosen), tabindex: chosen ? 0 : -1,
      "data-person": person.key, title: person.answers ? `${person.name} answers by themselves` : null,
    },
    avatar(person.key, 26),
    person.name,
    turn,
    waiting ? element("span", { class: "dot", role: "img", "aria-label": "has unread messages" }) : null,
  );
}

function placeButton(place, chosen) {
  const unread = place.unread > 0 && !chosen;
  const kind = place.kind === "dm" ? avatar("tidepool", 24)
    : place.kind === "thread" ? element("span", { class: "branch", "aria-hidden": "true" }) : sign(place.kind);
  const count = place.kind === "dm" ? place.unread : place.pings;
  const mark = !unread ? null
    : count ? element("span", { class: "count", "aria-label": `${count} for you` }, String(count))
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
    kind,
    element("span", { class: "name" }, place.title),
    mark,
  );
}

// Kept with the tab, as what else one has set in it.
const isUnfolded = (name) => sessionStorage.getItem(name) === "shown";

/** Threads that are out of the way, as on Discord, but for the one that is being looked at. */
function folded(name, title, places, here, button) {
  if (!places.length) return [];
  const open = isUnfolded(name);
  const unread = !open && places.some((place) => place.unread > 0 && place.id !== here.id);
  const fold = element(
    "button",
    { type: "button", class: "fold", "aria-expanded": String(open), "data-fold": name },
    `${title} (${places.length})`,
    unread ? element("span", { class: "dot", role: "img", "aria-label": "unread" }) : null,
  );
  return [fold, ...places.filter((place) => open || place.id === here.id).map(button)];
}

function drawSidebar(here) {
  const inServer = state.places.filter((place) => place.kind !== "dm");
  const letters = state.places.filter((place) => place.kind === "dm");
  const group = (name) => element("p", { class: "group" }, name);
  const button = (place) => placeButton(place, place.id === here.id);
  draw(
    byId("places"),
    group("Channels"),
    ...inServer.filter((place) => place.own && !place.archived).map(button),
    ...folded("finished", "Finished", inServer.filter((place) => place.own && place.archived), here, button),
    ...folded("others", "Browse threads", inServer.filter((place) => !place.own), here, button),
    ...(letters.length ? [group("Direct messages"), ...letters.map(button)] : []),
  );
  draw(byId("people"), ...state.people.map((person) => personButton(person, person.key === state.person, here)));
  const name = state.people.find((person) => person.key === state.person).name;
  draw(
    byId("title"),
    sign(here.kind),
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
  byId("hello-alone").hidden = state.company;
  byId("hello-evening").hidden = !state.company;
  for (const button of document.querySelectorAll("[data-way]")) button.hidden = !state.ways.includes(button.dataset.way);
  byId("afresh-empty").hidden = !state.evening;
  setBusy(pressing || state.busy !== null);
  const stop = state.trouble || state.busy ? null : stopped;
  notice(stop ? stoppedAt(stop) : state.trouble || state.busy, state.progress, stop);
}

function stoppedAt(stop) {
  return `Stopped at ${new Date(stop.at).toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" })}:`;
}

function setBusy(busy) {
  for (const button of document.querySelectorAll(".clock-buttons button")) button.disabled = busy;
}

/** Say something above the messages; a stop of time is a link to what stopped it. */
function notice(text, progress = null, stop = null) {
  byId("notice").hidden = !text;
  write(byId("notice-text"), text || "");
  write(byId("notice-link"), stop ? stop.said || stop.title : "");
  for (const button of [byId("notice-link"), byId("notice-close")]) button.hidden = !stop;
  byId("progress").hidden = progress === null;
  byId("progress").value = progress || 0;
}

/** A screen reader reads again what is written again, so nothing is that stays the same. */
function write(part, text) {
  if (part.textContent !== text) part.textContent = text;
}

/** Nothing is in sight until the place that one goes to is drawn: the one before is not it. */
function cover(covered) {
  byId("stage").classList.toggle("covered", covered);
  write(byId("opening"), covered ? "Opening …" : "");
}

/** Show a place in a frame of its own. */
function show(person, place, age = state.age) {
  const view = `${person}.${place}`;
  const stage = byId("stage");
  if (`${age} ${view}` === shown) {
    if (!stage.querySelector("iframe.loading")) cover(false);
    return;
  }
  shown = `${age} ${view}`;
  cover(true);
  for (const old of stage.querySelectorAll("iframe")) old.remove();
  const frame = element("iframe", { src: `/view?zone=${zone}#${view}`, title: "Messages", class: "loading", name: "view" });
  stage.append(frame);
  const started = Date.now();
  const uncover = () => {
    if (!frame.isConnected) return;
    let drawn = false;
    try { drawn = frame.contentWindow.simcordPreview.contextId !== null; } catch { /* not there yet */ }
    if (!drawn && Date.now() - started < OPENS_WITHIN) { setTimeout(uncover, 30); return; }
    frame.classList.remove("loading");
    cover(false);
    // As on Discord one may type at once; where there are no keys, that would bring some up.
    if (document.activeElement === document.body && matchMedia("(hover: hover)").matches) box()?.focus();
  };
  uncover();
}

// ---- what is asked ----------------------------------------------------------------------------------------------

async function ask() {
  const { person, place } = wish();
  const seeing = document.visibilityState === "visible" ? place : "";
  const query = new URLSearchParams({ as: person, at: seeing, zone });
  const answer = await fetch(`/demo/state?${query}`);
  if (!answer.ok) throw new Error(String(answer.status));
  return answer.json();
}

async function update() {
  try {
    const asked = `${location.hash} ${presses}`;
    const fresh = await ask();
    if (gone) { location.reload(); return; }
    if (asked !== `${location.hash} ${presses}`) return;
    const before = state;
    state = fresh;
    const wished = wish().place;
    const here = state.places.find((place) => place.id === wished);
    // An address may name somebody, or a place, that there is not.
    if (!here || state.person !== wish().person) {
      location.replace(`#${state.person}/${(here || state.places[0]).id}`);
      return;
    }
    if (before && state.age === before.age && state.stops > before.stops) stopped = state.stop;
    drawSidebar(here);
    show(state.person, here.id);
    if (before) followTurn(before, here);
  } catch {
    gone = true;
    notice("The demo has stopped. Start it again, and this page comes back by itself.");
  }
}

async function keepAsking() {
  await update();
  setTimeout(keepAsking, state?.busy ? ASK_EVERY_BUSY : ASK_EVERY);
}

async function press(path) {
  pressing = true;
  setBusy(true);
  await fetch(path, { method: "POST", headers: { "X-Demo": "1" } }).catch(() => null);
  pressing = false;
  presses += 1;
  await update();
}

// ---- whose turn it is -------------------------------------------------------------------------------------------

// Kept with the tab: somebody with a tab for each person wants none of them to change.
const follows = () => sessionStorage.getItem("follow") === "yes";

function setFollow(on) {
  sessionStorage.setItem("follow", on ? "yes" : "no");
  byId("follow").setAttribute("aria-pressed", String(on));
}

/** Become whoever is to move, once the person one is has moved in this place. */
function followTurn(before, here) {
  if (!follows() || before.person !== state.person) return;
  const waits = (told, key) => told.people.find((person) => person.key === key).turns.includes(here.id);
  if (!waits(before, state.person) || waits(state, state.person)) return;
  const next = state.people.find((person) => waits(state, person.key));
  if (next) go(next.key, here.id);
}

function welcome(wanted) {
  if (!wanted) localStorage.setItem("welcomed", "yes");
  byId("hello").hidden = localStorage.getItem("welcomed") === "yes";
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
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || event.target.closest("dialog")) return;
  closeSidebar();
  focusFaces();
});
for (const button of document.querySelectorAll("[data-post]")) {
  button.addEventListener("click", () => { closeSidebar(); stopped = null; press(`/demo/${button.dataset.post}`); });
}
byId("afresh").addEventListener("click", () => { closeSidebar(); byId("afresh-question").showModal(); });
byId("afresh-question").addEventListener("close", (event) => {
  const answer = event.target.returnValue;
  if (["yes", "empty"].includes(answer)) press(`/demo/afresh${answer === "empty" ? "?empty" : ""}`);
  event.target.returnValue = "";
});
byId("about").addEventListener("click", () => { closeSidebar(); byId("about-answer").showModal(); });
for (const button of document.querySelectorAll("[data-way]")) {
  button.addEventListener("click", async () => {
    button.disabled = true;
    const answer = await fetch(`/demo/way/${button.dataset.way}`, { method: "POST", headers: { "X-Demo": "1" } }).catch(() => null);
    button.disabled = false;
    if (!answer?.ok) return;
    const { person, place } = await answer.json();
    welcome(false);
    byId("about-answer").close();
    go(person, place);
    update();
  });
}
byId("follow").addEventListener("click", () => setFollow(!follows()));
byId("hello-close").addEventListener("click", () => welcome(false));
byId("notice-link").addEventListener("click", () => { if (stopped) go(stopped.person, stopped.place); });
byId("notice-close").addEventListener("click", () => { stopped = null; update(); });
byId("places").addEventListener("click", (event) => {
  const fold = event.target.closest("[data-fold]")?.dataset.fold;
  if (fold) {
    sessionStorage.setItem(fold, isUnfolded(fold) ? "folded" : "shown");
    update();
    return;
  }
  const button = event.target.closest("[data-place]");
  if (button) go(wish().person, button.dataset.place);
});
function become(key) {
  if (key !== wish().person) welcome(false);
  // Everyone sees the same channel and threads; direct messages are one's own.
  const here = state.places.find((place) => place.id === wish().place);
  const shared = here && here.kind !== "dm" ? here.id : state.places[0].id;
  go(key, shared);
}
byId("people").addEventListener("click", (event) => {
  const button = event.target.closest("[data-person]");
  if (button) become(button.dataset.person);
});

// ---- the keyboard -----------------------------------------------------------------------------------------------

function focusFaces() {
  byId("people").querySelector('[aria-checked="true"]')?.focus();
}

function box() {
  const inside = document.querySelector("iframe:not(.loading)")?.contentDocument;
  return inside?.querySelector(".command-option-input, .command-end") || inside?.getElementById("channel-composer-input");
}
byId("people").addEventListener("keydown", (event) => {
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  if (step) {
    event.preventDefault();
    const all = state.people.map((person) => person.key);
    become(all[(all.indexOf(wish().person) + step + all.length) % all.length]);
  } else if (event.key === "Tab" && !event.shiftKey && box()) {
    event.preventDefault();
    box().focus();
  }
});
// Letters go to the box of the messages wherever nothing else takes them.
document.addEventListener("keydown", (event) => {
  const letter = event.key.length === 1 && event.key !== " " && !event.ctrlKey && !event.metaKey && !event.altKey;
  const field = letter && !event.target.closest("dialog") && box();
  if (!field) return;
  // It is in another document, which the letter would not reach by itself.
  event.preventDefault();
  field.focus();
  if (!("setRangeText" in field)) return;
  field.setRangeText(event.key, field.selectionStart, field.selectionEnd, "end");
  field.dispatchEvent(new Event("input", { bubbles: true }));
});
window.addEventListener("hashchange", () => {
  cover(true);
  const { person, place } = wish();
  const here = state?.person === person && state.places.find((known) => known.id === place);
  if (here) { drawSidebar(here); show(person, place); }
  update();
});

function goToWanted() {
  const found = wanted && (state.places.find((place) => place.id === wanted.place)
    || state.places.findLast((place) => place.title === wanted.name));
  if (!found) return false;
  wanted = null;
  go(wish().person, found.id);
  return true;
}
// A link to a channel or thread was pressed in a message.
window.addEventListener("message", (event) => {
  if (event.origin !== location.origin || !event.data || !state) return;
  wanted = event.data;
  // A thread that has just been made may not be known here yet: then it is at the next look.
  if (!goToWanted()) update().then(goToWanted).finally(() => { wanted = null; });
});

setFollow(follows());
welcome(true);
// The messages need not wait for what the rest of the page shows.
const { first, age } = document.body.dataset;
if (!location.hash) history.replaceState(null, "", `#${first}`);
if (wish().place) show(wish().person, wish().place, age);
keepAsking();
