"""``python -m engines`` from a shell: what it prints, and the exit code it leaves with."""

from __future__ import annotations

import io
import subprocess
import sys
from pathlib import Path

import pytest

from engines import GAMES, TAKE_BACK
from engines.__main__ import REFUSED, SENSELESS, WELL, main

PICKS = ["--picks", "green=crab,lobster", "--picks", "blue=shrimp,crab"]
ENDGAME = "8/8/8/8/2k2L2/8/8/8 g c4-f4 K8S2C2L1/K7S2C2L2 -"

Capture = pytest.CaptureFixture[str]


def test_perft_prints_the_leaves_of_every_depth(capsys: Capture) -> None:
    assert main(["perft", "prawns", "2", *PICKS]) == WELL
    assert capsys.readouterr().out == "1 45\n2 1847\n"


def test_divide_prints_the_leaves_by_first_action(capsys: Capture) -> None:
    assert main(["divide", "prawns", "2", *PICKS]) == WELL
    *split, total = capsys.readouterr().out.splitlines()
    assert len(split) == 45
    assert sum(int(line.split()[1]) for line in split) == 1847
    assert total == "total 1847"


def test_legal_lists_actions_with_their_words(capsys: Capture) -> None:
    assert main(["legal", "prawns", "--from", ENDGAME]) == WELL
    assert capsys.readouterr().out == "f4-dry   lobster f4 leaves the sea\n"


def test_options_first_and_picks_are_taken(capsys: Capture) -> None:
    assert main(["play", "prawns", "--option", "board=5x6", "--first", "blue", *PICKS, "b6-b4"]) == WELL
    assert "f1fff/s3c/1k3/5/C3L/FFFFF g a1-e6 K0S2C1L1/K0S1C1L2 -" in capsys.readouterr().out


def test_play_shows_the_board_in_letters(capsys: Capture) -> None:
    assert main(["play", "prawns", "d1d3", "h8 h6", *PICKS]) == WELL
    shown = capsys.readouterr().out
    assert shown.startswith(
        " 8 k k k k k k k .\n"
        " 7 s . . . . . . c\n"
        " 6 . . . . . . . k\n"
        " 5 . . . . . . . .\n"
        " 4 . . . . . . . .\n"
        " 3 . . . K . . . .\n"
        " 2 C . . . . . . L\n"
        " 1 K K K . K K K K\n"
        "   a b c d e f g h\n"
        "CAPITALS are green, small letters blue.\n"
    )
    assert "Last turn: h8-h6. Green to move." in shown
    assert "green: a1-b2 " in shown


def test_dry_land_is_blank(capsys: Capture) -> None:
    assert main(["play", "prawns", "--from", ENDGAME, "f4-dry"]) == WELL
    shown = capsys.readouterr().out
    assert "\n 5\n 4     k\n 3\n" in shown
    assert "Blue has won" in shown
    assert "green:" not in shown.splitlines()[-1]


def test_an_action_that_is_refused_ends_play_with_its_reason(capsys: Capture) -> None:
    assert main(["play", "prawns", "d1d3", "d3d4"]) == REFUSED
    assert capsys.readouterr().err == "d3 is green's, and it's blue's turn\n"


def test_play_reads_lines(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(f"d1 d3\nd8d6\n{TAKE_BACK}\nquit\nd8d6\n"))
    assert main(["play", "prawns"]) == WELL
    boards = capsys.readouterr().out.split("\n\n")
    assert len(boards) == 5  # four boards and what follows the last
    assert boards[1] == boards[3]


def test_a_refused_line_is_answered_and_play_goes_on(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(f"{TAKE_BACK}\nnonsense\nd1d3\n"))
    assert main(["play", "prawns"]) == REFUSED
    output = capsys.readouterr()
    assert "no action stands" in output.err
    assert "“nonsense” isn't a move in Prawns" in output.err
    assert "blue: " in output.out


def test_play_ends_with_the_match(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("f4-dry\nnever read\n"))
    assert main(["play", "prawns", "--from", ENDGAME]) == WELL
    assert "Blue has won" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["perft", "prawns", "1", "--option", "colour=red"], "no option 'colour'"),
        (["perft", "prawns", "1", "--option", "board"], "KEY=VALUE"),
        (["perft", "prawns", "1", "--option", "board=9x9"], "'9x9' isn't one of"),
        (["perft", "prawns", "1", "--first", "red"], "'red'"),
        (["perft", "prawns", "1", "--picks", "green=krill,krill"], "two of shrimp, crab, lobster"),
        (["legal", "prawns", "--from", "nonsense"], "five parts"),
        (["legal", "prawns", "--from", ENDGAME, "--first", "blue"], "--first and --picks are for a start"),
    ],
)
def test_a_senseless_question_is_answered_with_what_is_wrong(
    arguments: list[str], told: str, capsys: Capture
) -> None:
    assert main(arguments) == SENSELESS
    output = capsys.readouterr()
    assert told in output.err
    assert not output.out


@pytest.mark.parametrize(
    "arguments",
    [[], ["perft"], ["perft", "chess", "1"], ["perft", "prawns", "0"], ["perft", "prawns", "x"], ["fly"]],
)
def test_a_command_line_that_cannot_be_read_is_refused(arguments: list[str], capsys: Capture) -> None:
    with pytest.raises(SystemExit) as left:
        main(arguments)
    assert left.value.code == SENSELESS
    assert "usage: python -m engines" in capsys.readouterr().err


@pytest.mark.gate(draw=1)
@pytest.mark.real
@pytest.mark.parametrize("key", GAMES)
def test_it_runs_as_a_program(key: str) -> None:
    command = [sys.executable, "-m", "engines", "perft", key, "1"]
    ran = subprocess.run(
        command, cwd=Path(__file__).parents[2], capture_output=True, text=True, check=True, timeout=60
    )
    assert ran.stdout == f"1 {len(GAMES[key].start().legal_actions())}\n"
    assert not ran.stderr
