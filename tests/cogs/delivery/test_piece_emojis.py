"""Pictures of pieces in buttons: uploaded once, by one process, and done without where that fails."""

from __future__ import annotations

import logging
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from cogs.delivery import piece_emojis
from cogs.delivery.piece_emojis import APART, UPLOADING, PieceEmojis
from cogs.kit.failures import record_answer
from imaging import Emblem
from tests.cases import case
from tests.cogs.server import Server, parts

PLACE = "/applications/*/emojis"


@pytest.fixture(autouse=True)
def _two_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    """Emblems of Pjawns alone, not drawn."""
    drawn = tuple(
        Emblem("pjawns", "pjawn", side, 1, f"{side}_pjawn", f"{number:08x}", b"\x89PNG\r\n\x1a\n")
        for number, side in enumerate(("white", "black"))
    )
    monkeypatch.setattr(piece_emojis, "emblems", lambda: drawn)


def made(server: Server) -> PieceEmojis:
    """Those of another process, switched on."""
    app = server.bot.app
    return PieceEmojis(app.bot, app.services, app.clock, app.in_flight)


async def on(server: Server) -> None:
    """Switch them on for the bot that runs, and have a round done."""
    server.bot.app.piece_emojis._on = True
    await server.bot.app.piece_emojis.keep_up()


def uploads(server: Server) -> int:
    return sum(one.method == "POST" and one.path.endswith("/emojis") for one in server.env.http_requests)


def shown(message: Any) -> list[str]:
    """The names of the emojis in its buttons."""
    return [part["emoji"]["name"] for part in parts(message) if part.get("emoji")]


async def test_buttons_show_the_piece_that_moves_and_the_one_that_is_taken(server: Server) -> None:
    await on(server)
    assert uploads(server) == 2
    await server.begin("pjawns")
    await server.play("@e1 / @d8 / e1-e3 / d8-d6 / e3-e4 / d6-d5 / @a1 / @h8 / a1-a3 / @g8 / a3-a4 / @f8")
    assert shown(server.card) == ["white_pjawn"] * 2, "those that can move, and not a new one"
    panel = await server.open(server.challenger, "Move")
    await server.take_step(server.challenger, panel(), "e4xd5")
    assert shown(panel()) == ["black_pjawn"]


async def test_what_is_there_is_not_uploaded_again(server: Server) -> None:
    await on(server)
    looked = len(server.env.http_requests)
    await server.bot.app.piece_emojis.keep_up()
    assert len(server.env.http_requests) == looked, "not every round"
    await made(server).keep_up()
    assert uploads(server) == 2


