"""Puzzles: a user's own costly turns from reviews, asked again in direct messages after 3, 10 and 30 days.

``rules`` says when one is asked, ``service`` keeps them, ``panel`` asks and judges, ``delivery`` sends the
messages. Their tables are in ``data.features.puzzles``.
"""

from cogs.kit.feature import Feature, FeatureJob
from cogs.puzzles.delivery import PuzzleSender, send_due
from cogs.puzzles.panel import offer
from cogs.puzzles.service import CLAIMABLE, Puzzles

FEATURE = Feature(
    operations=(Puzzles,),
    parts=(PuzzleSender,),
    in_review=(offer,),
    jobs=(FeatureJob("puzzles", 60, send_due, "puzzles will be sent later", lambda _: [CLAIMABLE]),),
)
