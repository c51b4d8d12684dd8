"""The soak: hundreds of players and a thousand matches against one bot, with all kinds of trouble.

``python -m tools.soak`` (``make soak``) runs the bot as a separate process against the loopback Discord, lets
players play all games with legal and illegal input, causes network faults, kills the bot, turns the clock by
weeks, and then checks that no match was lost, stuck, doubled or leaked. ``plan.py`` has the sizes,
``table.py`` and ``acts.py`` the players' acts, ``weather.py`` the trouble, ``watch.py`` and ``verdict.py``
the checks. A seed reproduces the players' choices, but not their timing. It may import ``tests``; nothing of
the product imports it.
"""
