"""A player's profile: a private panel, one game at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from cogs.kit.call import Call
from cogs.kit.card import Card, card, gallery, row
from cogs.kit.controls import Press, control, menu
from cogs.text import community_texts
from engines import GAMES
from imaging import Graph, Picture
from matches import UserId
from matches.ratings.leaderboard import GameProfile
from matches.ratings.ledger import EVERYWHERE
from matches.ratings.rating import day_of

if TYPE_CHECKING:
    from cogs.app import App

PICTURE: Final = "rating.png"


@control("profile")
async def show_profile(press: Press) -> None:
    """Shows another game of a player. Argument: the player's id."""
    await press.redraw(await panel(press, UserId(press.index), press.value))


async def panel(call: Call, user: UserId, game: str | None = None) -> Card:
    """The profile of ``user`` in a game, by default in the one they have played most."""
    reader = call.user
    games = [one for one in await call.app.leaderboards.played(user) if one.game in GAMES]
    named = game or next((one.game for one in games), None)
    shown = await call.app.leaderboards.profile(user, named, reader) if named is not None else None
    if shown is None:
        return card(community_texts.no_profile(user, game, own=user == reader))
    guild = call.guild_id or EVERYWHERE
    place = None if guild == EVERYWHERE else await call.app.leaderboards.place(shown.game, user, guild)
    pictures = await _graph(call.app, shown)
    parts: list[Any] = [community_texts.profile(user, shown, place, read_by_other=user != reader)]
    if pictures:
        parts.append(gallery(pictures))
    if len(games) > 1:
        options = [(one.game, community_texts.game_entry(one)) for one in games]
        menu_of_games = menu(community_texts.WHICH_GAME, options, chosen=shown.game)
        parts.append(row(show_profile.about(0, menu_of_games, args=(user,))))
    return card(*parts, pictures=pictures)


async def _graph(app: App, shown: GameProfile) -> tuple[tuple[str, Picture], ...]:
    """The graph of the rating; none with fewer than two days of history."""
    if len(shown.history) < 2:
        return ()
    points = tuple((day, of.points, of.margin) for day, of in shown.history)
    ratings = [of for _, of in shown.history]
    if shown.rating is not None:
        ratings[-1] = shown.rating  # as it is today
    unsure = frozenset(at for at, of in enumerate(ratings) if of.provisional)
    today = max(day_of(app.clock()), points[-1][0])
    return ((PICTURE, await app.studio.graph(Graph(points, today, unsure))),)
