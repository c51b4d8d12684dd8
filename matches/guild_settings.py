"""A server's settings for the matches in it. Keys and values are stored: never rename one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum
from typing import Final

from engines import GAMES
from matches.clock import DEFAULT_PACE, Pace, PaceError
from matches.errors import LadderError, LadderProblem, NotAllowedError, NotAllowedProblem
from matches.model import ChannelId, GuildId

PACE: Final = "pace"
MOST: Final = "most"
CHANNELS: Final = "channels"
ROLES: Final = "roles"
GAMES_KEY: Final = "games"
RESULTS: Final = "results"
SEASON: Final = "season"
CHAMPION: Final = "champion"
THEME: Final = "theme"
WEEKLY: Final = "weekly"
PINNED: Final = "pinned"
TIERS: Final = "tiers"
TIER_GAME: Final = "tier_game"
OLD_CARDS: Final = "old_cards"
ARCHIVE: Final = "archive"
HOME: Final = "home"
COMPUTER: Final = "computer"
LADDERS: Final = "ladders"
KEYS: Final = (
    PACE,
    MOST,
    CHANNELS,
    ROLES,
    GAMES_KEY,
    RESULTS,
    SEASON,
    CHAMPION,
    THEME,
    WEEKLY,
    OLD_CARDS,
    ARCHIVE,
    HOME,
    PINNED,
    TIERS,
    TIER_GAME,
    COMPUTER,
    LADDERS,
)
"""Every setting. Buttons know them by number: append, never rename or move one."""
MOST_TIERS: Final = 5
"""Roles by rating that a server can have."""


ON, OFF = "on", "off"
"""The values of ``COMPUTER`` and ``LADDERS``; OFF in a server that has no such thing."""
NEVER: Final = "never"
"""The value of ``ARCHIVE`` in a server whose threads are left to fall asleep by themselves."""
ARCHIVE_AFTER: Final = timedelta(days=1)
"""Time after which the thread of a finished match is archived where a server has set nothing."""
ARCHIVE_CHOICES: Final = ("1", "6", "24", "72", "168", NEVER)
"""The values of ``ARCHIVE`` that are offered: hours, or never."""


class OldCards(StrEnum):
    """The look of cards that are not the newest any more. The values are stored: never rename one."""

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


@dataclass(frozen=True, slots=True)
class ChallengeChannel:
    """The channel of a challenge, with the one it is ``under``, and the roles there of whoever challenges."""

    guild: GuildId
    channel: ChannelId
    under: ChannelId | None = None
    roles: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True, order=True)
class RatingTier:
    """A role for all who are ranked in a server with a rating from ``least`` on."""

    least: int
    role: int


@dataclass(frozen=True, slots=True)
class GuildRules:
    """The rules of a server. ``channels``, ``roles`` and ``games``: only these, or all when empty.

    ``pace`` is that of a challenge which names none; ``most`` the matches that a player may have in this
    server, running ones and own challenges, or None; ``results`` the channel where results and champions are
    announced; ``season`` how long its seasons are; ``champion`` the role that their winners get, or None;
    ``theme`` what its boards look like, or None for the usual look; ``weekly`` the channel where its week is
    summed up, or None; ``pinned`` the channel where its lists are kept up to date, or None.
    ``tiers``: the roles by rating, the lowest first, in ``tier_game`` or, None, in any.
    ``old_cards``: what becomes of a card when the next one is out; ``archive``: how long
    after its end a match's thread is archived, None for never; ``home`` the channel or forum of all matches,
    or None where each is played where it was asked for; ``computer``: whether people may play the computer;
    ``ladders``: whether its ladders are open.
    """

    pace: Pace = DEFAULT_PACE
    most: int | None = None
    channels: frozenset[int] = frozenset()
    roles: frozenset[int] = frozenset()
    games: frozenset[str] = frozenset()
    results: ChannelId | None = None
    season: SeasonKind = SeasonKind.MONTH
    champion: int | None = None
    theme: str | None = None
    weekly: ChannelId | None = None
    pinned: ChannelId | None = None
    tiers: tuple[RatingTier, ...] = ()
    tier_game: str | None = None
    old_cards: OldCards = OldCards.PICTURE
    archive: timedelta | None = ARCHIVE_AFTER
    home: ChannelId | None = None
    computer: bool = True
    ladders: bool = True

    @classmethod
    def of(cls, settings: Mapping[str, str]) -> GuildRules:
        """The rules that a server has set. A setting that cannot be read is taken for not set."""
        if not settings:
            return UNSET_RULES  # as nearly everywhere
        return cls(
            pace=_pace(settings.get(PACE)),
            most=next(iter(sorted(_ids(settings.get(MOST)))), None),
            channels=_ids(settings.get(CHANNELS)),
            roles=_ids(settings.get(ROLES)),
            games=frozenset(settings.get(GAMES_KEY, "").split(",")) & GAMES.keys(),
            results=next((ChannelId(found) for found in _ids(settings.get(RESULTS))), None),
            season=_season(settings.get(SEASON)),
            champion=next(iter(_ids(settings.get(CHAMPION))), None),
            theme=settings.get(THEME),
            weekly=next((ChannelId(found) for found in _ids(settings.get(WEEKLY))), None),
            pinned=next((ChannelId(found) for found in _ids(settings.get(PINNED))), None),
            tiers=_tiers(settings.get(TIERS)),
            tier_game=next(iter({settings.get(TIER_GAME, "")} & GAMES.keys()), None),
            old_cards=_old_cards(settings.get(OLD_CARDS)),
            archive=_archive(settings.get(ARCHIVE)),
            home=next((ChannelId(found) for found in _ids(settings.get(HOME))), None),
            computer=settings.get(COMPUTER) != OFF,
            ladders=settings.get(LADDERS) != OFF,
        )

    def role_for(self, points: int | None) -> int | None:
        """The role by rating of somebody who is ranked with so many points; None: of nobody ranked."""
        if points is None:
            return None
        return next((tier.role for tier in reversed(self.tiers) if tier.least <= points), None)

    def check(self, game: str, place: ChallengeChannel) -> None:
        """Raise NotAllowedError unless somebody with the roles of ``place`` may play ``game`` there."""
        self.check_game(game)
        if self.channels and not self.channels & {place.channel, place.under}:
            raise NotAllowedError(NotAllowedProblem.CHANNEL, sorted(self.channels))
        self.check_roles(place.roles)

    def check_ladder(self, game: str) -> None:
        """Raise LadderError unless the server's ladders are open, and NotAllowedError as above."""
        if not self.ladders:
            raise LadderError(LadderProblem.CLOSED)
        self.check_game(game)

    def check_game(self, game: str) -> None:
        """Raise NotAllowedError unless ``game`` may be played."""
        if self.games and game not in self.games:
            raise NotAllowedError(NotAllowedProblem.GAME, sorted(self.games))

    def check_roles(self, roles: frozenset[int]) -> None:
        """Raise NotAllowedError unless somebody with these roles may play."""
        if self.roles and not self.roles & roles:
            raise NotAllowedError(NotAllowedProblem.ROLE, sorted(self.roles))


