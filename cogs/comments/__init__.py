"""Comments of players on positions of their finished matches, and what admins do about reported ones.

``rules`` says who may write one, ``service`` keeps them, ``panel`` and ``viewer`` show them, ``reports`` is
the page of ``/server panel``. Their tables are in ``data.features.comments``.
"""

from cogs.comments.records import remarks
from cogs.comments.reports import reports_button
from cogs.comments.service import Comments
from cogs.comments.viewer import comment_button, in_viewer
from cogs.kit.feature import Feature

FEATURE = Feature(
    operations=(Comments,),
    viewer=(in_viewer,),
    about_position=(comment_button,),
    remarks=(remarks,),
    server_panel=(reports_button,),
)
