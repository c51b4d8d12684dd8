"""Seals in records: written once both picks are open, read again, and checked whatever was tampered with."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from matches.__main__ import REFUSED, WELL, WRONG, main
from matches.audience import EVERYONE, salts_seen
from matches.lifecycle import seals
from matches.lifecycle.practice import at_the_start
from matches.records import (
    LONGEST,
    Sealing,
    Transcript,
    TranscriptError,
    Verdict,
    as_json,
    as_text,
    checked,
    read,
    transcript_of,
)
from tests.matches.records.transcripts import DATA
from tests.matches.table import CHALLENGER, OPPONENT, PICKS, PLACE, Table

HOLD = [Verdict.HOLDS] * 3
GREEN, BLUE = ("shrimp", "crab"), ("lobster", "lobster")
Forms = pytest.mark.parametrize("form", [as_text, as_json])


async def sealed(table: Table) -> Transcript:
    """The record of a match with sealed picks, three turns into it."""
    await table.in_play(green=GREEN, blue=BLUE)
    await table.turns(3)
    return transcript_of(await table.match(), await table.history())


def verdicts(record: Transcript) -> list[Verdict]:
    """The outcome for the draw, where there was one, for green's pick, then for blue's."""
    return [one.verdict for one in checked(record)]


@pytest.mark.gate(draw=12)
@Forms
@pytest.mark.parametrize("pick", PICKS)
async def test_the_seals_of_a_record_hold(form: Callable[[Transcript], str], pick: tuple[str, str]) -> None:
    table = Table()
    match = await table.in_play(green=pick, blue=GREEN)
    found = transcript_of(match, await table.history())
    assert match.draw is not None and found.sealing is not None
    drawn, salts = {"draw": seals.of_draw(match)}, {"draw": match.draw.salt}
    assert found.sealing.seals == {**drawn, **seals.of_picks(match)}
    assert found.sealing.salts == {**salts, **salts_seen(match, EVERYONE)}
    assert (found.sealing.match, found.sealing.version, found.sealing.draw) == (match.id, 1, "coin=heads")
    again = read(form(found))
    assert again == found
    assert verdicts(again) == HOLD
    assert form(again) == form(found), "an import keeps them"


async def test_both_forms_have_the_fields_of_the_docs(table: Table) -> None:
    found = await sealed(table)
    assert found.sealing is not None
    values = json.loads(as_json(found))
    assert {"match", "sealing", "seals", "salts"} <= values.keys()
    assert values["seals"].keys() == values["salts"].keys() == {"draw", "green", "blue"}
    assert values["draw"] == "coin=heads"
    for header in ('[Match "1"]', '[Sealing "1"]', '[Draw "coin=heads"]', '[Seals "draw=', '[Salts "draw='):
        assert header in as_text(found)


@pytest.mark.parametrize("name", ["prawns-running", "prawns-eaten"])
@pytest.mark.parametrize("ending", ["txt", "json"])
def test_an_older_record_is_not_sealed(name: str, ending: str, capsys: pytest.CaptureFixture[str]) -> None:
    file = DATA / "records" / f"{name}.{ending}"
    assert verdicts(read(file.read_bytes())) == [Verdict.NOT_SEALED] * 2
    assert main(["verify", str(file)]) == WELL
    assert capsys.readouterr().out.count(": not sealed\n") == 2


async def test_picks_in_the_open_are_not_sealed(table: Table) -> None:
    await table.in_play(blind_start="off")
    found = transcript_of(await table.match(), await table.history())
    assert found.sealing is not None and found.sealing.seals.keys() == {"draw"}
    assert verdicts(found) == [Verdict.HOLDS, Verdict.NOT_SEALED, Verdict.NOT_SEALED]
    unsealed = replace(found, sealing=None)
    assert "Seals" not in as_text(unsealed) and "seals" not in as_json(unsealed)


@pytest.mark.parametrize("game", ["prudh", "pjawns", "predation", "cannons-and-crabs"])
async def test_a_game_without_picks_has_its_draw_to_check(table: Table, game: str) -> None:
    await table.begun(2, game=game)
    found = transcript_of(await table.match(), await table.history())
    for form in (as_text, as_json):
        assert read(form(found)).sealing == found.sealing
        assert verdicts(read(form(found))) == [Verdict.HOLDS]
    side = found.sealing.draw.partition("=")[2] if found.sealing else ""
    tampered = as_text(found).replace(f'[Draw "challenger={side}', '[Draw "challenger=other')
    with pytest.raises(TranscriptError, match="a draw is written like coin=heads"):
        read(tampered)


async def test_a_draw_that_is_not_how_the_match_began_is_told(table: Table) -> None:
    await table.begun(0, game="prudh")
    found = transcript_of(await table.match(), await table.history())
    assert verdicts(found) == [Verdict.HOLDS]
    (other,) = {"light", "dark"} - {found.first}
    assert verdicts(read(as_text(replace(found, first=other)))) == [Verdict.BROKEN]


async def test_a_match_against_nobody_has_nothing_to_check(
    table: Table, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    match = await table.matches.challenges.practise(CHALLENGER, at_the_start("pjawns", {}), PLACE)
    found = transcript_of(match, table.matches.history(match))
    assert found.sealing is None and verdicts(found) == []
    file = tmp_path / "record"
    file.write_text(as_text(found))
    assert main(["verify", str(file)]) == WELL
    assert "Nothing in this match" in capsys.readouterr().out


def swapped(given: dict[str, str]) -> dict[str, str]:
    """What belongs to one side given to the other."""
    return {**given, "green": given["blue"], "blue": given["green"]}


def without(given: Mapping[str, str], what: str) -> dict[str, str]:
    return {one: digits for one, digits in given.items() if one != what}


def one_digit_off(digits: str) -> str:
    return ("0" if digits[0] != "0" else "1") + digits[1:]


TAMPERED: list[tuple[str, Callable[[Transcript, Sealing], Transcript], list[Verdict]]] = [
    (
        "a pick",
        lambda found, _: replace(found, picks={**found.picks, "green": ("shrimp", "shrimp")}),
        [Verdict.HOLDS, Verdict.BROKEN, Verdict.HOLDS],
    ),
    (
        "the order of a pick",
        lambda found, _: replace(found, picks={**found.picks, "green": GREEN[::-1]}),
        [Verdict.HOLDS, Verdict.BROKEN, Verdict.HOLDS],
    ),
    (
        "a salt",
        lambda found, of: replace(
            found, sealing=replace(of, salts={**of.salts, "blue": one_digit_off(of.salts["blue"])})
        ),
        [Verdict.HOLDS, Verdict.HOLDS, Verdict.BROKEN],
    ),
    (
        "a seal",
        lambda found, of: replace(
            found, sealing=replace(of, seals={**of.seals, "green": one_digit_off(of.seals["green"])})
        ),
        [Verdict.HOLDS, Verdict.BROKEN, Verdict.HOLDS],
    ),
    (
        "the sides",
        lambda found, of: replace(
            found,
            picks={"green": BLUE, "blue": GREEN},
            sealing=replace(of, seals=swapped(dict(of.seals)), salts=swapped(dict(of.salts))),
        ),
        [Verdict.HOLDS, Verdict.BROKEN, Verdict.BROKEN],
    ),
    (
        "the match",
        lambda found, of: replace(found, sealing=replace(of, match=of.match + 1)),
        [Verdict.BROKEN] * 3,
    ),
    (
        "the version",
        lambda found, of: replace(found, sealing=replace(of, version=2)),
        [Verdict.UNKNOWN] * 3,
    ),
    (
        "a salt that is gone",
        lambda found, of: replace(found, sealing=replace(of, salts=without(of.salts, "green"))),
        [Verdict.HOLDS, Verdict.CLOSED, Verdict.HOLDS],
    ),
    (
        "a seal that is gone",
        lambda found, of: replace(found, sealing=replace(of, seals=without(of.seals, "blue"))),
        [Verdict.HOLDS, Verdict.HOLDS, Verdict.NOT_SEALED],
    ),
    (
        "the draw",
        lambda found, of: replace(found, sealing=replace(of, draw="coin=tails")),
        [Verdict.BROKEN, Verdict.HOLDS, Verdict.HOLDS],
    ),
    (
        "a seal on the draw that is gone",
        lambda found, of: replace(found, sealing=replace(of, seals=without(of.seals, "draw"))),
        [Verdict.NOT_SEALED, Verdict.HOLDS, Verdict.HOLDS],
    ),
]


@pytest.mark.gate(draw=12)
@Forms
@pytest.mark.parametrize(("what", "tamper", "wanted"), TAMPERED, ids=[name for name, _, _ in TAMPERED])
async def test_whatever_is_tampered_with_is_told(
    table: Table,
    form: Callable[[Transcript], str],
    what: str,
    tamper: Callable[[Transcript, Sealing], Transcript],
    wanted: list[Verdict],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    found = replace(await sealed(table), actions=())
    assert found.sealing is not None and verdicts(found) == HOLD
    text = form(tamper(found, found.sealing))
    assert verdicts(read(text)) == wanted
    file = tmp_path / "record"
    file.write_text(text)
    good = all(verdict in (Verdict.HOLDS, Verdict.NOT_SEALED) for verdict in wanted)
    assert main(["verify", str(file)]) == (WELL if good else WRONG)
    told = capsys.readouterr().out.splitlines()
    assert [line.endswith(": the seal holds") for line in told] == [one is Verdict.HOLDS for one in wanted]


BAD = {
    "no match": (r'\[Match "1"\]\n', "", "does not say of which match"),
    "a match that is no number": (r'Match "1"', 'Match "one"', "the number of the match should be a number"),
    "a huge match": (r'Match "1"', 'Match "12345678901"', "the number of the match should be a number"),
    "a version that is no number": (r'Sealing "1"', 'Sealing "new"', "the version of its seals"),
    "a seal on nothing known": ("Seals .draw=", 'Seals "red=', "there can be no seal on “red”"),
    "a salt of nothing known": ("Salts .draw=", 'Salts "red=', "there can be no seal on “red”"),
    "a draw that is none": ('"coin=heads"', '"coin=edge"', "a draw is written like coin=heads"),
    "a short seal": (r"(Seals .draw=)..", r"\1", "seals are 64 digits from 0 to f"),
    "a seal that is no number": (r"(Seals .draw=)..", r"\1zz", "seals are 64 digits from 0 to f"),
    "a long salt": (r"(Salts .draw=)", r"\g<1>00", "salts are 64 digits from 0 to f"),
    "a pair that is none": (r"(Salts .draw)=", r"\1", "should be a name and a value"),
}


@pytest.mark.parametrize("name", BAD)
async def test_what_can_be_no_seal_is_refused_with_its_line(
    table: Table, name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pattern, to, reason = BAD[name]
    text, count = re.subn(pattern, to, as_text(await sealed(table)))
    assert count == 1
    with pytest.raises(TranscriptError, match=reason) as error:
        read(text)
    assert (error.value.line is None) == (name == "no match")
    file = tmp_path / "record.txt"
    file.write_text(text)
    assert main(["verify", str(file)]) == REFUSED
    assert reason in capsys.readouterr().err


async def test_seals_on_a_game_without_picks_are_refused(table: Table) -> None:
    await table.begun(2)
    found = replace(transcript_of(await table.match(), await table.history()), sealing=None)
    text = as_text(found)
    with pytest.raises(TranscriptError, match="there can be no seal on “green”"):
        read(f'[Match "1"]\n[Seals "green={"0" * 64}"]\n{text}')


@pytest.mark.parametrize("value", ["5", "[]", '{"green": 5}', '{"green": "0"}'])
async def test_a_json_whose_seals_are_none_is_refused(table: Table, value: str) -> None:
    text = re.sub(r'"seals": \{[^}]*\}', f'"seals": {value}', as_json(await sealed(table)))
    if value == "[]":
        assert verdicts(read(text)) == [Verdict.NOT_SEALED] * 3
        return
    with pytest.raises(TranscriptError):
        read(text)


async def test_upper_case_is_read(table: Table) -> None:
    found = await sealed(table)
    assert found.sealing is not None
    loud = as_text(found)
    for digits in (*found.sealing.seals.values(), *found.sealing.salts.values()):
        loud = loud.replace(digits, digits.upper())
    assert loud != as_text(found) and verdicts(read(loud)) == HOLD


async def test_no_record_tells_a_salt_before_both_are_in(table: Table) -> None:
    """There is none then; and none of a match that ended before."""
    await table.in_setup()
    await table.pick(CHALLENGER)
    match = await table.matches.play.resign(table.id, OPPONENT)
    assert not match.started


# --- from a shell ---------------------------------------------------------------------------------


async def test_verify_says_what_holds(
    table: Table, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "prawns-1.json"
    file.write_text(as_json(await sealed(table)))
    assert main(["verify", str(file)]) == WELL
    assert capsys.readouterr().out.splitlines() == [
        "draw coin=heads: the seal holds",
        "green shrimp,crab: the seal holds",
        "blue lobster,lobster: the seal holds",
    ]


def test_verify_refuses_what_is_no_record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "record"
    assert main(["verify", str(file)]) == REFUSED
    assert "cannot be read: No such file" in capsys.readouterr().err
    for content, reason in ((b"", "nothing in it"), (b"\xff", "no text"), (b"0" * (LONGEST + 1), "at most")):
        file.write_bytes(content)
        assert main(["verify", str(file)]) == REFUSED
        assert reason in capsys.readouterr().err


def test_verify_without_a_file_says_how_it_is_used(capsys: pytest.CaptureFixture[str]) -> None:
    for asked in ([], ["verify"], ["check", "x"]):
        with pytest.raises(SystemExit):
            main(asked)
        assert "usage: python -m matches" in capsys.readouterr().err
