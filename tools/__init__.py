"""Programs that people run by hand to check, make or measure something.

Nothing that runs for players imports them.
"""

from settings.console import show_anything

show_anything()
