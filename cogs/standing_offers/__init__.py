"""Standing offers: a player keeps some matches of a game running in a server; the bot pairs those who do.

``rules`` says who is paired and what turns an offer off, ``service`` keeps them and stores what the end of a
match does to them, ``panel`` shows them, ``delivery`` begins the matches. Their table is in
``data.features.standing_offers``.
"""

from cogs.kit.feature import Feature, FeatureJob
from cogs.standing_offers import panel
from cogs.standing_offers.delivery import OfferPairer, pair_due
from cogs.standing_offers.service import StandingOffers, after_change, due_queries

FEATURE = Feature(
    operations=(StandingOffers,),
    parts=(OfferPairer,),
    jobs=(FeatureJob("offers", 30, pair_due, "standing offers will be paired later", due_queries),),
    reactions=(after_change,),
    notices=(panel.notice,),
    on_card=(panel.part,),
    in_short=(panel.in_short,),
    leads_on=(panel.leads_on,),
    lobby=(panel.open_button,),
    more_to_play=((1, panel.way),),
    old_words=(("keep", panel.likely_panel),),
)
