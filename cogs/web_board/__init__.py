"""The board in a browser: the way there from Discord, and the bot as the page sees it.

``server`` opens the page, ``host`` is what it asks of the bot, ``panel`` gives links and ends sessions. The
page itself, with its sessions, is ``web``; their tables are in ``data.features.web_board``.
"""

from cogs.kit.feature import Feature
from cogs.web_board.panel import board_button, browsers_button, in_turn, in_viewer
from cogs.web_board.server import WebBoard, open_board
from web.sessions import WebSessions

FEATURE = Feature(
    operations=(WebSessions,),
    parts=(WebBoard,),
    opens=(open_board,),
    in_turn=(in_turn,),
    viewer=(in_viewer,),
    on_notices=(board_button,),
    own_data=(browsers_button,),
)
