"""A whole match of each game, by commands and clicks alone; and how matches begin and end."""

from __future__ import annotations

import json
import re

import discord
import pytest
from simcord.actors import MemberActor

from cogs.cannons_and_crabs import CannonsAndCrabs
from cogs.panels.account.preferences import SEND
from cogs.pjawns import Pjawns
from cogs.prawns import Prawns
from cogs.predation import Predation
from cogs.prudh import Prudh
from cogs.text.en.errors import OFFER_OWN
from matches import Phase, UserId
from matches.lifecycle.finish import AGREED, RESIGNED
from matches.model import EntryKind
from tests.cases import case
from tests.cogs.challenge_forms import withdraw
from tests.cogs.doing import done
from tests.cogs.games import DRY
from tests.cogs.going_on import gone_on
from tests.cogs.governing import an_admin, asked, panel_of
from tests.cogs.played import menu
from tests.cogs.refusing import refusing
from tests.cogs.server import CONTROLS, Server, controls, labels, private, text
from tests.cogs.stories import check_end, pings, rival, steps, story, to_act
from tests.matches.records.transcripts import FOLDER
from tests.people import sides_of

OVER = ["Rematch", "Film", "Share", "Review", "Find a match"]
CANDIDATES = ["e5", "d6", "f6"]


async def result(server: Server) -> tuple[str | None, str]:
    """Who won the match, and why."""
    found = (await server.match()).result
    assert found is not None
    return found.winner, found.reason


async def offer(server: Server, who: MemberActor) -> None:
    """``who`` offers a draw by taps."""
    panel = await server.open(who, "⋯")
    await who.click(panel(), label="Offer a draw")


# --- a match of each game --------------------------------------------------------------------------


async def test_prawns_on_a_small_board_until_the_sea_is_left(server: Server) -> None:
    await server.start(board="5x5")
    await server.play(DRY)
    match = await server.match()
    assert (match.phase, await result(server)) == (Phase.FINISHED, ("blue", "dry-land"))
    assert match.options == {"board": "5x5", "blind_start": "on", "revival": "on"}
    assert {"a1=S", "c5=L"} <= {entry.text for entry in match.entries}
    assert "5 by 5" in server.board and Prawns.endings["dry-land"] in text(server.card)
    assert f"{server.opponent.mention} won" in text(server.card) and labels(server.card) == OVER
    # Every turn posted one fresh card, after the one of the setup.
    turns = len(DRY.split(" / "))
    assert len([message for message in server.home.history() if message.attachments]) == turns + 2


async def test_cannons_and_crabs_with_a_check_that_is_answered_and_draws_that_are_not(server: Server) -> None:
    async for action in steps(server, story("cannons-interposed")):
        if action == "c5-c4":
            await offer(server, server.challenger)
            card, sent = server.card, len(server.env.http_requests)
            await server.opponent.click(card, label="Decline")
            assert server.card.id == card.id, "nobody has to act who did not have to before"
            assert pings(server, since=sent) == []
            assert controls(server.card) == CONTROLS
        if action == "c3-b4":
            assert "Black is in check from cannon b4" in server.board
        if action == "c6-c5":
            assert "cannons c1 b4" in server.board and "in check" not in server.board, "a piece in between"
            await offer(server, server.opponent)
            assert "Accept the draw" in labels(server.card)
        if action == "c1-a3":
            assert controls(server.card) == CONTROLS, "White played on"
    match = await server.match()
    kinds = [entry.kind for entry in match.entries if entry.kind is not EntryKind.ACTION]
    assert kinds == [EntryKind.DRAW_OFFER, EntryKind.DRAW_REFUSAL, EntryKind.DRAW_OFFER]
    assert await result(server) == ("white", "checkmate")


async def test_pjawns_with_a_capture_en_passant(server: Server) -> None:
    told = story("pjawns-en-passant")
    async for action in steps(server, told):
        if action == "g8-g6":
            assert "Just passed over: g7." in server.board
            assert "Black's hand: 2 pjawns." in server.board
        if action == "h6xg7":
            assert "White: c3 g4 g7. Black: a6 e6 f7 b8 d8." in server.board
            assert "Black's hand: 3 pjawns." in server.board, "the captured pjawn is back in hand"
            assert "en passant" in text(server.card)
    await check_end(server, told)
    assert await result(server) == ("white", "rank-8")


