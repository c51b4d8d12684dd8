"""Matches for the stories of leaderboards and profiles, stored and not played: it matters how they end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from typing import Any

from simcord.actors import MemberActor
from simcord.results import InteractionResult
from sqlalchemy import Connection

from cogs.text.en import community as community_texts
from data import Database, stores
from matches import (
    ChallengeChannel,
    ChallengeTerms,
    ChannelId,
    CoinSide,
    GuildId,
    Match,
    Opponent,
    Phase,
    Shown,
    UserId,
)
from matches.lifecycle import finish, schedule, setup
from matches.lifecycle.challenge import Policy, made
from matches.lifecycle.history import folded, turns_made
from matches.model import Entry, EntryKind, NewMatch
from matches.players import Human
from matches.ratings.scores import LEAST_TURNS, ending_of, rated_start
from matches.time.pace import DEFAULT_PACE
from tests.cogs.going_on import gone_on
from tests.cogs.server import Server, parts

GAME = "pjawns"


def id_of(who: MemberActor) -> UserId:
    """The id of a person."""
    return UserId(who.id)


def place_of(server: Server, channel: Any = None) -> ChallengeChannel:
    """The place of a challenge that is made in a channel, the usual one if none is given."""
    return ChallengeChannel(GuildId(server.guild.id), ChannelId((channel or server.channel).id))


async def accepted(
    server: Server, one: MemberActor, other: MemberActor, terms: ChallengeTerms, channel: Any = None
) -> Match:
    """A match that ``one`` challenged the other to, who accepted it; no card shows it yet."""
    challenges = server.bot.app.matches.challenges
    place = place_of(server, channel)
    match = await challenges.challenge(id_of(one), Opponent(id_of(other)), terms, place)
    return await challenges.accept(match.id, id_of(other), match.version, call="heads")


async def well_begun(
    server: Server, one: MemberActor, other: MemberActor, *, game: str = GAME, rated: bool = True
) -> Match:
    """A match that goes on, each side having made as many turns as a rated match needs."""
    match = await accepted(server, one, other, ChallengeTerms(game, {}, rated=rated))
    opening = [entry.text for entry in _opening(match, match.changed_at)]
    return await gone_on(server, *opening, number=match.id)


async def won(
    server: Server,
    winner: MemberActor,
    loser: MemberActor,
    *,
    game: str = GAME,
    rated: bool = True,
    shown: bool = True,
) -> Match:
    """A match that the loser gave up; its card is still to be posted, unless it is ``shown``."""
    people, now = (id_of(winner), id_of(loser)), server.bot.app.clock()
    how: dict[str, Any] = {"game": game, "rated": rated, "shown": shown, "coin": server.coin[-1]}
    return await given_up(server.store, *people, place_of(server), now, **how)


async def given_up(
    store: Database,
    winner: UserId,
    loser: UserId,
    place: ChallengeChannel,
    now: datetime,
    *,
    game: str = GAME,
    rated: bool = True,
    shown: bool = True,
    coin: CoinSide = "tails",
) -> Match:
    """A match that ``loser`` was challenged to and gave up, stored at once as it would be at its end.

    Each side had made as many turns as a rated match needs. The game is one without picks.
    """
    wishes = ChallengeTerms(game, {}, rated=rated)
    how: dict[str, Any] = {"coin": lambda: coin, "now": now, "policy": Policy(), "pace": DEFAULT_PACE}
    new = made(wishes, winner, Human(loser), place, **how)
    return await store.write(_given_up, new, coin, shown=shown)


def _given_up(connection: Connection, new: NewMatch, coin: CoinSide, *, shown: bool) -> Match:
    now, match = new.created_at, stores.matches.create(connection, new)
    one, other = match.users
    match = setup.accepted(match, Human(other), call="heads", blind=False, coin=lambda: coin, now=now)
    match = replace(match, version=2, clocks=schedule.in_play(match, folded(match).position, now))
    start = rated_start(match.game_key, one, other, now) if match.rated else None
    match = stores.matches.save(connection, match, start=start).match
    match = replace(match, version=3, entries=tuple(_opening(match, now)))
    side = match.side_of(other)
    assert side is not None
    match = finish.by_resignation(match, side, now, counts=True)
    match = stores.matches.save(connection, match, ending=ending_of(match, folded(match))).match
    if shown:
        seen = Shown(match.version, home=match.channel_id, stage=Phase.FINISHED)
        stores.matches.record_shown(connection, match.id, seen)
    return stores.matches.load(connection, match.id)


def _opening(match: Match, now: datetime) -> Iterator[Entry]:
    """As many turns of each side as a rated match needs."""
    history = folded(match)
    while any(turns_made(history)[side] < LEAST_TURNS for side in match.game.sides):
        position = history.position
        action = str(position.legal_actions()[0])
        entry = Entry(EntryKind.ACTION, action, position.to_act or "", position.ply + 1, now)
        history = history.then(action)
        yield entry


async def beat_all(
    server: Server, winner: MemberActor, *losers: MemberActor, game: str = GAME, shown: bool = True
) -> None:
    """Win a match against each, which makes a place on the leaderboard with three of them."""
    for loser in losers:
        await won(server, winner, loser, game=game, shown=shown)


def newcomers(server: Server, number: int) -> list[MemberActor]:
    """More people of the server."""
    return [server.guild.add_member(server.env.create_user(f"swimmer-{n}")) for n in range(number)]


async def leaderboard(
    server: Server, who: MemberActor, *, where: str = "", when: str = "", **options: Any
) -> InteractionResult:
    """The private panel of /ranking, after the taps that lead to another place or season."""
    result = await who.slash(server.channel, "ranking", **options)
    panel: Any = result.response
    if where == "everywhere":
        await who.click(panel, label=community_texts.EVERYWHERE_SAID)
    if when:
        (menu,) = [part for part in parts(panel) if str(part.get("custom_id")).startswith("rankseason:")]
        season = menu["options"][SEASONS.index(when)]["value"]
        await who.select(panel, [season], custom_id=menu["custom_id"])
    return result


SEASONS = ("all time", "this season", "last season")


def removed(server: Server, who: MemberActor) -> None:
    """``who`` leaves the server; without its intent nobody tells the bot."""
    server.env.backend.remove_member(server.guild.id, who.id)
