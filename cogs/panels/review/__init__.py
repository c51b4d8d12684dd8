"""Reviews of finished matches: their overview, a turn of them, the deciding turn of a result."""
