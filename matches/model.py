"""The model of a match: plain values, no storage, no Discord.

A match goes ``challenged -> (declined | withdrawn | expired) -> setup -> playing -> finished``.
Every change raises ``version`` by one; controls carry the version they were drawn for, so that a late
click is told apart from a present one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from typing import Final, Literal, NewType, Self

from engines import GAMES, Game, Side
from matches import players
from matches.clock import NO_CLOCK, Clocks, Pace
from matches.intervals import Interval
from matches.players import Computer, Human, Player, SamePerson, Seat, users_of
from matches.requirements import NO_REQUIREMENTS, Requirements

MatchId = NewType("MatchId", int)
UserId = players.UserId
GuildId = NewType("GuildId", int)
ChannelId = NewType("ChannelId", int)
MessageId = NewType("MessageId", int)
NoticeId = NewType("NoticeId", int)
ImportId = NewType("ImportId", int)

CoinSide = Literal["heads", "tails"]

Clock = Callable[[], datetime]
"""The present time, aware and in UTC."""

Coin = Callable[[], CoinSide]
"""One fair toss."""

Salt = Callable[[], bytes]
"""As many bytes as ``matches.lifecycle.seals`` asks for, drawn anew each time, that nobody can foresee."""


class Phase(StrEnum):
    """The phase of a match. The values are stored: never rename one."""

    CHALLENGED = "challenged"
    DECLINED = "declined"
    WITHDRAWN = "withdrawn"
    EXPIRED = "expired"
    SETUP = "setup"
    PLAYING = "playing"
    FINISHED = "finished"

    @property
    def running(self) -> bool:
        """True if the match has begun and not ended."""
        return self in (Phase.SETUP, Phase.PLAYING)

    @property
    def open(self) -> bool:
        """True if anything can still happen to the match."""
        return self.running or self is Phase.CHALLENGED


class EntryKind(StrEnum):
    """The kind of an entry of the record. The values are stored: never rename one."""

    ACTION = "action"
    TAKE_BACK = "takeback"
    DRAW_OFFER = "draw-offer"
    DRAW_REFUSAL = "draw-refusal"
    TAKE_BACK_OFFER = "takeback-offer"
    TAKE_BACK_REFUSAL = "takeback-refusal"
    PAUSE_OFFER = "pause-offer"
    PAUSE_REFUSAL = "pause-refusal"
    PAUSED = "paused"
    GO_ON_OFFER = "go-on-offer"
    GO_ON_REFUSAL = "go-on-refusal"
    GONE_ON = "gone-on"
    NO_RESULT_OFFER = "no-result-offer"
    NO_RESULT_REFUSAL = "no-result-refusal"
    TIME_UP = "time-up"
    MORE_TIME = "more-time"
    CLAIMED = "claimed"
    AWAY = "away"
    BACK = "back"
    ENDED_BY_ADMIN = "admin-ended"
    ABORTED_BY_ADMIN = "admin-aborted"
    REWOUND_BY_ADMIN = "admin-rewound"
    HANDED_OVER_BY_ADMIN = "admin-handed-over"
    FORCED = "forced"
    """An action that played itself, since it was the only one: see ``matches.lifecycle.forced``."""

    @property
    def of_play(self) -> bool:
        """True if the entry changes the position; the others are what happened besides."""
        return self.is_action or self is EntryKind.TAKE_BACK

    @property
    def is_action(self) -> bool:
        """True if the entry is an action, made by its player or played by itself."""
        return self in (EntryKind.ACTION, EntryKind.FORCED)

    @property
    def names_people(self) -> bool:
        """True if the text of such an entry holds ids of people."""
        return self.value.startswith("admin-")


class OfferKind(StrEnum):
    """The things a player can ask of the other one."""

    DRAW = "draw"
    TAKE_BACK = "take-back"
    PAUSE = "pause"
    GO_ON = "go on"
    """To end a pause before its time."""
    NO_RESULT = "no result"


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the record, by ``side`` or about it.

    ``text`` is a canonical action; of other kinds, what a reader needs besides: until when somebody is away
    (a time in ISO 8601), which administrator did something and what to (ids, a side, with blanks between).
    ``ply`` is the position's ply after the entry, ``at`` the time of the change in UTC.
    """

    kind: EntryKind
    text: str
    side: Side
    ply: int
    at: datetime