async def test_predation_typed_a_turn_a_line(server: Server) -> None:
    told = story("predation-migration")
    await server.begin(told.command)
    for line in told.lines:
        user, sent = await to_act(server), len(server.env.http_requests)
        who = server.challenger if user == server.challenger.id else server.opponent
        assert private(await server.move(who, line)) == ""
        assert pings(server, since=sent) == [[rival(server, user)]], "one card for the whole turn"
        if "*d13" in line:
            assert "new predator on d13" in text(server.card)
        if "*c1" in line:
            assert "new prey on b1, new prey on c1" in text(server.card)
    await check_end(server, told)
    assert await result(server) == ("prey", "migration")


@refusing
async def test_prudh_with_even_scores_and_a_rematch_that_the_other_side_starts(server: Server) -> None:
    told = story("prudh-tie")
    async for _ in steps(server, told):
        pass
    match = await check_end(server, told)
    assert await result(server) == ("light", "tie-second-mover")
    assert Prudh.endings["tie-second-mover"] in text(server.card)
    assert "Final score: dark 12 · light 12." in text(server.card)
    await server.opponent.click(server.card, label="Rematch")
    await server.accept(server.challenger)
    again = await server.match(2)
    assert (match.first, again.first) == ("dark", "light")
    assert sides_of(again) == sides_of(match), "everybody keeps the colour"
    assert f"**Light's turn:** {server.opponent.mention}" in text(server.card)
    assert "turn (light)" in private(await server.move(server.challenger, "d4-e3"))
    assert private(await server.move(server.opponent, "e4-f3")) == ""
    assert "Light moved first" in server.board


def test_each_ending_of_a_kept_match_has_a_sentence_of_its_game() -> None:
    """How each ends is compared with ``tests/data/records``."""
    kept = [json.loads(file.read_text(encoding="utf-8")) for file in FOLDER.glob("*.json")]
    ended = {(one["game"], one["reason"]) for one in kept if one["reason"]}
    games = {cog.game.key: cog for cog in (Prawns, CannonsAndCrabs, Pjawns, Predation, Prudh)}
    missing = {
        (game, reason) for game, reason in ended if not games[game].endings.get(reason, "").endswith(".")
    }
    assert missing == {("prudh", RESIGNED)}, "which is no ending of the game's own"
    assert len(ended) > 10


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("pjawns-rank-8", "You lost your match against challenger.** {}"),
        ("cannons-stalemate", "is a draw.** {}"),
    ],
)
async def test_a_direct_message_says_in_the_games_own_words_how_it_ended(
    server: Server, name: str, said: str
) -> None:
    await server.bot.app.notifications.prefer(UserId(server.opponent.id), {"tell": "direct"})
    told = story(name)
    await server.begin(told.command, **told.options)
    *before, last = told.actions
    await gone_on(server, *before)
    await server.act(last)
    await server.pass_time(minutes=1)
    (winner, reason), match = await result(server), await server.match()
    sentence = server.bot.app.presentations[match.game_key].endings[reason].format(winner=winner)
    assert said.format(sentence) in text(server.dms(server.opponent)[-1])


# --- turns of several actions ----------------------------------------------------------------------


