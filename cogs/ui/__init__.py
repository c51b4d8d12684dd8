"""What people see and press: texts, cards, controls, the one error report, and their posting.

Nothing here decides what may happen in a match (``matches`` does) or what the rules allow (``engines``).
"""
