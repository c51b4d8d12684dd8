"""/match: a user's matches, offers, records, and others' matches to watch. /move: playing a turn by taps."""

from __future__ import annotations

from typing import Final, Literal

import discord
from discord import app_commands
from discord.ext import commands

from cogs.app import Tidepool
from cogs.game import TO_LOOK_AT, game_choices, match_choices, pace_choices
from cogs.kit.call import Call, Text, command
from cogs.kit.card import Card
from cogs.kit.errors import Refusal, check_known
from cogs.kit.paging import ListQuery
from cogs.kit.suggestions import Choices, suggesting
from cogs.panels.challenge import computer_panel, lobby_panel, posting, simul_panel, standing_offer_panel
from cogs.panels.match import (
    archive_panel,
    board_panel,
    match_menu,
    own_matches,
    records,
    running_matches,
    watching,
)
from cogs.panels.match.archive_panel import ArchiveListQuery
from cogs.panels.match.running_matches import RunningMatchesQuery
from cogs.panels.moving import move_panel
from cogs.panels.moving.step_buttons import MENU_SIZE
from cogs.text import (
    archive_texts,
    challenge_texts,
    lobby_texts,
    records_texts,
    simul_texts,
    standing_offers_texts,
    texts,
    time_texts,
    watching_texts,
)
from engines import GAMES
from matches import Match, Phase, UserId
from matches.errors import TimeError
from matches.model import OfferKind
from matches.simul import FEWEST, MOST, USUAL_PLACES, SimulWishes
from matches.standing_offers import MOST_WANTED, PACES_OFFERED
from matches.time.pace import PACES, Pace

WHICH = "Which match (if you have more than one)"
_WHEN: Final = [app_commands.Choice(name=name, value=key) for key, name in watching_texts.WHEN.items()]

_SLOW: Final = tuple(pace for pace in PACES if not pace.fast)
RUNNING = (Phase.SETUP, Phase.PLAYING)
PLAYING = (Phase.PLAYING,)


