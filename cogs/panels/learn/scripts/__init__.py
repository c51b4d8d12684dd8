"""Scripts of the tours: one module per game, named like its engine, with data only.

Texts are kept next to the moves they explain, so change them together. A game without a module here has no
tour.
"""
