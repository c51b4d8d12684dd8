"""Ladders: in each server an order of the players of a game, who play for each other's places.

The rules of places are in ``matches.ladder``. ``service`` keeps the places and begins matches for one,
``panel`` shows a ladder to its players and to everyone, ``match_lines`` says on a card what place a match is
for. The tables are in ``data.features.ladders``.
"""

from cogs.kit.feature import Feature, FeatureJob, WholeList
from cogs.ladders import match_lines, panel, texts
from cogs.ladders.panel import slide
from cogs.ladders.service import Ladders, after_change, due_queries

FEATURE = Feature(
    operations=(Ladders,),
    # It makes no requests, so that it may run while they are short.
    jobs=(FeatureJob("ladders", 30, slide, "ladders will be tried again", due_queries, while_short=True),),
    reactions=(after_change,),
    on_card=(match_lines.part,),
    in_short=(match_lines.in_short,),
    decided=(match_lines.decided,),
    leads_on=(match_lines.leads_on,),
    leaderboard=(panel.see_button,),
    on_front_door=(panel.best,),
    whole_lists=(WholeList(3, lambda: texts.LADDERS, panel.of_likely_game),),
)
