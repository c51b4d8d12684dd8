"""Tests of the evaluations, one module a game, called as the game's."""
