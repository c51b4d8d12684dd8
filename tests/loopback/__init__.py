"""A loopback Discord: a small one of our own on 127.0.0.1, for bots in processes of their own.

What a test uses: ``Loopback`` (``loopback.py``) is the whole of it, ``Person`` (``people.py``) acts in it,
``BotProcess`` (``process.py``) is the bot, ``Story`` (``story.py``) knows how a match is played. Nothing here
is part of the program.
"""
