"""What is no record is refused with a sentence that says what is wrong and where, and is safe to show."""

from __future__ import annotations

import json
import re
import sys
from typing import Any

import pytest

from engines import GAMES
from matches.records import LONGEST, MOST_ACTIONS, TranscriptError, as_json, as_text, positions, read
from matches.records.read import MOST_COMPARED
from matches.records.sheet import DEEPEST
from tests.matches.records.transcripts import FOLDER, kept

KEPT = dict(kept())


def refusal(record: str | bytes) -> TranscriptError:
    with pytest.raises(TranscriptError) as error:
        read(record)
    return error.value


def text(*lines: str, game: str = "pjawns", rules: str = "1") -> str:
    """A record of Pjawns with these lines from the third on."""
    return "\n".join([f'[Game "{game}"]', f'[Rules "{rules}"]', *lines])


def of(**values: Any) -> str:
    """A record in JSON of Cannons and Crabs, with these fields."""
    return json.dumps({"game": "cannons-and-crabs", "rules": 1, "actions": [], **values})


NOT_ONE = "this is no record of a match: one begins with headers such as [Game"
GAMES_THERE_ARE = "only cannons-and-crabs, pjawns, prawns, predation, prudh"
WON = as_text(KEPT["pjawns-rank-8"])
OVER = "its last action ends the match: white, rank-8; the record says otherwise"
PRAWNS = ('[Game "prawns"]', '[Rules "1"]')
THE_PICKS = "the picks should be those of green and blue, each 2"
SPECIES = "green picks 2 of shrimp, crab, lobster, not"

