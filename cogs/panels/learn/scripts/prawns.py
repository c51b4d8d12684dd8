"""The tour of Prawns: a blind start, then off the wall, a sea that shrinks, and the last one on dry land."""

from __future__ import annotations

from cogs.panels.learn.tours import BlindStart, Choice, Tour, Turn

TOUR = Tour(
    suits="if you like surprises: everything eats, evolves and bounces.",
    lasts="The longest: 30 to 60 turns each.",
    side="green",
    before="8/8/1LK5/S3k3/8/8/sk6/8 g a1-h8 K7S1C2L1/K6S1C2L2 -",
    blind=BlindStart(
        look=(
            "Each side has a row of krill, and two prawns of its choice in the corners in front of them. "
            "Both choose **in secret**, so you have to guess. A shrimp leaps like a chess knight, a crab "
            "runs straight, a lobster diagonally. What do you pick? There's no wrong answer."
        ),
        mine=(("crab", "lobster"), ("lobster", "lobster"), ("shrimp", "crab")),
        theirs=("shrimp", "crab"),
        said=(
            "Now both picks are revealed: blue took a shrimp and a crab. What you didn't take waits in "
            "your gene pool, beside the board: krill that cross the sea evolve into it. The dotted row is "
            "your far row, where yours do; the hatched row is blue's.\n\nLet us look at a match many turns "
            "on."
        ),
    ),
    turns=(
        Turn(
            look=(
                "Few are left. Prawns jump over their own neighbours, and off the **walls** of the sea: a "
                "diagonal jump that would leave it bounces back. Your lobster on b6 has a friend at the "
                "wall. Where does it land?"
            ),
            choices=(
                Choice(
                    "b6-c7",
                    "A plain move, away from blue. Your shrimp on a5 stands at the wall: jump over it.",
                ),
                Choice(
                    "b6-a4",
                    "Over the shrimp, off the wall, and down to a4, where no plain move of a lobster gets. "
                    "There it watches b3 and c2, the ways out of blue's corner.",
                    best=True,
                ),
                Choice(
                    "c6-c7", "It walks towards the far row, which is a good plan. But try the wall first."
                ),
            ),
            reply="e5-d6",
            replied="It stands beside your krill on c6 and wants to eat it. But it's your turn.",
        ),
        Turn(
            look=(
                "Six prawns are in the sea. With **five**, the sea shrinks to the smallest box that holds "
                "them, and its far row comes towards you."
            ),
            choices=(
                Choice("c6-c7", "Why walk to the far row, if it can come to you? Eat, and watch the sea."),
                Choice("c6-b7", "It's safe there, but you could have eaten. Krill eat in all directions."),
                Choice(
                    "c6xd6",
                    "Five are left, and the sea **evaporates**: only a2 to d6 is still wet. Your krill has "
                    "not come a row further, and yet it stands on the far row now.",
                    best=True,
                ),
            ),
            reply="b2-a3",
            replied="Blue's krill will eat your lobster on a4 next.",
        ),
        Turn(
            look=(
                "Your krill is on the far row, so it can **evolve**, and that costs no move: it moves at "
                "once as what it has become. Into what?"
            ),
            choices=(
                Choice("d6=C d6-d2", "A crab runs straight. It attacks, but blue eats your lobster first."),
                Choice(
                    "d6=L d6xa3",
                    "A lobster, right across the sea, and four are left: the sea is a single file now. What "
                    "can blue's shrimp do there? It leaps sideways or not at all.",
                    best=True,
                ),
                Choice("a4-b5", "Your lobster is safe, but you can do better: the krill is on the far row."),
            ),
            reply="a2-dry",
            replied="No move was left, so it had to go on **dry land**. All in the sea is yours: you win.",
        ),
    ),
    farewell=(
        "You've seen a secret start, a jump off the wall, a sea that shrinks, evolution, and dry land. "
        "What is eaten goes to its owner's gene pool, and comes back by evolving: it's never over early."
    ),
)
