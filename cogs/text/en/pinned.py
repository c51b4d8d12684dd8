"""Texts of the lists that a server keeps in a channel, and of the setting."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from cogs.text.en.community import UNSURE, ranked_rating, ranks
from cogs.text.en.phrases import link, mention, moment
from cogs.text.en.time import pace
from engines import GAMES
from matches.pinned import ListKind
from matches.ratings.leaderboard import LEAST_RATED, Rank
from matches.summaries import MatchSummary

SHOW_ALL: Final[Mapping[ListKind, str]] = {
    ListKind.LEADERBOARD: "Full leaderboard",
    ListKind.CHALLENGES: "Show all",
    ListKind.RUNNING: "Show all",
    ListKind.LADDERS: "Show a ladder",
}
"""The labels of the button below each list."""


def leaderboard(best: Mapping[str, Sequence[Rank]]) -> str:
    """The best of each game in a server."""
    if not best:
        return f"### Leaderboard\nNobody is ranked yet. Play {LEAST_RATED} rated matches to be the first."
    lines = ["### Leaderboard"]
    for game, places in best.items():
        lines += [f"**{GAMES[game].name}**", *ranks(places, _rank)]
    if any(one.rating.provisional for places in best.values() for one in places):
        lines.append(UNSURE)
    return "\n".join(lines)


def _rank(one: Rank) -> str:
    return f"**{one.rank}.** {mention(one.player)} {ranked_rating(one)}"


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
    said = (mention(match.challenger), pace(match.terms.pace), *rated, *until)
    return f"- [{match.game.name} #{match.id}](<{where}>) · {' · '.join(said)}"


def running(matches: Sequence[MatchSummary], *, more: int) -> str:
    """The matches that go on in a server; ``more``: so many are not named."""
    if not matches:
        return "### Matches in progress\nNone right now."
    return "\n".join(["### Matches in progress", *map(_running, matches), *_more(more)])


def _running(match: MatchSummary) -> str:
    # Nothing of what a move changes: the message would be edited with every move.
    home = match.shown.home
    where = link(match.guild_id, match.channel_id if home is None or match.shown.direct else home)
    both = " – ".join(mention(seat.player) for seat in match.seats)
    since = moment(match.begun_at or match.created_at)
    return f"- [{match.game.name} #{match.id}](<{where}>) · {both} · since {since}"


def _more(number: int) -> list[str]:
    return [f"-# … and {number} more."] if number else []
