"""Simuls for stories: hosted by the challenger in the channel, joined and started by taps."""

from __future__ import annotations

from typing import Any, Final

import discord
from simcord.actors import MemberActor
from simcord.builders import ChannelHandle
from simcord.results import InteractionResult

from cogs.kit.presentation import number_of_game
from cogs.simuls import form as simul_form
from cogs.simuls.rules import SimulBoards, SimulId
from cogs.simuls.service import Simuls
from engines import GAMES
from matches import Match, UserId
from matches.time.pace import Pace
from tests.cogs.challenge_forms import filled
from tests.cogs.community import id_of
from tests.cogs.governing import panel_of
from tests.cogs.server import Server, private, text

GAME: Final = "pjawns"
ONE: Final = SimulId(1)
ADMIN: Final = UserId(9)


async def host(server: Server, who: MemberActor | None = None, **options: Any) -> Any:
    """The host's panel after the form, the challenger's unless told otherwise."""
    return panel_of(await asked(server, who, **options))


async def asked(
    server: Server, who: MemberActor | None = None, place: ChannelHandle | None = None, **options: Any
) -> InteractionResult:
    """What answers the form of a simul, opened from /play and sent with these options."""
    host, game = who or server.challenger, options.get("game", GAME)
    panel = panel_of(await host.slash(place or server.channel, "play"))
    await host.click(panel, label="⋯")
    opened = await host.click(panel, label="Host a simul…")
    number, sides = number_of_game(game), GAMES[game].sides
    chosen = {"game": [str(number)]}
    if "places" in options:
        chosen["places"] = [str(options["places"])]
    if "pace" in options:
        chosen["pace"] = [str(simul_form.SLOW.index(Pace.read(options["pace"])) + 1)]
    if "side" in options:
        chosen["side"] = [f"{number}.{sides.index(options['side'])}"]
    if options.get("rated") == "on":
        chosen["rated"] = ["1"]
    return await filled(host, opened, **chosen)


def public(server: Server) -> discord.Message:
    """The public card, the latest if there are several."""
    found = [message for message in server.channel.history() if text(message).startswith("### Simul of")]
    return found[-1]


async def hosting(server: Server) -> Any:
    """The host's panel, opened from the public card."""
    return (await server.challenger.click(public(server), label="Host…")).followups[-1]


async def join(server: Server, *people: MemberActor) -> None:
    for who in people:
        assert private(await who.click(public(server), label="Join")).startswith("You're in, as player")


async def simul(server: Server, number: SimulId = ONE) -> SimulBoards:
    return await server.bot.app[Simuls].with_boards(number)


async def started(server: Server, *players: MemberActor, **options: Any) -> Any:
    """A started simul of the challenger, all its boards open; returns the host's panel."""
    panel = await host(server, **options)
    await join(server, *players)
    panel = await hosting(server)
    await server.challenger.click(panel, label="Start")
    await server.pass_time(minutes=1)
    return panel


async def end(server: Server, match: Match, winner: MemberActor | None) -> None:
    """End a board by an administrator's hand, for a winner or drawn."""
    side = None if winner is None else match.side_of(id_of(winner))
    await server.bot.app.matches.admin.end(match.id, ADMIN, match.guild_id, side)
