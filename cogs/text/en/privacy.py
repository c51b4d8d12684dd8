"""Texts about people's rights: the data stored, its deletion, and blocks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Final

from cogs.text.en.phrases import counted, date, link, listed, mention, moment, title
from matches.errors import BlockedError
from matches.model import MatchFacts, Phase, UserId
from matches.summaries import Block, Deletion, DeletionStage

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
SETTINGS = "Settings"

# --- what is stored ------------------------------------------------------------------------------

_TITLE = "### What I store about you"
_ONLY_IDS = (
    "-# I store Discord's id numbers, never names. The *Privacy* page says why and for how long "
    f"({PAGE}); the bot's owner can show it to you."
)
NOTHING = f"{_TITLE}\nNothing.\n{_ONLY_IDS}"


def stored(counts: Mapping[str, int], waiting: str | None = None) -> str:
    """The data stored about the reader, in lines; ``counts`` are rows by the names of their tables.

    ``waiting``: what a deletion that is under way waits for.
    """
    lines = [line for line in _lines(counts) if line]
    title = _TITLE if waiting is None else f"{_TITLE}\n{waiting} What's left:"
    # Without the empty line what follows would belong to the last entry of the list.
    return "\n".join([title, *(f"- {line}" for line in lines), "", _ONLY_IDS]) if lines else NOTHING


def _lines(counts: Mapping[str, int]) -> list[str]:
    def some(name: str, what: str, several: str = "", more: str = "") -> str:
        number = counts.get(name, 0)
        return f"{counted(number, what, several)}{more}" if number else ""

    return [
        some("match", "match or challenge", "matches and challenges", ", with every move"),
        some("account", "rating", more=", with its history"),
        some("ladder_place", "place on a ladder", "places on ladders"),
        some("ladder_history", "line of ladder history", "lines of ladder history"),
        some("tournament_entrant", "tournament entered", "tournaments entered"),
        some("tournament_organiser", "tournament organised", "tournaments organised"),
        some("tournament_substitute", "question", more=" whether you'd play on in a tournament"),
        some("simul", "simul you host or hosted", "simuls you host or hosted"),
        some("simul_place", "place in a simul", "places in simuls", " that hasn't started"),
        some("standing_offer", "standing offer", "standing offers"),
        some("champion", "season won", "seasons won"),
        some("preference", "setting"),
        some("away", "vacation"),
        some("note", "note", more=" on matches, which only you can see"),
        some("mute", "muted match", "muted matches"),
        some("draft", "unconfirmed pick"),
        some("pick", "confirmed pick"),
        some("notice", "notification"),
        some("block", "blocked player"),
        some("last_look", "match you've looked at", "matches you've looked at"),
        some("watch", "match you watch", "matches you watch"),
        some("imported", "imported record"),
        some("puzzle", "puzzle", more=" from reviews of your matches"),
        some("comment", "comment", more=" on positions of your matches"),
        some("comment_report", "report", more=" of others' comments"),
        some("line_tree", "match with lines you tried", "matches with lines you tried"),
        some("entry", "server admin's action", "server admins' actions", " that mention you"),
        some("gone", "server you left", "servers you left"),
        some("forgetting", "deletion in progress", "deletions in progress"),
    ]


# --- the export ----------------------------------------------------------------------------------

EXPORTED = (
    "### Everything I store about you\n"
    "Anyone with this file can read your notes, so keep it somewhere safe. It holds nobody else's secrets. "
    "The numbers in it are Discord's ids of people, servers and channels. `/open` opens the matches."
)
EXPORT_TOO_LARGE = (
    "Your data is larger than the largest file Discord lets me send, even compressed. Ask the bot's owner "
    "for it."
)
EXPORT_STOPPED = "I'm restarting, so I couldn't finish your file. Please ask again in a minute."


EXPORT_UNDER_WAY = "I'm already putting your file together. With many matches that can take a minute."
EXPORT_CROWDED = "I'm busy with other people's files. Please ask again in a minute."


def export_too_soon(until: datetime) -> str:
    """Why there is no file now, and when there will be."""
    return f"You can get one file a minute. The next one: {moment(until)}."


# --- deleting ------------------------------------------------------------------------------------

CHANGED_SINCE = (
    "Something changed after I asked you, so nothing was deleted yet. This is what would be deleted now:"
)
_CANNOT_BE_UNDONE = (
    "**This can't be undone.** Your ratings, settings and notes will be gone, and if you play again you "
    "start from scratch. Finished matches stay for your opponents, against *a player who left*. Messages "
    "already posted in servers stay until a moderator deletes them. If somebody blocked you, that stays."
)


def question(open_matches: Sequence[MatchFacts], others: Sequence[str] = (), *, changed: bool = False) -> str:
    """Asks before everything goes, and names what that ends; ``others`` are lines about more than matches."""
    running = [match for match in open_matches if match.phase.running]
    challenges = [match for match in open_matches if match.phase is Phase.CHALLENGED]
    lines = ["### Delete everything I store about you?"]
    if changed:
        lines.append(CHANGED_SINCE)
    if running:
        what = counted(len(running), "running match", "running matches")
        lines.append(f"You'd resign **{what}**:\n{_named(running)}")
    if challenges:
        lines.append(f"You'd withdraw **{counted(len(challenges), 'challenge')}**:\n{_named(challenges)}")
    lines += others
    return "\n".join([*lines, _CANNOT_BE_UNDONE])


def _named(matches: Sequence[MatchFacts]) -> str:
    # Without an empty line at its end, what follows would belong to the last entry of the list.
    lines = [f"- {_line(match)}" for match in matches[:NAMED]]
    more = len(matches) - NAMED
    return "\n".join([*lines, *([f"- … and {more} more"] if more > 0 else []), ""])


def _line(match: MatchFacts) -> str:
    who = " and ".join(mention(player) for player in match.players)
    where = link(match.guild_id, match.channel_id)
    return f"[{title(match)}](<{where}>) · {who}"


DELETING = (
    "### Deleting\nI'm ending your matches, then I delete everything about you. This may take a minute."
)
_WAITS_FOR: Final = {
    DeletionStage.MATCHES: "your matches to end",
    DeletionStage.ROLES: "Discord to take your roles away",
    DeletionStage.THREADS: "Discord to take your name out of the names of threads",
}


def waiting(deletion: Deletion, stage: DeletionStage | None) -> str:
    """Since when a deletion has been under way, and what it waits for; ``stage``: what it was last at."""
    what = "my next try" if stage is None else _WAITS_FOR.get(stage, "my next try")
    if deletion.still_open is not None:
        what = f"match {deletion.still_open} to end"
    return (
        f"You asked me to delete everything {moment(deletion.asked_at)}, and I'm not done: I'm waiting for "
        f"{what}. I try again within a minute, by myself. If it takes more than a day, tell the bot's owner."
    )


def under_way(waits: str) -> str:
    """The answer to another click on the button that deletes everything."""
    already = f"I'm already deleting everything about you. {waits}"
    return f"### Deleting\n{already} *Privacy* in `/settings` shows what's left."


def done(threads_kept: int = 0) -> str:
    """Everything is deleted. ``threads_kept``: threads that Discord refuses to rename."""
    if threads_kept == 1:
        kept = "1 thread keeps your name, because Discord doesn't let me rename it. A moderator there can.\n"
    elif threads_kept:
        kept = (
            f"{threads_kept} threads keep your name, because Discord doesn't let me rename them. A moderator "
            "there can.\n"
        )
    else:
        kept = ""
    return (
        f"### Done\n{kept}I no longer store anything about you. If you play again, you start from scratch. "
        "Only you can see this message, and it's gone once you dismiss it."
    )


LATER = (
    "### Not finished yet\nSomething I need didn't answer, or one of your matches changed just now. "
    "I've noted your request and will finish it by myself. *Privacy* in `/settings` shows what's left."
)

# --- blocks --------------------------------------------------------------------------------------

UNBLOCK = "Unblock somebody…"
BLOCK_ASK = "Block…"
BLOCK = "Block"
UNBLOCK_NOW = "Unblock"
NOT_BLOCKED = "Never mind"


def block_question(other: UserId) -> str:
    """Asks whether to block a player."""
    return (
        f"Block {mention(other)}? No new matches between you. They aren't told, and matches you're already "
        "playing continue."
    )


def blocked(error: BlockedError) -> str:
    """Why no match can begin. It doesn't tell a reader that the other player has blocked them."""
    if error.own:
        return f"You've blocked {mention(error.other)}, so you two can't play. Undo it on their `/profile`."
    return "You two can't play each other. Pick somebody else, or nobody: then anyone can accept."


