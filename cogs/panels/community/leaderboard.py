"""Leaderboards: a private panel with pages, a public message with a picture, a season's file; and profiles.

The controls' ids hold numbers: the game's (derived from its key, so new games don't change it), the scope
(here or everywhere), the season's, and the page's.
"""

from __future__ import annotations

import codecs
import csv
import io
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final

from discord import ui

from cogs.kit.arguments import FLAG, GAME, Count, Query, Version, Where
from cogs.kit.call import Call
from cogs.kit.card import BLUE, Card, attached, card, gallery, row, rows, section
from cogs.kit.controls import AnyControl, Press, button, control, menu
from cogs.kit.errors import Refusal
from cogs.kit.paging import leaves
from cogs.panels.account import blocking
from cogs.panels.challenge import challenge_form
from cogs.text import community_texts, phrases, texts
from engines import GAMES
from imaging import Graph, Picture, Ranked, Ranking
from matches import GuildId, UserId
from matches.plain_text import safe_cell
from matches.players import Player, users_of
from matches.ratings.leaderboard import GameProfile, Leaderboard, LeaderboardKey, Rank
from matches.ratings.ledger import EVERYWHERE
from matches.ratings.rating import day_of
from matches.ratings.seasons import ALL_TIME, is_number, number_of, season_before, season_of, season_of_number

if TYPE_CHECKING:
    from cogs.app import App


PICTURE: Final = "leaderboard.png"
ROUNDS: Final = 3
"""Most times a page is read again because a player left: those who move up may have left too."""
_ELSEWHERE, _LEAVES = 0, 1
"""The numbers of the panel's buttons; those of the page buttons start at the second."""
MOST_ROWS: Final = 1000
"""Most players in a file: fetching more names would take too long."""
GRAPH: Final = "rating.png"


_SEASONS: Final = Where(is_number)
_SEASON: Final = {"write": number_of, "read": season_of_number, "takes": _SEASONS}


@dataclass(frozen=True, slots=True)
class LeaderboardQuery(Query):
    """A query for a leaderboard: game, here or everywhere, season, page."""

    game: str = field(metadata=GAME)
    everywhere: bool = field(default=False, metadata=FLAG)
    season: str = field(default=ALL_TIME, metadata=_SEASON)
    page: int = 0


@control("ranks")
async def turn_page(press: Press, _button: Count, asked: LeaderboardQuery) -> None:
    """Shows another leaderboard or page."""
    await press.redraw(await panel(press, asked))


@control("openranks")
async def open_leaderboard(press: Press, asked: LeaderboardQuery, _message: Version = 0) -> None:
    """Opens the private panel, from a public message, which ``_message`` tells from others."""
    await press.answer(await panel(press, asked))


@control("rankgame", chooses=GAMES)
async def other_game(press: Press, asked: LeaderboardQuery) -> None:
    await press.redraw(await panel(press, replace(asked, game=press.value)))


@control("rankseason", chooses=_SEASONS)
async def other_season(press: Press, asked: LeaderboardQuery) -> None:
    await press.redraw(await panel(press, replace(asked, season=season_of_number(press.number))))


@control("postranks")
async def post_leaderboard(press: Press, asked: LeaderboardQuery) -> None:
    """Posts the leaderboard with its picture where the panel was opened."""
    await press.post(lambda: _public(press, asked))
    await press.redraw(await panel(press, asked, posted=True))


@control("rankfile")
async def save_season(press: Press, asked: LeaderboardQuery) -> None:
    """Sends the shown season as a file, privately."""
    guild = press.guild_id or GuildId(0)
    await press.answer(await season_file(press.app, guild, asked.game, asked.season))


async def panel(call: Call, asked: LeaderboardQuery, *, posted: bool = False) -> Card:
    """The leaderboard for the user, with controls to others; ``posted``: they have just posted it."""
    found = await _found(call, asked)
    asked = replace(asked, page=found.page)
    whole = asked.everywhere and asked.season == ALL_TIME
    sides = await call.app.leaderboards.sides_of(asked.game) if whole else {}
    said = community_texts.leaderboard(found, sides, await _naming(call, found))
    return card(
        f"{said}\n{texts.POSTED}" if posted else said,
        row(_game_menu(asked)),
        row(_season_menu(asked, await present_seasons(call))),
        *rows(_buttons(call, asked, found, posted=posted)),
    )


def _game_menu(asked: LeaderboardQuery) -> AnyControl:
    options = [(key, game.name) for key, game in GAMES.items()]
    shown = menu(community_texts.WHICH_GAME, options, chosen=asked.game)
    return other_game.about(0, shown, replace(asked, page=0))


