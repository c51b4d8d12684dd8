"""Rows of features in a store without their operations: they stay whether the features are there or not."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Final

from sqlalchemy import Connection, Table, insert, update

from data.features.advances import advance, columns
from data.features.archive import ArchivedMatch, archive, archive_position, book, book_keys, positions_of
from data.features.comments import comment, comment_case, comment_report
from data.features.ladders import locked, write
from data.features.lines import line_tree
from data.features.simuls import simul, simul_place
from data.features.standing_offers import standing_offer
from data.features.tournaments import columns_of, load, tournament, write_organisers
from data.schema import match
from matches import lines
from matches.advances import Advance
from matches.guilds.settings import ChallengeChannel
from matches.ladder import LadderKey, PlaceReason
from matches.lines import LineKey, LineTree
from matches.model import GuildId, MatchId, UserId
from matches.tournaments.model import Tournament, TournamentId

PAIRED_AFTER: Final = timedelta(minutes=1)
"""How long after its last change a standing offer is paired."""


def add_row(connection: Connection, table: Table, values: Mapping[str, Any]) -> None:
    """Store a row."""
    connection.execute(insert(table).values(values))


def add_comment(
    connection: Connection, match_id: MatchId, user: UserId, ply: int, text: str, at: datetime
) -> int:
    """Store a comment; returns its id."""
    row = {"match_id": match_id, "user_id": user, "ply": ply, "text": text, "at": at}
    made = connection.execute(insert(comment).values(row)).inserted_primary_key
    assert made is not None
    return int(made[0])


def add_report(connection: Connection, comment_id: int, user: UserId, guild: GuildId, at: datetime) -> None:
    """Store a report of a comment, the first one of a server."""
    connection.execute(insert(comment_report).values(comment_id=comment_id, user_id=user, at=at))
    connection.execute(insert(comment_case).values(comment_id=comment_id, guild_id=guild))


def hide_comment(connection: Connection, comment_id: int, at: datetime) -> None:
    """Hide a comment."""
    connection.execute(update(comment).where(comment.c.id == comment_id).values(hidden_at=at))


def add_archived(connection: Connection, one: ArchivedMatch) -> None:
    """Store what the archive holds of a finished match, the first with its opening."""
    over = update(match).where(match.c.id == one.match_id).values(archived=True)
    finished_at = connection.execute(over.returning(match.c.finished_at)).scalar_one()
    for guild, channel in one.places:
        row = {
            "guild_id": guild,
            "channel_id": channel,
            "match_id": one.match_id,
            "outcome": one.outcome.value,
            "finished_at": finished_at,
        }
        add_row(connection, archive, {**row, "game": one.game})
        for position in positions_of(one):
            add_row(connection, archive_position, {**row, "position": position})
    for guild_id, position, played, channel_id, outcome in book_keys(one):
        key = {"guild_id": guild_id, "position": position, "played": played, "channel_id": channel_id}
        add_row(
            connection, book, {**key, "first_won": 0, "second_won": 0, "drawn": 0, outcome.name.lower(): 1}
        )


def add_offer(
    connection: Connection,
    user: UserId,
    game: str,
    place: ChallengeChannel,
    at: datetime,
    *,
    wanted: int = 1,
    rated: bool = True,
    due_at: datetime | None = None,
    off_since: datetime | None = None,
    why: str | None = None,
) -> None:
    """Store a standing offer for matches of three days a move, made ``at`` a time."""
    key = {"guild_id": place.guild, "game": game, "user_id": user, "channel": place.channel}
    terms = {"wanted": wanted, "pace": "3d", "rated": rated}
    times = {"created_at": at, "changed_at": at, "due_at": due_at or at + timedelta(minutes=1)}
    add_row(connection, standing_offer, {**key, **terms, **times, "off_since": off_since, "why": why})


def add_tournament(connection: Connection, new: Tournament, due_at: datetime | None) -> Tournament:
    """Store a tournament without its entrants and pairings; returns it with its id."""
    own = ("guild_id", "channel_id", "game", "created_at")
    row = {**columns_of(new), **{name: getattr(new, name) for name in own}}
    made = connection.execute(insert(tournament).values(**row, version=1, shown_version=0, due_at=due_at))
    assert made.inserted_primary_key is not None
    which = TournamentId(made.inserted_primary_key[0])
    write_organisers(connection, which, (), new.organisers)
    return load(connection, which)


def add_simul(
    connection: Connection,
    /,
    host: UserId,
    game: str,
    place: ChallengeChannel,
    at: datetime,
    players: Sequence[UserId],
    **more: Any,
) -> int:
    """Store a simul at three days a move, started ``at`` a time, with these players; returns its id."""
    row = {
        "version": len(players) + 1,
        "phase": "started",
        "game": game,
        "guild_id": place.guild,
        "channel_id": place.channel,
        "host": host,
        "created_at": at,
        "closes_at": at + timedelta(days=7),
        "pace": "3d",
        "places": max(2, len(players)),
        "rated": False,
        "lost": 0,
        "due_at": at,
    }
    made: int = connection.execute(insert(simul).values({**row, **more}).returning(simul.c.id)).scalar_one()
    for number, user in enumerate(players, 1):
        waits = {"simul_id": made, "user_id": user, "number": number, "joined_at": at, "taken_out": False}
        add_row(connection, simul_place, waits)
    return made


def take_out(connection: Connection, user: UserId) -> None:
    """Take a player out of all simuls."""
    theirs = update(simul_place).where(simul_place.c.user_id == user)
    connection.execute(theirs.values(taken_out=True))


def add_tree(
    connection: Connection, key: LineKey, tree: LineTree, at: datetime, *, revision: int = 1
) -> None:
    """Store a tree of lines, last changed ``at`` a time."""
    columns = {"revision": revision, "body": lines.written(tree), "changed_at": at}
    add_row(connection, line_tree, {**key._asdict(), **columns})


def add_advances(connection: Connection, match_id: MatchId, said: Sequence[Advance]) -> None:
    """Store moves in advance of one player, said together."""
    raised = update(match).where(match.c.id == match_id)
    connection.execute(raised.values(advance_revision=match.c.advance_revision + 1))
    connection.execute(insert(advance), [columns(match_id, one) for one in said])


def join_ladder(connection: Connection, key: LadderKey, user: UserId, at: datetime) -> None:
    """Put a player at the bottom of a ladder."""
    before = locked(connection, key)
    write(connection, key, before, before.joined(user, at), {user: PlaceReason.JOINED}, at)


def slide_down(
    connection: Connection, key: LadderKey, user: UserId, busy: Collection[UserId], at: datetime
) -> None:
    """Slide a player of a ladder, while those who are ``busy`` stay."""
    before = locked(connection, key)
    write(connection, key, before, before.slid(at, busy), {user: PlaceReason.SLID}, at)
