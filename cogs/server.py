"""/server: what a server's administrators settle for its matches, and what they do to one."""

from __future__ import annotations

from typing import Any, Final

import discord
from discord import app_commands
from discord.ext import commands

from cogs.app import App, Tidepool
from cogs.delivery.pinned_lists import MOST_LOST
from cogs.delivery.rating_roles import can_give
from cogs.game import PACES, game_choices
from cogs.kit import permissions
from cogs.kit.context import Interaction
from cogs.kit.errors import AmbiguousMatchError, Refusal
from cogs.kit.lengths import Text
from cogs.kit.permissions import HomeChannel
from cogs.kit.suggestions import Choices, choices, match_choices, suggested
from cogs.panels import admin
from cogs.text import (
    community_texts,
    finding_texts,
    leavers_texts,
    phrases,
    pinned_texts,
    rating_roles_texts,
    texts,
    tidying_texts,
    time_texts,
    watching_texts,
)
from cogs.text import settings_texts as said
from imaging import THEMES
from matches import ChannelId, GuildId, Match, MatchId, NoSuchMatchError, UserId
from matches.clock import Pace, PaceError
from matches.errors import RewindError, WrongPhaseError
from matches.guild_settings import (
    ARCHIVE,
    CHAMPION,
    CHANNELS,
    GAMES_KEY,
    HOME,
    MOST,
    MOST_TIERS,
    OLD_CARDS,
    PACE,
    PINNED,
    RESULTS,
    ROLES,
    SEASON,
    THEME,
    TIER_GAME,
    TIERS,
    WEEKLY,
    GuildRules,
    RatingTier,
    listed,
    written,
)
from matches.summaries import MatchSummary

PlayableChannel = discord.TextChannel | discord.VoiceChannel
"""A channel in which, or in a thread of which, people can challenge each other."""

USUAL: Final = "usual"
"""The word for the pace of a server that has none of its own."""
MOST_MATCHES: Final = 1000
MOST_POINTS: Final = 4000
"""The highest rating that a role can start at."""
LOOKED_AT: Final = 200
"""Matches of a server that are suggested from; another is named by its number."""

_SETTINGS: Final = [app_commands.Choice(name=name, value=key) for key, name in said.SETTINGS.items()]
_SEASONS: Final = [
    app_commands.Choice(name=phrases.sentence(name), value=kind.value)
    for kind, name in community_texts.SEASON_KINDS.items()
]
_THEMES: Final = [app_commands.Choice(name=look.name, value=key) for key, look in THEMES.items()]
_OLD_CARDS: Final = [
    app_commands.Choice(name=phrases.sentence(name), value=look.value)
    for look, name in tidying_texts.OLD_CARDS.items()
]
_ARCHIVE: Final = [
    app_commands.Choice(name=phrases.sentence(name), value=hours)
    for hours, name in tidying_texts.ARCHIVE.items()
]
_WHICH: Final = "Which match (if it isn't the one played here)"


class HomeOption(app_commands.Transformer):
    """An option that takes a text channel or a forum; discord.py's own takes media channels with forums."""

    @property
    def type(self) -> discord.AppCommandOptionType:
        return discord.AppCommandOptionType.channel

    @property
    def channel_types(self) -> list[discord.ChannelType]:
        return [discord.ChannelType.text, discord.ChannelType.news, discord.ChannelType.forum]

    async def transform(self, _interaction: discord.Interaction, value: Any) -> HomeChannel:
        """The channel as the bot knows it. Raises Refusal for one that it does not."""
        channel = value.resolve()
        if not isinstance(channel, HomeChannel):
            raise Refusal(said.UNKNOWN_CHANNEL)
        return channel


