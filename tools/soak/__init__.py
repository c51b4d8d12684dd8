"""The soak: hundreds of people and a thousand matches against one bot, with everything going wrong.

``python -m tools.soak`` (``make soak``) runs the bot as a process of its own against the loopback Discord,
lets people play all games with legal and illegal input, lays faults on the wire, kills the bot, turns the
clock by weeks, and then looks whether a match was lost, stuck, doubled or leaked. ``plan.py`` says how much
of it, ``table.py`` and ``acts.py`` what people do, ``weather.py`` what goes wrong, ``watch.py`` and
``verdict.py`` what must never be seen. A seed reproduces what people choose to do; when it arrives is the
machine's business. It may import ``tests``; nothing of the product imports it.
"""
