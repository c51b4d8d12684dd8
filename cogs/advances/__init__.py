"""Moves in advance: a player saves answers to moves of the other side, to be played when those come.

``rules`` says what a line becomes, ``service`` keeps the answers. ``plan_panel`` saves the moves of a tried
line, ``choice_panel`` a choice within the other side's turn, ``list_panel`` shows what was saved. They are
played, and stored, with the move that they answer: see ``matches.advances`` and ``data.features.advances``.
"""

from cogs.advances import choice_panel as choice_panel  # for its controls
from cogs.advances.list_panel import dropped, open_button, plan_button
from cogs.advances.plan_panel import offer, planned_moves
from cogs.advances.service import Advances
from cogs.kit.feature import Feature

FEATURE = Feature(
    operations=(Advances,),
    before_turn=(dropped,),
    after_turn=(plan_button,),
    of_player=(open_button,),
    below_line=(offer,),
    planned_moves=(planned_moves,),
)
