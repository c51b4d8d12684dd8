"""Checks requests, and the loopback's answers, against Discord's own description of them.

The description is found through ``DISCORD_OPENAPI``, or beside the checkout. Where it is not at hand nothing
is checked, and ``test_openapi.py`` says so as a skipped test.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from jsonschema import Draft202012Validator  # type: ignore[import-untyped]
from jsonschema.exceptions import ValidationError  # type: ignore[import-untyped]
from jsonschema.validators import extend  # type: ignore[import-untyped]

ROOT: Final = Path(__file__).parents[3]
BESIDE: Final = ROOT.parent / "shared" / "discord-openapi.json"


@dataclass(frozen=True)
class Exemption:
    """Something the description says and Discord does not insist on."""

    why: str
    forgives: Callable[[str, str, ValidationError], bool]
    """Method, path, and what is wrong -> whether that is fine."""


def _a_number_for_a_snowflake(method: str, path: str, error: ValidationError) -> bool:
    snowflake = error.schema.get("format") == "snowflake" or "SnowflakeType" in str(error.schema)
    return snowflake and isinstance(error.instance, int) and not isinstance(error.instance, bool)


EXEMPTIONS: Final = (
    Exemption(
        "ids may be numbers: discord.py numbers new attachments 0, 1, ... and Discord takes that",
        _a_number_for_a_snowflake,
    ),
)
"""Every difference between the description and what is let pass here."""

BOOLEANS_AS_DIGITS: Final = frozenset({"with_response", "with_components", "with_user_count", "wait"})
"""Queries described as booleans; discord.py writes 0 or 1, and Discord takes that."""


def where() -> Path:
    """Where the description is looked for."""
    return Path(os.environ.get("DISCORD_OPENAPI", BESIDE))


@cache
def load() -> Description | None:
    """The description, or None where it is not at hand."""
    path = where()
    return Description(json.loads(path.read_text())) if path.is_file() else None


class Description:
    """Discord's description of its requests."""

    def __init__(self, document: dict[str, Any]) -> None:
        self._document = document
        self._paths = [
            (re.compile(re.sub(r"\{\w+\}", "[^/]+", template)), template, operations)
            for template, operations in document["paths"].items()
        ]
        # Fixed parts before placeholders: /users/@me is not a user's id.
        self._paths.sort(key=lambda entry: entry[1].count("{"))
        self._types = {
            f"#/components/schemas/{name}": frozenset(of_type["enum"])
            for name, schema in document["components"]["schemas"].items()
            if isinstance(of_type := schema.get("properties", {}).get("type", {}), dict) and "enum" in of_type
        }
        unions = {keyword: self._union(keyword) for keyword in ("oneOf", "anyOf")}
        self._validator: Any = extend(Draft202012Validator, unions)
        self._validators: dict[str, Any] = {}

    def problems(self, method: str, path: str, query: dict[str, str], body: Any) -> list[str]:
        """What is wrong with a request."""
        found = self._operation(method, path)
        if found is None:
            return ["the description has no such request"]
        template, operation, shared = found
        wrong = list(self._query_problems(query, [*shared, *operation.get("parameters", [])]))
        content = operation.get("requestBody", {}).get("content", {})
        if body is None:
            if operation.get("requestBody", {}).get("required"):
                wrong.append("it has no body")
        elif "application/json" not in content:
            wrong.append("it has a body, and none is described")
        else:
            pointer = _pointer("paths", template, method.lower(), "requestBody", "content")
            schema = f"#{pointer}/application~1json/schema"
            wrong += self._schema_problems(method, path, schema, body)
        return wrong

    def answer_problems(self, method: str, path: str, status: int, answer: Any) -> list[str]:
        """What is wrong with an answer of the loopback."""
        found = self._operation(method, path)
        if found is None:
            return []
        template, operation, _ = found
        described = operation["responses"].get(str(status))
        if described is None:
            return [f"the status {status} is not described"]
        if "application/json" not in described.get("content", {}):
            return ["it has a body, and none is described"]
        pointer = _pointer("paths", template, method.lower(), "responses", str(status), "content")
        return self._schema_problems(method, path, f"#{pointer}/application~1json/schema", answer)

    # --- parts -----------------------------------------------------------------------------------

    def _operation(self, method: str, path: str) -> tuple[str, dict[str, Any], list[Any]] | None:
        for pattern, template, operations in self._paths:
            if pattern.fullmatch(path) and method.lower() in operations:
                return template, operations[method.lower()], operations.get("parameters", [])
        return None

    def _query_problems(self, query: dict[str, str], parameters: list[Any]) -> Iterator[str]:
        known = {given["name"]: given for given in parameters if given["in"] == "query"}
        for name, value in query.items():
            if name not in known:
                yield f"the query {name}={value} is not described"
            elif name in BOOLEANS_AS_DIGITS and value in ("0", "1"):
                continue
            elif not self._fits(known[name]["schema"], value):
                yield f"the query {name}={value} does not fit"
        for name, given in known.items():
            if given.get("required") and name not in query:
                yield f"the query {name} is missing"

    def _fits(self, schema: dict[str, Any], value: str) -> bool:
        document = {**schema, "components": self._document["components"]}
        candidates: list[Any] = [value]
        if value.lstrip("-").isdigit():
            candidates.append(int(value))
        if value in ("true", "false"):
            candidates.append(value == "true")
        return any(Draft202012Validator(document).is_valid(candidate) for candidate in candidates)

    def _schema_problems(self, method: str, path: str, reference: str, instance: Any) -> list[str]:
        validator = self._validators.get(reference)
        if validator is None:
            document = {key: self._document[key] for key in ("components", "paths")}
            validator = self._validator({"$ref": reference, **document})
            self._validators[reference] = validator
        return [
            _words(error) for error in validator.iter_errors(instance) if not _forgiven(method, path, error)
        ]

    def _union(self, keyword: str) -> Callable[..., Iterator[ValidationError]]:
        """The keyword of a union, looking only at the ways that allow a value, or a component's ``type``.

        Without this each component is held against some ten ways, each of its parts again, and each number
        against all that there are of its kind: slow, and what is wrong drowns in what it might have been.
        """
        usual = Draft202012Validator.VALIDATORS[keyword]

        def check(validator: Any, ways: list[Any], instance: Any, schema: Any) -> Iterator[ValidationError]:
            left = [(number, way) for number, way in enumerate(ways) if self._admits(way, instance)]
            if len(left) == 1:
                number, way = left[0]
                yield from validator.descend(instance, way, schema_path=number)
            else:
                yield from usual(validator, [way for _, way in left] or ways, instance, schema)

        return check

    def _admits(self, way: dict[str, Any], instance: Any) -> bool:
        if "const" in way:
            return _same(way["const"], instance)
        if instance is None or way.get("type") == "null":
            return instance is None and way.get("type") == "null"
        if not isinstance(instance, dict) or not isinstance(instance.get("type"), int):
            return True
        types = self._types.get(way.get("$ref", ""))
        return types is None or instance["type"] in types


