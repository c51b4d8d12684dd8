"""Seals behind *Fair draw*: cards carry them in an id; what opens one is its maker's until both are in."""

from __future__ import annotations

import re
import secrets
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import update

import bot
from cogs.panels.challenge import fair_draw as fair_draws
from cogs.text import seals_texts
from data.schema import match as match_table
from matches import UserId
from matches.lifecycle import seals
from tests.cases import case
from tests.cogs.computer import begin
from tests.cogs.forged import OwnMessage
from tests.cogs.governing import panel_of
from tests.cogs.hidden import asked, seen, told
from tests.cogs.refusing import refusing
from tests.cogs.server import Server, a_server, ids, private, text
from tests.seals import held_still
from tests.store import write

A_SALT = re.compile(r"[0-9a-f]{64}")
LONGEST_ID = 100
"""Characters of a control's id (Discord's limit)."""


def carried(message: Any) -> list[str]:
    """The seals in the id of a card's *Fair draw*."""
    return [seal for one in ids(message, "fairdraw:") for seal in one.partition("=")[2].split(".")]


async def stored(server: Server, number: int = 1) -> list[str]:
    """The seals of a match as far as cards carry them: on the draw, then on the picks made so far."""
    match = await server.match(number)
    draw = seals.of_draw(match)
    return [seal[:32] for seal in (*([draw] if draw else []), *seals.of_picks(match).values())]


async def fair_draw(server: Server, who: Any, custom_id: str) -> str:
    """What somebody is told who presses *Fair draw*, perhaps on a card that has become another since."""
    return private(await OwnMessage(server, who, server.channel).click(custom_id))


def button(message: Any) -> str:
    """The id of a card's *Fair draw*."""
    (found,) = ids(message, "fairdraw:")
    return found


async def test_a_card_carries_a_seal_once_its_side_has_confirmed_and_until_the_record_opens_it(
    server: Server,
) -> None:
    await server.challenge(server.opponent)
    await server.accept()
    assert carried(server.card) == await stored(server), "the draw's alone"
    await server.choose(server.challenger, "crab", "lobster")
    assert len(carried(server.card)) == 1, "what isn't confirmed isn't sealed"
    await server.pick(server.challenger, "crab", "lobster")
    assert carried(server.card) == await stored(server) and len(carried(server.card)) == 2
    setup = button(server.card)
    await server.pick(server.opponent, "crab", "lobster")
    assert not carried(server.card), "the record opens them all"
    again = await fair_draw(server, server.visitor, setup)
    for seal, opening in zip(await stored(server), again_opened(again), strict=True):
        assert f"Seal: `{seal}`" in again and seals.seal(opening).startswith(seal)
    await server.pass_time(minutes=5)
    check_unseen(server)


def again_opened(said: str) -> list[str]:
    """The lines in a text that open seals."""
    return re.findall("`(tidepool seal .+)`", said)


@pytest.mark.parametrize("asks", ["opponent", "visitor"])
async def test_before_both_picks_are_in_an_opening_is_told_to_its_maker_alone(
    server: Server, asks: str
) -> None:
    await server.challenge(server.opponent)
    await server.accept()
    await server.pick(server.challenger, "crab", "lobster")
    draw, seal = await stored(server)
    match = await server.match()
    (opening,) = seals.opened_picks(match, UserId(server.challenger.id)).values()
    told = await fair_draw(server, getattr(server, asks), button(server.card))
    assert f"Green's pick is made. Seal: `{seal}`" in told and f"Seal: `{draw}`" in told
    assert again_opened(told) == [seals.opened_draw(match)], "the draw's, which is open to all"
    own = await fair_draw(server, server.challenger, button(server.card))
    assert again_opened(own) == [seals.opened_draw(match), opening]
    assert "keep it to yourself" in own


def test_an_id_with_two_seals_is_never_too_long() -> None:
    seal = "0f" * 16
    assert len(fair_draws.open_seals.id_about(2**63 - 1, f"{seal}.{seal}")) <= LONGEST_ID


def test_the_bot_takes_its_salts_from_the_source_for_secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    assert (bot.build.__kwdefaults__ or {})["salt"] is bot.fresh_salt
    assert len({bot.fresh_salt() for _ in range(9)}) == 9
    monkeypatch.setattr(secrets, "token_bytes", lambda length: b"\x5e" * length)
    assert bot.fresh_salt() == b"\x5e" * seals.SALT_BYTES


