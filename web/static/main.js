// Which page this is: a link's, the list of one's matches, or a match.

import { ask, isFor, pathOf, Refused } from "./api.js";
import { html, say } from "./dom.js";
import { MatchView } from "./match.js";

const page = document.getElementById("page");
const here = location.pathname.slice(document.body.dataset.prefix.length);
const leaving = new AbortController();
addEventListener("pagehide", () => leaving.abort());
// A page that the browser kept is out of date.
addEventListener("pageshow", (event) => event.persisted && location.reload());

function note(...parts) {
  page.replaceChildren(html("div", { class: "note" }, ...parts.map((part) => (typeof part === "string" ? html("p", {}, part) : part))));
}

// A link from Discord: who it is for is asked before it is used, so that nobody signs in by accident. Its token
// leaves the address at once, and stays in this tab until it is used.
async function signIn() {
  if (location.hash) sessionStorage.setItem("link", location.hash.slice(1));
  history.replaceState(null, "", pathOf("in"));
  const token = sessionStorage.getItem("link");
  if (!token) throw new Refused(410, { error: "This browser has no link to a board. Press Open the board on Discord, and open it here." });
  const { name } = await ask("link", { token });
  const go = html("button", { type: "button", class: "main" }, "Continue");
  note(html("h2", {}, `You're ${name} on Tidepool`), "This browser stays signed in until you haven't used it for 30 days. Sign out under Turns, or in /settings on Discord.", go);
  go.addEventListener("click", async () => {
    go.disabled = true;
    try {
      const { reader, match } = await ask("in", { token });
      sessionStorage.removeItem("link");
      isFor(reader);
      location.replace(pathOf(match ? `match/${match}` : ""));
    } catch (error) {
      fail(error);
    }
  });
  go.focus();
}

async function listTurns() {
  const { reader, name } = await ask("me");
  isFor(reader);
  const { matches } = await ask("turns");
  document.title = "My turns";
  document.getElementById("title").textContent = "My turns";
  const entry = (one) => html("li", { class: one.yours ? "yours" : "" },
    html("a", { href: one.phase === "playing" ? pathOf(`match/${one.match}`) : one.card },
      html("strong", {}, `${one.game} #${one.match}`),
      html("span", {}, `against ${one.rival}`),
      html("em", {}, one.phase === "playing" ? (one.yours ? "Your turn" : "Their turn") : "On Discord")));
  const out = html("button", { type: "button", onclick: () => ask("out", {}).then(signedOut, fail) }, "Sign out");
  note(matches.length ? html("ol", { class: "match-list" }, ...matches.map(entry)) : "You have no matches just now. Begin one with /play on Discord.",
    html("p", { class: "quiet" }, `Signed in as ${name}. `, out));
}

function signedOut() {
  document.getElementById("title").textContent = document.title = "Tidepool";
  note("You're signed out in this browser.");
}

async function showMatch(match) {
  const { reader } = await ask("me");
  isFor(reader);
  await new MatchView(page, match, leaving.signal).open();
}

function fail(error) {
  if (!(error instanceof Refused)) throw error;
  const again = html("button", { type: "button", class: "main", onclick: () => location.reload() }, "Try again");
  const turns = html("a", { class: "button", href: pathOf("") }, "My turns");
  const ways = error.status === 0 || error.status >= 500 ? [again] : [404, 410].includes(error.status) ? [turns] : [];
  note(error.told.error, ...ways);
}

say("");
const match = here.match(/^\/match\/(\d+)$/)?.[1];
// A link that is put into a tab that is here already changes nothing but the part after the #.
addEventListener("hashchange", () => location.hash && location.reload());
if (here === "/in") signIn().catch(fail);
else if (match) showMatch(match).catch(fail);
else if (here === "/" || here === "") listTurns().catch(fail);
else fail(new Refused(404, { error: "There's no such page here." }));
