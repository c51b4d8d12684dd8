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
        "what is sent meanwhile has a place to wait in",
        ACTIONS,
        "let busyDeferred = false;",
        "let busyDeferred = false;\n  let held = null;",
    ),
    Patch(
        "what is sent meanwhile waits",
        ACTIONS,
        'if (pending || (uncertain && kind !== "close")) {',
        'if (["run_command", "send_message"].includes(kind) && !uncertain '
        "&& (pending ? pending.kind !== kind "
        ": awaitingRevision !== null && awaitingRevision > context.publishedRevision)) "
        '{ held = [kind, extra, metadata]; document.documentElement.dataset.held = "yes"; return; }\n'
        '    if (pending || (uncertain && kind !== "close")) {',
    ),
    Patch(
        "what waited is sent next",
        ACTIONS,
        "const next = queries.entries().next().value;",
        "if (held) { const sent = held; held = null; delete document.documentElement.dataset.held; "
        "dispatch(...sent); return; }\n"
        "    const next = queries.entries().next().value;",
    ),
    Patch(
        "times that are counted from now are known as such",
        TEXT,
        "if (valid) time.dateTime = date.toISOString();",
        "if (valid) time.dateTime = date.toISOString();\n"
        '  if (valid && style === "R") time.dataset.relative = "yes";',
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