# Not `guild_only`: with that, direct messages would stay as the whole bot has them.
@app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
@app_commands.default_permissions(manage_guild=True)
class ServerCog(commands.GroupCog, name="server", description="This server's settings and matches"):
    """The commands that Discord offers to those who manage a server only."""

    def __init__(self, app: App) -> None:
        self.app = app

    # --- what is settled -------------------------------------------------------------------------

    @app_commands.command(description="See this server's settings")
    async def show(self, interaction: discord.Interaction) -> None:
        """Show the settings in words."""
        await self.app.replies.acknowledge(interaction)
        await self._show(interaction, guild_of(interaction))

    @app_commands.command(name="set", description="Change this server's settings")
    @app_commands.describe(
        pace="Default time control: per move (3d, 30m), a time bank (5d+12h<7d), none",
        most_matches="How many matches a player can have here at once (0: no limit)",
        results="Channel for results and champions",
        season="How long a leaderboard season lasts (default: a month)",
        theme="Board theme here (each player can pick their own)",
        champion="Role for a season's champions, until the next season ends",
        weekly=f"Channel for the weekly summary (no ping), {watching_texts.WEEKLY_WHEN}",
        tier_role=rating_roles_texts.ROLE_LABEL,
        tier_from=rating_roles_texts.FROM_LABEL,
        tier_game=rating_roles_texts.GAME_LABEL,
        lists="Channel for pinned, always up-to-date lists: leaderboard, open challenges, running matches",
        home="One channel or forum for all matches of this server",
        old_cards="What stays of a card once the next one is out",
        archive="When a finished match's thread is archived (default: after a day)",
    )
    @app_commands.choices(
        season=_SEASONS, theme=_THEMES, old_cards=_OLD_CARDS, archive=_ARCHIVE, tier_game=game_choices()
    )
    async def set_(
        self,
        interaction: discord.Interaction,
        pace: Text | None = None,
        most_matches: app_commands.Range[int, 0, MOST_MATCHES] | None = None,
        results: discord.TextChannel | None = None,
        season: str | None = None,
        champion: discord.Role | None = None,
        theme: str | None = None,
        weekly: discord.TextChannel | None = None,
        lists: discord.TextChannel | None = None,
        tier_role: discord.Role | None = None,
        tier_from: app_commands.Range[int, 0, MOST_POINTS] | None = None,
        tier_game: str | None = None,
        home: app_commands.Transform[HomeChannel, HomeOption] | None = None,
        old_cards: str | None = None,
        archive: str | None = None,
    ) -> None:
        """Store what was named, once all of it is found to be possible."""
        await self.app.replies.acknowledge(interaction)
        guild = guild_of(interaction)
        chosen: dict[str, str | None] = {}
        if pace is not None:
            chosen[PACE] = None if pace.strip().casefold() == USUAL else _pace(pace)
        if most_matches is not None:
            chosen[MOST] = str(most_matches) if most_matches else None
        if results is not None:
            _check_announcing(results)
            chosen[RESULTS] = str(results.id)
        if season is not None:
            chosen[SEASON] = season
        if theme is not None:
            chosen[THEME] = theme
        if champion is not None:
            _check_giving(champion, interaction.user)
            chosen[CHAMPION] = str(champion.id)
        if weekly is not None:
            if lacking := permissions.missing(weekly.permissions_for(weekly.guild.me)):
                raise Refusal(watching_texts.no_weekly(weekly.id, lacking))
            chosen[WEEKLY] = str(weekly.id)
        if lists is not None:
            if lacking := permissions.missing(lists.permissions_for(lists.guild.me)):
                raise Refusal(pinned_texts.not_there(lists.id, lacking))
            chosen[PINNED] = str(lists.id)
        if tier_game is not None:
            chosen[TIER_GAME] = tier_game
        if tier_role is not None or tier_from is not None:
            rules = await self.app.guilds.rules(guild)
            chosen[TIERS] = _tiers(rules, tier_role, tier_from, interaction.user)
        if home is not None:
            _check_home(home)
            chosen[HOME] = str(home.id)
        if old_cards is not None:
            chosen[OLD_CARDS] = old_cards
        if archive is not None:
            chosen[ARCHIVE] = archive
        await self._store(interaction, guild, chosen)

    @app_commands.command(description="Reset one of this server's settings")
    @app_commands.describe(setting="Which setting")
    @app_commands.choices(setting=_SETTINGS)
    async def reset(self, interaction: discord.Interaction, setting: str) -> None:
        """Remove a setting."""
        await self.app.replies.acknowledge(interaction)
        await self._store(interaction, guild_of(interaction), {setting: None})

    @app_commands.command(description="Limit play to certain channels, roles or games")
    @app_commands.describe(
        channel="Allow this channel",
        role="Allow people with this role",
        game="Allow this game",
    )
    @app_commands.choices(game=game_choices())
    async def allow(
        self,
        interaction: discord.Interaction,
        channel: PlayableChannel | None = None,
        role: discord.Role | None = None,
        game: str | None = None,
    ) -> None:
        """Add to what is allowed by name."""
        await self.app.replies.acknowledge(interaction)
        guild = guild_of(interaction)
        if role is not None and role.is_default():
            raise Refusal(said.EVERYONE_MAY)
        if channel is not None:
            _check_playing(channel)
        rules = await self.app.guilds.rules(guild)
        named = _named(channel, role, game)
        await self._store(
            interaction, guild, {key: listed(_of(rules, key) | {value}) for key, value in named.items()}
        )

    @app_commands.command(description="Remove a channel, role or game from the allowed list")
    @app_commands.describe(
        channel="Remove this channel",
        role="Remove this role",
        game="Remove this game",
    )
    @app_commands.choices(game=game_choices())
    async def disallow(
        self,
        interaction: discord.Interaction,
        channel: PlayableChannel | None = None,
        role: discord.Role | None = None,
        game: str | None = None,
    ) -> None:
        """Take away from what is allowed by name."""
        await self.app.replies.acknowledge(interaction)
        guild = guild_of(interaction)
        rules = await self.app.guilds.rules(guild)
        chosen: dict[str, str | None] = {}
        for key, value in _named(channel, role, game).items():
            before = _of(rules, key)
            if value not in before:
                raise Refusal(said.not_named(key, value))
            chosen[key] = listed(before - {value})
        # Somebody who takes the last one away may expect that nothing is allowed now.
        emptied = [said.none_named(key) for key, value in chosen.items() if value is None]
        await self._store(interaction, guild, chosen, above="\n".join(emptied))

    async def _store(
        self, interaction: Interaction, guild: GuildId, chosen: dict[str, str | None], *, above: str = ""
    ) -> None:
        """Store what was chosen, and show what is settled now. Raises Refusal when that is nothing."""
        if not chosen:
            raise Refusal(said.NOTHING_NAMED)
        before = await self.app.guilds.change(guild, chosen)
        if before.get(CHAMPION) != chosen.get(CHAMPION, before.get(CHAMPION)):
            # Nobody would take it from them later: it is not the champions' role any more.
            await self.app.season_closer.take_all_roles(guild)
        changed = said.changed([key for key, value in chosen.items() if before.get(key) != value])
        await self._show(interaction, guild, above=f"{changed}\n{above}".strip())

    async def _show(self, interaction: Interaction, guild: GuildId, *, above: str = "") -> None:
        rules = await self.app.guilds.rules(guild)
        lines = (
            _weekly(interaction, rules),
            await _pinned(self.app, interaction, rules),
            _roles_by_rating(interaction, rules),
        )
        page = said.server_page(rules, weekly="\n".join(lines), home=_home(interaction, rules))
        await self.app.replies.say(interaction, f"{above}\n{page}".strip())

    # --- what is done to a match -----------------------------------------------------------------

    @app_commands.command(description="End a match with a winner or as a draw, unrated (asks first)")
    @app_commands.describe(winner="The winning side, or draw", match=_WHICH)
    async def end(self, interaction: discord.Interaction, winner: Text, match: Text | None = None) -> None:
        """Ask whether to end a match."""
        await self.app.replies.acknowledge(interaction)
        admin.check_governing(interaction)
        found = await self._find(interaction, match)
        await self.app.replies.answer(
            interaction, admin.end_question(found, _asker(interaction), admin.winner(found, winner))
        )

    @app_commands.command(description="Cancel a match: nobody wins, and it won't count (asks first)")
    @app_commands.describe(match=_WHICH, player=leavers_texts.PLAYER_LABEL)
    async def abort(
        self,
        interaction: discord.Interaction,
        match: Text | None = None,
        player: discord.User | None = None,
    ) -> None:
        """Ask whether to call a match off, or all matches of a player."""
        await self.app.replies.acknowledge(interaction)
        admin.check_governing(interaction)
        if player is not None:
            if match is not None:
                raise Refusal(leavers_texts.ONE_OF_BOTH)
            await self._abort_all(interaction, UserId(player.id))
            return
        found = await self._find(interaction, match)
        await self.app.replies.answer(interaction, admin.abort_question(found, _asker(interaction)))

    async def _abort_all(self, interaction: Interaction, user: UserId) -> None:
        running = await self.app.matches.admin.running_of(user, guild_of(interaction))
        if not running:
            raise Refusal(leavers_texts.nothing_runs(user))
        await self.app.replies.answer(interaction, admin.abort_all_question(user, running))

    @app_commands.command(description="Take a match back to an earlier position (asks first)")
    @app_commands.rename(ply="move")
    @app_commands.describe(ply="The move to go back to, as the board view counts them", match=_WHICH)
    async def rewind(
        self, interaction: discord.Interaction, ply: app_commands.Range[int, 0], match: Text | None = None
    ) -> None:
        """Ask whether to take a match back."""
        await self.app.replies.acknowledge(interaction)
        admin.check_governing(interaction)
        found = await self._find(interaction, match)
        if not found.started:
            raise WrongPhaseError(found)
        standing = len(self.app.matches.history(found).played)
        if ply >= standing:
            raise RewindError(found, standing - 1)
        await self.app.replies.answer(
            interaction, admin.rewind_question(found, _asker(interaction), ply, standing)
        )

    @app_commands.command(description="Let somebody else take over in a match (asks first)")
    @app_commands.describe(leaver="Who is playing now", to="Who takes over", match=_WHICH)
    @app_commands.rename(leaver="from")
    async def handover(
        self,
        interaction: discord.Interaction,
        leaver: discord.User,
        to: discord.User,
        match: Text | None = None,
    ) -> None:
        """Ask whether to have somebody else play on."""
        await self.app.replies.acknowledge(interaction)
        admin.check_governing(interaction)
        found = await self._find(interaction, match)
        side = admin.seat(found, UserId(leaver.id))
        await admin.check_taking_over(self.app, found, side, to)
        question = admin.hand_over_question(found, _asker(interaction), side, UserId(to.id))
        await self.app.replies.answer(interaction, question)

    async def _find(self, interaction: Interaction, given: str | None) -> Match:
        """The match that is meant, one of this server that runs: the one named, else the one of this place.

        Raises what :meth:`_meant` does, NoSuchMatchError for one elsewhere, and WrongPhaseError for one
        that does not run.
        """
        guild = guild_of(interaction)
        if given is None:
            return await self.app.matches.load(await self._meant(interaction, guild))
        match = (await self.app.lookup.numbered(given)).match
        if match.guild_id != guild:
            # Not even that there is such a match elsewhere is told.
            raise NoSuchMatchError(match.id)
        if not match.phase.running:
            raise WrongPhaseError(match)
        return match

    async def _meant(self, interaction: Interaction, guild: GuildId) -> MatchId:
        """The match that runs in this place. Raises AmbiguousMatchError, Refusal where none runs at all."""
        if here := await self._running_here(interaction):
            return self.app.lookup.the_only(interaction, here).id
        running = await self.app.matches.lists.running_in(guild, LOOKED_AT)
        if not running:
            raise Refusal(finding_texts.NOTHING_RUNS)
        raise AmbiguousMatchError(running)

    async def _running_here(self, interaction: Interaction) -> list[MatchSummary]:
        if interaction.channel_id is None:
            return []
        found = await self.app.matches.lists.at_home(ChannelId(interaction.channel_id))
        return [match for match in found if match.phase.running and match.guild_id == interaction.guild_id]

    # --- suggestions -----------------------------------------------------------------------------

    @end.autocomplete("match")
    @abort.autocomplete("match")
    @rewind.autocomplete("match")
    @handover.autocomplete("match")
    async def _matches(self, interaction: discord.Interaction, typed: str) -> Choices:
        return await suggested(interaction, lambda: self._suggest_matches(interaction, typed))

    async def _suggest_matches(self, interaction: Interaction, typed: str) -> Choices:
        """The matches that run in the server, that of this place first."""
        here = await self._running_here(interaction)
        running = await self.app.matches.lists.running_in(guild_of(interaction), LOOKED_AT)
        return match_choices(
            [*here, *running], typed, lambda match: self.app.lookup.between(match) or texts.title(match)
        )

    @end.autocomplete("winner")
    async def _winners(self, interaction: discord.Interaction, typed: str) -> Choices:
        return await suggested(interaction, lambda: self._suggest_winners(interaction, typed))

    async def _suggest_winners(self, interaction: Interaction, typed: str) -> Choices:
        """The sides of the match that is meant, and a draw."""
        match = await self._find(interaction, getattr(interaction.namespace, "match", None) or None)
        return choices([(side, side) for side in (*match.game.sides, said.DRAW)], typed)

    @rewind.autocomplete("ply")
    async def _plies(self, interaction: discord.Interaction, typed: Any) -> Choices:
        return await suggested(interaction, lambda: self._suggest_plies(interaction, str(typed)))

    async def _suggest_plies(self, interaction: Interaction, typed: str) -> Choices:
        """Suggest the plies that the match meant can be taken back to, the latest first."""
        match = await self._find(interaction, getattr(interaction.namespace, "match", None) or None)
        if not match.started:
            return []
        played = self.app.matches.history(match).played
        plies = reversed(range(len(played)))
        return choices(((said.after_action(ply, played[ply - 1].description), ply) for ply in plies), typed)

    @set_.autocomplete("pace")
    async def _paces(self, interaction: discord.Interaction, typed: str) -> Choices:
        return await suggested(interaction, lambda: self._suggest_paces(typed))

    async def _suggest_paces(self, typed: str) -> Choices:
        """The paces that a challenge offers too; others can be typed."""
        return choices(
            [
                (said.USUAL_PACE, USUAL),
                *((phrases.sentence(time_texts.pace(pace)), str(pace)) for pace in PACES),
            ],
            typed,
        )


