"""Texts about records: of what was played, of sharing it, and of records from elsewhere.

The rest of the texts is in ``texts``, and the same holds here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cogs.text.en.match import match_line
from cogs.text.en.phrases import counted, moment, title
from engines import GAMES
from matches.model import Match, MatchFacts, UserId
from matches.records import Ending, Transcript, TranscriptError

# --- the record ----------------------------------------------------------------------------------

RECORD: Final = "Record"
SHARE: Final = "Share by a code"
STOP_SHARING: Final = "Stop sharing"


def record(match: Match, kept: Transcript) -> str:
    """Above the files of a record."""
    return (
        f"### {title(match)}: the record\n{_length(kept)}, {result(kept)}.\n"
        "-# The same twice: the first file is to read, the second for programs. Both name sides, no people. "
        "`/match import` opens either again."
    )


def result(kept: Transcript) -> str:
    """The ending of a recorded match in words: ``light won (resigned)``."""
    return "still going on" if kept.result is None else _ending(kept.result)


def _ending(ending: Ending) -> str:
    why = ending.reason.replace("-", " ")
    if ending.winner is not None:
        return f"{ending.winner} won ({why})"
    return f"no result ({why})" if ending.word == "none" else f"a draw ({why})"


def _length(kept: Transcript) -> str:
    return counted(len(kept.actions), "action")


# --- sharing -------------------------------------------------------------------------------------


def shared(match: Match, code: str) -> str:
    """The answer to somebody who shares a match."""
    return (
        f"### {title(match)}: shared\n"
        f"Anyone can look at it with `/match open` and this code, in any server I'm in:\n```\n{code}\n```\n"
        "-# To look at, board by board or as a film. Nobody can play by it, and your notes stay yours."
    )


def posted_share(match: Match, code: str) -> str:
    """Below the board of a match that was posted to be looked at. It may be read where nobody knows them."""
    return f"### {title(match)}\nLook at it with `/match open` and the code `{code}`."


def not_shared_any_more(match: Match) -> str:
    """Confirms the end of sharing."""
    return f"{title(match)} is not shared any more: its code opens nothing. What was posted of it stays."


CODE_LABEL: Final = "The six letters and digits you were given"
NO_SUCH_CODE: Final = (
    "No match can be opened by that: the code was mistyped, or the match is not shared any more. "
    "A code has six letters and digits, such as K7Q2MP."
)

NOT_TO_BE_SEEN: Final = (
    "You can't look at this match now: it isn't shared any more, or it's played in a channel that you can't "
    "see. Either of its players can share it with you: `/match share` gives them a code."
)

# --- files ---------------------------------------------------------------------------------------

ONE_AT_A_TIME: Final = (
    "One at a time: I'm still making the film or record that you asked for last. Once it's there, ask again."
)

# --- records from elsewhere ----------------------------------------------------------------------

IMPORT_LABEL: Final = "A record as a file, text or JSON: what /match record gives"


def import_title(kept: Transcript) -> str:
    """A record from elsewhere by name."""
    return f"{GAMES[kept.game].name} · a record"


def import_head(kept: Transcript) -> str:
    """Above the film of a record from elsewhere."""
    return f"### {import_title(kept)}\n{_length(kept)}, {result(kept)}."


def no_record(error: TranscriptError) -> str:
    """A file that cannot be replayed."""
    where = "" if error.line is None else f"line {error.line}: "
    return (
        f"I cannot replay that file: {where}{error.reason.rstrip('.')}. Nothing was kept. "
        "Mend it, or take the file that `/match record` gives."
    )


def too_large(most: int) -> str:
    """A file that is not even looked at; ``most`` is in bytes."""
    return f"That file is too large to be a record: one has at most {most // 1000} kB. Nothing was kept."


FILE_LOST: Final = "Discord did not give me that file. Nothing was kept; please send the command again."
NOT_KEPT: Final = (
    "I do not keep that record any more: only your last few, and for a month. `/match import` opens it again."
)

# --- what was played -----------------------------------------------------------------------------

OPEN_ONE: Final = "Open a match"
HISTORY_GAME_LABEL: Final = "Only matches of this game"


def nothing_played(game: str | None) -> str:
    """There is no finished match, or none of a game."""
    what = "a match" if game is None else f"a match of {GAMES[game].name}"
    return f"You have not finished {what} yet. `/match list` shows those that go on."


def history(matches: Sequence[MatchFacts], user: UserId, game: str | None, page: int) -> str:
    """A page of what somebody has played, newest first."""
    head = "Your finished matches" if game is None else f"Your finished matches of {GAMES[game].name}"
    where = f"\n-# page {page + 1}" if page else ""
    lines = [f"{match_line(match, user, waiting=False)} · {moment(match.changed_at)}" for match in matches]
    return "\n".join([f"### {head}", *lines]) + where
