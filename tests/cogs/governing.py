"""A server with somebody who manages it, for the stories of ``/server``."""

from __future__ import annotations

from typing import Any

import discord
from simcord.actors import MemberActor
from simcord.results import InteractionResult, ResponseMessage

from cogs.panels.server.values import change
from data import stores
from matches import GuildId, MatchId, UserId
from matches.guilds.settings import CHANNELS, GAMES_KEY, ROLES, listed
from tests.cogs.server import Server, ids, private


def an_admin(server: Server) -> MemberActor:
    """Somebody who manages the server and plays in none of its matches."""
    role = server.guild.create_role("Harbour masters", permissions=discord.Permissions(manage_guild=True))
    return server.guild.add_member(server.env.create_user("admin"), roles=[role])


def an_admin_of_roles(server: Server) -> MemberActor:
    """An admin who may give the server's roles, too."""
    admin = an_admin(server)
    allowed = discord.Permissions(manage_guild=True, manage_roles=True)
    high = server.guild.create_role("Admiral", permissions=allowed, position=15)
    server.env.backend.add_member_role(server.guild.id, admin.id, high.id)
    return admin


async def stored(server: Server) -> dict[str, str]:
    """What the server has set."""
    return dict(await server.store.read(stores.people.settings_of_guild, GuildId(server.guild.id)))


async def told(server: Server, admin: MemberActor, command: str, **options: Any) -> str:
    """What the administrator is told in answer to a command in the channel."""
    return private(await admin.slash(server.channel, f"server {command}", **options))


async def allow(server: Server, **named: Any) -> None:
    """Have the server's admins limit play to this role, channel or game, besides those allowed already."""
    guild = GuildId(server.guild.id)
    rules = await server.bot.app.guilds.rules(guild)
    before: dict[str, tuple[str, Any]] = {
        "role": (ROLES, rules.roles),
        "channel": (CHANNELS, rules.channels),
        "game": (GAMES_KEY, rules.games),
    }
    chosen: dict[str, str | None] = {}
    for kind, value in named.items():
        key, allowed = before[kind]
        chosen[key] = listed(allowed | {getattr(value, "id", value)})
    await change(server.bot.app, guild, chosen)


async def asked(
    server: Server,
    admin: MemberActor,
    act: str,
    *,
    match: object = None,
    place: Any = None,
    **chosen: Any,
) -> InteractionResult:
    """The question that the administrator is asked before an act, in the match's own thread.

    It is the answer to /server match, after the taps on its panel; or what refused one of them.
    """
    given = {**({} if match is None else {"match": str(match)})}
    if "player" in chosen:
        given["player"] = chosen["player"]
    opened = await admin.slash(place or server.home, "server match", **given)
    return await asked_on(server, admin, opened, act, **chosen)


async def asked_on(
    server: Server, admin: MemberActor, opened: InteractionResult, act: str, **chosen: Any
) -> InteractionResult:
    """The same from the panel that ``opened`` shows."""
    panel = panel_of(opened)
    if not ids(panel, "govern[a-z]+:"):
        return opened  # it is a refusal, or asks which match
    found = ids(panel, "governabort:|governabortall:")[0]
    number = MatchId(int(found.split(":")[1]))
    verb = {"end": "governend", "rewind": "governback", "handover": "governgive", "close": "governclose"}
    first = "governabortall" if "player" in chosen else verb.get(act, "governabort")
    clicked = await _press(admin, panel, first)
    if clicked.followups:
        return clicked
    match = await server.bot.app.matches.load(number) if number else None
    if act == "end":
        assert match is not None
        ways = [*match.game.sides, "draw"]
        clicked = await _press(admin, panel, f"governwin:.*:{ways.index(chosen['winner'].lower())}")
    elif act == "rewind":
        (menu,) = ids(panel, "governturn:")
        clicked = await admin.select(panel, [str(chosen["move"])], custom_id=menu)
    elif act == "handover":
        assert match is not None
        side = match.game.sides.index(match.side_of(UserId(chosen["from"].id)) or match.game.sides[0])
        (menu,) = ids(panel, f"governto:.*:{side}")
        clicked = await admin.select(panel, [chosen["to"]], custom_id=menu)
    return clicked if clicked.followups else opened


async def _press(admin: MemberActor, panel: Any, pattern: str) -> InteractionResult:
    """A click on the first control that ``pattern`` fits, even where a stranger's panel has none."""
    return await admin.click(panel, custom_id=ids(panel, pattern)[0])


def panel_of(question: InteractionResult) -> ResponseMessage:
    """The private panel of a question, as it is now."""
    shown = question.followups[-1] if question.followups else question.response
    assert shown is not None
    return shown
