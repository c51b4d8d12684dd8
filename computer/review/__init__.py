"""Reviews of matches that are over: ``search`` looks at positions, and ``judge`` makes a review of it."""
