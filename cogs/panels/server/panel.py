"""The private panel of a server's settings: its pages, menus and buttons.

The controls' ids have 0 in place of a match id, and a redraw count in place of a version: Discord's client
keeps a user's menu choice, even a refused one, while the menu's id stays the same. Every press checks that
the user has the Manage Server permission.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

import discord
from discord import ui

from cogs.kit import phone
from cogs.kit.arguments import Count, Id, Version
from cogs.kit.boards import glimpses
from cogs.kit.call import Call, Interaction
from cogs.kit.card import Card, Pictures, card, gallery, row, rows, section
from cogs.kit.controls import (
    CONTROLS,
    AnyControl,
    FormSent,
    Press,
    button,
    control,
    form_sent,
    menu,
    written_in,
)
from cogs.kit.errors import Refusal
from cogs.kit.paging import BACK, ON
from cogs.panels.server import values
from cogs.panels.server.admin import check_governing
from cogs.panels.server.sentences import sentences_of
from cogs.panels.server.values import MENUS, change, menu_of, stored
from cogs.text import server_texts, texts
from matches import GuildId
from matches.guilds.settings import (
    ACROSS,
    NUMBERED,
    SETTINGS,
    THEME,
    TIERS,
    GuildRules,
    Setting,
    SettingKind,
    SettingPage,
    listed,
)

if TYPE_CHECKING:
    from cogs.app import App

FIRST: Final = 0
"""The number of the page that leads to the others."""
PAGES: Final = tuple(SettingPage)
"""The other pages, numbered from 1 on."""
MOST_CHOSEN: Final = 25
"""The entries that can be chosen in a menu (Discord's limit)."""
MOST_OF: Final[Mapping[SettingKind, int]] = {
    SettingKind.CHANNEL: 1,
    SettingKind.ROLE: 1,
    SettingKind.CHANNELS: MOST_CHOSEN,
    SettingKind.ROLES: MOST_CHOSEN,
}
"""The channels or roles that can be chosen, by the kind of setting."""
CHANNELS: Final = (SettingKind.CHANNEL, SettingKind.CHANNELS)
ROLES: Final = (SettingKind.ROLE, SettingKind.ROLES)
TYPED: Final = (SettingKind.PACE, SettingKind.NUMBER)

ValueOf = Callable[[GuildRules], str | None]
"""Returns the value to store, given the present rules. Raises Refusal."""
FIELD: Final = "value"
LONGEST_TYPED: Final = 40


# --- controls ------------------------------------------------------------------------------------


@control("serverpage")
async def show_page(press: Press, page: Count, part: Count = 0, version: Version = 0) -> None:
    """Shows a page, or a part of it."""
    check_governing(press)
    guild = values.guild_of(press)
    await press.redraw(await panel(press.app, guild, page, part, version=version + 1))


@control("serveropen")
async def open_panel(press: Press, _server: Id = 0) -> None:
    """Opens the panel privately, from a public card; the server's id tells that card."""
    check_governing(press)
    await press.answer(await panel(press.app, values.guild_of(press)))


@control("serverset")
async def choose_text(press: Press, number: Count, version: Version = 0) -> None:
    """Stores the choice from a select menu for the setting with this number."""
    setting = _setting(number, MENUS)
    await _store(press, setting, version, lambda rules: stored(setting, press.values, rules))


@control("serverchannel")
async def choose_channels(press: Press, number: Count, version: Version = 0) -> None:
    """Sets a channel, or the channels where people may play; no choice resets the setting."""
    setting = _setting(number, CHANNELS)
    chosen = [channel.resolve() for channel in press.channels]
    await _store(
        press,
        setting,
        version,
        lambda _rules: _joined(values.channel(setting.key, one) for one in chosen),
    )


@control("serverrole")
async def choose_roles(press: Press, number: Count, version: Version = 0) -> None:
    """Sets a role, or the roles that may play; no choice resets the setting."""
    setting, asker = _setting(number, ROLES), press.interaction.user

    def value(role: discord.Role) -> str:
        return values.role(setting, role, asker)

    await _store(press, setting, version, lambda _rules: _joined(map(value, press.roles)))


@control("servertier", acknowledge=False)
async def choose_tier(press: Press, version: Version = 0) -> None:
    """Asks for the rating from which players get the chosen role."""
    check_governing(press)
    guild = values.guild_of(press)
    rules = await press.app.guilds.rules(guild)
    try:
        if not press.roles:
            raise Refusal(server_texts.ROLE_GONE)
        values.check_tier(rules, press.roles[0], press.interaction.user)
    except Refusal as refused:
        await press.acknowledge()
        said = server_texts.not_changed(refused.sentence)
        await press.redraw(await _after(press.app, guild, SETTINGS[TIERS], version, said))
        return
    asked = typed_form(SETTINGS[TIERS], rules, version=version, role=press.roles[0].id)
    await press.open_form(asked)


@control("serveruntier")
async def remove_tier(press: Press, version: Version = 0) -> None:
    """Removes the chosen role from the roles by rating."""
    role = next((int(value) for value in press.values if value.isascii() and value.isdigit()), 0)
    await _store(press, SETTINGS[TIERS], version, lambda rules: values.tiers_without(rules, role))


@control("serverclear")
async def switch_off(press: Press, number: Count, version: Version = 0) -> None:
    """Resets the setting with this number."""
    setting = _setting(number)
    if not server_texts.SETTINGS[setting.key].off:
        raise Refusal(server_texts.PANEL_OLD)
    await _store(press, setting, version, lambda _rules: None)


@control("serverswitch")
async def switch(press: Press, _number: Count, _index: Count, _version: Version = 0) -> None:
    """Answers a button of older panels, whose setting is gone."""
    check_governing(press)
    raise Refusal(server_texts.PANEL_OLD)


@control("servertype", acknowledge=False)
async def open_form(press: Press, number: Count, version: Version = 0) -> None:
    """Opens the form for the setting with this number."""
    check_governing(press)
    setting, guild = _setting(number, TYPED), values.guild_of(press)
    rules = await press.app.guilds.rules(guild)
    asked = typed_form(setting, rules, version=version)
    await press.open_form(asked)


@form_sent("serverform")
async def written(sent: FormSent, number: Count, version: Id, role: Id) -> None:
    """Stores the typed value. ``number`` is the setting's, ``version`` the panel's, ``role`` 0 for none."""
    typed = _typed(sent, number, version, role)
    await _store(
        sent, typed.setting, typed.version, lambda rules: _typed_value(sent.interaction, typed, rules)
    )


def _typed_value(sent: Interaction, typed: Typed, rules: GuildRules) -> str | None:
    """The value to store for the typed text. Raises Refusal."""
    if typed.setting.kind is not SettingKind.TIERS:
        return values.typed(typed.setting, typed.text)
    least = values.whole_number(typed.text, values.MOST_POINTS)
    role = sent.guild.get_role(typed.role) if sent.guild else None
    if role is None:
        raise Refusal(server_texts.ROLE_GONE)
    return values.tiers_with(rules, role, least, sent.user)


def _setting(number: int, among: Collection[SettingKind] = tuple(SettingKind)) -> Setting:
    """The setting of a control. Raises Refusal unless it exists and its kind is in ``among``."""
    found = NUMBERED.get(number)
    if found is None or found.kind not in among:
        raise Refusal(server_texts.PANEL_OLD)
    return found


def _joined(found: Iterable[str]) -> str | None:
    """The ids in their stored form, None for no ids."""
    return listed(frozenset(map(int, found)))


# --- changes -------------------------------------------------------------------------------------


async def _store(call: Call, setting: Setting, version: int, value_of: ValueOf) -> None:
    """Store a setting and redraw its page with the outcome; a refusal changes nothing."""
    check_governing(call)
    guild = values.guild_of(call)
    try:
        said = await change(call.app, guild, {setting.key: value_of(await call.app.guilds.rules(guild))})
    except Refusal as refused:
        said = server_texts.not_changed(refused.sentence)
    await call.redraw(await _after(call.app, guild, setting, version, said))


async def _after(app: App, guild: GuildId, setting: Setting, version: int, said: str) -> Card:
    """The page of a setting after a press, with ``said`` below the setting."""
    page = PAGES.index(setting.page) + 1
    return await panel(app, guild, page, version=version + 1, about={setting.key: said})


# --- pages ---------------------------------------------------------------------------------------


async def panel(
    app: App,
    guild: GuildId,
    page: int = FIRST,
    part: int = 0,
    *,
    version: int = 0,
    about: Mapping[str, str] | None = None,
) -> Card:
    """A page of the panel, or the part of it that fits a phone.

    ``about`` holds lines to show below settings, by setting key: it is the part with these.
    """
    rules = await app.guilds.rules(guild)
    lines = await sentences_of(app, guild, rules)
    if not 1 <= page <= len(PAGES):
        found = [await button_to(app, guild) for button_to in app.features.server_panel]
        return _first_page(rules, lines, version, list(filter(None, found)))
    remarks = about or {}
    # A theme that was picked just now is shown.
    look = await glimpses(app, await app.cards.theme_for(guild)) if THEME in remarks else ()
    shown = _Page(page, rules, lines, remarks, app.bot.get_guild(guild), look, version)
    settings = _of(PAGES[page - 1])
    for count in range(1, len(settings) + 1):
        bounds = [len(settings) * number // count for number in range(count + 1)]
        shares = [settings[start:end] for start, end in pairwise(bounds)]
        cards = [shown.part(share, number, count) for number, share in enumerate(shares)]
        if all(map(_fits, cards)):
            break
    told = (number for number, share in enumerate(shares) if any(one.key in remarks for one in share))
    return cards[next(told, min(part, len(cards) - 1))]


def _fits(shown: Card) -> bool:
    """True if a phone shows all of a page."""
    (box,) = shown.view.to_components()
    sizes = [(picture.width, picture.height) for _, picture in shown.pictures]
    return phone.height(box["components"], sizes) <= phone.SCREEN


@dataclass(frozen=True)
class _Page:
    """A page of the panel with some settings of a server; ``remarks`` are lines below them, by key."""

    number: int
    rules: GuildRules
    lines: Mapping[str, str]
    remarks: Mapping[str, str]
    guild: discord.Guild | None
    look: Pictures
    version: int

    def part(self, settings: Sequence[Setting], number: int, count: int) -> Card:
        """The part with these settings, one of ``count``."""
        parts, off, look = list[Any](), list[AnyControl](), self.look
        for setting in settings:
            said = "\n".join(filter(None, (self.lines.get(setting.key), self.remarks.get(setting.key))))
            parts += [said, *_controls(setting, self.rules, self.guild, self.version)]
            parts += [gallery(look)] if look and setting.key == THEME else []
            label = server_texts.SETTINGS[setting.key].off
            if label and getattr(self.rules, setting.key):
                off.append(switch_off.about(0, label, setting.number, version=self.version))
        across = any(setting.key == ACROSS for setting in settings)
        kept_out = [CONTROLS["readmitopen"].about(0, server_texts.READMIT_OPEN)] if across else []
        back = show_page.about(0, texts.BACK, FIRST, version=self.version)
        below = rows([back, *self._leaves(number, count), *off, *kept_out])
        title = f"### {server_texts.PAGES[PAGES[self.number - 1]]}"
        shown = look if any(setting.key == THEME for setting in settings) else ()
        return card(title, *parts, *below, pictures=shown)

    def _leaves(self, number: int, count: int) -> list[AnyControl]:
        """The buttons to the parts before and after one, if there are any others."""
        leaves = [(BACK, number - 1), (ON, number + 1)]
        return [
            show_page.about(
                0,
                button(label, enabled=0 <= to < count),
                self.number,
                max(to, 0),
                version=self.version,
            )
            for label, to in leaves
            if count > 1
        ]


def _of(page: SettingPage) -> list[Setting]:
    return [setting for setting in SETTINGS.values() if setting.page is page]


def _first_page(
    rules: GuildRules, lines: Mapping[str, str], version: int, features: Sequence[AnyControl]
) -> Card:
    """All settings in brief: a section for each other page, with the button that leads there.

    The buttons of ``features`` stand at the top. What keeps settings from working is told below them where it
    fits a phone, and always on their pages.
    """
    title: Any = server_texts.SERVER_TITLE
    parts = [section(title, features[0]), *rows(features[1:])] if features else [title]
    found = {key: server_texts.trouble_of(key, rules, line) for key, line in lines.items()}
    troubles = {key: trouble for key, trouble in found.items() if trouble}
    for number, page in enumerate(PAGES, 1):
        leads = button(server_texts.PAGE_BUTTONS[page])
        said = server_texts.panel_group(page, rules, trouble=any(one.key in troubles for one in _of(page)))
        parts.append(section(said, show_page.about(0, leads, number, version=version)))
    whole = card(*parts, server_texts.panel_troubles(troubles.values()))
    return whole if _fits(whole) else card(*parts)


def _controls(setting: Setting, rules: GuildRules, guild: discord.Guild | None, version: int) -> list[Any]:
    """The rows of controls that change a setting, or a sentence instead."""
    if setting.kind in MOST_OF:
        return [_entity_menu(setting, rules, guild, version)]
    if setting.kind is SettingKind.TIERS:
        return [row(one) for one in _tier_menus(rules, guild, version)]
    offered = menu_of(setting, rules)
    choices = menu(
        server_texts.prompt(setting.key),
        offered.entries,
        chosen=next(iter(offered.current), None),
        several=offered.current if setting.kind is SettingKind.GAMES else None,
        described=offered.described,
    )
    found = choose_text.about(0, choices, setting.number, version=version)
    typed = server_texts.SETTINGS[setting.key].form
    if typed is None:
        return [row(found)]
    return [row(found), row(open_form.about(0, typed.title, setting.number, version=version))]


def _entity_menu(setting: Setting, rules: GuildRules, guild: discord.Guild | None, version: int) -> Any:
    """The menu of channels or roles; a sentence if more are set than it can hold."""
    most, of_roles = MOST_OF[setting.kind], setting.kind in ROLES
    chosen = [one for one in _ids(setting, rules) if _is_there(setting, one, guild)]
    if len(chosen) > most:
        return server_texts.too_many_for_a_menu(setting.key)
    kind = discord.SelectDefaultValueType.role if of_roles else discord.SelectDefaultValueType.channel
    alike: dict[str, Any] = {
        "placeholder": server_texts.prompt(setting.key),
        "min_values": 0,
        "max_values": most,
        "default_values": [discord.SelectDefaultValue(id=one, type=kind) for one in chosen],
    }
    if of_roles:
        return row(choose_roles.about(0, ui.RoleSelect(**alike), setting.number, version=version))
    channels: ui.ChannelSelect[Any] = ui.ChannelSelect(
        channel_types=list(values.CHANNELS[setting.key].types), **alike
    )
    return row(choose_channels.about(0, channels, setting.number, version=version))


def _tier_menus(rules: GuildRules, guild: discord.Guild | None, version: int) -> list[AnyControl]:
    """The menus that add and remove a role by rating."""
    menus = [choose_tier.about(0, ui.RoleSelect(placeholder=server_texts.prompt(TIERS)), version=version)]
    if rules.tiers:
        known = {tier: guild.get_role(tier.role) if guild else None for tier in rules.tiers}
        entries = [
            (str(tier.role), server_texts.tier_label(role.name if role else None, tier.least))
            for tier, role in known.items()
        ]
        menus.append(remove_tier.about(0, menu(server_texts.REMOVE_TIER, entries), version=version))
    return menus


def _ids(setting: Setting, rules: GuildRules) -> list[int]:
    """The ids of a setting's channels or roles."""
    value = getattr(rules, setting.key)
    return sorted(value) if isinstance(value, frozenset) else [value] if value is not None else []


def _is_there(setting: Setting, one: int, guild: discord.Guild | None) -> bool:
    """True if a channel or role can be shown in a menu: Discord may reject a deleted one."""
    if guild is None:
        return True
    if setting.kind in ROLES:
        return guild.get_role(one) is not None
    channel = guild.get_channel(one)
    return channel is not None and channel.type in values.CHANNELS[setting.key].types


# --- the form for a setting that is typed ---------------------------------------------------------


@dataclass(frozen=True)
class Typed:
    """A submitted form: the setting, the panel's version, the role it is about (or 0), and the typed text."""

    setting: Setting
    version: int
    role: int
    text: str


def typed_form(setting: Setting, rules: GuildRules, *, version: int, role: int = 0) -> ui.Modal:
    """The form for a setting, filled with its present value. Raises Refusal if the setting isn't typed."""
    said = server_texts.SETTINGS[setting.key].form
    if said is None:
        raise Refusal(server_texts.PANEL_OLD)
    field: ui.TextInput[ui.Modal] = ui.TextInput(
        custom_id=FIELD,
        style=discord.TextStyle.short,
        placeholder=said.example,
        default=_current(setting, rules, role) or None,
        max_length=LONGEST_TYPED,
    )
    label = ui.Label(text=said.label, description=said.description, component=field)
    return written.asked(said.title, [label], setting.number, version, role)


def _current(setting: Setting, rules: GuildRules, role: int) -> str:
    """The present value of a setting as text; empty if it has none."""
    if setting.kind is SettingKind.TIERS:
        return next((str(tier.least) for tier in rules.tiers if tier.role == role), "")
    value = getattr(rules, setting.key)
    return "" if value is None else str(setting.write(value))


def _typed(sent: FormSent, number: int, version: int, role: int) -> Typed:
    """The submitted form. Raises Refusal if its setting doesn't exist or isn't typed."""
    setting = NUMBERED.get(number)
    if setting is None or server_texts.SETTINGS[setting.key].form is None:
        raise Refusal(server_texts.PANEL_OLD)
    return Typed(setting, version, role, written_in(sent.interaction, LONGEST_TYPED).get(FIELD, ""))
