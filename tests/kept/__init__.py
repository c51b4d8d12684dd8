"""What older states of the bot have left behind: their databases, messages, and what they answered on them.

``tests/data/kept`` holds them as they were recorded (``record.py`` says how and when); ``test_kept.py`` has
the bot of today take them over. Nothing here knows how the bot is made inside: it is met as a process over
the loopback Discord, as tables of a database by their names, and through what ``engines`` and ``imaging``
offer to all.
"""
