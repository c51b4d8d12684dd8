"""What can be done with a person's name and with a message: the same as by command, refusals too."""

from __future__ import annotations

from typing import Any

import pytest
from discord import PermissionOverwrite

from cogs.delivery.sender import edit_message
from cogs.kit.card import card
from cogs.text import challenge_texts, entry_points_texts
from matches import Phase
from tests.cogs.challenge_forms import filled
from tests.cogs.governing import panel_of
from tests.cogs.refusing import refusing
from tests.cogs.server import Server, fields, ids, labels, parts, private, raw_text, text
from tests.cogs.sight import hide


async def on(server: Server, name: str, target: Any, channel: Any = None) -> Any:
    """The visitor's answer to a command on a person or a message."""
    return await server.visitor.context_menu(channel or server.channel, name, target)


async def finished(server: Server) -> Any:
    """A finished match of Pjawns of four turns; returns its thread's messages with boards, oldest first."""
    await server.begin("pjawns")
    app = server.bot.app
    for _ in range(4):
        match = await server.match()
        user = next(user for user in match.users if app.matches.waits_for(match, user))
        action = str(app.matches.history(match).position.legal_actions()[0])
        match = await app.matches.play.turn(match.id, user, action)
        await app.publisher.publish(match.id)
    match = await app.matches.play.resign(match.id, match.users[0])
    await app.publisher.publish(match.id)
    assert match.phase is Phase.FINISHED
    return [one for one in server.home.history() if one.attachments]


# --- people ---------------------------------------------------------------------------------------


async def test_from_a_name_to_a_challenge_of_that_person(server: Server) -> None:
    panel = panel_of(await on(server, "Challenge", server.opponent))
    assert panel.ephemeral and server.opponent.mention in text(panel)
    opened = await server.visitor.click(panel, label="Prudh")
    (who,) = (field for field in fields(opened) if field["custom_id"] == "who")
    assert int(who["default_values"][0]["id"]) == server.opponent.id
    await filled(server.visitor, opened, who=[server.opponent])
    assert (await server.match()).users == (server.visitor.id, server.opponent.id)


@refusing
async def test_who_cannot_be_challenged_is_said_at_once(server: Server) -> None:
    bot = server.guild.add_member(server.env.create_user("a-bot", bot=True))
    assert "against yourself" in private(await on(server, "Challenge", server.visitor))
    assert "Bots don't play here" in private(await on(server, "Challenge", bot))
    assert "Bots" in private(await on(server, "Profile", bot))
    assert entry_points_texts.BOTS_HAVE_NONE in private(await on(server, "Our matches", bot))
    assert entry_points_texts.OURSELVES in private(await on(server, "Our matches", server.visitor))


async def test_a_profile_by_name_is_the_one_by_command(server: Server) -> None:
    typed = await server.visitor.slash(server.channel, "profile", player=server.opponent)
    assert private(await on(server, "Profile", server.opponent)) == private(typed)


async def test_our_matches_are_those_of_us_two(server: Server) -> None:
    assert "haven't played each other" in private(await on(server, "Our matches", server.opponent))
    await server.begin("pjawns")
    await server.visitor.slash(server.channel, "prudh challenge", opponent=server.opponent)
    panel = panel_of(await on(server, "Our matches", server.opponent))
    assert "Prudh #2" in raw_text(panel) and "#1]" not in raw_text(panel)
    assert challenge_texts.OPEN_FORM in labels(panel)
    ours = panel_of(await server.challenger.context_menu(server.channel, "Our matches", server.opponent))
    assert "Pjawns #1" in raw_text(ours) and "#2]" not in raw_text(ours)
    opened = await server.challenger.select(ours, ["1"], custom_id=ids(ours, "pastopen:0:")[0])
    assert opened.followups[-1].attachments[0].filename == "pjawns-1-turn-1.png"


async def test_our_matches_come_in_pages_open_ones_first(server: Server) -> None:
    app = server.bot.app
    for _ in range(10):
        await server.begin("pjawns")
    for number in range(1, 10):
        match = await server.match(number)
        await app.matches.play.resign(match.id, match.users[0])
    first = panel_of(await server.challenger.context_menu(server.channel, "Our matches", server.opponent))
    order = [line.split("]")[0] for line in raw_text(first).splitlines() if line.startswith("[Pjawns")]
    assert order == [f"[Pjawns #{number}" for number in (10, 9, 8, 7, 6, 5, 4, 3)]
    await server.challenger.click(first, label="▶")
    assert "#2]" in raw_text(first) and "#1]" in raw_text(first)


# --- messages -------------------------------------------------------------------------------------


