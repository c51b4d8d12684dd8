"""Floods: one person sends more than anybody can mean, and a bystander asks for help meanwhile.

``python -m tools.floods`` (``make floods``) starts the bot against the loopback Discord with a probe in it,
sends ten requests a second for ten seconds, and looks whether everybody was answered. ``flood.py`` sends,
``scenarios.py`` says what. It leaves with 1 if somebody had no answer, and never because of the longest step
on the event loop or the memory, which are printed beside what is wanted. It may import ``tests``; nothing of
the product imports it.
"""
