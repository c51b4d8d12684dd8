"""Texts about Discord's scheduled events of tournaments: the events, and what organisers are told of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cogs.text import speaks
from cogs.tournaments import texts
from matches.tournaments.events import EventTrouble
from matches.tournaments.model import Tournament

ON: Final = "Discord event: on"
OFF: Final = "Discord event: off"
WILL_BE: Final = "Discord shows it as an event of this server, from its start to its end."
THERE: Final = "Discord shows it as an event of this server."
LATER: Final = "Discord shows it as an event of this server once it starts."
SOON: Final = "Discord shows it as an event of this server in a moment."
GONE: Final = "It's no longer an event of this server."
TROUBLES: Final[Mapping[EventTrouble, str]] = {
    EventTrouble.NOT_ALLOWED: (
        "**It isn't an event of this server yet:** I need the **Create Events** permission. A server admin "
        "can give it to my role under *Server Settings › Roles*. Then turn the event off and on here."
    ),
    EventTrouble.HIDDEN: (
        "**It isn't an event of this server:** not everyone sees the tournament's channel, and everyone "
        "would see the event."
    ),
    EventTrouble.REMOVED: (
        "**It isn't an event of this server anymore:** the event was deleted, or has ended. Turn it off and "
        "on here for a new one."
    ),
    EventTrouble.REFUSED: (
        "**It isn't an event of this server:** Discord doesn't take it now; a server has 100 events at most. "
        "I'll try again in some hours."
    ),
}
"""What an organiser is told of a tournament without its event."""


def description(found: Tournament, command: str) -> str:
    """The description of a tournament's event, in plain text; ``command`` opens the tournament."""
    return f"{texts.what(found.game, found.terms)}\n{texts.how(found.terms)}\n{command}"


def place(channel: str) -> str:
    """The place of a tournament's event: the name of its channel."""
    return f"#{channel}"[:100]


speaks(__name__, "events")
