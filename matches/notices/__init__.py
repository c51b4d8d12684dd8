"""How and when people are told things. Plain values: nothing here is stored or sent."""
