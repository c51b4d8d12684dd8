"""Finds two readings of a clock that code takes for one moment: compared, or combined, within a function.

A clock moves on between two readings, so ``now() < later_than(now())`` may hold for ever. Readings with an
``await`` between them are two moments on purpose. A reading by another function of the same module counts as
one of whoever calls it, if it is returned, or if it is combined with what was read before and handed over.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from operator import attrgetter
from typing import Final

CLOCKS: Final = frozenset({"clock", "_clock", "now", "_now", "utcnow"})
Function = ast.FunctionDef | ast.AsyncFunctionDef
FUNCTIONS: Final = (ast.FunctionDef, ast.AsyncFunctionDef)


@dataclass(frozen=True, slots=True)
class Reading:
    """A reading of the clock, or (``handed``) what a parameter brings; ``awaits``: how many came before."""

    line: int
    column: int
    awaits: int
    handed: str = ""


@dataclass(slots=True)
class Summary:
    """What callers of a function have to know: the parameters, those it combines with a reading, the rest."""

    parameters: list[str]
    combines: set[str] = field(default_factory=set)
    returns: bool = False
    faults: set[int] = field(default_factory=set)


def faults(tree: ast.Module) -> list[int]:
    """The lines of a module that take two readings for one."""
    nodes = list(ast.walk(tree))
    if not any(isinstance(node, ast.expr) and _reads(node) for node in nodes):
        return []
    functions = {node.name: node for node in nodes if isinstance(node, FUNCTIONS)}
    known: dict[str, Summary] = {}
    # A helper's own helpers: what is known of them settles after as many rounds as they are deep.
    for _ in range(3):
        known = {name: _Walk(known).summary(node) for name, node in functions.items()}
    every = (_Walk(known).summary(node).faults for node in nodes if isinstance(node, FUNCTIONS))
    return sorted(set().union(*every))


class _Walk:
    """Goes through a function in its order, and notes which readings each name holds."""

    def __init__(self, known: dict[str, Summary]) -> None:
        self._known = known
        self._held: dict[str, frozenset[Reading]] = {}
        self._awaits = 0

    def summary(self, function: Function) -> Summary:
        """What is to be known of a function."""
        arguments = function.args
        named = [one.arg for one in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)]
        found = self._found = Summary([name for name in named if name not in ("self", "cls")])
        for name in found.parameters:
            self._held[name] = frozenset({Reading(0, 0, 0, name)})
        for statement in function.body:
            self._do(statement)
        return found

    def _do(self, statement: ast.stmt) -> None:
        if isinstance(statement, (*FUNCTIONS, ast.ClassDef)):
            return
        if isinstance(statement, ast.Assign | ast.AnnAssign | ast.AugAssign):
            held = self._of(statement.value)
            targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
            for target in targets:
                self._hold(target, held, statement.value)
            return
        for name, value in ast.iter_fields(statement):
            for part in value if isinstance(value, list) else [value]:
                if isinstance(part, ast.stmt):
                    self._do(part)
                elif isinstance(part, ast.expr):
                    held = self._of(part)
                    if isinstance(statement, ast.Return) and name == "value":
                        self._found.returns |= any(not one.handed for one in held)
                elif isinstance(part, ast.AST):  # a handler of errors, an item of `with`, a case
                    self._parts(part)

    def _parts(self, node: ast.AST) -> None:
        for part in ast.iter_child_nodes(node):
            if isinstance(part, ast.stmt):
                self._do(part)
            elif isinstance(part, ast.expr):
                self._of(part)

    def _hold(self, target: ast.expr, held: frozenset[Reading], value: ast.expr | None) -> None:
        if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
            for one, part in zip(target.elts, value.elts, strict=False):
                self._hold(one, self._of(part), part)
        elif isinstance(target, ast.Tuple):
            for one in target.elts:
                self._hold(one, held, None)
        elif not isinstance(target, ast.Subscript):
            self._held[ast.unparse(target)] = held

    def _of(self, node: ast.expr | None) -> frozenset[Reading]:
        """The readings in an expression; notes where two of them are taken for one."""
        if node is None or isinstance(node, ast.Lambda):
            return frozenset()
        if isinstance(node, ast.Call) and _name(node.func) == "partial":
            return frozenset()  # what is done later has a moment of its own
        if _reads(node):
            return frozenset({self._reading(node)})
        if isinstance(node, ast.Name | ast.Attribute):
            text = ast.unparse(node)
            if text in self._held:
                return self._held[text]
        if isinstance(node, ast.NamedExpr):
            held = self._of(node.value)
            self._hold(node.target, held, node.value)
            return held
        if isinstance(node, ast.IfExp):  # only one of the two is read
            self._of(node.test)
            body, orelse = self._of(node.body), self._of(node.orelse)
            return body or orelse
        parts = [self._of(part) for part in _expressions(node)]
        if isinstance(node, ast.BoolOp):
            return next(filter(None, parts), frozenset())
        held = frozenset[Reading]().union(*parts)
        if isinstance(node, ast.Compare | ast.BinOp | ast.Call):
            held = self._combined(node, held)
        if isinstance(node, ast.Call):
            held = self._called(node, held)
        if isinstance(node, ast.Await):
            self._awaits += 1
        return frozenset() if isinstance(node, ast.Compare) else held

    def _combined(self, node: ast.expr, held: frozenset[Reading]) -> frozenset[Reading]:
        """One reading for each moment; notes a fault where there are more."""
        moments: dict[int, Reading] = {}
        for one in sorted(held, key=attrgetter("line", "column")):
            if one.handed:
                continue
            if one.awaits in moments:
                self._found.faults.add(node.lineno)
            moments.setdefault(one.awaits, one)
        handed = {one for one in held if one.handed}
        if 0 in moments:
            self._found.combines |= {one.handed for one in handed}
        return frozenset({*moments.values(), *handed})

    def _reading(self, node: ast.expr) -> Reading:
        return Reading(node.lineno, node.col_offset, self._awaits)

    def _called(self, node: ast.Call, held: frozenset[Reading]) -> frozenset[Reading]:
        """What a call of a function of this module adds to the readings handed over to it."""
        own = self._known.get(_callee(node))
        if own is None:
            return held
        given = dict(zip(own.parameters, node.args, strict=False))
        given |= {one.arg: one.value for one in node.keywords if one.arg is not None}
        for name in own.combines & given.keys():
            for one in self._of(given[name]):
                if one.handed:
                    self._found.combines.add(one.handed)
                elif one.awaits == self._awaits:
                    self._found.faults.add(node.lineno)
        return held | {self._reading(node)} if own.returns else held


def _reads(node: ast.expr) -> bool:
    """True for a call that reads a clock, such as ``self._clock()`` or ``datetime.now(UTC)``."""
    return (
        isinstance(node, ast.Call)
        and not node.keywords
        and _name(node.func) in CLOCKS
        and (not node.args or ast.unparse(node.func) == "datetime.now")
    )


def _callee(node: ast.Call) -> str:
    """The function of this module that a call means: by its name, or as a method of ``self``."""
    func = node.func
    if isinstance(func, ast.Attribute):
        return func.attr if isinstance(func.value, ast.Name) and func.value.id in ("self", "cls") else ""
    return _name(func)


def _name(func: ast.expr) -> str:
    return func.attr if isinstance(func, ast.Attribute) else func.id if isinstance(func, ast.Name) else ""


def _expressions(node: ast.AST) -> Iterator[ast.expr]:
    """The expressions directly below a node, those of keywords and comprehensions included."""
    for part in ast.iter_child_nodes(node):
        if isinstance(part, ast.expr):
            yield part
        elif isinstance(part, ast.keyword | ast.comprehension):
            yield from _expressions(part)
