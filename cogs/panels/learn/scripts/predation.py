"""The tour of Predation, as prey: a landing, a shark that is bitten back, and a way over a friend."""

from __future__ import annotations

from cogs.panels.learn.tours import Choice, Tour, Turn

TOUR = Tour(
    suits="if you like unequal sides: sharks against a shoal.",
    lasts="5 to 15 turns each, but long ones: every piece may move.",
    side="prey",
    before="4PPPP1/8/8P/8/1y4yyy/5yyy/9/8/9/8/9/8/1y2y4 y spawn:4 - 0",
    turns=(
        Turn(
            look=(
                "You're a shoal. Land two fish on the far edge, row 13, and you win. In a turn you move as "
                "many as you like, each up to five steps. But a fish **stops** on the first empty hex next "
                "to a predator. Where is the way free?"
            ),
            choices=(
                Choice(
                    "i9-h10 end",
                    "It stops there, next to the predator on i11. Nobody is watching on the left.",
                ),
                Choice(
                    "*c1 end",
                    "New fish are free, half as many as you have. But a way to the edge is open now.",
                ),
                Choice(
                    "b9-a13 end",
                    "**Landed**, the first of two. It counts even if it's eaten now. You end your turn here.",
                    best=True,
                ),
            ),
            reply="i11xh9+g9 *c13 *d13 end",
            replied=(
                "A swoop: it takes the fish it lands on and one beside it, and two new predators come. But "
                "now it stands in the middle of your shoal."
            ),
        ),
        Turn(
            look=(
                "Prey **bites back**: a predator that two fish stand next to is taken by a third. It costs "
                "the third, and one of the two helpers, which your opponent chooses. Who bites the one on "
                "h9?"
            ),
            choices=(
                Choice(
                    "g8xh9",
                    "The hunter is gone, and your fish with it. Now your opponent has to choose one of the "
                    "helpers, h8 or i9.",
                    best=True,
                ),
                Choice("f8-g9", "One more beside it, but three are enough, and they're there. Bite!"),
                Choice("end", "Then they swoop again. Three of your fish stand around it: bite!"),
            ),
            reply="!h8",
            replied="You're left with fewer, but the water is free. And your turn goes on.",
        ),
        Turn(
            look=(
                "One more landing wins. The predator on h13 guards h12: there every fish stops. But a hex "
                "with a **friend** on it doesn't stop anybody."
            ),
            choices=(
                Choice(
                    "f8-g12", "It stops there, next to two predators. Alone nobody gets through: use two."
                ),
                Choice(
                    "i9-h12 f8-i13",
                    "The first stops in front of the predator, the second swims on **over it** and lands. "
                    "That's two: you win.",
                    best=True,
                ),
                Choice(
                    "i9-h12 end", "Well placed, but don't stop now: a second fish can go on over the first."
                ),
            ),
        ),
    ),
    farewell=(
        "You've seen a landing, a swoop, biting back, and a way over a friend. As the predator, you hunt "
        "until fewer than two fish are left, and every catch brings new hunters."
    ),
)