def now_blocked(other: UserId, called_off: Sequence[MatchFacts], running: Sequence[MatchFacts]) -> str:
    """Confirms a block, and says what it does not end."""
    lines = [f"{mention(other)} is blocked. Neither of you can challenge the other, and they aren't told."]
    if called_off:
        names = listed([title(match) for match in called_off])
        lines.append(f"The challenge between you is withdrawn: {names}.")
    if running:
        names = listed([title(match) for match in running])
        lines.append(f"Matches you're already playing continue: {names}. `/match deed:resign` ends one.")
    return "\n".join(lines)


def now_unblocked(other: UserId) -> str:
    """Confirms that a block is gone."""
    return f"You and {mention(other)} can play again."


NOBODY_BLOCKED = (
    "### Blocked players\n"
    "You haven't blocked anyone. *Block…* on a `/profile` stops that player from playing you."
)


def block_list(blocks: Sequence[Block], shown: int) -> str:
    """The people the reader has blocked, the first ``shown`` of them, by number."""
    if not blocks:
        return NOBODY_BLOCKED
    lines = [
        f"{number}. {mention(block.blocked)}, since {date(block.at)}"
        for number, block in enumerate(blocks[:shown], start=1)
    ]
    more = len(blocks) - shown
    rest = [f"… and {more} more: unblock them on their `/profile`."] if more > 0 else []
    return "\n".join(["### Blocked players", *lines, *rest])


def block_entry(number: int) -> str:
    """A blocked player in a menu, where Discord shows no names."""
    return f"Number {number}"
