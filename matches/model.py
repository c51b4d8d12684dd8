"""The model of a match: plain values, no storage, no Discord.

A match goes ``challenged -> (declined | withdrawn | expired) -> setup -> playing -> finished``.
Every change raises ``version`` by one; controls carry the version they were made for, so that a late click
can be refused.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from typing import Final, Literal, NewType, Self

from engines import GAMES, Game, Side
from matches import players
from matches.players import Computer, Human, Player, SamePerson, Seat, users_of
from matches.requirements import NO_REQUIREMENTS, Requirements
from matches.time.clocks import Clocks
from matches.time.intervals import Interval
from matches.time.pace import NO_CLOCK, Pace

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
"""Unpredictable bytes, new ones on each call, as many as ``matches.lifecycle.seals`` needs."""


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
    """An action that was played automatically, as the only legal one: see ``matches.lifecycle.forced``."""
    ADVANCE = "advance"
    """An action that its player had said in advance: see ``matches.advances``."""

    @property
    def of_play(self) -> bool:
        """True if the entry changes the position; the others are offers, answers and events."""
        return self.is_action or self is EntryKind.TAKE_BACK

    @property
    def is_action(self) -> bool:
        """True if the entry is an action, made by a player or played automatically."""
        return self in (EntryKind.ACTION, EntryKind.FORCED, EntryKind.ADVANCE)

    @property
    def names_people(self) -> bool:
        """True if the text of such an entry holds ids of people."""
        return self.value.startswith("admin-")


OOPS: Final = "oops"
"""The first word of the text of a takeback that was granted at once."""


class OfferKind(StrEnum):
    """The kinds of offers to the other player."""

    DRAW = "draw"
    TAKE_BACK = "take-back"
    PAUSE = "pause"
    GO_ON = "go on"
    """To end a pause before its time."""
    NO_RESULT = "no result"


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the record, by ``side`` or about it.

    ``text`` is a canonical action. For other kinds it holds further data: when an absence ends (in ISO 8601),
    or an administrator's id and what they changed (ids and a side, separated by spaces). ``ply`` is the
    position's ply after the entry, ``at`` the time of the change in UTC.
    """

    kind: EntryKind
    text: str
    side: Side
    ply: int
    at: datetime

    @property
    def is_oops(self) -> bool:
        """True if the entry is the request of a takeback that was granted at once: see ``lifecycle.oops``."""
        return self.kind is EntryKind.TAKE_BACK_OFFER and self.text.startswith(OOPS)


@dataclass(frozen=True, slots=True, repr=False)
class SecretPick:
    """A secret pick. It never shows in a log; ``matches.audience`` decides who may open it.

    ``by`` is the player who made it; the side may have been handed over since. None in old rows. ``salt`` is
    the random part of its seal, in hexadecimal: see ``matches.lifecycle.seals``. None if it has no seal: it
    was an open pick, or was stored by a version of the bot without seals.
    """

    choices: tuple[str, ...] = field(hash=False)
    by: Player | None = None
    salt: str | None = field(default=None, hash=False)

    def __repr__(self) -> str:
        return "<sealed>"


@dataclass(frozen=True, slots=True)
class Toss:
    """A coin toss: what the challenged player called, and how the coin fell."""

    call: CoinSide
    fell: CoinSide

    @property
    def won(self) -> bool:
        """True if the caller won."""
        return self.call == self.fell


DRAWN: Final = ("coin", "challenger", "first")
"""The fields of a :class:`Draw`, by name and in order."""


