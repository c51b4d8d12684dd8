"""The tour of Prudh: a stack that grows, a run that captures, and the last move, which is worth a tower."""

from __future__ import annotations

from cogs.panels.learn.tours import Choice, Tour, Turn

TOUR = Tour(
    suits="if you like calculating: no luck and no secrets.",
    lasts="The shortest: about 12 turns each.",
    side="dark",
    before="0,0,0,0,0,2/0,0,0,1,0,0/0,4,2,0,1,0/1,0,0,1,0,0/0,0,0,2,0,0/0,1,0,1,1,1 d d 6:12 0",
    turns=(
        Turn(
            look=(
                "All pieces are alike: what stands on dark spaces is yours. You're behind, 6 points to 12. "
                "A stack **slides** diagonally and joins the first stack it meets. Look up the d-file from "
                "d2: what could a taller stack do there?"
            ),
            choices=(
                Choice(
                    "e1-d2",
                    "A stack of 3 on d2. It can run up to three spaces now, and captures all smaller stacks "
                    "on its way.",
                    best=True,
                ),
                Choice(
                    "d2>d1", "Two points at once. But a stack of 3 on d2 will bring more: make it taller."
                ),
                Choice(
                    "d2-e1", "Just as tall, but there's more to capture up the d-file. Make it tall on d2."
                ),
            ),
            reply="b1-d3",
            replied="Light makes its stack taller too. Still, 2 is less than your 3.",
        ),
        Turn(
            look=(
                "A **run** goes straight and drops a piece on every space. Where it drops one on a smaller "
                "stack, both leave the board, a point each. Which run brings most, and keeps your tower on "
                "b4 whole?"
            ),
            choices=(
                Choice("b4>f4", "It brings as much, but your tower on b4 is spent on it. You'll need it."),
                Choice("d2>d1", "Only 2 points. Up the file there's more to capture."),
                Choice(
                    "d2>d5",
                    "Two stacks at one run: 2 and 1, and the two pieces dropped on them. 5 points: it's 11 "
                    "to 12.",
                    best=True,
                ),
            ),
            reply="c4>e4",
            replied="Light runs as well: 11 to 14. But look how little it can still do.",
        ),
        Turn(
            look=(
                "When a side can do nothing more, the other one, which **moved last**, gets the height of "
                "its tallest stack. The greedy run draws level. Or can you end it, with a tower?"
            ),
            choices=(
                Choice(
                    "b4>f4",
                    "3 points, level at 14, but light can move again then, and your tower is spent. You can "
                    "end it at once.",
                ),
                Choice(
                    "a3-b4",
                    "Light can do nothing now. You moved last, so your tower of 5 counts: 11 and 5 is **16 "
                    "to 14**. You win, from behind.",
                    best=True,
                ),
            ),
        ),
    ),
    farewell=(
        "You've seen a slide, a run, and the last move, which often decides. Every turn asks: take points "
        "now, or keep the tower and the last word?"
    ),
)
