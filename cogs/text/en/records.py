"""Texts about records: of what was played, of sharing it, and of records from elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cogs.text.en.match import match_line
from cogs.text.en.phrases import counted, mention, moment, title
from engines import GAMES
from matches.lifecycle.finish import NOT_BY_RULES
from matches.model import Match, MatchFacts, UserId
from matches.records import Ending, ExportedMatch, Transcript, TranscriptError

# --- the record ----------------------------------------------------------------------------------

RECORD: Final = "Record"
SHARE: Final = "Share"
STOP_SHARING: Final = "Stop sharing"


def record(match: Match, kept: Transcript, turns: int) -> str:
    """Above the files of a record; so many turns were finished."""
    return (
        f"### {title(match)}: the record\n{counted(turns, 'move')}, {result(kept)}.\n"
        "-# As text, and as JSON for programs. No names inside. "
        "Open one again with `/open`."
    )


def result(kept: Transcript) -> str:
    """The ending of a recorded match in words: ``light won (resigned)``."""
    return "still in progress" if kept.result is None else _ending(kept.result)


def _ending(ending: Ending) -> str:
    words = {"none": "no result", "draw": "a draw"}
    # What the rules call an ending is a word for programs; the last board shows it.
    why = f" ({ending.reason.replace('-', ' ')})" if ending.reason in NOT_BY_RULES else ""
    return f"{words.get(ending.word, f'{ending.winner} won')}{why}"


# --- sharing -------------------------------------------------------------------------------------


def shared(match: Match, code: str) -> str:
    """The answer to a user who shares a match."""
    return (
        f"### {title(match)}: shared\n"
        f"Anyone can open it with `/open`, in any server I'm in. The code:\n```\n{code}\n```\n"
        "-# Viewers can step through the match or watch the film. They can't play, and don't see your notes."
    )


def posted_share(match: Match, code: str) -> str:
    """Below the board of a match that was posted to be looked at. Its readers may not know the players."""
    return f"### {title(match)}\nOpen it with `/open` and the code `{code}`."


def not_shared_any_more(match: Match) -> str:
    """Confirms the end of sharing."""
    return f"{title(match)} is no longer shared, and its code no longer works. Boards already posted stay."


OPEN_COMMAND: Final = "Open a match by its code, or by a record file"
CODE_LABEL: Final = "The code you were given: six letters and digits"
CODE_OR_FILE: Final = (
    "Give me one of the two: `/open` with the `code:` of a match, or with the `file:` of a record."
)
NO_SUCH_CODE: Final = (
    "That code doesn't open a match: it has a typo, or the match is no longer shared. "
    "A code has six letters and digits, such as K7Q2MP."
)


NOT_TO_BE_SEEN: Final = (
    "You can't see this match: it's no longer shared, or it's in a channel that's hidden from you. "
    "Ask one of its players to share it, with `/match deed:share`."
)

# --- files ---------------------------------------------------------------------------------------

CROWDED: Final = "I'm busy with other people's files. Please send it again in a minute."
ONE_AT_A_TIME: Final = "One at a time: I'm still making your last film or record. Ask again once it's there."

# --- records from elsewhere ----------------------------------------------------------------------

IMPORT_LABEL: Final = "The file of a record, or your export, text or JSON"


def import_title(kept: Transcript) -> str:
    """A record from elsewhere by name."""
    return f"{GAMES[kept.game].name} · a record"


def import_head(kept: Transcript, turns: int) -> str:
    """Above the film of a record from elsewhere, in which so many turns were finished."""
    return f"### {import_title(kept)}\n{counted(turns, 'move')}, {result(kept)}."


def no_record(error: TranscriptError) -> str:
    """A file that cannot be replayed."""
    where = "" if error.line is None else f"line {error.line}: "
    return (
        f"I can't replay that file: {where}{error.reason.rstrip('.')}. "
        "Fix it, or use the file of a match's *Record*, or your export from *Privacy* in `/settings`."
    )


def too_large(record: int, export: int) -> str:
    """A file that is not even looked at; what records and exports have at most is in bytes."""
    return (
        f"That file is too large: a record is at most {record // 1000} kB, an export {export // 1024**2} MB. "
        "You can cut one match out of an export and import that."
    )


def exported_head(offered: int, count: int) -> str:
    """Above the menu of an export's ``count`` matches."""
    which = (
        f"The newest {offered} of its {count:,} matches are"
        if offered < count
        else f"Its {count} matches are"
    )
    return f"### An export of your data\n{which} in the menu, newest first. Which one do you want to open?"


def exported_label(match: ExportedMatch) -> str:
    """A match of an export in a menu."""
    number = f" #{match.number}" if match.number else ""
    return f"{GAMES[match.game].name}{number} · {counted(match.actions, 'move')}"


NO_RECORDS: Final = (
    "There's no match to open in that export: a match has a record once its first move is made, and I can "
    "only open the games that I host."
)
FILE_GONE: Final = "I no longer have that file. Send `/open` with it again."


FILE_LOST: Final = "Discord didn't give me that file. Please send the command again."
# --- what was played -----------------------------------------------------------------------------

OPEN_ONE: Final = "Open a match"
MY_MATCHES: Final = "My matches"


def nothing_played(game: str | None) -> str:
    """There is no finished match, or none of a game."""
    what = "a match" if game is None else f"a match of {GAMES[game].name}"
    return f"You haven't finished {what} yet. `/matches` shows the ones that are running."


def history(matches: Sequence[MatchFacts], user: UserId, game: str | None, page: int) -> str:
    """A page of a user's finished matches, newest first."""
    head = "Your finished matches" if game is None else f"Your finished matches of {GAMES[game].name}"
    where = f"\n-# Page {page + 1}" if page else ""
    lines = [f"{match_line(match, user, waiting=False)} · {moment(match.changed_at)}" for match in matches]
    return "\n".join([f"### {head}", *lines]) + where


def between(matches: Sequence[tuple[MatchFacts, bool]], user: UserId, rival: UserId, page: int) -> str:
    """A page of a user's matches with another player; each with True if it waits for the user."""
    where = f"\n-# Page {page + 1}" if page else ""
    lines = [
        f"{match_line(match, user, waiting=waiting)} · {moment(match.changed_at)}"
        for match, waiting in matches
    ]
    return "\n".join([f"### Your matches with {mention(rival)}", *lines]) + where


def nothing_between(rival: UserId) -> str:
    """Shown to a user who has never met the other player."""
    return f"### Your matches with {mention(rival)}\nYou two haven't played each other yet."
