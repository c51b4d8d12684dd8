"""Records written down, for people and for programs: see ``docs/records.md``."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC
from typing import Any, Final

from engines import GAMES
from matches.records.model import RecordedAction, Remark, Sealing, Transcript

FORM: Final = 1
"""The version of the record formats."""
RUNNING: Final = "running"
"""The result of a running match."""
SETS: Final = ("", "1/2", "2/2")
"""The names of the matches in a set of two, by ``set_part``."""
STAND: Final = "stand"
"""The note of a record about draw offers that stand until the other side answers or moves."""
_BRACES: Final = str.maketrans("{}", "()")
"""A brace would end the comment that it stands in."""
_IN_ADVANCE: Final = "said in advance"
_LONGEST_ACTION: Final = 9
"""The width of the actions' column, in characters; the words of longer actions move to the right."""


def as_text(transcript: Transcript) -> str:
    """The record for people: headers, an empty line, then one line for each action with its words.

    It has only the days; the times of actions are only in :func:`as_json`.
    """
    headers = [f'[{name} "{value}"]' for name, value in _headers(transcript) if value]
    lines = [*_remarks(transcript, 0), *(_lines(transcript) if transcript.actions else ())]
    return "\n".join([*headers, "", *lines, ""] if lines else [*headers, ""])


def _headers(transcript: Transcript) -> Iterator[tuple[str, str]]:
    result = transcript.result
    yield "Record", str(FORM)
    yield "Game", transcript.game
    yield "Rules", str(transcript.rules_version)
    yield "Options", _pairs(transcript.options)
    yield "First", transcript.first
    yield "Picks", _pairs({side: ",".join(picks) for side, picks in transcript.picks.items()})
    yield "Position", transcript.position or ""
    yield "Set", SETS[transcript.set_part]
    yield "DrawOffers", STAND if transcript.draws_stand else ""
    yield "Begun", str(transcript.begun or "")
    yield "Ended", str(transcript.ended or "")
    yield "TakenBack", str(transcript.taken_back or "")
    yield "Result", result.word if result else RUNNING
    yield "Reason", result.reason if result else ""
    if sealing := transcript.sealing:
        yield "Match", str(sealing.match)
        yield "Sealing", str(sealing.version)
        yield "Draw", sealing.draw
        yield "Seals", _pairs(sealing.seals)
        yield "Salts", _pairs(sealing.salts)


def _pairs(values: Mapping[str, str]) -> str:
    return " ".join(f"{key}={value}" for key, value in values.items())


def _lines(transcript: Transcript) -> Iterator[str]:
    turns = len(str(transcript.actions[-1].turn)) + 1
    sides = max(map(len, GAMES[transcript.game].sides))
    turn = 0
    for ply, one in enumerate(transcript.actions, 1):
        number = f"{one.turn}." if one.turn != turn else ""
        turn = one.turn
        words = f"{one.words} ({_IN_ADVANCE})" if one.in_advance else one.words
        yield f"{number:>{turns}} {one.side:<{sides}}  {one.action:<{_LONGEST_ACTION}}  ; {words}"
        yield from _remarks(transcript, ply)


def _remarks(transcript: Transcript, ply: int) -> Iterator[str]:
    """The lines of the comments on the position after ``ply`` actions."""
    for remark in transcript.remarks:
        if remark.ply == ply:
            yield f"   {{{remark.side}: {remark.text.translate(_BRACES)}}}"


def as_json(transcript: Transcript) -> str:
    """The record for programs: one JSON object, with an action a line."""
    head = json.dumps(_values(transcript), indent=2, ensure_ascii=False).removesuffix("\n}")
    actions = [json.dumps(_action(one), ensure_ascii=False) for one in transcript.actions]
    remarks = [json.dumps(_remark(one), ensure_ascii=False) for one in transcript.remarks]
    more = f',\n  "comments": {_a_line_each(remarks)}' if remarks else ""
    return f'{head},\n  "actions": {_a_line_each(actions)}{more}\n}}\n'


def _values(transcript: Transcript) -> dict[str, Any]:
    result = transcript.result
    return {
        "record": FORM,
        "game": transcript.game,
        "rules": transcript.rules_version,
        "options": dict(transcript.options),
        "first": transcript.first,
        "picks": {side: list(picks) for side, picks in transcript.picks.items()},
        **({"position": transcript.position} if transcript.position else {}),
        **({"set": SETS[transcript.set_part]} if transcript.set_part else {}),
        **({"draw_offers": STAND} if transcript.draws_stand else {}),
        "begun": transcript.begun and transcript.begun.isoformat(),
        "ended": transcript.ended and transcript.ended.isoformat(),
        "taken_back": transcript.taken_back,
        "result": result.word if result else RUNNING,
        "reason": result.reason if result else None,
        **(_sealing(transcript.sealing) if transcript.sealing else {}),
    }


def _sealing(sealing: Sealing) -> dict[str, Any]:
    return {
        "match": sealing.match,
        "sealing": sealing.version,
        **({"draw": sealing.draw} if sealing.draw else {}),
        "seals": dict(sealing.seals),
        "salts": dict(sealing.salts),
    }


def _action(one: RecordedAction) -> dict[str, Any]:
    at = one.at and one.at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    more = {**({"at": at} if at else {}), **({"in_advance": True} if one.in_advance else {})}
    return {"turn": one.turn, "side": one.side, "action": one.action, "words": one.words, **more}


def _remark(remark: Remark) -> dict[str, Any]:
    return {"ply": remark.ply, "side": remark.side, "text": remark.text}


def _a_line_each(items: Sequence[str]) -> str:
    return "[\n    " + ",\n    ".join(items) + "\n  ]" if items else "[]"
