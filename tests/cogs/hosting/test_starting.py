"""Patience at a start: trouble that passes is waited out, and somebody is told of any other."""

from __future__ import annotations

import logging
from unittest.mock import Mock

import aiohttp
import discord
import pytest

from cogs.hosting.health import HttpEndpoint, PortError
from cogs.hosting.metrics import Metrics
from cogs.hosting.starting import Patience, passing_trouble
from cogs.kit.failures import UnreadableError
from matches import StoreUnavailableError
from tests.cogs.answers import answered

NO_NAME = aiohttp.ClientConnectorDNSError(
    Mock(host="discord.com", port=443, ssl=True), OSError("no such name")
)
TO_PROXY = Mock(real_url="http://proxy:3128")
SERVER_STARTS = StoreUnavailableError("The connection to the database is gone.", passes=True)
PASSING = [
    (NO_NAME, "Discord cannot be reached (Cannot connect to host discord.com:443"),
    (ConnectionResetError(), "Discord cannot be reached (ConnectionResetError)."),
    (TimeoutError(), "Discord cannot be reached (no answer)."),
    (answered(502), "Discord answered with an error (HTTP 502)."),
    (answered(503), "Discord answered with an error (HTTP 503)."),
    (answered(429), "Discord answered with an error (HTTP 429)."),
    (answered(403, "text/html"), "Discord answered with an error (HTTP 403)."),
    (UnreadableError("KeyError"), "gave an answer that can't be read (KeyError)."),
    (
        aiohttp.ClientProxyConnectionError(Mock(), OSError("refused")),
        "Discord cannot be reached (Cannot connect",
    ),
    (aiohttp.ClientHttpProxyError(TO_PROXY, (), status=502), "(the proxy answered with HTTP 502)"),
    (SERVER_STARTS, "The connection to the database is gone."),
]
LASTING = [
    discord.LoginFailure("Improper token has been passed."),
    answered(401),
    answered(403),
    answered(404),
    StoreUnavailableError("The database server refused the bot."),
    aiohttp.ClientHttpProxyError(TO_PROXY, (), status=407),
    PortError("127.0.0.1", 1, "taken"),
    ZeroDivisionError(),
]


@pytest.mark.parametrize(("error", "said"), PASSING, ids=lambda given: str(given)[:30])
def test_trouble_that_passes_has_a_sentence(error: Exception, said: str) -> None:
    assert said in (passing_trouble(error) or "")


@pytest.mark.parametrize("error", LASTING, ids=lambda error: type(error).__name__)
def test_other_trouble_is_worth_no_wait(error: Exception) -> None:
    assert passing_trouble(error) is None


class Step:
    """A step of a start: it raises these errors, one a try, then it is done."""

    def __init__(self, *errors: Exception) -> None:
        self.errors = list(errors)

    async def __call__(self) -> str:
        if self.errors:
            raise self.errors.pop(0)
        return "done"


class Sleeper:
    """Notes how long it was to sleep, and what was waited for."""

    def __init__(self) -> None:
        self.patience = Patience(self)
        self.slept: list[float] = []
        self.waited_for: list[str | None] = []

    async def __call__(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.waited_for.append(self.patience.trouble)


async def test_a_step_is_tried_until_it_is_done_and_the_log_says_so_once(
    caplog: pytest.LogCaptureFixture,
) -> None:
    sleeper = Sleeper()
    with caplog.at_level(logging.INFO):
        assert await sleeper.patience.until_done(Step(NO_NAME, answered(503), SERVER_STARTS)) == "done"
        assert await sleeper.patience.until_done(Step()) == "done"
    assert [record.levelname for record in caplog.records] == ["WARNING", "INFO"]
    assert "discord.com:443" in caplog.messages[0]
    assert len(sleeper.slept) == 3 and all(pause > 0 for pause in sleeper.slept)
    assert [bool(trouble) for trouble in sleeper.waited_for] == [True] * 3
    assert sleeper.patience.trouble is None


async def test_what_lasts_ends_the_waiting() -> None:
    sleeper = Sleeper()
    with pytest.raises(discord.LoginFailure):
        await sleeper.patience.until_done(Step(NO_NAME, discord.LoginFailure("wrong token")))
    assert len(sleeper.slept) == 1


@pytest.mark.parametrize("error", [KeyError("id"), TypeError("a page"), ValueError("shards")], ids=repr)
async def test_an_answer_that_cannot_be_read_passes_too(error: Exception) -> None:
    sleeper = Sleeper()
    assert await sleeper.patience.until_answered(Step(error, error)) == "done"
    assert len(sleeper.slept) == 2
    with pytest.raises(type(error)):
        await sleeper.patience.until_done(Step(error))


async def test_a_bot_that_starts_is_no_use_yet_and_says_what_it_waits_for() -> None:
    patience = Patience()
    endpoint = HttpEndpoint(Metrics(), patience)
    assert await endpoint.illness() == "The bot starts."
    patience.trouble = "Discord cannot be reached (no answer)."
    assert await endpoint.illness() == patience.trouble
    await endpoint.count()