UNSET_RULES: Final = GuildRules()
"""The rules of a server that has set nothing."""


def listed(ids: frozenset[int] | frozenset[str]) -> str | None:
    """Ids or keys as they are stored; None for none."""
    return ",".join(map(str, sorted(ids))) or None


def written(tiers: Iterable[RatingTier]) -> str | None:
    """Roles by rating as they are stored; None for none."""
    return ",".join(f"{tier.least}:{tier.role}" for tier in sorted(tiers)) or None


def _tiers(text: str | None) -> tuple[RatingTier, ...]:
    parts = [part.split(":") for part in (text or "").split(",")]
    pairs = (part for part in parts if len(part) == 2 and all(map(_is_number, part)))
    return tuple(sorted(RatingTier(int(least), int(role)) for least, role in pairs))[:MOST_TIERS]


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit()


def _ids(text: str | None) -> frozenset[int]:
    return frozenset(int(part) for part in (text or "").split(",") if _is_number(part))


def _season(text: str | None) -> SeasonKind:
    return SeasonKind(text) if text in list(SeasonKind) else SeasonKind.MONTH


def _old_cards(text: str | None) -> OldCards:
    return OldCards(text) if text in list(OldCards) else OldCards.PICTURE


def _archive(text: str | None) -> timedelta | None:
    if text == NEVER:
        return None
    return timedelta(hours=int(text)) if text in ARCHIVE_CHOICES else ARCHIVE_AFTER


def _pace(text: str | None) -> Pace:
    try:
        return Pace.read(text) if text else DEFAULT_PACE
    except PaceError:
        return DEFAULT_PACE
