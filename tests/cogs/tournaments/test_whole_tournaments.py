"""Whole tournaments, from the command to the champion, by taps: what players do, see, and are pinged for."""

from __future__ import annotations

import re

import pytest

from matches.lifecycle.seals import seal
from matches.tournaments.model import DECIDER, Pairing, Seed, TournamentState
from tests.cogs.played import id_of_menu, menu
from tests.cogs.server import Server, ids, labels, private, text
from tests.cogs.tournaments.entrants import cards, entered, the_lower_seed
from tests.cogs.tournaments.stories import card, choose

LONG = (pytest.mark.slow, pytest.mark.timeout(600))
"""For the long tests alone."""

# --- a round robin -------------------------------------------------------------------------------

CROSSTABLE = """
- 1 1 1 0 0 1
0 - ½ ½ 1 ½ 1
0 ½ - 0 1 1 1
0 ½ 1 - 0 ½ 1
1 0 0 1 - 1 1
1 ½ 0 ½ 0 - 1
0 0 0 0 0 0 -
"""
"""The games of the first seven seeds: each of three pairs with equal points needs another tie-break."""


def as_in_the_crosstable(game: Pairing) -> Seed | None:
    one, other = game.seeds
    mark = CROSSTABLE.split("\n")[one].split()[other - 1]
    return {"1": other, "0": one, "½": None}[mark]


@pytest.mark.slow
async def test_a_round_robin_of_eight_with_two_leavers_and_a_tie_for_each_tie_break(server: Server) -> None:
    entrants = await entered(server, 8, "Cannons", most="Entries until 8")
    assert "**Stage 1:** 0 of 28 games decided, 12 being played." in text(card(server)), "three games each"
    # One leaves at once, and resigns what is being played: nothing of theirs counts.
    asked = await entrants.leave(8)
    assert "With fewer than half of your games played, none of them counts in the table." in asked
    await entrants.play(lambda game: Seed(8) if 8 in game.seeds else as_in_the_crosstable(game))
    # Another leaves later, and loses two games on time: they count.
    playing = [game for game in (await entrants.found()).pairings if game.running]
    running: dict[tuple[int, ...], Pairing] = {game.seeds: game for game in playing}
    await entrants.leave(7)
    await entrants.move(running[7, 5], 7)
    await entrants.move(running[7, 5], 5)
    await entrants.move(running[6, 7], 6)
    for _ in range(2):
        await entrants.play(as_in_the_crosstable, without=[7])
    await server.pass_time(days=6)
    late = await entrants.board(running[7, 5])
    assert "**Time's up.**" in text(late)
    await entrants.of(5).click(late, label="Claim the win")
    await server.pass_time(days=6)
    await entrants.go_on()
    assert (await entrants.found()).state is TournamentState.OVER
    (shown,) = cards(server)
    assert entrants.named("**@5 wins!**") in text(shown) and labels(shown) == ["Table", "My games"]
    told = shown.attachments[0].description or ""
    assert "1, swimmer-4: 4 points; beat 2, 5, 6 and 7; lost to 3 and 4; annulled: beat 8." in told
    assert "7, swimmer-6: 0 points; left; lost to 1, 3, 4, 5 and 6; forfeited against 2; annulled: " in told
    table = await entrants.table(entrants.of(3))
    assert text(table).split("\n", 2)[2] == entrants.named(
        *("**1.** @5 · **4** from 6", "**2.** @1 · **4** from 6", "**3.** @3 · **3½** from 6"),
        *("**4.** @2 · **3½** from 6", "**5.** @6 · **3** from 6", "**6.** @4 · **3** from 6"),
        *("**7.** @7 · **0** from 6 · left", "**–** @8 · (0) from 0 · annulled"),
        "-# With 4: decided by the games among them (1, 0).",
        "-# With 3½: decided by wins (3, 2).",
        "-# With 3: decided by Sonneborn–Berger (7¼, 6¾).",
    )
    (stage,) = [one for one in server.channel.history() if ids(one, "roundtable:")]
    assert text(stage).count("> – <@") == 28, "those that were never begun, too"
    assert "**Stage 1** · over" in text(stage)
    assert len(server.channel.history()) == 3, "its card, the stage, and the end"
    games = (await entrants.of(7).click(shown, label="My games")).followups[-1]
    assert text(games).count("0–1** (on time)") == 2 and text(games).count("(by forfeit)") == 2


