"""A person who is wherever somebody can be in a store."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any, Final

from sqlalchemy import BigInteger, Boolean, Column, Double, Integer, Table, insert

from data import Database, stores
from data.features.comments import comment
from data.features.simuls import simul
from data.schema import UtcTime, block, guild_block, match, metadata, share
from engines import GAMES
from matches.model import ChannelId, Entry, EntryKind, GuildId, Match, UserId
from matches.tournaments.model import Format, Tournament, TournamentId, TournamentTerms
from services import Services
from tests.clock import moving
from tests.data_store.making import BOB, CAT, DAY, NOON, accepted, challenge, changed, finished
from tests.feature_rows import add_tournament
from tests.store import keep, write

ASKER, OTHER = UserId(888_000_111_222_333_444), UserId(777_000_111_222_333_444)
NO_PEOPLE = {
    *(f"{name}.match_id" for name in ("entry", "pick", "draft", "note", "notice", "rated_start", "score")),
    *(
        "share.match_id",
        "watch.match_id",
        "mute.match_id",
        "last_look.match_id",
        "hint.match_id",
        "not_begun.match_id",
        "review.match_id",
        "puzzle.match_id",
        "advance.match_id",
        "line_tree.match_id",
        "web_link.match_id",
        "web_session.id",
        "match.id",
        "match.rematch_of",
        "match.rematch",
        "match.simul",
    ),
    *("match.guild_id", "match.channel_id", "match.invitation", "match.home", "match.card"),
    *("match_place.match_id", "match_place.guild_id", "match_place.channel_id", "guild_block.guild_id"),
    *("match_place.invitation", "match_place.home", "match_place.card"),
    *("notice.id", "notice.channel", "notice.message", "score.id", "imported.id"),
    *("guild_setting.guild_id", "score.guild_id", "standing.guild_id", "gone.guild_id"),
    *("season_end.guild_id", "champion.guild_id", "champion.role"),
    *("rating_role.guild_id", "rating_role.role", "pinned_list.guild_id"),
    *("simul.id", "simul.guild_id", "simul.channel_id", "simul.message", "simul_place.simul_id"),
    *("ladder_place.guild_id", "ladder_history.id", "ladder_history.guild_id"),
    *("standing_offer.guild_id", "standing_offer.channel"),
    *("pinned_list.channel", "pinned_list.message"),
    *("greeting.guild_id", "greeting.channel", "greeting.message", "guild_seen.guild_id"),
    *("tournament.id", "tournament.guild_id", "tournament.channel_id", "tournament.message"),
    *("tournament_organiser.tournament_id", "tournament_entrant.tournament_id", "match.tournament"),
    *("tournament_pairing.tournament_id", "tournament_pairing.match_id"),
    *("tournament_event.tournament_id", "tournament_event.event_id", "tournament_champion.tournament_id"),
    *("tournament_substitute.tournament_id", "tournament_substitute.message"),
    *("comment.id", "comment.match_id", "comment_report.comment_id"),
    *("comment_case.guild_id", "comment_case.comment_id"),
    *("archive.match_id", "archive.guild_id", "archive.channel_id"),
    *(f"archive_position.{name}" for name in ("guild_id", "position", "match_id", "channel_id")),
    *("book.guild_id", "book.position", "book.channel_id"),
    *("chore.id", "chore.match_id", "chore.channel", "chore.message"),
}
"""Columns of whole numbers of this size that hold ids of something else."""
OF_OTHERS = {str(block.c.blocked_id), str(guild_block.c.user_id)}
"""By whom somebody is blocked is nothing that they hear, and nothing that goes with them."""


def columns_of_people() -> list[Column[Any]]:
    """Every column of the schema that may hold somebody's id."""
    return [
        column
        for table in metadata.sorted_tables
        for column in table.columns
        if isinstance(column.type, BigInteger | type(match.c.id.type)) and not _small(column)
        if str(column) not in NO_PEOPLE
    ]


def _small(column: Column[Any]) -> bool:
    return isinstance(column.type, Integer) and not isinstance(column.type, BigInteger)


