"""Processes with a probe in them, which measures inside: ``tools/crowd/bots.py`` starts them and reads it.

``probe.py`` measures, ``bot.py`` starts the bot with the probe, ``thinking_bot.py`` the same with busy
workers, ``floor.py`` a bare discord.py client with it. It may import ``tests``; nothing of the product
imports it.
"""
