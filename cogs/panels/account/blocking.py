"""Blocking a player from their profile: asked back, and undone in the same place."""

from __future__ import annotations

import discord

from cogs.kit.call import Call
from cogs.kit.card import card, row
from cogs.kit.controls import AnyControl, Press, button, control, dismiss
from cogs.text import privacy_texts
from matches import Opponent, UserId


@control("blockask")
async def ask_to_block(press: Press, player: UserId) -> None:
    """Asks whether to block a player."""
    yes = button(privacy_texts.BLOCK, discord.ButtonStyle.danger)
    await press.answer(
        card(
            privacy_texts.block_question(player),
            row(dismiss.about(0, privacy_texts.NOT_BLOCKED), block.about(0, yes, player)),
        )
    )


@control("blocknow")
async def block(press: Press, player: UserId) -> None:
    """Blocks a player, and withdraws the open challenges between the two."""
    user, other = press.user, Opponent(player)
    called_off = await press.app.privacy.block(user, other)
    running = await press.app.privacy.running_between(user, other.id)
    again = unblock.about(0, privacy_texts.UNBLOCK_NOW, player)
    await press.redraw(card(privacy_texts.now_blocked(other.id, called_off, running), row(again)))
    for match in called_off:
        await press.show(match)


@control("unblocknow")
async def unblock(press: Press, player: UserId) -> None:
    """Unblocks a player."""
    await press.app.privacy.unblock(press.user, player)
    await press.answer(card(privacy_texts.now_unblocked(player)))


async def way(call: Call, user: UserId) -> AnyControl:
    """The button on another player's profile that blocks them, or undoes that."""
    blocked = {block.blocked for block in await call.app.privacy.blocks(call.user)}
    if user in blocked:
        return unblock.about(0, privacy_texts.UNBLOCK_NOW, user)
    return ask_to_block.about(0, privacy_texts.BLOCK_ASK, user)
