"""The private panel of a server's settings: its pages, and the menus and buttons on them.

Its controls are of no match: their ids have 0 where others have one, and in place of a version the number
of times that the panel was drawn. Discord's own program keeps what somebody chose in a menu while its id
stays the same, also where the choice was refused. Whoever presses must manage the server at that moment.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final

import discord

from cogs.kit.card import Card, card, row, rows
from cogs.kit.context import Interaction
from cogs.kit.controls import AnyControl, Press, button, channel_menu, menu, role_menu
from cogs.kit.errors import Refusal
from cogs.kit.reporting import reporting
from cogs.panels.admin import check_governing
from cogs.panels.server import form, values
from cogs.panels.server.change import change
from cogs.panels.server.lines import lines_of
from cogs.panels.server.options import MENUS, menu_of, stored
from cogs.text import settings_texts as texts
from cogs.text import texts as common
from matches import GuildId
from matches.guild_settings import (
    ARCHIVE,
    CHAMPION,
    CHANNELS,
    COMPUTER,
    GAMES_KEY,
    HOME,
    KEYS,
    LADDERS,
    MOST,
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
    listed,
)

if TYPE_CHECKING:
    from cogs.kit.context import Context

FIRST: Final = 0
"""The number of the page that leads to the others."""
PAGES: Final = (
    (GAMES_KEY, CHANNELS, ROLES, MOST, COMPUTER, LADDERS),
    (HOME, OLD_CARDS, ARCHIVE),
    (PACE, SEASON, THEME),
    (RESULTS, WEEKLY, PINNED),
    (CHAMPION, TIERS, TIER_GAME),
)
"""The settings of each other page, numbered from 1 on."""
MOST_CHOSEN: Final = 25
"""The entries that can be chosen in a menu (Discord's limit)."""

_TEXT: Final = (discord.ChannelType.text, discord.ChannelType.news)
CHANNEL_KINDS: Final[Mapping[str, tuple[discord.ChannelType, ...]]] = {
    RESULTS: _TEXT,
    WEEKLY: _TEXT,
    PINNED: _TEXT,
    HOME: (*_TEXT, discord.ChannelType.forum),
    CHANNELS: (*_TEXT, discord.ChannelType.voice),
}
"""The channels that a setting takes, by its key."""
ROLE_KEYS: Final = frozenset({CHAMPION, ROLES})
"""The settings that are chosen from a menu of roles alone."""
SEVERAL: Final = frozenset({CHANNELS, ROLES})
"""The settings that take several channels or roles."""

ValueOf = Callable[[GuildRules], str | None]
"""Finds the value to be stored, by the rules as they are. Raises Refusal."""


# --- controls ------------------------------------------------------------------------------------


@button("serverpage")
async def show_page(press: Press) -> None:
    """Shows the page of its argument."""
    check_governing(press.interaction)
    guild = values.guild_of(press.interaction)
    await press.redraw(await panel(press.app, guild, press.index, version=press.version + 1))


@menu("serverset")
async def choose_text(press: Press) -> None:
    """Sets what was chosen from a menu of texts. Its argument: the number of the setting."""
    key = _key(press, MENUS)
    await _settle(press, key, lambda rules: stored(key, press.values, rules))


@channel_menu("serverchannel")
async def choose_channels(press: Press) -> None:
    """Sets a channel, or the channels where people may play; none takes the setting away."""
    key = _key(press, CHANNEL_KINDS)
    chosen = [channel.resolve() for channel in press.channels]
    await _settle(press, key, lambda _rules: _joined(values.channel(key, one) for one in chosen))


@role_menu("serverrole")
async def choose_roles(press: Press) -> None:
    """Sets a role, or the roles that may play; none takes the setting away."""
    key, asker = _key(press, ROLE_KEYS), press.interaction.user

    def value(role: discord.Role) -> str:
        return values.champion(role, asker) if key == CHAMPION else values.playing_role(role)

    await _settle(press, key, lambda _rules: _joined(map(value, press.roles)))


@role_menu("servertier", acknowledge=False)
async def choose_tier(press: Press) -> None:
    """Asks for the rating at which the role starts that was chosen."""
    app, interaction = press.app, press.interaction
    check_governing(interaction)
    guild = values.guild_of(interaction)
    rules = await app.guilds.rules(guild)
    try:
        if not press.roles:
            raise Refusal(texts.ROLE_GONE)
        values.check_tier(rules, press.roles[0], interaction.user)
    except Refusal as refused:
        await app.replies.acknowledge(interaction)
        await press.redraw(
            await _after(app, guild, TIERS, press.version, texts.not_changed(refused.sentence))
        )
        return
    asked = form.typed_form(TIERS, rules, version=press.version, role=press.roles[0].id)
    await app.replies.open_form(interaction, asked)


@menu("serveruntier")
async def remove_tier(press: Press) -> None:
    """Takes the role off the list that was chosen."""
    role = next((int(value) for value in press.values if value.isascii() and value.isdigit()), 0)
    await _settle(press, TIERS, lambda rules: values.tiers_without(rules, role))


@button("serverclear")
async def switch_off(press: Press) -> None:
    """Takes the setting away that its argument tells."""
    await _settle(press, _key(press, texts.SWITCH_OFF), lambda _rules: None)


@button("servertype", acknowledge=False)
async def open_form(press: Press) -> None:
    """Opens the form for the setting that its argument tells."""
    check_governing(press.interaction)
    key, guild = _key(press, texts.TYPE_IT), values.guild_of(press.interaction)
    rules = await press.app.guilds.rules(guild)
    asked = form.typed_form(key, rules, version=press.version)
    await press.app.replies.open_form(press.interaction, asked)


async def written(sent: Interaction) -> None:
    """Set what was typed, if ``sent`` is the form of this panel."""
    if not form.is_form(sent):
        return
    app: Context = sent.client.app
    async with reporting(sent):
        await app.replies.acknowledge(sent)
        typed = form.read(sent)
        await _settle_for(app, sent, typed.key, typed.version, lambda rules: _typed_value(sent, typed, rules))


def _typed_value(sent: Interaction, typed: form.Typed, rules: GuildRules) -> str | None:
    """The value for what was typed. Raises Refusal."""
    if typed.key == PACE:
        return values.pace(typed.text)
    if typed.key == MOST:
        return values.most(values.whole_number(typed.text, values.MOST_MATCHES))
    least = values.whole_number(typed.text, values.MOST_POINTS)
    role = sent.guild.get_role(typed.role) if sent.guild else None
    if role is None:
        raise Refusal(texts.ROLE_GONE)
    return values.tiers_with(rules, role, least, sent.user)


def _key(press: Press, among: Collection[str]) -> str:
    """The setting that a control is about. Raises Refusal for one that it cannot be about."""
    if press.index >= len(KEYS) or KEYS[press.index] not in among:
        raise Refusal(texts.PANEL_OLD)
    return KEYS[press.index]


def _joined(found: Iterable[str]) -> str | None:
    """Ids as they are stored."""
    return listed(frozenset(map(int, found)))


# --- changes -------------------------------------------------------------------------------------


async def _settle(press: Press, key: str, value_of: ValueOf) -> None:
    await _settle_for(press.app, press.interaction, key, press.version, value_of)


async def _settle_for(
    app: Context, interaction: Interaction, key: str, version: int, value_of: ValueOf
) -> None:
    """Store a setting, and say below it what became of it: a refusal changes nothing."""
    check_governing(interaction)
    guild = values.guild_of(interaction)
    try:
        said = await change(app, guild, {key: value_of(await app.guilds.rules(guild))})
    except Refusal as refused:
        said = texts.not_changed(refused.sentence)
    await app.replies.redraw(interaction, await _after(app, guild, key, version, said))


async def _after(app: Context, guild: GuildId, key: str, version: int, said: str) -> Card:
    """The page of a setting after a press, with what is said about it."""
    page = next(number for number, keys in enumerate(PAGES, 1) if key in keys)
    return await panel(app, guild, page, version=version + 1, about={key: said})


# --- pages ---------------------------------------------------------------------------------------


async def panel(
    app: Context,
    guild: GuildId,
    page: int = FIRST,
    *,
    version: int = 0,
    about: Mapping[str, str] | None = None,
) -> Card:
    """A page of the panel; ``about``: what is said below a setting, by its key."""
    rules = await app.guilds.rules(guild)
    lines = await lines_of(app, guild, rules)
    if not 1 <= page <= len(PAGES):
        return _first_page(lines, version)
    known, keys, notes = app.bot.get_guild(guild), PAGES[page - 1], about or {}
    parts: list[Any] = []
    for key in keys:
        said = "\n".join(filter(None, (lines.get(key), notes.get(key))))
        parts += [said, *_controls(key, rules, known, version)]
    off = [
        switch_off.about(0, texts.SWITCH_OFF[key], args=(KEYS.index(key),), version=version)
        for key in keys
        if _is_set(key, rules)
    ]
    back = show_page.about(0, common.BACK, args=(FIRST,), version=version)
    return card(f"### {texts.PANEL_PAGES[page - 1]}", *parts, *rows([back, *off]))


def _first_page(lines: Mapping[str, str], version: int) -> Card:
    """All settings as they are, and a button for each other page."""
    buttons = [
        show_page.about(0, label, args=(number,), version=version)
        for number, label in enumerate(texts.PANEL_PAGES, 1)
    ]
    said = [
        texts.panel_group(name, [lines[key] for key in keys if key in lines])
        for name, keys in zip(texts.PANEL_PAGES, PAGES, strict=True)
    ]
    return card(texts.SERVER_TITLE, *said, *rows(buttons))


def _controls(key: str, rules: GuildRules, guild: discord.Guild | None, version: int) -> list[Any]:
    """The rows, or a sentence in their place, with which a setting is changed."""
    args = (KEYS.index(key),)
    if key in CHANNEL_KINDS or key in ROLE_KEYS:
        return [_entity_menu(key, rules, guild, version)]
    if key == TIERS:
        return [row(one) for one in _tier_menus(rules, guild, version)]
    offered = menu_of(key, rules)
    found = choose_text.about(
        0,
        texts.PROMPTS[key],
        offered.entries,
        chosen=next(iter(offered.standing), None),
        several=offered.standing if offered.several else None,
        args=args,
        version=version,
        described=offered.described,
    )
    if key not in texts.TYPE_IT:
        return [row(found)]
    return [row(found), row(open_form.about(0, texts.TYPE_IT[key], args=args, version=version))]


def _entity_menu(key: str, rules: GuildRules, guild: discord.Guild | None, version: int) -> Any:
    """The menu of channels or roles; a sentence where it could not hold all that stand."""
    prompt, args = texts.PROMPTS[key], (KEYS.index(key),)
    most = MOST_CHOSEN if key in SEVERAL else 1
    chosen = [one for one in _ids(key, rules) if _is_there(key, one, guild)]
    if len(chosen) > most:
        return texts.too_many_for_a_menu(key)
    if key in ROLE_KEYS:
        return row(choose_roles.about(0, prompt, chosen=chosen, most=most, args=args, version=version))
    kinds = CHANNEL_KINDS[key]
    return row(choose_channels.about(0, prompt, kinds, chosen=chosen, most=most, args=args, version=version))


def _tier_menus(rules: GuildRules, guild: discord.Guild | None, version: int) -> list[AnyControl]:
    """The menus that add a role by rating, and take one off."""
    menus = [choose_tier.about(0, texts.PROMPTS[TIERS], least=1, version=version)]
    if rules.tiers:
        known = {tier: guild.get_role(tier.role) if guild else None for tier in rules.tiers}
        entries = [
            (str(tier.role), texts.tier_label(role.name if role else None, tier.least))
            for tier, role in known.items()
        ]
        menus.append(remove_tier.about(0, texts.REMOVE_TIER, entries, version=version))
    return menus


def _is_there(key: str, one: int, guild: discord.Guild | None) -> bool:
    """True if a channel or role can be shown in a menu: Discord may refuse one that is gone."""
    if guild is None:
        return True
    if key in ROLE_KEYS:
        return guild.get_role(one) is not None
    channel = guild.get_channel(one)
    return channel is not None and channel.type in CHANNEL_KINDS[key]


def _ids(key: str, rules: GuildRules) -> list[int]:
    """The channels or roles of a setting."""
    single = {
        RESULTS: rules.results,
        WEEKLY: rules.weekly,
        PINNED: rules.pinned,
        HOME: rules.home,
        CHAMPION: rules.champion,
    }
    several = {CHANNELS: rules.channels, ROLES: rules.roles}
    if key in several:
        return sorted(several[key])
    found = single.get(key)
    return [] if found is None else [found]


def _is_set(key: str, rules: GuildRules) -> bool:
    """True if there is something to take away with a button."""
    return bool(_ids(key, rules) or (key == GAMES_KEY and rules.games) or (key == TIERS and rules.tiers))
