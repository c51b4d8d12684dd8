"""Tournaments for stories: created by taps or by the services, joined, and played out quickly."""

from __future__ import annotations

from datetime import timedelta
from typing import Any, Final

from simcord.actors import MemberActor
from simcord.results import InteractionResult

from cogs.kit.call import show_all
from cogs.tournaments import texts as tournament_texts
from cogs.tournaments.cards import TournamentCards
from cogs.tournaments.service import Tournaments
from matches import Match, Phase
from matches.tournaments.model import (
    DEFAULT_ROUND_DAYS,
    Format,
    Tournament,
    TournamentId,
    TournamentTerms,
)
from tests.cogs.community import id_of, place_of
from tests.cogs.forged import OwnMessage
from tests.cogs.governing import an_admin, panel_of
from tests.cogs.server import Server, ids, parts, text

FIRST: Final = TournamentId(1)


async def new(server: Server, who: MemberActor) -> InteractionResult:
    """The answer to *New…* in the list of tournaments."""
    return await who.click(panel_of(await who.slash(server.channel, "tournaments")), label="New…")


async def draft(server: Server, who: MemberActor, **chosen: str) -> Any:
    """The panel of a new tournament, with these entries chosen in its menus, by a part of their labels."""
    panel = (await new(server, who)).followups[-1]
    for label in chosen.values():
        await choose(who, panel, label)
    return panel


async def pressed(server: Server, who: MemberActor, verb: str, number: int = 1) -> InteractionResult:
    """The answer to a button of a tournament, also of one that its card does not show to them."""
    return await OwnMessage(server, who, server.channel).click(f"{verb}:0:0:{number}")


async def choose(who: MemberActor, panel: Any, label: str) -> None:
    """``who`` chooses the entry with ``label`` in one of the menus of a panel."""
    for part in parts(panel):
        for option in part.get("options") or []:
            if option["label"].startswith(label):
                await who.select(panel, [option["value"]], custom_id=part["custom_id"])
                return
    raise AssertionError(f"no entry {label!r}")


async def refused(who: MemberActor, panel: Any, label: str) -> str:
    """The refusal of what ``who`` clicks on a private panel."""
    return text((await who.click(panel, label=label)).followups[-1])


async def created(server: Server, who: MemberActor, **chosen: str) -> Any:
    """A tournament is created; returns the panel, as it is then."""
    panel = await draft(server, who, **chosen)
    await who.click(panel, label="Create")
    return panel


async def made(
    server: Server,
    form: Format = Format.ROUND_ROBIN,
    *,
    game: str = "pjawns",
    event: bool = False,
    **terms: Any,
) -> MemberActor:
    """A tournament such as the panel makes, told to the services alone; returns the admin in charge."""
    admin, app = an_admin(server), server.bot.app
    now = app.clock()
    if "most" not in terms:
        terms["entries_until"] = now + timedelta(days=7)
    chosen = TournamentTerms(form, **{"round_days": DEFAULT_ROUND_DAYS[form], **terms})
    name = tournament_texts.usual_name(game, form, now)
    place = place_of(server)
    found = await app[Tournaments].create(id_of(admin), place, name, game, chosen, event=event)
    with server.env.as_bot():
        await app[TournamentCards].show(found.id)
    return admin


async def started(
    server: Server, people: list[MemberActor], form: Format = Format.ROUND_ROBIN, **terms: Any
) -> MemberActor:
    """A tournament of these people has begun; returns the admin who organises it."""
    admin = await made(server, form, **{"most": len(people), **terms})
    for who in people:
        await server.bot.app[Tournaments].enter(FIRST, id_of(who))
    await run(server)
    return admin


async def entered(server: Server, people: list[MemberActor]) -> None:
    """These people enter the first tournament, and entries are over."""
    for who in people:
        await server.bot.app[Tournaments].enter(FIRST, id_of(who))
    await server.pass_time(days=8)


async def seen(server: Server, which: TournamentId = FIRST) -> Tournament:
    """A tournament as stored."""
    return await server.bot.app[Tournaments].load(which)


def card(server: Server, number: int = 1) -> Any:
    """The card of a tournament, as it is now: the newest message with its controls."""
    found = [one for one in server.channel.history() if ids(one, rf"tour(?!news)\w+:0:0:{number}\b")]
    assert found, "there is no card"
    return found[-1]


async def leaves(who: MemberActor, shown: Any) -> Any:
    """``who`` leaves by the details of a card; returns what they are told or asked."""
    details = (await who.click(shown, label="Details")).followups[-1]
    return (await who.click(details, label="Leave…")).followups[-1]


async def run(server: Server) -> None:
    """What is due in tournaments is done, until nothing is; the cards show it."""
    for _ in range(60):
        await server.pass_time(minutes=2)
        if not await server.bot.app[Tournaments].due(1) and not await server.bot.app[Tournaments].unshown(1):
            return
    raise AssertionError("it comes to no rest")


async def running(server: Server, which: TournamentId = FIRST) -> list[Match]:
    """The matches of a tournament that are being played."""
    found = await seen(server, which)
    matches = [
        await server.bot.app.matches.load(game.match_id)
        for game in found.pairings
        if game.match_id is not None and game.running
    ]
    return [match for match in matches if match.phase is not Phase.FINISHED]


async def resign_all(server: Server, order: list[MemberActor], which: TournamentId = FIRST) -> None:
    """In each running match the one who is later in ``order`` resigns."""
    strength = {id_of(one): number for number, one in enumerate(order)}
    for match in await running(server, which):
        loser = max(match.users, key=lambda user: strength.get(user, len(order)))
        ended = await server.bot.app.matches.play.resign(match.id, loser)
        with server.env.as_bot():
            await show_all(server.bot.app, [ended])
    await run(server)
