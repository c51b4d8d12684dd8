"""The analysis board: users try lines of their matches, or on the rules of a game, for themselves alone.

``service`` keeps the lines, ``board`` is what they are tried on, ``panel`` shows it. Their table is in
``data.features.lines``, the tree that they are in ``matches.lines``: ``data check`` reads it, and other
features go on from it.
"""

from cogs.kit.feature import Feature
from cogs.lines.panel import in_turn, on_rules, study, tried_lines
from cogs.lines.service import Lines

FEATURE = Feature(
    operations=(Lines,),
    study=(study,),
    in_turn=(in_turn,),
    on_rules=(on_rules,),
    tried_lines=(tried_lines,),
)
