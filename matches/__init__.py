"""The life of a match: challenge, setup, play, end.

No Discord, no SQL, no pictures: people are ids, actions are texts, storage is a port. What may happen
is decided here and only here.
"""

from matches.errors import MatchError, NoSuchMatchError, StoreGoneError, StoreUnavailableError
from matches.guild_settings import ChallengeChannel
from matches.lifecycle.challenge import ChallengeTerms, Opponent, Policy
from matches.model import (
    ChannelId,
    Clock,
    Coin,
    CoinSide,
    GuildId,
    Match,
    MatchId,
    MessageId,
    Notice,
    NoticeId,
    NoticeState,
    Phase,
    Salt,
    Shown,
    UserId,
)
from matches.ports import Store
from matches.services import Matches, Services

__all__ = [
    "ChallengeChannel",
    "ChallengeTerms",
    "ChannelId",
    "Clock",
    "Coin",
    "CoinSide",
    "GuildId",
    "Match",
    "MatchError",
    "MatchId",
    "Matches",
    "MessageId",
    "NoSuchMatchError",
    "Notice",
    "NoticeId",
    "NoticeState",
    "Opponent",
    "Phase",
    "Policy",
    "Salt",
    "Services",
    "Shown",
    "Store",
    "StoreGoneError",
    "StoreUnavailableError",
    "UserId",
]
