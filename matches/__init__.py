"""The life of a match: challenge, setup, play, end.

No Discord, no SQL, no pictures: people are ids, actions are texts, and nothing is stored here. What may
happen is decided here and only here.
"""

from matches.errors import MatchError, NoSuchMatchError, StoreGoneError, StoreUnavailableError
from matches.guilds.settings import ChallengeChannel
from matches.lifecycle.challenge import ChallengeTerms, Opponent, Policy
from matches.model import (
    ChannelId,
    Clock,
    Coin,
    CoinSide,
    GuildId,
    Match,
    MatchId,
    MatchTerms,
    MessageId,
    Notice,
    NoticeId,
    NoticeState,
    Phase,
    Salt,
    Shown,
    UserId,
)

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
    "MatchTerms",
    "MessageId",
    "NoSuchMatchError",
    "Notice",
    "NoticeId",
    "NoticeState",
    "Opponent",
    "Phase",
    "Policy",
    "Salt",
    "Shown",
    "StoreGoneError",
    "StoreUnavailableError",
    "UserId",
]
