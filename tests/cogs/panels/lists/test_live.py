"""The list of the matches that run in a server: what is in it, for whom, and the way to each."""

from __future__ import annotations

from typing import Any

from discord import PermissionOverwrite
from simcord.actors import MemberActor

from cogs.panels.lists.running_matches import PAGE
from cogs.text.en.errors import NO_SUCH_MATCH
from data import stores
from matches import MatchId
from tests.cogs.community import id_of
from tests.cogs.doing import asked
from tests.cogs.played import running
from tests.cogs.refusing import refusing
from tests.cogs.server import Server, ids, labels, private, text
from tests.cogs.sight import hide, private_thread


async def live(server: Server, who: MemberActor, **options: Any) -> Any:
    """The private list."""
    result = await who.slash(server.channel, "matches", show="running", **options)
    assert result.response is not None
    return result.response


def listed_in(message: Any) -> list[str]:
    """The numbers of the matches of a list, by their buttons."""
    return [one.split(":")[1] for one in ids(message, "lookat:")]


async def test_a_list_says_who_plays_what_how_far_and_where(server: Server) -> None:
    await server.begin("pjawns")
    await server.act("c1")
    listed = await live(server, server.visitor)
    assert listed.ephemeral
    head, line = text(listed).split("\n")
    assert head == "### 1 match running here"
    assert f"[Pjawns #1](<https://discord.com/channels/{server.guild.id}/{server.home.id}" in line
    assert line.endswith(f"· {server.challenger.mention} – **{server.opponent.mention}** to move")
    assert labels(listed) == ["Board", "Mine", "Running", "Finished", "Openings"]
    opened = await server.opponent.click(await live(server, server.opponent), label="Board")
    assert "Watch" not in labels(opened.followups[-1]), "they play it"


async def test_a_setup_is_in_the_list_and_a_challenge_or_an_end_is_not(server: Server) -> None:
    await server.challenge(server.opponent)
    await server.accept()
    await server.challenge(server.visitor)
    over = await running(server, server.challenger, server.visitor)
    await server.bot.app.matches.play.resign(over.id, id_of(server.visitor))
    listed = await live(server, server.visitor)
    assert text(listed).startswith("### 1 match running here")
    assert "· choosing picks" in text(listed)


async def test_from_the_list_to_a_setup_to_watching(server: Server) -> None:
    await server.challenge(server.opponent)
    await server.accept()
    listed = await live(server, server.visitor)
    opened = await server.visitor.click(listed, label="Board")
    view = opened.followups[-1]
    assert "Prawns #1" in text(view) and view.ephemeral
    assert "Watch" in labels(view)
    panel = (await server.visitor.click(view, label="Watch")).followups[-1]
    await server.visitor.click(panel, label="Ping me at the end")
    assert await server.store.read(stores.spectators.watchers_of, MatchId(1)) == {server.visitor.id: False}


async def test_only_those_are_listed_whose_channel_one_may_see(server: Server) -> None:
    nobody = PermissionOverwrite(view_channel=False)
    await server.begin("pjawns")
    public = server.channel
    server.channel = server.guild.create_text_channel("club", overwrites={server.visitor: nobody})
    await server.begin("prudh")
    server.channel = public
    assert listed_in(await live(server, server.challenger)) == ["2", "1"]
    assert listed_in(await live(server, server.visitor)) == ["1"]


@refusing
async def test_a_match_in_a_private_thread_is_for_those_who_are_in_it(server: Server) -> None:
    """Everybody sees the channel of the thread; the match is found from inside the thread only."""
    public = server.channel
    server.channel = await private_thread(server, server.challenger, server.opponent, server.visitor)
    await server.begin("pjawns")
    inside, server.channel = server.channel, public
    assert listed_in(await live(server, server.visitor)) == []
    assert await server.visitor.autocomplete(public, "match", "number", "", deed="watch") == []
    for deed in ("watch", "film", "record"):
        assert NO_SUCH_MATCH in private(await asked(server.visitor, public, deed, 1))
    assert listed_in(await live(server, server.opponent)) == ["1"], "it is their own"
    server.channel = inside
    assert listed_in(await live(server, server.visitor)) == ["1"]


@refusing
async def test_a_match_that_is_hidden_meanwhile_is_not_opened(server: Server) -> None:
    await server.begin("pjawns")
    opened = await server.visitor.slash(server.guild.create_text_channel("lobby"), "matches", show="running")
    assert opened.response is not None
    listed = opened.response
    hide(server, server.visitor)
    result = await server.visitor.click(listed, label="Board")
    assert NO_SUCH_MATCH in text(result.followups[-1])


@refusing
async def test_one_game_alone_or_none_at_all(server: Server) -> None:
    said = text(await live(server, server.visitor))
    assert said == "No match is running here right now. Start one with `/play`."
    await server.begin("pjawns")
    await server.begin("prudh")
    of_one = await live(server, server.visitor, game="prudh")
    assert listed_in(of_one) == ["2"] and text(of_one).startswith("### 1 match of Prudh running here\n")
    nothing = text(await live(server, server.visitor, game="prawns"))
    assert nothing.startswith("No match of Prawns is running here right now.")
    assert "listed by server" in private(await server.visitor.user.slash("matches", show="running"))


async def test_more_than_a_page_of_all_or_of_one_player_is_leafed_through(server: Server) -> None:
    for _ in range(PAGE + 1):
        await running(server, server.challenger, server.opponent)
    theirs = await running(server, server.visitor, server.opponent)
    listed = await live(server, server.visitor, player=server.visitor)
    assert listed_in(listed) == [str(theirs.id)]
    listed = await live(server, server.visitor, player=server.visitor, game="pjawns")
    assert text(listed).startswith(f"### 1 match of Pjawns with {server.visitor.mention} running here\n")
    listed = await live(server, server.visitor, player=server.challenger)
    heading = f"### {PAGE + 1} matches with {server.challenger.mention} running here\n"
    assert text(listed).startswith(heading)
    await server.visitor.click(listed, label="▶")
    assert listed_in(listed) == ["1"] and text(listed).startswith(heading), "still theirs alone"
    none = await live(server, server.challenger, player=server.visitor, game="prudh")
    assert text(none).startswith(f"{server.visitor.mention} isn't playing any match of Prudh here")
    listed = await live(server, server.visitor)
    assert text(listed).startswith(f"### {PAGE + 2} matches running here")
    assert f"-# 1 to {PAGE}, newest first." in text(listed)
    assert len(listed_in(listed)) == PAGE
    await server.visitor.click(listed, label="▶")
    assert listed_in(listed) == ["2", "1"]
    assert f"-# {PAGE + 1} to {PAGE + 2}, newest first." in text(listed)
    await server.restart()
    await server.visitor.click(listed, label="◀")
    assert len(listed_in(listed)) == PAGE
    for number in range(3, PAGE + 3):
        await server.bot.app.matches.play.resign(MatchId(number), id_of(server.opponent))
    await server.visitor.click(listed, label="▶")
    assert listed_in(listed) == ["2", "1"], "the last page that there is"
    assert len(text(listed)) <= 4000
