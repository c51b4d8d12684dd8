"""Predation in the documentation: its moment in the gallery, its start, and its rules one by one."""

from __future__ import annotations

from imaging.docs.pages import GalleryMoment, Lesson, RulesStart

MOMENT = GalleryMoment(
    "2P1PP3/2P5/9/8/4y2P1/y3Py2/3y5/1P6/9/5yy1/2y4y1/8/1yy2yy2 y move f8,e9 0", "g4-g5", ("d7",), 163
)

START = RulesStart(
    "2PPPPP2/8/9/8/9/8/9/8/9/8/9/8/yyyyyyyyy p move - 0",
    (("d13", "b9"), ("f13", "h8"), ("c1", "a5"), ("f1", "h6")),
    "Sharks above, a shoal below: every piece goes up to five steps, sharks in a straight line.",
)

LESSONS = (
    Lesson(
        "A capture by the predator",
        "A predator lands on prey and may take one more beside it; for each, a new predator may come.",
        "3P3P1/6P1/9/8/1P3y3/5y2/9/8/3y5/8/2y6/8/1y2y1y2 p move - 0",
        "d13xf9+f8 *c13",
        targets=False,
    ),
    Lesson(
        "A capture by prey",
        "A third prey captures a predator that two stand next to. One of the two helpers is lost as well.",
        "2P1P1P2/8/9/8/9/7P/9/2yP4/2yy5/5y2/9/8/1y2y1y2 y move - 0",
        "c5xd6 !c6",
        targets=False,
    ),
    Lesson(
        "Stopped",
        "Prey takes any path of up to five steps, but stops on the first empty hex next to a predator.",
        "4P4/2P5/9/8/1P7/8/4P4/8/9/2y1y3/9/8/1y2y1y2 y move - 0",
        "e4-e6",
    ),
    Lesson(
        "Spawning",
        "Before it moves, prey may put half as many new pieces as it has into the Warren.",
        "4P4/2P5/9/7P/9/8/1P7/6y1/9/2y5/5y3/8/1y2y1y2 y spawn:3 - 0",
        "*c1 *d1 c1-c3",
    ),
    Lesson(
        "Landing",
        "A prey that ends its move on the far edge has landed. The second one wins.",
        "4P4/2P5/5y3/7P/9/8/1P7/8/9/2y5/9/8/1y2y1y2 y move - 0",
        "f11-i13",
    ),
)
