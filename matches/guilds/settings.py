"""A server's settings for the matches in it: one field of :class:`GuildRules` each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, fields
from datetime import timedelta
from enum import Enum, StrEnum, auto
from typing import Any, Final, TypeVar

from engines import GAMES
from matches.errors import NotAllowedError, NotAllowedProblem
from matches.model import ChannelId, GuildId
from matches.time.pace import DEFAULT_PACE, Pace

Value = TypeVar("Value")
Word = TypeVar("Word", bound=StrEnum)

# Keys that code refers to. SETTINGS has all settings.
PACE: Final = "pace"
MOST: Final = "most"
CHANNELS: Final = "channels"
ROLES: Final = "roles"
GAMES_KEY: Final = "games"
RESULTS: Final = "results"
CHAMPION: Final = "champion"
THEME: Final = "theme"
WEEKLY: Final = "weekly"
PINNED: Final = "pinned"
TIERS: Final = "tiers"
TIER_GAME: Final = "tier_game"
HOME: Final = "home"
COMPUTER: Final = "computer"
TOURNAMENT_ROLE: Final = "tournament_role"
ACROSS: Final = "across"

MOST_TIERS: Final = 5
"""Roles by rating that a server can have."""
ON, OFF = "on", "off"
"""The values of an on/off setting."""
NEVER: Final = "never"
"""The value of ``archive`` for threads that the bot does not archive."""
PUT_AWAY_AFTER: Final = timedelta(days=1)
"""Time after which the thread of a finished match is archived, unless the server has set another."""
PUT_AWAY_CHOICES: Final = ("1", "6", "24", "72", "168", NEVER)
"""The choices for that: hours, or never."""


class OldCards(StrEnum):
    """The look of a match's older cards. The values are stored: never rename one."""

    PICTURE = "picture"
    """The picture stays as it is."""
    SMALL = "small"
    """The picture is small, beside the text."""
    TEXT = "text"
    """The text alone."""


class SeasonKind(StrEnum):
    """The length of a server's seasons. The values are stored: never rename one."""

    MONTH = "month"
    QUARTER = "quarter"


# --- the table -----------------------------------------------------------------------------------------


class SettingPage(Enum):
    """The page of a setting, in the order in which settings are shown."""

    WHO_PLAYS = auto()
    PLACES = auto()
    TIME_AND_LOOK = auto()
    ANNOUNCEMENTS = auto()
    ROLES = auto()


