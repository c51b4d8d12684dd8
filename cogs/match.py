"""/match: a user's matches, offers, resigning, rematches. /move: playing a turn by taps."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from cogs.app import App, Tidepool
from cogs.game import TO_LOOK_AT, match_choices
from cogs.kit.card import Card, card, row
from cogs.kit.errors import Refusal
from cogs.kit.lengths import Text
from cogs.kit.lookup import LOOKED_AT
from cogs.kit.showing import show, show_rematch
from cogs.kit.suggestions import Choices, suggested
from cogs.panels.community import lobby_panel
from cogs.panels.learn import computer_panel
from cogs.panels.match import board_panel, match_menu
from cogs.panels.moving import move_panel
from cogs.records import RecordCommands
from cogs.text import texts, time_texts
from cogs.watching import WatchCommands
from matches import Match, Phase, UserId
from matches.errors import TimeError
from matches.model import OfferKind
from matches.summaries import Listing

OPEN = (Phase.CHALLENGED, Phase.SETUP, Phase.PLAYING)
RUNNING = (Phase.SETUP, Phase.PLAYING)
PLAYING = (Phase.PLAYING,)
LIST_LENGTH = 15


class MatchCog(RecordCommands, WatchCommands, commands.GroupCog, name="match", description="Your matches"):
    """The commands for matches of every game: 18 of the 25 subcommands that Discord allows a group.

    Prefer a panel's button for new features: the remaining places are for what users look up by name.
    """

    def __init__(self, app: App) -> None:
        self.app = app

    @app_commands.command(name="list", description="Your matches and challenges, your turn first")
    async def list_matches(self, interaction: discord.Interaction) -> None:
        """Show the user's open matches."""
        await self.app.replies.acknowledge(interaction)
        user = UserId(interaction.user.id)
        found = await self.app.lookup.candidates(user, OPEN, LOOKED_AT)
        offered = await computer_panel.meanwhile(self.app, interaction, found.matches)
        if not found.matches and interaction.guild_id is not None:
            offered = [row(lobby_panel.find_button())]
        await self.app.replies.answer(interaction, card(await self._listing(user, found), *offered))

    async def _listing(self, user: UserId, found: Listing) -> str:
        matches, damaged = found.matches, len(found.damaged)
        missing = [texts.not_shown_in_list(damaged)] if damaged else []
        if not matches:
            return "\n".join(missing) or texts.NO_MATCHES
        count = len(matches)
        if count + damaged >= LOOKED_AT:
            count = await self.app.matches.lists.how_many_open(user) - damaged
        lines = [
            texts.match_line(match, user, waiting=self.app.matches.waits_for(match, user))
            + time_texts.due(match, self.app.clock())
            for match in matches[:LIST_LENGTH]
        ]
        more = [texts.MORE_MATCHES.format(count=count - LIST_LENGTH)] if count > LIST_LENGTH else []
        return "\n".join([texts.LIST_TITLE, *lines, *more, *missing])

    @app_commands.command(description="Resign a match (asks first)")
    @app_commands.describe(match="Which match (if you have more than one)")
    async def resign(self, interaction: discord.Interaction, match: Text | None = None) -> None:
        """Ask whether to resign a match."""
        await self.app.replies.acknowledge(interaction)
        found = await self.app.lookup.find(interaction, match, phases=RUNNING)
        checked = await self.app.matches.play.check_running(found.id, UserId(interaction.user.id))
        await self.app.replies.answer(interaction, match_menu.resign_question(checked))

    @app_commands.command(description="Ask for a rematch")
    @app_commands.describe(match="Which match (if you have more than one)")
    async def rematch(self, interaction: discord.Interaction, match: Text | None = None) -> None:
        """Offer a rematch."""
        await self.app.replies.acknowledge(interaction)
        found = await self.app.lookup.find(interaction, match, phases=(Phase.FINISHED,))
        place = await self.app.venue.of_rematch(found)
        if place == interaction.channel_id:
            await self.app.lookup.check_place(interaction, place)
        finished = await self.app.matches.challenges.rematch(
            found.id, UserId(interaction.user.id), channel=place
        )
        await show_rematch(self.app, interaction, finished)
        said = await computer_panel.rematch_begun(self.app, finished) or texts.challenge_sent(place)
        await self.app.replies.say(interaction, said)

    @app_commands.command(description="Offer a draw, or accept one")
    @app_commands.describe(match="Which match (if you have more than one)")
    async def draw(self, interaction: discord.Interaction, match: Text | None = None) -> None:
        """Offer a draw."""
        await self.app.replies.acknowledge(interaction)
        found = await self.app.lookup.find(interaction, match, phases=PLAYING)
        await self._show(
            interaction,
            await self.app.matches.play.offer(found.id, UserId(interaction.user.id), OfferKind.DRAW),
        )

    @app_commands.command(description="Ask to pause a match for a week, or to resume it early")
    @app_commands.describe(match="Which match (if you have more than one)")
    async def pause(self, interaction: discord.Interaction, match: Text | None = None) -> None:
        """Ask for a pause or, during one, for its end."""
        await self.app.replies.acknowledge(interaction)
        found = await self.app.lookup.find(interaction, match, phases=PLAYING)
        kind = OfferKind.GO_ON if self.app.matches.play.paused(found) else OfferKind.PAUSE
        await self._show(
            interaction, await self.app.matches.play.offer(found.id, UserId(interaction.user.id), kind)
        )

    @app_commands.command(description="Claim a win on time, or end a match that's going nowhere")
    @app_commands.describe(match="Which match (if you have more than one)")
    async def claim(self, interaction: discord.Interaction, match: Text | None = None) -> None:
        """Claim a win on time, or the end of a match that is going nowhere."""
        await self.app.replies.acknowledge(interaction)
        found = await self.app.lookup.find(interaction, match, phases=PLAYING)
        await self._show(interaction, await self._claimed(found, UserId(interaction.user.id)))

    async def _claimed(self, match: Match, user: UserId) -> Match:
        """End the match with a win on time, else without a result. Raises Refusal if neither is due."""
        try:
            return await self.app.matches.time.claim_time(match.id, user)
        except TimeError as error:
            if not self.app.matches.play.goes_nowhere(match):
                raise Refusal(time_texts.nothing_to_claim(error)) from error
        return await self.app.matches.play.claim_no_result(match.id, user)

    @app_commands.command(description="Watch the film of a match so far")
    @app_commands.describe(match="Which match (if you have more than one)")
    async def replay(self, interaction: discord.Interaction, match: Text | None = None) -> None:
        """Show the film of a match."""
        await self.app.replies.acknowledge(interaction)
        found = await self.app.lookup.find(interaction, match, phases=TO_LOOK_AT, mine=False)
        await self.app.replies.answer(
            interaction, await board_panel.film(self.app, interaction, found, UserId(interaction.user.id))
        )

    @app_commands.command(description="Take back a move of this turn, or ask to take back your last turn")
    @app_commands.describe(match="Which match (if you have more than one)")
    async def takeback(self, interaction: discord.Interaction, match: Text | None = None) -> None:
        """Take back an action of the user's turn, or the turn just made; later, ask the other player."""
        await self.app.replies.acknowledge(interaction)
        user = UserId(interaction.user.id)
        found = await self.app.lookup.find(interaction, match, phases=PLAYING)
        if self.app.matches.play.can_take_back(found, user):
            changed = await self.app.matches.play.take_back(found.id, user)
        elif self.app.matches.play.may_oops(found, user):
            changed = await self.app.matches.play.oops(found.id, user)
        else:
            changed = await self.app.matches.play.offer(found.id, user, OfferKind.TAKE_BACK)
        await self._show(interaction, changed)

    async def _show(self, interaction: discord.Interaction, match: Match) -> None:
        """Show a changed match, and confirm it to the user if they aren't in the match's channel."""
        shown = await show(self.app, interaction, match)
        if shown.shown.version >= match.version:
            await self.app.replies.leave_quietly(
                interaction, texts.asked_elsewhere(match), there=interaction.channel_id == shown.shown.home
            )

    @app_commands.command(
        name="next", description="Jump to the match that's been waiting for you the longest"
    )
    async def next_match(self, interaction: discord.Interaction) -> None:
        """Open the match that has waited longest for the user."""
        await self.app.replies.acknowledge(interaction)
        user = UserId(interaction.user.id)
        waiting = await self.app.matches.lists.waiting_longest(user, 1)
        if not waiting:
            raise Refusal(texts.NOTHING_WAITS)
        match = await self.app.matches.load(waiting[0].id)
        await self.app.replies.answer(interaction, await move_panel.waiting(self.app, match, user))

    @commands.Cog.listener()
    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Handle submitted forms: discord.py has no persistent ones."""
        await match_menu.written(interaction)

    @takeback.autocomplete("match")
    @draw.autocomplete("match")
    @pause.autocomplete("match")
    @claim.autocomplete("match")
    @resign.autocomplete("match")
    async def _running(self, interaction: discord.Interaction, typed: str) -> Choices:
        return await suggested(interaction, lambda: match_choices(self.app, interaction, typed, RUNNING))

    @replay.autocomplete("match")
    async def _started(self, interaction: discord.Interaction, typed: str) -> Choices:
        return await suggested(interaction, lambda: match_choices(self.app, interaction, typed, TO_LOOK_AT))

    @rematch.autocomplete("match")
    async def _finished(self, interaction: discord.Interaction, typed: str) -> Choices:
        return await suggested(
            interaction, lambda: match_choices(self.app, interaction, typed, (Phase.FINISHED,))
        )


class MoveCog(commands.Cog):
    """The cog of /move, which plays any turn of any game by taps."""

    def __init__(self, app: App) -> None:
        self.app = app

    @app_commands.command(description="Make your move by tapping, in this match or any where it's your turn")
    @app_commands.describe(match="Which match (if you have more than one)")
    async def move(self, interaction: discord.Interaction, match: Text | None = None) -> None:
        """Open the panel for the match in this channel, else for any match that waits for the user."""
        await self.app.replies.acknowledge(interaction)
        user = UserId(interaction.user.id)
        await self.app.replies.answer(interaction, await self._turn(interaction, user, match))

    async def _turn(self, interaction: discord.Interaction, user: UserId, given: str | None) -> Card:
        if given is not None or await self.app.lookup.at_home(interaction, user):
            found = await self.app.lookup.find(interaction, given, phases=RUNNING, to_act=True)
            return await move_panel.waiting(self.app, found, user)
        waiting = await self.app.matches.lists.waiting_longest(user, move_panel.MENU_SIZE)
        if not waiting:
            raise Refusal(texts.NOTHING_WAITS)
        if len(waiting) == 1:
            only = await self.app.matches.load(waiting[0].id)
            return await move_panel.waiting(self.app, only, user)
        return await move_panel.choice_of_match(self.app, waiting, user)

    @move.autocomplete("match")
    async def _running(self, interaction: discord.Interaction, typed: str) -> Choices:
        return await suggested(interaction, lambda: match_choices(self.app, interaction, typed, RUNNING))


async def setup(bot: Tidepool) -> None:
    """Load the cogs."""
    await bot.add_cog(MatchCog(bot.app))
    await bot.add_cog(MoveCog(bot.app))
