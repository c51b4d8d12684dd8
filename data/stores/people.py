"""Settings of users and servers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
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

from data.database import one_at_a_time
from data.features import FEATURES
from data.schema import away, guild_setting, mute, notice, preference
from data.shared_parameters import GUILD_ID, MATCH_ID, NOW, USER_ID
from data.stores import rows
from data.stores.match_rows import require, wake
from data.stores.notices import insert_notices
from data.stores.queries import InIds
from data.stores.rating_roles import owe_all_roles
from data.writing import upsert, upsert_all
from engines import GAMES
from matches.errors import VacationError
from matches.guilds.settings import TIER_GAME, TIERS, GuildRules
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
from matches.notices import NotificationPreferences
from matches.time.intervals import Interval, away_until, vacation_left


def go_away(connection: Connection, user_id: UserId, away: Interval) -> None:
    """Store that a user is away, and make their running matches due when that begins.

    Replaces a time away with the same start: coming back early stores an earlier end.
    """
    _put_away(connection, user_id, away)
    # Nothing changes before the start, however early the user comes back.
    wake(connection, user_id, away.start)


def take_days_off(connection: Connection, user_id: UserId, days: int, now: datetime) -> datetime:
    """Store that a user is away for some days from ``now`` on; returns the end.

    Raises VacationError if fewer days are left this year, or if they are away already.
    """
    one_at_a_time(connection, user_id)
    known = people_of(connection, [user_id])[user_id].away
    left = vacation_left(known, now)
    if days > left or days < 1 or away_until(known, now) is not None:
        raise VacationError(left)
    end = now + timedelta(days=days)
    go_away(connection, user_id, Interval(now, end))
    return end


PREFERENCES = select(preference.c.key, preference.c.value).where(preference.c.user_id == USER_ID)


def preferences(connection: Connection, user_id: UserId) -> Mapping[str, str]:
    """A user's settings, by key."""
    found = connection.execute(PREFERENCES, {"user_id": user_id})
    return {row.key: row.value for row in found}


def prefer(
    connection: Connection,
    user_id: UserId,
    chosen: Mapping[str, str | None],
    *,
    digest: NewNotice | None = None,
) -> None:
    """Change a user's settings, by key; None removes one.

    ``digest`` replaces the user's pending digest; None just deletes it.
    """
    after = () if digest is None else (digest,)
    # In a fixed order, so that two transactions that lock the same rows cannot deadlock.
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


def choose(
    connection: Connection, user_id: UserId, chosen: Mapping[str, str | None], now: datetime
) -> Person:
    """Change a user's settings as :func:`prefer` does, with the next digest by all of them; returns these."""
    one_at_a_time(connection, user_id)
    person = people_of(connection, [user_id])[user_id]
    kept = {**person.preferences, **chosen}
    person = replace(person, preferences={key: value for key, value in kept.items() if value is not None})
    prefer(connection, user_id, chosen, digest=NotificationPreferences.of(person).next_digest(user_id, now))
    return person


def _of_people(ids: Sequence[BindParameter[int]]) -> list[Select[Any]]:
    """Users' settings, times away and mutes of one match, one row each: one query is cheaper than three."""
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
    """Each user's settings, times away and mute of the match."""
    if not user_ids:
        return {}
    query, asked = PEOPLE(user_ids)
    found = connection.execute(query, {**asked, "match_id": match_id})
    return rows.read_people(user_ids, found.mappings())


# With the server's settings in the same query: a match is never loaded without either.
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
    """The settings of these users, mutes of the match included, and of a server, in one statement."""
    # A match whose players are both erased has no users to ask about; no user has the id 0.
    query, asked = AROUND(user_ids or (0,))
    found = connection.execute(query, {**asked, "guild_id": guild_id, "match_id": match_id}).mappings().all()
    of_guild = [row for row in found if row["about"] == rows.ABOUT_GUILD]
    people = rows.read_people(user_ids, (row for row in found if row["about"] != rows.ABOUT_GUILD))
    return people, GuildRules.of({row["key"]: row["value"] for row in of_guild})


def set_mute(
    connection: Connection, match_id: MatchId, user_id: UserId, wish: Mute | None, now: datetime
) -> None:
    """Store a user's mute of a match; None removes it.

    Notices about the match that wait for the user are dropped, or put off to the end of a snooze. The match
    becomes due at ``now``. Raises NoSuchMatchError.
    """
    require(connection, match_id)
    theirs = (mute.c.match_id == match_id, mute.c.user_id == user_id)
    if wish is None:
        connection.execute(delete(mute).where(*theirs))
    else:
        row = {"match_id": match_id, "user_id": user_id, "since": wish.since, "until": wish.until}
        upsert(connection, mute, row)
        _hold_back(connection, match_id, user_id, wish.until)
    # A mute changes when reminders are due.
    wake(connection, user_id, now, match_id=match_id)


def _hold_back(connection: Connection, match_id: MatchId, user_id: UserId, until: datetime | None) -> None:
    """Drop a user's pending notices about a match, or put them off until ``until``."""
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
    """The matches that a user has muted at ``now``."""
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
    """A server's settings, by key."""
    found = connection.execute(GUILD_SETTINGS, {"guild_id": guild_id})
    return {row.key: row.value for row in found}


def rules_of_guild(connection: Connection, guild_id: GuildId) -> GuildRules:
    """A server's settings for its matches."""
    return GuildRules.of(settings_of_guild(connection, guild_id))


def change_guild(
    connection: Connection,
    guild_id: GuildId,
    chosen: Mapping[str, str | None],
    *,
    notify: Sequence[NewNotice] = (),
    now: datetime | None = None,
) -> Mapping[str, str]:
    """Change a server's settings, by key; None removes one. Returns all settings from before.

    ``notify`` are notices without a match to store; one that exists is left as it is. With ``now``, what
    depends on the changed settings, such as rating roles, becomes due at once.
    """
    before = settings_of_guild(connection, guild_id)
    removed = [key for key, value in chosen.items() if value is None]
    if removed:
        theirs = (guild_setting.c.guild_id == guild_id, guild_setting.c.key.in_(removed))
        connection.execute(delete(guild_setting).where(*theirs))
    # In a fixed order, so that two transactions that lock the same rows cannot deadlock.
    kept = sorted((key, value) for key, value in chosen.items() if value is not None)
    upsert_all(
        connection, guild_setting, [{"guild_id": guild_id, "key": key, "value": value} for key, value in kept]
    )
    insert_notices(connection, NO_MATCH, notify)
    if now is not None:
        if {TIERS, TIER_GAME} & chosen.keys():
            owe_all_roles(connection, guild_id, GAMES, now)
        for change in (feature.guild_changed for feature in FEATURES if feature.guild_changed):
            change(connection, guild_id, chosen, now)
    return before
