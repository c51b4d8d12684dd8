"""Simuls: one host against several players, each on a board of their own.

``rules`` says who may join and what the score is, ``service`` keeps them, ``form`` opens one, ``panel`` shows
them to the host and to everyone, ``delivery`` opens the boards and keeps the public cards. Their tables are
in ``data.features.simuls``.
"""

from cogs.kit.feature import Feature, FeatureJob
from cogs.simuls import form, panel
from cogs.simuls.delivery import keep_up
from cogs.simuls.service import Simuls, after_change, due_queries

FEATURE = Feature(
    operations=(Simuls,),
    parts=(panel.keeper,),
    jobs=(FeatureJob("simuls", 10, keep_up, "simuls will be tried again", due_queries, while_short=True),),
    reactions=(after_change,),
    on_card=(panel.part,),
    in_short=(panel.in_short,),
    leads_on=(panel.leads_on,),
    lobby_offers=(panel.lobby,),
    own_matches=(panel.listed,),
    more_to_play=((2, form.way),),
    old_words=(("simul", form.ways),),
    erasure_ends=(panel.ended_by_erasure,),
)
