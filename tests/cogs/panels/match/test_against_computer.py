"""What a match against the computer offers its player besides moves: nobody else has to agree, or to wait."""

from __future__ import annotations

from typing import Any

from discord import PermissionOverwrite

from matches import Phase
from matches.time.pace import Pace
from tests.cogs.alone import begin, let_think, pings, play_first, workers
from tests.cogs.doing import done, watched
from tests.cogs.governing import an_admin, asked, panel_of, told
from tests.cogs.own_settings import settings
from tests.cogs.privacy import opened_in
from tests.cogs.refusing import refusing
from tests.cogs.server import Server, labels, private, text


async def test_resigning_and_cancelling_ask_first(server: Server) -> None:
    await begin(server, side="white")
    await play_first(server)
    panel = await server.open(server.challenger, "⋯")
    await server.challenger.click(panel(), label="Resign")
    assert text(panel()) == "Resign Pjawns #1? The computer wins, and this can't be undone."
    await server.challenger.click(panel(), label="Keep playing")
    await server.challenger.click(panel(), label="Cancel the match…")
    assert text(panel()) == "Cancel Pjawns #1? Nobody wins, and this can't be undone."
    await server.challenger.click(panel(), label="Keep playing")
    assert (await server.match()).phase is Phase.PLAYING
    await server.challenger.click(panel(), label="Cancel the match…")
    await server.challenger.click(panel(), label="Cancel the match")
    assert "**No result:** the match was cancelled. Nobody won." in text(server.card)
    assert (await server.match()).phase is Phase.FINISHED


async def test_nobody_is_asked_for_a_pause_its_end_or_a_takeback(server: Server) -> None:
    await begin(server, side="white", pace=Pace.read("3d"))
    await play_first(server)
    for label, said in (
        ("Pause", "**Paused until "),
        ("Resume", "The pause is over"),
        ("Take back my last turn", "-# The last turn was taken back."),
    ):
        panel = await server.open(server.challenger, "⋯")
        assert not [one for one in labels(panel()) if one.startswith(("Ask", "Offer"))]
        await server.challenger.click(panel(), label=label)
        assert said in text(server.card)
    assert (await server.match()).entries[-1].side == "white"


async def test_it_never_presses_for_time(server: Server) -> None:
    await begin(server, side="white", pace=Pace.read("3d"))
    await play_first(server)
    await server.pass_time(days=3, minutes=1)
    assert "**Time's up**, but you can still move." in text(server.card)
    assert "If you don't, the computer (level 1) wins <t:" in text(server.card)
    assert not {"Claim the win", "Give 3 more days"} & set(labels(server.card))
    assert {"Move", "Hint"} <= set(labels(server.card))
    await server.pass_time(days=8)
    me = server.challenger.mention
    assert f"**The computer (level 1) wins on time:** {me} didn't move in time." in text(server.card)


@refusing
async def test_a_move_out_of_turn(server: Server) -> None:
    await begin(server, side="white")
    await workers(server).close()
    let_think(server, None)
    await play_first(server)
    assert await play_first(server) == "It's black's turn: the computer (level 1). You're next."


@refusing
async def test_one_rematch_or_another_level(server: Server) -> None:
    await begin(server, side="white")
    await server.resign(server.challenger)
    over = server.card
    assert labels(over) == ["Rematch", "Another level", "Film", "Share"]
    await server.challenger.click(over, label="Rematch")
    (over,) = [message for message in server.home.history() if message.id == over.id]
    assert "Rematch: #2." in text(over)
    assert labels(over) == ["Another level", "Film", "Share"]
    said = await done(server.challenger, server.channel, "rematch", "1")
    assert said == "There's already a rematch: Pjawns #2. `/matches` shows where it is."
    asked = (await server.challenger.click(over, label="Another level")).followups[-1]
    assert "Pjawns against the computer" in text(asked)
    await server.challenger.click(asked, label="2 · still learning")
    assert (await server.match(3)).computer is not None


# --- others --------------------------------------------------------------------------------------


