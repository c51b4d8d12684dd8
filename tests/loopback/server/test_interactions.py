"""Interactions are told, answered and refused as by Discord, and people see what they would."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import Any

import pytest

from tests.loopback.server.people import Answer, CannotDoError, NotAcknowledgedError, labels, text
from tests.loopback.server.wire import EPHEMERAL, V2, Place, Wire, said, with_button
from tests.patience import PATIENCE

DEFER: dict[str, Any] = {"type": 5, "data": {"flags": EPHEMERAL}}
OK: dict[str, Any] = {"flags": V2, "components": said("Done.")}


def callback(answer: Answer) -> str:
    """Where an interaction is acknowledged."""
    return f"/interactions/{answer.interaction.id}/{answer.interaction.token}/callback"


def webhook(answer: Answer, rest: str = "") -> str:
    """Where an interaction is answered afterwards."""
    return f"/webhooks/{answer.world.application_id}/{answer.interaction.token}{rest}"


async def test_a_command_tells_what_was_chosen(place: Place) -> None:
    answer = place.challenger.send_slash(
        place.channel, "prawns challenge", opponent=place.opponent, board="8 by 8"
    )
    told = answer.interaction.payload
    assert told["data"]["name"] == "prawns"
    (part,) = told["data"]["options"]
    assert part["options"] == [
        {"name": "opponent", "type": 6, "value": str(place.opponent.id)},
        {"name": "board", "type": 3, "value": "8x8"},
    ]
    resolved = told["data"]["resolved"]
    assert resolved["users"][str(place.opponent.id)]["global_name"] == "Opponent"
    assert int(resolved["members"][str(place.opponent.id)]["permissions"]) & 1 << 10
    assert told["member"]["user"]["id"] == str(place.challenger.id)


@pytest.mark.parametrize(
    ("command", "options", "why"),
    [
        ("chess", {}, "there is no command"),
        ("prawns draw", {}, "there is no part"),
        ("prawns move", {}, "action is required"),
        ("prawns challenge", {"board": "9x9"}, "is none of"),
        ("prawns challenge", {"colour": "red"}, "there are no options"),
    ],
)
async def test_what_discord_would_not_offer_cannot_be_done(
    command: str, options: dict[str, Any], why: str, place: Place
) -> None:
    with pytest.raises(CannotDoError, match=why):
        place.challenger.send_slash(place.channel, command, **options)


async def test_a_command_for_servers_is_not_offered_in_direct_messages(place: Place) -> None:
    dms = place.world.direct_messages(place.challenger.user)
    with pytest.raises(CannotDoError, match="not offered"):
        place.challenger.send_slash(dms, "help")
    told = place.challenger.send_slash(dms, "prawns challenge").interaction.payload
    assert "member" not in told
    assert told["user"]["id"] == str(place.challenger.id)


async def test_an_acknowledgement_comes_in_time_and_once(place: Place, wire: Wire) -> None:
    answer = place.challenger.send_slash(place.channel, "prawns challenge")
    place.world.turn(seconds=PATIENCE / 2)
    done = await wire("POST", callback(answer) + "?with_response=1", DEFER)
    assert done.body["interaction"]["response_message_ephemeral"]
    assert answer.deferred
    assert answer.thinking
    assert PATIENCE / 2 <= (answer.acknowledged_in or 0) < PATIENCE
    assert (await wire("POST", callback(answer), DEFER)).seen == (400, 40060)
    late = place.challenger.send_slash(place.channel, "prawns challenge")
    place.world.turn(seconds=PATIENCE)
    assert (await wire("POST", callback(late), DEFER)).seen == (404, 10062)
    assert late.failed
    assert late.interaction.refusals == [10062]
    assert (await wire("POST", "/interactions/1/nobody/callback", DEFER)).seen == (404, 10062)


async def test_a_person_waits_until_nothing_comes(place: Place) -> None:
    place.world.acknowledge_within = timedelta()
    with pytest.raises(NotAcknowledgedError):
        await place.challenger.slash(place.channel, "prawns challenge")


async def test_nothing_follows_before_the_acknowledgement_or_after_fifteen_minutes(
    place: Place, wire: Wire
) -> None:
    answer = place.challenger.send_slash(place.channel, "prawns challenge")
    assert (await wire("POST", webhook(answer), OK)).seen == (404, 10015)
    await wire("POST", callback(answer), DEFER)
    place.world.turn(minutes=14)
    assert (await wire("POST", webhook(answer), OK)).status == 200
    place.world.turn(minutes=2)
    assert (await wire("POST", webhook(answer), OK)).seen == (401, 50027)
    assert (await wire("PATCH", webhook(answer, "/messages/@original"), OK)).seen == (401, 50027)


async def test_the_first_message_after_a_deferral_takes_its_place(place: Place, wire: Wire) -> None:
    answer = place.challenger.send_slash(place.channel, "prawns challenge")
    await wire("POST", callback(answer), DEFER)
    assert answer.messages == []
    await wire("POST", webhook(answer), OK)
    await wire("POST", webhook(answer), {"content": "And this.", "flags": EPHEMERAL})
    assert not answer.thinking
    assert answer.told == "Done.\nAnd this."
    assert [text(message) for message in place.challenger.sees(place.channel)] == ["Done.", "And this."]
    assert place.opponent.sees(place.channel) == []
    assert (await wire("GET", place.messages)).body == []
    hidden = place.challenger.sees(place.channel)[0].id
    assert (await wire("GET", f"{place.messages}/{hidden}")).seen == (404, 10008)


async def test_the_original_can_be_read_edited_and_deleted(place: Place, wire: Wire) -> None:
    answer = place.challenger.send_slash(place.channel, "prawns challenge")
    await wire("POST", callback(answer), DEFER)
    original = webhook(answer, "/messages/@original")
    assert (await wire("GET", original)).body["flags"] & 1 << 7, "still thinking"
    assert (await wire("PATCH", original, OK)).status == 200
    assert (await answer.message()).components == answer.interaction.original.components  # type: ignore[union-attr]
    assert (await wire("DELETE", original)).status == 204
    assert answer.original_deleted
    assert answer.messages == []
    assert (await wire("PATCH", original, OK)).seen == (404, 10008)


async def test_a_click_says_which_button_on_which_message(place: Place, wire: Wire) -> None:
    await wire("POST", place.messages, {"flags": V2, "components": with_button("Press")})
    card = place.channel.last
    assert labels(card) == ["Go"]
    answer = place.challenger.send_click(card, "Go")
    told = answer.interaction.payload
    assert (told["type"], told["data"]["custom_id"], told["message"]["id"]) == (3, "go:1", str(card.id))
    await wire("POST", callback(answer), {"type": 6})
    await wire("PATCH", webhook(answer, "/messages/@original"), {"components": said("Pressed")})
    assert text(card) == "Pressed"
    assert answer.messages == []
    with pytest.raises(LookupError, match="0 controls fit"):
        place.challenger.send_click(card, "Go")


async def test_a_click_can_update_its_message_at_once(place: Place, wire: Wire) -> None:
    await wire("POST", place.messages, {"flags": V2, "components": with_button("Press")})
    answer = place.challenger.send_click(place.channel.last, custom_id="go:")
    done = await wire(
        "POST", callback(answer) + "?with_response=1", {"type": 7, "data": {"components": said("Pressed")}}
    )
    assert done.body["resource"]["type"] == 7
    assert text(place.channel.last) == "Pressed"


async def test_a_menu_offers_what_it_offers(place: Place, wire: Wire) -> None:
    options = [{"label": each.title(), "value": each} for each in ("crab", "shrimp")]
    menu = {"type": 3, "custom_id": "slot:1", "placeholder": "Pick", "options": options}
    await wire("POST", place.messages, {"flags": V2, "components": [{"type": 1, "components": [menu]}]})
    answer = place.challenger.send_select(place.channel.last, ["crab"], "Pick")
    assert answer.interaction.payload["data"]["values"] == ["crab"]
    with pytest.raises(CannotDoError):
        place.challenger.send_select(place.channel.last, ["lobster"])
    with pytest.raises(CannotDoError):
        place.challenger.send_select(place.channel.last, ["crab", "shrimp"])


async def test_nobody_else_uses_an_ephemeral_message(place: Place, wire: Wire) -> None:
    answer = place.challenger.send_slash(place.channel, "prawns challenge")
    data = {"flags": V2 | EPHEMERAL, "components": with_button("Only you")}
    await wire("POST", callback(answer), {"type": 4, "data": data})
    (panel,) = answer.private
    with pytest.raises(CannotDoError, match="does not see"):
        place.opponent.send_click(panel, "Go")
    click = place.challenger.send_click(panel, "Go")
    await wire("POST", callback(click), {"type": 6})
    await wire("DELETE", webhook(click, "/messages/@original"))
    assert place.challenger.sees(place.channel) == []
    with pytest.raises(CannotDoError, match="does not see"):
        place.challenger.send_click(panel, "Go")


async def test_autocompletion(place: Place, wire: Wire) -> None:
    asking = asyncio.create_task(place.challenger.autocomplete(place.channel, "prawns move", "action", "a2"))
    await asyncio.sleep(0)  # it has asked
    (interaction,) = place.world.interactions.values()
    (part,) = interaction.payload["data"]["options"]
    assert part["options"] == [{"name": "action", "type": 3, "value": "a2", "focused": True}]
    path = callback(Answer(place.world, interaction))
    assert (await wire("POST", path, DEFER)).code == 50035, "a deferral is no answer to it"
    choices = [{"name": "a2 to a3", "value": "a2-a3"}]
    await wire("POST", path, {"type": 8, "data": {"choices": choices}})
    assert await asking == [("a2 to a3", "a2-a3")]


async def test_a_public_answer_in_a_locked_thread_is_refused(place: Place, wire: Wire) -> None:
    await wire("POST", place.messages, {"content": "A challenge"})
    place_of_thread = f"{place.messages}/{place.channel.last.id}/threads"
    started = await wire("POST", place_of_thread, {"name": "match"})
    thread = place.world.channel(int(started.body["id"]))
    answer = place.challenger.send_slash(thread, "prawns challenge")
    place.world.archive(thread, locked=True)
    assert (await wire("POST", callback(answer), {"type": 5})).seen == (400, 50083)
    assert (await wire("POST", callback(answer), DEFER)).status == 204


async def test_who_may_not_use_commands_cannot(place: Place) -> None:
    place.world.allow(place.channel, place.challenger.user, use_application_commands=False)
    with pytest.raises(CannotDoError, match="may not"):
        place.challenger.send_slash(place.channel, "help")
