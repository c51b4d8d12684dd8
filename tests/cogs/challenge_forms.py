"""Challenges as people make them: by a command, and by the form, opened, filled and sent."""

from __future__ import annotations

from typing import Any

from simcord.actors import MemberActor
from simcord.results import InteractionResult

from cogs.text import challenge_texts
from cogs.text.en.lobby import FIND
from tests.cogs.governing import panel_of
from tests.cogs.server import Server, as_opened, fields, private


async def post(server: Server, who: Any = None, game: str = "pjawns", **options: Any) -> None:
    """An open challenge, the challenger's unless told otherwise."""
    await server.challenged(who or server.challenger, game=game, **options)


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


async def opened_form(
    server: Server, by: MemberActor, game: str, opponent: MemberActor | None = None
) -> InteractionResult:
    """The form for a game as /play opens it: at once for an opponent, else by its button."""
    if opponent is not None:
        return await by.slash(server.channel, "play", game=game, opponent=opponent)
    shown = await by.slash(server.channel, "play", game=game)
    assert shown.response is not None
    return await by.click(shown.response, label="Challenge…")


async def filled(by: MemberActor, opened: InteractionResult, **chosen: Any) -> InteractionResult:
    """Send the form that ``opened`` shows, with what is chosen; the rest stays as it was."""
    return await by.submit_modal(opened, {**as_opened(opened), **chosen})


def offered(opened: InteractionResult) -> dict[str, str]:
    """The values of all that can be chosen in the form, by their labels."""
    found = [one for field in fields(opened) for one in field.get("options", [])]
    return {one["label"]: one["value"] for one in found}


def answer(result: InteractionResult) -> Any:
    """The last message that answers what was sent."""
    return result.followups[-1] if result.followups else result.response


async def find(server: Server, who: Any = None, **options: Any) -> Any:
    """The lobby of somebody, the visitor unless told otherwise."""
    by, game = who or server.visitor, options.get("game")
    if game is None:
        return panel_of(await by.slash(server.channel, "match", number="find"))
    panel = panel_of(await by.slash(server.channel, "play", game=game))
    await by.click(panel, label=FIND)
    return panel


async def withdrawn(server: Server, opponent: Any = None, command: str = "pjawns") -> str:
    """What the challenger is told about a challenge, which they withdraw at once."""
    server.command = command
    told = private(await server.challenge(opponent))
    await withdraw(server)
    return told
