"""A match from its challenge to its end. Pure functions of values: nothing here is stored."""
