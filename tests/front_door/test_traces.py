"""Traces, before anything is sent: off unless asked for, and a sentence where packages are missing."""

from __future__ import annotations

import logging
import sys

import pytest
from pydantic import ValidationError

import bot
from cogs.config import Settings
from tests.settings import settings


def test_without_an_address_nothing_of_opentelemetry_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "opentelemetry", None)
    assert not bot.build(settings())._metrics.tracing.on


def test_missing_packages_are_named_and_the_bot_goes_on(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setitem(sys.modules, "opentelemetry", None)
    monkeypatch.delitem(sys.modules, "cogs.hosting.traces", raising=False)
    with caplog.at_level(logging.WARNING):
        tracing = bot.tracing_to("http://127.0.0.1:4318", "one")
    assert not tracing.on
    (said,) = caplog.messages
    assert "pip install --require-hashes -r requirements-otel.txt" in said
    assert said.endswith("The bot goes on without traces.")


@pytest.mark.parametrize("address", ["127.0.0.1:4318", "grpc://collector", "http://"])
def test_an_address_that_is_none_is_refused(address: str) -> None:
    with pytest.raises(ValidationError, match="otel_exporter_otlp_endpoint"):
        Settings.model_validate({"otel_exporter_otlp_endpoint": address})
