"""The hall of champions of a server: the winners of its tournaments and of the ratings' seasons, by page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from cogs.kit.arguments import Count, Query
from cogs.kit.call import Call
from cogs.kit.card import Card, card, row
from cogs.kit.controls import AnyControl, Press, control
from cogs.kit.errors import Refusal
from cogs.kit.paging import leaves
from cogs.tournaments import champions_texts
from cogs.tournaments.champion_service import HallOfChampions
from matches import GuildId, UserId

if TYPE_CHECKING:
    from cogs.app import App


@dataclass(frozen=True, slots=True)
class HallPage(Query):
    """A query for a page of the hall."""

    page: int = 0


@control("hall")
async def open_hall(press: Press) -> None:
    """Opens the hall privately."""
    await press.answer(await panel(press))


@control("hallpage")
async def turn(press: Press, _button: Count, asked: HallPage) -> None:
    """Shows another page."""
    await press.redraw(await panel(press, asked.page))


async def panel(call: Call, number: int = 0) -> Card:
    """A page of the hall, from 0; the first one for a page that is not there. Raises Refusal in messages."""
    if call.guild_id is None:
        raise Refusal(champions_texts.ONLY_IN_SERVER)
    found, more = await call.app[HallOfChampions].hall(call.guild_id, number)
    if not found and number:
        return await panel(call)
    if not found:
        return card(champions_texts.NONE)
    turning = leaves(turn, number, HallPage, more=more)
    return card(champions_texts.hall(found), *([row(*turning)] if turning else []))


def open_button() -> AnyControl:
    """The button that opens the hall."""
    return open_hall.about(0, champions_texts.OPEN)


async def titles(app: App, guild: GuildId, user: UserId) -> str:
    """The titles of a user in a server's tournaments, for their profile."""
    return champions_texts.titles(await app[HallOfChampions].titles(guild, user))
