"""The archive of a server: its finished matches in pages, and the openings that were played in them.

``rules`` has its questions and answers, ``service`` takes matches in and answers, ``panel`` and
``openings_panel`` show pages and positions, ``open_channels`` says what everyone may see. Its tables, and
what a match adds to them, are in ``data.features.archive``.
"""

from cogs.archive.open_channels import OpenChannels
from cogs.archive.openings_panel import openings_tab
from cogs.archive.panel import finished_tab, most_played, open_button, take_in
from cogs.archive.service import Archive, Openings, waiting_in
from cogs.archive.viewer import in_viewer
from cogs.kit.feature import Feature, FeatureJob

FEATURE = Feature(
    operations=(Archive, Openings),
    parts=(OpenChannels,),
    jobs=(
        FeatureJob(
            "archive", 60, take_in, "finished matches will be archived later", waiting_in, offline=True
        ),
    ),
    viewer=(in_viewer,),
    matches_tabs=(finished_tab, openings_tab),
    front_door=(open_button,),
    most_played=(most_played,),
)