# --- parts ---------------------------------------------------------------------------------------


def guild_of(interaction: Interaction) -> GuildId:
    """The server in which this was said. Raises Refusal in direct messages, where nobody is offered it."""
    if interaction.guild_id is None:
        raise Refusal(said.SERVER_ONLY)
    return GuildId(interaction.guild_id)


def _asker(interaction: Interaction) -> UserId:
    return UserId(interaction.user.id)


def _pace(typed: str) -> str:
    """A pace as it is stored. Raises Refusal."""
    try:
        return str(Pace.read(typed))
    except PaceError as error:
        raise Refusal(said.bad_pace(typed, error.reason)) from None


def _named(channel: PlayableChannel | None, role: discord.Role | None, game: str | None) -> dict[str, Any]:
    """The ids and keys that were named, by the key of their setting."""
    found = {CHANNELS: channel and channel.id, ROLES: role and role.id, GAMES_KEY: game}
    return {key: value for key, value in found.items() if value is not None}


def _of(rules: GuildRules, key: str) -> frozenset[Any]:
    """The ids or keys that a server allows by name under ``key``."""
    found: dict[str, frozenset[Any]] = {CHANNELS: rules.channels, ROLES: rules.roles, GAMES_KEY: rules.games}
    return found[key]


def _check_announcing(channel: discord.TextChannel) -> None:
    """Raise Refusal, by name, when the bot lacks something to announce results in ``channel``."""
    if lacking := permissions.missing(channel.permissions_for(channel.guild.me)):
        raise Refusal(said.no_announcing(channel.id, lacking))


