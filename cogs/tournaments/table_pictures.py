"""The pictures of a tournament's tables: standings, crosstables and brackets, from its values."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from cogs.kit.card import Pictures
from cogs.tournaments import standings_texts
from imaging import (
    BracketPage,
    BracketRound,
    BracketSlot,
    BracketTie,
    CrossCell,
    CrossMark,
    CrosstablePage,
    CrosstableRow,
    PlayerFace,
    Ranked,
    Ranking,
    StandingsPage,
    StandingsRow,
    Vacancy,
)
from matches.model import UserId
from matches.tournaments import knockout
from matches.tournaments.knockout import Games
from matches.tournaments.model import WIN, Decision, Format, Pairing, Seed, Tournament, TournamentState
from matches.tournaments.standings import OF_SWISS, UNITS, Row, Standings, TieBreak, tables

if TYPE_CHECKING:
    from cogs.app import App

PICTURE: Final = "table.png"
PODIUM: Final = "podium.png"
MEDALS: Final = 3
"""Places with a medal."""
PAGE: Final = 10
"""Rows of a page of standings."""
TIES: Final = 8
"""Ties of the first round in a part of a bracket."""
COLUMNS: Final = 3
"""Rounds in a part of a bracket."""
SHOWN_BREAKS: Final = OF_SWISS[:2]
"""The tie-breaks in the picture of a Swiss."""

Faces = Mapping[Seed, PlayerFace]


async def faces(app: App, found: Tournament, seeds: Iterable[Seed]) -> Faces:
    """The faces of entrants with their names; tokens for those whose avatar isn't there in time."""
    by_seed = found.by_seed
    users = {seed: by_seed[seed].user_id for seed in seeds}
    known = [user for user in users.values() if user is not None]
    avatars = await app.members.avatars(found.guild_id, known)
    names = await app.members.names_to_draw(found.guild_id, known)
    return {
        seed: PlayerFace(None, 0)
        if user is None
        else PlayerFace(avatars.get(user), user, names.get(user, ""))
        for seed, user in users.items()
    }


def seed_of(found: Tournament, user: UserId | None) -> Seed | None:
    """The seed of a user, None for others and before the start."""
    entrant = None if user is None else found.entrant_of(user)
    return entrant.seed or None if entrant is not None else None


# --- standings -----------------------------------------------------------------------------------


async def standings(
    app: App, found: Tournament, rows: Sequence[Row], reader: UserId | None = None
) -> Pictures:
    """The picture of a page of the standings of a Swiss."""
    own, portraits = seed_of(found, reader), await faces(app, found, [row.seed for row in rows])
    heads = tuple(standings_texts.SHORT_BREAKS[one] for one in SHOWN_BREAKS)
    page = StandingsPage(
        standings_texts.picture_title(found.game),
        standings_texts.round_name(found, found.round),
        tuple(
            StandingsRow(
                row.place,
                portraits[row.seed],
                row.played,
                row.points,
                tuple(_value(row, one) for one in SHOWN_BREAKS),
                shared=row.shared,
                left=not found.by_seed[row.seed].active,
                own=row.seed == own,
            )
            for row in rows
        ),
        heads,
        finished=found.state is TournamentState.OVER,
        theme=await app.cards.theme_for(found.guild_id),
    )
    return ((PICTURE, await app.studio.standings(page)),)


def _value(row: Row, one: TieBreak) -> str:
    return standings_texts.fraction(row.values.get(one, 0), UNITS[one])


# --- crosstables ---------------------------------------------------------------------------------


async def crosstable(app: App, found: Tournament, table: Standings, reader: UserId | None = None) -> Pictures:
    """The picture of a group's crosstable, its rows in the order of the table."""
    own, portraits = seed_of(found, reader), await faces(app, found, table.seeds)
    games = _by_pair(game for game in found.in_round(table.round) if game.group == table.group)
    annulled = {row.seed for row in table.rows if row.annulled}
    page = CrosstablePage(
        standings_texts.picture_title(found.game),
        standings_texts.group_in_round(found, table.round, table.group),
        tuple(
            CrosstableRow(
                number,
                portraits[row.seed],
                row.points,
                tuple(_cell(games, row.seed, rival, annulled) for rival in table.seeds),
                left=not found.by_seed[row.seed].active,
                own=row.seed == own,
            )
            for number, row in enumerate(table.rows, 1)
        ),
        theme=await app.cards.theme_for(found.guild_id),
    )
    return ((PICTURE, await app.studio.crosstable(page)),)


def _by_pair(games: Iterable[Pairing]) -> Mapping[tuple[Seed, ...], Pairing]:
    return {pair: game for game in games for pair in (game.seeds, game.seeds[::-1])}


def _cell(
    games: Mapping[tuple[Seed, ...], Pairing], seed: Seed, rival: Seed, annulled: set[Seed]
) -> CrossCell | None:
    if seed == rival:
        return None
    game = games[seed, rival]
    return CrossCell(_mark(game, seed), annulled=not annulled.isdisjoint(game.seeds))


_PLAYED: Final = {2: CrossMark.WIN, 1: CrossMark.DRAW, 0: CrossMark.LOSS}


def _mark(game: Pairing, seed: Seed) -> CrossMark:
    if game.outcome is None:
        if game.called_off:
            return CrossMark.UNDECIDED
        return CrossMark.RUNNING if game.running else CrossMark.TO_COME
    points = game.points_of(seed)
    if game.outcome.how is Decision.FORFEIT:
        return CrossMark.FORFEIT_WIN if points == WIN else CrossMark.FORFEIT_LOSS
    return CrossMark.NOT_PLAYED if game.outcome.how is Decision.NOT_PLAYED else _PLAYED[points]


