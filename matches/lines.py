"""Lines that a user tries on a private board: a tree of actions attached to the record of a match.

A node is one action. Its parent is another node, or the record at a ply, the number of standing actions
before it. As the match goes on, nodes that were played are removed from the tree: they belong to the record
then.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Final, NamedTuple
from zlib import crc32

from cachetools import LRUCache

from engines import Position
from engines.record import History, RecordError
from matches.errors import Problem, Refused
from matches.model import NO_MATCH, Match, MatchId, Phase, UserId

MOST_NODES: Final = 200
"""The most nodes of a tree."""
LONGEST_NAME: Final = 40
"""The most characters of a node's name."""
MOST_TREES: Final = 100
"""The most trees of a user on finished matches; the oldest are deleted first."""
NO_GAME: Final = ""
"""The ``game`` of a tree on a match: the match itself has it."""
_FORM: Final = 1
"""The version of the stored form."""
_Base = tuple[Position, int, tuple[str, ...]]
_PLAYED: Final[LRUCache[tuple[_Base, tuple[str, ...]], History]] = LRUCache(1000)
"""A cache of replayed lines, by the record before them and their actions: each tap needs one again."""


class LineKey(NamedTuple):
    """A tree's user, and the match it is on; NO_MATCH and the ``game`` for the rules of a game."""

    user_id: UserId
    match_id: MatchId
    game: str

    @classmethod
    def on(cls, match: Match, user: UserId) -> LineKey:
        """The tree of a user on a match."""
        return cls(user, match.id, NO_GAME)

    @classmethod
    def on_rules(cls, game: str, user: UserId) -> LineKey:
        """The tree of a user on the rules of a game."""
        return cls(user, MatchId(NO_MATCH), game)


@dataclass(frozen=True, slots=True)
class LineNode:
    """An action that was tried: its ``number`` in the tree, and the number of actions before it (``ply``).

    ``parent``: the number of the node before it; 0: the record.
    """

    number: int
    parent: int
    ply: int
    action: str
    name: str = ""


class LineSpot(NamedTuple):
    """A position of a private board: after a node or, with ``node`` 0, in the record.

    ``ply`` counts the actions before the position in both cases.
    """

    node: int
    ply: int