class SettingKind(Enum):
    """The kind of value that a setting takes."""

    WORD = auto()
    """One of the setting's ``words``."""
    PACE = auto()
    NUMBER = auto()
    THEME = auto()
    GAME = auto()
    GAMES = auto()
    CHANNEL = auto()
    CHANNELS = auto()
    ROLE = auto()
    ROLES = auto()
    TIERS = auto()


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting of a server. Its ``key`` and its values are stored: never rename one."""

    key: str
    number: int
    """Its number in the ids of menus and buttons: never change or reuse one (20 is one of old buttons)."""
    page: SettingPage
    kind: SettingKind
    read: Callable[[str], Any]
    """Parse stored text. Raises ValueError for an invalid one."""
    write: Callable[[Any], str | None] = str
    """A value as stored text; None to store nothing."""
    words: tuple[str, ...] = ()
    """The values to choose from, as stored."""
    unset: str | None = None
    """The choice that is stored as nothing."""
    at_first: str | None = None
    """The value stored for a server that adds the bot; None: nothing. Older servers keep theirs."""


def _setting(
    number: int, page: SettingPage, kind: SettingKind, usual: Value, read: Callable[[str], Value], **more: Any
) -> Value:
    """A field with its :class:`Setting`; ``usual``: its value if no readable one is stored."""
    about = {"number": number, "page": page, "kind": kind, "read": read, **more}
    made: Value = field(default=usual, metadata=about)
    return made


def _on_off(number: int, page: SettingPage, *, usual: bool = True) -> bool:
    """A setting that is on or off; ``usual``: its default."""
    usually, other = (ON, OFF) if usual else (OFF, ON)
    more = {"write": lambda on: ON if on else OFF, "words": (ON, OFF), "unset": usually}
    return _setting(number, page, SettingKind.WORD, usual, lambda text: usual != (text == other), **more)


def _one_of(number: int, page: SettingPage, usual: Word, at_first: Word | None = None) -> Word:
    """A setting with the values of an enum; ``at_first``: its value in servers that add the bot."""
    more = {"words": tuple(one.value for one in type(usual)), "at_first": at_first and at_first.value}
    return _setting(number, page, SettingKind.WORD, usual, type(usual), **more)


def _channel(number: int, page: SettingPage) -> ChannelId | None:
    return _setting(number, page, SettingKind.CHANNEL, None, lambda text: ChannelId(_number(text)))


def _several(number: int, page: SettingPage, kind: SettingKind) -> frozenset[int]:
    return _setting(number, page, kind, frozenset(), _ids, write=listed)


def listed(ids: frozenset[int] | frozenset[str]) -> str | None:
    """Ids or keys as stored text; None if there are none."""
    return ",".join(map(str, sorted(ids))) or None


def _number(text: str) -> int:
    if not _is_number(text):
        raise ValueError(text)
    return int(text)


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit()


def _ids(text: str) -> frozenset[int]:
    return frozenset(int(part) for part in text.split(",") if _is_number(part))


def _game(text: str) -> str:
    if text not in GAMES:
        raise ValueError(text)
    return text


def _games(text: str) -> frozenset[str]:
    return frozenset(text.split(",")) & GAMES.keys()


@dataclass(frozen=True, slots=True, order=True)
class RatingTier:
    """A role for members who are ranked in a server with a rating of at least ``least``."""

    least: int
    role: int


def written(tiers: Iterable[RatingTier]) -> str | None:
    """Rating tiers as stored text; None if there are none."""
    return ",".join(f"{tier.least}:{tier.role}" for tier in sorted(tiers)) or None


def _tiers(text: str) -> tuple[RatingTier, ...]:
    parts = [part.split(":") for part in text.split(",")]
    pairs = (part for part in parts if len(part) == 2 and all(map(_is_number, part)))
    return tuple(sorted(RatingTier(int(least), int(role)) for least, role in pairs))[:MOST_TIERS]


def _put_away_after(text: str) -> timedelta | None:
    if text not in PUT_AWAY_CHOICES:
        raise ValueError(text)
    return None if text == NEVER else timedelta(hours=int(text))


def _hours(after: timedelta | None) -> str:
    return NEVER if after is None else str(after // timedelta(hours=1))


# --- the rules of a server -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ChallengeChannel:
    """The channel of a challenge, its parent (``under``, for a thread), and the challenger's roles there."""

    guild: GuildId
    channel: ChannelId
    under: ChannelId | None = None
    roles: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class GuildRules:
    """A server's rules, one field for each setting, named by its key.

    A new setting needs its field here and its words in ``cogs.text.en.server``; they are shown in this order.
    """

    games: frozenset[str] = _setting(
        4, SettingPage.WHO_PLAYS, SettingKind.GAMES, frozenset(), _games, write=listed
    )
    """The games that may be played, all when empty."""
    channels: frozenset[int] = _several(2, SettingPage.WHO_PLAYS, SettingKind.CHANNELS)
    """The channels where people may play, all when empty."""
    roles: frozenset[int] = _several(3, SettingPage.WHO_PLAYS, SettingKind.ROLES)
    """The roles whose members may play, everyone when empty."""
    most: int | None = _setting(1, SettingPage.WHO_PLAYS, SettingKind.NUMBER, None, _number, unset="0")
    """The most running matches and own challenges a player may have in the server; None: no limit."""
    computer: bool = _on_off(16, SettingPage.WHO_PLAYS)
    """People may play the computer."""
    ladders: bool = _on_off(17, SettingPage.WHO_PLAYS)
    """The ladders are open."""
    tournament_role: int | None = _setting(18, SettingPage.WHO_PLAYS, SettingKind.ROLE, None, _number)
    """The role whose members may create tournaments, besides those who manage the server."""
    across: bool = _on_off(19, SettingPage.WHO_PLAYS, usual=False)
    """Members may play people in other servers."""
    home: ChannelId | None = _channel(12, SettingPage.PLACES)
    """The channel or forum of all matches; None: each is played where it was asked for."""
    old_cards: OldCards = _one_of(10, SettingPage.PLACES, OldCards.PICTURE, at_first=OldCards.SMALL)
    """The look of a card after the next one is posted."""
    archive: timedelta | None = _setting(
        *(11, SettingPage.PLACES, SettingKind.WORD, PUT_AWAY_AFTER, _put_away_after),
        write=_hours,
        words=PUT_AWAY_CHOICES,
    )
    """Time after its end at which a match's thread is archived, None for never."""
    pace: Pace = _setting(
        0, SettingPage.TIME_AND_LOOK, SettingKind.PACE, DEFAULT_PACE, Pace.read, unset="usual"
    )
    """The pace of challenges that name none."""
    season: SeasonKind = _one_of(6, SettingPage.TIME_AND_LOOK, SeasonKind.MONTH)
    """The length of seasons."""
    theme: str | None = _setting(8, SettingPage.TIME_AND_LOOK, SettingKind.THEME, None, str)
    """The look of boards, None for the usual one."""
    results: ChannelId | None = _channel(5, SettingPage.ANNOUNCEMENTS)
    """The channel where results and champions are announced."""
    weekly: ChannelId | None = _channel(9, SettingPage.ANNOUNCEMENTS)
    """The channel where the week is summed up."""
    pinned: ChannelId | None = _channel(13, SettingPage.ANNOUNCEMENTS)
    """The channel of the front door."""
    champion: int | None = _setting(7, SettingPage.ROLES, SettingKind.ROLE, None, _number)
    """The role of a season's champions."""
    tiers: tuple[RatingTier, ...] = _setting(
        14, SettingPage.ROLES, SettingKind.TIERS, (), _tiers, write=written
    )
    """The roles by rating, the lowest first."""
    tier_game: str | None = _setting(15, SettingPage.ROLES, SettingKind.GAME, None, _game, unset="any")
    """The game whose rating counts for these roles; None: the best of all."""

    @classmethod
    def of(cls, stored: Mapping[str, str]) -> GuildRules:
        """The rules that a server has ``stored``. A setting that cannot be read counts as unset."""
        if not stored:
            return UNSET_RULES  # as nearly everywhere
        values: dict[str, Any] = {}
        for key in SETTINGS.keys() & stored.keys():
            with suppress(ValueError):
                values[key] = SETTINGS[key].read(stored[key])
        return cls(**values)

    def role_for(self, points: int | None) -> int | None:
        """The role for a rating of ``points``, or None; ``points`` is None for an unranked player."""
        if points is None:
            return None
        return next((tier.role for tier in reversed(self.tiers) if tier.least <= points), None)

    def check(self, game: str, place: ChallengeChannel) -> None:
        """Raise NotAllowedError unless a member with the roles of ``place`` may play ``game`` there."""
        self.check_game(game)
        if self.channels and not self.channels & {place.channel, place.under}:
            raise NotAllowedError(NotAllowedProblem.CHANNEL, sorted(self.channels))
        self.check_roles(place.roles)

    def check_game(self, game: str) -> None:
        """Raise NotAllowedError unless ``game`` may be played."""
        if self.games and game not in self.games:
            raise NotAllowedError(NotAllowedProblem.GAME, sorted(self.games))

    def check_roles(self, roles: frozenset[int]) -> None:
        """Raise NotAllowedError unless a member with these roles may play."""
        if self.roles and not self.roles & roles:
            raise NotAllowedError(NotAllowedProblem.ROLE, sorted(self.roles))


SETTINGS: Final[Mapping[str, Setting]] = {
    one.name: Setting(key=one.name, **one.metadata) for one in fields(GuildRules)
}
"""The settings by their keys, in the order in which they are shown."""
NUMBERED: Final[Mapping[int, Setting]] = {one.number: one for one in SETTINGS.values()}
"""The settings by their numbers in the ids of menus and buttons."""
AT_FIRST: Final[Mapping[str, str]] = {
    key: one.at_first for key, one in SETTINGS.items() if one.at_first is not None
}
"""The values stored for a server that adds the bot, by key."""
UNSET_RULES: Final = GuildRules()
"""The rules of a server that has set nothing."""
