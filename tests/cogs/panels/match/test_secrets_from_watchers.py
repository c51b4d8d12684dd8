"""Whoever watches, lists or sums up matches learns nothing of a secret pick before both are in."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from matches import GuildId
from matches.guilds.posts import week_end
from tests.cogs.community import id_of, won
from tests.cogs.doing import watched
from tests.cogs.hidden import A_PICK, PICKS, seen, told
from tests.cogs.server import Server, a_server, ids, private, text
from tests.seals import held_still

Pick = tuple[str, str]
PAIRS: list[tuple[Pick, Pick]] = [(PICKS[one], PICKS[(one + 4) % 9]) for one in (0, 4, 8)]


async def look_around(server: Server) -> list[Any]:
    """All that a watcher gets of the match: panels, lists, views, suggestions, and what everybody sees."""
    visitor, found = server.visitor, []
    panel = await visitor.slash(server.channel, "match", deed="watch", number="2")
    listed = await visitor.slash(server.channel, "matches", show="running")
    assert panel.response is not None and listed.response is not None
    for result in (
        panel,
        listed,
        await visitor.click(listed.response, custom_id=ids(listed.response, "lookat:2:")[0]),
        await visitor.click(panel.response, label="Ping me at the end"),
        await visitor.click(panel.response, label="Ping me on each move"),
    ):
        found.append(await told(result))
    for deed in ("watch", "unwatch"):
        found.append(await visitor.autocomplete(server.channel, "match", "number", "", deed=deed))
    return [*found, await seen(server)]


async def until_the_reveal(server: Server, green: Pick, blue: Pick) -> list[Any]:
    """What a watcher gets after each step before the last pick is confirmed, and in the weekly summary."""
    await won(server, server.challenger, server.opponent)
    guild = GuildId(server.guild.id)
    await server.bot.app.guilds.change(guild, {"weekly": str(server.channel.id)})
    await server.challenge(server.opponent)
    await server.accept()
    views = [await look_around(server)]
    await server.pick(server.challenger, *green)
    views.append(await look_around(server))
    await server.choose(server.opponent, *blue)
    views.append(await look_around(server))
    now = server.bot.app.clock()
    await server.pass_time(seconds=(week_end(now) - now).total_seconds() + 60)
    views.append(await look_around(server))
    assert "Weekly summary" in str(views[-1]), "while the picks are awaited"
    assert "choosing picks" in str(views[-1])
    return list(held_still(views, [await server.match(2)]))


@pytest.mark.usefixtures("still_clock")
async def test_what_a_watcher_gets_is_the_same_whatever_the_picks(
    tmp_path: Path, fresh_database: Path
) -> None:
    views = []
    for number, (green, blue) in enumerate(PAIRS):
        async with a_server(tmp_path / str(number), fresh_database) as server:
            views.append(await until_the_reveal(server, green, blue))
    for view in views:
        assert view == views[0]
    assert not A_PICK.search(str(views[0]))


async def test_the_end_of_a_setup_keeps_its_secret_from_its_watchers(server: Server) -> None:
    await server.challenge(server.opponent)
    await server.accept()
    await server.bot.app.notifications.prefer(id_of(server.visitor), {"tell": "both"})
    await watched(server.visitor, server.home)
    await server.pick(server.challenger, "crab", "lobster")
    asked = await server.opponent.slash(server.home, "match", deed="resign")
    assert asked.response is not None
    await server.opponent.click(asked.response, label="Resign")
    await server.pass_time(minutes=1)
    (message,) = server.dms(server.visitor)
    assert "The match you were watching is over." in text(message)
    assert f"-# Watching: {server.visitor.mention}" in text(server.card)
    final = await server.visitor.user.click(message, label="Final board")
    for said in (text(message), text(server.card), private(final)):
        assert not A_PICK.search(said)