class MatchCog(commands.GroupCog, name="match", description="Your matches"):
    """The commands for matches of every game: 20 of the 25 subcommands that Discord allows a group.

    Prefer a panel's button for new features: the remaining places are for what users look up by name.
    """

    # --- watching and finding ---------------------------------------------------------------------

    @command(description="Get pinged about somebody else's match, on each move or at the end")
    @app_commands.describe(
        match="Which match (if it isn't the one played here)",
        when="When to ping you (leave it out to be asked)",
    )
    @app_commands.choices(when=_WHEN)
    async def watch(self, call: Call, match: Text | None = None, when: str | None = None) -> None:
        """Watch a match, or ask when to ping."""
        user = call.user
        found = await watching.meant(call, match)
        call.app.spectators.check_watchable(found, user)
        if when is not None:
            await call.app.spectators.watch(found.id, user, each_turn=when == "each")
        await call.answer(await watching.panel(call.app, found, user))

    @command(description="Stop watching a match")
    @app_commands.describe(match="Which match (if it isn't the one played here)")
    async def unwatch(self, call: Call, match: Text | None = None) -> None:
        found = await watching.watched(call, match)
        await call.app.spectators.unwatch(found.id, call.user)
        await call.say(watching_texts.stopped(found))

    @command(name="live", description="See the matches running in this server")
    @app_commands.describe(game="Only matches of this game", player="Only matches of this player")
    @app_commands.choices(game=game_choices())
    async def live_matches(
        self,
        call: Call,
        game: str | None = None,
        player: discord.User | None = None,
    ) -> None:
        """List this server's running matches."""
        if player is not None:
            check_known(player)
        asked = RunningMatchesQuery(game, player=UserId(player.id) if player else None)
        await call.answer(await running_matches.panel(call, asked))

    @command(name="archive", description=archive_texts.DESCRIPTION)
    @app_commands.describe(game=archive_texts.GAME_OPTION, player=archive_texts.PLAYER_OPTION)
    @app_commands.choices(game=game_choices())
    async def archived_matches(
        self, call: Call, game: str | None = None, player: discord.User | None = None
    ) -> None:
        """List this server's finished matches."""
        if player is not None:
            check_known(player)
        asked = ArchiveListQuery(game, player=player.id if player else 0)
        await call.answer(await archive_panel.panel(call, asked))

    @command(description="Find an open challenge to accept, the best fit first")
    @app_commands.describe(game=lobby_texts.GAME_OPTION)
    @app_commands.choices(game=game_choices())
    async def find(self, call: Call, game: str | None = None) -> None:
        """List the open challenges that the user may accept."""
        shown = await lobby_panel.panel(call, ListQuery(game))
        await call.answer(shown)

    @command(description=simul_texts.HOST_IT)
    @app_commands.describe(
        game=simul_texts.GAME_OPTION,
        places=simul_texts.PLACES_OPTION,
        pace=simul_texts.PACE_OPTION,
        side=simul_texts.SIDE_OPTION,
        rated=simul_texts.RATED_OPTION,
    )
    @app_commands.choices(game=game_choices(), pace=pace_choices(_SLOW))
    async def simul(
        self,
        call: Call,
        game: str,
        places: app_commands.Range[int, FEWEST, MOST] = USUAL_PLACES,
        pace: str | None = None,
        side: Text | None = None,
        rated: Literal["on", "off"] = "off",
    ) -> None:
        """Open a simul here, and show its host the controls."""
        chosen = None if pace is None else Pace.read(pace)
        wishes = SimulWishes(game, places, chosen, side, rated == "on")
        await call.answer(await simul_panel.host(call, wishes))

    @simul.autocomplete("side")
    @suggesting
    async def _side(self, call: Call, typed: str) -> Choices:
        game = GAMES.get(getattr(call.interaction.namespace, "game", None) or "")
        sides = () if game is None or game.challenger_side else game.sides
        return [app_commands.Choice(name=side, value=side) for side in sides if typed.lower() in side]

    @command(name="keep", description=standing_offers_texts.KEEP_IT)
    @app_commands.describe(
        game=standing_offers_texts.GAME_OPTION,
        count=standing_offers_texts.COUNT_OPTION,
        pace=standing_offers_texts.PACE_OPTION,
        rated=standing_offers_texts.RATED_OPTION,
    )
    @app_commands.choices(game=game_choices(), pace=pace_choices(PACES_OFFERED))
    async def keep_going(
        self,
        call: Call,
        game: str | None = None,
        count: app_commands.Range[int, 1, MOST_WANTED] | None = None,
        pace: str | None = None,
        rated: Literal["on", "off"] | None = None,
    ) -> None:
        """Open the panel of standing offers; what is given besides the game holds at once."""
        meant = game or await call.app.lookup.likely_game(call)
        await standing_offer_panel.keep(
            *(call, meant),
            wanted=count,
            pace=None if pace is None else Pace.read(pace),
            rated=None if rated is None else rated == "on",
        )
        await call.answer(await standing_offer_panel.panel(call, meant))

    @watch.autocomplete("match")
    @suggesting
    async def _to_watch(self, call: Call, typed: str) -> Choices:
        return await watching.to_watch(call, typed)

    @unwatch.autocomplete("match")
    @suggesting
    async def _to_unwatch(self, call: Call, typed: str) -> Choices:
        return await watching.to_unwatch(call, typed)

    # --- records ----------------------------------------------------------------------------------

    @command(description="Your finished matches")
    @app_commands.describe(game=records_texts.HISTORY_GAME_LABEL)
    @app_commands.choices(game=game_choices())
    async def history(self, call: Call, game: str | None = None) -> None:
        shown = await records.history_panel(call.app, call.user, ListQuery(game))
        await call.answer(shown)

    @command(description="Download the record of a match, as text and as JSON")
    @app_commands.describe(match=WHICH)
    async def record(self, call: Call, match: Text | None = None) -> None:
        found = await call.app.lookup.find(call, match, phases=TO_LOOK_AT, mine=False)
        await call.answer(await records.panel(call.app, found, call.user))

    @command(description="Get a short code that lets anyone watch one of your matches")
    @app_commands.describe(match=WHICH)
    async def share(self, call: Call, match: Text | None = None) -> None:
        found = await call.app.lookup.find(call, match, phases=TO_LOOK_AT)
        shared = await call.app.sharing.share(found.id, call.user)
        await call.answer(records.shared_panel(call, *shared))

    @command(name="open", description="Open a match that somebody shared with you")
    @app_commands.describe(code=records_texts.CODE_LABEL)
    async def open_shared(self, call: Call, code: Text) -> None:
        match = await call.app.sharing.opened_by(code, call.user)
        await call.answer(await board_panel.first_view(call.app, match, call.user))

    @command(name="import", description="Step through a match from a record file")
    @app_commands.describe(record=records_texts.IMPORT_LABEL)
    async def import_record(self, call: Call, record: discord.Attachment) -> None:
        await call.answer(await records.taken_in(call, record))

    @record.autocomplete("match")
    @share.autocomplete("match")
    @suggesting
    async def _to_look_at(self, call: Call, typed: str) -> Choices:
        return await match_choices(call, typed, TO_LOOK_AT)

    # --- one's own matches ------------------------------------------------------------------------

    @command(name="list", description="Your matches and challenges, your turn first")
    async def list_matches(self, call: Call) -> None:
        await call.answer(await own_matches.panel(call, ListQuery()))

    @command(description="Resign a match (asks first)")
    @app_commands.describe(match=WHICH)
    async def resign(self, call: Call, match: Text | None = None) -> None:
        """Ask whether to resign a match."""
        found = await call.app.lookup.find(call, match, phases=RUNNING)
        checked = await call.app.matches.play.check_running(found.id, call.user)
        await call.answer(match_menu.resign_question(checked))

    @command(description="Ask for a rematch")
    @app_commands.describe(match=WHICH)
    async def rematch(self, call: Call, match: Text | None = None) -> None:
        found = await call.app.lookup.find(call, match, phases=(Phase.FINISHED,))
        place = await call.app.venue.of_rematch(found)
        if place == call.interaction.channel_id:
            await call.app.lookup.check_place(call, place)
        finished = await call.app.matches.challenges.rematch(found.id, call.user, channel=place)
        offered = await call.show_rematch(finished)
        quiet = "" if offered is None else await posting.said_if_quiet(call, offered)
        begun = await computer_panel.rematch_begun(call.app, finished)
        await call.say(begun or quiet or challenge_texts.challenge_sent(place))

    @command(description="Offer a draw, or accept one")
    @app_commands.describe(match=WHICH)
    async def draw(self, call: Call, match: Text | None = None) -> None:
        found = await call.app.lookup.find(call, match, phases=PLAYING)
        await self._show(call, await call.app.matches.play.offer(found.id, call.user, OfferKind.DRAW))

    @command(description="Ask to pause a match for a week, or to resume it early")
    @app_commands.describe(match=WHICH)
    async def pause(self, call: Call, match: Text | None = None) -> None:
        """Ask for a pause or, during one, for its end."""
        found = await call.app.lookup.find(call, match, phases=PLAYING)
        kind = OfferKind.GO_ON if call.app.matches.play.paused(found) else OfferKind.PAUSE
        await self._show(call, await call.app.matches.play.offer(found.id, call.user, kind))

    @command(description="Claim a win on time, or end a match that's going nowhere")
    @app_commands.describe(match=WHICH)
    async def claim(self, call: Call, match: Text | None = None) -> None:
        """Claim a win on time, or the end of a match that is going nowhere."""
        found = await call.app.lookup.find(call, match, phases=PLAYING)
        await self._show(call, await self._claimed(call, found))

    async def _claimed(self, call: Call, match: Match) -> Match:
        """End the match with a win on time, else without a result. Raises Refusal if neither is due."""
        try:
            return await call.app.matches.time.claim_time(match.id, call.user)
        except TimeError as error:
            if not call.app.matches.play.goes_nowhere(match):
                raise Refusal(time_texts.nothing_to_claim(error)) from error
        return await call.app.matches.play.claim_no_result(match.id, call.user)

    @command(description="Watch the film of a match so far")
    @app_commands.describe(match=WHICH)
    async def replay(self, call: Call, match: Text | None = None) -> None:
        found = await call.app.lookup.find(call, match, phases=TO_LOOK_AT, mine=False)
        await call.answer(await board_panel.film(call, found))

    @command(description="Take back a move of this turn, or ask to take back your last turn")
    @app_commands.describe(match=WHICH)
    async def takeback(self, call: Call, match: Text | None = None) -> None:
        """Take back an action of the user's turn, or the turn just made; later, ask the other player."""
        user = call.user
        found = await call.app.lookup.find(call, match, phases=PLAYING)
        if call.app.matches.play.can_take_back(found, user):
            changed = await call.app.matches.play.take_back(found.id, user)
        elif call.app.matches.play.may_oops(found, user):
            changed = await call.app.matches.play.oops(found.id, user)
        else:
            changed = await call.app.matches.play.offer(found.id, user, OfferKind.TAKE_BACK)
        await self._show(call, changed)

    async def _show(self, call: Call, match: Match) -> None:
        """Show a changed match, and confirm it to the user if they aren't in the match's channel."""
        shown = await call.show(match)
        if shown.shown.version >= match.version:
            await call.leave_quietly(
                texts.asked_elsewhere(match), there=call.interaction.channel_id == shown.shown.home
            )

    @command(name="next", description="Jump to the match that's been waiting for you the longest")
    async def next_match(self, call: Call) -> None:
        """Open the match that has waited longest for the user."""
        waiting = await call.app.matches.lists.waiting_longest(call.user, 1)
        if not waiting:
            raise Refusal(texts.NOTHING_WAITS)
        match = await call.app.matches.load(waiting[0].id)
        await call.answer(await move_panel.waiting(call.app, match, call.user))

    @takeback.autocomplete("match")
    @draw.autocomplete("match")
    @pause.autocomplete("match")
    @claim.autocomplete("match")
    @resign.autocomplete("match")
    @suggesting
    async def _running(self, call: Call, typed: str) -> Choices:
        return await match_choices(call, typed, RUNNING)

    @replay.autocomplete("match")
    @suggesting
    async def _started(self, call: Call, typed: str) -> Choices:
        return await match_choices(call, typed, TO_LOOK_AT)

    @rematch.autocomplete("match")
    @suggesting
    async def _finished(self, call: Call, typed: str) -> Choices:
        return await match_choices(call, typed, (Phase.FINISHED,))


