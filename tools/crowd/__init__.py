"""The players of load, cluster, floods and soak, and the bot that they play with on the loopback Discord.

``matches.py`` begins matches in the database, ``moving.py`` has players who move in them at a given rate,
``watching.py`` what is seen of the bot's messages and requests, ``bots.py`` its process and the probe in it.
It may import ``tests``; nothing of the product imports it.
"""