@dataclass(frozen=True, slots=True, repr=False)
class Draw:
    """The random choices of a challenge, drawn when it is made and sealed until it is accepted.

    ``coin`` is how the coin falls, in games with a toss. ``challenger`` is the challenger's side and
    ``first`` the side that starts. Each is None if it is not random. ``salt`` is the salt of the seal. It
    never shows in a log; ``matches.audience`` decides when it is open.
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
        """Parse a :attr:`value`. Raises ValueError for any other text."""
        drawn = dict(part.split("=") for part in value.split(","))
        draw = cls(salt, **{name: drawn.get(name) for name in DRAWN})  # type: ignore[arg-type]
        if not value or draw.value != value or draw.coin not in (None, "heads", "tails"):
            raise ValueError("no draw")
        return draw


@dataclass(frozen=True, slots=True)
class Result:
    """The end of a match: the winning side (None: a draw or no result) and the reason, a stable word.

    ``counts``: whether it counts for ratings and tables.
    """

    winner: Side | None
    reason: str
    counts: bool = True


@dataclass(frozen=True, slots=True)
class Shown:
    """The state of a match on Discord: the version painted and the messages posted.

    ``version``: the newest version shown. ``invitation``: the challenge card's message, in the channel of the
    challenge. ``home``: the channel or thread where the match is played. ``card``: the current board's
    message there, posted at ``card_at`` (UTC) for ``stage`` of the match (a short word; within one stage the
    card is edited, a new stage gets a new card). ``direct``: no place in the server could be used, so
    ``home`` is the direct messages of the player who has to act. ``closed``: an administrator has closed the
    place, so the match stays in direct messages.
    """

    version: int = 0
    invitation: MessageId | None = None
    home: ChannelId | None = None
    card: MessageId | None = None
    card_at: datetime | None = None
    stage: str = ""
    direct: bool = False
    closed: bool = False

    @property
    def evicted(self) -> bool:
        """True if the place was closed and the match has not moved to direct messages yet."""
        return self.closed and not self.direct


@dataclass(frozen=True, slots=True)
class MatchPlace:
    """A server where a match is played, the channel of its challenge, and what Discord shows of it."""

    guild_id: GuildId
    channel_id: ChannelId
    shown: Shown = Shown()


NOWHERE: Final = MatchPlace(GuildId(0), ChannelId(0))
"""The place of a match between two servers for a reader who is in neither of them."""


CONDUCT: Final = 3
"""The version of the rules of conduct for new matches: how leaving counts, what moves deadlines, and more.

In version 1, leaving before both players had finished two turns cost nothing, a player's time zone moved
their deadlines, and vacations stopped fast clocks. Up to version 2, one's own move withdrew the draw that one
had offered. A match keeps the version that it began with.
"""


LEAVING_COUNTS: Final = 2
"""The first conduct under which leaving a match that the player has begun is a loss, however early."""
DEADLINES_STAY: Final = 2
"""The first conduct under which neither a time zone nor a vacation in a fast match moves a deadline."""
DRAWS_STAND: Final = 3
"""The first conduct under which a draw that is offered stands until the other player answers or moves."""


class RatedStatus(StrEnum):
    """The rated status of a match: rated, or why it is not. The values are stored: never rename one."""

    RATED = "rated"
    FRIENDLY = "friendly"
    """The challenge asked for an unrated match."""
    OFTEN = "often"
    """The two players had reached the limit of rated matches of this game."""


@dataclass(frozen=True, slots=True)
class MatchTerms:
    """The terms of a match: fixed by its challenge.

    ``pace``: the players' time. ``takebacks``: whether a player may ask the other one to take back a finished
    turn. ``weekends_off``: whether the clock stops on the weekend days of the player to act. ``set_part``: 1
    or 2 in a set of two matches, else 0. ``ladder``: the place on the server's ladder that the match is for,
    else 0. ``tournament``: the id of the tournament that it is a game of, else 0. ``simul``: the simul that
    the match is a board of, whose host is the challenger, else 0. ``by_offer``: whether it was begun for two
    standing offers. ``across``: whether the open challenge is offered in other servers too, so that the
    match may be between two. ``private``: whether it is played in a thread that only its players are in.
    ``lines``: whether its players may try lines on a private board while it runs.
    ``start``: the text of the position that it begins from, None for the start of
    the game. ``requirements``: what an open challenge requires of the player who accepts. ``conduct``: see
    :data:`CONDUCT`.
    """

    pace: Pace = NO_CLOCK
    takebacks: bool = True
    weekends_off: bool = False
    set_part: int = 0
    ladder: int = 0
    tournament: int = 0
    simul: int = 0
    by_offer: bool = False
    across: bool = False
    private: bool = False
    lines: bool = True
    start: str | None = None
    requirements: Requirements = NO_REQUIREMENTS
    conduct: int = CONDUCT

    @property
    def agreed(self) -> bool:
        """True if both players agreed to it before: on a ladder, in a tournament or simul, by offers."""
        return self.ladder > 0 or self.tournament > 0 or self.simul > 0 or self.by_offer

    @property
    def in_contest(self) -> bool:
        """True for a game of a tournament or simul, whose own messages tell the channel of it."""
        return self.tournament > 0 or self.simul > 0

    def carried_over(self, set_part: int) -> MatchTerms:
        """The terms of a rematch, or of the next match of a set, as that part of a set."""
        return MatchTerms(
            pace=self.pace,
            takebacks=self.takebacks,
            weekends_off=self.weekends_off,
            set_part=set_part,
            private=self.private,
            lines=self.lines,
        )


USUAL_TERMS: Final = MatchTerms()


@dataclass(frozen=True, slots=True)
class NewMatch:
    """A challenge about to be stored. ``options`` are complete: every key is present.

    ``side`` is the challenger's and ``first`` the side that starts; None if decided later. ``stakes``:
    whether the match is to be rated. ``home`` and ``direct``: where it is played, if known already. ``draw``:
    its random choices, None if there are none.
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


