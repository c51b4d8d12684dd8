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

// A link from Discord: who it is for is asked before it is used, so that nobody signs in by accident.
async function signIn() {
  const token = location.hash.slice(1);
  history.replaceState(null, "", pathOf("in"));
  isFor("");
  const { name } = await ask("link", { token });
  const go = html("button", { type: "button", class: "main" }, "Continue");
  note(html("h2", {}, `You're ${name} on Tidepool`), "This browser stays signed in for 30 days. You can sign out under /settings on Discord.", go);
  go.addEventListener("click", async () => {
    go.disabled = true;
    try {
      const { reader, match } = await ask("in", { token });
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
  const out = html("button", { type: "button", onclick: () => ask("out", {}).then(() => note("You're signed out in this browser."), fail) }, "Sign out");
  note(matches.length ? html("ol", { class: "match-list" }, ...matches.map(entry)) : "You have no matches just now. Begin one with /play on Discord.",
    html("p", { class: "quiet" }, `Signed in as ${name}. `, out));
}

async function showMatch(match) {
  const { reader } = await ask("me");
  isFor(reader);
  await new MatchView(page, match, leaving.signal).open();
}

function fail(error) {
  if (!(error instanceof Refused)) throw error;
  const again = html("button", { type: "button", class: "main", onclick: () => location.reload() }, "Try again");
  note(error.told.error, ...(error.status === 0 || error.status >= 500 ? [again] : []));
}

say("");
const match = here.match(/^\/match\/(\d+)$/)?.[1];
(here === "/in" ? signIn() : match ? showMatch(match) : listTurns()).catch(fail);
