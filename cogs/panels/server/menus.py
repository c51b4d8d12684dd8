"""The select menus for a server's settings, and what each choice stores."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from cogs.kit.errors import Refusal
from cogs.text import phrases, server_texts, time_texts
from engines import GAMES
from imaging import DEFAULT_THEME, THEMES
from matches.guild_settings import UNSET_RULES, GuildRules, Setting, SettingKind, listed
from matches.time.pace import DEFAULT_PACE, PACES

LIMITS: Final = (*range(1, 11), 15, 20, 30, 50, 100)
"""The match limits that the menu offers; others can be typed."""


@dataclass(frozen=True)
class SettingMenu:
    """A select menu: entries (value, label), the values now set, and descriptions of entries by value."""

    entries: Sequence[tuple[str, str]]
    standing: frozenset[str]
    described: Mapping[str, str] = field(default_factory=dict)


def menu_of(setting: Setting, rules: GuildRules) -> SettingMenu:
    """The menu for a setting whose kind is in ``MENUS``."""
    return MENUS[setting.kind](setting, rules)


def stored(setting: Setting, chosen: Sequence[str], rules: GuildRules) -> str | None:
    """The value to store for a choice, None for the default. Raises Refusal for an outdated entry."""
    offered = {value for value, _ in menu_of(setting, rules).entries}
    several = setting.kind is SettingKind.GAMES
    if not offered.issuperset(chosen) or not (several or len(chosen) == 1):
        raise Refusal(server_texts.PANEL_OLD)
    if several:
        # All games chosen means no limit, so games added later are allowed too.
        return None if offered == set(chosen) else listed(frozenset(chosen))
    return None if chosen[0] == setting.unset else chosen[0]


def _words(setting: Setting, rules: GuildRules) -> SettingMenu:
    labels = server_texts.SETTINGS[setting.key].words
    entries = [(word, phrases.sentence(labels[word])) for word in setting.words]
    return SettingMenu(entries, _standing(setting, rules))


def _pace(setting: Setting, rules: GuildRules) -> SettingMenu:
    offered = [pace for pace in dict.fromkeys((*PACES, rules.pace)) if pace != DEFAULT_PACE]
    entries = [(str(pace), phrases.sentence(time_texts.pace(pace))) for pace in offered]
    return SettingMenu([(str(setting.unset), server_texts.USUAL_PACE), *entries], _standing(setting, rules))


def _limit(setting: Setting, rules: GuildRules) -> SettingMenu:
    offered = sorted({*LIMITS, *([rules.most] if rules.most else [])})
    entries = [(str(number), server_texts.limit_label(number)) for number in offered]
    return SettingMenu([(str(setting.unset), server_texts.NO_LIMIT), *entries], _standing(setting, rules))


def _theme(_setting: Setting, rules: GuildRules) -> SettingMenu:
    standing = rules.theme if rules.theme in THEMES else DEFAULT_THEME
    entries = [(key, look.name) for key, look in THEMES.items()]
    described = {key: look.sentence[:100] for key, look in THEMES.items()}
    return SettingMenu(entries, frozenset({str(standing)}), described)


def _game(setting: Setting, rules: GuildRules) -> SettingMenu:
    entries = [
        (str(setting.unset), server_texts.rated_by(None)),
        *((key, server_texts.rated_by(key)) for key in GAMES),
    ]
    return SettingMenu(entries, _standing(setting, rules))


def _games(_setting: Setting, rules: GuildRules) -> SettingMenu:
    return SettingMenu([(key, game.name) for key, game in GAMES.items()], rules.games)


def _standing(setting: Setting, rules: GuildRules) -> frozenset[str]:
    """The value of the menu entry for the present setting."""
    value = getattr(rules, setting.key)
    usual = value == getattr(UNSET_RULES, setting.key)
    return frozenset({str(setting.unset if usual and setting.unset else setting.write(value))})


MENUS: Final[Mapping[SettingKind, Callable[[Setting, GuildRules], SettingMenu]]] = {
    SettingKind.WORD: _words,
    SettingKind.PACE: _pace,
    SettingKind.NUMBER: _limit,
    SettingKind.THEME: _theme,
    SettingKind.GAME: _game,
    SettingKind.GAMES: _games,
}
"""The menu builders by kind of setting; other kinds have no such menu."""