FIRST_PLACE: Final = 0
"""The number of the challenger's place, which is the only one of most matches."""
SECOND_PLACE: Final = 1
"""The number of the opponent's place in a match between two servers."""


@dataclass(frozen=True, slots=True)
class MatchFacts:
    """The facts of a match without its record and its picks: see :class:`Match`.

    ``places``: one, or in a match between two servers the challenger's, then the opponent's. ``here`` is the
    number of the place that the match is seen from, None for neither: readers there must learn nothing of the
    other place. ``advance_revision`` rises when moves in advance are said or taken back, 0 if none ever were;
    it is as secret as they are.
    """

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
    here: int | None = FIRST_PLACE
    advance_revision: int = field(default=0, repr=False)

    @property
    def game(self) -> Game:
        """The game, in the version of its rules that this match uses."""
        return GAMES[self.game_key].at(self.rules_version)

    @property
    def place(self) -> MatchPlace:
        """The place that the match is seen from: :data:`NOWHERE` if it is seen from neither."""
        return NOWHERE if self.here is None else self.places[self.here]

    @property
    def place_number(self) -> int:
        """The number of the place that the match is shown in: the first if it is seen from neither."""
        return FIRST_PLACE if self.here is None else self.here

    @property
    def between_servers(self) -> bool:
        """True if the match is played in two servers, one for each player."""
        return len(self.places) > 1

    def seen_from(self, number: int | None) -> Self:
        """The match as seen from the place of this number; None: from neither."""
        return self if number == self.here else replace(self, here=number)

    def seen_by(self, user: UserId | None, guild: GuildId | None = None) -> Self:
        """The match as ``user`` sees it: from their own place, or as an onlooker from the one in ``guild``.

        A match with one place is seen from there by everyone, unless it may be between two servers.
        """
        return self.seen_from(self._number_for(user, guild)) if self.terms.across else self

    def _number_for(self, user: UserId | None, guild: GuildId | None) -> int | None:
        for number, player in enumerate(self.players[: len(self.places)]):
            if user is not None and player == Human(user):
                return number
        if not self.between_servers and user is not None and user in self.users:
            return FIRST_PLACE
        return next((number for number, each in enumerate(self.places) if each.guild_id == guild), None)

    @property
    def users_here(self) -> tuple[UserId, ...]:
        """The Discord users whose place the match is seen from: both, unless it is between two servers."""
        if self.here is None:
            return ()
        if not self.between_servers:
            return self.users
        return users_of((self.players[self.here],))

    @property
    def strangers(self) -> tuple[UserId, ...]:
        """The Discord users of the match who have no place where it is seen from."""
        return tuple(user for user in self.users if user not in self.users_here)

    @property
    def guild_id(self) -> GuildId:
        """The server of the match's :attr:`place`."""
        return self.place.guild_id

    @property
    def channel_id(self) -> ChannelId:
        """The channel of the challenge, in the match's :attr:`place`."""
        return self.place.channel_id

    @property
    def seen_in(self) -> ChannelId | None:
        """The channel whose readers may look at the match: of a private one its thread.

        None for a private match outside a thread, which only its players may look at.
        """
        if not (self.terms.private and self.seated):
            return self.channel_id
        return None if self.shown.direct else self.shown.home

    @property
    def shown(self) -> Shown:
        """The state of the match on Discord, in its :attr:`place`."""
        return self.place.shown

    def shown_as(self, shown: Shown) -> Self:
        """The match with ``shown`` as its state on Discord in its :attr:`place`."""
        places = list(self.places)
        number = self.place_number
        places[number] = replace(places[number], shown=shown)
        return replace(self, places=tuple(places))

    def place_of(self, player: Player) -> MatchPlace:
        """The place of a player: their own in a match between two servers, else the only one."""
        own = self.between_servers and player == self.opponent
        return self.places[SECOND_PLACE if own else FIRST_PLACE]

    @property
    def players(self) -> tuple[Player, ...]:
        """The players of the match: challenger first; the opponent only when there is one."""
        return (self.challenger,) if self.opponent is None else (self.challenger, self.opponent)

    @property
    def users(self) -> tuple[UserId, ...]:
        """The Discord users of the match, challenger first."""
        return users_of(self.players)

    @property
    def computer(self) -> Computer | None:
        """The computer that plays in the match, or None."""
        return next((player for player in self.players if isinstance(player, Computer)), None)

    @property
    def both_sides(self) -> bool:
        """True if one person moves both sides."""
        return isinstance(self.opponent, SamePerson)

    @property
    def alone(self) -> bool:
        """True if only one person plays: against the computer, or on both sides."""
        return self.computer is not None or self.both_sides

    @property
    def secluded(self) -> bool:
        """True if the match is kept from channels where everyone would see it: private, or of one person."""
        return self.alone or self.terms.private

    @property
    def practice(self) -> bool:
        """True if the match is practice: one person on both sides, or begun from a position."""
        return self.both_sides or self.terms.start is not None

    @property
    def second_of_set(self) -> bool:
        """True if the match is the second of a set of two, which needs no acceptance."""
        return self.terms.set_part == 2

    @property
    def begins_by_itself(self) -> bool:
        """True if the match needs no acceptance: played alone, second of a set, or agreed before."""
        return self.alone or self.second_of_set or self.terms.agreed

    @property
    def promised(self) -> bool:
        """True if the match begins whatever its players' limits are, which were checked before."""
        return self.second_of_set or self.terms.simul > 0

    @property
    def seated(self) -> bool:
        """True if both sides are taken: the challenge was accepted."""
        return len(self.seats) == len(self.game.sides)

    @property
    def rated(self) -> bool:
        """True if the match is to be rated."""
        return self.stakes is RatedStatus.RATED and all(player.can_be_rated for player in self.players)

    def has_side(self, side: Side) -> bool:
        """True once ``side`` has a player."""
        return any(seat.side == side for seat in self.seats)

    def player_of(self, side: Side) -> Player:
        """The player on ``side``. Raises KeyError while it is not taken."""
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
        """The player of the match other than ``user``, or None."""
        return next((player for player in self.players if player != Human(user)), None)

    @property
    def blind(self) -> bool:
        """True if the picks are hidden until both are in."""
        setup = self.game.secret_setup
        return setup is not None and self.terms.start is None and self.options[setup.option] == "on"


