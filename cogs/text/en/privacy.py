"""Texts about people's rights: the data stored, its deletion, and blocks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Final

from cogs.text.en.phrases import counted, date, link, listed, mention, moment
from matches.errors import BlockedError, BlockProblem
from matches.model import MatchFacts, Phase, UserId
from matches.personal import Block

PAGE: Final = "docs/privacy.md"
"""The document with all of this; a host publishes it somewhere."""
NAMED: Final = 5
"""Matches that the question before a deletion names."""

EXPORT = "Export"
BLOCKED_PLAYERS = "Blocked players…"
DELETE = "Delete everything…"
DELETE_NOW = "Delete everything about me"
KEEP = "Keep everything"
BACK = "Back"

# --- what is stored ------------------------------------------------------------------------------

_TITLE = "### What I store about you"
_ONLY_IDS = (
    "-# I store numbers that Discord gives people, never names. Why, and for how long, is on the page "
    f"*Privacy* ({PAGE}); whoever runs me can show it to you."
)
NOTHING = f"{_TITLE}\nNothing.\n{_ONLY_IDS}"


def stored(counts: Mapping[str, int]) -> str:
    """The data stored about the reader, in lines; ``counts`` are rows by the names of their tables."""
    lines = [line for line in _lines(counts) if line]
    # Without the empty line what follows would belong to the last entry of the list.
    return "\n".join([_TITLE, *(f"- {line}" for line in lines), "", _ONLY_IDS]) if lines else NOTHING


def _lines(counts: Mapping[str, int]) -> list[str]:
    def some(name: str, what: str, several: str = "", more: str = "") -> str:
        number = counts.get(name, 0)
        return f"{counted(number, what, several)}{more}" if number else ""

    return [
        some("match", "match or challenge", "matches and challenges", ", with every move"),
        some("account", "rating", more=", and how it came about"),
        some("champion", "season won", "seasons won"),
        some("preference", "setting"),
        some("away", "time away", "times away"),
        some("note", "note", more=" on matches, for your eyes only"),
        some("mute", "match muted", "matches muted"),
        some("draft", "pick not confirmed", "picks not confirmed"),
        some("pick", "pick made before a match", "picks made before matches"),
        some("notice", "message that I owe you or sent you", "messages that I owe you or sent you"),
        some("block", "blocked player"),
        some("watch", "match watched", "matches watched"),
        some("imported", "record brought in", "records brought in"),
        some("entry", "act of an administrator", "acts of administrators", " that names you"),
        some("gone", "server that you left", "servers that you left"),
        some("forgetting", "deletion that is under way", "deletions that are under way"),
    ]


# --- the export ----------------------------------------------------------------------------------

EXPORTED = (
    "### All that I store about you\n"
    "Whoever has this file can read your notes, so mind where you keep it. It holds nothing that others keep "
    "to themselves. The numbers in it are ids of people, servers and channels on Discord."
)
EXPORT_TOO_LARGE = (
    "There is more about you than Discord lets me send in one file, even compressed. Ask whoever runs me for "
    "it. Nothing was changed."
)
EXPORT_STOPPED = "I'm being restarted just now, so your file was not finished. Please ask again in a minute."


EXPORT_UNDER_WAY = (
    "I'm putting your file together already. With many matches that takes a minute; then it's here."
)
EXPORT_CROWDED = "I'm putting files together for others just now. Please ask again in a minute."


def export_too_soon(until: datetime) -> str:
    """Why there is no file now, and when there will be."""
    return f"You can have one file a minute, since it takes me a while. The next one: {moment(until)}."


# --- deleting ------------------------------------------------------------------------------------

CHANGED_SINCE = "Nothing was deleted, since something has changed after you were asked. How it stands now:"
_CANNOT_BE_UNDONE = (
    "**It cannot be undone.** Your ratings, settings and notes are gone then, and playing again starts from "
    "nothing. Matches that are over stay for whoever you played with, as against *a player who left*. What "
    "stands in servers already stays there until its moderators delete it. Who has blocked you keeps that."
)


def question(open_matches: Sequence[MatchFacts], *, changed: bool = False) -> str:
    """Asks before everything goes, and names what that ends."""
    running = [match for match in open_matches if match.phase.running]
    challenges = [match for match in open_matches if match.phase is Phase.CHALLENGED]
    lines = ["### Delete everything that I store about you?"]
    if changed:
        lines.append(CHANGED_SINCE)
    if running:
        what = counted(len(running), "running match", "running matches")
        lines.append(f"You resign **{what}**:\n{_named(running)}")
    if challenges:
        lines.append(f"You call off **{counted(len(challenges), 'challenge')}**:\n{_named(challenges)}")
    return "\n".join([*lines, _CANNOT_BE_UNDONE])


def _named(matches: Sequence[MatchFacts]) -> str:
    # Without an empty line at its end, what follows would belong to the last entry of the list.
    lines = [f"- {_line(match)}" for match in matches[:NAMED]]
    more = len(matches) - NAMED
    return "\n".join([*lines, *([f"- … and {more} more"] if more > 0 else []), ""])


def _line(match: MatchFacts) -> str:
    who = " and ".join(mention(player) for player in match.users)
    where = link(match.guild_id, match.channel_id)
    return f"[match {match.id}](<{where}>) · {match.game.name} · {who}"


DELETING = "### Deleting\nYour matches are being ended, then everything about you goes. It may take a minute."
UNDER_WAY = (
    "### Deleting\nEverything about you is being deleted already. `/privacy` shows what is left; in some "
    "minutes that is nothing."
)
DONE = (
    "### Done\nNothing is stored about you any more. Should you play again, you start from nothing. This "
    "message is seen by you alone, and goes when you dismiss it."
)
LATER = (
    "### Not all is done yet\nSomething I need did not answer, or a match of yours changed at this moment. "
    "What you asked for is noted, and I finish it by myself. `/privacy` shows what is left."
)

# --- blocks --------------------------------------------------------------------------------------

BLOCK_LABEL = "Whom you want no match with"
UNBLOCK_LABEL = "Whom you would play again"
UNBLOCK = "Play somebody again…"
BLOCK_PROBLEMS: Final[Mapping[BlockProblem, str]] = {
    BlockProblem.SELF: "You cannot block yourself. Nothing was changed.",
    BlockProblem.BOT: "Bots do not play, so there is nothing to block. Nothing was changed.",
    BlockProblem.ALREADY: "You have blocked them already. `/unblock` takes it back.",
    BlockProblem.NOT_BLOCKED: "You have not blocked them. `/privacy` lists whom you have.",
}


def blocked(error: BlockedError) -> str:
    """Why no match can begin. Nobody learns from it that somebody else has blocked them."""
    if error.own:
        return f"You have blocked {mention(error.other)}, so you two cannot play. `/unblock` takes that back."
    return "A match between you two cannot be started. Name somebody else, or nobody: then anyone may accept."


def now_blocked(other: UserId, called_off: Sequence[MatchFacts], running: Sequence[MatchFacts]) -> str:
    """Confirms a block, and says what it does not end."""
    lines = [
        f"You have blocked {mention(other)}: no new match begins between you two, whoever asks for it. I do "
        "not tell them. `/unblock` takes it back."
    ]
    if called_off:
        names = listed([f"match {match.id}" for match in called_off])
        lines.append(f"The challenge between you is off: {names}.")
    if running:
        names = listed([f"match {match.id}" for match in running])
        lines.append(f"What you play already goes on: {names}. `/match resign` ends it.")
    return "\n".join(lines)


def now_unblocked(other: UserId) -> str:
    """Confirms that a block is gone."""
    return f"You and {mention(other)} can play again."


NOBODY_BLOCKED = "### Blocked players\nYou have blocked nobody. `/block` keeps somebody from playing you."


def block_list(blocks: Sequence[Block], shown: int) -> str:
    """The people the reader has blocked, the first ``shown`` of them, by number."""
    if not blocks:
        return NOBODY_BLOCKED
    lines = [
        f"{number}. {mention(block.blocked)}, since {date(block.at)}"
        for number, block in enumerate(blocks[:shown], start=1)
    ]
    more = len(blocks) - shown
    rest = [f"… and {more} more: `/unblock` takes their names."] if more > 0 else []
    return "\n".join(["### Blocked players", *lines, *rest])


def block_entry(number: int) -> str:
    """A blocked player in a menu, where Discord shows no names."""
    return f"Number {number}"