@dataclass(frozen=True, slots=True, repr=False)
class SecretPick:
    """A secret pick. It never shows in a log; ``matches.audience`` decides who may open it.

    ``by`` is who made it: somebody else may play the side by now. None where that was not stored yet.
    ``salt`` is the chance in its seal, in hexadecimal: see ``matches.lifecycle.seals``. None where it has no
    seal: it was made in the open, or stored by a bot that made none.
    """

    choices: tuple[str, ...] = field(hash=False)
    by: Player | None = None
    salt: str | None = field(default=None, hash=False)

    def __repr__(self) -> str:
        return "<sealed>"


@dataclass(frozen=True, slots=True)
class Toss:
    """A coin: what the challenged player called and how it fell."""

    call: CoinSide
    fell: CoinSide

    @property
    def won(self) -> bool:
        """True if the caller won."""
        return self.call == self.fell


DRAWN: Final = ("coin", "challenger", "first")
"""The things that can be drawn, as they are named and in their order."""


@dataclass(frozen=True, slots=True, repr=False)
class Draw:
    """All that chance had to settle of a challenge, drawn as it was made and sealed until it is taken up.

    ``coin`` is the face that falls where one is called. Where nobody calls, ``challenger`` is the side of the
    challenger and ``first`` the side that starts. Each is None where it is not left to chance. ``salt`` is
    that of its seal. It never shows in a log; ``matches.audience`` decides when it is open.
    """

    salt: str = field(hash=False)
    coin: CoinSide | None = field(default=None, hash=False)
    challenger: Side | None = field(default=None, hash=False)
    first: Side | None = field(default=None, hash=False)

    def __repr__(self) -> str:
        return "<sealed>"

    @property
    def value(self) -> str:
        """The draw as it is sealed, stored, and written in records: ``challenger=light,first=dark``."""
        drawn = {name: getattr(self, name) for name in DRAWN}
        return ",".join(f"{name}={what}" for name, what in drawn.items() if what is not None)

    @classmethod
    def read(cls, value: str, salt: str) -> Self:
        """The draw of a :attr:`value`. Raises ValueError for a text that is none."""
        drawn = dict(part.split("=") for part in value.split(","))
        draw = cls(salt, **{name: drawn.get(name) for name in DRAWN})  # type: ignore[arg-type]
        if not value or draw.value != value or draw.coin not in (None, "heads", "tails"):
            raise ValueError("no draw")
        return draw


@dataclass(frozen=True, slots=True)
class Result:
    """The end of a match: the winning side (None: a draw, or nothing at all) and the reason, a stable word.

    ``counts``: whether it is a result, which ratings and tables may take in.
    """

    winner: Side | None
    reason: str
    counts: bool = True


@dataclass(frozen=True, slots=True)
class Shown:
    """The state of a match on Discord: the version painted and the messages posted.

    ``version``: the newest version painted. ``invitation``: the challenge card's message, in the
    channel of the challenge. ``home``: the channel or thread where the match is played.
    ``card``: the present board's message there, posted at ``card_at`` (UTC) for ``stage`` of the match
    (a short word; within one stage the card is edited, a new stage gets a card of its own). ``direct``:
    no place in the server could be used, so ``home`` is the direct messages of the player who has to act.
    """

    version: int = 0
    invitation: MessageId | None = None
    home: ChannelId | None = None
    card: MessageId | None = None
    card_at: datetime | None = None
    stage: str = ""
    direct: bool = False