class Rows:
    """Makes rows for any table, each with something in it that is found nowhere else."""

    def __init__(self, *matches: Match) -> None:
        self._matches = matches
        self._made = 0
        self._simul = 0
        self._comment = 0

    def of(self, table: Table, people: dict[str, int]) -> dict[str, Any]:
        """A row with these people in it."""
        self._made += 1
        values = {column.name: self._value(column) for column in table.columns}
        values |= people
        if "match_id" in values:
            values["match_id"] = self._matches[self._made % len(self._matches)].id
        if "tournament_id" in values:
            values["tournament_id"] = 1
        if "simul_id" in values:
            values["simul_id"] = self._simul
        if "comment_id" in values:
            values["comment_id"] = self._comment
        self._simul = values["id"] if table is simul else self._simul
        self._comment = values["id"] if table is comment else self._comment
        return values

    def _value(self, column: Column[Any]) -> Any:
        if isinstance(column.type, UtcTime):
            return self._time()
        if isinstance(column.type, Boolean):
            return True
        if isinstance(column.type, Double):
            return 0.5
        if isinstance(column.type, BigInteger | Integer) or column.name == "id":
            return 10**6 + self._made
        return json.dumps([f"mark {self._made} in {column}"])

    def _time(self) -> Any:
        return NOON + timedelta(minutes=self._made)


NUMBERS: Final = ("used", "guild_id", "number", "day", "entries")
"""Columns of numbers by which a row can be known, if it has no text and no time."""


def mark_of(values: dict[str, Any]) -> str:
    """What an export has to say if the row is in it."""
    texts = [json.loads(value)[0] for value in values.values() if isinstance(value, str)]
    times = [value.isoformat() for value in values.values() if isinstance(value, datetime)]
    numbers = [str(values[name]) for name in NUMBERS if name in values]
    return [*numbers, *times, *texts][-1]


def cases() -> Iterator[tuple[Table, dict[str, int]]]:
    """For every column of people a row with the asker in it; where two people have a row each, both."""
    for column in columns_of_people():
        table = column.table
        assert isinstance(table, Table)
        if table is match or str(column) in OF_OTHERS:
            continue
        others = {one.name: OTHER for one in columns_of_people() if one.table is table}
        yield table, {**others, column.name: ASKER}


async def over(store: Database, challenger: UserId, opponent: UserId, **more: Any) -> Match:
    """A match that is over."""
    asked = challenge(challenger=challenger, opponent=opponent, options=GAMES["prawns"].complete_options({}))
    made = await store.write(stores.matches.create, asked)
    made = await keep(store, accepted(made, sides={"green": challenger, "blue": opponent}))
    return await keep(store, finished(made, **more))


async def filled(store: Database) -> list[str]:
    """Put the asker wherever somebody can be; returns what the export has to mention."""
    own = [await over(store, ASKER, OTHER), await over(store, OTHER, ASKER)]
    terms = TournamentTerms(Format.SWISS, most=9)
    new = Tournament(TournamentId(0), GuildId(11), ChannelId(12), "Spring", "prawns", terms, (), NOON)
    await store.write(add_tournament, new, NOON)
    act = Entry(EntryKind.HANDED_OVER_BY_ADMIN, f"{ASKER} green {ASKER} {CAT}", "green", 0, NOON)
    elsewhere = await over(store, BOB, CAT)
    await keep(store, changed(elsewhere, entries=(act,)))
    marks = [f'"match": {one.id},' for one in own] + [act.text]
    found, rows = list(cases()), Rows(*own)
    made = [(table, rows.of(table, people)) for table, people in found]
    _pair_up([values for table, values in made if "rival_id" in table.columns])
    for table, values in made:
        await write(store, insert(table), values)
        if values.get("rival_id") != ASKER:  # that row is the rival's, with their server in it
            marks.append(mark_of(values))
    code = {"code": "mark of a shared match", "match_id": own[0].id, "at": NOON}
    await write(store, insert(share), code)
    await store.write(stores.privacy.add_block, BOB, ASKER, NOON + 99 * DAY)
    return [*marks, str(code["code"])]


def _pair_up(rows: list[dict[str, Any]]) -> None:
    """Two people who met have a row each: give both rows what they have in common."""
    for one, other in zip(rows[::2], rows[1::2], strict=True):
        other |= {name: one[name] for name in ("match_id", "game") if name in one}


def service(store: Database) -> Services:
    """The service, at noon."""
    return Services(store, clock=moving(lambda: NOON), coin=lambda: "heads", salt=bytes)
