"""Moves in advance: their rows, which are secret until played, and their changes with their match.

Stating or taking back a move in advance raises the match's ``advance_revision`` first. That locks the match's
row, so it and a move that is being stored wait for each other; a move based on an older revision is refused.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from sqlalchemy import (
    BigInteger,
    Boolean,
    Connection,
    Index,
    Integer,
    RowMapping,
    Text,
    delete,
    exists,
    func,
    or_,
    select,
    update,
)

from data.features.rows import FeatureRows, RowRule
from data.personal_rows import own
from data.schema import UtcTime, always, keys, match, of_match, table
from data.shared_parameters import MATCH_ID
from matches.advances import ANY_TURN, Advance, AdvanceChange, ConditionKind
from matches.model import Entry, EntryKind, Match, MatchId, Phase, UserId

advance = table(
    "advance",
    of_match(primary=True),
    *keys(BigInteger, "user_id"),
    *keys(Integer, "number"),  # by chance, so that it tells of no other player's
    *always(Integer, "follows"),  # the number of the one before it in its line, else 0
    *always(Integer, "turn"),  # in which it is played; 0: in any
    *always(Text, "kind", "condition", "after", "reply"),
    *always(Boolean, "dropped"),  # it could not be played, which its player is told
    *always(UtcTime, "said_at"),
)
Index(None, advance.c.user_id)

# --- stored with a move --------------------------------------------------------------------------

_OF_MATCH: Final = (
    select(advance)
    .where(advance.c.match_id == MATCH_ID)
    .order_by(advance.c.user_id, advance.c.said_at, advance.c.number)
)


def said_in(connection: Connection, match_id: MatchId) -> tuple[Advance, ...]:
    """The moves in advance of both players of a match, each player's in the order of stating them."""
    return tuple(map(read, connection.execute(_OF_MATCH, {"match_id": match_id}).mappings()))


def apply_change(connection: Connection, match_id: MatchId, change: AdvanceChange) -> None:
    """Store the change that a move makes to the moves in advance: delete some, and mark some as dropped."""
    for user in {user for user, _ in change.gone | change.dropped}:
        theirs = (advance.c.match_id == match_id, advance.c.user_id == user)
        gone = sorted(number for owner, number in change.gone if owner == user)
        dropped = sorted(number for owner, number in change.dropped if owner == user)
        remove(connection, match_id, user, gone)
        if gone:
            left = update(advance).where(*theirs, advance.c.follows.in_(gone))
            connection.execute(left.values(follows=0))
        if dropped:
            unplayed = update(advance).where(*theirs, advance.c.number.in_(dropped))
            connection.execute(unplayed.values(dropped=True))


def let_go(connection: Connection, after: Match, fresh: Sequence[Entry]) -> None:
    """Delete the moves in advance that a change, with these ``fresh`` entries, makes useless.

    That is all of them when the match ends or an administrator rewinds it; when a side is handed over, those
    of the player who leaves.
    """
    if after.phase is Phase.FINISHED or any(one.kind is EntryKind.REWOUND_BY_ADMIN for one in fresh):
        connection.execute(delete(advance).where(advance.c.match_id == after.id))
    elif any(one.kind is EntryKind.HANDED_OVER_BY_ADMIN for one in fresh):
        left = (advance.c.match_id == after.id, advance.c.user_id.not_in(after.users))
        connection.execute(delete(advance).where(*left))


def remove(connection: Connection, match_id: MatchId, user_id: UserId, numbers: Collection[int]) -> None:
    """Delete a player's moves in advance with these numbers."""
    if numbers:
        theirs = (advance.c.match_id == match_id, advance.c.user_id == user_id)
        connection.execute(delete(advance).where(*theirs, advance.c.number.in_(sorted(numbers))))


_SAME: Final = ("user_id", "number", "follows", "turn", "condition", "dropped", "said_at")


def columns(match_id: MatchId, one: Advance) -> dict[str, object]:
    """The row of a move in advance."""
    return {
        "match_id": match_id,
        **{name: getattr(one, name) for name in _SAME},
        "kind": one.kind.value,
        "after": " ".join(one.after),
        "reply": " ".join(one.reply),
    }


def read(row: RowMapping) -> Advance:
    """The move in advance in a row."""
    return Advance(
        **{name: row[name] for name in _SAME},
        kind=ConditionKind(row["kind"]),
        after=tuple(row["after"].split()),
        reply=tuple(row["reply"].split()),
    )


# --- checked -------------------------------------------------------------------------------------

_said = advance.c
_before = advance.alias()
_whose = (_said.match_id, _said.user_id, _said.number)
# Without what they are: moves in advance are secret from who reads this, too.
_ADVANCE: Final = "match={match_id} user={user_id}: their move in advance {number}"
_RULES: Final = (
    RowRule(
        f"{_ADVANCE} is in a match that is {{phase}}",
        select(*_whose, match.c.phase)
        .join(match, match.c.id == _said.match_id)
        .where(match.c.phase != Phase.PLAYING.value),
    ),
    RowRule(
        f"{_ADVANCE} is of somebody who doesn't play",
        select(*_whose)
        .join(match, match.c.id == _said.match_id)
        .where(_said.user_id != match.c.challenger, _said.user_id != func.coalesce(match.c.opponent, 0)),
    ),
    RowRule(
        f"{_ADVANCE} is in a match where none was ever said",
        select(*_whose).join(match, match.c.id == _said.match_id).where(match.c.advance_revision <= 0),
    ),
    RowRule(
        f"{_ADVANCE} is of a kind that nobody knows",
        select(*_whose).where(_said.kind.not_in([kind.value for kind in ConditionKind])),
    ),
    RowRule(
        f"{_ADVANCE} follows one that isn't there, or isn't before it",
        select(*_whose).where(
            _said.follows != 0,
            ~exists().where(
                _before.c.match_id == _said.match_id,
                _before.c.user_id == _said.user_id,
                _before.c.number == _said.follows,
                _before.c.turn <= _said.turn,
            ),
        ),
    ),
    RowRule(
        f"{_ADVANCE} is of turn {{turn}}",
        select(*_whose, _said.turn).where(
            or_(
                _said.turn < ANY_TURN,
                (_said.turn == ANY_TURN) != (_said.kind == ConditionKind.CHOICE.value),
            )
        ),
    ),
    RowRule(
        f"{_ADVANCE} plays nothing",
        select(*_whose).where(_said.reply == "", _said.kind != ConditionKind.CHOICE.value),
    ),
)

ROWS: Final = FeatureRows(
    name="advances", tables=(advance,), personal=(own(advance, "moves in advance"),), rules=_RULES
)
