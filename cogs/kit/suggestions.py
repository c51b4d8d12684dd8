"""Suggestions while a user types an option: used by all of the bot's autocompletions.

Every letter sends a new request, which makes the earlier ones useless. A user has only one suggestion in
flight, however fast they type: an overtaken request is answered with nothing at once, and not started if it
still waited for its turn.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from functools import wraps
from itertools import islice
from typing import Any, Final, TypeVar

from discord import app_commands

from cogs.kit.call import Call, too_long
from cogs.kit.errors import Refusal
from cogs.kit.turns import InFlight, OneByOne
from cogs.text import phrases
from matches import MatchError, StoreUnavailableError, UserId
from matches.summaries import MatchSummary

log = logging.getLogger(__name__)

Choices = list[app_commands.Choice[Any]]
Suggest = Callable[[], Awaitable[Choices]]
T = TypeVar("T")

SUGGESTED: Final = 25
"""Choices an autocomplete answer can have (Discord's limit)."""
LENGTH: Final = 100
"""Characters of a choice's name and value (Discord's limit)."""


class Suggestions:
    """Autocompletion in flight: for each person, only the newest request is looked up."""

    def __init__(self, in_flight: InFlight) -> None:
        self._in_flight = in_flight
        self._overtaken: dict[UserId, asyncio.Future[None]] = {}
        """By person typing: the future that tells their newest request that another one came."""
        self._turns = OneByOne[UserId]()

    async def newest(self, user: UserId, suggest: Suggest) -> Choices:
        """Return what ``suggest`` finds; nothing as soon as the same person asks again."""
        overtaken = self._overtake(user)
        # A separate task: a read that has started is finished, even if its result isn't needed.
        work = asyncio.create_task(self._in_turn(self._turns.turn(user), overtaken, suggest))
        try:
            await asyncio.wait((work, overtaken), return_when=asyncio.FIRST_COMPLETED)
            return [] if overtaken.done() else await work
        finally:
            if self._overtaken.get(user) is overtaken:
                del self._overtaken[user]

    def _overtake(self, user: UserId) -> asyncio.Future[None]:
        """Signal the user's earlier request that it is overtaken; returns this request's own signal."""
        before = self._overtaken.get(user)
        if before is not None and not before.done():
            before.set_result(None)
        self._overtaken[user] = asyncio.get_running_loop().create_future()
        return self._overtaken[user]

    async def _in_turn(
        self, turn: asyncio.Lock, overtaken: asyncio.Future[None], suggest: Suggest
    ) -> Choices:
        self._in_flight.record_task()
        async with turn:
            return [] if overtaken.done() else await _unless_refused(suggest)


def fitting(offered: Iterable[T], typed: str, text: Callable[[T], str]) -> list[T]:
    """The first SUGGESTED options whose ``text`` contains ``typed``, ignoring case."""
    wanted = typed.strip().casefold()
    # One by one: there may be thousands.
    return list(islice((each for each in offered if wanted in text(each).casefold()), SUGGESTED))


def choices(named: Iterable[tuple[str, str | int]], typed: str) -> Choices:
    """The first pairs of a name and a value that fit what is typed."""
    found = fitting(named, typed, lambda pair: "{}\n{}".format(*pair))
    return [app_commands.Choice(name=name[:LENGTH], value=value) for name, value in found]


def match_choices(
    offered: Iterable[MatchSummary], typed: str, called: Callable[[MatchSummary], str]
) -> Choices:
    """The first matches that fit what is typed: what each is ``called`` here, its number, or its title."""
    named = {match.id: (called(match), match) for match in offered}
    found = fitting(named.values(), typed, lambda pair: f"{pair[0]}\n{phrases.title(pair[1])}")
    return [app_commands.Choice(name=name[:LENGTH], value=str(match.id)) for name, match in found]


def suggesting(suggest: Callable[..., Awaitable[Choices]]) -> Callable[..., Coroutine[Any, Any, Choices]]:
    """Make a function an autocompletion: it gets the Call and the typed text, and may refuse.

    It isn't called for longer texts than are read.
    """

    @wraps(suggest)
    async def suggested(*given: Any) -> Choices:
        *own, interaction, typed = given  # a cog's function gets the cog first
        if too_long(interaction) is not None:
            return []
        call = Call(interaction)
        return await call.app.suggestions.newest(call.user, lambda: suggest(*own, call, typed))

    return suggested


async def _unless_refused(suggest: Suggest) -> Choices:
    """Return what ``suggest`` finds, or nothing where it is refused: the command itself says why."""
    try:
        return await suggest()
    except StoreUnavailableError as error:
        log.warning("no suggestions, store unavailable: %s", error.advice)
    except (Refusal, MatchError) as error:
        log.debug("no suggestions: %s", type(error).__name__)
    return []
