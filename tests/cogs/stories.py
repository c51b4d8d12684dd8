"""Whole matches kept in tests/data/matches, told on a server one action at a time.

A file's first line names the game's command, the options of the challenge and, where it is drawn, the side
that starts; the other lines are the actions, from the start to the end (a file may have a line a turn).
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

from discord import Message

from cogs.text import texts
from matches import Match, Phase, UserId
from matches.lifecycle.last_turns import last_exchange
from matches.players import users_of
from tests.cogs.server import Server, labels, text
from tests.people import sides_of

FOLDER = Path(__file__).parent.parent / "data" / "matches"


@dataclass(frozen=True)
class Story:
    """A whole match: the challenge, and everything that was done."""

    command: str
    lines: Sequence[str]
    options: dict[str, str] = field(default_factory=dict)

    @property
    def actions(self) -> list[str]:
        """Everything that was done, one by one."""
        return " ".join(self.lines).split()


def story(name: str) -> Story:
    """The match kept in a file."""
    head, *lines = (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    command, *pairs = head.split()
    options = dict(pair.split("=") for pair in pairs)
    if first := options.pop("first", None):
        options |= {"side": first, "starts": "me"}
    return Story(command, lines, options)


async def tell(server: Server, told: Story) -> Match:
    """Play a match from the challenge to its end, watching the cards; returns it as stored."""
    async for _ in steps(server, told):
        pass
    return await check_end(server, told)


async def steps(server: Server, told: Story) -> AsyncIterator[str]:
    """Begin a match and do what was done in it; yields each action once it is done."""
    await server.begin(told.command, **told.options)
    for action in told.actions:
        assert (await server.match()).phase is Phase.PLAYING, f"over before {action}"
        await act(server, action)
        yield action


async def check_end(server: Server, told: Story) -> Match:
    """The match is over as the rules say, the last card tells it, and nothing else was done; returns it."""
    match = await server.match()
    assert match.phase is Phase.FINISHED
    assert [entry.text for entry in match.entries] == told.actions
    outcome = server.bot.app.matches.history(match).position.outcome()
    assert match.result is not None and outcome is not None
    assert (match.result.winner, match.result.reason) == (outcome.winner, outcome.reason)
    winner = sides_of(match).get(outcome.winner or "")
    assert ("### A draw" if winner is None else f"### <@{winner}> won") in text(server.card)
    assert labels(server.card) == ["Rematch", "Film", "Share", "Review", "Find a match"]
    assert len(cards(server)) == 2 + changes(server, match), "the start, every change of side, the end"
    return match


async def act(server: Server, action: str) -> None:
    """Whoever is to act does so. A card is posted afresh, with a ping, exactly when another has to act."""
    before, old, sent = await to_act(server), server.card.id, len(server.env.http_requests)
    await server.act(action)
    after, card = await to_act(server), server.card
    assert pings(server, since=sent) == ([] if after == before else [[rival(server, before)]]), action
    assert (card.id == old) == (after == before), action
    await check_card(server, card, after)


async def check_card(server: Server, card: Message, waiting: int | None) -> None:
    """A card tells of the last action in words and in the picture, and of who is ``waiting`` to act."""
    match = await server.match()
    history = server.bot.app.matches.history(match)
    assert f"\n{history.last_turn()[0].side.capitalize()}: " in text(card), (
        "it is the side's, whoever plays it"
    )
    assert texts.turn_made(*last_exchange(match, history)) in text(card)
    seen = history.diagram()
    assert card.attachments[0].description == seen.alt
    if waiting is not None:
        assert f":** <@{waiting}>" in text(card), "whose turn it is"


async def to_act(server: Server) -> int | None:
    """Whom the match waits for; None when it is over."""
    return next(iter(users_of(server.bot.app.matches.to_act(await server.match()))), None)


def rival(server: Server, user: int | None) -> int:
    """The player that ``user`` is not."""
    return next(player for player in (server.challenger.id, server.opponent.id) if player != user)


def pings(server: Server, *, since: int) -> list[list[UserId]]:
    """Whom each message posted in the match's place pings, from the request number ``since`` on."""
    sent = [entry for entry in server.env.http_requests[since:] if entry.method == "POST"]
    bodies: list[Any] = [entry.json for entry in sent if entry.path.endswith("/messages")]
    return [body["allowed_mentions"]["users"] for body in bodies]


def cards(server: Server) -> list[str]:
    """What every board posted in the match's place says now, oldest first."""
    return [text(message) for message in server.home.history() if message.attachments]


def changes(server: Server, match: Match) -> int:
    """How often another side had to act than the one that had just acted."""
    played = server.bot.app.matches.history(match).played
    return sum(one.side != next_one.side for one, next_one in pairwise(played))
