"""What every card of the bot keeps, read from the components that Discord is sent."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from cogs.kit import phone
from cogs.kit.card import BLUE, MOST_PARTS, MOST_TEXT, ROW_SIZE
from cogs.kit.controls import CONTROLS, read_id
from tests import heights

Component = Mapping[str, Any]
ROW: Final = 1
BUTTON: Final = 2
BOX: Final = 17


def cards_in(sent: Any) -> Iterator[Sequence[Component]]:
    """The components of each message in the body of a request."""
    if not isinstance(sent, Mapping):
        return
    components = sent.get("components")
    if isinstance(components, list) and any(part.get("type") == BOX for part in components):
        yield components
    yield from cards_in(sent.get("data"))


def faults(
    card: Sequence[Component], *, names: phone.Names = phone.NOBODY, public: bool = False
) -> list[str]:
    """What is wrong with a card, each with all that it says: none with one that keeps the rules.

    ``names``: those of users that are shorter than Discord allows. ``public``: it is no answer to one person
    alone.
    """
    parts = list(walk(card))
    blue = [part["label"] for part in parts if part["type"] == BUTTON and part["style"] == BLUE.value]
    wide = [part for part in parts if part["type"] == ROW and len(part["components"]) > ROW_SIZE]
    texts = [part["content"] for part in parts if "content" in part]
    found = {
        f"several blue buttons, {blue}": len(blue) > 1,
        f"{len(parts)} components": len(parts) > MOST_PARTS,
        f"{sum(map(len, texts))} characters": sum(map(len, texts)) > MOST_TEXT,
        "a row that is too wide": bool(wide),
        f"ids that their controls don't take, {(odd := [*_odd_ids(parts)])}": bool(odd),
    }
    told = [fault for fault, is_so in found.items() if is_so]
    return [f"{fault}: {texts}" for fault in (*told, *heights.faults(card, parts, names, public=public))]


def _odd_ids(parts: Sequence[Component]) -> Iterator[str]:
    """The ids of controls that what is declared of them doesn't allow, and entries of menus, by id."""
    for part in parts:
        if "custom_id" not in part:
            continue
        used = CONTROLS[part["custom_id"].partition(":")[0]]
        _, held = read_id(part["custom_id"])
        if not used.grammar.takes.fit(held.numbers):
            yield part["custom_id"]
        entries = [one["value"] for one in part.get("options", ())]
        yield from (f"{part['custom_id']} {one}" for one in entries if not used.fits(held.numbers, [one]))


def walk(components: Sequence[Component]) -> Iterator[Component]:
    """Every component, nested ones too."""
    for component in components:
        yield component
        if "accessory" in component:
            yield component["accessory"]
        yield from walk(component.get("components", ()))
