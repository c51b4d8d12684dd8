"""The smallest bot that does all the demo has to show, standing in for the real one."""

from pathlib import Path

import discord
from discord import app_commands, ui
from discord.ext import commands, tasks

from cogs.kit.errors import Refusal


class Knock(ui.DynamicItem[ui.Button[ui.View]], template=r"knock"):
    """A button that writes to whoever clicks it, and fails for Cleo."""

    def __init__(self, label: str = "Knock") -> None:
        super().__init__(ui.Button(label=label, custom_id="knock"))

    @classmethod
    async def from_custom_id(cls, interaction: object, item: object, match: object, /) -> "Knock":
        return cls()

    async def callback(self, interaction: discord.Interaction) -> None:
        if interaction.user.name == "cleo":
            raise RuntimeError("nobody answers")
        view = ui.View(timeout=None)
        view.add_item(Knock("Knock again"))
        await interaction.response.edit_message(view=view)
        await interaction.user.send("Who is there?")


class Menu(ui.Select[ui.View]):
    """A menu that another one follows in its place."""

    def __init__(self, number: int) -> None:
        options = [discord.SelectOption(label=f"{letter}{number}", value=letter) for letter in "ab"]
        super().__init__(options=options, custom_id=f"menu:{number}")
        self.number = number

    async def callback(self, interaction: discord.Interaction) -> None:
        view = ui.View(timeout=None)
        view.add_item(Menu(self.number + 1))
        await interaction.response.edit_message(view=view)


class SmallBot(commands.Bot):
    """It has a command, a button that outlives a restart, and a loop; it counts what the demo must call."""

    def __init__(self, database: Path, _address: str = "") -> None:
        super().__init__("!", intents=discord.Intents(guilds=True))
        self.database = database
        self.hours = 0
        self.says: tuple[int, int] | None = None
        """After how many hours it says something, and where."""
        self.is_closed_by_demo = False

    async def setup_hook(self) -> None:
        self.add_dynamic_items(Knock)

        @self.tree.command(description="Put up a door")
        async def door(interaction: discord.Interaction) -> None:
            view = ui.View(timeout=None)
            view.add_item(Knock())
            await interaction.response.send_message("A door.", view=view)

        @self.tree.command(description="Put up a menu")
        async def menu(interaction: discord.Interaction) -> None:
            view = ui.View(timeout=None)
            view.add_item(Menu(1))
            await interaction.response.send_message("A menu.", view=view)

        @self.tree.command(description="Ask for what it will not do")
        async def refuse(_: discord.Interaction) -> None:
            raise Refusal("No.")

        @self.tree.command(description="Start a thread")
        @app_commands.describe(name="Its name")
        async def thread(interaction: discord.Interaction, name: str) -> None:
            assert isinstance(interaction.channel, discord.TextChannel)
            started = await interaction.channel.create_thread(
                name=name, type=discord.ChannelType.public_thread
            )
            await interaction.response.send_message(started.mention)

        await self.tree.sync()
        self.hourly.start()

    @tasks.loop(hours=1)
    async def hourly(self) -> None:
        self.hours += 1
        if self.says is not None and self.hours == self.says[0]:
            await self.get_partial_messageable(self.says[1]).send("Five hours.")

    async def close(self) -> None:
        self.is_closed_by_demo = True
        await super().close()