async def test_a_board_is_named_by_match_and_turn_and_opens_there(server: Server) -> None:
    boards = await finished(server)
    names = [one.attachments[0].filename for one in boards]
    assert names[:4] == [f"pjawns-1-turn-{number}.png" for number in (1, 2, 3, 4)]
    for board, turn in zip(boards[1:4], (1, 2, 3), strict=True):
        panel = panel_of(await on(server, "Look at this match", board, server.home))
        assert panel.ephemeral and f"After move {turn} of 4" in text(panel)
        assert panel.attachments[0].filename == board.attachments[0].filename


async def test_play_on_from_the_board_of_a_finished_match(server: Server) -> None:
    boards = await finished(server)
    panel = panel_of(await on(server, "Play on from here", boards[2], server.home))
    assert ids(panel, "practiselevel:1:") and "move 2" in text(panel)


async def test_a_message_without_a_board_asks_which_turn(server: Server) -> None:
    await finished(server)
    message = await server.opponent.send(server.home, "well played")
    panel = panel_of(await on(server, "Play on from here", message, server.home))
    (menu,) = (part for part in parts(panel) if "options" in part)
    assert [one["label"] for one in menu["options"]][:3] == ["The start", "Before move 2", "Before move 3"]
    await server.visitor.select(panel, ["2"], custom_id=ids(panel, "leap:1:")[0])
    assert "After move 2 of 4" in text(panel) and "Play on" in labels(panel)
    assert ids(panel, "leap:1:"), "the menu stays"


@refusing
async def test_messages_without_a_match_and_running_ones_say_so(server: Server) -> None:
    await server.begin("pjawns")
    hello = await server.opponent.send(server.channel, "hello")
    for name in ("Look at this match", "Play on from here"):
        assert private(await on(server, name, hello)).endswith(entry_points_texts.NO_MATCH_SHOWN)
    board = next(one for one in server.home.history() if one.attachments)
    assert "running" in private(await on(server, "Play on from here", board, server.home)).lower()


@refusing
async def test_a_name_that_somebody_gives_a_file_opens_nothing(server: Server) -> None:
    """Only the bot's own pictures are believed; and even then the match must be the reader's to see."""
    await server.begin("pjawns")
    forged = await server.opponent.send(server.channel, "look", attachments=[("pjawns-1-turn-1.png", b"png")])
    told = private(await on(server, "Look at this match", forged))
    assert told.endswith(entry_points_texts.NO_MATCH_SHOWN)


@refusing
async def test_of_several_matches_in_one_channel_one_is_chosen(server: Server) -> None:
    server.channel = server.guild.create_text_channel(
        "no-threads", overwrites={server.guild.default_role: PermissionOverwrite(create_public_threads=False)}
    )
    await server.begin("pjawns")
    await server.begin("prudh")
    hello = await server.opponent.send(server.channel, "hello")
    panel = panel_of(await on(server, "Look at this match", hello))
    assert text(panel) == entry_points_texts.WHICH_MATCH
    await server.visitor.select(panel, ["2"], custom_id=ids(panel, "ofmessage:")[0])
    assert panel.attachments[0].filename == "prudh-2-turn-1.png"


# --- forwarded boards -----------------------------------------------------------------------------


@pytest.mark.parametrize("turn", [1, 3, 4])
async def test_a_forwarded_board_opens_as_the_board_does(server: Server, turn: int) -> None:
    boards = await finished(server)
    lobby = server.guild.create_text_channel("lobby")
    forwarded = await server.challenger.forward(boards[turn], lobby)
    panel = panel_of(await on(server, "Look at this match", forwarded, lobby))
    assert panel.ephemeral and f"After move {turn} of 4" in text(panel)
    panel = panel_of(await on(server, "Play on from here", forwarded, lobby))
    assert ids(panel, "practiselevel:1:") or ids(panel, "leap:1:")


async def test_a_forwarded_film_opens_its_match(server: Server) -> None:
    await finished(server)
    film = (await server.challenger.click(server.card, label="Film")).followups[-1]
    await server.challenger.click(film, label="Post here")
    posted = server.home.history()[-1]
    assert posted.attachments[0].filename == "match-1.gif"
    lobby = server.guild.create_text_channel("lobby")
    forwarded = await server.opponent.forward(posted, lobby)
    assert "After move 4 of 4" in text(panel_of(await on(server, "Look at this match", forwarded, lobby)))


