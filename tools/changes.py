"""Small changes to the functions of a source file, each of one operator or number."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import Final

CHANGED: Final = {
    getattr(ast, name): (old, new)
    for name, old, new in (
        *(("Lt", "<", "<="), ("LtE", "<=", "<"), ("Gt", ">", ">="), ("GtE", ">=", ">"), ("Eq", "==", "!=")),
        *(("NotEq", "!=", "=="), ("Is", "is", "is not"), ("IsNot", "is not", "is"), ("In", "in", "not in")),
        *(("NotIn", "not in", "in"), ("And", "and", "or"), ("Or", "or", "and"), ("Add", "+", "-")),
        *(("Sub", "-", "+"), ("Mult", "*", "+"), ("Pow", "**", "*"), ("Div", "/", "*"), ("Mod", "%", "//")),
        *(("FloorDiv", "//", "*"), ("BitOr", "|", "&"), ("BitAnd", "&", "|"), ("BitXor", "^", "|")),
        *(("LShift", "<<", ">>"), ("RShift", ">>", "<<")),
    )
}
"""Operators, and what each becomes."""


@dataclass(frozen=True)
class Mutation:
    """A replacement in a source: ``old``, at the byte ``start``, by ``new``."""

    line: int
    start: int
    old: str
    new: str

    def made(self, source: bytes) -> bytes:
        """The source with this change."""
        end = self.start + len(self.old.encode())
        assert source[self.start : end].decode() == self.old
        return source[: self.start] + self.new.encode() + source[end:]


class _Source:
    """A source, with the byte positions of its nodes."""

    def __init__(self, content: bytes) -> None:
        self.content = content
        self._lines = [0, *accumulate(map(len, content.splitlines(keepends=True)))]

    def start(self, node: ast.expr) -> int:
        return self._lines[node.lineno - 1] + node.col_offset

    def end(self, node: ast.expr) -> int:
        return self._lines[(node.end_lineno or 0) - 1] + (node.end_col_offset or 0)

    def between(self, first: int, last: int, old: str, new: str) -> Iterator[Mutation]:
        """The change of an operator between two bytes; none if a comment is there too."""
        gap = self.content[first:last]
        at = gap.find(old.encode())
        if at >= 0 and b"#" not in gap:
            yield Mutation(self.content.count(b"\n", 0, first + at) + 1, first + at, old, new)


def named(source: str | bytes) -> Iterator[tuple[str, ast.FunctionDef | ast.AsyncFunctionDef]]:
    """The functions of a source and the methods of its classes, each by name, after that of its class."""
    body = ast.parse(source).body
    classes = [one for one in body if isinstance(one, ast.ClassDef)]
    for owner, where in (("", body), *((f"{one.name}.", one.body) for one in classes)):
        for one in where:
            if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef):
                yield f"{owner}{one.name}", one


def functions(path: str, content: bytes) -> Iterator[tuple[str, list[Mutation]]]:
    """The functions and methods of a file, as ``path:name``, with all possible changes of each."""
    source = _Source(content)
    for name, one in named(content):
        if found := [change for part in one.body for change in _changes(part, source)]:
            yield f"{path}:{name}", sorted(found, key=lambda change: change.start)


def _changes(node: ast.AST, source: _Source) -> Iterator[Mutation]:
    """The possible changes in a part of a function; none in texts and annotations."""
    if isinstance(node, ast.JoinedStr):
        return
    match node:
        case ast.Compare(left=left, ops=ops, comparators=others):
            for (before, after), op in zip(pairwise([left, *others]), ops, strict=True):
                yield from source.between(source.end(before), source.start(after), *CHANGED[type(op)])
        case ast.BoolOp(op=op, values=values):
            for before, after in pairwise(values):
                yield from source.between(source.end(before), source.start(after), *CHANGED[type(op)])
        case ast.BinOp(left=before, op=op, right=after) | ast.AugAssign(target=before, op=op, value=after):
            if not _is_text(before) and not _is_text(after):
                yield from source.between(source.end(before), source.start(after), *CHANGED[type(op)])
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield from source.between(source.start(node), source.start(operand), "not", "")
        case ast.Constant(value=value) if isinstance(value, int | float) and not isinstance(value, bool):
            first, last = source.start(node), source.end(node)
            yield from source.between(first, last, source.content[first:last].decode(), repr(value + 1))
    for name, child in ast.iter_fields(node):
        if name not in ("annotation", "returns", "decorator_list"):
            for part in child if isinstance(child, list) else [child]:
                if isinstance(part, ast.AST):
                    yield from _changes(part, source)


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))
