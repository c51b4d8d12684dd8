"""Prawns in the documentation: its moment in the gallery, its start, and its rules one by one."""

from __future__ import annotations

from imaging.docs.pages import GalleryMoment, Lesson, RulesStart

MOMENT = GalleryMoment(
    "f1ff3f/s5kc/2k2K2/1k2l3/3CK3/2L5/C1K3KL/2F4F b a1-h8 K2S2C0L0/K1S1C1L1 -", "e5-g3", ("d4",), 23
)

START = RulesStart(
    "ffffffff/c6l/8/8/8/8/C6L/FFFFFFFF g a1-h8 K0S2C1L1/K0S2C1L1 -",
    (("a2", "a5"), ("h2", "e5"), ("d1", "d3"), ("f1", "e2"), ("f1", "f2")),
    "Krill in the back row, and in the corners two prawns of your choice, here a crab and a lobster.",
)

LESSONS = (
    Lesson(
        "Jump",
        "A prawn jumps over a neighbour of its own side, to the empty square just behind it.",
        "6k1/3k4/8/5k2/2C5/1K6/3K4/8 g a1-h8 K6S2C1L2/K5S2C2L2 -",
        "b3-d5",
    ),
    Lesson(
        "Wall-jump",
        "A diagonal jump that would leave the sea bounces back off the wall, and goes on along it.",
        "6k1/3k4/5k2/K7/1K6/8/3K4/8 g a1-h8 K5S2C2L2/K5S2C2L2 -",
        "b4-a6",
    ),
    Lesson(
        "Evolution",
        "A krill that reaches the far row turns into a species from the gene pool.",
        "8/2k1K3/5k2/8/1k6/6K1/3K4/8 g a1-h8 K5S2C2L2/K5S2C2L2 -",
        "e7-e8 e8=L",
    ),
    Lesson(
        "Evaporation",
        "With five prawns left, the sea shrinks to the smallest rectangle that holds them all.",
        "4k3/3K2K1/4k3/8/5C2/3L4/8/8 b a1-h8 K6S2C1L1/K6S2C2L2 -",
        "e8xd7",
    ),
    Lesson(
        "Species",
        "Krill go one step, shrimp leap like knights, crabs go straight and lobsters diagonally.",
        "5k2/1k6/8/6k1/8/1C3L2/4S3/1K6 g a1-h8 K7S1C1L1/K5S2C2L2 -",
        "b1-c2 f8-g7 e2-g3 b7-c7 b3-b6 g5-h4 f3-c6",
    ),
    Lesson(
        "Jump-start",
        "A krill that has never moved can leap two squares ahead, over nothing or over its own side.",
        "3f2k1/6k1/8/8/8/8/3C4/3F2K1 g a1-h8 K6S2C1L2/K5S2C2L2 -",
        "d1-d3 d8-d6",
    ),
    Lesson(
        "Dry land",
        "A side that can't move, even by evolving first, loses a prawn to dry land.",
        "8/8/8/8/2kLL3/8/8/8 g c4-e4 K8S2C2L0/K7S2C2L2 -",
        "e4-dry c4xd4",
    ),
)