@dataclass(frozen=True)
class LineTree:
    """The nodes by number, and the record's actions up to the last position with a node (``base``).

    ``last`` is the greatest number that a node ever had: numbers are not reused.
    """

    nodes: tuple[LineNode, ...] = ()
    base: tuple[str, ...] = ()
    last: int = 0

    # --- looking ---------------------------------------------------------------------------------

    def node(self, number: int) -> LineNode | None:
        """The node with a number, or None."""
        return self._by_number.get(number)

    def after(self, spot: LineSpot) -> tuple[LineNode, ...]:
        """The nodes that were tried from a position, in the order of trying."""
        if spot.node:
            return self._below.get(spot.node, ())
        return tuple(one for one in self._below.get(0, ()) if one.ply == spot.ply)

    def path(self, number: int) -> tuple[LineNode, ...]:
        """The nodes from the record to the one with this number. Raises KeyError for an unknown one."""
        found = [self._by_number[number]]
        while found[-1].parent:
            found.append(self._by_number[found[-1].parent])
        return tuple(reversed(found))

    def before(self, spot: LineSpot) -> LineSpot | None:
        """The position one action earlier; None at the start."""
        if spot.node:
            node = self._by_number[spot.node]
            return LineSpot(node.parent, node.ply)
        return LineSpot(0, spot.ply - 1) if spot.ply else None

    def with_all_below(self, number: int) -> tuple[LineNode, ...]:
        """A node and all its descendants. Raises KeyError for an unknown one."""
        found = [self._by_number[number]]
        for node in found:
            found += self._below.get(node.number, ())
        return tuple(found)

    def ends(self) -> tuple[LineNode, ...]:
        """The leaves of the tree, by the ply at which their line leaves the record, then by number."""
        last = (node for node in self.nodes if node.number not in self._below)
        return tuple(sorted(last, key=lambda node: (self.path(node.number)[0].ply, node.number)))

    def left_at(self, number: int) -> int:
        """The ply at which the line of a node leaves the record. Raises KeyError for an unknown node."""
        return self.path(number)[0].ply

    # --- changing --------------------------------------------------------------------------------

    def added(self, spot: LineSpot, action: str, record: Sequence[str]) -> tuple[LineTree, LineSpot]:
        """The tree with an ``action`` tried at ``spot``, and the position after it.

        If the action was tried or played there before, the tree stays as it is.

        ``record`` are the standing actions of the match, which the tree has followed. Raises Refused.
        """
        if not spot.node and _stands(record, spot.ply, action):
            return self, LineSpot(0, spot.ply + 1)
        for node in self.after(spot):
            if node.action == action:
                return self, LineSpot(node.number, spot.ply + 1)
        if len(self.nodes) >= MOST_NODES:
            raise Refused(Problem.LINES_FULL, limit=MOST_NODES)
        node = LineNode(self.last + 1, spot.node, spot.ply, action)
        grown = LineTree((*self.nodes, node), self.base, node.number)
        return grown._hung_on(record), LineSpot(node.number, spot.ply + 1)

    def named(self, number: int, name: str) -> LineTree:
        """The tree with a node named: at most LONGEST_NAME characters in one line; empty for no name."""
        short = " ".join(name.split())[:LONGEST_NAME].rstrip()
        return replace(
            self,
            nodes=tuple(replace(one, name=short) if one.number == number else one for one in self.nodes),
        )

    def without(self, number: int) -> LineTree:
        """The tree without a node and its descendants; unchanged for an unknown number."""
        if self.node(number) is None:
            return self
        gone = {node.number for node in self.with_all_below(number)}
        kept = tuple(node for node in self.nodes if node.number not in gone)
        return LineTree(kept, self.base, self.last)._hung_on(self.base)

    def followed(self, record: Sequence[str]) -> LineTree:
        """The tree updated to the present ``record``, the standing actions of its match.

        Nodes that were played are removed, and their children become children of the record. If actions
        before a line were taken back from the record, they become nodes of that line, as long as there is
        room; else the line is dropped.
        """
        common = _common(self.base, record)
        tree = self if common == len(self.base) else self._hung_back(common)
        return tree._slid(record)._hung_on(record)

    def _hung_back(self, common: int) -> LineTree:
        """The tree with only the first ``common`` actions as its base; the other actions become nodes."""
        loose = [node for node in self._below.get(0, ()) if node.ply > common]
        deepest = max((node.ply for node in loose), default=common)
        stem = tuple(
            LineNode(self.last + at, self.last + at - 1 if at > 1 else 0, common + at - 1, action)
            for at, action in enumerate(self.base[common:deepest], start=1)
        )
        if len(self.nodes) + len(stem) > MOST_NODES:
            tree = self
            for node in loose:
                tree = tree.without(node.number)
            return replace(tree, base=self.base[:common])
        at_ply = {one.ply + 1: one.number for one in stem}
        moved = tuple(
            replace(node, parent=at_ply[node.ply]) if not node.parent and node.ply > common else node
            for node in self.nodes
        )
        return LineTree((*moved, *stem), self.base[:common], self.last + len(stem))._merged()

    def _merged(self) -> LineTree:
        """The tree with siblings of the same action merged into one node."""
        tree = self
        while (pair := tree._twins()) is not None:
            first, second = pair
            name = tree._by_number[first].name or tree._by_number[second].name
            kept = (node for node in tree.named(first, name).nodes if node.number != second)
            nodes = tuple(replace(node, parent=first) if node.parent == second else node for node in kept)
            tree = replace(tree, nodes=nodes)
        return tree

    def _twins(self) -> tuple[int, int] | None:
        seen: dict[tuple[int, int, str], int] = {}
        for node in self.nodes:
            first = seen.setdefault((node.parent, node.ply, node.action), node.number)
            if first != node.number:
                return first, node.number
        return None

    def _slid(self, record: Sequence[str]) -> LineTree:
        """The tree without the nodes that were played; their children become children of the record."""
        played = set[int]()
        nodes = []
        for node in sorted(self.nodes, key=lambda one: one.ply):
            hangs = not node.parent or node.parent in played
            if hangs and _stands(record, node.ply, node.action):
                played.add(node.number)
            else:
                nodes.append(replace(node, parent=0) if hangs else node)
        if not played:
            return self
        return LineTree(tuple(sorted(nodes, key=lambda one: one.number)), self.base, self.last)._merged()

    def _hung_on(self, record: Sequence[str]) -> LineTree:
        """The tree with ``record`` as its base, as far as its nodes need it."""
        deepest = max((node.ply for node in self.nodes if not node.parent), default=0)
        return replace(self, base=tuple(record[:deepest]))

    @cached_property
    def _by_number(self) -> Mapping[int, LineNode]:
        return {node.number: node for node in self.nodes}

    @cached_property
    def _below(self) -> Mapping[int, tuple[LineNode, ...]]:
        found: dict[int, tuple[LineNode, ...]] = {}
        for node in self.nodes:
            found[node.parent] = (*found.get(node.parent, ()), node)
        return found


def _stands(record: Sequence[str], ply: int, action: str) -> bool:
    """True if ``action`` was played after the first ``ply`` actions of a record."""
    return ply < len(record) and record[ply] == action


def _common(one: Sequence[str], other: Sequence[str]) -> int:
    """The length of the common beginning of two records."""
    pairs = zip(one, other, strict=False)
    return next((at for at, (left, right) in enumerate(pairs) if left != right), min(len(one), len(other)))


# --- on a board ---------------------------------------------------------------------------------