class MoveCog(commands.Cog):
    """The cog of /move, which plays any turn of any game by taps."""

    @command(description="Make your move by tapping, in this match or any where it's your turn")
    @app_commands.describe(match=WHICH)
    async def move(self, call: Call, match: Text | None = None) -> None:
        """Open the panel for the match in this channel, else for any match that waits for the user."""
        await call.answer(await self._turn(call, match))

    async def _turn(self, call: Call, given: str | None) -> Card:
        user = call.user
        if given is not None or await call.app.lookup.at_home(call):
            found = await call.app.lookup.find(call, given, phases=RUNNING, to_act=True)
            return await move_panel.waiting(call.app, found, user)
        waiting = await call.app.matches.lists.waiting_longest(user, MENU_SIZE)
        if not waiting:
            raise Refusal(texts.NOTHING_WAITS)
        if len(waiting) == 1:
            only = await call.app.matches.load(waiting[0].id)
            return await move_panel.waiting(call.app, only, user)
        return await move_panel.choice_of_match(call.app, waiting, user)

    @move.autocomplete("match")
    @suggesting
    async def _running(self, call: Call, typed: str) -> Choices:
        return await match_choices(call, typed, RUNNING)


async def setup(bot: Tidepool) -> None:
    await bot.add_cog(MatchCog())
    await bot.add_cog(MoveCog())