@pytest.mark.parametrize("by_dm", [True, False])
async def test_its_maker_checks_it_where_they_picked_then_and_later(server: Server, by_dm: bool) -> None:
    await server.challenge(server.opponent)
    await server.accept()
    panel = await server.choose(server.challenger, "crab", "lobster", by_dm=by_dm)
    who = server.challenger.user if by_dm else server.challenger
    await who.click(panel(), label="Confirm")
    (opening,) = seals.opened_picks(await server.match(), UserId(server.challenger.id)).values()
    for shown in (panel(), server.dms(server.challenger)[-1]):
        assert carried(shown) == await stored(server)
        assert not A_SALT.search(text(shown))
    assert opening in private(await who.click(panel(), label=seals_texts.FAIR_DRAW))
    await server.pick(server.opponent, "crab", "lobster")
    assert opening in private(await who.click(panel(), label=seals_texts.FAIR_DRAW))


@pytest.mark.parametrize("how", ["resign", "abort"])
async def test_a_seal_of_a_match_that_ends_before_is_void(server: Server, how: str) -> None:
    await server.challenge(server.opponent)
    await server.accept()
    await server.pick(server.challenger, "crab", "lobster")
    before = await stored(server)
    if how == "resign":
        asked = await server.opponent.slash(server.home, "match", deed="resign")
        assert asked.response is not None
        await server.opponent.click(asked.response, label="Resign")
    else:
        app, match = server.bot.app, await server.match()
        ended = await app.matches.admin.abort(match.id, UserId(99), match.guild_id)
        await app.publisher.publish(ended.id, ended)
    void = "The match ended before both picks were in, so the pick stays hidden."
    assert f"-# {void}" in text(server.card).splitlines()
    assert carried(server.card) == before, "it's never opened, so it stays"
    for who in (server.challenger, server.opponent, server.visitor):
        told = await fair_draw(server, who, button(server.card))
        assert f"Seal `{before[1]}` on green's pick is void. {void}" in told.splitlines()
        assert len(again_opened(told)) == 1, "the draw's"
    check_unseen(server)


async def test_the_computers_seal_is_on_the_first_card(server: Server) -> None:
    await begin(server, 1, game="prawns", blind_start="on")
    assert carried(server.card) == await stored(server) and len(carried(server.card)) == 1
    assert not again_opened(await fair_draw(server, server.challenger, button(server.card)))
    panel = await server.choose(server.challenger, "crab", "lobster", by_dm=False)
    first = button(server.card)
    await server.challenger.click(panel(), label="Confirm")
    assert len(again_opened(await fair_draw(server, server.challenger, first))) == 2


async def test_picks_in_the_open_are_not_sealed(server: Server) -> None:
    await server.challenge(server.opponent, blind_start="off")
    await server.accept()
    await server.pick(server.challenger, "crab", "lobster", by_dm=False)
    assert len(carried(server.card)) == 1, "the draw's alone"
    await server.pick(server.opponent, "crab", "crab", by_dm=False)
    check_unseen(server)


# --- what is drawn with a challenge ---------------------------------------------------------------


GAMES = ("prawns", "prudh", "pjawns", "cannons", "predation")


async def test_the_draw_is_sealed_on_the_challenge_and_opened_once_it_is_accepted(server: Server) -> None:
    for number, command in enumerate(GAMES, 1):
        with case(command):
            await check_draw(server, command, number)


async def check_draw(server: Server, command: str, number: int) -> None:
    """A challenge by this command carries a seal, and once it is accepted anyone can open it."""
    server.command = command
    await server.challenge(server.opponent)
    (seal,), pressed = carried(server.invitation), button(server.invitation)
    assert seal in await stored(server, number)
    for who in (server.challenger, server.opponent, server.visitor):
        told = await fair_draw(server, who, pressed)
        assert f"The draw was made before anybody accepted. Seal: `{seal}`" in told and not A_SALT.search(
            told
        )
    await server.accept()
    opening = seals.opened_draw(await server.match(number))
    assert opening is not None and seals.seal(opening).startswith(seal)
    assert again_opened(await fair_draw(server, server.visitor, pressed)) == [opening]
    if command == "prawns":
        assert carried(server.card) == [seal]
    else:
        assert not carried(server.card)
        given = panel_of(await server.visitor.slash(server.home, "match", deed="record"))
        assert opening.split()[-1].encode() in await given.attachments[0].read()
    check_unseen(server)


