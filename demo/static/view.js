// Added to simcord's page: it keeps to the newest message, keeps room for pictures, counts times from the page's clock,
// loses no press, says what is on its way, follows links to other places, tells of failures, and wakes up after a long sleep.
(() => {
  const timeline = document.getElementById("channel-timeline");
  const messages = document.getElementById("channel-message-list");
  const status = document.getElementById("action-status");
  // Whoever has left the messages for the rest of the page is not fetched back when something here is drawn anew.
  const isHere = () => parent === window || parent.document.activeElement === window.frameElement;

  // ---- the newest message ----
  // Whoever has not scrolled away stays at the bottom, whatever grows there: a message, a picture, a menu.
  let atBottom = true;
  let lastTouched = -Infinity;
  let lastDrawn = -Infinity;
  const DRAWING = 400;
  const distance = () => timeline.scrollHeight - timeline.scrollTop - timeline.clientHeight;
  const toBottom = () => { if (atBottom && distance() > 1) timeline.scrollTop = timeline.scrollHeight; };
  const touched = () => { lastTouched = performance.now(); };
  timeline.addEventListener("wheel", touched, { passive: true });
  timeline.addEventListener("touchmove", touched, { passive: true });
  // The scroll bar, and not a button in a message.
  timeline.addEventListener("pointerdown", (event) => { if (event.target === timeline) touched(); }, { passive: true });
  document.addEventListener("keydown", (event) => {
    if (["PageUp", "PageDown", "Home", "End", "ArrowUp", "ArrowDown", "Tab"].includes(event.key)) touched();
  }, { passive: true });
  timeline.addEventListener("scroll", () => {
    // Nothing has just been drawn: then somebody looks for something, by "find in page" or a screen reader.
    const now = performance.now();
    if (now - lastTouched < 700 || now - lastDrawn > DRAWING) atBottom = distance() < 60;
    else requestAnimationFrame(toBottom);
  }, { passive: true });
  const drawn = () => { lastDrawn = performance.now(); };
  // Not aria-disabled: simcord sets it on every button at each of its looks, twice a second.
  const LOOKS = ["class", "style", "src", "hidden", "open", "aria-expanded"];
  new MutationObserver(drawn).observe(messages, {
    childList: true, subtree: true, characterData: true, attributeFilter: LOOKS,
  });
  const follow = new ResizeObserver(() => { drawn(); requestAnimationFrame(() => requestAnimationFrame(toBottom)); });
  follow.observe(messages);
  follow.observe(timeline);
  document.getElementById("channel-composer").addEventListener("submit", () => { atBottom = true; });
  document.getElementById("new-messages").addEventListener("click", () => { atBottom = true; });

  // ---- pictures ----
  // A message that is drawn anew gets its pictures a moment later. They keep their room meanwhile, else all that
  // is below them would jump away and back, and a menu that was just opened there would be closed.
  const room = new CSSStyleSheet();
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, room];
  const rooms = new Map();
  messages.addEventListener("load", (event) => {
    const picture = event.target;
    if (!(picture instanceof HTMLImageElement) || !picture.matches(".gallery-image")) return;
    picture.classList.add("here");
    const id = picture.closest("[data-message-id]")?.dataset.messageId;
    const { width, height } = picture.getBoundingClientRect();
    const size = `{ width: ${width}px; height: ${height}px; }`;
    if (!id || !height || rooms.get(id) === size) return;
    rooms.set(id, size);
    room.replaceSync([...rooms].map(
      ([message, taken]) => `#channel-message-list [data-message-id="${message}"] .gallery-image:not(.here) ${taken}`,
    ).join("\n"));
  }, true);

  // ---- presses ----
  // What is drawn anew while a finger is on it, or moves away from under it, is pressed all the same.
  const CONTROLS = "button, [role=option]";
  const STILL = 12;
  const LATE = 60;
  let pressed = null;
  // A press that has reached nothing so far.
  let late = null;
  function makeUp() {
    if (late === null) return;
    clearTimeout(late.timer);
    const { was } = late;
    late = null;
    inItsPlace(was)?.click();
  }
  addEventListener("pointerdown", (event) => {
    makeUp();
    const node = event.button === 0 && event.target instanceof Element ? event.target.closest(CONTROLS) : null;
    pressed = node && { node, text: node.textContent, key: node.dataset.controlKey, value: node.dataset.value,
      message: node.closest("[data-message-id]")?.dataset.messageId, x: event.clientX, y: event.clientY };
  }, true);
  addEventListener("pointercancel", () => { pressed = null; }, true);
  addEventListener("click", (event) => {
    if (late === null || !event.isTrusted || !(event.target instanceof Element) || !event.target.closest(CONTROLS)) return;
    clearTimeout(late.timer);
    late = null;
  }, true);
  addEventListener("pointerup", (event) => {
    const was = pressed;
    pressed = null;
    if (!was || Math.hypot(event.clientX - was.x, event.clientY - was.y) > STILL) return;
    if (was.node.isConnected && was.node.contains(event.target)) return;
    // A tap may still reach what is there now.
    late = { was, timer: setTimeout(makeUp, LATE) };
  }, true);
  function inItsPlace(was) {
    if (was.node.isConnected) return was.node;
    const alike = [...document.querySelectorAll(CONTROLS)].filter((node) => node.textContent === was.text
      && node.dataset.value === was.value && node.closest("[data-message-id]")?.dataset.messageId === was.message);
    return alike.find((node) => node.dataset.controlKey === was.key) || (alike.length === 1 ? alike[0] : null);
  }
  // What is on its way, or waits for what was pressed before, looks like it.
  const loading = new CSSStyleSheet();
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, loading];
  addEventListener("presses", ({ detail }) => loading.replaceSync(detail.map((key) => {
    const one = `:is(button, .preview-select)[data-control-key=${JSON.stringify(key)}]`;
    return `${one} { position: relative; opacity: .6; } ${one}:not(.select-trigger)::after { animation: turn .8s linear infinite; content: ""; }`;
  }).join("\n")));

  // ---- times ----
  // "In 3 days" is counted from the clock of the page around this one, which skips ahead: simcord counts from its last look.
  const UNITS = [[60, 1, "second"], [3600, 60, "minute"], [86_400, 3600, "hour"], [604_800, 86_400, "day"], [Infinity, 604_800, "week"]];
  const inWords = new Intl.RelativeTimeFormat("en-GB", { numeric: "auto" });
  function tellTimes() {
    const now = Date.parse(parent.document.getElementById("now")?.dateTime || "");
    if (Number.isNaN(now)) return;
    for (const time of messages.querySelectorAll(".discord-timestamp[data-relative]")) {
      const seconds = (Date.parse(time.dateTime) - now) / 1000;
      const [, length, unit] = UNITS.find(([end]) => Math.abs(seconds) < end);
      const text = inWords.format(Math.round(seconds / length), unit);
      if (time.textContent === text) continue;
      // A screen reader need not say so each time.
      time.setAttribute("aria-live", "off");
      time.textContent = text;
    }
  }
  setInterval(tellTimes, 500);

  // ---- the command box ----
  // What simcord's own script does otherwise is changed in demo/patches.py; here is what a person does around it.
  const form = document.getElementById("channel-composer");
  const box = document.getElementById("channel-composer-input");
  const chosen = () => form.querySelector('.command-popup:not([hidden]) [role="option"][aria-selected="true"]');
  const press = (target, key) => target.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  const WAITS = 3000;
  let held = 0;
  let heldSince = 0;

  /** Whether people (or channels, or roles) to choose from are still on their way. */
  function isAsking(field) {
    return field.getAttribute("role") === "combobox" && field.value && !chosen()
      && /^(MEMBERS|ROLES|CHANNELS)$/.test(form.querySelector(".command-popup-heading")?.textContent || "")
      && form.querySelector(".command-popup .command-empty")?.textContent.startsWith("One moment");
  }

  /** Press the Enters again that came before there was anything to choose. */
  function release() {
    const field = document.activeElement;
    const late = performance.now() - heldSince > WAITS;
    if (!held || !form.contains(field) || (!late && isAsking(field))) return;
    held -= 1;
    if (late) held = 0;
    press(field, "Enter");
    if (held) setTimeout(release);
  }
  // A command that is on its way says so, and is sent once: its row is dimmed, and Enter does nothing meanwhile.
  const sending = document.createElement("span");
  sending.className = "sending";
  sending.setAttribute("role", "status");
  form.append(sending);
  const isSending = () => Boolean(form.querySelector(".command-row"))
    && (document.documentElement.dataset.held?.includes("run_command") || window.simcordPreview.pendingAction?.kind === "run_command");
  function showSending() {
    const text = isSending() ? "Sending …" : "";
    if (sending.textContent === text) return;
    sending.textContent = text;
    form.classList.toggle("is-sending", Boolean(text));
  }
  new MutationObserver(showSending).observe(document.documentElement, { attributes: true, attributeFilter: ["data-held"] });
  function refuseTwice(event) {
    if ((event.type === "keydown" && event.key !== "Enter") || !event.isTrusted || !isSending()) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }
  for (const kind of ["keydown", "submit"]) form.addEventListener(kind, refuseTwice, true);

  let inCommand = false;
  new MutationObserver(() => {
    showSending();
    if (held) setTimeout(release);
    const was = inCommand;
    inCommand = Boolean(form.querySelector(".command-row"));
    // A command was sent, and one goes on typing.
    if (was && !inCommand && isHere() && document.activeElement === document.body && matchMedia("(hover: hover)").matches) box.focus();
  }).observe(form, { childList: true, subtree: true, attributes: true });

  document.addEventListener("keydown", (event) => {
    const field = event.target;
    if (event.key !== "Enter" || !(field instanceof HTMLInputElement) || !field.matches(".command-option-input")) return;
    if (event.isTrusted && (held || isAsking(field))) {
      // A fast typist is ahead of the list: the person meant is chosen as soon as they are there.
      if (!held) { heldSince = performance.now(); setTimeout(release, WAITS + 50); }
      held += 1;
      event.preventDefault();
      event.stopImmediatePropagation();
      return;
    }
    // A chosen suggestion is offered again at once, and Enter would choose it for ever instead of sending the command.
    const offered = chosen();
    const label = offered?.querySelector(".command-suggestion-label") || offered;
    if (!offered || ![offered.dataset.value, label.textContent].includes(field.value)) return;
    press(field, "Escape");
  }, true);

  // Behind a command, what is typed goes into its first option that is still free.
  document.addEventListener("keydown", (event) => {
    const typed = event.key.length === 1 && event.key !== " " && !event.ctrlKey && !event.metaKey && !event.altKey;
    if (!typed || !(event.target instanceof Element) || !event.target.matches(".command-end, .command-chip")) return;
    form.querySelector(".command-ghost")?.click();
    form.querySelector(".command-popup:not([hidden]) .command-suggestion")?.click();
  }, true);

  // A space after a whole command takes it, as Enter does.
  box.addEventListener("keydown", (event) => {
    if (event.key !== " ") return;
    const entry = entryCalled(box.value);
    if (!entry) return;
    event.preventDefault();
    entry.click();
  });
  function entryCalled(invocation) {
    return [...form.querySelectorAll(".command-popup:not([hidden]) .command-entry")].find(
      (entry) => entry.querySelector("strong").textContent === invocation,
    );
  }

  /** Put a command into the box, ready for its options. */
  function begin(invocation) {
    form.querySelector(".command-context-close")?.click();
    box.focus();
    box.value = invocation;
    box.dispatchEvent(new Event("input", { bubbles: true }));
    entryCalled(invocation)?.click();
  }

  // ---- the keyboard ----
  // Letters go to the box wherever nothing else takes them, and Escape leads out of the messages.
  const takesLetters = (target) => target.closest("input, textarea, select, [role=combobox], [role=listbox], [role=dialog], .command-row");
  /** Go to the faces at once, so that the next key already goes there. */
  function leave(event) {
    event.preventDefault();
    parent.document.querySelector('#people [aria-checked="true"]')?.focus();
  }
  // In a command Escape closes its list. Once it is sent there is nothing to close, though its row stays for a moment.
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !event.isTrusted || !form.querySelector(".command-row")) return;
    if (window.simcordPreview.pendingAction?.kind !== "run_command") return;
    event.stopImmediatePropagation();
    leave(event);
  }, true);
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || !(event.target instanceof Element)) return;
    if (event.key === "Escape" && !document.querySelector(".modal-dialog") && !form.querySelector(".command-row")) {
      if (event.target !== box || !box.value) leave(event);
    } else if (event.key.length === 1 && event.key !== " " && !event.ctrlKey && !event.metaKey && !event.altKey
      && !takesLetters(event.target)) box.focus();
  });

  // The buttons of a message's toolbar are one stop of the Tab key: within it the arrow keys lead from one to the next.
  messages.addEventListener("keydown", (event) => {
    const toolbar = event.target.closest(".message-context-actions");
    const all = toolbar ? [...toolbar.querySelectorAll("button")] : [];
    const at = all.indexOf(event.target);
    const next = { ArrowRight: all[(at + 1) % all.length], ArrowLeft: all.at(at - 1), Home: all[0], End: all.at(-1) }[event.key];
    if (!next) return;
    event.preventDefault();
    for (const button of all) button.tabIndex = button === next ? 0 : -1;
    next.focus();
  });

  // ---- Apps ----
  // The bot's commands on a message (in its toolbar, or by a right click or a long press) and on a name.
  const apps = document.createElement("div");
  apps.className = "apps";
  apps.setAttribute("role", "menu");
  apps.setAttribute("aria-label", "Apps");
  apps.hidden = true;
  document.body.append(apps);
  const [person, place] = location.hash.slice(1).split(".");
  const NAMES = ".message-author, .message-author-name, .mention";
  async function openApps(kind, target, x, y) {
    const known = await fetch("/demo/apps").then((answer) => answer.json()).catch(() => ({}));
    apps.replaceChildren(...(known[kind] || []).map((name) => {
      const item = document.createElement("button");
      item.type = "button";
      item.setAttribute("role", "menuitem");
      item.textContent = name;
      item.addEventListener("click", () => {
        apps.hidden = true;
        const query = new URLSearchParams({ as: person, at: place, name, target });
        fetch(`/demo/app?${query}`, { method: "POST", headers: { "X-Demo": "1" } });
      });
      return item;
    }));
    apps.hidden = !apps.childElementCount;
    apps.style.left = `${Math.max(8, Math.min(x, innerWidth - apps.offsetWidth - 8))}px`;
    apps.style.top = `${Math.max(8, Math.min(y, innerHeight - apps.offsetHeight - 8))}px`;
    apps.firstElementChild?.focus();
  }
  document.addEventListener("contextmenu", (event) => {
    const message = event.target.closest?.("[data-message-id]");
    if (!message || event.target.closest("img")) return;
    event.preventDefault();
    const name = event.target.closest(NAMES)?.textContent.replace(/^@/, "");
    openApps(name ? "user" : "message", name || message.dataset.messageId, event.clientX, event.clientY);
  });
  document.addEventListener("click", (event) => { if (!apps.contains(event.target)) apps.hidden = true; });
  apps.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    apps.hidden = true;
    event.stopPropagation();
  });
  function addApps() {
    for (const toolbar of messages.querySelectorAll(".message-context-actions:not(:has(.apps-button))")) {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "message-action-button apps-button";
      button.textContent = "Apps";
      button.tabIndex = -1;
      button.addEventListener("click", (event) => {
        event.stopPropagation();
        const { left, bottom } = button.getBoundingClientRect();
        openApps("message", button.closest("[data-message-id]").dataset.messageId, left, bottom);
      });
      toolbar.append(button);
    }
  }

  // ---- links ----
  // To other places, and commands: a command that is named in a message fills the box.
  const LINKS = ".mention, .command-mention, .thread-summary";
  function followLink(target) {
    const link = target?.closest('a[href^="https://discord.com/channels/"]');
    const thread = target?.closest(".thread-summary");
    const command = target?.closest("#channel-message-list .command-mention");
    const mention = target?.closest(".mention");
    let wish = null;
    if (command) { begin(command.textContent); return true; }
    if (link) wish = { place: new URL(link.href).pathname.split("/")[3] };
    else if (thread) wish = { name: thread.firstChild.textContent.replace(/ · \d+ messages?$/, "") };
    else if (mention?.textContent.startsWith("#")) wish = { name: mention.textContent.slice(1) };
    if (!wish || parent === window) return false;
    parent.postMessage(wish, location.origin);
    return true;
  }
  document.addEventListener("click", (event) => {
    if (event.target instanceof Element && followLink(event.target)) event.preventDefault();
  }, true);
  document.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && event.target instanceof Element && event.target.matches(".to-place") && followLink(event.target)) {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
  }, true);
  function markLinks() {
    for (const link of messages.querySelectorAll(LINKS)) {
      if (link.matches(".to-place") || (link.matches(".mention") && !link.textContent.startsWith("#"))) continue;
      link.classList.add("to-place");
      link.tabIndex = 0;
      link.setAttribute("role", link.matches(".command-mention") ? "button" : "link");
    }
  }
  // A message that is drawn anew takes the focus from its links; they get it back.
  let onLink = null;
  const linksOf = (message) => [...messages.querySelectorAll(`[data-message-id="${message}"] .to-place`)];
  document.addEventListener("focusin", (event) => {
    const message = event.target.matches(".to-place") && event.target.closest("[data-message-id]")?.dataset.messageId;
    onLink = message ? { message, index: linksOf(message).indexOf(event.target) } : null;
  });
  function keepFocus() {
    if (onLink && isHere() && document.activeElement === document.body) linksOf(onLink.message)[onLink.index]?.focus();
  }
  new MutationObserver(() => { markLinks(); keepFocus(); tellTimes(); addApps(); }).observe(messages, { childList: true, subtree: true });
  markLinks();
  addApps();

  // ---- failures ----
  // Only of what the bot knows nothing about: whatever reached the bot is answered by the bot.
  const note = document.createElement("p");
  note.className = "trouble";
  note.setAttribute("role", "status");
  document.body.append(note);
  let hiding;
  let told = null;
  function tell(text) {
    note.textContent = text;
    note.classList.add("shown");
    clearTimeout(hiding);
    hiding = setTimeout(() => note.classList.remove("shown"), 4000);
  }
  function untold() {
    const { lastAction, transport } = window.simcordPreview;
    if (transport.uncertainRequestId) return transport.uncertainRequestId;
    const answered = lastAction && !lastAction.rejected && ["acknowledged", "deferred"].includes(lastAction.acknowledgement);
    return lastAction && !answered ? lastAction.requestId : null;
  }
  new MutationObserver(() => {
    const text = status.textContent || "";
    if (text.includes("unavailable. Reload")) location.reload();
    else if (/not completed|uncertain/.test(text)) {
      // The page writes the same status again with every redraw; one failure is told once.
      const failed = untold();
      if (failed && failed !== told) tell("That did not work. Try again.");
      told = failed || told;
    }
  }).observe(status, { childList: true, characterData: true, subtree: true });
})();
