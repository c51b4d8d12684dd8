"""The changes made to simcord's scripts on their way to the browser.

simcord's command box is made for tests: it asks for suggestions only after a key press, leaves the focus on
the selected item, and filters people on its server. In the demo a person types. Each change replaces a piece
of text that occurs in a script exactly once; `tests/demo/test_simulator.py` fails with its name if one is
missing after an upgrade.
"""

from typing import NamedTuple


class Patch(NamedTuple):
    """A change: its name, the script's path, the old text, and the new one."""

    name: str
    path: str
    old: str
    new: str


COMMANDS = "/commands.js"
ACTIONS = "/actions.js"
MEDIA = "/media.js"
MESSAGES = "/messages.js"
TEXT = "/text.js"
COMPOSER = "/composer.js"
APP = "/app.js"
ASSETS = "/assets.js"
DRAFTS = "/select-drafts.js"
SELECTS = "/selects.js"
COMPONENTS = "/components.js"

#: Those whose code simcord colours.
LANGUAGES = (
    *("bash", "cpp", "csharp", "css", "diff", "dockerfile", "go", "ini", "java", "javascript", "json"),
    *("markdown", "python", "rust", "sql", "typescript", "xml", "yaml"),
)

PATCHES = (
    Patch(
        "the frame has a title for people",
        "/",
        "<title>SimCord Preview</title>",
        "<title>Messages</title>",
    ),
    Patch(
        "people are filtered at once",
        COMMANDS,
        "name: entry.label ?? entry.name ?? entry.username ?? entry.id,\n    })) : [];",
        "name: entry.label ?? entry.name ?? entry.username ?? entry.id,\n    })).filter((entry) => ["
        "entry.name, entry.username].some((name) => String(name ?? '').toLowerCase().includes("
        "String(currentDraft().values[option.name]?.raw ?? '').trim().replace(/^[@#]/, '')"
        ".toLowerCase()))) : [];",
    ),
    Patch(
        "an empty field is offered suggestions",
        COMMANDS,
        'const current = String(field.value || "");\n',
        'const current = String(field.value || "");\n'
        "            if (!autocompleteResults.has(autocompleteKey(currentDraft(), option.name, current))) "
        "queryAutocomplete(option, current);\n",
    ),
    Patch(
        "the first suggestions are asked for at once",
        COMMANDS,
        "{ draftId: commandDraft.id, draftVersion: commandDraft.version });\n    }, 250));",
        "{ draftId: commandDraft.id, draftVersion: commandDraft.version });\n    }, queryValue ? 250 : 20));",
    ),
    Patch(
        "the first people are asked for at once",
        COMMANDS,
        'dispatch("browse_candidates", { control_key: key, query: queryValue, cursor: null });\n'
        "    }, 200));",
        'dispatch("browse_candidates", { control_key: key, query: queryValue, cursor: null });\n'
        "    }, queryValue ? 200 : 20));",
    ),
    Patch(
        "what is still being asked for does not look like nothing",
        COMMANDS,
        'autocomplete.state === "failed" ? "Loading options failed" : "No options match"',
        '(heading.startsWith("OPTIONS MATCHING") ? autocomplete.state === "loading" '
        ': timers.size > 0 || pendingKind === "browse_candidates") ? "One moment …" '
        ': autocomplete.state === "failed" ? "The suggestions did not come" : "No options match"',
    ),
    Patch(
        "a heading ends with what was typed, if anything",
        COMMANDS,
        'node("div", "command-popup-heading", heading)',
        'node("div", "command-popup-heading", heading.replace(/ MATCHING $/, ""))',
    ),
    Patch(
        "options show their descriptions",
        COMMANDS,
        'item.append(node("span", "command-suggestion-ellipsis", "…"))',
        'item.append(node("span", "command-suggestion-meta", value.description || ""))',
    ),
    Patch(
        "Enter sends a command whose options are all optional",
        COMMANDS,
        "if (option) addOptional(option);\n    }, { optional: true });",
        "if (option) addOptional(option);\n    }, { optional: true });\n"
        '    if (owner.matches(".command-chip, .command-end")) suggestionListbox.setActive(-1);',
    ),
    Patch(
        "there is a place behind the last option",
        COMMANDS,
        "if (!contextBar?.isConnected) form.insertBefore(contextElement(), row);\n"
        '    if (pendingKind === "run_command") {',
        'const end = node("span", "command-end"); end.tabIndex = 0; end.setAttribute("role", "button");\n'
        '    end.setAttribute("aria-label", pendingKind === "run_command" '
        "? `Sending /${currentDraft().invocation}` : `Press Enter to send /${currentDraft().invocation}`);\n"
        "    commandElement().append(end);\n"
        "    if (!contextBar?.isConnected) form.insertBefore(contextElement(), row);\n"
        '    if (pendingKind === "run_command") {',
    ),
    Patch(
        "the focus goes behind what was chosen",
        COMMANDS,
        "renderCompose({ focus: Boolean(next) });",
        "renderCompose({ focus: Boolean(next) });\n"
        '    if (!next) queryElement(commandElement(), ".command-end")?.focus();',
    ),
    Patch(
        "the focus stays behind the last option when the row is drawn anew",
        COMMANDS,
        "clearPopup();\n    commandElement().replaceChildren();",
        'const behind = Boolean(document.activeElement?.matches(".command-end"));\n'
        "    clearPopup();\n    commandElement().replaceChildren();",
    ),
    Patch(
        "the focus comes back behind the last option",
        COMMANDS,
        "} else if (focus && !currentDraft().focused) chip.focus();",
        "} else if (behind) end.focus();\n    else if (focus && !currentDraft().focused) chip.focus();",
    ),
    Patch(
        "leaving a command leaves no text behind",
        COMMANDS,
        'close.addEventListener("click", exitCommand);',
        'close.addEventListener("click", () => { exitCommand(); input.value = ""; '
        'input.dispatchEvent(new Event("input", { bubbles: true })); });',
    ),
    Patch(
        "something can be sent while something else is on its way",
        COMPOSER,
        "sendButton.disabled = Boolean(state.pendingAction) ||",
        "sendButton.disabled = Boolean(state.pendingAction && state.editTargetId) ||",
    ),
    Patch(
        "presses wait in a row",
        ACTIONS,
        "let busyDeferred = false;",
        "let busyDeferred = false;\n  const held = [];\n"
        "  /** The same press again, while it is under way: a button that is loading is pressed once. */\n"
        '  const isRepeated = (kind, extra) => ["run_command", "send_message"].includes(kind) '
        "? pending?.kind === kind || held.some(([other]) => other === kind)\n"
        "    : [[pending?.kind, pending?.controlKey ?? pending?.targetId, pending?.submittedValues], "
        "...held.map(([other, what]) => [other, what.control_key ?? what.target_id, what.values])]\n"
        "      .some((one) => JSON.stringify(one) === "
        "JSON.stringify([kind, extra.control_key ?? extra.target_id, extra.values]));",
    ),
    Patch(
        "who waits is told to the page",
        ACTIONS,
        "function publish() { changed(report()); }",
        "function publish() { changed(report()); window.dispatchEvent(new CustomEvent('presses', "
        "{ detail: [pending?.queryPending ? null : pending?.controlKey, "
        "...held.map(([, what]) => what.control_key)].filter(Boolean) })); "
        "if (held.length) document.documentElement.dataset.held = held.map(([kind]) => kind).join(' '); "
        "else delete document.documentElement.dataset.held; }",
    ),
    Patch(
        "what is pressed meanwhile waits",
        ACTIONS,
        'if (pending || (uncertain && kind !== "close")) {',
        "if (!pageAction(kind) && !uncertain && (pending "
        "|| (awaitingRevision !== null && awaitingRevision > context.publishedRevision))) {\n"
        "      if (!isRepeated(kind, extra)) { held.push([kind, extra, metadata]); publish(); }\n"
        "      return;\n    }\n"
        '    if (pending || (uncertain && kind !== "close")) {',
    ),
    Patch(
        "what waited is sent next",
        ACTIONS,
        "const next = queries.entries().next().value;",
        "if (held.length && (awaitingRevision === null || awaitingRevision <= context.publishedRevision)) "
        "{ const next = held.shift(); publish(); dispatch(...next); return; }\n"
        "    const next = queries.entries().next().value;",
    ),
    Patch(
        "a press names Discord's own id of the button or menu",
        APP,
        "  syncActionContext();\n  actions.dispatch(kind, extra, {",
        "  syncActionContext();\n"
        "  const look = (part) => !part || typeof part !== 'object' ? null\n"
        "    : part.control_key === extra.control_key && part.custom_id "
        "|| Object.values(part).map(look).find(Boolean) || null;\n"
        "  const target = /^message:(\\d+):component:/.exec(extra.control_key || '')?.[1];\n"
        "  const custom_id = target ? look(state.snapshot?.messages?.[target]?.components) : null;\n"
        "  if (custom_id) extra = { ...extra, custom_id };\n"
        "  actions.dispatch(kind, extra, {",
    ),
    Patch(
        "a choice in a menu waits like a press",
        DRAFTS,
        "if (state.pendingAction || state.blocked) {",
        "if (state.pinnedCapture) {",
    ),
    Patch(
        "a menu of several entries can be closed meanwhile",
        DRAFTS,
        "button.disabled = blocked || !state.dropdown || pinnedCapture;",
        "button.disabled = !state.dropdown || pinnedCapture;",
    ),
    Patch(
        "a menu says how many to choose where that is a number to keep to",
        SELECTS,
        ": selectionStatus || `${selected.length} selected. Choose ${minimum}–${maximum} options.`;",
        ': selectionStatus || (maximum > 1 ? `${selected.length} of ${maximum} at most` : "");',
    ),
    Patch(
        "a form says in a few words where it goes",
        COMPONENTS,
        '`This form will be submitted to ${modal.application_name || "this application"}. '
        "Do not share passwords or other sensitive information.`",
        '`Goes to ${modal.application_name || "this application"}. No passwords, please.`',
    ),
    Patch(
        "an emoji whose picture did not come leaves the words beside it",
        TEXT,
        'image.replaceWith(node("span", "emoji-unavailable", `${label} unavailable`));',
        "image.remove();",
    ),
    Patch(
        "an emoji without a picture leaves the words beside it",
        TEXT,
        'parent.append(node("span", "emoji-unavailable", `${label} unavailable`));\n    options.onDiagnostic',
        "options.onDiagnostic",
    ),
    *(
        Patch(
            f"the colours of {name} are not loaded",
            TEXT,
            f'import {name} from "./vendor/highlight/es/languages/{name}.min.js";\n',
            f"const {name} = null;\n",
        )
        for name in LANGUAGES
    ),
    Patch(
        "nor is what would colour code",
        TEXT,
        'import hljs from "./vendor/highlight/es/core.min.js";\n',
        "const hljs = { registerLanguage() {} };\n",
    ),
    Patch(
        "code has one colour",
        TEXT,
        "const language = languageName(sourceLanguage);",
        'const language = "";',
    ),
    Patch(
        "only fonts with letters that are there are waited for",
        APP,
        "await presentation.fonts();",
        "await document.fonts.ready;",
    ),
    Patch(
        "the messages are asked for at once",
        APP,
        'const metadata = await fetch("/backend-diagnostics.json", { cache: "no-store" });',
        'const opened = request("/api/pages", "POST", {}, null);\n'
        '    const metadata = await fetch("/backend-diagnostics.json");',
    ),
    Patch(
        "the messages come with the words for failures",
        APP,
        'const snapshot = await request("/api/pages", "POST", {}, null);',
        "const snapshot = await opened;",
    ),
    Patch(
        "pictures come before what can wait",
        APP,
        "presentation.observe();",
        "await Promise.race([Promise.all(state.renderPendingMedia), "
        "new Promise((go) => setTimeout(go, 1000))]);\n"
        "    presentation.observe();",
    ),
    Patch(
        "times that are counted from now are known as such",
        TEXT,
        "if (valid) time.dateTime = date.toISOString();",
        "if (valid) time.dateTime = date.toISOString();\n"
        '  if (valid && style === "R") time.dataset.relative = "yes";',
    ),
    Patch(
        "the newest pictures come first",
        ASSETS,
        "let epoch = 0;",
        "let epoch = 0;\n  const line = [];\n  let serving = 0;\n"
        "  const serve = () => { while (serving < 3 && line.length) { serving += 1; line.pop()(); } };\n"
        "  const turn = () => new Promise((go) => { line.push(go); setTimeout(serve); });",
    ),
    Patch(
        "each picture waits for its turn",
        ASSETS,
        "const pending = fetch(`/api/assets/${encodeURIComponent(id)}${suffix}`, "
        '{ headers: headers(), cache: "no-store" }).then(',
        "const pending = turn().then(() => fetch(`/api/assets/${encodeURIComponent(id)}${suffix}`, "
        '{ headers: headers(), cache: "no-store" })).then(',
    ),
    Patch(
        "the next picture has its turn",
        ASSETS,
        "}).finally(() => { if (loads.get(requestKey)",
        "}).finally(() => { serving -= 1; serve(); if (loads.get(requestKey)",
    ),
    Patch(
        "the button of a picture says what is in the picture",
        MEDIA,
        'trigger.setAttribute("aria-label", `Open ${label || "image"} in image preview`);',
        'trigger.setAttribute("aria-label", `Enlarge: ${media.description || label || "picture"}`);',
    ),
    Patch(
        "what can be done with a message is one stop of the Tab key",
        MESSAGES,
        "if (toolbar.childElementCount) root.append(toolbar);",
        "toolbar.querySelectorAll('button').forEach((button, at) => { button.tabIndex = at ? -1 : 0; });\n"
        "    if (toolbar.childElementCount) root.append(toolbar);",
    ),
    Patch(
        "a redraw fetches no focus from outside of the messages",
        APP,
        "if (!active || active === document.body || !active.isConnected) restoreFocus();",
        "if (frameElement && parent.document.activeElement !== frameElement) return;\n"
        "      if (!active || active === document.body || !active.isConnected) restoreFocus();",
    ),
)


def patched(path: str, text: str) -> str:
    """The script or page at this path, with our changes."""
    for patch in PATCHES:
        if patch.path == path:
            text = text.replace(patch.old, patch.new)
    return text