def _season_menu(asked: LeaderboardQuery, seasons: Sequence[str]) -> AnyControl:
    """The menu of ``seasons`` and, if it isn't one of them, the query's, which is chosen."""
    options = [
        (str(number_of(season)), phrases.sentence(community_texts.season(season)))
        for season in dict.fromkeys((*seasons, asked.season))
    ]
    shown = menu(community_texts.WHICH_SEASON, options, chosen=str(number_of(asked.season)))
    return other_season.about(0, shown, replace(asked, page=0))


def open_button(asked: LeaderboardQuery, number: int = 0) -> AnyControl:
    """The button that opens the panel; ``number`` identifies its message."""
    return open_leaderboard.about(0, community_texts.see_leaderboard(asked.game), asked, number)


async def _naming(call: Call, found: Leaderboard) -> Callable[[Player], str]:
    """The function that names players: by mention on a server's board, else by name or as "somebody"."""
    if found.board.guild_id != EVERYWHERE:
        return phrases.mention
    players = [place.player for place in found.places]
    names = await call.app.members.names(call.guild_id, players)
    return lambda player: names.get(player, phrases.SOMEBODY)


async def present_seasons(call: Call) -> tuple[str, str, str]:
    """All time, the server's present season, and the one before it."""
    kind = (await call.app.guilds.rules(call.guild_id or GuildId(0))).season
    present = season_of(day_of(call.app.clock()), kind)
    return ALL_TIME, present, season_before(present)


async def _public(call: Call, asked: LeaderboardQuery) -> Card:
    """The public card of the first page, with a picture of it."""
    found = await _found(call, replace(asked, page=0))
    if not found.places:
        raise Refusal(community_texts.NOTHING_TO_POST)
    guild = call.guild_id or GuildId(0)
    users = users_of(place.player for place in found.places)
    avatars = await call.app.members.avatars(guild, users)
    names = await call.app.members.names_to_draw(guild, users)
    ranked = tuple(_ranked(place, avatars, names) for place in found.places)
    ranking = Ranking(
        community_texts.picture_title(found.board),
        ranked,
        community_texts.DIVIDER,
        theme=await call.app.cards.theme_for(guild),
    )
    pictures = ((PICTURE, await call.app.studio.ranking(ranking)),)
    said = community_texts.posted_leaderboard(found)
    return card(said, gallery(pictures), row(open_button(replace(asked, page=0))), pictures=pictures)


def _ranked(place: Rank, avatars: Mapping[UserId, bytes], names: Mapping[UserId, str]) -> Ranked:
    user = place.player.user_id
    return Ranked(
        rank=place.rank or 0,
        rating=place.rating.points,
        provisional=not place.by.sure,
        played=community_texts.played(place.matches),
        avatar=None if user is None else avatars.get(user),
        number=user or 0,
        name="" if user is None else names.get(user, ""),
    )


async def _found(call: Call, asked: LeaderboardQuery) -> Leaderboard:
    """The query's page, without players who have left the server."""
    guild = EVERYWHERE if asked.everywhere else call.guild_id or EVERYWHERE

    async def read() -> Leaderboard:
        return await call.app.leaderboards.leaderboard(
            asked.game, call.user, guild=guild, season=asked.season, page=asked.page
        )

    found = await read()
    if guild == EVERYWHERE:
        return found
    for _ in range(ROUNDS):
        if not await call.app.members.absent(guild, users_of(place.player for place in found.places)):
            break
        found = await read()
    return found


def _buttons(
    call: Call, asked: LeaderboardQuery, found: Leaderboard, *, posted: bool
) -> Iterator[ui.Item[Any]]:
    more = found.page + 1 < found.pages
    if not found.places and not found.over:
        yield challenge_form.open_button(asked.game, primary=True)
    yield from leaves(turn_page, found.page, lambda page: replace(asked, page=page), more=more, first=_LEAVES)
    if call.guild_id is None:
        return
    where = community_texts.HERE if asked.everywhere else community_texts.EVERYWHERE_SAID
    there = replace(asked, everywhere=not asked.everywhere, page=0)
    yield turn_page.about(0, where, _ELSEWHERE, there)
    if found.places and not (asked.everywhere or posted):
        # Players of other servers aren't posted here.
        yield post_leaderboard.about(0, texts.POST_HERE, asked)
    if found.places and asked.season != ALL_TIME and not asked.everywhere:
        yield save_season.about(0, community_texts.AS_FILE, replace(asked, page=0))
    if not asked.everywhere:
        yield from (made(asked.game) for made in call.app.features.leaderboard)


# --- the file of a season -------------------------------------------------------------------------


