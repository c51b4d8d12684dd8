"""The bot under load, seen from inside its own process; ``tools/bench/load.py`` tells what comes of it.

``probe.py`` is what measures, ``bot.py`` starts the bot with it, ``floor.py`` a bare discord.py client with
it, ``players.py`` is the Discord with people who move, in a process of its own so that it does not bill the
bot. It may import ``tests``; nothing of the product imports it.
"""
