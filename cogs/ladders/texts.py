"""Texts about ladders, and about matches for a place on one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from cogs.text import speaks
from cogs.text.en import community
from cogs.text.en.phrases import date, mention, moment, subject, when
from engines import GAMES
from matches import UserId
from matches.ladder import (
    AGAIN_AFTER,
    MOST_AS_CHALLENGED,
    REACH,
    SLIDES_AFTER,
    Ladder,
    LadderError,
    LadderProblem,
    LadderState,
    PlaceChange,
    PlaceReason,
)
from matches.model import MatchFacts
from matches.players import Human
from matches.ratings.rating import Rating

LADDER: Final = "Ladder"
LADDERS: Final = "Ladders"
JOIN: Final = "Join the ladder"
LEAVE: Final = "Leave…"
LEAVE_NOW: Final = "Leave the ladder"
STAY: Final = "Stay on it"
HISTORY: Final = "My places"
CHALLENGE: Final = "Challenge for their place…"
PLAYING: Final = "playing"
"""Beside somebody who plays for a place, in the picture."""
BEST: Final = 3
"""Players of each ladder on a front door."""
NOTHING_TO_POST: Final = "Nobody is on this ladder yet, so there's nothing to post."
ONLY_IN_SERVER: Final = "Each server has its own ladders. Use this in a server channel."
PROBLEMS: Final[Mapping[LadderProblem, str]] = {
    LadderProblem.CLOSED: (
        "Ladders are closed in this server. You can still challenge anyone to a normal match; a server admin "
        "can open the ladders with `/server panel`."
    ),
    LadderProblem.NOT_ON_IT: (
        "You aren't on this ladder yet. Join it with `/ranking` first: you start at the bottom."
    ),
    LadderProblem.OUT_OF_REACH: (
        f"You can challenge players up to {REACH} places above you, and they aren't there (anymore). "
        "`/ranking` shows where everyone is now."
    ),
    LadderProblem.CHALLENGING: (
        "You already have a match for a place on this ladder. Finish it, then challenge the next player."
    ),
    LadderProblem.CHALLENGED: (
        f"They already defend their place in {MOST_AS_CHALLENGED} matches. Pick somebody else, or try again "
        "once one of those is over."
    ),
    LadderProblem.AWAY: "They're away. Pick somebody else, or try again once they're back.",
    LadderProblem.MET: (
        f"You two have a ladder match, or had one less than {AGAIN_AFTER.days} days ago. Pick somebody else, "
        "or challenge them to a normal match."
    ),
}
"""The refusals that say always the same."""


def problem(error: LadderError) -> str:
    """The refusal of something on a ladder."""
    if error.problem is LadderProblem.AWAY and error.until is not None:
        return (
            f"They're away until {when(error.until)}. Pick somebody else: players who are away for longer "
            "than the time for a move are skipped, and you reach one place further for each of them."
        )
    return PROBLEMS[error.problem]


PLAY: Final = "Play"
CANCEL: Final = "Cancel"


def play_question(game: str, whom: UserId, place: int) -> str:
    """Asked once before a match for a place begins."""
    return (
        f"### {GAMES[game].name} ladder\nPlay {mention(whom)} for place {place}? It starts now and is rated."
    )


def title(game: str) -> str:
    """Heads a ladder."""
    return f"### {GAMES[game].name} ladder"


def see(game: str) -> str:
    """The label of the button that opens a ladder from a public message."""
    return f"{GAMES[game].name} ladder"


def picture_title(game: str) -> str:
    """Heads the picture of a ladder."""
    return GAMES[game].name


def ladder(game: str, state: LadderState, first: int, last: int, ratings: Mapping[UserId, Rating]) -> str:
    """The places from ``first`` to ``last``."""
    rungs = state.ladder.rungs
    if not rungs:
        return f"{title(game)}\nNobody is on it yet. Join, and the first place is yours."
    lines = [title(game)]
    for place, rung in enumerate(rungs[first - 1 : last], first):
        rated = [community.rating(ratings[rung.user_id], bold=False)] if rung.user_id in ratings else []
        playing = [PLAYING] if rung.user_id in state.busy else []
        playing += [f"away until {date(state.away[rung.user_id])}"] if rung.user_id in state.away else []
        said = " · ".join([mention(rung.user_id), *map(str, rated), *playing])
        lines.append(f"**{place}.** {said}")
    if len(rungs) > last - first + 1:
        lines.append(f"-# Places {first} to {min(last, len(rungs))} of {len(rungs)}")
    return "\n".join(lines)


def own(state: LadderState, user: UserId) -> str:
    """The reader's own place, and what they can do."""
    place = state.ladder.place_of(user)
    if place is None:
        return (
            f"You aren't on this ladder. Join at the bottom, and challenge players up to {REACH} places "
            f"above you.\n-# Players up to {REACH} places below can challenge you, too: those matches start "
            "right away, at the server's usual time control, and ping you."
        )
    slides = state.ladder.rungs[place - 1].slides_at
    return f"You're **#{place}**.\n-# Without a ladder match you drop a place {moment(slides)}."