@dataclass(frozen=True, slots=True)
class Match(MatchFacts):
    """One contest between two people, with its whole record.

    ``opponent`` is None while a challenge is open to anyone. ``seats`` tell the players' sides: both from the
    acceptance on, before it at most the challenger's. ``first`` is the side that starts, once known.
    ``deadline_at`` is when the sweep must look at the match, or None: when its challenge expires, later when
    ``clocks`` has its next event. ``clocks`` exist from the acceptance on; a setup has one for all who
    pick. ``pause`` is the last one agreed on, over or not. ``stakes``: whether the match is rated; before the
    acceptance, whether the challenge asks for that.
    """

    picks: Mapping[Side, SecretPick] = field(default_factory=dict)
    entries: tuple[Entry, ...] = ()

    def with_entries(self, *entries: Entry) -> Match:
        """The match with these entries added to its record, and ``changed_at`` set to the last one's time."""
        return replace(self, entries=(*self.entries, *entries), changed_at=entries[-1].at)

    @property
    def started(self) -> bool:
        """True if play began, even if it has ended since: every pick is in, so nothing is secret any more.

        A match resigned during its setup is finished but never started.
        """
        needed = self.game.sides if self.game.secret_setup and self.terms.start is None else ()
        picked = all(side in self.picks for side in needed)
        return self.phase in (Phase.PLAYING, Phase.FINISHED) and picked


