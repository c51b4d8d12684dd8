"""Pjawns in the documentation: its moment in the gallery, its start, and its rules one by one."""

from __future__ import annotations

from imaging.docs.pages import GalleryMoment, Lesson, RulesStart

MOMENT = GalleryMoment("3p4/5p2/2p1P3/p5p1/1P5P/2P5/8/6P1 b 3/3 -", "d8-d6", ("e6",), 20)

START = RulesStart(
    "3p4/6p1/8/8/1P6/5P2/8/7P w 5/6 -",
    (("h1", "h3"), ("f3", "f4"), ("b4", "b8")),
    "Pjawns are placed on rank 1, go straight up the board, and win on the far side.",
)

LESSONS = (
    Lesson(
        "Placing",
        "A pjawn is placed on rank 1 of a file whose first four ranks are empty, and may go two squares.",
        "3p4/6p1/8/8/1P6/5P2/8/8 w 6/6 -",
        "@e1 d8-d7 e1-e3",
    ),
    Lesson(
        "En passant",
        "An enemy that has just gone two squares is captured on the square that it passed.",
        "3p4/8/6p1/4P3/1P6/8/2P5/8 w 5/6 -",
        "e5-e6 d8-d6 e6xd7",
    ),
    Lesson(
        "Rank 4",
        "A pjawn goes on from rank 4 only while another of its side stands on that rank.",
        "8/1p4p1/8/8/2P5/5P2/8/8 w 6/6 -",
        "f3-f4 g7-g6 c4-c5",
    ),
)