async def test_a_board_whose_picture_was_taken_away_since_it_was_forwarded(server: Server) -> None:
    boards = await finished(server)
    lobby = server.guild.create_text_channel("lobby")
    forwarded = await server.challenger.forward(boards[2], lobby)
    await edit_message(server.bot, server.home.id, boards[2].id, card("An old board"))
    assert "After move 2 of 4" in text(panel_of(await on(server, "Look at this match", forwarded, lobby)))


@refusing
async def test_a_forwarded_board_opens_for_those_alone_who_may_look(server: Server) -> None:
    boards = await finished(server)
    lobby = server.guild.create_text_channel("lobby")
    forwarded = await server.challenger.forward(boards[2], lobby)
    hide(server, server.visitor)
    for name in ("Look at this match", "Play on from here"):
        assert "You can't see this match" in private(await on(server, name, forwarded, lobby))
    own = await server.opponent.context_menu(lobby, "Look at this match", forwarded)
    assert "After move 2 of 4" in text(panel_of(own)), "its players may"


@refusing
async def test_a_private_match_stays_private_when_its_board_is_forwarded(server: Server) -> None:
    await server.begin("pjawns", private="on")
    thread = server.channel.threads[-1]
    board = next(one for one in thread.history() if one.attachments)
    lobby = server.guild.create_text_channel("lobby")
    forwarded = await server.challenger.forward(board, lobby)
    assert "You can't see this match" in private(await on(server, "Look at this match", forwarded, lobby))


@refusing
async def test_in_another_server_it_opens_for_members_of_the_first(server: Server) -> None:
    boards = await finished(server)
    elsewhere = server.env.create_guild("Elsewhere")
    games = elsewhere.create_text_channel("games")
    stranger, both = (
        elsewhere.add_member(user) for user in (server.env.create_user("stranger"), server.visitor.user)
    )
    forwarded = await both.forward(boards[2], games)
    assert "You can't see this match" in private(
        await stranger.context_menu(games, "Look at this match", forwarded)
    )
    assert "After move 2 of 4" in text(
        panel_of(await both.context_menu(games, "Look at this match", forwarded))
    )


@refusing
async def test_a_forwarded_file_of_somebody_else_opens_nothing(server: Server) -> None:
    """Not even a match that is shared by a code: a name is no code."""
    await finished(server)
    await server.challenger.slash(server.channel, "match", deed="share", number="1")
    lobby = server.guild.create_text_channel("lobby")
    forged = await server.visitor.send(lobby, "look", attachments=[("pjawns-1-turn-1.png", b"png")])
    forwarded = await server.visitor.forward(forged, lobby)
    for name in ("Look at this match", "Play on from here"):
        assert private(await on(server, name, forwarded, lobby)).endswith(entry_points_texts.NOT_SURELY_MINE)


@refusing
@pytest.mark.parametrize(("status", "code"), [(404, 10008), (404, 10003), (403, 50001), (404, 0)])
async def test_one_whose_source_is_out_of_sight_says_so(server: Server, status: int, code: int) -> None:
    boards = await finished(server)
    lobby = server.guild.create_text_channel("lobby")
    forwarded = await server.challenger.forward(boards[2], lobby)
    server.env.inject_error("GET", f"/channels/{server.home.id}/messages/*", status=status, code=code)
    told = private(await on(server, "Look at this match", forwarded, lobby))
    assert told.endswith(entry_points_texts.NOT_SURELY_MINE)
    forwarded = await server.challenger.forward(boards[2], server.home)
    server.env.inject_error("GET", f"/channels/{server.home.id}/messages/*", status=status, code=code)
    panel = panel_of(await on(server, "Look at this match", forwarded, server.home))
    assert "of 4" in text(panel), "in the match's own thread any message means it"


@refusing
@pytest.mark.parametrize(("links", "found"), [(1, True), (2, True), (3, False)])
async def test_one_that_was_forwarded_again(
    server: Server, links: int, found: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    boards = await finished(server)
    lobby = server.guild.create_text_channel("lobby")
    forwarded = await server.challenger.forward(boards[2], lobby)
    get: Any = server.bot.http.get_message
    asked: list[Any] = []

    async def get_message(channel: int, message: int) -> Any:
        """Simcord forwards nothing twice: here each is forwarded from another, the last from the board."""
        asked.append(message)
        if len(asked) > links:
            return await get(channel, message)
        source = {"channel_id": str(channel), "message_id": str(message), "type": 1}
        author = {"id": str(server.visitor.id)}
        return {"author": author, "message_reference": source, "message_snapshots": [{}]}

    monkeypatch.setattr(server.bot.http, "get_message", get_message)
    told = private(await on(server, "Look at this match", forwarded, lobby))
    assert ("After move 2 of 4" in told) is found
