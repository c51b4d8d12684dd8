"""Answers without their wording, for comparing today's with recorded ones.

Sentences, labels and the names of new threads are rewritten from time to time, and people lose nothing by it.
Everything else of an answer is held word by word: where it comes, who alone sees it, who is pinged, its parts
in their order, custom ids, styles, values of menus, files by their sums. Of a sentence this is held:

- there is one where there was one;
- it still names the people, roles, channels and moments that it named;
- it still names a command if it named one (which one is wording: a better one may be recommended);
- what was chosen or shown by its square, in a label, a menu or the words for a picture, still is;
- a block of text with several lines, such as a board in letters, is the same.

More of each may be said than was said. Rightful differences that are no wording are in ``stated.py``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any, Final

NAMED: Final = re.compile(r"<(?:@&?|#|t:)\d+")
COMMAND: Final = re.compile(r"`/[a-z]+|</[a-z ]+:\d+>")
SQUARE: Final = re.compile(r"\b[a-o]\d{1,2}\b")
BLOCK: Final = re.compile(r"```(?:\w*\n)?(.*?\n.*?)```", re.DOTALL)
TEXT: Final = 10
LABELS: Final = ("label", "description")
CHANGED: Final = ("new ", "edited ", "gone ")
GONE: Final = "gone a new one"
"""What is told of a message that the bot posted since the recorded ones, and that is gone."""


@dataclass(frozen=True)
class Told:
    """One line of what came of a press, and the message that it names: its parts, and what its texts name."""

    line: str
    parts: tuple[str, ...] = ()
    names: frozenset[str] = frozenset()


def told(
    lines: Iterable[str], shown: Mapping[str, Sequence[str]], places: frozenset[str] = frozenset()
) -> list[Told]:
    """What came of a press, without wording. Messages that came together are put in an order without it, too.

    ``places``: the names of the channels and threads that were recorded.
    """
    found: list[Told] = []
    together: list[Told] = []
    for line in lines:
        if line.startswith(CHANGED):
            together.append(_told(line, shown, places))
            continue
        found += [*_in_order(together), _told(line, shown, places)]
        together = []
    return [*found, *_in_order(together)]


def against(came: Sequence[Told], recorded: Sequence[Told]) -> list[str]:
    """The lines to compare; of what the texts name only what the recorded ones, one by one, name too.

    That an answer of before went is left out as they are put side by side: it names nothing.
    """
    lines: list[str] = [one.line for one in came if one.line == GONE]
    pairs = zip_longest(*([one for one in those if one.line != GONE] for those in (came, recorded)))
    for one, other in pairs:
        if one is not None:
            names = one.names if other is None else one.names & other.names
            lines += [one.line, *one.parts, *(f"names {name}" for name in sorted(names))]
    return lines


def _in_order(together: Iterable[Told]) -> list[Told]:
    return sorted(together, key=lambda one: (one.line, one.parts, sorted(one.names)))


def _told(line: str, shown: Mapping[str, Sequence[str]], places: frozenset[str]) -> Told:
    head, _, name = line.rpartition(" ")
    parts = shown.get(name)
    head = re.sub("“(.*?)”", lambda place: place[0] if place[1] in places else "a new thread", head)
    if parts is None:
        return Told(f"{head} {name}".strip())
    names: set[str] = set()
    still: list[str] = []
    for part in parts:
        kept = _without_wording(part, names)
        # A text may become two, or two of them one.
        if not (_is_text(kept) and still and still[-1] == kept):
            still.append(kept)
    return Told(head, tuple(still), frozenset(names))


def _without_wording(part: str, names: set[str]) -> str:
    """A line of a message without wording; what that named is added to the names."""
    indent, said = part[: len(part) - len(part.lstrip())], part.lstrip()
    if said.startswith("form "):
        return f"form {said[said.rindex('<') :]}"
    if said.startswith("content "):
        _note(said, names)
        return "content …"
    if said.startswith(("flags ", "pings ", "embed ")):
        return part
    return indent + (_component(said, names) if said.startswith("{") else _option(said, names))


def _component(said: str, names: set[str]) -> str:
    component: dict[str, Any] = json.loads(said)
    if component.get("type") == TEXT:
        content = component.pop("content")
        _note(content, names)
        component |= {"blocks": blocks} if (blocks := BLOCK.findall(content)) else {}
    for key in LABELS:
        if key in component:
            names |= _squares(component[key])
            component[key] = "…"
    component.pop("placeholder", None)
    return json.dumps(component, ensure_ascii=False, sort_keys=True)


def _option(said: str, names: set[str]) -> str:
    value, _, label = said.partition(": ")
    names |= _squares(label)
    more = json.loads(label[start:]) if (start := label.find(" {")) >= 0 else {}
    more.pop("description", None)
    return f"{value}:{' ' + json.dumps(more, sort_keys=True) if more else ''}"


def _squares(said: str) -> set[str]:
    return set(SQUARE.findall(said.lower()))


def _note(said: str, names: set[str]) -> None:
    names |= set(NAMED.findall(said))
    if COMMAND.search(said):
        names.add("a command")


def _is_text(part: str) -> bool:
    return part.lstrip() == json.dumps({"type": TEXT})
