"""Stories of bots in processes of their own, on a loopback Discord: the one in ``server``, on 127.0.0.1.

What a test uses: ``Loopback`` (``server/loopback.py``) is the whole of that Discord, ``Person``
(``server/people.py``) acts in it, ``BotProcess`` (``process.py``) is the bot, ``Story`` (``story.py``) knows
how a match is played. Nothing here is part of the program.
"""
