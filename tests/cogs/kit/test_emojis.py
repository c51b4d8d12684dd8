"""What Discord refuses for one of its emojis is sent once more without any, at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import discord
import pytest
import simcord.components
from discord import ui

from cogs.delivery import piece_emojis
from cogs.delivery.sender import edit_message
from cogs.kit.card import card, row
from cogs.kit.controls import button, dismiss, menu
from cogs.kit.emojis import OwnEmoji, plain_if_refused
from cogs.kit.failures import INVALID_FORM
from cogs.panels.account import preferences
from imaging import Emblem
from tests.cogs.answers import answered
from tests.cogs.server import Server, labels, parts, text

OPENING = "@e1 / @d8 / e1-e3 / d8-d6 / e3-e4 / d6-d5 / @a1 / @h8 / a1-a3 / @g8 / a3-a4 / @f8"
"""Green's e4 can take d5."""


@pytest.fixture(autouse=True)
def _emblems(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = tuple(
        Emblem("pjawns", "pjawn", side, 1, f"{side}_pjawn", "0f" * 4, b"\x89PNG\r\n\x1a\n")
        for side in ("white", "black")
    )
    monkeypatch.setattr(piece_emojis, "emblems", lambda: drawn)


def emojis_of(component: Any) -> Iterator[int]:
    """The ids of the emojis of a component, and of the entries of its menu."""
    for part in (component, *component.get("options", ())):
        if part.get("emoji"):
            yield int(part["emoji"]["id"])


@pytest.fixture
async def strict(server: Server, monkeypatch: pytest.MonkeyPatch) -> Server:
    """A Discord that refuses emojis which it hasn't, and a bot that shows emojis."""
    check: Any = simcord.components._check_component

    def checked(component: Any, path: str, **more: Any) -> None:
        if not {*emojis_of(component)} <= {*server.env.backend.application_emojis}:
            raise simcord.components.ComponentValidationError(f"components.{path}.emoji.id: Invalid emoji")
        check(component, path, **more)

    monkeypatch.setattr(simcord.components, "_check_component", checked)
    server.bot.app.piece_emojis._on = True
    await server.bot.app.piece_emojis.keep_up()
    return server


def shown(message: Any) -> list[int]:
    return [emoji for part in parts(message) for emoji in emojis_of(part)]


def forget_emojis(server: Server) -> None:
    """All emojis are deleted at Discord's, and the bot doesn't know."""
    for emoji in list(server.env.backend.application_emojis):
        server.env.backend.delete_application_emoji(emoji)


async def test_a_panel_opens_at_once(strict: Server) -> None:
    await strict.begin("pjawns")
    await strict.play(OPENING)
    assert len(shown(strict.card)) == 2
    forget_emojis(strict)
    panel = await strict.open(strict.challenger, "Move")
    assert shown(panel()) == []
    assert "e4" in labels(panel())
    await strict.take_step(strict.challenger, panel(), "e4xd5")
    assert "e4 to d5" in text(panel()) or "×d5" in labels(panel())


async def test_a_step_on_a_panel(strict: Server) -> None:
    await strict.begin("pjawns")
    await strict.play(OPENING)
    panel = await strict.open(strict.challenger, "Move")
    assert shown(panel())
    forget_emojis(strict)
    await strict.take_step(strict.challenger, panel(), "e4xd5")
    assert shown(panel()) == []
    await strict.tap_on(strict.challenger, panel, "e4xd5")
    assert "pjawn e4 takes pjawn d5" in text(strict.card)


async def test_a_new_card(strict: Server) -> None:
    await strict.begin("pjawns")
    await strict.play("@e1 / @d8 / e1-e3")
    forget_emojis(strict)
    await strict.play("d8-d6", strict.opponent)
    assert shown(strict.card) == []
    (match,) = [await strict.match()]
    assert match.shown.version == match.version


async def test_an_edited_card(strict: Server) -> None:
    await strict.begin("pjawns")
    emoji = next(iter(strict.bot.app.piece_emojis._known.values()))
    forget_emojis(strict)
    edited = card("Edited", row(dismiss.about(0, button("e4", emoji=emoji, plain="pjawn e4"))))
    await edit_message(strict.bot, strict.home.id, strict.card.id, edited)
    assert (text(strict.card), labels(strict.card), shown(strict.card)) == ("Edited", ["pjawn e4"], [])


async def test_the_set_is_looked_up_anew(strict: Server) -> None:
    await strict.begin("pjawns")
    await strict.play(OPENING)
    forget_emojis(strict)
    await strict.open(strict.challenger, "Move")
    refused = [one for one in strict.env.http_requests if "/emojis" in one.path]
    panel = await strict.open(strict.challenger, "Move")
    assert shown(panel()) == [], "none are tried any more"
    await strict.bot.app.services.sharding.ask_session(piece_emojis.UPLOADING, 0)
    await strict.env.advance_time(700)
    again = [one for one in strict.env.http_requests if "/emojis" in one.path]
    assert len(again) > len(refused)
    panel = await strict.open(strict.challenger, "Move")
    assert len(shown(panel())) == 2, "they are uploaded again"


# --- every way of sending --------------------------------------------------------------------------


class Refusing:
    """Sends what has no emoji, and refuses what has one as Discord does; counts both."""

    def __init__(self, view: ui.LayoutView | ui.Modal, code: int = INVALID_FORM) -> None:
        self.view, self.code, self.sent = view, code, list[Any]()
        self.refused = 0

    async def __call__(self) -> str:
        given: Any = self.view.to_components()
        if '"emoji"' in str(given).replace("'", '"'):
            self.refused += 1
            raise answered(400, code=self.code, message="Invalid Form Body")
        self.sent.append(given)
        return "sent"


def pictured() -> OwnEmoji:
    return OwnEmoji("shark", 7, told.append_one)


class Told:
    """Counts how often the set of emojis was told of a refusal."""

    def __init__(self) -> None:
        self.times = 0

    def append_one(self) -> None:
        self.times += 1


told = Told()


@pytest.fixture(autouse=True)
def _told_nothing() -> None:
    told.times = 0


def a_row() -> Any:
    return card(
        "Text", row(button("e4", emoji=pictured(), plain="shark e4"), button("other", emoji=pictured()))
    )


def a_section() -> Any:
    return card(ui.Section("Text", accessory=button("e4", emoji=pictured(), plain="shark e4")))


def a_menu() -> Any:
    return card(row(menu("Which?", [("1", "shark e4"), ("2", "d5")], emojis={"1": pictured()})))


def unicode_menu() -> Any:
    crab = discord.PartialEmoji(name="\N{CRAB}")
    return card(row(menu("Which?", [("1", "shark e4"), ("2", "d5")], emojis={"1": crab})))


@pytest.mark.parametrize("make", [a_row, a_section, a_menu, unicode_menu])
async def test_cards(make: Callable[[], Any]) -> None:
    shown = make()
    send = Refusing(shown.view)
    assert await plain_if_refused(shown.view, send) == "sent"
    assert (send.refused, len(send.sent)) == (1, 1)
    assert "shark e4" in str(send.sent)
    assert told.times == (make is not unicode_menu), "once for all of a card"


async def test_forms() -> None:
    which = menu("?", [("1", "x")], emojis={"1": pictured()})
    made = preferences.written.asked("Title", [ui.Label(text="Which?", component=which)])
    send = Refusing(made)
    assert await plain_if_refused(made, send) == "sent"
    assert (send.refused, len(send.sent), told.times) == (1, 1, 1)


async def refuse_always() -> None:
    raise answered(400, code=INVALID_FORM, message="Invalid Form Body")


async def test_another_fault_of_a_form_is_raised_and_blamed_on_no_emoji() -> None:
    with pytest.raises(discord.HTTPException):
        await plain_if_refused(a_row().view, refuse_always)
    assert told.times == 0


@pytest.mark.parametrize("code", [0, 50001, 10008])
async def test_other_refusals_are_not_tried_again(code: int) -> None:
    shown = a_row()
    send = Refusing(shown.view, code)
    with pytest.raises(discord.HTTPException):
        await plain_if_refused(shown.view, send)
    assert (send.refused, told.times) == (1, 0)


async def test_without_emojis_nothing_is_tried_again() -> None:
    tries = 0

    async def send() -> None:
        nonlocal tries
        tries += 1
        await refuse_always()

    with pytest.raises(discord.HTTPException):
        await plain_if_refused(card("Text", row(button("e4"))).view, send)
    assert tries == 1
