"""The choices that the menus of texts offer for a server's settings, and what is stored for each."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from cogs.kit.errors import Refusal
from cogs.panels.server import values
from cogs.text import community_texts, computer_texts, ladder_texts, phrases, tidying_texts, time_texts
from cogs.text import settings_texts as texts
from engines import GAMES
from imaging import DEFAULT_THEME, THEMES
from matches.clock import DEFAULT_PACE, PACES
from matches.guild_settings import (
    ARCHIVE,
    ARCHIVE_CHOICES,
    COMPUTER,
    GAMES_KEY,
    LADDERS,
    MOST,
    NEVER,
    OFF,
    OLD_CARDS,
    ON,
    PACE,
    SEASON,
    THEME,
    TIER_GAME,
    GuildRules,
    listed,
)

NO_LIMIT: Final = "0"
ANY_GAME: Final = "any"
LIMITS: Final = (*range(1, 11), 15, 20, 30, 50, 100)
"""The limits of matches that are offered; others can be typed."""


@dataclass(frozen=True)
class SettingMenu:
    """A menu of texts: its entries (value, label), those that stand, and a line below some entries.

    ``several``: any number of entries can be chosen, none too.
    """

    entries: tuple[tuple[str, str], ...]
    standing: frozenset[str]
    several: bool = False
    described: Mapping[str, str] | None = None


def menu_of(key: str, rules: GuildRules) -> SettingMenu:
    """The menu for the setting of ``key``."""
    return _MENUS[key](rules)


def stored(key: str, chosen: Sequence[str], rules: GuildRules) -> str | None:
    """The value for what was chosen in a menu. Raises Refusal for what it does not offer any more."""
    menu = menu_of(key, rules)
    offered = {value for value, _ in menu.entries}
    if not offered.issuperset(chosen) or not (menu.several or len(chosen) == 1):
        raise Refusal(texts.PANEL_OLD)
    if menu.several:
        # All of them is no limit: another game will be allowed, too.
        return None if offered == set(chosen) else listed(frozenset(chosen))
    return _ABSENT.get((key, chosen[0]), chosen[0])


_ABSENT: Final[Mapping[tuple[str, str], None]] = {
    (PACE, values.USUAL): None,
    (MOST, NO_LIMIT): None,
    (TIER_GAME, ANY_GAME): None,
    (COMPUTER, ON): None,
    (LADDERS, ON): None,
}
"""The choices for which nothing is stored."""


def _pace(rules: GuildRules) -> SettingMenu:
    offered = [pace for pace in dict.fromkeys((*PACES, rules.pace)) if pace != DEFAULT_PACE]
    entries = [(str(pace), phrases.sentence(time_texts.pace(pace))) for pace in offered]
    standing = values.USUAL if rules.pace == DEFAULT_PACE else str(rules.pace)
    return SettingMenu(((values.USUAL, texts.USUAL_PACE), *entries), frozenset({standing}))


def _most(rules: GuildRules) -> SettingMenu:
    offered = sorted({*LIMITS, *([rules.most] if rules.most else [])})
    entries = [(str(number), texts.limit_label(number)) for number in offered]
    return SettingMenu(((NO_LIMIT, texts.NO_LIMIT), *entries), frozenset({str(rules.most or NO_LIMIT)}))


def _season(rules: GuildRules) -> SettingMenu:
    return _of_words({kind.value: name for kind, name in community_texts.SEASON_KINDS.items()}, rules.season)


def _theme(rules: GuildRules) -> SettingMenu:
    standing = rules.theme if rules.theme in THEMES else DEFAULT_THEME
    entries = tuple((key, look.name) for key, look in THEMES.items())
    described = {key: look.sentence[:100] for key, look in THEMES.items()}
    return SettingMenu(entries, frozenset({str(standing)}), described=described)


def _old_cards(rules: GuildRules) -> SettingMenu:
    return _of_words({look.value: name for look, name in tidying_texts.OLD_CARDS.items()}, rules.old_cards)


def _archive(rules: GuildRules) -> SettingMenu:
    hours = NEVER if rules.archive is None else str(int(rules.archive.total_seconds() // 3600))
    return _of_words({key: tidying_texts.ARCHIVE[key] for key in ARCHIVE_CHOICES}, hours)


def _computer(rules: GuildRules) -> SettingMenu:
    return _of_words(computer_texts.ON_OR_OFF, ON if rules.computer else OFF)


def _ladders(rules: GuildRules) -> SettingMenu:
    return _of_words(ladder_texts.ON_OR_OFF, ON if rules.ladders else OFF)


def _of_words(words: Mapping[str, str], standing: str) -> SettingMenu:
    entries = tuple((key, phrases.sentence(name)) for key, name in words.items())
    return SettingMenu(entries, frozenset({str(standing)}))


def _tier_game(rules: GuildRules) -> SettingMenu:
    entries = ((ANY_GAME, texts.rated_by(None)), *((key, texts.rated_by(key)) for key in GAMES))
    return SettingMenu(entries, frozenset({rules.tier_game or ANY_GAME}))


def _allowed_games(rules: GuildRules) -> SettingMenu:
    entries = tuple((key, game.name) for key, game in GAMES.items())
    return SettingMenu(entries, rules.games, several=True)


_MENUS: Final[Mapping[str, Callable[[GuildRules], SettingMenu]]] = {
    PACE: _pace,
    MOST: _most,
    SEASON: _season,
    THEME: _theme,
    OLD_CARDS: _old_cards,
    ARCHIVE: _archive,
    COMPUTER: _computer,
    LADDERS: _ladders,
    TIER_GAME: _tier_game,
    GAMES_KEY: _allowed_games,
}
MENUS: Final = frozenset(_MENUS)
"""The settings that are chosen from a menu of texts."""
