"""What a match is: plain values, no storage, no Discord.

A match goes ``challenged -> (declined | withdrawn | expired) -> setup -> playing -> finished``.
Every change raises ``version`` by one; controls carry the version they were drawn for, so that a late
click is told apart from a present one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Literal, NewType

from engines import GAMES, Game, Side

MatchId = NewType("MatchId", int)
UserId = NewType("UserId", int)
GuildId = NewType("GuildId", int)
ChannelId = NewType("ChannelId", int)
MessageId = NewType("MessageId", int)
NoticeId = NewType("NoticeId", int)

Face = Literal["heads", "tails"]


class Phase(StrEnum):
    """Where a match stands. The values are stored: never rename one."""

    CHALLENGED = "challenged"
    DECLINED = "declined"
    WITHDRAWN = "withdrawn"
    EXPIRED = "expired"
    SETUP = "setup"
    PLAYING = "playing"
    FINISHED = "finished"

    @property
    def running(self) -> bool:
        """Whether the match has begun and not ended."""
        return self in (Phase.SETUP, Phase.PLAYING)

    @property
    def open(self) -> bool:
        """Whether anything can still happen to the match."""
        return self.running or self is Phase.CHALLENGED


class EntryKind(StrEnum):
    """What an entry of the record is. The values are stored: never rename one."""

    ACTION = "action"
    TAKE_BACK = "takeback"
    DRAW_OFFER = "draw-offer"
    DRAW_REFUSAL = "draw-refusal"
    TAKE_BACK_OFFER = "takeback-offer"
    TAKE_BACK_REFUSAL = "takeback-refusal"

    @property
    def of_play(self) -> bool:
        """Whether the entry changes the position; the others are talk between the players."""
        return self in (EntryKind.ACTION, EntryKind.TAKE_BACK)


class OfferKind(StrEnum):
    """What a player can ask of the other one."""

    DRAW = "draw"
    TAKE_BACK = "take-back"


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the record: ``text`` is a canonical action, and empty for anything else.

    ``ply`` is the position's ply after the entry, ``at`` the time of the change in UTC.
    """

    kind: EntryKind
    text: str
    side: Side
    ply: int
    at: datetime


@dataclass(frozen=True, slots=True, repr=False)
class Sealed:
    """A secret pick. It never shows in a log; ``matches.audience`` decides who may open it."""

    choices: tuple[str, ...] = field(hash=False)

    def __repr__(self) -> str:
        return "<sealed>"


@dataclass(frozen=True, slots=True)
class Toss:
    """A coin: what the challenged player called and how it fell."""

    call: Face
    fell: Face

    @property
    def won(self) -> bool:
        """Whether the caller won."""
        return self.call == self.fell


@dataclass(frozen=True, slots=True)
class Result:
    """How a match ended: the winning side (None: a draw) and the reason, a stable word."""

    winner: Side | None
    reason: str


@dataclass(frozen=True, slots=True)
class Shown:
    """What Discord has seen of a match.

    ``version``: the newest version painted. ``invitation``: the challenge card's message, in the
    channel of the challenge. ``home``: the channel or thread where the match is played.
    ``card``: the present board's message there, posted at ``card_at`` (UTC) for ``stage`` of the match
    (a short word; within one stage the card is edited, a new stage gets a card of its own). ``direct``:
    no place in the server could be used, so ``home`` is the direct messages of whoever has to act.
    """

    version: int = 0
    invitation: MessageId | None = None
    home: ChannelId | None = None
    card: MessageId | None = None
    card_at: datetime | None = None
    stage: str = ""
    direct: bool = False


@dataclass(frozen=True, slots=True)
class NewMatch:
    """A challenge about to be stored. ``options`` are settled ones, every key present.

    ``side`` is the challenger's and ``first`` the side that starts; None where that is settled later.
    ``takebacks``: whether a player may ask the other one to take a finished turn back.
    """

    game: str
    rules_version: int
    options: Mapping[str, str]
    guild_id: GuildId
    channel_id: ChannelId
    challenger: UserId
    opponent: UserId | None
    created_at: datetime
    deadline_at: datetime
    rematch_of: MatchId | None = None
    side: Side | None = None
    first: Side | None = None
    takebacks: bool = True


@dataclass(frozen=True, slots=True)
class Match:
    """One contest between two people, with its whole record.

    ``opponent`` is None while a challenge is open to anyone. ``sides`` says who plays what: both from the
    acceptance on, before it at most the challenger. ``first`` is the side that starts, once settled.
    ``deadline_at`` is the moment the sweep must act, or None. ``takebacks``, settled with the challenge:
    whether a player may ask the other one to take a finished turn back.
    """

    id: MatchId
    version: int
    phase: Phase
    game: str
    rules_version: int
    options: Mapping[str, str]
    guild_id: GuildId
    channel_id: ChannelId
    challenger: UserId
    opponent: UserId | None
    created_at: datetime
    changed_at: datetime
    deadline_at: datetime | None = None
    sides: Mapping[Side, UserId] = field(default_factory=dict)
    toss: Toss | None = None
    first: Side | None = None
    picks: Mapping[Side, Sealed] = field(default_factory=dict)
    entries: tuple[Entry, ...] = ()
    result: Result | None = None
    rematch_of: MatchId | None = None
    rematch: MatchId | None = None
    takebacks: bool = True
    shown: Shown = Shown()

    @property
    def rules(self) -> Game:
        """The game under the version of its rules that this match is played by."""
        return GAMES[self.game].at(self.rules_version)

    @property
    def players(self) -> tuple[UserId, ...]:
        """The people of the match: challenger first; the opponent only when there is one."""
        return (self.challenger,) if self.opponent is None else (self.challenger, self.opponent)

    @property
    def seated(self) -> bool:
        """Whether both sides are taken: the challenge was accepted."""
        return len(self.sides) == len(self.rules.sides)

    def side_of(self, user: UserId) -> Side | None:
        """The side ``user`` plays, or None."""
        return next((side for side, player in self.sides.items() if player == user), None)

    def rival_of(self, user: UserId) -> UserId | None:
        """The other player of the match, or None while there is none."""
        return next((player for player in self.players if player != user), None)

    @property
    def started(self) -> bool:
        """Whether play began, whatever came after: seated, every pick in, so that nothing is secret.

        A match given up during its setup is finished and never started.
        """
        picked = self.rules.secret_setup is None or all(side in self.picks for side in self.rules.sides)
        return self.phase in (Phase.PLAYING, Phase.FINISHED) and picked

    @property
    def blind(self) -> bool:
        """Whether the picks are hidden until both are in."""
        setup = self.rules.secret_setup
        return setup is not None and self.options[setup.option] == "on"


class NoticeState(StrEnum):
    """How the delivery of a direct message stands. The values are stored."""

    DUE = "due"
    SENT = "sent"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class Notice:
    """A direct message that the match owes a player: the choice of a secret pick.

    Committed with the change that causes it, sent afterwards, so that a crash between the two loses
    nothing. ``REFUSED`` means Discord would not deliver it.
    """

    id: NoticeId
    match_id: MatchId
    user_id: UserId
    state: NoticeState
