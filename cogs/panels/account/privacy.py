"""The private panels of a user's stored data: export, deletion, and the list of blocked users.

The controls' ids have 0 in place of a match id.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Final

import discord
from discord import ui

from cogs.kit.arguments import ID, Id
from cogs.kit.attachments import StoppedError, TooLargeError
from cogs.kit.card import Card, Documents, attached, card, row
from cogs.kit.controls import CONTROLS, Press, button, control, menu
from cogs.kit.errors import UNSENT, Refusal
from cogs.kit.turns import Busy, BusyError
from cogs.text import privacy_texts
from matches import StoreUnavailableError, UserId
from matches.model import MatchFacts
from matches.summaries import Block

if TYPE_CHECKING:
    from cogs.app import App

ASKED_FOR: Final = timedelta(minutes=15)
"""How long the question before a deletion can be answered."""
MENU: Final = 25
"""Entries a menu can have (Discord's limit)."""


@control("privacy")
async def back_to_privacy(press: Press) -> None:
    """Goes back to the panel of stored data."""
    await press.redraw(await panel(press.app, press.user))


@control("export")
async def export(press: Press) -> None:
    """Sends all stored data as a file."""
    try:
        with press.app.exports.take(press.user):
            documents = await _exported(press.app, press.user)
            await press.answer(card(privacy_texts.EXPORTED, *attached(documents), documents=documents))
    except BusyError as error:
        raise Refusal(_busy(error)) from error


@control("blocked")
async def show_blocked(press: Press) -> None:
    """Shows the users that the user has blocked."""
    await press.redraw(blocked_panel(await press.app.privacy.blocks(press.user)))


@control("unblock", chooses=ID)
async def unblock(press: Press) -> None:
    """Unblocks the chosen user."""
    await press.app.privacy.unblock(press.user, UserId(press.number))
    await press.redraw(blocked_panel(await press.app.privacy.blocks(press.user)))


@control("forgetme")
async def ask_to_delete(press: Press) -> None:
    """Asks whether to delete all stored data."""
    await press.redraw(await _question(press, await press.app.privacy.open_of(press.user)))


@control("forgetnow")
async def delete(press: Press, named: Id, asked_at: Id) -> None:
    """Deletes all stored data; ``named`` is a checksum of the matches in the question.

    Asks again if the question is too old or the user's open matches have changed since.
    """
    if (waiting := await _waiting(press.app, press.user)) is not None:
        await press.redraw(card(privacy_texts.under_way(waiting)))
        return
    present = await press.app.privacy.open_of(press.user)
    if not any((await press.app.privacy.counts(press.user)).values()):
        await press.redraw(card(privacy_texts.done()))  # a second click
        return
    late = press.app.clock().timestamp() - asked_at > ASKED_FOR.total_seconds()
    if late or named != _sum(present):
        await press.redraw(await _question(press, present, changed=True))
        return
    await press.app.privacy.ask_to_be_forgotten(press.user)
    await press.redraw(card(privacy_texts.DELETING))
    await press.redraw(card(await _deleted(press.app, press.user)))


async def panel(app: App, user: UserId) -> Card:
    """The panel that lists the data stored about ``user``, with buttons to export or delete it."""
    counts, waiting = await app.privacy.counts(user), await _waiting(app, user)
    # Its panel imports this module.
    to_settings = CONTROLS["setpage"].about(0, privacy_texts.SETTINGS, 0)
    buttons: list[ui.Item[Any]] = [show_blocked.about(0, privacy_texts.BLOCKED_PLAYERS)]
    for add in app.features.own_data:
        buttons += filter(None, [await add(app, user)])
    if waiting is not None:
        buttons = [export.about(0, privacy_texts.EXPORT), *buttons]
    elif any(counts.values()):
        deletion = ask_to_delete.about(0, button(privacy_texts.DELETE, discord.ButtonStyle.danger))
        buttons = [export.about(0, privacy_texts.EXPORT), *buttons, deletion]
    return card(privacy_texts.stored(counts, waiting), row(*buttons, to_settings))


def blocked_panel(blocks: Sequence[Block]) -> Card:
    """The list of blocked users, and a menu to unblock one, numbered as in the list."""
    options = [
        (str(block.blocked), privacy_texts.block_entry(number))
        for number, block in enumerate(blocks[:MENU], start=1)
    ]
    menus = [row(unblock.about(0, menu(privacy_texts.UNBLOCK, options)))] if options else []
    return card(
        privacy_texts.block_list(blocks, MENU), *menus, row(back_to_privacy.about(0, privacy_texts.BACK))
    )


async def _question(press: Press, open_matches: Sequence[MatchFacts], *, changed: bool = False) -> Card:
    named, asked_at = _sum(open_matches), int(press.app.clock().timestamp())
    others = [line for end in press.app.features.erasure_ends for line in await end(press.app, press.user)]
    now = button(privacy_texts.DELETE_NOW, discord.ButtonStyle.danger)
    yes = delete.about(0, now, named, asked_at)
    buttons = row(back_to_privacy.about(0, privacy_texts.KEEP), yes)
    return card(privacy_texts.question(open_matches, others, changed=changed), buttons)


def _sum(matches: Sequence[MatchFacts]) -> int:
    """A checksum of the matches' ids: a custom id has no room for all of them."""
    return zlib.crc32(",".join(str(match.id) for match in matches).encode())


async def _waiting(app: App, user: UserId) -> str | None:
    """Since when a deletion is under way, and what it waits for; None if there is none."""
    deletion = await app.privacy.deletion_of(user)
    if deletion is None:
        return None
    return privacy_texts.waiting(deletion, app.erasure.stage(user))


async def _deleted(app: App, user: UserId) -> str:
    """Delete the user's data; returns the sentence for the outcome."""
    try:
        finished = await app.erasure.finish(user)
    except (StoreUnavailableError, *UNSENT):
        return privacy_texts.LATER
    return privacy_texts.LATER if finished is None else privacy_texts.done(finished.threads_kept)


async def _exported(app: App, user: UserId) -> Documents:
    """The export file. Raises Refusal if it is too large or the bot is shutting down."""
    try:
        return await app.export_files.documents(user)
    except StoppedError:
        raise Refusal(privacy_texts.EXPORT_STOPPED) from None
    except TooLargeError:
        raise Refusal(privacy_texts.EXPORT_TOO_LARGE) from None


def _busy(error: BusyError) -> str:
    """The sentence that says why there is no file now, and when to try again."""
    if error.why is Busy.UNDER_WAY:
        return privacy_texts.EXPORT_UNDER_WAY
    if error.why is Busy.TOO_SOON and error.until is not None:
        return privacy_texts.export_too_soon(error.until)
    return privacy_texts.EXPORT_CROWDED
