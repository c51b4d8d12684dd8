"""Texts of standing offers, which keep matches of a game going."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cogs.standing_offers.rules import OwnOffers, StandingOffer, WhyOff
from cogs.text import speaks
from cogs.text.en import time
from cogs.text.en.phrases import counted, date, mention, title, when
from engines import GAMES
from matches.model import MatchFacts, UserId

KEEP: Final = "Keep matches going"
HINT: Final = "**Keep matches going:** I start a new one whenever somebody here wants the same."
TURN_OFF: Final = "Turn off"
RATED: Final = "Make them rated"
UNRATED: Final = "Make them unrated"
WHICH_PACE: Final = "Time control …"
ONLY_IN_SERVER: Final = "Matches are kept going in a server: use `/play` in one of its channels."
IS_OFF: Final = "That wasn't changed: it's off by now."
ABOUT: Final = (
    "### Keep matches going\n"
    "-# Choose a game and how many matches you want. I'll start one whenever somebody here wants the same."
)


def turn_on(game: str, *, on: bool) -> str:
    """The prompt of the menu for the number of matches."""
    return "How many at a time …" if on else f"Turn it on: how many matches of {GAMES[game].name} …"


def many(number: int) -> str:
    """An entry of that menu."""
    return f"{counted(number, 'match', 'matches')} at a time"


def others(own: OwnOffers, game: str) -> str:
    """The user's offers for other games in a server, a line each."""
    found = (offer for key, offer in own.offers.items() if key in GAMES and key != game)
    return "\n".join(f"-# {_line(offer)}" for offer in found)


def _line(offer: StandingOffer) -> str:
    """An offer: its terms, or since when and why it is off."""
    name = GAMES[offer.key.game].name
    if offer.off_since is None or offer.why is None:
        rated = "rated" if offer.terms.rated else "unrated"
        terms = f"{many(offer.terms.wanted)}, {time.pace(offer.terms.pace)}, {rated}"
        return f"**{name}:** {terms}, in <#{offer.channel}>."
    return f"**{name}:** off since {date(offer.off_since)}{_WHY_OFF[offer.why]}."


_WHY_OFF: Final[Mapping[WhyOff, str]] = {
    WhyOff.OWNER: "",
    WhyOff.LATE: ", when you lost one of its matches on time",
    WhyOff.NOT_BEGUN: ", when you had left two of its matches before you'd begun them",
    WhyOff.CHANNEL: ", as the channel for its matches is gone",
}


def state(own: OwnOffers, game: str, why_not: str | None) -> str:
    """The offer for a game and its prospects; ``why_not`` is why no match can begin, if it is known."""
    offer = own.offers.get(game)
    line = f"**{GAMES[game].name}:** off." if offer is None else _line(offer)
    return f"{line}\n{_prospects(own, game, why_not)}"


def _prospects(own: OwnOffers, game: str, why_not: str | None) -> str:
    running = own.running.get(game, 0)
    if not own.is_on(game):
        rest = f"{running} of its matches still running. " if running else ""
        return f"{rest}You can turn it on for matches in this channel."
    if own.away_until is not None:
        return f"It's paused while you're on vacation, until {when(own.away_until)}."
    wanted = own.terms(game).wanted
    have = f"{running} of {wanted} running."
    if running >= wanted:
        return f"{have} The next begins once one is over."
    if why_not is not None:
        return f"{have} No other can begin for now. {why_not}"
    return f"{have} You'll get a match as soon as a partner turns up."


# --- the matches ---------------------------------------------------------------------------------


PART: Final = "-# You both keep matches of this game going: `/play`."
"""On the card of a match by offer: why it began."""
IN_SHORT: Final = ", as both keep matches going"
"""The same at the end of a line."""


def off(match: MatchFacts, user: UserId, why: WhyOff, *, alone: bool) -> str:
    """A message to ``user``, whose offer was turned off with the end of ``match``.

    ``alone``: only they see the message, so that it need not name them.
    """
    name, called = match.game.name, f"**{title(match)}**"
    what = {
        WhyOff.LATE: f"you lost {called} on time",
        WhyOff.NOT_BEGUN: f"you left {called} before you had begun it, and one more lately",
    }.get(why, f"see {called}")
    to = "" if alone else f"{mention(user)}: "
    return (
        f"{to}I no longer keep matches of {name} going for you, as {what}. Matches that are running go on. "
        "`/play` in the server turns it on again."
    )


speaks(__name__, "standing_offers")
