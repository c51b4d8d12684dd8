"""Challenges as people make them: by a command, and by the form, opened, filled and sent."""

from __future__ import annotations

from typing import Any, Final

from simcord.actors import MemberActor
from simcord.results import InteractionResult

from cogs.text import challenge_texts
from tests.cogs.server import Server

RADIOS: Final = 21
"""Discord's number for a group of radio buttons."""


async def post(server: Server, who: Any = None, game: str = "pjawns", **options: Any) -> None:
    """An open challenge, the challenger's unless told otherwise."""
    await (who or server.challenger).slash(server.channel, f"{game} challenge", **options)


async def details(by: Any, card: Any) -> Any:
    """What is told behind *⋯* on a challenge's card."""
    return answer(await by.click(card, label=challenge_texts.DETAILS))


async def withdraw(server: Server, card: Any = None, by: Any = None) -> InteractionResult:
    """A challenge is withdrawn, the challenger's latest one unless told otherwise."""
    who = by or server.challenger
    return await who.click(await details(who, card or server.invitation), label=challenge_texts.WITHDRAW)


async def sent(by: MemberActor, panel: Any, label: str = "Challenge…", **chosen: Any) -> InteractionResult:
    """Open the form by a button of a panel, and send it."""
    return await filled(by, await by.click(panel, label=label), **chosen)


async def filled(by: MemberActor, opened: InteractionResult, **chosen: Any) -> InteractionResult:
    """Send the form that ``opened`` shows, with what is chosen; the rest stays as it was."""
    return await by.submit_modal(opened, {**as_opened(opened), **chosen})


def as_opened(opened: InteractionResult) -> dict[str, Any]:
    """What is chosen in the form's menus and boxes as it opens: lists, but one value of radio buttons."""
    found: dict[str, Any] = {}
    for field in fields(opened):
        if "options" in field:
            chosen = [one["value"] for one in field["options"] if one.get("default")]
            found[field["custom_id"]] = chosen[0] if field["type"] == RADIOS else chosen
    return found


def offered(opened: InteractionResult) -> dict[str, str]:
    """The values of all that can be chosen in the form, by their labels."""
    found = [one for field in fields(opened) for one in field.get("options", [])]
    return {one["label"]: one["value"] for one in found}


def fields(opened: InteractionResult) -> list[dict[str, Any]]:
    """The fields of the form that ``opened`` shows."""
    assert opened.modal is not None, "no form was opened"
    return [label["component"] for label in opened.modal["components"]]


def answer(result: InteractionResult) -> Any:
    """The last message that answers what was sent."""
    return result.followups[-1] if result.followups else result.response