IN_LINES: dict[str, tuple[str, int | None, str]] = {
    # Where it begins
    "no position": (text('[Position "rnbqkbnr"]'), 3, "“rnbqkbnr” is no position of Pjawns"),
    "a position that is over": (
        text(f'[Position "{positions(KEPT["pjawns-rank-8"]).position.to_text()}"]'),
        3,
        "the game is over in the position that the record begins from",
    ),
    "another side acts there": (
        text('[First "black"]', f'[Position "{GAMES["pjawns"].start().to_text()}"]'),
        3,
        "in the position that the record begins from white acts",
    ),
    # What it is of
    "nothing": ("", None, "there is nothing in it"),
    "blanks": (" \r\n\t ", None, "there is nothing in it"),
    "prose": ("Hello there", 1, NOT_ONE),
    "chess": ("1. e4 e5 2. Nf3", 1, NOT_ONE),
    "only comments": ("; nothing\n", 1, NOT_ONE),
    "no game": ('[Rules "1"]', None, "it does not say which game it is of"),
    "an empty game": (text(game=" "), None, "it does not say which game it is of"),
    "an unknown game": (text(game="chess"), 1, f"there is no game “chess”, {GAMES_THERE_ARE}"),
    "an unknown form": (
        text('[Record "2"]'),
        3,
        "this is a record of the form “2”, and only form 1 is known",
    ),
    "no rules": (
        '[Game "prudh"]',
        None,
        "it does not say by which version of the rules; the present one of Prudh is 1",
    ),
    "unknown rules": (
        text(rules="99"),
        2,
        "Pjawns has no version 99 of its rules; the present one is 1",
    ),
    "rules of none": (text(rules="0"), 2, "Pjawns has no version 0 of its rules; the present one is 1"),
    "rules in words": (text(rules="new"), 2, "the version of the rules should be a number, not “new”"),
    "huge rules": (text(rules="9" * 99), 2, f"the version of the rules should be a number, not “{'9' * 30}”"),
    "other digits": (text(rules="١"), 2, "the version of the rules should be a number, not “…”"),
    # Headers
    "a header that is none": (text("[Site x]"), 3, "“Site x” is no header: one is written [Name"),
    "a header that is not closed": (text('[Site "x"'), 3, "is no header"),
    "a header twice": (text('[game "prudh"]'), 3, "the header “game” is there twice"),
    "too many headers": (text(*(f'[X{n} "1"]' for n in range(60))), 61, "there are more than 60 headers"),
    "a header late": (text("@a1", '[First "white"]'), 4, "headers come before the first action"),
    # How it was set up
    "an unknown option": (text('[Options "board=9x9"]'), 3, "Pjawns has no option “board”"),
    "an unknown value": (
        text('[Options "board=9x9"]', game="cannons-and-crabs"),
        3,
        "the option board cannot be “9x9”, only 7x6, 7x7",
    ),
    "half an option": (
        text('[Options "board"]'),
        3,
        "“board” should be a name and a value, such as board=7x7",
    ),
    "an option twice": (text('[Options "a=1 A=2"]'), 3, "“a” is there twice"),
    "an unknown side first": (text('[First "red"]'), 3, "“red” is no side of Pjawns: white and black are"),
    "the other side first": (text('[First "black"]'), 3, "in Pjawns white starts, not black"),
    "picks where there are none": (
        text('[Picks "white=crab,crab"]'),
        3,
        "nothing is picked before a match of Pjawns",
    ),
    "no picks": ("\n".join(PRAWNS), None, THE_PICKS),
    "half the picks": ("\n".join([*PRAWNS, '[Picks "green=crab,crab"]']), 3, THE_PICKS),
    "picks of others": ("\n".join([*PRAWNS, '[Picks "green=crab,crab red=crab,crab"]']), 3, THE_PICKS),
    "one pick": (
        "\n".join([*PRAWNS, '[Picks "green=crab blue=crab,crab"]']),
        3,
        f"{SPECIES} “crab”",
    ),
    "a strange pick": (
        "\n".join([*PRAWNS, '[Picks "green=crab,krill blue=crab,crab"]']),
        3,
        f"{SPECIES} “crab krill”",
    ),
    "a day that is none": (
        text('[Begun "2026-02-30"]'),
        3,
        "“2026-02-30” is no day: one is written 2026-03-01",
    ),
    "a day written otherwise": (text('[Ended "1 March"]'), 3, "“1 March” is no day"),
    "an end before the beginning": (
        text('[Begun "2026-03-02"]', '[Ended "2026-03-01"]'),
        4,
        "the match is said to have ended before it began",
    ),
    "taken back in words": (
        text('[TakenBack "often"]'),
        3,
        "how often something was taken back should be a number, not “often”",
    ),
    # Actions
    "an unreadable action": (
        text("@a1 @a8", "hop"),
        4,
        "action 3: “hop” isn't a move in Pjawns: type a placement like @e1",
    ),
    "an illegal action": (text("@a1", "@a1"), 4, "action 2, “a1”: black can only place pjawns on rank 8"),
    "an ambiguous action": (
        text(
            *(line.action for line in KEPT["cannons-checkmate"].actions[:16]),
            "b5a6",
            game="cannons-and-crabs",
        ),
        19,
        "action 17, “b5a6”, could be b5xa6=M or b5xa6=D",
    ),
    "half an action": ('[Game "predation"]\n[Rules "1"]\nd13', 3, "where does predator d13 go?"),
    "the wrong side": (text("1. black: @a1"), 3, "action 1 is given to “black”, but white has to act"),
    "a side of another game": (text("prey @a1"), 3, "action 1 is given to “prey”, but white has to act"),
    "signs that no action has": (text("@a1 `rm`"), 3, "action 2, “rm”, is no action"),
    "an action too long": (text("a" * 5000), 3, f"action 1, “{'a' * 30}”, is no action"),
    "an action after the end": (
        WON + "@a8",
        len(WON.split("\n")),
        "action 24 comes after the end of the match",
    ),
    "a comment without an end": (
        text("@a1", "@a8 {and", "so on"),
        4,
        "a comment that begins with { is never closed",
    ),
    "too many actions": (text("end " * 1501), None, "a record has at most 1,500 actions, and here are 1,501"),
    # How it ended
    "another winner": (WON.replace('"white"]\n[Reason', '"black"]\n[Reason'), 5, OVER),
    "another reason": (WON.replace('[Reason "rank-8"]', '[Reason "resigned"]'), 6, OVER),
    "an end that goes on": (WON.replace('[Result "white"]', '[Result "running"]'), 5, OVER),
    "a win that is not there": (
        text('[Result "white"]', '[Reason "rank-8"]', "@a1"),
        4,
        "the reason “rank-8” for white does not follow from its actions",
    ),
    "a result without a reason": (
        text('[Result "white"]', "@a1"),
        3,
        "the result is white, but its actions do not end the match",
    ),
    "a reason without a result": (
        text('[Reason "resigned"]', "@a1"),
        3,
        "the match is said to have ended, but not with which result",
    ),
    "an end without a result": (
        text('[Ended "2026-03-01"]', '[Result "running"]'),
        3,
        "the match is said to have ended, but not with which result",
    ),
    "a result that is none": (
        text('[Result "1-0"]', '[Reason "resigned"]'),
        3,
        "“1-0” is no result: white, black, draw, none, running are",
    ),
    "a draw on time": (
        text('[Result "draw"]', '[Reason "time"]'),
        4,
        "the reason “time” for draw does not follow from its actions",
    ),
    "a draw where there are none": (
        text('[Result "draw"]', '[Reason "agreed"]'),
        4,
        "nobody can agree on a draw in Pjawns",
    ),
    "a draw that was called off": (
        text('[Result "draw"]', '[Reason "aborted"]'),
        3,
        "a match that ended for the reason aborted has the result none",
    ),
    # Signs
    "a null": (text("@a1 \0"), 3, "there is a hidden or a control character (U+0000)"),
    "an escape": (text("; \x1b[31m"), 3, "there is a hidden or a control character (U+001B)"),
    "text from right to left": (
        text("@a1 ; \u202e8a@"),
        3,
        "there is a hidden or a control character (U+202E)",
    ),
    "an isolate": (text('[Site "\u2066x"]'), 3, "there is a hidden or a control character (U+2066)"),
    "a sign of no width": (text("@a\u200b1"), 3, "there is a hidden or a control character (U+200B)"),
    "a second byte order mark": (
        "\ufeff\ufeff" + WON,
        1,
        "there is a hidden or a control character (U+FEFF)",
    ),
    "half a sign": (text("; \ud800"), None, "this is no text, or not one in UTF-8"),
}


