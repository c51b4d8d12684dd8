"""Queues of work: notices and chores."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from sqlalchemy import Connection, RowMapping, delete, select, update

from data import outbox
from data.schema import chore, notice, to_give_out
from data.shared_parameters import MATCH_ID
from data.stores import rows
from data.stores.queries import chores_in, notices_in
from data.writing import insertion, upsert_over
from matches.chores import Chore, ChoreId, ChoreKind, NewChore
from matches.guilds.shards import ALL, Shards
from matches.model import ChannelId, MatchId, MessageId, NewNotice, Notice, NoticeId, NoticeKind, NoticeState

_OF_MATCH: Final = outbox.due(notice, to_give_out, notice.c.match_id == MATCH_ID)
_ONE_NOTICE: Final = ("match_id", "user_id", "place", "name")
_READING: Final = (NoticeKind.DIGEST.value, NoticeKind.WEEKLY.value)
CLAIMABLE_IN_TURN: Final = (
    outbox.due(notice, to_give_out, notice.c.kind.not_in(_READING)),
    *(outbox.due(notice, to_give_out, notice.c.kind == kind) for kind in _READING),
)
"""The queries in order: notices needed for play come before digests and weekly summaries."""


NOTICES = select(notice).where(notice.c.match_id == MATCH_ID).order_by(notice.c.id)


def notices_of(connection: Connection, match_id: MatchId) -> tuple[Notice, ...]:
    """The notices of a match, oldest first."""
    found = connection.execute(NOTICES, {"match_id": match_id})
    return tuple(rows.read_notice(row) for row in found.mappings())


def insert_notices(connection: Connection, match_id: MatchId, notices: Sequence[NewNotice]) -> None:
    """Insert notices; a notice that is stored already is left as it is."""
    if notices:
        fresh = insertion(connection.dialect.name, notice).on_conflict_do_nothing(index_elements=_ONE_NOTICE)
        connection.execute(fresh, [rows.notice_columns(match_id, one) for one in notices])


def add(connection: Connection, match_id: MatchId, notices: Sequence[NewNotice]) -> None:
    """Store notices; a notice that is stored already is left as it is."""
    insert_notices(connection, match_id, notices)


def claim(
    connection: Connection,
    now: datetime,
    until: datetime,
    limit: int,
    *,
    match_id: MatchId | None = None,
    shards: Shards = ALL,
    reading: bool = True,
) -> tuple[Notice, ...]:
    """Claim due notices of ``shards`` until ``until``, earliest first, at most ``limit``.

    No process is given a claimed notice before ``until``; if its sender was killed, it is given out again
    after that. ``match_id``: of this match only. Without ``reading``, no digests and weekly summaries.
    Choices of secret picks are never given out: they go out with the match's card.
    """
    in_turn = CLAIMABLE_IN_TURN if match_id is None else (_OF_MATCH,)
    of_match = {} if match_id is None else {"match_id": match_id}
    found: list[RowMapping] = []
    for query in in_turn if reading else in_turn[:1]:
        room = limit - len(found)
        found += outbox.claim(connection, notice, notices_in(query, shards), now, until, room, **of_match)
        if len(found) == limit:
            break
    return tuple(map(rows.read_notice, found))


def put_off(connection: Connection, notice_id: NoticeId, due_at: datetime) -> None:
    """Give back a claimed notice, due again at ``due_at``."""
    outbox.put_off(connection, notice, {"id": notice_id}, due_at)


def bring_forward(connection: Connection, notice_id: NoticeId, seen: datetime, due_at: datetime) -> None:
    """Make a notice that is due at ``seen`` due at ``due_at``; one that was put off meanwhile stays so."""
    due = (notice.c.id == notice_id, notice.c.due_at == seen, notice.c.claimed_until.is_(None))
    connection.execute(update(notice).where(*due).values(due_at=due_at))


def settle(
    connection: Connection,
    notice_id: NoticeId,
    state: NoticeState,
    *,
    channel: ChannelId | None = None,
    message: MessageId | None = None,
) -> None:
    """Record the result of a delivery: the state, and the message if there is one."""
    outbox.settle(connection, notice, {"id": notice_id}, state=state.value, channel=channel, message=message)


def drop(connection: Connection, notice_id: NoticeId, then: NewNotice | None = None) -> None:
    """Delete a notice, and store ``then`` in its place, if given."""
    after = () if then is None else (then,)
    dropped = delete(notice).where(notice.c.id == notice_id).returning(notice.c.match_id)
    match_id = connection.scalar(dropped)
    # If the notice is gone already, the process that dropped it stored its own successor.
    if match_id is not None:
        insert_notices(connection, MatchId(match_id), after)


# --- chores ---------------------------------------------------------------------------------------------

_ONE_CHORE: Final = ("match_id", "kind", "message")
TIDYING: Final = outbox.due(chore, chore.c.kind != ChoreKind.THINK.value)
TURNS: Final = outbox.due(chore, chore.c.kind == ChoreKind.THINK.value)


def insert_chores(connection: Connection, match_id: MatchId, chores: Sequence[NewChore]) -> None:
    """Store chores of a match; each replaces an existing one and clears its claim."""
    found = [rows.chore_columns(match_id, one) for one in chores]
    upsert_over(connection, chore, found, _ONE_CHORE)


def claim_chores(
    connection: Connection,
    now: datetime,
    until: datetime,
    limit: int,
    *,
    thinking: bool = False,
    shards: Shards = ALL,
) -> tuple[Chore, ...]:
    """Claim due chores of ``shards`` until ``until``, earliest first, at most ``limit``.

    With ``thinking`` the computer's turns, otherwise all other chores. No process is given a claimed chore
    before ``until``; if its process was killed, it is given out again after that.
    """
    query = chores_in(TURNS if thinking else TIDYING, shards)
    return tuple(map(rows.read_chore, outbox.claim(connection, chore, query, now, until, limit)))


def put_off_chore(
    connection: Connection, chore_id: ChoreId, due_at: datetime, *, failed: bool = False
) -> None:
    """Give back a claimed chore, due again at ``due_at``.

    Unless it ``failed``, its attempts start at zero again.
    """
    counted = {} if failed else {"attempts": 0}
    outbox.put_off(connection, chore, {"id": chore_id}, due_at, **counted)


def drop_chore(connection: Connection, chore_id: ChoreId) -> None:
    """Delete a chore. Harmless twice."""
    outbox.drop(connection, chore, {"id": chore_id})
