"""Whole tournaments, from the command to the champion, by taps: what players do, see, and are pinged for."""

from __future__ import annotations

from matches.tournaments.model import Pairing, Seed, TournamentState
from tests.cogs.entrants import cards, entered
from tests.cogs.server import Server, labels, text
from tests.cogs.tournaments import card

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
    assert entrants.named("**Time's up for @7.**") in text(late)
    await entrants.of(5).click(late, label="Claim the win")
    await server.pass_time(days=6)
    await entrants.go_on()
    assert (await entrants.found()).state is TournamentState.OVER
    (shown,) = cards(server)
    assert entrants.named("**@5 wins!**") in text(shown) and labels(shown) == ["Table", "My games"]
    told = shown.attachments[0].description or ""
    assert "1: 4 points; beat 2, 5, 6 and 7; lost to 3 and 4; annulled: beat 8." in told
    assert "7: 0 points; left; lost to 1, 3, 4, 5 and 6; forfeited against 2; annulled: " in told
    table = await entrants.table(entrants.of(3))
    assert text(table).split("\n", 2)[2] == entrants.named(
        *("**1.** @5 · **4** from 6", "**2.** @1 · **4** from 6", "**3.** @3 · **3½** from 6"),
        *("**4.** @2 · **3½** from 6", "**5.** @6 · **3** from 6", "**6.** @4 · **3** from 6"),
        *("**7.** @7 · **0** from 6 · left", "**–** @8 · (0) from 0 · annulled"),
        "-# With 4: decided by the games among them (1, 0).",
        "-# With 3½: decided by wins (3, 2).",
        "-# With 3: decided by Sonneborn–Berger (7¼, 6¾).",
    )
    games = (await entrants.of(7).click(shown, label="My games")).followups[-1]
    assert text(games).count("0–1** (on time)") == 2 and text(games).count("(by forfeit)") == 2