@refusing
async def test_a_mistake_in_a_line_changes_nothing_and_moves_are_turns_wherever_they_are_counted(
    server: Server,
) -> None:
    await begin_until(server, "end")
    card = server.card
    refused = await server.move(server.opponent, "b1-d6 c1-e6 d1-d13 end")
    assert "d13 is 12 spaces from d1" in private(refused).lower()
    assert [entry.text for entry in (await server.match()).entries] == ["d13-f8", "end"]
    assert server.card.id == card.id
    await server.act("b1-d6")
    panel = await server.open(server.visitor, "Board")
    d13 = "predator d13 to f8"
    for said in ("In move 2 of 2: prey b1", f"After move 1 of 2: {d13}", f"In move 1 of 2: {d13}"):
        assert f"\n{said}" in text(panel())
        await server.visitor.click(panel(), label="◀")
    listed = text(panel_of(await server.visitor.slash(server.home, "matches", show="running")))
    assert f"{server.challenger.mention} – **{server.opponent.mention}** to move" in listed
    admin = an_admin(server)
    offered = panel_of(await admin.slash(server.home, "server match"))
    await admin.click(offered, label="Rewind…")
    assert [value for value, _ in menu(offered, "governturn")] == ["1", "0"]
    assert menu(offered, "governturn")[0][1].startswith("after move 1: predator d13 to f8")
    question = await asked(server, admin, "rewind", move=1)
    assert "back to the position after 1 move? The last move is lost" in private(question)
    await admin.click(panel_of(question), label="Rewind")
    assert "took the match back to the position after 1 move." in text(server.card)
    match = await server.match()
    assert [str(one) for one in server.bot.app.matches.history(match).played] == ["d13-f8", "end"]
    kept = private(await server.challenger.slash(server.home, "match", deed="record", number="1"))
    assert "\n1 move, still in progress." in kept


async def test_the_other_side_chooses_within_a_turn_and_nothing_before_that_is_taken_back(
    server: Server,
) -> None:
    await begin_until(server, "d5xe6")
    predator, prey = server.challenger, server.opponent
    assert controls(server.card) == [*CANDIDATES, "Move", "Board", "⋯"], "each, and nothing to take back"
    position = server.bot.app.matches.history(await server.match()).position
    assert {mark.at for mark in position.diagram().marks if mark.kind == "capture"} == {"e5", "d6", "f6"}
    assert "Which helper is removed?" in text(server.card)
    assert f"**Predator chooses:** {predator.mention}" in text(server.card)
    assert "turn (predator)" in private(await prey.click(server.card, label=CANDIDATES[1]))
    card, sent = server.card, len(server.env.http_requests)
    await predator.click(card, label=CANDIDATES[1])
    assert (await server.match()).entries[-1].text == "!d6"
    assert server.card.id != card.id and pings(server, since=sent) == [[prey.id]]
    assert f"**Prey's turn:** {prey.mention}" in text(server.card)
    assert "Take back" not in labels(server.card)
    for action in ("f6-i11", "b1-b6"):
        await server.act(action)
    card, sent = server.card, len(server.env.http_requests)
    for standing in (
        "a1 b1 c1 g1 h1 i1; done this turn: e5 i11.",
        "a1 b1 c1 g1 h1 i1 f6; done this turn: e5.",
    ):
        await prey.click(server.card, label="Take back")
        assert f"Prey: {standing}" in server.board
    assert "Take back" not in labels(server.card), "the predator player chose after what came before"
    assert server.card.id == card.id and pings(server, since=sent) == []


async def begin_until(server: Server, last: str) -> None:
    """Begin the match that prey wins, as far as the first action ``last``."""
    async for action in steps(server, story("predation-migration")):
        if action == last:
            return
    pytest.fail(f"the match holds no {last}")


async def test_a_turn_by_buttons_alone_on_a_card_that_is_edited_within_it(server: Server) -> None:
    await server.start()
    await server.play("h2xb8")
    card = server.card
    assert labels(card)[-5:] == ["Move", "End turn", "Take back", "Board", "⋯"]
    await server.challenger.click(card, label="Take back")
    assert server.card.id == card.id and "lobster h2" in server.board
    await server.play("h2xb8")
    assert server.card.id == card.id
    panel = await server.open(server.challenger, "Move")
    await server.challenger.click(panel(), label="Lobster b8 re-evolves into a crab")
    assert server.card.id != card.id, "the opponent is to act, so there is a card of their own"
    assert "evolves into a crab" in text(server.card)


async def test_without_takebacks_or_if_asked_always_the_end_of_a_turn_is_sent(server: Server) -> None:
    for always_asked in (False, True):
        with case(always_asked):
            await server.start(takebacks="on" if always_asked else "off")
            await server.move(server.challenger, "h2xb8", match=1 + always_asked)
            if always_asked:
                await server.bot.app.notifications.prefer(UserId(server.challenger.id), {SEND: "all"})
            panel = await server.open(server.challenger, "Move")
            await server.challenger.click(panel(), label="Lobster b8 re-evolves into a crab")
            assert labels(panel()) == ["Send", "Back"]
            await server.challenger.click(panel(), label="Send")
            assert "evolves into a crab" in text(server.card)


