"""Reviews of finished matches: ``search`` searches positions, ``judge`` makes a review of the findings."""
