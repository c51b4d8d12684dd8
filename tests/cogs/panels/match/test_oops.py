"""Oops: the turn that was just made is taken back, its card and its alert go, and nobody is pinged."""

from __future__ import annotations

import pytest

from computer.workers import ThinkingError
from matches import MatchId, UserId
from tests.cogs.alone import THINKING, Trouble, begin, let_think, play_first, workers
from tests.cogs.challenge_forms import answer
from tests.cogs.doing import done
from tests.cogs.refusing import refusing
from tests.cogs.server import CONTROLS, Server, controls, labels, private, text
from tests.cogs.stories import pings
from tests.cogs.tidying import tidied

OOPS = "Oops, take it back"


async def moved(server: Server, action: str = "@e1") -> None:
    await server.begin("pjawns")
    await server.act(action)


async def check_undone(server: Server, gone: int, since: int) -> None:
    """The card of the turn went, the new one pings nobody, and it is the challenger's turn again."""
    assert pings(server, since=since) == [[]]
    assert server.card.id != gone
    assert "-# Oops: white took that move back, and makes another." in text(server.card)
    assert f"**White's turn:** {server.challenger.mention}" in text(server.card)
    assert controls(server.card) == CONTROLS
    assert gone not in [message.id for message in await tidied(server)]


async def test_from_more(server: Server) -> None:
    await moved(server)
    panel = await server.open(server.challenger, "⋯")
    gone, since = server.card.id, len(server.env.http_requests)
    await server.challenger.click(panel(), label=OOPS)
    await check_undone(server, gone, since)
    with pytest.raises(IndexError):
        panel()
    await server.act("@d1")
    assert "pjawn placed on d1" in text(server.card)
    assert len(await tidied(server)) == 3, "the first one, the one since, and the newest"


async def test_by_the_command(server: Server) -> None:
    await moved(server)
    gone, since = server.card.id, len(server.env.http_requests)
    assert await done(server.challenger, server.home, "takeback") == ""
    await check_undone(server, gone, since)


async def test_from_the_private_answer_to_a_move(server: Server) -> None:
    for _ in range(2):
        await server.begin("pjawns")
    told = answer(await server.move(server.challenger, "@e1"))
    await server.challenger.click(told, label=OOPS)
    assert "took that move back" in text(server.card)


async def test_the_other_players_message_goes_and_their_next_one_comes(server: Server) -> None:
    for user in (server.challenger, server.opponent):
        await server.bot.app.notifications.prefer(UserId(user.id), {"tell": "direct"})
    await moved(server)
    await server.env.advance_time(5)
    assert len(server.dms(server.opponent)) == 1
    before = len(server.dms(server.challenger))
    await done(server.challenger, server.home, "takeback")
    await server.env.advance_time(30)
    assert server.dms(server.opponent) == []
    assert len(server.dms(server.challenger)) == before, "they are at the board"
    await server.act("@d1")
    await server.env.advance_time(5)
    assert len(server.dms(server.opponent)) == 1


async def test_after_a_crash_before_discord_heard_of_it(server: Server) -> None:
    await moved(server)
    gone, since = server.card.id, len(server.env.http_requests)
    await server.bot.app.matches.play.oops(MatchId(1), UserId(server.challenger.id))
    await server.restart()
    await server.env.advance_time(60)
    await check_undone(server, gone, since)


@refusing
async def test_who_comes_too_late_is_told_why(server: Server) -> None:
    await moved(server)
    panel = await server.open(server.challenger, "⋯")
    late = panel()
    await server.pass_time(minutes=3)
    said = private(await server.challenger.click(late, label=OOPS))
    assert "That was more than 2 minutes ago. `/match deed:takeback` asks your opponent." in said
    await server.act("@d8")
    said = private(await server.challenger.click(late, label=OOPS))
    assert "Too late: the match has gone on since that move. `/match deed:takeback` asks" in said
    await server.act("@d1")
    said = private(await server.challenger.click(late, label=OOPS))
    assert "the match has gone on since that move" in said, "another turn is not meant"
    assert OOPS in labels((await server.open(server.challenger, "⋯"))())
    assert OOPS not in labels((await server.open(server.opponent, "⋯"))())


@refusing
async def test_while_the_computer_thinks_it_stands_on_the_card(server: Server) -> None:
    await begin(server, side="white")
    let_think(server, Trouble(workers(server), ThinkingError("no")))
    await play_first(server)
    assert labels(server.card) == [OOPS, "Board", "⋯"]
    await server.challenger.click(server.card, label=OOPS)
    assert "-# Oops: white took that move back" in text(server.card)
    assert THINKING not in text(server.card)
    await server.env.advance_time(60)
    assert len(server.bot.app.matches.history(await server.match()).played) == 0, "nothing answers it"