# --- draws -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("to_move", [True, False], ids=["by whoever is to move", "by the other player"])
async def test_a_draw_is_offered_and_agreed_on(server: Server, to_move: bool) -> None:
    await server.begin("cannons")
    await server.play("a2-a3 / g5-g4")
    offers, answers = server.challenger, server.opponent
    if not to_move:
        offers, answers = answers, offers
    card, sent = server.card, len(server.env.http_requests)
    await offer(server, offers)
    assert server.card.id != card.id, "a question to the other player has a card of its own"
    assert pings(server, since=sent) == [[answers.id]]
    assert controls(server.card) == ["Accept the draw", "Decline", "Move"]
    assert f"{answers.mention}, {'white' if to_move else 'black'} offers a draw." in text(server.card)
    own = await offers.click(server.card, label="Accept the draw")
    assert OFFER_OWN in private(own)
    assert (await server.match()).phase is Phase.PLAYING
    sent = len(server.env.http_requests)
    await answers.click(server.card, label="Accept the draw")
    assert pings(server, since=sent) == [[offers.id]]
    assert ((await server.match()).phase, await result(server)) == (Phase.FINISHED, (None, AGREED))
    assert "### A draw" in text(server.card) and "\nBoth players agreed." in text(server.card)
    assert labels(server.card) == [one for one in OVER if one != "Review"], "too short for one"


async def test_a_draw_offered_on_ones_own_turn_comes_with_the_move(server: Server) -> None:
    await server.begin("cannons", pace="3d")
    mover, other = server.challenger, server.opponent
    await server.bot.app.notifications.prefer(UserId(other.id), {"tell": "direct"})
    await offer(server, mover)
    stands = "It stands until "
    assert "offers a draw" in text(server.card) and stands in text(server.card)
    panel = await server.open(mover, "Move")
    assert "Your offer stands until they answer or move." in text(panel())
    await server.act("c2-c3")
    assert stands in text(server.card)
    assert controls(server.card) == ["Accept the draw", "Decline", "Move"]
    (told,) = server.dms(other)
    assert f"**{mover.name} played: " in text(told) and ", and offers a draw.** Your turn in" in text(told)
    panel = await server.open(other, "Move")
    assert re.search(r"(?m)^-# Your opponent .* If you move, the offer ends\.$", text(panel())), (
        "a line of its own"
    )
    await other.click(server.card, label="Accept the draw")
    assert "### A draw" in text(server.card)


# --- resigning, and a rematch ----------------------------------------------------------------------


async def test_resigning_is_asked_first_and_a_rematch_is_offered_until_it_is_answered(server: Server) -> None:
    await server.start()
    panel = await server.open(server.opponent, "⋯")
    there = labels(panel())
    await server.opponent.click(panel(), label="Resign")
    assert "can't be undone" in text(panel()) and labels(panel()) == ["Keep playing", "Resign"]
    await server.opponent.click(panel(), label="Keep playing")
    assert labels(panel()) == there
    assert (await server.match()).phase is Phase.PLAYING
    for _ in range(2):
        await server.opponent.click(panel(), label="Resign")
    assert await result(server) == ("green", "resigned")
    assert f"{server.opponent.mention} resigned" in text(server.card)
    finished = server.card
    await server.challenger.click(finished, label="Rematch")
    assert "a rematch of #1" in text(server.invitation)
    *_, ended, offered = server.home.history()
    assert (ended.id, offered.id) == (finished.id, server.invitation.id), "right below it"
    assert labels(ended) == ["Rematch", "Film", "Share", "Find a match"]
    assert "Rematch offered: #2" in text(ended)
    again = await server.challenger.click(ended, label="Rematch")
    assert f"#2, in <#{server.home.id}>." in private(again)
    await server.opponent.click(server.invitation, label="Decline")
    assert "Rematch offered" not in text(present(server, finished))
    await server.opponent.click(finished, label="Rematch")
    assert "Rematch offered: #3" in text(present(server, finished))
    await server.pass_time(days=30)
    assert (await server.match(3)).phase is Phase.EXPIRED
    assert "Rematch offered" not in text(present(server, finished))