# --- brackets ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Tie:
    """A tie of a bracket: its two places and its games, none before its round has begun.

    ``is_over``: it is known who goes on from it, or that nobody does.
    """

    slots: tuple[Seed | Vacancy, Seed | Vacancy]
    games: Games
    is_over: bool
    winner: Seed | None


async def bracket(
    app: App, found: Tournament, number: int, page: int, reader: UserId | None = None
) -> Pictures:
    """The picture of a part of a bracket, from round ``number`` on; ``page`` counts parts of TIES ties."""
    own, rounds = seed_of(found, reader), _rounds(found)
    shown = [
        (
            standings_texts.bracket_head(number + column, len(ties)),
            ties[(page * TIES) >> column : ((page + 1) * TIES) >> column],
        )
        for column, ties in enumerate(rounds[number - 1 : number - 1 + COLUMNS])
    ]
    seeds = {slot for _, ties in shown for tie in ties for slot in tie.slots if not isinstance(slot, Vacancy)}
    portraits = await faces(app, found, sorted(seeds))
    columns = tuple(
        BracketRound(head, tuple(_drawn(tie, portraits, own) for tie in ties)) for head, ties in shown
    )
    drawn = BracketPage(
        standings_texts.picture_title(found.game),
        standings_texts.round_name(found, found.round),
        columns,
        final=len(rounds) < number + COLUMNS,
        theme=await app.cards.theme_for(found.guild_id),
    )
    return ((PICTURE, await app.studio.bracket(drawn)),)


def _rounds(found: Tournament) -> list[list[_Tie]]:
    """All rounds of a bracket, those to come too."""
    pairs = [tuple(slot or Vacancy.BYE for slot in pair) for pair in knockout.bracket(len(found.by_seed))]
    rounds: list[list[_Tie]] = []
    while pairs:
        number = len(rounds) + 1
        games = {tie[0].key.board: tie for tie in knockout.by_tie(found.in_round(number))}
        ties = [_tie_of(found, pair, games.get(board, ())) for board, pair in enumerate(pairs, 1)]
        rounds.append(ties)
        places = [_goes_on(tie) for tie in ties]
        pairs = list(zip(places[::2], places[1::2], strict=True)) if len(places) > 1 else []
    return rounds


def _tie_of(found: Tournament, slots: tuple[Seed | Vacancy, ...], games: Games) -> _Tie:
    one, other = slots
    is_over = bool(games) and knockout.is_over(games, found)
    return _Tie((one, other), games, is_over, knockout.winner(games, found) if is_over else None)


def _goes_on(tie: _Tie) -> Seed | Vacancy:
    """The place in the next round."""
    if not tie.is_over:
        return Vacancy.WAITING
    return Vacancy.OUT if tie.winner is None else tie.winner


def _drawn(tie: _Tie, portraits: Faces, own: Seed | None) -> BracketTie:
    two = len(tie.games) > 1
    outcomes = [game.outcome for game in tie.games if game.outcome is not None]
    scores = knockout.score(tie.games) if two and outcomes else {}
    one, other = (
        slot
        if isinstance(slot, Vacancy)
        else BracketSlot(slot, portraits[slot], scores.get(slot), own=slot == own)
        for slot in tie.slots
    )
    return BracketTie(
        (one, other),
        None if tie.winner is None or tie.winner not in tie.slots else tie.slots.index(tie.winner),
        running=any(game.running for game in tie.games),
        forfeit=two and tie.is_over and all(one.how is Decision.FORFEIT for one in outcomes),
    )


# --- of a tournament that is over ----------------------------------------------------------------


async def final_picture(app: App, found: Tournament) -> Pictures:
    """The picture of a tournament that is over: its last table, or the end of its bracket."""
    if not found.round:
        return ()
    if found.terms.format is Format.KNOCKOUT:
        return await bracket(app, found, max(found.round + 1 - COLUMNS, 1), 0)
    first = (await asyncio.to_thread(tables, found))[0]
    if found.terms.format is Format.SWISS:
        return await standings(app, found, first.rows[:PAGE])
    return await crosstable(app, found, first)


async def podium(app: App, found: Tournament, rows: Sequence[Row]) -> Pictures:
    """The first three of a tournament on their podium; fewer where a place is shared by more than fit."""
    first = [row for row in first_places(rows, MEDALS) if row.place <= MEDALS]
    shown = await faces(app, found, [row.seed for row in first])
    in_points = found.terms.format is not Format.KNOCKOUT
    ranked = tuple(
        Ranked(
            row.place,
            found.by_seed[row.seed].rating,
            provisional=False,
            played=standings_texts.scored(row) if in_points else standings_texts.seeded(row.seed),
            avatar=shown[row.seed].avatar,
            number=shown[row.seed].number,
            name=shown[row.seed].name,
        )
        for row in first[:MEDALS]
    )
    return ((PODIUM, await app.studio.ranking(Ranking(standings_texts.picture_title(found.game), ranked))),)


def first_places(rows: Sequence[Row], most: int) -> Sequence[Row]:
    """The first rows: no part of those who share a place, unless it is the first."""
    first, cut = rows[:most], rows[most : most + 1]
    return [row for row in first if not cut or row.place != cut[0].place] or first
