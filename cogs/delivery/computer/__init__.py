"""Work of the computer: given out to workers, and shown when it is done."""