@pytest.mark.parametrize("name", IN_LINES)
def test_refused_in_lines(name: str) -> None:
    record, line, sentence = IN_LINES[name]
    error = refusal(record)
    assert sentence in error.reason
    assert error.line == line
    assert str(error) == (f"line {line}: {error.reason}" if line else error.reason)


FIELDS = of(actions=["c1-c3"])
IN_JSON: dict[str, tuple[str, int | None, str]] = {
    "no JSON": ("{", 1, "this is not JSON: something here is missing, or too much"),
    "JSON cut off": (FIELDS[:-1], 1, "this is not JSON"),
    "more than one": (FIELDS + "\n" + FIELDS, 2, "this is not JSON"),
    "a string without an end": ('{"game": "' + '\\"' * 20_000, 1, "this is not JSON"),
    "nothing in it": ("{}", None, "the actions should be a list, even an empty one"),
    "no game": ('{"actions": []}', None, "it does not say which game it is of"),
    "a game that is a list": (of(game=["prudh"]), None, "it does not say which game it is of"),
    "an unknown game": (of(game="go"), None, f"there is no game “go”, {GAMES_THERE_ARE}"),
    "an unknown form": (of(record=7), None, "this is a record of the form “7”, and only form 1 is known"),
    "true rules": (of(rules=True), None, "the version of the rules should be a number, not “True”"),
    "negative rules": (of(rules=-1), None, "the version of the rules should be a number, not “-1”"),
    "unknown rules": (of(rules=99), None, "Cannons and Crabs has no version 99 of its rules"),
    "options that are none": (of(options="7x7"), None, "the options should be an object of names and values"),
    "an option in a list": (
        of(options={"board": ["7x7"]}),
        None,
        "option “board” should be a text in quotation",
    ),
    "an unknown option": (of(options={"size": "1"}), None, "Cannons and Crabs has no option “size”"),
    "picks that are none": (of(picks=[1]), None, "the picks should be an object of names and values"),
    "picks that are no list": (of(picks={"white": "x"}), None, "the picks of “white” should be a list"),
    "picks that are numbers": (of(picks={"white": [1]}), None, "a pick of “white” should be a text"),
    "picks where there are none": (
        of(picks={"white": ["crab"]}),
        None,
        "nothing is picked before a match of",
    ),
    "actions that are a text": (of(actions="c1-c3"), None, "the actions should be a list, even an empty one"),
    "an action that is a number": (of(actions=[1]), None, "action 1 should be a text, or an object with"),
    "an action without one": (of(actions=[{}]), None, "action 1 should be a text in quotation marks"),
    "an action without a word": (of(actions=[""]), None, "action 1, “…”, is no action"),
    "the wrong side": (
        of(actions=[{"action": "c1-c3", "side": "black"}]),
        None,
        "action 1 is given to “black”, but white has to act",
    ),
    "an illegal action": (of(actions=["c1-c3", "c3-c5"]), None, "action 2, “c3-c5”: c3 is white's"),
    "a time that is none": (
        of(actions=[{"action": "c1-c3", "at": "noon"}]),
        None,
        "action 1: “noon” is no time: one is written 2026-03-01T12:00:00Z",
    ),
    "a time of no zone": (of(actions=[{"action": "c1-c3", "at": "2026-03-01T12:00:00"}]), None, "is no time"),
    "a time before all": (
        of(actions=[{"action": "c1-c3", "at": "0001-01-01T00:00:00+23:00"}]),
        None,
        "is no time",
    ),
    "too many actions": (of(actions=["c1-c3"] * 1501), None, "a record has at most 1,500 actions"),
    "a result without a reason": (
        of(result="white"),
        None,
        "the result is white, but its actions do not end",
    ),
    "a field twice": ('{"game": "prudh", "game": "pjawns"}', None, "“game” is there twice"),
    "a field twice, hardly": ('{"taken_back": 1, "TakenBack": 2}', None, "“takenback” is there twice"),
    "a key twice, deep inside": (of(x={}).replace("{}", '{"a": 1, "a": 2}'), None, "“a” is there twice"),
    "too many fields": (of(**{f"x{n}": 1 for n in range(60)}), None, "there are more than 60 fields"),
    "not a number": (of(taken_back=float("nan")), None, "“NaN” is no number of a record: those are whole"),
    "without end": (of(taken_back=float("-inf")), None, "“-Infinity” is no number of a record"),
    "a fraction": (of(taken_back=1.5), None, "“1.5” is no number of a record: those are whole"),
    "an exponent": (of().replace("1,", "1e999999999,"), None, "“1e999999999” is no number of a record"),
    "a huge number": (
        of().replace("1,", f"{'9' * 100_000},"),
        None,
        "there is a number of more than 9 digits",
    ),
    "deep lists": (of(x=0).replace(" 0", " " + "[" * 60_000), None, f"nested more than {DEEPEST} deep"),
    "deep objects": ('{"a":' * 30_000, None, f"nested more than {DEEPEST} deep"),
    "a hidden sign in an escape": (of(site="\u202e"), None, "a hidden or a control character (U+202E)"),
    "a hidden sign in a name": (of(**{"a\u0000": 1}), None, "a hidden or a control character (U+0000)"),
    "half a sign in an escape": (of(site="\ud800"), None, "a hidden or a control character (U+D800)"),
}


