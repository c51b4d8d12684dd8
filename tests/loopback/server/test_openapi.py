"""Requests are checked against Discord's own description; skipped aloud where it is not at hand."""

from __future__ import annotations

from typing import Any

import pytest

from tests.loopback.server import openapi
from tests.loopback.server.openapi import Description
from tests.loopback.server.wire import V2, said, with_button

HERE = "/channels/1/messages"


@pytest.fixture
def description() -> Description:
    """Discord's description."""
    found = openapi.load()
    if found is None:
        pytest.skip(f"no requests are checked: {openapi.where()} is missing; name it with DISCORD_OPENAPI")
    return found


@pytest.mark.parametrize(
    ("method", "path", "query", "body"),
    [
        ("GET", "/users/@me", {}, None),
        ("GET", "/oauth2/applications/@me", {}, None),
        ("GET", HERE, {"limit": "100", "before": "5"}, None),
        ("POST", HERE, {}, {"content": "hi", "nonce": "1.2", "enforce_nonce": True}),
        ("POST", HERE, {}, {"flags": V2, "components": [*said("hi"), *with_button("hi")]}),
        ("POST", HERE, {}, {"content": "hi", "attachments": [{"id": 0, "filename": "a.png"}]}),
        ("POST", "/interactions/1/token/callback", {"with_response": "1"}, {"type": 6}),
        ("PATCH", "/webhooks/1/token/messages/@original", {}, {"components": said("hi")}),
    ],
)
def test_what_is_right_is_let_pass(
    method: str, path: str, query: dict[str, str], body: Any, description: Description
) -> None:
    assert description.problems(method, path, query, body) == []


@pytest.mark.parametrize(
    ("method", "path", "query", "body", "told"),
    [
        ("GET", "/nowhere", {}, None, "no such request"),
        ("GET", HERE, {"limit": "101"}, None, "limit=101 does not fit"),
        ("GET", HERE, {"newest": "1"}, None, "newest=1 is not described"),
        ("POST", HERE, {}, None, "no body"),
        ("GET", HERE, {}, {"content": "hi"}, "none is described"),
        ("POST", HERE, {}, {"content": "x" * 4001}, "too long"),
        ("POST", HERE, {}, {"nonce": "x" * 26}, "nonce"),
        ("POST", HERE, {}, {"components": with_button("hi", label="x" * 81)}, "too long"),
        ("POST", HERE, {}, {"components": with_button("hi", custom_id="x" * 101)}, "too long"),
        ("POST", HERE, {}, {"content": "hi", "attachments": [{"id": True}]}, "id"),
        ("POST", "/interactions/1/token/callback", {}, {"type": 99}, "type"),
        ("POST", "/channels/1/messages/2/threads", {}, {"name": ""}, "name"),
        ("POST", "/channels/1/messages/2/threads", {}, {"name": "t", "auto_archive_duration": 5}, "auto"),
    ],
)
def test_what_is_wrong_is_told(
    method: str, path: str, query: dict[str, str], body: Any, told: str, description: Description
) -> None:
    problems = description.problems(method, path, query, body)
    assert problems
    assert told in problems[0]


def test_a_description_that_is_not_at_hand_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_OPENAPI", "/nowhere.json")
    openapi.load.cache_clear()
    assert openapi.load() is None
    openapi.load.cache_clear()
