"""People and servers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import (
    BindParameter,
    Connection,
    Select,
    delete,
    literal,
    null,
    or_,
    select,
    union_all,
    update,
)

from data.parameters import GUILD_ID, MATCH_ID, NOW, USER_ID
from data.schema import away, guild_setting, mute, notice, preference
from data.stores import rows
from data.stores.base import insert_notices, require, upsert, upsert_all, wake
from data.stores.checks import check_notices, check_stop, check_times
from data.stores.match_queries import InIds
from data.stores.pinned import keep_lists
from data.stores.rating_roles import owe_all_roles
from engines import GAMES
from matches.guild_settings import PINNED, TIER_GAME, TIERS, GuildRules
from matches.intervals import Interval
from matches.model import (
    NO_MATCH,
    GuildId,
    MatchId,
    Mute,
    NewNotice,
    NoticeKind,
    NoticeState,
    Person,
    UserId,
)


def go_away(connection: Connection, user_id: UserId, away: Interval) -> None:
    """Store that somebody is away, and have their running matches looked at from then on.

    Replaces a time away with the same start: to come back early is to store an earlier end.
    """
    check_stop(away)
    _put_away(connection, user_id, away)
    # Nothing changes before it starts, however early somebody comes back.
    wake(connection, user_id, away.start)


PREFERENCES = select(preference.c.key, preference.c.value).where(preference.c.user_id == USER_ID)


def preferences(connection: Connection, user_id: UserId) -> Mapping[str, str]:
    """The settings of a person, by key."""
    found = connection.execute(PREFERENCES, {"user_id": user_id})
    return {row.key: row.value for row in found}


def prefer(
    connection: Connection,
    user_id: UserId,
    chosen: Mapping[str, str | None],
    *,
    digest: NewNotice | None = None,
) -> None:
    """Set things for a person, by key; None removes one.

    ``digest`` takes the place of the digest that they are owed, if any; without one none is owed.
    """
    after = () if digest is None else (digest,)
    check_notices(after)
    # In one order, so that two at once do not wait for each other where rows are locked.
    for key, value in sorted(chosen.items()):
        _set_preference(connection, user_id, key, value)
    connection.execute(
        delete(notice).where(
            notice.c.match_id == NO_MATCH,
            notice.c.user_id == user_id,
            notice.c.kind == NoticeKind.DIGEST.value,
            notice.c.state == NoticeState.DUE.value,
        )
    )
    insert_notices(connection, NO_MATCH, after)


def _of_people(ids: Sequence[BindParameter[int]]) -> list[Select[Any]]:
    """People's settings, times away and mutes of one match, a row each: one question is cheaper."""
    return [
        select(
            literal(rows.ABOUT_PERSON).label("about"), away, null().label("key"), null().label("value")
        ).where(away.c.user_id.in_(ids)),
        select(
            literal(rows.ABOUT_PERSON),
            preference.c.user_id,
            null(),
            null(),
            preference.c.key,
            preference.c.value,
        ).where(preference.c.user_id.in_(ids)),
        select(literal(rows.ABOUT_MUTE), mute.c.user_id, mute.c.since, mute.c.until, null(), null()).where(
            mute.c.match_id == MATCH_ID, mute.c.user_id.in_(ids)
        ),
    ]


PEOPLE = InIds(lambda ids: union_all(*_of_people(ids)))


def people_of(
    connection: Connection, user_ids: Sequence[UserId], match_id: MatchId = NO_MATCH
) -> Mapping[UserId, Person]:
    """The settings of each of these people, the times they are away, and their mutes of a match."""
    if not user_ids:
        return {}
    query, asked = PEOPLE(user_ids)
    found = connection.execute(query, {**asked, "match_id": match_id})
    return rows.read_people(user_ids, found.mappings())


# And what a server has set, in the same question: a match is never loaded without either.
AROUND = InIds(
    lambda ids: union_all(
        *_of_people(ids),
        select(
            literal(rows.ABOUT_GUILD), null(), null(), null(), guild_setting.c.key, guild_setting.c.value
        ).where(guild_setting.c.guild_id == GUILD_ID),
    )
)


def settings_of(
    connection: Connection, user_ids: Sequence[UserId], guild_id: GuildId, match_id: MatchId
) -> tuple[Mapping[UserId, Person], GuildRules]:
    """The settings of these people, about a match too, and of a server, read with one statement."""
    # Of a match whose players are both erased nobody is left to be asked about; 0 is nobody's id.
    query, asked = AROUND(user_ids or (0,))
    found = connection.execute(query, {**asked, "guild_id": guild_id, "match_id": match_id}).mappings().all()
    of_guild = [row for row in found if row["about"] == rows.ABOUT_GUILD]
    people = rows.read_people(user_ids, (row for row in found if row["about"] != rows.ABOUT_GUILD))
    return people, GuildRules.of({row["key"]: row["value"] for row in of_guild})


