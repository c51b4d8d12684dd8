"""The loopback Discord is one for any bot: it imports nothing of ours."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

HERE = Path(__file__).parent
MODULES = sorted(file.stem for file in HERE.glob("*.py") if not file.stem.startswith("test_"))
MAY = ("tests.loopback.server", "tests.mentions", "tests.patience")
OURS = (
    "bot",
    "cogs",
    "computer",
    "data",
    "demo",
    "engines",
    "imaging",
    "matches",
    "services",
    "settings",
    "worker",
)


def imported(text: str) -> list[str]:
    """What a module imports when it is run: what is for types alone is left out."""
    found: list[str] = []
    nodes: list[ast.AST] = [ast.parse(text)]
    for node in nodes:
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            continue
        nodes += ast.iter_child_nodes(node)
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            found += [f"{node.module}.{alias.name}" for alias in node.names]
    return found


@pytest.mark.parametrize("module", MODULES)
def test_a_module_of_it_knows_nothing_of_the_bot(module: str) -> None:
    names = imported((HERE / f"{module}.py").read_text(encoding="utf-8"))
    assert not [name for name in names if name.split(".")[0] in (*OURS, "tools")]
    assert not [name for name in names if name.startswith("tests.") and not name.startswith(MAY)]
