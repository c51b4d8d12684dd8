"""Records of matches as files, and matches shared by a code."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import discord
from discord import ui

from cogs.kit.call import Call
from cogs.kit.card import Card, Documents, attached, card, gallery, row
from cogs.kit.controls import Press, button, control
from cogs.kit.picture_names import board_name
from cogs.kit.visibility import to_look_at
from cogs.panels.match import board_panel
from cogs.panels.match.board_panel import diagram_at
from cogs.text import records_texts, seals_texts, texts
from matches import Match, UserId
from matches.records import as_json, as_text, checked

if TYPE_CHECKING:
    from cogs.app import App


@control("record")
async def open_record(press: Press) -> None:
    match = await to_look_at(press, press.match_id)
    await press.answer(await panel(press.app, match, press.user))


@control("share")
async def share(press: Press) -> None:
    """Shares a match with a code."""
    await press.answer(shared_panel(press, *await press.app.sharing.share(press.match_id, press.user)))


@control("unshare")
async def unshare(press: Press) -> None:
    match = await press.app.sharing.unshare(press.match_id, press.user)
    await press.redraw(card(records_texts.not_shared_any_more(match)))


@control("postshare")
async def post_share(press: Press) -> None:
    """Posts the board of a shared match, with its code, where the panel was opened."""
    match, code = await press.app.sharing.share(press.match_id, press.user)
    await press.post(lambda: _posted(press, match, code))
    await press.redraw(shared_panel(press, match, code, posted=True))


@control("lookshared")
async def look_shared(press: Press) -> None:
    """Opens the view of a shared match from a public message, as long as it is shared."""
    match = await press.app.sharing.still_shared(press.match_id, press.user)
    await press.answer(await board_panel.first_view(press.app, match, press.user))


@control("filmshared")
async def film_shared(press: Press) -> None:
    """Opens the film of a shared match from a public message, as long as it is shared."""
    match = await press.app.sharing.still_shared(press.match_id, press.user)
    await press.answer(await board_panel.film(press, match))


async def panel(app: App, match: Match, user: UserId) -> Card:
    """The record as text and JSON files. Raises WrongPhaseError before play, BusyError for two at once."""
    with app.files.take(user):
        remarks = [one for tell in app.features.remarks for one in await tell(app, match)]
        kept = app.sharing.transcript(match, remarks)
        text, json = await asyncio.to_thread(lambda: (as_text(kept), as_json(kept)))
    name = f"{match.game_key}-{match.id}"
    documents: Documents = ((f"{name}.txt", text.encode()), (f"{name}.json", json.encode()))
    return card(
        records_texts.record(match, kept, app.matches.history(match).turns),
        seals_texts.checked(checked(kept)),
        *attached(documents),
        row(*_ways(match, user)),
        documents=documents,
    )


def _ways(match: Match, user: UserId) -> Iterator[ui.Item[Any]]:
    yield board_panel.look.on(match, texts.BACK_TO_BOARD)
    if user in match.users and not match.terms.private:
        yield share.on(match, records_texts.SHARE)


def shared_panel(call: Call, match: Match, code: str, *, posted: bool = False) -> Card:
    """The panel with a match's share code, for the player who shares it."""
    buttons: list[ui.Item[Any]] = [unshare.on(match, records_texts.STOP_SHARING)]
    if call.guild_id is not None and not posted:
        buttons.insert(0, post_share.on(match, button(texts.POST_HERE, discord.ButtonStyle.primary)))
    return card(records_texts.shared(match, code), texts.POSTED if posted else "", row(*buttons))


async def _posted(call: Call, match: Match, code: str) -> Card:
    """The public message of a shared match: its present board, in the theme of the server it is posted in."""
    history = call.app.matches.history(match)
    diagram = diagram_at(history, len(history.played), match.result)
    theme = await call.app.cards.theme_for(call.guild_id)
    name = board_name(match, history.turns)
    pictures = ((name, await call.app.studio.board(diagram, theme=theme)),)
    # Without a version, so that recovery after a crash doesn't mistake it for the match's own card.
    buttons = row(look_shared.about(match.id, texts.BOARD), film_shared.about(match.id, texts.FILM))
    return card(records_texts.posted_share(match, code), gallery(pictures), buttons, pictures=pictures)
