"""The public record of a match: made from a match, written in two formats, and read back from anywhere.

``docs/records.md`` describes the formats. A record names only sides, never players.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from engines import History
from matches.audience import EVERYONE, draw_seen, picks_seen, salts_seen
from matches.errors import WrongPhaseError
from matches.lifecycle import seals
from matches.model import DRAWS_STAND, Entry, EntryKind, Match, Phase
from matches.records.model import (
    Ending,
    RecordedAction,
    Remark,
    Sealing,
    Transcript,
    positions,
    recorded_actions,
)
from matches.records.read import LONGEST, MOST_ACTIONS, read
from matches.records.read_export import LARGEST_EXPORT, Exported, ExportedMatch, is_zip, read_export
from matches.records.setup import CheckedSeal, Verdict, checked
from matches.records.sheet import TranscriptError
from matches.records.write import as_json, as_text
from matches.time import as_utc

__all__ = [
    "LARGEST_EXPORT",
    "LONGEST",
    "MOST_ACTIONS",
    "CheckedSeal",
    "Ending",
    "Exported",
    "ExportedMatch",
    "RecordedAction",
    "Remark",
    "Sealing",
    "Transcript",
    "TranscriptError",
    "Verdict",
    "as_json",
    "as_text",
    "checked",
    "is_zip",
    "positions",
    "read",
    "read_export",
    "transcript_of",
]


def transcript_of(match: Match, history: History, remarks: Iterable[Remark] = ()) -> Transcript:
    """The record of a match so far; ``history`` is its history, ``remarks`` are the players' on positions.

    Raises WrongPhaseError unless play has started, also for a finished match: a record must not reveal a pick
    before both players have picked.
    """
    if not match.started:
        raise WrongPhaseError(match)
    rules, picks = match.game, picks_seen(match, EVERYONE)
    of_play = [entry for entry in match.entries if entry.kind.of_play]
    kept = _kept(of_play)
    times = [as_utc(entry.at).replace(microsecond=0) for entry in kept]
    in_advance = [entry.kind is EntryKind.ADVANCE for entry in kept]
    return Transcript(
        game=match.game_key,
        rules_version=match.rules_version,
        options=rules.complete_options(match.options),
        first=match.first or rules.sides[0],
        picks={side: picks[side] for side in rules.sides if side in picks},
        actions=tuple(recorded_actions(history.played, times, in_advance)),
        result=_ending(match),
        taken_back=sum(entry.kind is EntryKind.TAKE_BACK for entry in of_play),
        begun=as_utc(of_play[0].at).date() if of_play else None,
        ended=_ended(match, history),
        position=match.terms.start,
        set_part=match.terms.set_part,
        draws_stand=rules.draws and match.terms.conduct >= DRAWS_STAND,
        sealing=_sealing(match),
        remarks=tuple(remarks),
    )


def _sealing(match: Match) -> Sealing | None:
    """The seals of a match that has started, with the values that open them; None without seals."""
    found, salts = dict(seals.of_picks(match)), dict(salts_seen(match, EVERYONE))
    draw, seal = draw_seen(match), seals.of_draw(match)
    if draw is not None and seal is not None:
        found, salts = {seals.DRAW: seal, **found}, {seals.DRAW: draw.salt, **salts}
    return Sealing(match.id, seals.VERSION, found, salts, draw.value if draw else "") if found else None


def _kept(of_play: Iterable[Entry]) -> list[Entry]:
    """The entries of actions that were not taken back."""
    kept: list[Entry] = []
    for entry in of_play:
        if entry.kind is EntryKind.TAKE_BACK:
            kept.pop()
        else:
            kept.append(entry)
    return kept


def _ending(match: Match) -> Ending | None:
    return None if match.result is None else Ending(match.result.winner, match.result.reason)


def _ended(match: Match, history: History) -> date | None:
    if match.phase is not Phase.FINISHED:
        return None
    if history.position.to_act is None:
        return as_utc(match.entries[-1].at).date()
    # Only ``changed_at`` says when a player resigned, and offering a rematch changes it again.
    return None if match.rematch is not None else as_utc(match.changed_at).date()