def present(server: Server, card: discord.Message) -> discord.Message:
    """A card in the thread as it is now."""
    (now,) = [message for message in server.home.history() if message.id == card.id]
    return now


async def test_resigning_and_a_rematch_by_command(server: Server) -> None:
    await server.start()
    await server.challenger.click(
        panel_of(await server.challenger.slash(server.home, "match", deed="resign")), label="Resign"
    )
    told = await done(server.opponent, server.home, "rematch")
    assert told == f"Your challenge is in <#{server.home.id}>."
    assert f"{server.opponent.mention} challenges {server.challenger.mention}" in text(server.invitation)
    await server.accept(server.challenger)
    assert sides_of(await server.match(2)) == {"green": server.opponent.id, "blue": server.challenger.id}


# --- challenges and picks --------------------------------------------------------------------------


async def test_a_challenge_open_to_anyone(server: Server) -> None:
    await server.challenge()
    assert labels(server.invitation)[:3] == ["Accept: heads", "Accept: tails", "Rules"]
    assert labels(server.invitation)[-1] == "⋯"
    await server.accept(server.visitor, "tails")
    match = await server.match()
    assert match.users[1] == server.visitor.id
    assert match.first == "blue", "the visitor called tails, and tails it was"
    assert labels(server.invitation) == []


async def test_a_challenge_is_declined_withdrawn_or_lapses_after_seven_days(server: Server) -> None:
    for answered, said in (
        (lambda: server.opponent.click(server.invitation, label="Decline"), "declined"),
        (lambda: withdraw(server), "withdrew"),
    ):
        await server.challenge(server.opponent)
        await answered()
        assert said in text(server.invitation) and labels(server.invitation) == []
    await server.challenge(server.opponent)
    await server.pass_time(days=6, hours=23)
    assert labels(server.invitation)
    await server.pass_time(hours=2)
    assert "expired" in text(server.invitation) and labels(server.invitation) == []


async def test_the_rules_are_a_tap_away_from_a_challenge_and_from_a_pick(server: Server) -> None:
    await server.challenge(server.opponent)
    opened = await server.opponent.click(server.invitation, label="Rules")
    assert "How to play Prawns" in private(opened)
    rules = opened.followups[-1]
    assert "**Eating.**" in text(rules) and "Wall-jump" not in text(rules), "those of the first turns"
    assert labels(rules) == ["All rules", "Try three turns"]
    await server.opponent.click(rules, label="All rules")
    assert "**Wall-jump.**" in text(opened.followups[-1])
    assert "Accept: heads" in labels(server.invitation), "the challenge stands as before"
    await server.accept()
    panel = (await server.opponent.click(server.card, label="Choose secretly")).followups[-1]
    assert "How to play Prawns" in private(await server.opponent.click(panel, label="Rules"))
    assert "Confirm" in labels(panel)
    asked = server.dms(server.challenger)[-1]
    assert "How to play Prawns" in private(await server.challenger.user.click(asked, label="Rules"))


async def test_picks_in_the_open_green_first(server: Server) -> None:
    await server.challenge(server.opponent, blind_start="off")
    await server.accept()
    early = await server.opponent.click(server.card, label="Choose")
    assert "the other side picks first" in private(early)
    await server.pick(server.challenger, "shrimp", "shrimp", by_dm=False)
    assert "green shrimp on a2, shrimp on h2" in text(server.card)
    await server.pick(server.opponent, "crab", "crab", by_dm=False)
    assert "shrimp a2 h2" in server.board
    assert server.env.backend.dm_channels == {}, "nothing is secret, so nobody gets a direct message"


async def test_the_challenged_player_can_ask_for_a_blind_start(server: Server) -> None:
    await server.challenge(server.opponent, blind_start="off")
    assert labels(server.invitation)[2:4] == ["Accept, blind start: heads", "Accept, blind start: tails"]
    await server.accept(blind=True)
    assert (await server.match()).blind
    await server.pick(server.opponent, "crab", "crab", by_dm=False)
    assert "crab" not in text(server.card)
