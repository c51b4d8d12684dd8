"""Texts of roles by rating: the setting, and what stands in its way."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cogs.text.en.phrases import listed
from engines import GAMES
from matches.guild_settings import MOST_TIERS, RatingTier
from matches.ratings.leaderboard import LEAST_RATED

ROLE_LABEL: Final = "A role by rating: everyone ranked here with at least this rating gets it"
FROM_LABEL: Final = "The rating that the role starts at; 0 takes the role off the list"
GAME_LABEL: Final = "The game whose rating counts for these roles (default: the best of all)"
BOTH: Final = (
    "A role by rating takes both: `tier_role:` for the role, and `tier_from:` for the rating it starts at."
)
TOO_MANY: Final = (
    f"There are {MOST_TIERS} roles by rating already. Remove one first: `/server panel` has a menu for it."
)
IS_CHAMPIONS: Final = "That's the champions' role, and it can't be both. Pick another one."


def not_yours_to_give(role: int) -> str:
    """The refusal of a role that the person who names it could not give themselves."""
    return (
        f"You couldn't give <@&{role}> to anyone yourself, so I won't give it by rating either. "
        "You need the **Manage Roles** permission and a role above it."
    )


def not_on_the_list(role: int) -> str:
    """The refusal to take off a role that is not given by rating."""
    return f"<@&{role}> isn't given by rating."


def cannot_give(role: int) -> str:
    """The obstacle to giving a role, shown with the setting and where it is made."""
    needed = "I need the **Manage Roles** permission, and my own role above that one"
    return f"I can't give <@&{role}> yet: {needed}."


def gone(number: int) -> str:
    """So many of the roles by rating are not there any more."""
    return "One of these roles is gone." if number == 1 else f"{number} of these roles are gone."


def setting(tiers: Sequence[RatingTier], game: str | None, troubles: Sequence[str]) -> str:
    """The roles by rating of a server, and what stands in the way."""
    if not tiers:
        return "**Roles by rating:** none."
    named = listed([f"<@&{tier.role}> from {tier.least}" for tier in tiers])
    whose = f"in {GAMES[game].name}" if game else "in their best game"
    who = f"for everyone ranked here ({LEAST_RATED} rated matches), by their rating {whose}."
    unsure = "A provisional rating (?) counts as what's left when its ± is taken off."
    return " ".join([f"**Roles by rating:** {named},", who, unsure, *troubles])
