"""What is written is read as it was, and written again as it was; people may write it otherwise."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines import GAMES
from matches.records import LONGEST, MOST_ACTIONS, Ending, Transcript, as_json, as_text, positions, read
from matches.records.sheet import MOST_FIELDS
from tests.engines.choosing import every_choice
from tests.matches.records.transcripts import FOLDER, by_chance, kept

KEPT = dict(kept())


def timeless(transcript: Transcript) -> Transcript:
    return replace(transcript, actions=tuple(replace(line, at=None) for line in transcript.actions))


def check(transcript: Transcript) -> None:
    """Both forms hold the record, and are themselves again when they have been read."""
    text, in_json = as_text(transcript), as_json(transcript)
    assert read(text) == timeless(transcript)
    assert as_text(read(text)) == text == as_text(read(in_json))
    assert read(in_json) == transcript
    assert as_json(read(in_json)) == in_json
    actions = [line.action for line in transcript.actions]
    assert [str(played) for played in positions(read(text)).played] == actions
    assert positions(read(text)).position == positions(transcript).position


def test_records_of_every_game_are_kept() -> None:
    assert {transcript.game for transcript in KEPT.values()} == set(GAMES)


@pytest.mark.parametrize("name", KEPT)
def test_a_kept_record_is_written_as_it_always_was(name: str) -> None:
    """`python -m tests.games` writes them again."""
    assert as_text(KEPT[name]) == (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    assert as_json(KEPT[name]) == (FOLDER / f"{name}.json").read_text(encoding="utf-8")


@pytest.mark.gate(draw=12)
@pytest.mark.parametrize("name", KEPT)
def test_a_kept_record_comes_back_as_it_was(name: str) -> None:
    check(KEPT[name])


@pytest.mark.parametrize("name", ["predation-extinction", "predation-migration", "predation-rules-1"])
def test_a_record_from_before_an_option_is_of_the_usual_one(name: str) -> None:
    text, in_json = as_text(KEPT[name]), as_json(KEPT[name])
    before = text.replace('[Options "lair=5"]\n', "")
    assert ("lair" in text) == (name != "predation-rules-1") and "lair" not in before
    assert read(before) == read(text)
    assert read(re.sub(r'"options": \{[^}]*\}', '"options": {}', in_json)) == read(in_json)


@pytest.mark.parametrize("key", GAMES)
@given(seed=st.integers(0, 10**6), plies=st.integers(0, 25))
@settings(max_examples=15)
def test_a_match_by_chance_comes_back_as_it_was(key: str, seed: int, plies: int) -> None:
    choices = list(every_choice(GAMES[key]))
    check(by_chance(key, seed, plies, **choices[seed % len(choices)]))


@pytest.mark.timeout(300)
@pytest.mark.slow
@pytest.mark.parametrize("key", GAMES)
def test_many_whole_matches_come_back_as_they_were(key: str) -> None:
    for seed, options in enumerate(list(every_choice(GAMES[key])) * 3):
        check(by_chance(key, seed, 200, **options))


def test_nothing_in_the_folder_of_kept_records_is_left_over() -> None:
    names = {f"{name}.{form}" for name in KEPT for form in ("txt", "json")}
    assert {path.name for path in FOLDER.iterdir()} == names | {"hoarding.actions"}


# --- what people may do with it -----------------------------------------------------------------

MIGRATION = KEPT["predation-migration"]
WAYS = {
    "a byte order mark": lambda text: "\ufeff" + text,
    "bytes": lambda text: text.encode(),
    "bytes with a byte order mark": lambda text: text.encode("utf-8-sig"),
    "lines of Windows": lambda text: text.replace("\n", "\r\n"),
    "lines of old": lambda text: text.replace("\n", "\r"),
    "no newline at the end": lambda text: text.rstrip(),
    "blanks around": lambda text: "\n\n  " + text.replace("\n", "  \n\t") + "\n\n",
    "capitals": lambda text: text.upper(),
    "no words": lambda text: "\n".join(line.partition(";")[0] for line in text.split("\n")),
    "foreign words": lambda text: text.replace("; predator", "; räuber — @everyone {"),
    "no spaces": lambda text: text.replace(". ", "."),
}


@pytest.mark.parametrize("way", WAYS)
def test_people_and_programs_may_write_it_otherwise(way: str) -> None:
    assert read(WAYS[way](as_text(MIGRATION))) == MIGRATION


HEADERS = '[Game "Predation"]\n[Rules "1"]\n'
BODIES = {
    "a line": "1. predator: d13-f8 end 2. prey: b1-d6 c1-e6",
    "three dots": "1.d13-f8 end\n1...b1-d6 c1-e6",
    "no numbers and no sides": "d13-f8 end b1-d6 c1-e6",
    "typed": "d13f8 END b1d6 C1-E6",
    "comments in braces": "{The first; of all} d13-f8 {goes\nfar} end\n{[Game]} b1-d6{}c1-e6 {; the end}",
    "comments to the end of the line": "; {begins\n1. d13-f8 end ; [so] }\nb1-d6;c1-d2\nc1-e6",
}


@pytest.mark.parametrize("body", BODIES)
def test_actions_may_stand_anywhere(body: str) -> None:
    actions = ["d13-f8", "end", "b1-d6", "c1-e6"]
    assert [line.action for line in read(HEADERS + BODIES[body]).actions] == actions


def test_headers_may_be_missing_strange_or_in_any_order() -> None:
    strange = '; by hand\n[Round "3"]\n\n[event "The \\"Cup\\" [of] @here; {"]\n'
    found = read(strange + '[RULES "1"] \n[ game   "Cannons and Crabs" ]\nc1-c3')
    assert (found.game, found.options, found.first) == ("cannons-and-crabs", {"board": "7x6"}, "white")
    assert (found.result, found.taken_back, found.begun) == (None, 0, None)


def test_json_may_be_short_and_have_more_than_is_known() -> None:
    short = {"game": "prudh", "rules": "1", "first": "Light", "actions": ["E4F3", {"action": "d6-e5"}]}
    more = {**short, "x": {"y": [1, None, {"z": True}]}, "options": {"edge": "ordinary"}, "picks": None}
    for one in (short, more):
        found = read(json.dumps(one))
        assert [line.action for line in found.actions] == ["e4-f3", "d6-e5"]
        assert found.first == "light"
    assert read("\ufeff \n" + json.dumps(short, indent=8)) == read(json.dumps(short))


def test_a_result_that_follows_from_the_actions_need_not_be_stated() -> None:
    text = as_text(MIGRATION)
    for header in ('[Result "prey"]\n', '[Reason "migration"]\n'):
        assert read(text.replace(header, "")) == MIGRATION


def test_times_are_told_in_json_in_any_zone() -> None:
    action = {"action": "c1-c3", "at": "2026-03-01T13:00:00.5+01:00"}
    found = read(json.dumps({"game": "cannons-and-crabs", "rules": 1, "actions": [action]}))
    assert '"at": "2026-03-01T12:00:00Z"' in as_json(found)
    assert as_json(read(as_json(found))) == as_json(found)


def test_nothing_of_a_foreign_record_is_in_what_is_written_of_it() -> None:
    strange = "SOMETHING-STRANGE"
    text = as_text(MIGRATION).replace("; ", f"; {strange} ")
    given_away = f'[Site "{strange}"]\n{text}'
    in_json = json.loads(as_json(MIGRATION)) | {"site": strange}
    in_json["actions"][0] |= {"words": strange, "by": strange, "turn": strange}
    for record in (given_away, json.dumps(in_json)):
        assert strange in record
        assert strange not in as_text(read(record)) + as_json(read(record)) + repr(read(record))


def test_the_examples_of_the_documentation_are_records() -> None:
    page = (FOLDER.parents[2] / "docs" / "records.md").read_text(encoding="utf-8")
    in_lines, _, in_json, *_ = re.findall(r"```(?:json)?\n(.*?)```", page, re.DOTALL)
    assert as_text(read(in_lines)).startswith(in_lines.strip()[:100])
    assert [line.action for line in read(in_lines).actions] == ["d13-f8", "end", "b1-d6", "c1-e6"]
    assert read(in_json) == KEPT["prudh-resigned"]


@pytest.mark.parametrize(
    "limit", [f"{LONGEST // 1000} kB", f"{MOST_ACTIONS:,} actions", f"{MOST_FIELDS} headers"]
)
def test_the_limits_of_the_documentation_are_those(limit: str) -> None:
    assert limit in (FOLDER.parents[2] / "docs" / "records.md").read_text(encoding="utf-8")


ENDINGS = [
    *(
        Ending(winner, reason)
        for winner in ("white", "black")
        for reason in ("resigned", "time", "ended-by-admin")
    ),
    *(Ending(None, reason) for reason in ("agreed", "ended-by-admin", "aborted", "no-result")),
]


@pytest.mark.parametrize("ending", ENDINGS, ids=str)
def test_what_ends_a_match_besides_its_rules_is_believed(ending: Ending) -> None:
    check(replace(KEPT["cannons-castling"], result=ending, begun=date(2026, 3, 1), ended=date(2026, 3, 1)))