# --- the other formats ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("number", "rounds", "winner", "decided"),
    [
        pytest.param(7, 3, 1, "-# With 2: decided by Buchholz (6, 5, 4).", id="seven"),
        pytest.param(*(33, 5, 2, "-# With 5: decided by Buchholz (17, 16)."), id="thirty-three", marks=LONG),
    ],
)
async def test_a_swiss_with_a_bye_in_each_round(
    server: Server, number: int, rounds: int, winner: int, decided: str
) -> None:
    entrants = await entered(server, number, form="Swiss", more=f"{rounds} rounds")
    for at in range(1, rounds + 1):
        games = (await entrants.found()).in_round(at)
        shown = text(card(server))
        assert f"**Round {at} of {rounds}:** 0 of {number // 2} games decided, {number // 2} being" in shown
        assert [len(game.seeds) for game in games].count(1) == 1, "one has a bye"
        table = await entrants.table(entrants.of(1))
        await choose(entrants.of(1), table, f"Round {at} of")
        first, second = games[0].seeds
        assert entrants.named(f"- @{first} – @{second} · [playing](<") in text(table)
        await entrants.play(the_lower_seed)
    over = await entrants.found()
    assert (over.state, over.round) == (TournamentState.OVER, rounds)
    byes = [game.first for game in over.pairings if game.second is None]
    met = [frozenset(game.seeds) for game in over.pairings if game.second is not None]
    assert len({*byes}) == len(byes) and len({*met}) == len(met), "nobody meets twice, or has two byes"
    (shown,) = cards(server)
    assert entrants.named(f"**@{winner} wins!**") in text(shown)
    assert (shown.attachments[0].description or "").startswith(f"Pjawns, Round {rounds} of {rounds}. 1: ")
    table = await entrants.table(entrants.of(winner))
    assert entrants.named(f"**1.** @{winner} · ") in text(table) and decided in text(table)
    own = await entrants.table(entrants.of(number))
    assert entrants.of(number).mention in text(own), "their own page opens first"


async def test_a_swiss_that_cant_be_paired_any_more_says_why_everywhere(server: Server) -> None:
    terms = {"most": "Entries until 6", "more": "5 rounds"}
    entrants = await entered(server, 6, form="Swiss", **terms)
    await entrants.play_on(lambda game: min(game.seeds))
    over = await entrants.found()
    assert (over.state, over.round) == (TournamentState.OVER, 3)
    why = "It ended after 3 of 5 rounds: there was no way left to give everyone an opponent they hadn't met."
    told = [one for one in server.channel.history() if ids(one, "tournews:")]
    (shown,) = cards(server)
    for place in (shown, told[-1], await entrants.table(entrants.of(2))):
        assert text(place).count(why) == 1


async def test_a_round_goes_on_without_a_game_of_two_who_left(server: Server) -> None:
    entrants = await entered(server, 6, form="Swiss")
    game = next(game for game in (await entrants.found()).pairings if 2 in game.seeds)
    for seed in game.seeds:
        await entrants.leave(seed)
    await entrants.play(the_lower_seed, without=game.seeds)
    found = await entrants.found()
    assert (found.round, len(found.in_round(2))) == (2, 2)
    assert (await entrants.match_of(game)).result is None, "it's played on"
    table = await entrants.table(entrants.of(1))
    await choose(entrants.of(1), table, "Round 1")
    assert "(not finished in time)" in text(table)
    await entrants.end(game, the_lower_seed(game))
    await entrants.go_on()
    assert (await entrants.match_of(game)).result is not None


