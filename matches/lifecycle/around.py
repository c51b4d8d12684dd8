"""A match with what is stored around it: its people, its server, who watches it, what is owed about it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from matches.guild_settings import THEME, GuildRules
from matches.model import Match, Notice, Person, Phase, UserId
from matches.notices import recipients


@dataclass(frozen=True, slots=True)
class Loaded:
    """A match as it was loaded, with what its players and its server had set at that moment."""

    match: Match
    people: Mapping[UserId, Person]
    guild: GuildRules

    def theme(self, reader: UserId) -> str | None:
        """The theme of boards for ``reader``: their own, else the server's; None if neither has chosen."""
        person = self.people.get(reader)
        return (person.preferences.get(THEME) if person is not None else None) or self.guild.theme


@dataclass(frozen=True, slots=True)
class Saved:
    """A match as a change has just stored it, with who watches it and its notices, as in :class:`Around`."""

    match: Match
    watchers: Mapping[UserId, bool]
    notices: tuple[Notice, ...]


@dataclass(frozen=True, slots=True)
class Around:
    """The data that showing a match takes besides the match, all of it as of one moment.

    ``people`` are its players and those who watch it, ``watchers`` whether these want to hear of each turn,
    earliest first. ``notices`` are all that it has, oldest first.
    """

    people: Mapping[UserId, Person]
    guild: GuildRules
    watchers: Mapping[UserId, bool]
    notices: tuple[Notice, ...]

    def pinged(self, match: Match, users: Iterable[UserId], now: datetime) -> recipients.Mentions:
        """Those of ``users`` whom a card of the match posted ``now`` pings, and whether with a sound."""
        wanted = tuple(dict.fromkeys(users))
        contacts = {user: recipients.contact(match, user, self.people.get(user, Person())) for user in wanted}
        return recipients.pinged(match, wanted, contacts, now)

    def watching(self, match: Match) -> tuple[UserId, ...]:
        """Those who want to hear of the present stage besides the players; not who took over a side since."""
        over = match.phase is Phase.FINISHED
        wanted = (user for user, each_turn in self.watchers.items() if over or each_turn)
        return tuple(user for user in wanted if user not in match.users)
