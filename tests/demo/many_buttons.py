"""`python -m tests.demo.many_buttons`: a demo whose bot shows a hundred buttons, and keeps drawing them."""

from __future__ import annotations

from pathlib import Path

import discord
from discord import ui
from discord.ext import commands, tasks

from demo.run import main
from settings.console import run

MESSAGES = 4
EACH = 25
REDRAWN_EVERY = 0.3


class ManyButtons(commands.Bot):
    """Each message says which of its buttons were pressed. Presses draw it again, and so does a loop."""

    def __init__(self, _database: Path, _address: str = "") -> None:
        super().__init__("!", intents=discord.Intents(guilds=True))
        self.pressed: list[list[str]] = [[] for _ in range(MESSAGES)]
        self.shown: list[discord.Message] = []
        self.times = 0

    async def setup_hook(self) -> None:
        @self.tree.command(description="Show the buttons")
        async def buttons(interaction: discord.Interaction) -> None:
            assert isinstance(interaction.channel, discord.TextChannel)
            await interaction.response.send_message("Here.", ephemeral=True)
            for number in range(MESSAGES):
                sent = await interaction.channel.send(self.text(number), view=self.view(number))
                self.shown.append(sent)
            self.redraw.start()

        await self.tree.sync()

    def text(self, number: int) -> str:
        return f"{self.times} · pressed: {' '.join(self.pressed[number])}"

    def view(self, number: int) -> ui.View:
        view = ui.View(timeout=None)
        for at in range(number * EACH, (number + 1) * EACH):
            view.add_item(Button(self, number, at))
        return view

    @tasks.loop(seconds=REDRAWN_EVERY)
    async def redraw(self) -> None:
        """Draw one message after the other again."""
        self.times += 1
        at = self.times % MESSAGES
        self.shown[at] = await self.shown[at].edit(content=self.text(at))


class Button(ui.Button[ui.View]):
    """It says that it was pressed."""

    def __init__(self, bot: ManyButtons, number: int, at: int) -> None:
        super().__init__(label=f"b{at}", custom_id=f"b:{at}", row=at % EACH // 5)
        self.bot, self.number, self.at = bot, number, at

    async def callback(self, interaction: discord.Interaction) -> None:
        self.bot.pressed[self.number].append(f"p{self.at}")
        await interaction.response.edit_message(content=self.bot.text(self.number))


if __name__ == "__main__":
    run(lambda: main(ManyButtons))