def set_mute(
    connection: Connection, match_id: MatchId, user_id: UserId, wish: Mute | None, now: datetime
) -> None:
    """Store that somebody wants to hear nothing of a match, or does again.

    What they are owed about it is dropped, or put off to the end of a snooze. The match is looked at
    from ``now`` on. Raises NoSuchMatchError.
    """
    check_times(now, *(() if wish is None else (wish.since, wish.until)))
    require(connection, match_id)
    theirs = (mute.c.match_id == match_id, mute.c.user_id == user_id)
    if wish is None:
        connection.execute(delete(mute).where(*theirs))
    else:
        row = {"match_id": match_id, "user_id": user_id, "since": wish.since, "until": wish.until}
        upsert(connection, mute, row)
        _hold_back(connection, match_id, user_id, wish.until)
    # What the clock calls for comes at other times now.
    wake(connection, user_id, now, match_id=match_id)


def _hold_back(connection: Connection, match_id: MatchId, user_id: UserId, until: datetime | None) -> None:
    """Drop what is owed to somebody about a match, or put it off."""
    owed = (
        notice.c.match_id == match_id,
        notice.c.user_id == user_id,
        notice.c.state == NoticeState.DUE.value,
        notice.c.kind.in_([NoticeKind.NEWS.value, NoticeKind.QUARTER.value]),
    )
    if until is None:
        connection.execute(delete(notice).where(*owed))
    else:
        later = update(notice).where(*owed, notice.c.due_at < until)
        connection.execute(later.values(due_at=until, claimed_until=None))


MUTED_BY = select(mute.c.match_id).where(
    mute.c.user_id == USER_ID, or_(mute.c.until.is_(None), mute.c.until > NOW)
)


def muted_by(connection: Connection, user_id: UserId, now: datetime) -> frozenset[MatchId]:
    """The matches that somebody wants to hear nothing of ``now``."""
    check_times(now)
    found = connection.scalars(MUTED_BY, {"user_id": user_id, "now": now})
    return frozenset(map(MatchId, found))


def _put_away(connection: Connection, user_id: UserId, stop: Interval) -> None:
    upsert(connection, away, {"user_id": user_id, "start_at": stop.start, "end_at": stop.end})


def _set_preference(connection: Connection, user_id: UserId, key: str, value: str | None) -> None:
    if value is None:
        theirs = (preference.c.user_id == user_id, preference.c.key == key)
        connection.execute(delete(preference).where(*theirs))
    else:
        upsert(connection, preference, {"user_id": user_id, "key": key, "value": value})


GUILD_SETTINGS = select(guild_setting.c.key, guild_setting.c.value).where(
    guild_setting.c.guild_id == GUILD_ID
)


def settings_of_guild(connection: Connection, guild_id: GuildId) -> Mapping[str, str]:
    """The settings of a server, by key."""
    found = connection.execute(GUILD_SETTINGS, {"guild_id": guild_id})
    return {row.key: row.value for row in found}


def change_guild(
    connection: Connection,
    guild_id: GuildId,
    chosen: Mapping[str, str | None],
    *,
    notify: Sequence[NewNotice] = (),
    now: datetime | None = None,
) -> Mapping[str, str]:
    """Set things for a server, by key; None removes one. Returns all that was set before.

    ``notify`` are messages of no match that are owed from now on; one that is there stays. ``now``: what
    else follows from what is chosen, such as lists to be shown in another channel, is due at once.
    """
    check_notices(notify)
    before = settings_of_guild(connection, guild_id)
    removed = [key for key, value in chosen.items() if value is None]
    if removed:
        theirs = (guild_setting.c.guild_id == guild_id, guild_setting.c.key.in_(removed))
        connection.execute(delete(guild_setting).where(*theirs))
    # In one order, so that two at once do not wait for each other where rows are locked.
    kept = sorted((key, value) for key, value in chosen.items() if value is not None)
    upsert_all(
        connection, guild_setting, [{"guild_id": guild_id, "key": key, "value": value} for key, value in kept]
    )
    insert_notices(connection, NO_MATCH, notify)
    if now is not None and PINNED in chosen:
        keep_lists(connection, guild_id, now)
    if now is not None and {TIERS, TIER_GAME} & chosen.keys():
        owe_all_roles(connection, guild_id, GAMES, now)
    return before
