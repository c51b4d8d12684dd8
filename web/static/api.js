// What the page asks the server, and how it hears that a match has changed.

const prefix = document.body.dataset.prefix;
const FIRST_WAIT = 1000;
const LONGEST_WAIT = 30000;
const SAID_AFTER = 3; // a page that was just left counts for a moment

// Whom this tab is for: another user's cookie must not answer for it.
let reader = sessionStorage.getItem("reader") ?? "";

export function pathOf(path) {
  return `${prefix}/${path}`;
}

export function isFor(user) {
  reader = user;
  sessionStorage.setItem("reader", user);
}

// A request that was refused: `told` is the server's answer, with a sentence in `error`.
export class Refused extends Error {
  constructor(status, told) {
    super(told.error);
    this.status = status;
    this.told = told;
  }
}

const headers = () => ({ "X-Tidepool-Reader": reader });

async function answerOf(response) {
  const told = await response.json().catch(() => ({ error: "The server gave no answer that can be read." }));
  if (!response.ok) throw new Refused(response.status, told);
  return told;
}

// Ask for `path`, or with a body have something done there. Throws Refused.
export async function ask(path, body) {
  const options = body
    ? { method: "POST", headers: { ...headers(), "Content-Type": "application/json" }, body: JSON.stringify(body) }
    : { headers: headers() };
  let response;
  try {
    response = await fetch(pathOf(`api/${path}`), options);
  } catch {
    throw new Refused(0, { error: "No connection. Nothing was lost: try again in a moment." });
  }
  return answerOf(response);
}

// Call `heard` with each version of a match, and `lost` with what keeps it from coming, until `signal` ends it.
export async function follow(match, heard, lost, signal) {
  let wait = FIRST_WAIT;
  let failed = 0;
  while (!signal.aborted) {
    try {
      const response = await fetch(pathOf(`api/match/${match}/live`), { headers: headers(), signal });
      if (!response.ok) await answerOf(response);
      [wait, failed] = [FIRST_WAIT, 0];
      for await (const version of versionsIn(response.body)) heard(version);
    } catch (error) {
      if (signal.aborted) return;
      failed += 1;
      if (failed >= SAID_AFTER) lost(error);
    }
    await new Promise((resolve) => {
      setTimeout(resolve, wait);
      addEventListener("online", resolve, { once: true });
    });
    wait = Math.min(2 * wait, LONGEST_WAIT);
  }
}

async function* versionsIn(stream) {
  const lines = stream.pipeThrough(new TextDecoderStream()).getReader();
  let kept = "";
  for (;;) {
    const { value, done } = await lines.read();
    if (done) return;
    kept += value;
    const whole = kept.split("\n");
    kept = whole.pop();
    for (const line of whole) if (line.startsWith("data: ")) yield JSON.parse(line.slice(6)).version;
  }
}
