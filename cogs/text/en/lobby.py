"""Texts of the lobby: the open challenges that a user may accept."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cogs.text.en import community, match_kinds, phrases, time
from cogs.text.en.phrases import link, listed, mention, title
from cogs.text.en.time import usually
from engines import GAMES
from matches.model import Match, MatchFacts, Phase
from matches.ratings.rating import Rating
from matches.requirements import Reliability
from matches.rhythm import ShownRhythm

FIND: Final = "Find a match"
FIND_ANOTHER: Final = "Find another match"
POST_MINE: Final = "Post mine…"
WHICH_GAME: Final = "Post a challenge: pick a game …"
ONLY_IN_SERVER: Final = "Matches are found in a server: use `/play` in one of its channels."
ELSEWHERE: Final = "in another server"
NOT_SEEN: Final = "That challenge is in a channel that you can't see any more."


def page(lines: int, *, first: int, count: int, game: str | None) -> str:
    """Heads a page with so many ``lines`` from number ``first`` on, of ``count`` in all."""
    what = f"{GAMES[game].name}: open challenges" if game else "Open challenges"
    of_all = f"{first + 1} to {first + lines} of {count}. " if lines < count else ""
    return f"### {what}\n-# {of_all}Closest rating first. Accept to start."


def offer(
    match: MatchFacts,
    chosen: Sequence[str],
    strength: Rating,
    finish: Reliability,
    rhythm: ShownRhythm | None = None,
) -> str:
    """One challenge of a page: game, pace, what is not usual about it, who, how strong, how they play.

    It leads to its card, unless that is in another server.
    ``chosen`` are the choices of its game that are not as usual.
    """
    if match.here is None:
        game = f"**{match.game.name}**, {ELSEWHERE}"
    else:
        game = f"[{match.game.name}](<{link(match.guild_id, match.channel_id, match.shown.invitation)}>)"
    who = f"{mention(match.challenger)} {community.rating(strength)}"
    known = [who, finishes(finish), *([usually(rhythm)] if rhythm else [])]
    return f"{game} · {' · '.join(terms(match, chosen))}\n{' · '.join(known)}"


def finishes(finish: Reliability) -> str:
    """The share of their matches that a player finishes."""
    return "new here" if finish.is_new else f"finishes {finish.percent}%"


def terms(match: MatchFacts, chosen: Sequence[str]) -> Sequence[str]:
    """The pace of a challenge, and what is not usual about it; ``chosen`` are such choices of its game."""
    rest = {
        match_kinds.PRIVATE: match.terms.private,
        "two games": match.terms.set_part > 0,
        "no takebacks": not match.terms.takebacks,
        phrases.NO_LINES: not match.terms.lines,
        "unrated": not match.rated,
    }
    more = [what for what, holds in rest.items() if holds]
    side = match.seat_of(match.challenger)
    yours = [f"you're {match.game.other(side.side)}"] if side else []
    return [time.pace(match.terms.pace, weekends_off=match.terms.weekends_off), *chosen, *more, *yours]


def nothing(game: str | None, *, computer: bool) -> str:
    """The lobby without a challenge."""
    to_play = f" to play {GAMES[game].name}" if game else ""
    meanwhile = ", or play the computer" if computer else ""
    return f"### Nobody is waiting{to_play}\nBe the first: post a challenge{meanwhile}."


def taken(match: Match) -> str:
    """Why a challenge can't be accepted any more."""
    called = f"**{title(match)}**"
    return {
        Phase.WITHDRAWN: f"{called} was withdrawn by {mention(match.challenger)}.",
        Phase.EXPIRED: f"{called} has expired.",
        Phase.CHALLENGED: f"{called} has changed. Here's the list as it is now.",
    }.get(match.phase, f"Somebody else was faster: {called} is taken.")


def begun(match: Match) -> str:
    """The answer to an accepted challenge: where its match is, or that it is over."""
    home = match.shown.home
    called = f"**{title(match)}** against {mention(match.challenger)}"
    if not match.phase.running:
        return f"{called} is over."
    if home is None:
        return f"{called} starts in a moment. I'll ping you when it's your turn."
    if match.shown.direct:
        return f"{called} has begun, in [our direct messages](<{link(None, home, match.shown.card)}>)."
    return f"{called} has begun, in <#{home}>."


# --- other servers -------------------------------------------------------------------------------


# --- what a challenge asks for -------------------------------------------------------------------


def within(distance: int) -> str:
    """A choice for ``rating``."""
    return f"Within {distance} of mine"


def asked(match: MatchFacts) -> str:
    """The line with a challenge's requirements for its opponent; empty without any."""
    wanted = match.terms.requirements
    near = f"a rating within {wanted.within} of {mention(match.challenger)}'s"
    parts = {
        near: wanted.within is not None,
        "no provisional rating": wanted.established,
        "few timeouts": wanted.reliable,
    }
    said = [part for part, is_asked in parts.items() if is_asked]
    return f"-# Only for players with {listed(said)}." if said else ""
