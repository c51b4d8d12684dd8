"""A match card that has been replaced by a newer one: the turn that was played, without buttons.

It is built from the record alone, without a new picture: the one already sent is kept or removed.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from discord import MediaGalleryItem, ui

from cogs.kit.card import BOARD, COIN, Card, card
from cogs.panels.match.exchange import last_exchange
from cogs.text import practice_texts, seals_texts
from cogs.text import tidying_texts as texts
from engines.record import History
from matches import Match
from matches.chores import Chore
from matches.guild_settings import OldCards
from matches.lifecycle import seals
from matches.lifecycle.stages import PRACTICE
from matches.model import EntryKind

_TURN: Final = re.compile(r"turn:(\d+)")


@dataclass(frozen=True, slots=True)
class OldCard:
    """The card that replaces a sent one; ``keeps_picture``: it reuses the message's picture."""

    card: Card
    keeps_picture: bool


def old_card(match: Match, history: History | None, chore: Chore, look: OldCards) -> OldCard:
    """The final form of a chore's card. ``history`` is None if the match hasn't started."""
    turn = _TURN.match(chore.stage)
    picture: str | None = BOARD
    small = ""
    if match.both_sides and chore.stage == PRACTICE:
        said = practice_texts.OLD_CARD
    elif turn is None or history is None:
        said, picture = texts.old_setup(match), COIN if match.toss else None
        # The seals that the card showed stay on it.
        small = f"{seals_texts.drawn(match)}\n{seals_texts.sealed(seals.of_picks(match))}".strip()
    else:
        said = _turn(match, history, int(turn[1]), chore.posted_at)
    if picture is None or look is OldCards.TEXT:
        return OldCard(card(said, small), keeps_picture=False)
    url, alt = f"attachment://{picture}", texts.old_board(said)
    if look is OldCards.SMALL:
        return OldCard(card(ui.Section(said, accessory=ui.Thumbnail(url, description=alt)), small), True)
    return OldCard(card(said, ui.MediaGallery(MediaGalleryItem(url, description=alt)), small), True)


def _turn(match: Match, history: History, ply: int, posted_at: datetime | None) -> str:
    """The line about the turn that ended after ``ply`` actions, or that it was taken back since."""
    made = _made_at(match)
    since = ply > 0 and (len(made) < ply or (posted_at is not None and made[ply - 1] > posted_at))
    return texts.TAKEN_BACK if since else texts.old_turn(*last_exchange(match, history.until(ply)))


def _made_at(match: Match) -> list[datetime]:
    """The times when the actions were played, without those taken back."""
    made: list[datetime] = []
    for entry in match.entries:
        if entry.kind.is_action:
            made.append(entry.at)
        elif entry.kind is EntryKind.TAKE_BACK:
            made.pop()
    return made
