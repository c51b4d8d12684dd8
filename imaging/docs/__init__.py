"""Explanations of games: the lessons and the first picture of the rules, a board for the gallery."""
