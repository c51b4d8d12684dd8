"""Lines on a record a second time, as simply as can be: a set of sequences of actions, a letter each."""

from __future__ import annotations


class Tried:
    """The sequences from the start of the match to every node: no beginning of the ``record`` is one."""

    def __init__(self, record: str) -> None:
        self.record = record
        self.tried: set[str] = set()

    def add(self, sequence: str) -> None:
        self.tried.add(sequence)
        self.follow(self.record)

    def delete(self, sequence: str) -> None:
        self.tried = {one for one in self.tried if not one.startswith(sequence)}

    def follow(self, record: str) -> None:
        """All beginnings of what was tried are nodes, but for those that stand in the record."""
        self.record = record
        beginnings = {one[:length] for one in self.tried for length in range(1, len(one) + 1)}
        self.tried = {one for one in beginnings if not record.startswith(one)}
