"""A server's front door: one pinned message with the ways to a match, and what is going on there.

``rules`` has what is known of its message, ``service`` keeps that, ``panel`` is the card, ``whole_lists`` has
what its buttons lead to, ``delivery`` posts it and keeps it up to date, ``troubles`` says what is in its way.
Its table is in ``data.features.front_door``.
"""

from cogs.front_door.delivery import FrontDoorKeeper, has_news, keep_up
from cogs.front_door.service import FrontDoors, due_queries
from cogs.front_door.troubles import setting_troubles
from cogs.kit.feature import Feature, FeatureJob

FEATURE = Feature(
    operations=(FrontDoors,),
    parts=(FrontDoorKeeper,),
    jobs=(
        FeatureJob(
            *("front doors", 30, keep_up, "front doors will be tried again", due_queries), has_news=has_news
        ),
    ),
    setting_troubles=(setting_troubles,),
)
