"""Positions with a forced win, kept in ``tests/data/tactics``, and the solver that proves them."""
