"""The real bot on a simulated Discord, in a browser page, with no token.

`python -m demo` starts it; so does `bot.py` when it has no token.

This folder has no bot logic: it uses no game, no command and no text of the bot. It creates a server with
three people and one channel, starts the bot in it, and shows what Discord would show. Anything worth showing
belongs in `cogs/`; anything worth simulating belongs in simcord.

    run.py        from settings to a running demo, and the clean end of it
    world.py      the server, its people, its places, who has read what, the clock, the restart
    simulator.py  the only module that knows simcord, with every private spot it has to touch
    saved.py      the file that keeps the matches from one run to the next
    proxy.py      simcord's pages behind our own address, so that one page can hold them all
    patches.py    the changes made to simcord's scripts on that way
    page.py       the start page: its files, its state, its buttons
    static/       that page, and what is added to simcord's
"""

from demo.run import main

__all__ = ["main"]