@dataclass(frozen=True, slots=True)
class MatchPlace:
    """A server that a match is played in, the channel there that it was asked for in, and what was shown."""

    guild_id: GuildId
    channel_id: ChannelId
    shown: Shown = Shown()


CONDUCT: Final = 2
"""The rules of conduct of matches that begin now: how leaving one counts, and what moves its deadlines.

1: leaving before both had finished two turns cost nothing, a player's time zone moved their deadlines, and
vacations stopped clocks of minutes. A match keeps those that it began with.
"""


LEAVING_COUNTS: Final = 2
"""The first conduct under which leaving a match that one has begun is a loss, however early it is."""
DEADLINES_STAY: Final = 2
"""The first conduct under which neither a time zone nor a vacation in a fast match moves a deadline."""


class RatedStatus(StrEnum):
    """The rated status of a match: rated, or why it is not. The values are stored: never rename one."""

    RATED = "rated"
    FRIENDLY = "friendly"
    """It was asked for like this."""
    OFTEN = "often"
    """These two have begun as many rated matches of the game lately as they may."""


@dataclass(frozen=True, slots=True)
class MatchTerms:
    """The terms of a match: settled with its challenge, and never changed.

    ``pace``: how much time the players have. ``takebacks``: whether a player may ask the other one to take a
    finished turn back. ``weekends_off``: whether the clock stands still on the weekend days of whoever has
    to act. ``set_part``: 1 or 2 in a set of two matches, else 0. ``ladder``: the place on the server's ladder
    that it is for, else 0. ``start``: the text of the position that it begins from, None for the beginning
    of the game. ``requirements``: what an open challenge asks of those who take it up. ``conduct``: see
    :data:`CONDUCT`.
    """

    pace: Pace = NO_CLOCK
    takebacks: bool = True
    weekends_off: bool = False
    set_part: int = 0
    ladder: int = 0
    start: str | None = None
    requirements: Requirements = NO_REQUIREMENTS
    conduct: int = CONDUCT


USUAL_TERMS: Final = MatchTerms()


@dataclass(frozen=True, slots=True)
class NewMatch:
    """A challenge about to be stored. ``options`` are settled ones, every key present.

    ``side`` is the challenger's and ``first`` the side that starts; None where that is settled later.
    ``stakes``: whether the match is asked to change ratings. ``home`` and ``direct``: where it is played, if
    that is settled already. ``draw``: what chance has settled already, None for nothing.
    """

    game_key: str
    rules_version: int
    options: Mapping[str, str]
    guild_id: GuildId
    channel_id: ChannelId
    challenger: Player
    opponent: Player | None
    created_at: datetime
    deadline_at: datetime
    terms: MatchTerms = USUAL_TERMS
    rematch_of: MatchId | None = None
    side: Side | None = None
    first: Side | None = None
    stakes: RatedStatus = RatedStatus.FRIENDLY
    home: ChannelId | None = None
    direct: bool = False
    draw: Draw | None = None