def _weekly(interaction: Interaction, rules: GuildRules) -> str:
    """Tell if the week is summed up, and what stands in the way."""
    if rules.weekly is None or interaction.guild is None:
        return watching_texts.weekly_setting(rules.weekly, "")
    channel = interaction.guild.get_channel(rules.weekly)
    trouble = "" if channel else watching_texts.WEEKLY_GONE
    if channel and (lacking := permissions.missing(channel.permissions_for(interaction.guild.me))):
        trouble = watching_texts.weekly_lacking(lacking)
    return watching_texts.weekly_setting(rules.weekly, trouble)


async def _pinned(app: App, interaction: Interaction, rules: GuildRules) -> str:
    """Tell where the server's lists are, and what stands in their way."""
    if rules.pinned is None or interaction.guild is None:
        return pinned_texts.setting(rules.pinned, ())
    channel = interaction.guild.get_channel(rules.pinned)
    if channel is None:
        return pinned_texts.setting(rules.pinned, [pinned_texts.CHANNEL_GONE])
    allowed = channel.permissions_for(interaction.guild.me)
    if lacking := permissions.missing(allowed):
        return pinned_texts.setting(rules.pinned, [pinned_texts.lacking(lacking)])
    kept = await app.pinned.of_guild(GuildId(interaction.guild.id))
    deleted = [one.kind for one in kept if one.lost > MOST_LOST]
    troubles = [pinned_texts.deleted(deleted)] if deleted else []
    if not allowed.pin_messages:
        troubles.append(pinned_texts.UNPINNED)
    elif unpinned := [one.kind for one in kept if one.message is not None and not one.pinned]:
        troubles.append(pinned_texts.not_pinned(unpinned))
    return pinned_texts.setting(rules.pinned, troubles)