async def test_those_that_were_deleted_are_uploaded_again(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Discord refuses a card with an emoji that is not there any more."""
    monkeypatch.setattr(piece_emojis, "APART", 5.0)
    monkeypatch.setattr(piece_emojis, "CHECK_EVERY", timedelta(seconds=20))
    await on(server)
    server.env.backend.delete_application_emoji(min(server.env.backend.application_emojis))
    await server.env.advance_time(21)
    server.env.inject_error("POST", PLACE, status=503)
    await server.bot.app.piece_emojis.keep_up()
    await server.begin("pjawns")
    await server.play("@e1 / @d8 / e1-e2 / @e8")
    assert shown(server.card) == []
    await server.env.advance_time(6)
    await server.bot.app.piece_emojis.keep_up()
    panel = await server.open(server.challenger, "Move")
    assert shown(panel()) == ["white_pjawn"]


async def test_one_process_uploads(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(piece_emojis, "APART", 5.0)
    assert not await server.bot.app.services.sharding.ask_session(UPLOADING, 5), "another begins"
    await on(server)
    assert uploads(server) == 0
    await server.begin("pjawns")
    assert shown(server.card) == []
    await server.env.advance_time(6)
    await server.bot.app.piece_emojis.keep_up()
    assert uploads(server) == 2, "the other one has died"


async def test_each_upload_renews_the_turn(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """However long Discord makes the bot wait for the others; a crash gives it up two minutes later."""
    sharding, http = server.bot.app.services.sharding, server.bot.http
    real, waits = http.create_application_emoji, []

    async def slow(*told: Any) -> Any:
        await server.env.advance_time(0.9 * APART)
        waits.append(await sharding.ask_session(UPLOADING, APART))
        return await real(*told)

    monkeypatch.setattr(http, "create_application_emoji", slow)
    await server.stop_loops()
    await on(server)
    assert uploads(server) == len(waits) == 2
    assert all(waits), "another process leaves it alone"
    assert await sharding.ask_session(UPLOADING, APART) < timedelta(seconds=APART)
    await server.env.advance_time(APART)
    assert not await sharding.ask_session(UPLOADING, APART)


async def test_what_a_killed_process_began_is_gone_on_with(server: Server) -> None:
    await server.bot.create_application_emoji(name="pjawn_white_00000000", image=b"\x89PNG\r\n\x1a\n")
    await on(server)
    assert uploads(server) == 2
    await server.begin("pjawns")
    await server.play("@e1 / @d8 / e1-e2 / @e8")
    assert shown(server.card) == ["white_pjawn"]


@pytest.mark.parametrize("status", [400, 404, 503])
async def test_buttons_do_without_where_discord_refuses(
    server: Server, status: int, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    # Real ones would have simcord's clock go on for an hour.
    monkeypatch.setattr(piece_emojis, "APART", 5.0)
    monkeypatch.setattr(piece_emojis, "AFTER_REFUSAL", timedelta(seconds=20))
    server.env.inject_error("POST", PLACE, status=status, times=1)
    with caplog.at_level(logging.WARNING):
        await on(server)
    assert "emojis could not be" in caplog.text
    await server.begin("pjawns")
    assert shown(server.card) == []
    tried = uploads(server)
    await server.bot.app.piece_emojis.keep_up()
    assert uploads(server) == tried
    await server.env.advance_time(6)
    await server.bot.app.piece_emojis.keep_up()
    assert uploads(server) == (tried + 2 if status == 503 else tried), "what was refused is refused again"
    await server.env.advance_time(15)
    await server.bot.app.piece_emojis.keep_up()
    assert uploads(server) == tried + 2


def names(server: Server) -> dict[int, str]:
    """The names of the application's emojis, by id."""
    return {emoji_id: emoji.name for emoji_id, emoji in server.env.backend.application_emojis.items()}


async def test_those_of_an_older_bot_are_renamed_in_place(server: Server) -> None:
    """Their names said which picture they had; cards go on showing them by id."""
    for name in ("pjawn_white_00000000", "pjawn_black_00000001"):
        await server.bot.create_application_emoji(name=name, image=b"\x89PNG\r\n\x1a\n")
    before, uploaded = names(server), uploads(server)
    await on(server)
    assert uploads(server) == uploaded
    assert dict(zip(before, ("white_pjawn", "black_pjawn"), strict=True)) == names(server)


async def test_another_picture_takes_the_name_and_the_old_one_stays(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(piece_emojis, "APART", 0.0)
    await on(server)
    (white, black), drawn = names(server), piece_emojis.emblems()
    monkeypatch.setattr(piece_emojis, "emblems", lambda: (replace(drawn[0], digest="f" * 8), drawn[1]))
    await made(server).keep_up()
    assert uploads(server) == 3
    found = names(server)
    (fresh,) = [emoji_id for emoji_id, name in found.items() if name == "white_pjawn"]
    assert fresh != white and found[white] == f"old_{white}" and found[black] == "black_pjawn"
    await made(server).keep_up()
    assert uploads(server) == 3 and names(server) == found


@pytest.mark.parametrize("status", [404, 503])
async def test_an_emoji_that_cant_be_renamed_yet_is_shown_and_renamed_later(
    server: Server, status: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(piece_emojis, "APART", 5.0)
    server.env.inject_error("PATCH", f"{PLACE}/*", status=status, times=1)
    await on(server)
    assert "pjawn_white_00000000" in names(server).values()
    await server.begin("pjawns")
    await server.play("@e1 / @d8 / e1-e2 / @e8")
    assert len(shown(server.card)) == 1
    await server.env.advance_time(6)
    await made(server).keep_up()
    assert sorted(names(server).values()) == ["black_pjawn", "white_pjawn"] and uploads(server) == 2


async def test_a_database_that_knows_no_picture_has_all_uploaded_again(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing else says what an emoji shows, as after a backup of before was put back."""
    monkeypatch.setattr(piece_emojis, "APART", 0.0)
    await on(server)
    await server.bot.app.host.remember(piece_emojis.PICTURES, "{}")
    await made(server).keep_up()
    assert uploads(server) == 4 and {"black_pjawn", "white_pjawn"} < set(names(server).values())


async def test_a_host_can_switch_them_off(server: Server) -> None:
    await server.bot.app.piece_emojis.keep_up()
    assert not any("/emojis" in one.path for one in server.env.http_requests)


def nameless(told: Any) -> Any:
    """Emojis of a user without a name."""
    for emoji in told.get("items", [told]):
        emoji["user"] = {"id": "1"}
    return told


def bare(told: Any) -> Any:
    """Emojis with nothing but what is needed."""
    kept = [{"id": emoji["id"], "name": emoji["name"]} for emoji in told.get("items", [told])]
    return {"items": kept} if "items" in told else kept[0]


def only_lists(told: Any) -> Any:
    """What was uploaded isn't told of; the list is as it should be."""
    return told if "items" in told else ""


@pytest.mark.parametrize("answer", [nameless, bare, only_lists])
async def test_only_names_and_ids_are_read(
    server: Server, answer: Any, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    send: Any = server.bot.http.request

    async def request(route: Any, **more: Any) -> Any:
        told = await send(route, **more)
        return answer(told) if route.path.endswith("/emojis") else told

    monkeypatch.setattr(server.bot.http, "request", request)
    with caplog.at_level(logging.WARNING):
        await on(server)
    assert (uploads(server), caplog.messages) == (2, [])
    await server.begin("pjawns")
    await server.play("@e1 / @d8 / e1-e2 / @e8")
    assert shown(server.card) == ["white_pjawn"]


async def test_a_list_that_cannot_be_read_is_a_line_a_round(
    server: Server, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    send: Any = server.bot.http.request
    lists: list[Any] = ["", [], {}, {"items": [{"id": "x", "name": "white_pjawn"}]}, {"items": [7]}]

    async def request(route: Any, **more: Any) -> Any:
        answer = await send(route, **more)
        record_answer(200)
        return told if route.path.endswith("/emojis") else answer

    monkeypatch.setattr(server.bot.http, "request", request)
    server.bot.app.piece_emojis._on = True
    for told in lists:
        with case(told), caplog.at_level(logging.WARNING):
            caplog.clear()
            keeper = server.bot.app.piece_emojis if told == "" else made(server)
            await keeper.keep_up()
            assert [record.levelname for record in caplog.records if record.exc_info] == []
            assert "emojis could not be looked up" in caplog.text
    await server.begin("pjawns")
    assert shown(server.card) == []
