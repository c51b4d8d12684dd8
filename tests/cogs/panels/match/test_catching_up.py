"""*What you missed*: what was played since its reader last looked, for players and for watchers."""

from __future__ import annotations

import random
from typing import Any

from cogs.panels.match.catching_up import LONGEST
from cogs.text.en.match import FIRST_LOOK, NOTHING_NEW, missed, played
from cogs.text.en.records import NOT_TO_BE_SEEN, ONE_AT_A_TIME
from engines import GAMES, History
from matches import UserId
from tests.cogs.caught_up import caught_up
from tests.cogs.forged import OwnMessage
from tests.cogs.governing import panel_of
from tests.cogs.refusing import refusing
from tests.cogs.server import Server, ids, labels, text
from tests.cogs.sight import hide


def positions(shown: Any) -> int:
    """How many positions the film on a message has."""
    (film,) = shown.attachments
    told = film.description.removeprefix("A film of ").split()[0]
    return int(told)


async def test_first_the_film_from_the_beginning_then_what_was_played_since_then_nothing(
    server: Server,
) -> None:
    await server.begin("pjawns")
    await server.act("c1")
    assert not ids(server.card, "catchup:"), "it's on the board"
    shown = (await caught_up(server, server.visitor))()
    assert shown.ephemeral
    assert FIRST_LOOK in text(shown) and positions(shown) == 2
    assert shown.attachments[0].filename == "match-1.gif"
    assert labels(shown) == ["Step through", "Film"]
    for action in ("c8", "d1"):
        await server.act(action)
    shown = (await caught_up(server, server.visitor))()
    assert "**Since you last looked:** 2 moves." in text(shown)
    assert positions(shown) == 3, "from the position that they know"
    opened = await caught_up(server, server.visitor)
    assert NOTHING_NEW in text(opened()) and not opened().attachments
    await server.visitor.click(opened(), label="Film")
    assert positions(opened()) == 4, "the way to all of it"
    await server.act("d8")
    await server.restart()
    assert "1 move." in text((await caught_up(server, server.visitor))()), "after a restart, too"


async def test_a_players_own_moves_are_no_news(server: Server) -> None:
    await server.begin("pjawns")
    await server.open(server.challenger, "Move")
    await server.act("c1")
    assert NOTHING_NEW in text((await caught_up(server, server.challenger))())
    await server.act("c8")
    shown = (await caught_up(server, server.challenger))()
    assert positions(shown) == 2
    assert labels(shown) == ["Move", "Step through", "Film"]
    panel = await server.challenger.click(shown, label="Move")
    assert "your move" in text(panel.followups[-1])


async def test_whoever_has_opened_the_board_in_any_way_has_seen_it(server: Server) -> None:
    await server.begin("pjawns")
    await server.act("c1")
    await server.open(server.opponent, "Board")
    assert NOTHING_NEW in text((await caught_up(server, server.opponent))())
    for own, other in (("c8", "d1"), ("d8", "e1")):
        await server.act(own)
        await server.act(other)
        if other == "d1":
            await server.open(server.opponent, "Move")
        else:
            await server.opponent.slash(server.channel, "match", number="next")
        assert NOTHING_NEW in text((await caught_up(server, server.opponent))()), other


async def test_the_board_offers_what_is_new_once_three_turns_are(server: Server) -> None:
    await server.begin("pjawns")
    await server.act("c1")
    assert not ids((await server.open(server.visitor, "Board"))(), "catchup:"), "all of it is new"
    for action in ("c8", "d1"):
        await server.act(action)
    assert not ids((await server.open(server.visitor, "Board"))(), "catchup:"), "a turn or two"
    for action in ("d8", "e1", "e8"):
        await server.act(action)
    assert not ids(panel_of(await server.visitor.slash(server.home, "match", deed="film")), "catchup:")
    for action in ("f1", "f8", "g1"):
        await server.act(action)
    opened = await server.open(server.visitor, "Board")
    assert missed(3) in labels(opened())
    await server.visitor.click(opened(), label=missed(3))
    assert positions(opened()) == 4
    assert not ids((await server.open(server.visitor, "Board"))(), "catchup:"), "it has been seen now"


async def test_a_watcher_sees_it_from_the_first_side_and_a_player_from_their_own(server: Server) -> None:
    await server.begin("pjawns")
    await server.act("c1")
    bottoms: list[str] = []
    real = server.bot.app.studio.film

    async def film(diagrams: Any, **more: Any) -> Any:
        bottoms.append(diagrams()[-1].bottom)
        return await real(diagrams, **more)

    server.bot.app.studio.film = film  # type: ignore[method-assign]
    for who in (server.visitor, server.opponent):
        await caught_up(server, who)
    assert bottoms == ["white", "black"]


async def test_the_end_is_told_though_nothing_was_played(server: Server) -> None:
    await server.begin("pjawns")
    await server.act("c1")
    await caught_up(server, server.visitor)
    await server.resign(server.opponent)
    told = (await caught_up(server, server.visitor))()
    assert NOTHING_NEW in text(told) and "resigned" in text(told)


@refusing
async def test_before_the_reveal_there_is_nothing_to_catch_up_on(server: Server) -> None:
    await server.challenge(server.opponent)
    await server.accept()
    await server.pick(server.challenger, "crab", "lobster")
    app = server.bot.app
    assert not ids(server.card, "catchup:")
    match = await server.match()
    await app.last_looks.look(match, UserId(server.visitor.id))
    assert await app.last_looks.seen(match, UserId(server.visitor.id)) is None


@refusing
async def test_it_is_refused_to_those_who_may_not_look_any_more(server: Server) -> None:
    await server.begin("pjawns")
    await server.act("c1")
    await caught_up(server, server.visitor)
    for action in ("c8", "d1", "d8"):
        await server.act(action)
    hide(server, server.visitor)
    elsewhere = OwnMessage(server, server.visitor, server.guild.create_text_channel("elsewhere"))
    told = await elsewhere.click("catchup:1:4:1")
    assert text(told.followups[-1]) == NOT_TO_BE_SEEN


@refusing
async def test_a_second_click_while_the_film_is_made_is_told_so(server: Server) -> None:
    await server.begin("pjawns")
    await server.act("c1")
    with server.bot.app.files.take(UserId(server.visitor.id)):
        assert text((await caught_up(server, server.visitor))()).startswith(ONE_AT_A_TIME)
        await server.visitor.slash(server.home, "match", deed="film")
    assert FIRST_LOOK in text((await caught_up(server, server.visitor))()), "nothing of it was seen"


def test_of_many_moves_the_last_are_told_in_words() -> None:
    game, chance = GAMES["predation"], random.Random(1)
    history = History(game.start({}))
    while legal := history.position.legal_actions():
        history = history.then(str(chance.choice(legal)))
    all_of_it = played(history.played, 99_999).split("\n")
    head, *told = played(history.played, LONGEST).split("\n")
    assert head == f"-# {len(all_of_it) - len(told)} earlier moves left out."
    assert told == all_of_it[-len(told) :]
    assert 9 < len(told) < len(all_of_it)
    assert sum(map(len, told)) <= LONGEST < sum(map(len, all_of_it[-len(told) - 1 :]))
