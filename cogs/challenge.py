"""/challenge, which opens the form for a challenge of any game."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from cogs.app import Tidepool
from cogs.game import game_choices
from cogs.kit.call import Call, command
from cogs.kit.errors import check_known
from cogs.panels.challenge import challenge_form
from cogs.panels.challenge.challenge_form import ChallengeDraft
from cogs.text import challenge_form_texts


class Challenge(commands.Cog):
    """The command and its form."""

    @command(description=challenge_form_texts.COMMAND, acknowledge=False)
    @app_commands.describe(
        game=challenge_form_texts.GAME_OPTION, opponent=challenge_form_texts.OPPONENT_OPTION
    )
    @app_commands.choices(game=game_choices())
    async def challenge(
        self, call: Call, game: str | None = None, opponent: discord.User | None = None
    ) -> None:
        """Open the form, or ask for the game first."""
        if game is not None:
            if opponent is not None:
                check_known(opponent)
            await challenge_form.show(call, ChallengeDraft(game, opponent.id if opponent else 0))
            return
        await call.acknowledge()
        if opponent is None:
            await call.answer(challenge_form.which_game(call, None))
        else:
            await call.answer(challenge_form.challenge_person(call, opponent))


async def setup(bot: Tidepool) -> None:
    """Load the cog."""
    await bot.add_cog(Challenge())
