"""Seals on cards: small print, once a side has confirmed; what opens one is its maker's until both are in."""

from __future__ import annotations

import re
from typing import Any

import pytest

from matches.lifecycle import seals
from tests.cogs.computer import begin
from tests.cogs.governing import panel_of
from tests.cogs.server import Server, private, text

SMALL_SEAL = re.compile(r"^-# Seal on (green|blue)'s pick: `([0-9a-f]{32})`$", re.MULTILINE)
A_SALT = re.compile(r"[0-9a-f]{64}")


def sealed(message: Any) -> dict[str, str]:
    """The seals on a card, by side."""
    return dict(SMALL_SEAL.findall(text(message)))


async def stored(server: Server, number: int = 1) -> dict[str, str]:
    """The seals of a match as far as cards show them."""
    found = seals.of_picks(await server.match(number))
    return {side: seal[:32] for side, seal in found.items()}


async def test_a_seal_stands_on_the_card_once_its_side_has_confirmed(server: Server) -> None:
    await server.challenge(server.opponent)
    await server.accept()
    assert "eal" not in text(server.card)
    await server.choose(server.challenger, "crab", "lobster")
    assert "eal" not in text(server.card), "what isn't confirmed isn't sealed"
    await server.pick(server.challenger, "crab", "lobster")
    assert sealed(server.card) == await stored(server) and list(sealed(server.card)) == ["green"]
    before, setup = sealed(server.card), server.card
    await server.pick(server.opponent, "crab", "lobster")
    assert sealed(server.card) == await stored(server)
    assert sealed(server.card)["green"] == before["green"] != sealed(server.card)["blue"]
    assert (
        "-# The seals are open: with `/match record` anyone can check them." in text(server.card).splitlines()
    )
    await server.pass_time(minutes=5)
    (old,) = (message for message in server.home.history() if message.id == setup.id)
    assert sealed(old) == await stored(server), "the card that showed it goes on showing it"
    check_small(server)


@pytest.mark.parametrize("by_dm", [True, False])
async def test_its_maker_gets_what_opens_it_and_nobody_else(server: Server, by_dm: bool) -> None:
    await server.challenge(server.opponent)
    await server.accept()
    panel = await server.choose(server.challenger, "crab", "lobster", by_dm=by_dm)
    who = server.challenger.user if by_dm else server.challenger
    await who.click(panel(), label="Confirm")
    (seal,) = (await stored(server)).values()
    (opening,) = seals.opened_picks(await server.match(), server.challenger.user.id).values()  # type: ignore[arg-type]
    for told in (text(panel()), text(server.dms(server.challenger)[-1])):
        assert f"-# Seal on your pick: `{seal}`" in told.splitlines()
        assert opening in told and seals.seal(opening).startswith(seal)
    assert not A_SALT.search(text(server.card))
    assert not A_SALT.search(text(server.dms(server.opponent)[-1]))
    for message in server.home.history(viewer=server.opponent):
        assert not A_SALT.search(text(message))


@pytest.mark.parametrize("how", ["resign", "abort"])
async def test_the_next_card_says_that_a_seal_is_void(server: Server, how: str) -> None:
    await server.challenge(server.opponent)
    await server.accept()
    await server.pick(server.challenger, "crab", "lobster")
    (seal,) = (await stored(server)).values()
    if how == "resign":
        asked = await server.opponent.slash(server.home, "match resign")
        assert asked.response is not None
        await server.opponent.click(asked.response, label="Resign")
    else:
        app, match = server.bot.app, await server.match()
        ended = await app.matches.admin.abort(match.id, match.users[0], match.guild_id)
        await app.publisher.publish(ended.id, ended)
    void = f"-# Seal `{seal}` on green's pick is void: the match ended first, so the pick stays hidden."
    assert void in text(server.card).splitlines()
    assert not A_SALT.search(text(server.card))
    again = await server.opponent.slash(server.home, "prawns board")
    assert void in private(again) and not A_SALT.search(private(again))


async def test_the_computers_seal_is_on_the_first_card(server: Server) -> None:
    await begin(server, 1, game="prawns", blind_start="on")
    first = sealed(server.card)
    assert list(first) == ["blue"] and first == await stored(server)
    panel = await server.choose(server.challenger, "crab", "lobster", by_dm=False)
    await server.challenger.click(panel(), label="Confirm")
    assert sealed(server.card)["blue"] == first["blue"]


async def test_picks_in_the_open_are_not_sealed(server: Server) -> None:
    await server.challenge(server.opponent, blind_start="off")
    await server.accept()
    await server.pick(server.challenger, "crab", "lobster", by_dm=False)
    assert "eal" not in text(server.card)
    await server.pick(server.opponent, "crab", "crab", by_dm=False)
    assert "eal" not in text(server.card)


async def test_the_viewer_of_records_says_of_each_seal_whether_it_holds(server: Server) -> None:
    await server.start()
    given = panel_of(await server.challenger.slash(server.home, "match record"))
    both = ["-# Green's pick: the seal holds.", "-# Blue's pick: the seal holds."]
    assert [line for line in text(given).splitlines() if "pick:" in line] == both
    out = {file.filename.rpartition(".")[2]: await file.read() for file in given.attachments}
    for name, content in out.items():
        assert await told_of(server, name, content) == both
        changed = content.replace(b"crab,lobster", b"crab,crab").replace(
            b'"crab",\n      "lobster"', b'"crab", "crab"'
        )
        assert changed != content
        green = (
            "-# Green's pick: the seal doesn't hold. Something in this record was changed, or the pick was."
        )
        assert await told_of(server, name, changed) == [green, both[1]]
    older = re.sub(rb"\[(Seals|Salts) .*\]\n", b"", out["txt"])
    assert await told_of(server, "txt", older) == [
        "-# Green's pick: not sealed.",
        "-# Blue's pick: not sealed.",
    ]


async def told_of(server: Server, name: str, content: bytes) -> list[str]:
    """What is said of picks where a record is opened, and no more once it is stepped through."""
    opened = await server.visitor.slash(server.channel, "match import", record=(f"record.{name}", content))
    said = [line for line in text(panel_of(opened)).splitlines() if "pick:" in line]
    await server.visitor.click(panel_of(opened), label="Text board")
    assert [line for line in text(panel_of(opened)).splitlines() if "pick:" in line] == said
    return said


def check_small(server: Server) -> None:
    """Whatever a message says of seals is in small print, each in a line of its own."""
    for message in [*server.home.history(), *server.channel.history()]:
        for line in text(message).splitlines():
            assert line.startswith("-# ") or not re.search("seal|[0-9a-f]{32}", line, re.IGNORECASE), line
