"""Prudh in the documentation: its moment in the gallery, its start, and its rules one by one."""

from __future__ import annotations

from imaging.docs.pages import GalleryMoment, Lesson, RulesStart

MOMENT = GalleryMoment(
    "1,0,0,1,1,1/1,1,4,0,0,2/1,1,0,0,0,0/0,0,1,0,0,0/0,1,3,1,1,0/1,1,1,1,0,1 d d 6:4 0",
    "c5>f5",
    ("c2",),
    13,
)

START = RulesStart(
    "1,1,1,1,1,1/1,1,1,1,1,1/1,1,1,1,1,1/1,1,1,1,1,1/1,1,1,1,1,1/1,1,1,1,1,1 d d 0:0 0",
    (("c3", "b4"), ("c3", "d4"), ("c3", "d2"), ("c3", "b2")),
    "One piece on every space. A stack slides diagonally, and so stays on its own colour.",
)

LESSONS = (
    Lesson(
        "Slide",
        "A stack goes diagonally over empty spaces onto the first stack it meets, and joins it.",
        "1,0,0,1,1,1/1,1,4,0,0,2/1,1,0,0,0,0/0,0,1,0,0,0/0,1,3,1,1,0/1,1,1,1,0,1 l d 6:4 0",
        "c2-a4",
    ),
    Lesson(
        "Run",
        "A stack drops one piece on every space it enters, and captures enemy stacks that are smaller.",
        "1,0,0,1,1,1/1,1,4,0,0,2/1,1,0,0,0,0/0,0,1,0,0,0/0,1,3,1,1,0/1,1,1,1,0,1 d d 6:4 0",
        "c5>f5",
    ),
    Lesson(
        "Left over",
        "What a run has left over at the edge goes back to where it began.",
        "1,0,0,1,1,1/1,1,0,0,4,1/1,1,0,0,0,0/0,0,1,0,0,0/0,1,3,1,1,0/1,1,1,1,0,1 d d 7:4 0",
        "e5>f5",
    ),
)