@refusing
async def test_others_neither_find_nor_watch_it(server: Server) -> None:
    await begin(server, side="white")
    assert "No match is running here" in private(
        await server.visitor.slash(server.channel, "matches", show="running")
    )
    assert "Pjawns #1" in private(await server.challenger.slash(server.channel, "matches", show="running"))
    said = private(await server.visitor.slash(server.channel, "match", deed="watch"))
    assert said.startswith("Nobody else's match is running here")
    said = text(await watched(server.visitor, server.channel, "1"))
    assert said.startswith("Matches against the computer are played in private")
    shown = await server.visitor.slash(server.channel, "match", deed="film", number="1")
    assert "Watch" not in labels(shown.followups[-1] if shown.followups else shown.response)
    lists = server.guild.create_text_channel("lists")
    await told(server, an_admin(server), "set", lists=lists)
    await server.pass_time(minutes=20)
    assert any("Nobody is playing yet" in text(message) for message in lists.history())


async def test_whoever_takes_over_is_let_in_and_pinged(server: Server) -> None:
    await begin(server, side="white")
    await play_first(server)
    admin, visitor = an_admin(server), server.visitor
    people = {"from": server.challenger, "to": visitor}
    question = await asked(server, admin, "handover", match="1", place=server.channel, **people)
    await admin.click(panel_of(question), label="Hand it over")
    members = f"/channels/{server.home.id}/thread-members/{visitor.id}"
    assert [entry.method for entry in server.env.http_requests if entry.path.endswith(members)] == ["PUT"]
    assert pings(server)[-1] == ([visitor.id], False)
    action = str(server.bot.app.matches.history(await server.match()).position.legal_actions()[0])
    assert private(await server.move(visitor, action)) == ""
    assert pings(server)[-1] == ([], True), "from then on it is quiet again"


async def test_a_list_leads_to_the_board_in_direct_messages(server: Server) -> None:
    overwrites: dict[Any, Any] = {server.bot.user: PermissionOverwrite(create_private_threads=False)}
    server.channel = server.guild.create_text_channel("limited", overwrites=overwrites)
    await begin(server, side="white")
    (board,) = server.dms(server.challenger)
    listed = private(await server.challenger.slash(server.channel, "matches"))
    assert f"(<https://discord.com/channels/@me/{board.channel.id}/{board.id}>)" in listed
    assert "Another level" not in labels(board)
    await server.challenger.user.slash("match", deed="resign", number="1")
    assert "@me" not in private(await server.challenger.slash(server.channel, "matches", show="running"))


async def test_what_would_be_resigned_names_the_computer(server: Server) -> None:
    await begin(server, side="white")
    shown = await opened_in(server.challenger, server.channel)
    await server.challenger.click(panel_of(shown), label="Delete everything…")
    assert f" · {server.challenger.mention} and the computer (level 1)" in text(panel_of(shown))
    await server.challenger.click(panel_of(shown), label="Delete everything about me")
    await server.pass_time(minutes=2)
    match = await server.match()
    assert (match.phase, match.users) == (Phase.FINISHED, ())
    assert "### The computer (level 1) won" in text(server.card)


# --- what else its player hears ------------------------------------------------------------------


async def test_nobody_is_written_to_about_its_moves(server: Server) -> None:
    me = server.challenger
    await me.click(await settings(server, me, "alerts"), label="By DM")
    await begin(server, side="white", pace=Pace.read("3d"))
    await play_first(server)
    panel = await server.open(me, "⋯")
    await me.click(panel(), label="Take back my last turn")
    await play_first(server)
    await server.pass_time(minutes=10)
    assert server.dms(me) == []
    await server.pass_time(days=3)
    (*_, late) = [text(message) for message in server.dms(me)]
    assert "You can still move, or the computer wins in a while." in late


async def test_a_rewind_is_told_though_the_computer_moves_at_once(server: Server) -> None:
    await begin(server, side="white")
    for _ in range(2):
        await play_first(server)
    admin = an_admin(server)
    question = await asked(server, admin, "rewind", place=server.channel, match="1", move=1)
    await admin.click(panel_of(question), label="Rewind")
    assert (await server.match()).entries[-1].side == "black"
    assert f"A server admin, {admin.mention}, took the match back" in text(server.card)
    await play_first(server)
    assert "A server admin" not in text(server.card)
