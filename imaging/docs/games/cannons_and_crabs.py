"""Cannons and Crabs in the documentation: its moment in the gallery, its start, and its rules one by one."""

from __future__ import annotations

from imaging.docs.pages import GalleryMoment, Lesson, RulesStart

MOMENT = GalleryMoment("rn4r/pap2ap/1ck1cAn/C1A3A/P1P3P/RN2KNR w - 1 13", "a3xb4", (), 25)

START = RulesStart(
    "rnckcnr/papapap/7/7/PAPAPAP/RNCKCNR w AGag 0 1",
    (("c1", "c3"), ("e1", "g3"), ("b2", "b3"), ("b2", "a3"), ("d2", "d3")),
    "Cannons leap two squares over anything, crabs go ahead in three directions.",
)

LESSONS = (
    Lesson(
        "Cannon",
        "A cannon goes one or two squares in any line, over anything, and takes as it goes.",
        "r2k2r/p3p2/2p4/2C4/2P2A1/R2K2R w AGag 0 12",
        "c3-e5",
    ),
    Lesson(
        "Shield",
        "What stands between shields a king from a cannon two squares away.",
        "3k3/6r/3C3/7/2P4/3K3 b - 1 24",
        "g5-d5",
    ),
    Lesson(
        "Crab",
        "A crab goes one square ahead, straight or diagonally, but takes only diagonally.",
        "3k3/7/2ap3/3A3/7/3K3 w - 0 18",
        "d3xc4",
    ),
    Lesson(
        "Promotion",
        "On the last rank a pawn or a crab becomes a marshall or a cardinal.",
        "3k3/A6/7/7/2P4/3K3 w - 0 30",
        "a5-a6=M",
    ),
    Lesson(
        "Castling",
        "The king goes two squares towards a rook, and the rook lands on its other side.",
        "r2k2r/p1p1p2/7/7/2P1P1P/R2K2R w AGag 0 9",
        "d1-f1",
    ),
)
