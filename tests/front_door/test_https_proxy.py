"""``HTTPS_PROXY`` and ``NO_PROXY``, read as other programs read them."""

from __future__ import annotations

from pathlib import Path

import pytest
from pydantic import ValidationError

from cogs.config import Settings
from settings.environment import HttpsProxy, complaints

DISCORD = "https://discord.com/api/v10"
GATEWAY = "wss://gateway.discord.gg/"


@pytest.fixture(autouse=True)
def alone(nothing_set: Path) -> None:
    """Nothing is set."""


def proxy(way: str, no_proxy: str = "") -> HttpsProxy | None:
    """The proxy of a bot with these settings."""
    return Settings.model_validate({"discord_token": "x", "https_proxy": way, "no_proxy": no_proxy}).proxy


@pytest.mark.parametrize(
    ("way", "address", "user", "password"),
    [
        ("http://proxy:3128", "http://proxy:3128", None, ""),
        ("http://proxy:3128/", "http://proxy:3128", None, ""),
        ("proxy:3128", "http://proxy:3128", None, ""),
        ("proxy", "http://proxy:80", None, ""),
        ("https://proxy.example", "https://proxy.example:443", None, ""),
        ("http://[fd00::1]:3128", "http://[fd00::1]:3128", None, ""),
        ("http://me:p%40ss%2Fword@proxy:3128", "http://proxy:3128", "me", "p@ss/word"),
        ("http://me@proxy:3128", "http://proxy:3128", "me", ""),
        ('"http://proxy:3128"', "http://proxy:3128", None, ""),
    ],
)
def test_a_proxy_is_read(way: str, address: str, user: str | None, password: str) -> None:
    found = proxy(way)
    assert found is not None
    assert (found.address, found.user, found.password) == (address, user, password)


@pytest.mark.parametrize("name", ["HTTPS_PROXY", "https_proxy"])
def test_both_spellings_are_read_from_the_environment(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "x")
    monkeypatch.setenv(name, "http://me:secret@proxy:3128")
    settings = Settings()
    assert settings.proxy is not None
    assert "secret" not in repr(settings)


@pytest.mark.parametrize(
    ("way", "said"),
    [
        ("socks5://proxy:1080", "SOCKS"),
        ("socks5h://proxy:1080", "SOCKS"),
        ("ftp://proxy", "http://host:port"),
        ("http://", "http://host:port"),
        ("http://proxy:port", "http://host:port"),
        ("http://me:p/ss@proxy:3128", "%2F"),
        ("http://proxy:99999", "http://host:port"),
        ("http://[fd00", "http://host:port"),
        ("two words", "http://host:port"),
    ],
)
def test_an_unusable_one_has_a_sentence_without_its_password(way: str, said: str) -> None:
    with pytest.raises(ValidationError) as told:
        proxy(way)
    (sentence,) = complaints(told.value)
    assert sentence.startswith("The setting HTTPS_PROXY cannot be used: ")
    assert said in sentence
    assert "p/ss" not in sentence


def test_an_unusable_one_is_nothing_to_who_asks_discord_nothing() -> None:
    settings = {"https_proxy": "socks5://proxy:1080"}
    Settings.model_validate(settings)  # the demo, and workers
    assert proxy("socks5://proxy:1080", no_proxy="*") is None


@pytest.mark.parametrize(
    ("no_proxy", "discord", "gateway"),
    [
        ("", True, True),
        ("localhost,127.0.0.1", True, True),
        ("discord.com", False, True),
        (".discord.gg, discord.com", False, False),
        ("discord.gg", True, False),
        ("discord.com:8080", True, True),
        ("cord.com", True, True),
    ],
)
def test_hosts_that_are_reached_without_it(no_proxy: str, discord: bool, gateway: bool) -> None:
    found = proxy("http://proxy:3128", no_proxy)
    assert found is not None
    assert (found.is_for(DISCORD), found.is_for(GATEWAY)) == (discord, gateway)


@pytest.mark.parametrize("address", ["http://proxy:8080/api/v10", "ws://127.0.0.1:1/gateway"])
def test_what_is_not_encrypted_is_in_ones_own_network(address: str) -> None:
    found = proxy("http://proxy:3128")
    assert found is not None
    assert not found.is_for(address)