class NoticeKind(StrEnum):
    """The subject of a message besides the cards. The values are stored: never rename one."""

    PICK = "pick"
    """A request to make a secret pick."""
    NEWS = "news"
    """The text of the current card, for a player whom the card does not ping (now)."""
    QUARTER = "quarter"
    """A reminder that the clock is running."""
    LAST = "last"
    """The last warning before time is up."""
    NUDGE = "nudge"
    """A nudge in an idle match without a clock, which will end."""
    LATER = "later"
    """A reminder that the player asked for."""
    RESULT = "result"
    """The end of a match, for a server's channel of results."""
    DIGEST = "digest"
    """All matches that wait for a player, once a day."""
    WATCHED = "watched"
    """The end of a match, for a user who watched it and whom its card does not ping."""
    WEEKLY = "weekly"
    """The events in a server, once a week, in the channel that it chose."""
    OFFER_OFF = "offer-off"
    """A player's standing offer was turned off after the end of one of its matches."""


class NoticePlace(StrEnum):
    """The place where a notice is sent. The values are stored: never rename one."""

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
"""The match id of a notice about no match, or about many."""


@dataclass(frozen=True, slots=True)
class NewNotice:
    """A message to be sent from ``due_at`` (UTC) on.

    ``name`` identifies its cause: there is at most one notice per match, user, place and name, ever.
    ``user_id`` is None if the notice is not for one person.
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
    ``message`` tell where it was posted, if it is to be deleted later. ``tried``: an earlier claim has no
    recorded outcome, so it may have been sent.
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
        """The user it is for. Raises ValueError if it is not for one person."""
        if self.user_id is None:
            raise ValueError(f"notice={self.id} is for nobody in particular")
        return self.user_id


@dataclass(frozen=True, slots=True)
class Mute:
    """A user's mute of a match: ``until`` a time (a snooze), or None until they unmute it."""

    since: datetime
    until: datetime | None = None


@dataclass(frozen=True, slots=True)
class Person:
    """A person's settings, by key, and their vacations, past ones too, earliest first.

    ``mute`` is their mute of the match they were loaded with, if any.
    """

    preferences: Mapping[str, str] = field(default_factory=dict)
    away: tuple[Interval, ...] = ()
    mute: Mute | None = None
