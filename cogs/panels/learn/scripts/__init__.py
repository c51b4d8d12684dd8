"""What the tours of the games are made of: a module a game, named like its engine; data and nothing else.

The sentences stand with the moves they are about: whoever changes one has to see the other. A game without
a module here has no tour, and is not offered one.
"""
