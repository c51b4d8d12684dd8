"""Texts of a server's front door: the pinned message with the ways to a match, and what is going on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Final

from cogs.text import speaks
from cogs.text.en import community, lobby, time
from cogs.text.en.match import linked
from cogs.text.en.phrases import link, mention, moment
from engines import GAMES
from matches.model import Phase
from matches.ratings.leaderboard import Rank
from matches.summaries import MatchSummary

POST: Final = "Post a challenge"
MATCHES: Final = "Matches"
LEADERBOARD: Final = "Leaderboard"

TITLE: Final = "### Play here"
PRIVATE: Final = "-# Only you see what these buttons open."
"""Stands below the buttons."""


def nobody_yet(*, computer: bool) -> str:
    """The front door of a server where nobody plays or has played."""
    now = "Or play the computer: it's ready when you are." if computer else "It only takes one."
    return f"Nobody is playing yet, so be the first: post a challenge, and anyone here can accept it. {now}"


NO_CHALLENGES: Final = "**Open challenges:** none right now. Post one, and anyone here can accept it."
CHALLENGES: Final = "**Open challenges**"


def challenge(match: MatchSummary, chosen: Sequence[str]) -> str:
    """An open challenge: game, terms, the challenger, and what it asks of an opponent.

    ``chosen`` are the choices of its game that are not as usual.
    """
    until = [f"expires {moment(match.deadline_at)}"] if match.deadline_at else []
    game = f"**{linked(match)}** · {' · '.join(lobby.terms(match, chosen))}"
    who = " · ".join([mention(match.challenger), *until])
    return "\n".join(filter(None, [game, who, lobby.asked(match)]))


def more_challenges(number: int) -> str:
    """So many open challenges are not shown."""
    return f"-# … and {number} more: *{lobby.FIND}* shows those you can accept."


def matches(shown: Sequence[MatchSummary], *, more: int, turns_at: datetime | None) -> str:
    """The matches that are being played; ``more`` are not shown.

    ``turns_at``: when it was looked up whose turn it is; None leaves that out.
    """
    turns = turns_at is not None
    lines = [f"- {to_home(match)} · {_players(match, turns=turns)}" for match in shown]
    at = f"Updated {moment(turns_at)}." if turns_at and any(map(_mover, shown)) else ""
    rest = f"… and {more} more." if more else ""
    small = " ".join(filter(None, [rest, at]))
    return "\n".join(["**Matches in progress**", *lines, *([f"-# {small}"] if small else [])])


def _players(match: MatchSummary, *, turns: bool) -> str:
    started = f"started {moment(match.begun_at or match.created_at)}"
    one, other = (mention(player) for player in match.players)
    mover = _mover(match) if turns else None
    if mover is not None:
        one, other = (mover, one if mover == other else other)
        return f"{one} to move against {other} · {started}"
    choosing = " · choosing their pieces" if match.phase is Phase.SETUP else ""
    return f"{one} – {other}{choosing} · {started}"


def _mover(match: MatchSummary) -> str | None:
    """The mention of the one player a match waits for; None before its first move, or if that is unknown."""
    if match.phase is not Phase.PLAYING or match.to_act is None or len(match.to_act) != 1:
        return None
    return mention(match.to_act[0])


def leaders(best: Mapping[str, Sequence[Rank]]) -> str:
    """The first players of each game's leaderboard, a line a game; empty without any."""
    lines = [f"{GAMES[game].name}: {' · '.join(map(_ranked, places))}" for game, places in best.items()]
    unsure = any(one.rating.provisional for places in best.values() for one in places)
    return "\n".join(["**Leaderboard**", *lines, *([community.UNSURE] if unsure else [])]) if lines else ""


def _ranked(one: Rank) -> str:
    return f"{one.rank}. {mention(one.player)} {community.rating(one.rating, bold=False)}"


# --- whole lists, shown privately ----------------------------------------------------------------


def open_challenges(challenges: Sequence[MatchSummary], *, more: int) -> str:
    """The challenges that anyone may take up; ``more``: so many are not named."""
    if not challenges:
        return (
            "### Open challenges\nNone right now. Any game's `challenge` command starts one: "
            "leave the opponent out, and anyone can accept."
        )
    lines = ["### Open challenges", *map(_challenge, challenges)]
    return "\n".join([*lines, *_more(more)])


def _challenge(match: MatchSummary) -> str:
    where = link(match.guild_id, match.channel_id, match.shown.invitation)
    rated = [] if match.rated else ["unrated"]
    until = [f"expires {moment(match.deadline_at)}"] if match.deadline_at else []
    said = (mention(match.challenger), time.pace(match.terms.pace), *rated, *until)
    return f"- [{match.game.name} #{match.id}](<{where}>) · {' · '.join(said)}"


def running_matches(matches: Sequence[MatchSummary], *, more: int) -> str:
    """The matches that go on in a server; ``more``: so many are not named."""
    if not matches:
        return "### Matches in progress\nNone right now."
    return "\n".join(["### Matches in progress", *map(_running, matches), *_more(more)])


def _running(match: MatchSummary) -> str:
    # Nothing of what a move changes: the message would be edited with every move.
    both = " – ".join(mention(seat.player) for seat in match.seats)
    begun = moment(match.begun_at or match.created_at)
    return f"- {to_home(match)} · {both} · started {begun}"


def to_home(match: MatchSummary) -> str:
    """A running match by its game and number, as a link to where it is played, not to its present card."""
    home = match.shown.home
    where = link(match.guild_id, match.channel_id if home is None or match.shown.direct else home)
    return f"[{match.game.name} #{match.id}](<{where}>)"


def _more(number: int) -> list[str]:
    return [f"-# … and {number} more."] if number else []


# --- what keeps it from being as it should --------------------------------------------------------

UNPINNED: Final = (
    "It isn't pinned: that takes the **Pin Messages** permission there. Everything else works without it."
)
NOT_PINNED: Final = (
    "It isn't pinned yet, and I'll keep trying. If the channel already has 250 pins, the most Discord "
    "allows, unpin something there."
)
DELETED: Final = (
    "Somebody deleted the front door twice, so I've left it at that. Set the channel again to bring it back."
)
LISTS_STAY: Final = "Until it's there, the lists from before stay; I try every day."
"""The front door that takes their place could not be posted."""


def refused(why: str) -> str:
    """Discord refuses the front door, for the reason that it names."""
    return f"Discord refused it: {why}"


speaks(__name__, "front_door")
