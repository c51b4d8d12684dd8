"""The bot under load, measured inside its own process; ``tools/bench/load.py`` prints the results.

``probe.py`` measures, ``bot.py`` starts the bot with the probe, ``floor.py`` a bare discord.py client with
it. ``players.py`` is the Discord with its players, in a separate process, so that it does not add to the
bot's CPU time. It may import ``tests``; nothing of the product imports it.
"""