@pytest.mark.slow
@pytest.mark.parametrize("coin", [["heads"]])
async def test_a_knockout_of_eleven_with_byes_and_an_even_tie(server: Server) -> None:
    entrants = await entered(server, 11, "Cannons", form="Knockout")

    def even_between_eight_and_nine(game: Pairing) -> Seed | None:
        """One win each, and a draw in the decider."""
        if {*game.seeds} != {8, 9}:
            return the_lower_seed(game)
        return None if game.key.game == DECIDER else game.second

    bracket = await entrants.table(entrants.of(9))
    assert text(bracket).count(" · bye") == 5
    assert (
        "Round 1: swimmer-0 has a bye; swimmer-7 and swimmer-8 playing; swimmer-3 has a bye; "
        in bracket.attachments[0].description
    )
    (sealed,) = [seal for seal, tie in menu(bracket, "tourfair") if tie == "Decider of 8–9"]
    await entrants.play(even_between_eight_and_nine)
    bracket = await entrants.table(entrants.of(9))
    assert entrants.named("**8** @8 – **9** @9 · **1–1** · playing") in text(bracket)
    assert [tie for _, tie in menu(bracket, "tourfair")] == ["Decider of 8–9"], "the others need none"
    told = await entrants.of(9).select(bracket, [sealed], custom_id=id_of_menu(bracket, "tourfair"))
    (opened,) = re.findall("`(tidepool seal .+)`", private(told))
    assert seal(opened).startswith(sealed)
    (decider,) = [game for game in (await entrants.found()).pairings if game.key.game == DECIDER]
    board = text(await entrants.board(decider))
    assert entrants.named("· @8 – @9\n") in board, "as it was drawn"
    assert entrants.named("**White's turn:** @8 ·") in board
    assert "-# Round 1, decider of *Cannons January Cup*." in board
    games = (await entrants.of(9).click(card(server), label="My games")).followups[-1]
    assert labels(games) == ["Bracket"] and "- Round 1, decider: [playing]" in text(games)
    assert entrants.named("- Round 1, game 2: **1–0** against @8") in text(games)
    await entrants.play(even_between_eight_and_nine)
    bracket = await entrants.table(entrants.of(9))
    assert entrants.named("**1** @1 – **9** @9 · playing") in text(bracket), "who moved second goes on"
    await entrants.play_on(even_between_eight_and_nine)
    (shown,) = cards(server)
    assert entrants.named("**@1 wins!**") in text(shown) and labels(shown) == ["Bracket", "My games"]
    assert (shown.attachments[0].description or "").endswith(
        "Final: swimmer-0 beat swimmer-1, 2 to 0. swimmer-0 is the champion."
    )
    assert text(shown).split("\n")[3:7] == [
        entrants.named(line) for line in ("**1.** @1", "**2.** @2", "**=3.** @3", "**=3.** @4")
    ]
    bracket = await entrants.table(entrants.of(9))
    await choose(entrants.of(9), bracket, "Round 1")
    assert entrants.named("**8** @8 – **9** @9 · **1½–1½** · @9 goes on") in text(bracket)
    assert "swimmer-8 goes on, not swimmer-7, 1½ to 1½;" in bracket.attachments[0].description


@pytest.mark.slow
async def test_a_league_of_three_divisions_over_two_seasons(server: Server) -> None:
    terms = {"most": "Entries until 12", "more": "Divisions of up to 4", "many": "At most 9"}
    entrants = await entered(server, 12, form="League", **terms, seasons="2 seasons")
    assert "**Season 1:** 0 of 18 games decided, 18 being played." in text(card(server))
    said = private(await server.visitor.click(card(server), label="Join"))
    assert said == "You're in **Pjawns January League** from the next season on."
    entrants.people.append(server.visitor)
    await entrants.play_on(the_lower_seed, until=lambda found: found.round == 2)
    for division, seeds in enumerate(([1, 2, 3, 5], [4, 6, 7, 9], [8, 10, 11, 12, 13]), 1):
        table = await entrants.table(entrants.of(seeds[0]))
        rows = [f"**=1.** @{seed} · **0** from 0" for seed in seeds]
        assert text(table).split("\n", 1)[1] == entrants.named(f"**Season 2 · Division {division}**", *rows)
        assert table.attachments[0].description.startswith(
            f"Pjawns, Division {division}. 1, swimmer-{seeds[0] - 1}: 0 points; playing"
        )
    await choose(entrants.of(8), table, "Season 1")
    assert entrants.named("**1.** @5 · **3** from 3") in text(table), "their own division of then"
    await entrants.play_on(the_lower_seed)
    over = await entrants.found()
    assert (over.state, over.round) == (TournamentState.OVER, 2)
    (shown,) = cards(server)
    assert entrants.named("**@1 wins!**", "**1.** @1 · 3", "**2.** @2 · 2", "**3.** @3 · 1") in text(shown)
    assert (shown.attachments[0].description or "").startswith(
        "Pjawns, Division 1. 1, swimmer-0: 3 points; beat 2, 3 and 4."
    )
