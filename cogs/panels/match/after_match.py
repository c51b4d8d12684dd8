"""The ways on from a match that is over: another one, its film and review, and what it belongs to."""

from __future__ import annotations

from typing import Any

import discord
from discord import ui

from cogs.kit.card import rows
from cogs.kit.controls import AnyControl, button
from cogs.kit.feature import Feature
from cogs.panels.challenge import accepting, computer_panel, lobby_panel
from cogs.panels.match import board_panel
from cogs.panels.records import record_panel
from cogs.panels.review import review_panel
from cogs.text import computer_texts, learn_texts, records_texts, texts
from matches import Match
from matches.chores import CAME_TO_NOTHING
from matches.lifecycle import sets


def leads_on(match: Match, features: Feature) -> list[AnyControl]:
    """The button from a match to what it belongs to."""
    ways = (lead(match) for lead in features.leads_on)
    return [way for way in ways if way is not None]


def rematch_line(match: Match, rematch: Match) -> list[str]:
    """The line about the rematch of a finished match, unless it came to nothing."""
    if rematch.phase in CAME_TO_NOTHING:
        return []
    told = computer_texts.rematch_begun if match.alone else texts.rematch_offered
    return [told(rematch.id)]


def finished_rows(match: Match, features: Feature) -> list[ui.ActionRow[Any]]:
    """The rows of buttons under a finished match: another one, its film and review, and the ways from it."""
    # The rematch button stays while one is offered: it says where, and offers another after a refusal.
    label = learn_texts.PRACTICE_AGAIN if match.practice else texts.REMATCH
    again = [accepting.rematch.on(match, button(label, discord.ButtonStyle.primary))]
    if match.between_servers:
        again = []
    if sets.second_of(match) is not None:
        again = []  # the card of the set's second match has the rematch button
    if match.alone:
        another = computer_texts.PLAY if match.both_sides else computer_texts.ANOTHER_LEVEL
        # The computer never refuses a rematch, so one is enough. Levels can be chosen in servers only.
        again = [] if match.rematch else again
        again += [] if match.shown.direct else [computer_panel.play_button(match.game_key, another)]
    film: list[ui.Item[Any]] = []
    if match.started:
        film = [board_panel.open_film.on(match, texts.FILM)]
        film += [] if match.terms.private else [record_panel.share.on(match, records_texts.SHARE)]
    others = [] if match.alone or match.shown.direct else [lobby_panel.find_button()]
    if not match.shown.direct:
        others += leads_on(match, features)
    return rows([*again, *film, *review_panel.offer(match), *others])