def _check_home(channel: HomeChannel) -> None:
    """Raise Refusal, by name, when the bot lacks something to run all matches in ``channel``."""
    if names := permissions.lacking_at_home(channel):
        raise Refusal(tidying_texts.no_home_permissions(channel.id, names))
    if not permissions.has_tags(channel):
        raise Refusal(tidying_texts.no_home_tag(channel.id))


def _home(interaction: Interaction, rules: GuildRules) -> str:
    """Tell where all matches are played, and what stands in the way."""
    if rules.home is None or interaction.guild is None:
        return tidying_texts.home(rules.home, "")
    channel = interaction.guild.get_channel(rules.home)
    if not isinstance(channel, HomeChannel):
        return tidying_texts.home(rules.home, tidying_texts.HOME_GONE)
    names = permissions.lacking_at_home(channel)
    trouble = tidying_texts.home_lacks(names) if names else ""
    return tidying_texts.home(
        rules.home, trouble or ("" if permissions.has_tags(channel) else tidying_texts.NO_TAG)
    )


def _tiers(
    rules: GuildRules, role: discord.Role | None, least: int | None, asker: discord.User | discord.Member
) -> str | None:
    """A server's roles by rating with one more, changed or taken off, as they are stored. Raises Refusal."""
    if role is None or least is None:
        raise Refusal(rating_roles_texts.BOTH)
    others = [tier for tier in rules.tiers if tier.role != role.id]
    if not least:
        if len(others) == len(rules.tiers):
            raise Refusal(rating_roles_texts.not_on_the_list(role.id))
        return written(others)
    if role.is_default() or role.managed:
        raise Refusal(said.role_of_its_own(role.id))
    if role.id == rules.champion:
        raise Refusal(rating_roles_texts.IS_CHAMPIONS)
    if not _may_give(role, asker):
        raise Refusal(rating_roles_texts.not_yours_to_give(role.id))
    if not can_give(role):
        raise Refusal(rating_roles_texts.cannot_give(role.id))
    if len(others) >= MOST_TIERS:
        raise Refusal(rating_roles_texts.TOO_MANY)
    return written([*others, RatingTier(least, role.id)])


