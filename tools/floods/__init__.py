"""Floods: one user sends far too many requests, while a bystander asks for help.

``python -m tools.floods`` (``make floods``) starts the bot against the loopback Discord with a probe in it,
sends ten requests a second for ten seconds, and checks that everyone was answered; in the last one six people
send small archives that unpack to much, and two others play on. ``flood.py`` sends,
``scenarios.py`` has the requests. It exits with 1 if a request had no answer, never because of the longest
step on the event loop or the memory, which are printed beside their goals. It may import ``tests``; nothing
of the product imports it.
"""
