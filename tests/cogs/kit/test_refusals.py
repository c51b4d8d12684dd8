"""Every problem for which a match refuses something has its sentence, and is raised with what that tells."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from pathlib import Path

from cogs.text.en import errors
from matches.errors import Problem

ROOT = Path(__file__).parents[3]
FOUND_ELSEWHERE = {"OOPS": {"match"}, "UNMET": {"match", "own", "theirs"}, "OFFER": {"match", "kind"}}
"""The facts of problems that a function finds for another to raise, by how their names begin."""


def raised() -> Iterator[tuple[Problem, set[str]]]:
    """The problems that the code names as it raises, each with the names of its facts."""
    for folder in ("matches", "services", "data", "cogs"):
        for file in (ROOT / folder).rglob("*.py"):
            code = file.read_text(encoding="utf-8")
            for node in ast.walk(ast.parse(code)) if "Refused(" in code else ():
                if isinstance(node, ast.Call) and ast.unparse(node.func) == "Refused":
                    facts = {str(one.arg) for one in node.keywords}
                    for named in ast.walk(node.args[0]):
                        if isinstance(named, ast.Attribute) and ast.unparse(named.value) == "Problem":
                            yield Problem[named.attr], facts


def facts_told(problem: Problem) -> set[str]:
    """The names of the facts that the sentence of a problem tells."""
    if hasattr(errors, problem.name):
        return set()
    parameters = inspect.signature(getattr(errors, problem)).parameters.values()
    return {one.name for one in parameters if one.kind is not inspect.Parameter.VAR_KEYWORD}


def test_every_problem_has_one_sentence() -> None:
    for problem in Problem:
        assert hasattr(errors, problem.name) != hasattr(errors, problem), problem


def test_a_problem_is_raised_with_the_facts_that_its_sentence_tells() -> None:
    named = list(raised())
    for problem, facts in named:
        assert facts_told(problem) <= facts, problem
    for problem in set(Problem) - {problem for problem, _ in named}:
        assert facts_told(problem) <= FOUND_ELSEWHERE[problem.name.partition("_")[0]], problem
