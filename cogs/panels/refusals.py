"""Refusals with a next step: a menu of possible matches, or buttons to watch another player's match."""

from __future__ import annotations

from cogs.kit.call import Call
from cogs.kit.card import Card, card, row
from cogs.kit.errors import AmbiguousMatchError, Refusal
from cogs.panels import which_match
from cogs.panels.match import board_panel, watching
from cogs.text import errors_texts, texts
from matches import UserId
from matches.errors import NotAPlayerError


async def with_ways_on(call: Call, error: Exception, sentence: str, reader: UserId | None) -> Card:
    """The card with an error's ``sentence``, and controls for what ``reader`` can do instead."""
    if isinstance(error, AmbiguousMatchError) and reader is not None:
        try:
            return await which_match.question(call, error)
        except Refusal as refused:
            return card(refused.sentence)
    if isinstance(error, NotAPlayerError) and error.match.phase.running:
        watch = watching.buttons(error.match, reader)
        look = board_panel.look.on(error.match, texts.BOARD)
        return card(errors_texts.SOMEBODY_ELSES, row(*watch, look))
    return card(sentence)