def _same(one: Any, other: Any) -> bool:
    """Whether two values are the same: true is no 1."""
    return bool(one == other) and isinstance(one, bool) == isinstance(other, bool)


def _pointer(*parts: str) -> str:
    """A JSON pointer, as it stands in a URL."""
    quoted = (part.replace("~", "~0").replace("/", "~1").replace("%", "%25") for part in parts)
    return "".join("/" + part.replace("{", "%7B").replace("}", "%7D") for part in quoted)


def _forgiven(method: str, path: str, error: ValidationError) -> bool:
    """Whether an exemption covers this, or all that is wrong with one of the ways a union allows."""
    if any(exemption.forgives(method, path, error) for exemption in EXEMPTIONS):
        return True
    return any(all(_forgiven(method, path, inner) for inner in way) for way in _ways(error))


def _ways(error: ValidationError) -> list[list[ValidationError]]:
    """What is wrong with each of the ways that a union allows; nothing where this is no union."""
    if error.validator not in ("anyOf", "oneOf") or not error.context:
        return []
    ways: dict[int, list[ValidationError]] = {}
    for inner in error.context:
        ways.setdefault(inner.relative_schema_path[0], []).append(inner)
    return list(ways.values())


def _words(error: ValidationError) -> str:
    """What is wrong, in the way of each union that was probably meant: the one whose type is right."""

    def unlike(way: list[ValidationError]) -> tuple[bool, int]:
        return any(list(inner.relative_path) in ([], ["type"]) for inner in way), len(way)

    while ways := _ways(error):
        error = min(ways, key=unlike)[0]
    place = ".".join(map(str, error.absolute_path)) or "the body"
    message = error.message
    if len(message) > 300:
        message = f"{message[:100]} ... {message[-100:]}"
    return f"{place}: {message}"
