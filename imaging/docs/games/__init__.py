"""The games as the documentation shows them: a module a game, named like its engine; data and nothing else.

Such a module has ``MOMENT``, the game's board in the gallery, or ``LESSONS``, the little films of its
rules, or both. A game without is not in the gallery, and has no films.
"""
