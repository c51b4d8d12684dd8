"""A match with the stored data around it: its people, its server's settings, its watchers, its notices."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from matches import notices
from matches.guilds.settings import THEME, GuildRules
from matches.model import Match, Notice, Person, Phase, UserId
from matches.notices import Mentions


@dataclass(frozen=True, slots=True)
class Loaded:
    """A match as loaded, with the settings of its players and its server at that moment."""

    match: Match
    people: Mapping[UserId, Person]
    guild: GuildRules

    def theme(self, reader: UserId | None) -> str | None:
        """The theme of boards for ``reader``: their own, else the server's; None if neither has chosen."""
        person = None if reader is None else self.people.get(reader)
        return (person.preferences.get(THEME) if person is not None else None) or self.guild.theme


@dataclass(frozen=True, slots=True)
class Saved:
    """A match just after a change was stored, with its watchers and notices, as in :class:`Around`."""

    match: Match
    watchers: Mapping[UserId, bool]
    notices: tuple[Notice, ...]


@dataclass(frozen=True, slots=True)
class Around:
    """The data around a match, needed to show it besides the match itself; all read at one moment.

    ``people`` are its players and watchers. ``watchers`` tells for each, earliest first, if they want to hear
    of every turn. ``notices`` are all of its notices, oldest first.
    """

    people: Mapping[UserId, Person]
    guild: GuildRules
    watchers: Mapping[UserId, bool]
    notices: tuple[Notice, ...]

    def pinged(self, match: Match, users: Iterable[UserId], now: datetime) -> Mentions:
        """The pings of a card of the match posted ``now`` for ``users``: see :func:`notices.pinged`."""
        wanted = tuple(dict.fromkeys(users))
        contacts = {user: notices.contact(match, user, self.people.get(user, Person())) for user in wanted}
        return notices.pinged(match, wanted, contacts, now)

    def watching(self, match: Match) -> tuple[UserId, ...]:
        """The watchers who want to hear of the current stage, without those who have become players."""
        over = match.phase is Phase.FINISHED
        wanted = (user for user, each_turn in self.watchers.items() if over or each_turn)
        return tuple(user for user in wanted if user not in match.users)
