"""What people do on the panels that commands open, over the wire."""

from __future__ import annotations

from cogs.kit.presentation import number_of_game
from cogs.panels.challenge import computer_panel
from tests.loopback.server.entities import Channel, Message
from tests.loopback.server.people import Answer, Person
from tests.wishes import game_of


async def pressed(who: Person, panel: Message, label: str) -> Message:
    """A private panel, after somebody has pressed a button of it and it shows what comes of that."""
    edits = panel.edits
    await who.click(panel, label)
    await who.world.until(lambda: panel.edits > edits, what=label)
    return panel


async def stored_about(who: Person, where: Channel) -> Message:
    """The panel of what is stored about somebody, opened from their settings."""
    return await pressed(who, await (await who.slash(where, "settings")).message(), "Privacy…")


async def new_tournament(who: Person, where: Channel) -> Message:
    """The panel that creates a tournament, opened from the list."""
    listed = await (await who.slash(where, "tournaments")).message()
    return await (await who.click(listed, "New…")).message()


async def agreed(who: Person, where: Channel, deed: str, label: str) -> Message:
    """The panel of /match and a word, once somebody has said yes to the question, whatever comes of it."""
    asked = await (await who.slash(where, "match", deed=deed)).message()
    who.send_click(asked, label)
    return asked


async def forged(who: Person, where: Channel, custom_id: str, *values: str) -> Answer:
    """The answer to a control with an id of somebody's own choice, on a panel of their own."""
    panel = await (await who.slash(where, "help")).message()
    return who.send_forged(panel, custom_id, values)


async def against_computer(who: Person, where: Channel, command: str, level: int, side: str) -> Answer:
    """The answer to the button of a level, for a side of a game: its match begins."""
    game = game_of(command)
    how = computer_panel.FIRST_SIDE + game.sides.index(side)
    return await forged(who, where, f"computerlevel:0:0:{number_of_game(game.key)}.{level}.{how}")
