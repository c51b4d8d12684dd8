"""The verbs of the feature's controls. Messages in the world carry them: one may join them, none may go."""

from __future__ import annotations

from typing import Final

ADDED: Final = {
    "tournaments": """
    finalfilm hall hallpage roundtable sameagain touragree tourchange tourcreate tourdraft tourevent
    tourfair tourgame tourgames tourgroup tourjoin tourleave tourleft tourlist tourmanage tourname
    tournew tournews touroff touroffnow tourorganiser tourout tourpage tourpause tourplayer
    tourplayers tourreplace tourrepost tourresult tourresults tourresume tourround tourrules
    toursave tourset tourshow tourstart tourstartnow toursubback toursubno toursubyes tourtable
"""
}
