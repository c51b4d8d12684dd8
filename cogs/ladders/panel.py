"""A server's ladder of a game: a private panel with a picture, and a public message of its top.

The controls' ids hold the numbers of the game and the page.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

import discord
from discord import ui

from cogs.kit.arguments import GAME, ID, Count, GameKey, Query
from cogs.kit.call import Call
from cogs.kit.card import Card, Pictures, card, gallery, row, rows
from cogs.kit.controls import CONTROLS, AnyControl, Press, button, control, dismiss, menu
from cogs.kit.errors import Refusal, explains
from cogs.kit.paging import leaves
from cogs.ladders import texts
from cogs.ladders.service import Ladders
from cogs.text import community_texts, phrases, time_texts
from cogs.text import texts as match_texts
from engines import GAMES
from imaging import LadderPage, Ranked
from matches import GuildId, Match, Opponent, UserId
from matches.ladder import LadderError, LadderKey, LadderProblem, LadderState

if TYPE_CHECKING:
    from cogs.app import App

PICTURE: Final = "ladder.png"
PAGE: Final = 10
"""Places of a page."""
ROUNDS: Final = 3
"""Most times a page is read again because a player on it has left the server."""
AT_ONCE: Final = 100
"""Ladders that one round slides players on."""
OWN_PAGE: Final = 999
"""Stands for the page with the user's own place, in a custom id."""


@dataclass(frozen=True, slots=True)
class LadderQuery(Query):
    """A query for a ladder: game and page."""

    game: str = field(metadata=GAME)
    page: int = OWN_PAGE


@dataclass(frozen=True, slots=True)
class _OfGame(Query):
    """The beginning of a leaderboard's query: the rest is as usual."""

    game: str = field(metadata=GAME)


@control("ladder")
async def open_ladder(press: Press, asked: LadderQuery) -> None:
    """Opens a ladder, from a public message."""
    await press.answer(await panel(press, asked))


@control("laddersee")
async def see_ladder(press: Press, game: GameKey) -> None:
    """Shows a ladder in the panel of the leaderboard."""
    await press.respond(await panel(press, LadderQuery(game)))


@control("ladderpage")
async def turn_page(press: Press, _button: Count, asked: LadderQuery) -> None:
    """Shows another page."""
    await press.redraw(await panel(press, asked))


@control("laddergame", chooses=GAMES)
async def other_game(press: Press) -> None:
    """Shows the ladder of another game."""
    await press.redraw(await panel(press, LadderQuery(press.value)))


@control("ladderjoin")
async def join(press: Press, game: GameKey) -> None:
    """Puts the user at the bottom of the ladder."""
    await press.respond(await joined(press, game))


@control("ladderleave")
async def ask_to_leave(press: Press, game: GameKey) -> None:
    """Asks whether to leave."""
    await press.answer(await leave_question(press, game))


@control("ladderleft")
async def leave(press: Press, game: GameKey) -> None:
    """Takes the user off the ladder."""
    await press.app[Ladders].leave(_key(press, game), press.user)
    await press.redraw(card(texts.LEFT))


@control("ladderwho", chooses=ID)
async def challenge(press: Press, game: GameKey) -> None:
    """Asks whether to play for the chosen player's place."""
    await press.answer(await play_question(press, game, UserId(press.number)))


@control("ladderplay")
async def play(press: Press, game: GameKey, whom: UserId) -> None:
    """Begins a match for another player's place."""
    match = await begin(press, game, whom)
    await press.redraw(card(texts.begun(await press.show(match))))


@control("ladderplaces")
async def show_history(press: Press, game: GameKey) -> None:
    """Shows the history of the user's places."""
    await press.answer(await history(press, game))


@control("postladder")
async def post(press: Press, asked: LadderQuery) -> None:
    """Posts the top of the ladder with its picture where the panel was opened."""
    await press.post(lambda: _public(press, asked.game))
    await press.redraw(await panel(press, asked, said=match_texts.POSTED))


def open_button(game: str, number: int = 0) -> AnyControl:
    """The button that opens a ladder; ``number`` identifies its message."""
    return open_ladder.about(number, texts.see(game), LadderQuery(game))


