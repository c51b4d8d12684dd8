"""What an older state of the bot has left behind: its database, its messages, and what it answered on them.

``tests/data/kept`` holds them as they were recorded (``record.py`` says how and when); ``test_kept.py`` has
the bot of today take them over. Nothing here knows how the bot is made inside: it is met as a process over
the loopback Discord, as tables of a database by their names, and through what ``engines`` and ``imaging``
offer to all.
"""