def record_of(history: History) -> list[str]:
    """The standing actions of a match."""
    return [str(played) for played in history.played]


def line_history(history: History, tree: LineTree, spot: LineSpot) -> History:
    """The history of a match continued to ``spot``.

    Raises KeyError for an unknown node, and RecordError for a line that can't be played.
    """
    if not spot.node:
        return history.until(spot.ply)
    path = tree.path(spot.node)
    line = history.until(path[0].ply)
    base = (line.start, line.entries, tuple(record_of(line)))
    actions = tuple(node.action for node in path)
    known = next((at for at in range(len(actions), 0, -1) if (base, actions[:at]) in _PLAYED), 0)
    line = _PLAYED[base, actions[:known]] if known else line
    for at, action in enumerate(actions[known:], start=known + 1):
        line = _PLAYED[base, actions[:at]] = line.then(action)
    return line


def current_spot(history: History, tree: LineTree, spot: LineSpot, mark: int) -> LineSpot | None:
    """The present place of the position with this ``mark`` that a user saw at ``spot``; None if it is gone.

    If its node was played since, the place is in the record.
    """
    in_record = LineSpot(0, spot.ply)
    node = tree.node(spot.node)
    there = in_record if node is None else LineSpot(node.number, node.ply + 1)
    for one in (there, in_record):
        if one.node == 0 and one.ply > len(history.played):
            continue
        try:
            if mark_of(line_history(history, tree, one).position) == mark:
                return one
        except RecordError:
            continue
    return None


def playable(history: History, tree: LineTree) -> LineTree:
    """The tree without illegal actions, as after a change of the rules. Slow: it replays all lines."""
    kept = tree
    lines = dict[int, History]()
    for node in sorted(tree.nodes, key=lambda one: one.ply):
        before = lines.get(node.parent) if node.parent else history.until(node.ply)
        if before is None:
            continue  # it went with the one before it
        try:
            lines[node.number] = before.then(node.action)
        except RecordError:
            kept = kept.without(node.number)
    return kept


def mark_of(position: Position) -> int:
    """A checksum of a position, for buttons: they do nothing on another position."""
    return crc32(position.to_text().encode())


def check_may_try(match: Match, user: UserId) -> None:
    """Raise Refused if ``user`` plays in a running match that was agreed to be played without lines."""
    if match.phase is Phase.PLAYING and user in match.users and not match.terms.lines:
        raise Refused(Problem.LINES_FORBIDDEN, match=match)


# --- stored -------------------------------------------------------------------------------------


def written(tree: LineTree) -> str:
    """The tree as a JSON object."""
    nodes = [[one.number, one.parent, one.ply, one.action, one.name] for one in tree.nodes]
    plain = {"form": _FORM, "last": tree.last, "base": tree.base, "nodes": nodes}
    return json.dumps(plain, separators=(",", ":"), ensure_ascii=False)


def read(text: str) -> LineTree:
    """The tree that ``text`` describes. Raises ValueError with what is wrong for anything else."""
    try:
        plain = json.loads(text)
    except RecursionError:
        raise ValueError("it is nested too deep") from None
    if not isinstance(plain, dict) or plain.keys() != {"form", "last", "base", "nodes"}:
        raise ValueError("it is no tree of lines")
    if plain["form"] != _FORM:
        raise ValueError(f"its form {plain['form']!r} is unknown")
    base, last = plain["base"], plain["last"]
    if not isinstance(base, list) or not all(isinstance(action, str) for action in base):
        raise ValueError("its record is none")
    if type(last) is not int or not isinstance(plain["nodes"], list):
        raise ValueError("its nodes are none")
    tree = LineTree(tuple(map(_node, plain["nodes"])), tuple(base), last)
    for fault in _faults(tree):
        raise ValueError(fault)
    return tree


def _node(plain: Any) -> LineNode:
    if not isinstance(plain, list) or list(map(type, plain)) != [int, int, int, str, str]:
        raise ValueError(f"{plain!r} is no node")
    return LineNode(*plain)


def _faults(tree: LineTree) -> Iterator[str]:
    numbers = [node.number for node in tree.nodes]
    if numbers != sorted(set(numbers)) or (numbers and not 0 < numbers[0] <= numbers[-1] <= tree.last):
        yield "its nodes are numbered wrongly"
        return
    if len(numbers) > MOST_NODES:
        yield f"it has {len(numbers)} nodes"
    for node in tree.nodes:
        above = tree.node(node.parent)
        if node.parent and (above is None or above.ply + 1 != node.ply):
            yield f"node {node.number} hangs below none"
        if not node.parent and not 0 <= node.ply <= len(tree.base):
            yield f"node {node.number} hangs on no position of the record"
        if len(node.name) > LONGEST_NAME:
            yield f"the name of node {node.number} is too long"
    if tree._twins() is not None:
        yield "it has an action twice in one place"
