// Added to simcord's page: it keeps to the newest message, keeps room for pictures, follows links to other places,
// tells of failures, and wakes up after a long sleep.
(() => {
  const timeline = document.getElementById("channel-timeline");
  const messages = document.getElementById("channel-message-list");
  const status = document.getElementById("action-status");

  // ---- the newest message ----
  // Whoever has not scrolled away stays at the bottom, whatever grows there: a message, a picture, a menu.
  let atBottom = true;
  let lastTouched = -Infinity;
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
    if (performance.now() - lastTouched < 700) atBottom = distance() < 60;
    else requestAnimationFrame(toBottom);
  }, { passive: true });
  const follow = new ResizeObserver(() => requestAnimationFrame(() => requestAnimationFrame(toBottom)));
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

  // ---- the command box ----
  // A chosen suggestion is offered again at once, and Enter would choose it for ever instead of sending the command.
  document.addEventListener("keydown", (event) => {
    const field = event.target;
    if (event.key !== "Enter" || !(field instanceof HTMLInputElement) || !field.matches(".command-option-input")) return;
    const offered = document.querySelector('.command-popup [role="option"][aria-selected="true"]');
    const label = offered?.querySelector(".command-suggestion-label") || offered;
    if (!offered || ![offered.dataset.value, label.textContent].includes(field.value)) return;
    field.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true, cancelable: true }));
  }, true);

  // ---- links to other places ----
  document.addEventListener("click", (event) => {
    const target = event.target instanceof Element ? event.target : null;
    const link = target?.closest('a[href^="https://discord.com/channels/"]');
    const thread = target?.closest(".thread-summary");
    const mention = target?.closest(".mention");
    let wish = null;
    if (link) wish = { place: new URL(link.href).pathname.split("/")[3] };
    else if (thread) wish = { name: thread.firstChild.textContent.replace(/ · \d+ messages?$/, "") };
    else if (mention?.textContent.startsWith("#")) wish = { name: mention.textContent.slice(1) };
    if (!wish || parent === window) return;
    event.preventDefault();
    parent.postMessage(wish, location.origin);
  }, true);
  new MutationObserver(() => {
    for (const mention of messages.querySelectorAll(".mention:not(.to-place)")) {
      if (mention.textContent.startsWith("#")) mention.classList.add("to-place");
    }
  }).observe(messages, { childList: true, subtree: true });

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