def leave_question(game: str, place: int) -> str:
    """Asks a player before they leave a ladder."""
    return (
        f"### Leave the {GAMES[game].name} ladder?\nYou'd lose #{place}, and start at the bottom if "
        "you come back. Your running ladder matches go on as normal matches."
    )


LEFT: Final = "You've left the ladder. You can come back at any time, at the bottom."
NOT_ON_IT: Final = "You aren't on this ladder."


def begun(match: MatchFacts) -> str:
    """A match for a place has begun."""
    home = None if match.shown.direct else match.shown.home
    where = f" in <#{home}>" if home else ""
    return f"Your match for place {match.terms.ladder} has started{where}."


def part(match: MatchFacts) -> str:
    """On the card of a ladder match: the place that it is for; empty for any other match."""
    if not match.terms.ladder:
        return ""
    if match.result is not None:
        return f"-# Ladder match for place {match.terms.ladder}."
    return (
        f"-# Ladder match for place {match.terms.ladder}: if {mention(match.challenger)} wins, they take it."
    )


def decided(match: MatchFacts, won: int | None) -> str:
    """On the card of a ladder match that is over: the place that the challenger has ``won``, if any."""
    result, challenged = match.result, match.opponent
    if result is None or not (isinstance(challenged, Human) and isinstance(match.challenger, Human)):
        return ""  # one of the two had everything about them deleted
    if won is not None:
        return f"{subject(match.challenger)} takes place {won} from {mention(challenged)}."
    climbed = result.winner is not None and match.player_of(result.winner) == match.challenger
    if climbed or result.winner is None:
        return "On the ladder all places stay as they are."
    return f"{subject(challenged)} keeps their place on the ladder."


def in_short(match: MatchFacts) -> str:
    """The same at the end of a line; empty for any other match."""
    return f", for place {match.terms.ladder} on the ladder" if match.terms.ladder else ""


def history(game: str, found: Sequence[PlaceChange]) -> str:
    """The places that the reader had."""
    if not found:
        return f"{title(game)}\nYou haven't been on it yet."
    return "\n".join([f"{title(game)}: your places", *map(_change, found)])


_REASONS: Final[Mapping[PlaceReason, str]] = {
    PlaceReason.JOINED: "you joined",
    PlaceReason.LEFT: "you left",
    PlaceReason.WON: "you won it",
    PlaceReason.SLID: f"no ladder match for {SLIDES_AFTER.days} days",
    PlaceReason.DOWN: "somebody moved up past you",
    PlaceReason.UP: "somebody above you moved down or left",
}


def _change(one: PlaceChange) -> str:
    place = f"place **{one.place}**" if one.place else "off the ladder"
    return f"- {moment(one.at)}: {place} ({_REASONS[one.reason]})"


def choice(place: int, name: str | None) -> str:
    """An entry of the menu of those who can be challenged."""
    return " · ".join(filter(None, [f"Place {place}", name]))


def best(found: Mapping[str, Ladder]) -> str:
    """The first players of each ladder, a line a game; empty without any."""
    lines = [
        f"{GAMES[game].name}: "
        + " · ".join(f"{place}. {mention(rung.user_id)}" for place, rung in enumerate(one.rungs[:BEST], 1))
        for game, one in found.items()
        if game in GAMES
    ]
    return "\n".join(["**Ladders**", *lines]) if lines else ""


speaks(__name__, "ladder")
