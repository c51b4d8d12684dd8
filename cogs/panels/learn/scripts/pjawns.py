"""The tour of Pjawns: company on rank 4, en passant, and the far side."""

from __future__ import annotations

from cogs.panels.learn.tours import Choice, Tour, Turn

TOUR = Tour(
    suits="if you like a race: one kind of piece, and every step counts.",
    lasts="20 to 30 turns each, quick ones.",
    side="white",
    before="3p1p2/8/4P3/7p/1P6/5P2/8/8 w 5/5 -",
    turns=(
        Turn(
            look=(
                "One pjawn across the board wins. You place them on your first rank, march them up, and "
                "capture diagonally. But **rank 4** is a gate: a pjawn leaves it only while *another* of "
                "yours stands there. Yours on b4 is stuck. What helps it?"
            ),
            choices=(
                Choice(
                    "@d1",
                    "A new one, but it's far from rank 4. Another of yours is only a step away from there.",
                ),
                Choice(
                    "f3-f4",
                    "Now two stand on rank 4, and either can go on. Choose well which one stays behind.",
                    best=True,
                ),
                Choice("e6-e7", "That's one step from winning, but the pjawn on f8 takes it."),
            ),
            reply="d8-d6",
            replied="Black rushes past your pjawn on e6, two squares at once. Too late to take it? No.",
        ),
        Turn(
            look=(
                "**En passant**: a pjawn that has just gone two squares can be taken on the square that it "
                "passed. Only now: on your next turn it's too late."
            ),
            choices=(
                Choice(
                    "b4-b5", "It can, now that f4 keeps rank 4. But the chance on d7 is there only this turn."
                ),
                Choice(
                    "e6xd7",
                    "Taken, as if it had stopped on d7. It goes back to black's hand, and yours is one step "
                    "from the far side.",
                    best=True,
                ),
                Choice("e6-e7", "Black's pjawn on f8 takes it there. Take something yourself."),
            ),
            reply="@c8",
            replied="It has come to take your pjawn on d7. It comes a turn too late.",
        ),
        Turn(
            look="Your move, one step from the far side.",
            choices=(
                Choice("d7-d8", "Across! You win. Nothing else is counted: one pjawn is enough.", best=True),
                Choice("b4-b5", "Then black's new pjawn takes yours on d7. Look ahead!"),
                Choice("f4-f5", "It can go on, but then black takes on d7. You're one step away."),
            ),
        ),
    ),
    farewell=(
        "You've seen rank 4, en passant, and the far side. The board starts empty, with eight in "
        "your hand: every match grows differently, and a side that can't do anything on its turn loses."
    ),
)
