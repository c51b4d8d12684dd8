"""Texts about ending all matches of one player, such as somebody who has left a server."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cogs.text.en.phrases import counted, link, mention
from matches.model import MatchFacts, UserId

NAMED: Final = 10
"""Matches that are listed by name: a message has an end."""

CALL_ALL_OFF: Final = "Cancel them all"
ONE_OF_BOTH: Final = "Pick `player:` for all of their matches, or `match:` for one match, but not both."
PLAYER_LABEL: Final = "Cancel all running matches of this player here; paste the ID of somebody who left"


def question(user: UserId, running: Sequence[MatchFacts], *, changed: bool = False) -> str:
    """Asked once before all running matches of somebody in a server are cancelled."""
    many = counted(len(running), "running match", "running matches")
    lines = [f"### Cancel {many} of {mention(user)}?"]
    if changed:
        lines.append("There are more matches than a moment ago, so nothing is cancelled yet.")
    meaning = (
        "Nobody wins, and nothing counts for ratings. Both players of each match will see that you did it."
    )
    return "\n".join([*lines, *_listed(running), meaning, "It can't be undone."])


def nothing_runs(user: UserId) -> str:
    """Somebody plays nothing in a server."""
    return f"{mention(user)} has no running match in this server, so there's nothing to cancel."


def called_off(user: UserId, ended: Sequence[MatchFacts], asked: int) -> str:
    """The matches that were cancelled."""
    many = counted(len(ended), "match", "matches")
    lines = [f"### Cancelled: {many} of {mention(user)}", *_listed(ended)]
    if missing := asked - len(ended):
        lines.append(f"-# {counted(missing, 'match', 'matches')} had ended already, or can't be ended now.")
    return "\n".join(lines)


def _listed(matches: Sequence[MatchFacts]) -> list[str]:
    lines = [_line(match) for match in matches[:NAMED]]
    more = len(matches) - NAMED
    # Without the empty line what follows would belong to the last entry of the list.
    return [*lines, *([f"- … and {more} more"] if more > 0 else []), ""]


def _line(match: MatchFacts) -> str:
    who = " – ".join(mention(player) for player in match.players)
    where = link(match.guild_id, match.shown.home or match.channel_id)
    return f"- [{match.game.name} · match {match.id}](<{where}>) · {who}"