def _roles_by_rating(interaction: Interaction, rules: GuildRules) -> str:
    """Tell the roles by rating, and what stands in their way."""
    guild = interaction.guild
    known = [guild.get_role(tier.role) for tier in rules.tiers] if guild else []
    troubles = [rating_roles_texts.cannot_give(role.id) for role in known if role and not can_give(role)]
    return rating_roles_texts.setting(rules.tiers, rules.tier_game, troubles)


def _check_giving(role: discord.Role, asker: discord.User | discord.Member) -> None:
    """Raise Refusal, with what stands against it, when a role cannot be given to champions.

    Nobody may have the bot give a role that they could not give themselves.
    """
    if role.is_default() or role.managed:
        raise Refusal(said.role_of_its_own(role.id))
    if not _may_give(role, asker):
        raise Refusal(said.not_yours_to_give(role.id))
    me = role.guild.me
    if not me.guild_permissions.manage_roles:
        raise Refusal(said.no_role_rights(role.id))
    if role >= me.top_role:
        raise Refusal(said.role_too_high(role.id))


def _may_give(role: discord.Role, asker: discord.User | discord.Member) -> bool:
    """True if Discord lets somebody give a role to others."""
    if not isinstance(asker, discord.Member):
        return False
    owns = asker.id == role.guild.owner_id
    return owns or (asker.guild_permissions.manage_roles and asker.top_role > role)


def _check_playing(channel: PlayableChannel) -> None:
    """Raise Refusal, by name, when the bot lacks something to run a match in ``channel``."""
    if lacking := permissions.missing(channel.permissions_for(channel.guild.me)):
        raise Refusal(texts.permissions_missing(lacking, channel.id))


async def setup(bot: Tidepool) -> None:
    """Load the cog."""
    await bot.add_cog(ServerCog(bot.app))