async def season_file(app: App, guild: GuildId, game: str, season: str) -> Card:
    """The file of all ranked players of a server's season, sent privately. Raises Refusal if there are none.

    It holds what the leaderboard shows everyone in the server: names as shown there, and no ids.
    """
    ranking = await app.leaderboards.ranking(game, guild, season, MOST_ROWS)
    if not ranking:
        raise Refusal(community_texts.NOBODY_RANKED)
    somebody = phrases.SOMEBODY
    names = await app.members.names_in_time(guild, users_of(one.player for one in ranking))

    def name(player: Player) -> str:
        user = player.user_id
        return somebody if user is None else names.get(user, somebody)

    documents = ((f"{game}-{season}.csv", as_csv(ranking, name)),)
    key = LeaderboardKey(game, guild, season)
    return card(
        community_texts.season_file(key, len(ranking), MOST_ROWS), *attached(documents), documents=documents
    )


def as_csv(ranking: Sequence[Rank], name: Callable[[Player], str]) -> bytes:
    """A ranking as tab-separated values, in UTF-16 (little-endian) with a byte order mark.

    This is the only form whose columns and characters Excel reads correctly in every locale. Commas fail
    where the decimal separator is a comma (Excel expects semicolons there), semicolons fail elsewhere. With a
    first line ``sep=,`` Excel ignores the UTF-8 mark, and other programs show it as a row. In UTF-8 only some
    versions recognise tabs. LibreOffice detects the encoding and offers tab, comma and semicolon together as
    separators, so texts are quoted. Numbers are integers, which look the same in every locale.
    """
    written = io.StringIO(newline="")
    table = csv.writer(written, csv.excel_tab, quoting=csv.QUOTE_NONNUMERIC)
    table.writerow(community_texts.COLUMNS)
    for one in ranking:
        rating, said = one.rating, community_texts.PROVISIONAL[not one.by.sure]
        counts = (rating.points, rating.margin, said, one.by.points, one.matches)
        table.writerow((one.rank, safe_cell(name(one.player)), *counts))
    return codecs.BOM_UTF16_LE + written.getvalue().encode("utf-16-le")


# --- profiles -------------------------------------------------------------------------------------


@control("profile", chooses=GAMES)
async def show_profile(press: Press, user: UserId) -> None:
    """Shows another game of a player."""
    await press.redraw(await profile_panel(press, user, press.value))


async def profile_panel(call: Call, user: UserId, game: str | None = None) -> Card:
    """The profile of ``user`` in a game, by default in the one that is likely meant."""
    reader = call.user
    games = [one for one in await call.app.leaderboards.played(user) if one.game in GAMES]
    named = game or await _game_to_show(call, [one.game for one in games])
    shown = await call.app.leaderboards.profile(user, named, reader) if named is not None else None
    challenge: list[Any] = []
    if user != reader:
        to_form = [] if call.guild_id is None else [challenge_form.person_button(user)]
        challenge = [row(*to_form, await blocking.way(call, user))]
    guild = call.guild_id or EVERYWHERE
    more = [await line(call.app, guild, user) for line in call.app.features.in_profile]
    if shown is None:
        return card(community_texts.no_profile(user, game, own=user == reader), *more, *challenge)
    place = None if guild == EVERYWHERE else await call.app.leaderboards.place(shown.game, user, guild)
    pictures = await _graph(call, shown)
    everyone = LeaderboardQuery(shown.game, everywhere=guild == EVERYWHERE)
    parts: list[Any] = [
        section(community_texts.profile_title(user, shown.game), _leads_to(everyone)),
        *more,
        community_texts.profile(shown, place, read_by_other=user != reader),
    ]
    if pictures:
        parts.append(gallery(pictures))
    if len(games) > 1:
        options = [(one.game, community_texts.game_entry(one)) for one in games]
        menu_of_games = menu(community_texts.WHICH_GAME, options, chosen=shown.game)
        parts.append(row(show_profile.about(0, menu_of_games, user)))
    return card(*parts, *challenge, pictures=pictures)


async def _game_to_show(call: Call, played: Sequence[str]) -> str | None:
    """The game that is likely meant, if it is one of those ``played``; else the first of them."""
    likely = await call.app.lookup.likely_game(call)
    return likely if likely in played else next(iter(played), None)


def _leads_to(asked: LeaderboardQuery) -> AnyControl:
    """The button of a profile that opens the leaderboard of its game."""
    return open_leaderboard.about(0, button(community_texts.LEADERBOARD, BLUE), asked)


async def _graph(call: Call, shown: GameProfile) -> tuple[tuple[str, Picture], ...]:
    """The graph of the rating; none with fewer than two days of history."""
    if len(shown.history) < 2:
        return ()
    points = tuple((day, of.points, of.margin) for day, of in shown.history)
    ratings = [of for _, of in shown.history]
    if shown.rating is not None:
        ratings[-1] = shown.rating  # as it is today
    unsure = frozenset(at for at, of in enumerate(ratings) if of.provisional)
    today = max(day_of(call.app.clock()), points[-1][0])
    theme = await call.app.cards.theme_for(call.guild_id, call.user)
    return ((GRAPH, await call.app.studio.graph(Graph(points, today, unsure, theme))),)