def see_button(game: str) -> AnyControl:
    """The button on a leaderboard that shows the ladder of its game."""
    return see_ladder.about(0, texts.LADDER, game)


async def best(app: App, guild: GuildId) -> str:
    """The first players of each ladder, for a server's front door."""
    return texts.best(await app[Ladders].of_guild(guild))


async def of_likely_game(call: Call) -> Card:
    """The ladder of the game that is likely meant."""
    return await panel(call, LadderQuery(await call.app.lookup.likely_game(call)))


async def slide(app: App) -> None:
    """Slide players down who haven't played for long."""
    await app[Ladders].slide(AT_ONCE)


@explains(LadderError)
def _explained(error: LadderError) -> str:
    return texts.problem(error)


async def panel(call: Call, asked: LadderQuery, *, said: str = "") -> Card:
    """A page of a ladder for the user, with their controls; ``said`` is a line about their last action."""
    game, user = asked.game, call.user
    key = _key(call, game)
    await call.app[Ladders].check_open(key)
    state = await _state(call.app, key, user)
    page = _within(state, asked.page, user)
    body, pictures = await _shown(call.app, key, state, page)
    parts: list[Any] = [body, *([gallery(pictures)] if pictures else []), texts.own(state, user), said]
    games = [(one, known.name) for one, known in GAMES.items()]
    parts.append(row(other_game.about(0, menu(community_texts.WHICH_GAME, games, chosen=game))))
    if choices := await _choices(call.app, key, state, user):
        parts.append(row(challenge.about(0, choices, game)))
    return card(*parts, *rows(_buttons(game, state, page, user)), pictures=pictures)


async def joined(call: Call, game: str) -> Card:
    """Put the user at the bottom of a ladder; returns the panel, which shows their place."""
    key, user = _key(call, game), call.user
    await call.app[Ladders].join(key, user, call.app.lookup.roles_of(call))
    return await panel(call, LadderQuery(game))


async def leave_question(call: Call, game: str) -> Card:
    """Asks whether to leave a ladder. Raises Refusal if the user isn't on it."""
    state = await call.app[Ladders].state(_key(call, game), call.user)
    place = state.ladder.place_of(call.user)
    if place is None:
        raise Refusal(texts.NOT_ON_IT)
    return card(
        texts.leave_question(game, place),
        row(
            leave.about(0, button(texts.LEAVE_NOW, discord.ButtonStyle.danger), game),
            dismiss.about(0, texts.STAY),
        ),
    )


async def history(call: Call, game: str) -> Card:
    """The history of the user's places on a ladder."""
    found = await call.app[Ladders].history(_key(call, game), call.user)
    return card(texts.history(game, found))


async def play_question(call: Call, game: str, whom: UserId) -> Card:
    """Asks for confirmation of a match for the place of ``whom``. Raises LadderError if it can't begin."""
    key = _key(call, game)
    await call.app[Ladders].check_open(key)
    place = await call.app[Ladders].check_challenge(key, call.user, whom)
    yes = play.about(0, button(texts.PLAY, discord.ButtonStyle.success), game, whom)
    return card(texts.play_question(game, whom, place), row(yes, dismiss.about(0, texts.CANCEL)))


async def begin(call: Call, game: str, whom: UserId) -> Match:
    """Begin a match for the place of ``whom``. Raises Refusal, and what the service raises."""
    place = await call.app.lookup.challenge_place(call)
    guild = call.interaction.guild
    if guild is None:
        raise Refusal(texts.ONLY_IN_SERVER)
    if await call.app.members.absent_now(place.guild, [whom]):
        raise Refusal(texts.PROBLEMS[LadderProblem.OUT_OF_REACH])
    channel = guild.get_channel_or_thread(place.channel)
    member = guild.get_member(whom)
    sees = channel is None or member is None or channel.permissions_for(member).view_channel
    opponent = Opponent(whom, sees_channel=sees)
    return await call.app[Ladders].for_place(call.user, opponent, game, place)


async def _public(call: Call, game: str) -> Card:
    """The public card of the first page. Raises Refusal if the ladder is empty."""
    key = _key(call, game)
    state = await _state(call.app, key, call.user)
    if not state.ladder.rungs:
        raise Refusal(texts.NOTHING_TO_POST)
    body, pictures = await _shown(call.app, key, state, 0)
    return card(body, gallery(pictures), row(open_button(game)), pictures=pictures)


