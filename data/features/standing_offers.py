"""Standing offers of users in servers, on or off."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from sqlalchemy import BigInteger, Boolean, Connection, Index, Integer, Text, delete, not_, select

from data.database import AdvisoryLock, one_at_a_time
from data.features.rows import FeatureRows, RowRule
from data.personal_rows import own
from data.schema import UtcTime, always, index_where, keys, maybe, table
from data.shared_parameters import GUILD_ID, USER_ID
from matches.model import GuildId, UserId
from matches.time.pace import PACES

MOST_WANTED: Final = 5
"""The most matches that one offer keeps running."""
PACES_OFFERED: Final = tuple(str(pace) for pace in PACES if pace.timed and not pace.fast)
"""The paces that an offer can have."""
WHY_OFF: Final = ("owner", "late", "not begun", "channel")
"""The reasons why an offer is off."""

# Standing offers: a user wants so many matches of a game running in a server. off_since, why: turned off.
standing_offer = table(
    "standing_offer",
    *keys(BigInteger, "guild_id"),
    *keys(Text, "game"),
    *keys(BigInteger, "user_id"),
    *always(BigInteger, "channel"),
    *always(Integer, "wanted"),
    *always(Text, "pace"),
    *always(Boolean, "rated"),
    *always(UtcTime, "created_at", "changed_at", "due_at"),  # due_at: when partners are looked for next
    *maybe(UtcTime, "off_since"),
    *maybe(Text, "why"),
)
Index(None, standing_offer.c.user_id)
offer_stands = standing_offer.c.off_since.is_(None)
index_where(offer_stands, *(standing_offer.c[name] for name in ("due_at", "guild_id", "game")))

_offer = standing_offer.c
_OFFER: Final = "guild={guild_id} game={game} user={user_id}: their standing offer"
_RULES: Final = (
    RowRule(
        f"{_OFFER} asks for {{wanted}} matches",
        select(_offer.guild_id, _offer.game, _offer.user_id, _offer.wanted).where(
            not_(_offer.wanted.between(1, MOST_WANTED))
        ),
    ),
    RowRule(
        f"{_OFFER} has the pace {{pace!r}}, which no offer can have",
        select(_offer.guild_id, _offer.game, _offer.user_id, _offer.pace).where(
            _offer.pace.not_in(PACES_OFFERED)
        ),
    ),
    RowRule(
        f"{_OFFER} is off without a reason, or on with one",
        select(_offer.guild_id, _offer.game, _offer.user_id).where(
            _offer.off_since.is_(None) != _offer.why.is_(None)
        ),
    ),
    RowRule(
        f"{_OFFER} is off for {{why!r}}, which nobody knows",
        select(_offer.guild_id, _offer.game, _offer.user_id, _offer.why).where(_offer.why.not_in(WHY_OFF)),
    ),
)


def lock_offers(connection: Connection) -> None:
    """Lock all standing offers against other changes until the transaction ends."""
    one_at_a_time(connection, AdvisoryLock.STANDING_OFFERS)


def _drop(connection: Connection, user_id: UserId, _now: datetime, guild_id: GuildId) -> None:
    """Delete the standing offers of a user in a server."""
    lock_offers(connection)
    theirs = (standing_offer.c.user_id == user_id, standing_offer.c.guild_id == guild_id)
    connection.execute(delete(standing_offer).where(*theirs))


ROWS: Final = FeatureRows(
    name="standing_offers",
    tables=(standing_offer,),
    personal=(own(standing_offer, "standing offers"),),
    takes_part=select(standing_offer)
    .where(standing_offer.c.user_id == USER_ID, standing_offer.c.guild_id == GUILD_ID)
    .exists(),
    leave_guild=_drop,
    rules=_RULES,
)
