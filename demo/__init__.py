"""The real bot on a simulated Discord, in a browser page, with no token.

`python -m demo` starts it; so does `bot.py` when it has no token.

This folder has no bot logic, and but for `evening.py` it uses no game, no command and no text of the bot. It
creates a server with four people and one channel, starts the bot in it, and shows what Discord would show.
Anything worth showing belongs in `cogs/`; anything worth simulating belongs in simcord.

    run.py        runs the demo from its settings, and shuts it down cleanly
    world.py      the server, its people and places, read messages, the clock, the restart
    simulator.py  the only module that uses simcord, its private parts included
    news.py       the message at which a skip of time stops, in a line
    evening.py    what a new demo begins with, played and kept in a file; `cup` is its tournament
    moment.py     that file, and how its times are moved on
    saved.py      the file that stores the matches from one run to the next
    proxy.py      simcord's pages behind our own address, for the start page to frame
    patches.py    our changes to simcord's scripts
    page.py       the start page: its files, its state, its buttons
    static/       the files of that page, and those added to simcord's pages
"""

from demo.run import main

__all__ = ["main"]