async def before_it_is_taken_up(server: Server, opponent: Any, falls: str, command: str) -> list[Any]:
    """All that anybody sees of a challenge, and what each is answered who asks for it."""
    server.coin[:] = [falls]  # type: ignore[list-item]
    server.command = command
    await server.challenge(opponent)
    found = [await seen(server)]
    for who in (server.challenger, server.opponent, server.visitor):
        found += [await asked(server, who, server.channel)]
        found += [await told(await who.slash(server.channel, "match", number="find"))]
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


async def test_where_nobody_calls_the_card_says_who_was_drawn(server: Server) -> None:
    await begin(server, 1, game="prawns")
    assert re.search(r"^Drawn: .+ moves first\.$", text(server.card), re.MULTILINE)
    assert " called " not in text(server.card)
    assert "opens with" not in text(server.card)


async def test_a_challenge_that_an_older_bot_took_up_has_a_void_seal(server: Server) -> None:
    await server.challenge(server.opponent)
    pressed = button(server.invitation)
    seal = seals.of_draw(await server.match())
    assert seal is not None
    await server.accept()
    await write(server.store, update(match_table).values(toss_fell="heads"))
    shown = await server.visitor.slash(server.channel, "match", number="1")
    assert f"-# {seals_texts.DRAWN_AGAIN}" in private(shown).splitlines()
    told = await fair_draw(server, server.visitor, pressed)
    assert f"{seals_texts.DRAWN_AGAIN} Its seal `{seal[:32]}` is void." in told.splitlines()


async def test_the_viewer_of_records_says_of_each_seal_whether_it_holds(server: Server) -> None:
    await server.start()
    given = panel_of(await server.challenger.slash(server.home, "match", deed="record"))
    all_hold = ["-# The draw, Green's pick, Blue's pick: the seal holds."]
    assert [line for line in text(given).splitlines() if "pick:" in line] == all_hold
    out = {file.filename.rpartition(".")[2]: await file.read() for file in given.attachments}
    for name, content in out.items():
        assert await told_of(server, name, content) == all_hold
        changed = content.replace(b"crab,lobster", b"crab,crab").replace(
            b'"crab",\n      "lobster"', b'"crab", "crab"'
        )
        assert changed != content
        why = "The record was changed, or what was sealed."
        holds = "-# The draw, Blue's pick: the seal holds."
        green = f"-# Green's pick: the seal doesn't hold. {why}"
        assert await told_of(server, name, changed) == [holds, green]
    older = re.sub(rb"\[(Seals|Salts) .*\]\n", b"", out["txt"])
    (said,) = await told_of(server, "txt", older)
    assert said.endswith("Green's pick, Blue's pick: not sealed.")


async def told_of(server: Server, name: str, content: bytes) -> list[str]:
    """What is said of picks where a record is opened, and no more once it is stepped through."""
    opened = await server.visitor.slash(server.channel, "open", file=(f"record.{name}", content))
    said = [line for line in text(panel_of(opened)).splitlines() if "pick:" in line]
    await server.visitor.click(panel_of(opened), label="Text board")
    assert [line for line in text(panel_of(opened)).splitlines() if "pick:" in line] == said
    return said


async def test_a_stranger_to_a_private_match_is_told_nothing_of_its_seals(server: Server) -> None:
    await server.challenge(server.opponent, private="on")
    pressed = button(server.invitation)
    await server.accept()
    told = await fair_draw(server, server.visitor, pressed)
    assert not again_opened(told) and "Seal" not in told


def check_unseen(server: Server) -> None:
    """No message anywhere shows a seal, a salt or a word about them."""
    places = [server.home.history(), server.channel.history(), server.dms(server.challenger)]
    for message in [one for place in [*places, server.dms(server.opponent)] for one in place]:
        assert not re.search("[0-9a-f]{32}|seal|bot's host", text(message), re.IGNORECASE), text(message)