async def _state(app: App, key: LadderKey, user: UserId) -> LadderState:
    """The ladder, without players on the user's page who have left the server."""
    state = await app[Ladders].state(key, user)
    for _ in range(ROUNDS):
        page = _within(state, OWN_PAGE, user)
        seen = [rung.user_id for rung in state.ladder.rungs[page * PAGE : (page + 1) * PAGE]]
        if not await app.members.absent(key.guild_id, seen):
            break
        state = await app[Ladders].state(key, user)
    return state


async def _shown(app: App, key: LadderKey, state: LadderState, page: int) -> tuple[str, Pictures]:
    """A page as text and picture; no picture of an empty ladder."""
    first = page * PAGE + 1
    users = [rung.user_id for rung in state.ladder.rungs[first - 1 : first - 1 + PAGE]]
    ratings = await app.leaderboards.ratings_of(key.game, users)
    said = texts.ladder(key.game, state, first, first + PAGE - 1, ratings)
    if not users:
        return said, ()
    avatars = await app.members.avatars(key.guild_id, users)
    names = await app.members.names_to_draw(key.guild_id, users)
    before = await app[Ladders].places_before(key, users)
    rungs = tuple(
        Ranked(
            rank=place,
            rating=ratings[user].points,
            provisional=ratings[user].provisional,
            played=texts.PLAYING if user in state.busy else "",
            avatar=avatars.get(user),
            number=user,
            name=names.get(user, ""),
            moved=before.get(user, place) - place,
        )
        for place, user in enumerate(users, first)
    )
    theme = await app.cards.theme_for(key.guild_id)
    drawn = LadderPage(texts.picture_title(key.game), rungs, theme)
    return said, ((PICTURE, await app.studio.ladder(drawn)),)


async def _choices(app: App, key: LadderKey, state: LadderState, user: UserId) -> ui.Select[Any] | None:
    """The menu of the players that ``user`` can challenge now, nearest first; None if there are none."""
    found = [whom for whom in state.in_reach(user) if state.problem(user, whom) is None]
    if not found:
        return None
    names = await app.members.names_in_time(key.guild_id, found)
    rhythms = await app.matches.rhythms.seen_by(user, found)
    options = [(str(whom), texts.choice(state.ladder.place_of(whom) or 0, names.get(whom))) for whom in found]
    described = {str(whom): phrases.sentence(time_texts.usually(each)) for whom, each in rhythms.items()}
    return menu(texts.CHALLENGE, options, described=described)


def _buttons(game: str, state: LadderState, page: int, user: UserId) -> Iterator[ui.Item[Any]]:
    more = (page + 1) * PAGE < len(state.ladder.rungs)
    yield from leaves(turn_page, page, lambda to: LadderQuery(game, to), more=more)
    if state.ladder.place_of(user) is None:
        yield join.about(0, button(texts.JOIN, discord.ButtonStyle.primary), game)
    else:
        yield ask_to_leave.about(0, texts.LEAVE, game)
    yield show_history.about(0, texts.HISTORY, game)
    if state.ladder.rungs:
        yield post.about(0, match_texts.POST_HERE, LadderQuery(game, page))
    yield CONTROLS["ranks"].about(0, community_texts.LEADERBOARD, 0, _OfGame(game))


def _within(state: LadderState, page: int, user: UserId) -> int:
    """The index of an existing page; for OWN_PAGE the one with the user's place."""
    pages = max(1, -(-len(state.ladder.rungs) // PAGE))
    if page == OWN_PAGE:
        return ((state.ladder.place_of(user) or 1) - 1) // PAGE
    return min(page, pages - 1)


def _key(call: Call, game: str) -> LadderKey:
    """The key of a game's ladder in this server. Raises Refusal in direct messages or for an unknown game."""
    if call.guild_id is None:
        raise Refusal(texts.ONLY_IN_SERVER)
    if game not in GAMES:
        raise Refusal(community_texts.GAME_GONE)
    return LadderKey(call.guild_id, game)