@dataclass(frozen=True, slots=True)
class MatchFacts:
    """The facts of a match without its record and its picks: see :class:`Match`."""

    id: MatchId
    version: int
    phase: Phase
    game_key: str
    rules_version: int
    options: Mapping[str, str]
    places: tuple[MatchPlace, ...]
    challenger: Player
    opponent: Player | None
    created_at: datetime
    changed_at: datetime
    deadline_at: datetime | None = None
    seats: tuple[Seat, ...] = ()
    toss: Toss | None = None
    first: Side | None = None
    result: Result | None = None
    rematch_of: MatchId | None = None
    rematch: MatchId | None = None
    terms: MatchTerms = USUAL_TERMS
    clocks: Clocks | None = None
    pause: Interval | None = None
    stakes: RatedStatus = RatedStatus.FRIENDLY
    draw: Draw | None = None

    @property
    def game(self) -> Game:
        """The game under the version of its rules that this match is played by."""
        return GAMES[self.game_key].at(self.rules_version)

    @property
    def place(self) -> MatchPlace:
        """The match's first place: where it was asked for, and the only one so far."""
        return self.places[0]

    @property
    def guild_id(self) -> GuildId:
        """The server of the match's first place."""
        return self.place.guild_id

    @property
    def channel_id(self) -> ChannelId:
        """The channel of the challenge, in the match's first place."""
        return self.place.channel_id

    @property
    def shown(self) -> Shown:
        """The state of the match that Discord has seen in its first place."""
        return self.place.shown

    def shown_as(self, shown: Shown) -> Self:
        """The match after Discord has seen ``shown`` of it in its first place."""
        return replace(self, places=(replace(self.place, shown=shown), *self.places[1:]))

    @property
    def players(self) -> tuple[Player, ...]:
        """Those of the match: challenger first; the opponent only when there is one."""
        return (self.challenger,) if self.opponent is None else (self.challenger, self.opponent)

    @property
    def users(self) -> tuple[UserId, ...]:
        """The people of the match whom Discord knows, challenger first."""
        return users_of(self.players)

    @property
    def computer(self) -> Computer | None:
        """The computer that plays in the match, or None where both players are people."""
        return next((player for player in self.players if isinstance(player, Computer)), None)

    @property
    def both_sides(self) -> bool:
        """True if one person moves both sides."""
        return isinstance(self.opponent, SamePerson)

    @property
    def alone(self) -> bool:
        """True if there is one person in the match: with the computer, or on both sides."""
        return self.computer is not None or self.both_sides

    @property
    def practice(self) -> bool:
        """True if the match is practice: by one person on both sides, or on from a position."""
        return self.both_sides or self.terms.start is not None

    @property
    def second_of_set(self) -> bool:
        """True if the match is the second of a set of two: it begins by itself."""
        return self.terms.set_part == 2

    @property
    def begins_by_itself(self) -> bool:
        """True if nobody has to take the match up: with nobody else, promised before, or for a place."""
        return self.alone or self.second_of_set or self.terms.ladder > 0

    @property
    def seated(self) -> bool:
        """True if both sides are taken: the challenge was accepted."""
        return len(self.seats) == len(self.game.sides)

    @property
    def rated(self) -> bool:
        """True if the match is to change ratings."""
        return self.stakes is RatedStatus.RATED and all(player.can_be_rated for player in self.players)

    def has_side(self, side: Side) -> bool:
        """True once somebody plays ``side``."""
        return any(seat.side == side for seat in self.seats)

    def player_of(self, side: Side) -> Player:
        """The player on ``side``. Raises KeyError while there is none."""
        for seat in self.seats:
            if seat.side == side:
                return seat.player
        raise KeyError(side)

    def seat_of(self, player: Player) -> Seat | None:
        """The seat of ``player``, or None."""
        return next((seat for seat in self.seats if seat.player == player), None)

    def side_of(self, user: UserId) -> Side | None:
        """The side ``user`` plays, or None."""
        seat = self.seat_of(Human(user))
        return None if seat is None else seat.side

    def rival_of(self, user: UserId) -> Player | None:
        """The other player of the match, or None while there is none."""
        return next((player for player in self.players if player != Human(user)), None)

    @property
    def blind(self) -> bool:
        """True if the picks are hidden until both are in."""
        setup = self.game.secret_setup
        return setup is not None and self.terms.start is None and self.options[setup.option] == "on"


