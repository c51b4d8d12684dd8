"""The tour of Cannons and Crabs: a shot over one's own lines, a crab that becomes a marshall, and mate."""

from __future__ import annotations

from cogs.panels.learn.tours import Choice, Tour, Turn

TOUR = Tour(
    suits="if you like chess: a small board, and new pieces that leap.",
    lasts="20 to 40 turns each.",
    side="white",
    before="7/A1kr1n1/2Ap1P1/1C5/3P3/K6 w - 0 20",
    turns=(
        Turn(
            look=(
                "As in chess, checkmate wins. A **cannon** goes one or two squares in any line, *over* "
                "anything, and takes as it goes. Your crab on c4 stands in front of the one on b3. What can "
                "it shoot?"
            ),
            choices=(
                Choice(
                    "b3-d3", "A leap, but at nothing. There's a rook two squares from b3, over your own crab."
                ),
                Choice(
                    "c4xd5", "It wins the rook too, but leaves black time. The cannon can do it with check."
                ),
                Choice(
                    "b3xd5",
                    "Over your own crab, and the rook is gone. The cannon stands beside the king now: check.",
                    best=True,
                ),
            ),
            reply="c5-b4",
            replied="The king runs, towards you.",
        ),
        Turn(
            look=(
                "A **crab** walks straight or diagonally ahead. On the last rank it becomes a **marshall**, "
                "rook and knight in one, or a **cardinal**, bishop and knight. Close in on the king: which "
                "one, and where?"
            ),
            choices=(
                Choice(
                    "a5-a6=M",
                    "A marshall. As a rook it holds the whole a-file, as a knight it attacks the king: check "
                    "again. Only one square is left to run to.",
                    best=True,
                ),
                Choice(
                    "a5-a6=D",
                    "A check as well, but a cardinal can't hold the a-file. Which one has a rook in it?",
                ),
                Choice("d5xf5", "A knight for free, but the king gets away. You can get more than a knight."),
            ),
            reply="b4-b3",
            replied="It's almost in your camp. And it has walked into a trap.",
        ),
        Turn(
            look=(
                "The marshall holds the a-file, the crab and the pawn stand by. One quiet leap of the cannon "
                "ends it. Remember: it goes over anything, enemies too."
            ),
            choices=(
                Choice("d5xd4", "A pawn, but the king slips away. Leap over the pawn instead."),
                Choice("a6-b6", "Check, but the king steps aside. The cannon does it."),
                Choice(
                    "d5-d3",
                    "Over black's pawn, back to d3: **checkmate**. The cannon attacks along the rank and "
                    "every way out is held.",
                    best=True,
                ),
            ),
        ),
    ),
    farewell=(
        "You've seen cannons shoot over friend and foe, and a crab promoted. One thing to look out for: a "
        "piece that stands between shields a *king* from a cannon two squares away."
    ),
)
