"""Scripts of the games' tours: a module a game, named like its engine; data and nothing else.

The sentences stand with the moves they are about: a change to one has to fit the other. A game without
a module here has no tour, and is not offered one.
"""