@pytest.mark.parametrize("name", IN_JSON)
def test_refused_in_json(name: str) -> None:
    record, line, sentence = IN_JSON[name]
    error = refusal(record)
    assert sentence in error.reason
    assert error.line == line


@pytest.mark.parametrize("record", ["x" * (LONGEST + 1), b"x" * (LONGEST + 1), "é" * (LONGEST // 2 + 1)])
def test_a_huge_record_is_not_even_looked_at(record: str | bytes) -> None:
    assert str(refusal(record)) == "a record has at most 400 kB"


@pytest.mark.parametrize("record", [b"\xff\xfe[\0G\0", b"\x89PNG\r\n\x1a\n", "[Game]".encode("utf-16")])
def test_a_file_that_is_no_text_is_refused(record: bytes) -> None:
    assert str(refusal(record)) == "this is no text, or not one in UTF-8"


HOSTILE = (
    "@everyone `x` <@1001> <@&5> <#7> **b** __u__ ~~s~~ ||h|| # > - *",
    "[a](https://evil.example/x) discord.gg/abc",
    "@here",
    "<@!1001>",
    "```ansi",
    "https://evil.example",
    "\\@everyone\\`",
    "ｅveryone＠here",
    "x" * 5000,
)


@pytest.mark.parametrize("hostile", HOSTILE)
def test_nothing_hostile_is_ever_said_again(hostile: str) -> None:
    word = hostile.replace('"', "").replace(" ", "")
    records = [
        hostile,
        f"[{hostile}]",
        f'[{word} "x"]\n[{word} "x"]',
        text(game=hostile),
        text(rules=hostile),
        text(hostile),
        *(
            text(f'[{name} "{hostile}"]')
            for name in ("Record", "First", "Options", "Picks", "Begun", "Ended")
        ),
        *(text(f'[{name} "{hostile}"]') for name in ("TakenBack", "Result", "Reason")),
        text(f'[Options "{word}={word}"]'),
        text(f'[Options "board={word}"]', game="cannons-and-crabs"),
        "\n".join([*PRAWNS, f'[Picks "green={word},crab blue=crab,crab"]']),
        text('[Result "white"]', f'[Reason "{hostile}"]'),
        *(
            of(**{name: hostile})
            for name in ("record", "game", "rules", "first", "begun", "result", "reason")
        ),
        of(options={hostile: hostile}),
        of(options={"board": hostile}),
        of(picks={hostile: hostile}),
        of(picks={hostile: [hostile]}),
        of(actions=[hostile]),
        of(actions=[{"action": hostile}]),
        of(actions=[{"action": "c1-c3", "side": hostile}]),
        of(actions=[{"action": "c1-c3", "at": hostile}]),
    ]
    for record in records:
        said = str(refusal(record))
        assert not re.search(r"@(?![a-h][1-8]\b)|[`<~|\\/#*_]|[^ -~“”…]", said), said
        assert all(len(quote) <= 30 for quote in re.findall("“([^”]*)”", said)), said
        assert len(said) < 250


# --- bounds -------------------------------------------------------------------------------------


def hoarding(actions: int) -> str:
    """Actions of Predation in which prey hoards pieces, so that there is much to choose from."""
    return "\n".join((FOLDER / "hoarding.actions").read_text(encoding="utf-8").split()[:actions])


@pytest.mark.slow
def test_the_longest_records_that_are_read_fit_into_both_forms() -> None:
    longest = read(text(hoarding(MOST_ACTIONS), game="predation"))
    assert len(longest.actions) == MOST_ACTIONS
    timed = as_json(longest).replace('"}', '", "at": "2026-03-01T12:00:00Z"}')
    for record in (as_text(longest), timed):
        assert len(record.encode()) <= LONGEST
        assert [line.action for line in read(record).actions] == [line.action for line in longest.actions]


def test_what_is_slow_to_make_out_is_given_up_early() -> None:
    """Any action may be written as people type it, but not all of them among a thousand others."""
    error = refusal(text(hoarding(MOST_ACTIONS).replace("-", ""), game="predation"))
    assert "too many actions up to here are not written as the game writes them" in error.reason
    assert error.line is not None
    assert error.line > 300, "nothing that somebody types comes near"
    assert MOST_COMPARED == 500_000


def test_the_actions_that_may_be_compared_are_counted_exactly(monkeypatch: pytest.MonkeyPatch) -> None:
    written = hoarding(6)
    odd = text(written.replace("-", ""), game="predation")
    compared = sum(
        len(played.before.legal_actions())
        for played in positions(read(odd)).played
        if "-" in played.action.text
    )
    module = sys.modules["matches.records.read"]  # its function of the same name stands before it
    monkeypatch.setattr(module, "MOST_COMPARED", compared)
    assert [line.action for line in read(odd).actions] == written.split()
    monkeypatch.setattr(module, "MOST_COMPARED", compared - 1)
    assert refusal(odd).reason.startswith("action 6: too many actions up to here")