@dataclass(frozen=True, slots=True)
class Match(MatchFacts):
    """One contest between two people, with its whole record.

    ``opponent`` is None while a challenge is open to anyone. ``seats`` say who plays what: both from the
    acceptance on, before it at most the challenger. ``first`` is the side that starts, once settled.
    ``deadline_at`` is the moment at which the sweep must look at the match, or None: when its challenge
    lapses, and then whenever ``clocks`` may call for something. ``clocks`` are there from the acceptance on;
    in the setup there is one for all who pick. ``pause`` is the last one agreed on, over or not. ``stakes``:
    what the challenge asks for; from the acceptance on, what it is about.
    """

    picks: Mapping[Side, SecretPick] = field(default_factory=dict)
    entries: tuple[Entry, ...] = ()

    def with_entries(self, *entries: Entry) -> Match:
        """The match with these entries at the end of its record, changed when the last of them was made."""
        return replace(self, entries=(*self.entries, *entries), changed_at=entries[-1].at)

    @property
    def started(self) -> bool:
        """True if play began, even if it has ended since: seated, every pick in, so that nothing is secret.

        A match given up during its setup is finished and never started.
        """
        needed = self.game.sides if self.game.secret_setup and self.terms.start is None else ()
        picked = all(side in self.picks for side in needed)
        return self.phase in (Phase.PLAYING, Phase.FINISHED) and picked


class NoticeKind(StrEnum):
    """The subject of a message besides the cards. The values are stored: never rename one."""

    PICK = "pick"
    """The choice of a secret pick."""
    NEWS = "news"
    """The text of the present card, for somebody whom the card itself does not reach (now)."""
    QUARTER = "quarter"
    """A reminder that time runs."""
    LAST = "last"
    """The last warning before time is up."""
    NUDGE = "nudge"
    """A match without a clock lies idle, and will end."""
    LATER = "later"
    """A reminder that was asked for."""
    RESULT = "result"
    """The end of a match, for a server's channel of results."""
    DIGEST = "digest"
    """Everything that waits for somebody, once a day."""
    WATCHED = "watched"
    """The end of a match, for somebody who watched it and whom its card does not reach."""
    WEEKLY = "weekly"
    """The events in a server, once a week, in the channel that it chose."""


class NoticePlace(StrEnum):
    """The place where a notice is told. The values are stored: never rename one."""

    DIRECT = "direct"
    HOME = "home"
    """The place where the match is played."""
    RESULTS = "results"
    """The server's channel for results."""


class NoticeState(StrEnum):
    """The state of a notice's delivery. The values are stored."""

    DUE = "due"
    SENT = "sent"
    REFUSED = "refused"


NO_MATCH: Final = MatchId(0)
"""The match of a notice about none, or about many."""


@dataclass(frozen=True, slots=True)
class NewNotice:
    """A message that somebody is owed, from ``due_at`` (UTC) on.

    ``name`` says what for: of one match, person, place and name there is one notice at most, ever.
    ``user_id`` is None where it is for nobody in particular.
    """

    user_id: UserId | None
    kind: NoticeKind
    place: NoticePlace
    name: str
    due_at: datetime


@dataclass(frozen=True, slots=True)
class Notice:
    """A message besides the cards, committed with the change that causes it and sent afterwards.

    So a crash between the two loses nothing. ``REFUSED`` means Discord would not deliver it. ``channel`` and
    ``message`` are where it stands once sent, where it is to be taken away again. ``tried``: somebody had
    claimed it before and never said what became of it, so it may have been sent.
    """

    id: NoticeId
    match_id: MatchId
    user_id: UserId | None
    kind: NoticeKind
    place: NoticePlace
    name: str
    due_at: datetime
    state: NoticeState
    channel: ChannelId | None = None
    message: MessageId | None = None
    tried: bool = False

    @property
    def reader(self) -> UserId:
        """The person who is told. Raises ValueError where it is for nobody in particular."""
        if self.user_id is None:
            raise ValueError(f"notice={self.id} is for nobody in particular")
        return self.user_id


@dataclass(frozen=True, slots=True)
class Mute:
    """Somebody's wish to hear nothing of a match: ``until`` then (a snooze), None: until they unmute it."""

    since: datetime
    until: datetime | None = None


@dataclass(frozen=True, slots=True)
class Person:
    """The settings of a person, by key, and the times they are or were away, earliest first.

    ``mute`` is about the match that they were asked for with, if any.
    """

    preferences: Mapping[str, str] = field(default_factory=dict)
    away: tuple[Interval, ...] = ()
    mute: Mute | None = None
