"""What people do with a match by ``/match`` and a word, and on the panels that other commands open."""

from __future__ import annotations

from typing import Any

from simcord.results import InteractionResult

from tests.cogs.governing import panel_of
from tests.cogs.server import ids, labels, private, text


async def asked(who: Any, place: Any, deed: str, number: object = None) -> InteractionResult:
    """The answer to ``/match`` and a word: a question, or why there is none. Without a place: as a DM."""
    given = {"deed": deed, **({} if number is None else {"number": str(number)})}
    where = () if place is None else (place,)
    result: InteractionResult = await who.slash(*where, "match", **given)
    return result


async def done(who: Any, place: Any, deed: str, number: object = None) -> str:
    """What somebody is told who does something with a match, and says yes when asked; empty if nothing."""
    question = await asked(who, place, deed, number)
    return await agreed(who, question)


async def agreed(who: Any, question: InteractionResult) -> str:
    """What somebody is told who says yes to a question; of anything else, what that says."""
    shown = panel_of(question)
    if not ids(shown, "matchdeed:"):
        return private(question)
    clicked = await who.click(shown, custom_id=ids(shown, "matchdeed:")[0])
    return "\n".join(map(text, clicked.followups)) or private(clicked)


async def watched(who: Any, place: Any, number: object = None, *, when: str = "end") -> Any:
    """The panel after somebody has chosen when to be pinged about a match."""
    panel = panel_of(await asked(who, place, "watch", number))
    if not ids(panel, "watchset:"):
        return panel  # it says why not
    await who.click(panel, custom_id=ids(panel, f"watchset:.*:{int(when == 'each')}")[0])
    return panel


async def labelled(who: Any, place: Any, command: str, label: str, **options: Any) -> InteractionResult:
    """The answer to a button of the panel that a command opens."""
    panel = panel_of(await who.slash(place, command, **options))
    assert label in labels(panel), labels(panel)
    result: InteractionResult = await who.click(panel, label=label)
    return result
