"""Seals on cards: small print, once a side has confirmed; what opens one is its maker's until both are in."""

from __future__ import annotations

import re
import secrets
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import update

import bot
from data.schema import match as match_table
from matches import UserId
from matches.lifecycle import seals
from tests.cases import case
from tests.cogs.computer import begin
from tests.cogs.governing import panel_of
from tests.cogs.hidden import asked, seen, told
from tests.cogs.refusing import refusing
from tests.cogs.server import Server, a_server, private, text
from tests.seals import held_still
from tests.store import write

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
    assert not sealed(server.card)
    await server.choose(server.challenger, "crab", "lobster")
    assert not sealed(server.card), "what isn't confirmed isn't sealed"
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


def test_the_bot_takes_its_salts_from_the_source_for_secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    assert (bot.build.__kwdefaults__ or {})["salt"] is bot.fresh_salt
    assert len({bot.fresh_salt() for _ in range(9)}) == 9
    monkeypatch.setattr(secrets, "token_bytes", lambda length: b"\x5e" * length)
    assert bot.fresh_salt() == b"\x5e" * seals.SALT_BYTES


@pytest.mark.parametrize("by_dm", [True, False])
async def test_its_maker_gets_what_opens_it_and_nobody_else(server: Server, by_dm: bool) -> None:
    await server.challenge(server.opponent)
    await server.accept()
    panel = await server.choose(server.challenger, "crab", "lobster", by_dm=by_dm)
    who = server.challenger.user if by_dm else server.challenger
    await who.click(panel(), label="Confirm")
    (seal,) = (await stored(server)).values()
    (opening,) = seals.opened_picks(await server.match(), server.challenger.user.id).values()  # type: ignore[arg-type]
    for shown in (text(panel()), text(server.dms(server.challenger)[-1])):
        assert f"-# Seal on your pick: `{seal}`" in shown.splitlines()
        assert opening in shown and seals.seal(opening).startswith(seal)
    draw = (await server.match()).draw
    draw_salt = draw.salt if draw else ""
    assert A_SALT.findall(text(server.card)) == [draw_salt]
    assert not A_SALT.search(text(server.dms(server.opponent)[-1]))
    for message in server.home.history(viewer=server.opponent):
        assert set(A_SALT.findall(text(message))) <= {draw_salt}


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
        ended = await app.matches.admin.abort(match.id, UserId(99), match.guild_id)
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
    assert not sealed(server.card)
    await server.pick(server.opponent, "crab", "crab", by_dm=False)
    assert "seal" not in text(server.card).casefold()


# --- what is drawn with a challenge ---------------------------------------------------------------


GAMES = ("prawns", "prudh", "pjawns", "cannons", "predation")


async def test_the_draw_is_sealed_on_the_challenge_and_opened_on_the_next_card(server: Server) -> None:
    for number, command in enumerate(GAMES, 1):
        with case(command):
            await check_draw(server, command, number)


async def check_draw(server: Server, command: str, number: int) -> None:
    """A challenge by this command shows a seal, and the next card opens it."""
    server.command = command
    await server.challenge(server.opponent)
    invitation = server.invitation
    called = command == "prawns"
    what = "The coin is tossed already" if called else "Drawn already by the bot's host, since nobody calls"
    (seal,) = re.findall(rf"^-# {what}\. Seal: `([0-9a-f]{{32}})`$", text(invitation), re.MULTILINE)
    assert not A_SALT.search(text(invitation))
    await server.accept()
    opening = seals.opened_draw(await server.match(number))
    assert opening is not None and seals.seal(opening).startswith(seal)
    if called:
        assert f"-# The coin's seal opens with: `{opening}`" in text(server.card).splitlines()
    else:
        open_now = "Its seal is open: `/match record` has it."
        assert f"-# Drawn by the bot's host, since nobody calls. {open_now}" in text(server.card).splitlines()
        given = panel_of(await server.visitor.slash(server.home, "match record"))
        assert opening.split()[-1].encode() in await given.attachments[0].read()
    (now,) = (message for message in server.channel.history() if message.id == invitation.id)
    assert f"-# Seal on the draw: `{seal}`" in text(now).splitlines()
    check_small(server)


async def before_it_is_taken_up(server: Server, opponent: Any, falls: str, command: str) -> list[Any]:
    """All that anybody sees of a challenge, and what each is answered who asks for it."""
    server.coin[:] = [falls]  # type: ignore[list-item]
    server.command = command
    await server.challenge(opponent)
    found = [await seen(server)]
    for who in (server.challenger, server.opponent, server.visitor):
        found += [await asked(server, who, server.channel)]
        found += [await told(await who.slash(server.channel, "match find"))]
    return list(held_still(found, [await server.match()]))


@pytest.mark.gate(draw=2)
@refusing
@pytest.mark.parametrize("to", ["somebody", "anyone"])
@pytest.mark.parametrize("command", ["prawns", "prudh", "pjawns"])
@pytest.mark.usefixtures("still_clock")
async def test_nothing_shows_how_the_coin_has_fallen(
    tmp_path: Path, fresh_database: Path, command: str, to: str
) -> None:
    views, after = [], []
    for falls in ("heads", "tails"):
        async with a_server(tmp_path / falls, fresh_database) as server:
            opponent = server.opponent if to == "somebody" else None
            views.append(await before_it_is_taken_up(server, opponent, falls, command))
            await server.accept()
            after.append((await server.match()).draw)
    assert views[0] == views[1]
    assert after[0] and after[1] and after[0].value != after[1].value


async def test_where_nobody_calls_the_card_says_that_the_host_drew(server: Server) -> None:
    await begin(server, 1, game="prawns")
    assert "Nobody calls the coin here, so the bot's host drew: " in text(server.card)
    assert " called " not in text(server.card)
    assert "opens with" not in text(server.card)


async def test_a_challenge_that_an_older_bot_took_up_has_a_void_seal(server: Server) -> None:
    await server.challenge(server.opponent)
    seal = seals.of_draw(await server.match())
    assert seal is not None
    await server.accept()
    await write(server.store, update(match_table).values(toss_fell="heads"))
    shown = await server.visitor.slash(server.channel, "prawns board", match="1")
    void = f"-# Seal `{seal[:32]}` on the draw is void: an older version of this bot drew again."
    assert void in private(shown).splitlines()


async def test_the_viewer_of_records_says_of_each_seal_whether_it_holds(server: Server) -> None:
    await server.start()
    given = panel_of(await server.challenger.slash(server.home, "match record"))
    both = ["-# Green's pick: the seal holds.", "-# Blue's pick: the seal holds."]
    assert [line for line in text(given).splitlines() if "pick:" in line] == both
    assert "-# The draw (coin=tails): the seal holds." in text(given).splitlines()
    out = {file.filename.rpartition(".")[2]: await file.read() for file in given.attachments}
    for name, content in out.items():
        assert await told_of(server, name, content) == both
        changed = content.replace(b"crab,lobster", b"crab,crab").replace(
            b'"crab",\n      "lobster"', b'"crab", "crab"'
        )
        assert changed != content
        why = "Something in this record was changed, or what was sealed."
        green = f"-# Green's pick: the seal doesn't hold. {why}"
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
