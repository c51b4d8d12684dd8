"""What players of many matches do and see, each in the thread of theirs: by taps, in stories."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from simcord.actors import MemberActor
from simcord.results import to_discord_message

from matches import Match
from tests.cogs.server import Server, check_played


def board(server: Server, match: Match) -> Any:
    """The latest message in the thread of a match."""
    assert match.shown.home is not None
    posted = server.env.backend.messages[match.shown.home].values()
    public = [message for message in posted if message.visible_to(None)]
    return to_discord_message(server.env, max(public, key=lambda message: message.id))


async def resign(server: Server, who: MemberActor, match: Match) -> None:
    """A player gives a match up."""
    panel = (await who.click(board(server, match), label="⋯")).followups[-1]
    await who.click(panel, label="Resign")
    await who.click(panel, label="Resign")


async def agree_on_a_draw(server: Server, one: MemberActor, other: MemberActor, match: Match) -> None:
    """A player offers a draw, and the other accepts it."""
    panel = (await one.click(board(server, match), label="⋯")).followups[-1]
    await one.click(panel, label="Offer a draw")
    await other.click(board(server, match), label="Accept the draw")


async def move(server: Server, who: MemberActor, match: Match) -> None:
    """A player types the first move there is."""
    matches = server.bot.app.matches
    action = matches.history(await matches.load(match.id)).position.legal_actions()[0]
    command = server.bot.app.presentations[match.game_key].command
    thread = next(one for one in server.channel.threads if one.id == match.shown.home)
    check_played(await who.slash(thread, f"{command} move", action=str(action)))


def check_sent(server: Server, since: int, matches: Iterable[Match]) -> int:
    """What was sent from the request number ``since`` on pings only the players of its thread.

    Its pictures are described. Returns the number of all requests.
    """
    players = {str(match.shown.home): {*match.users} for match in matches}
    for sent in server.env.http_requests[since:]:
        body: Any = sent.json if isinstance(sent.json, dict) else {}
        assert all(one["description"] for one in body.get("attachments", ())), sent.path
        if sent.method == "POST" and sent.path.endswith("/messages"):
            pinged = (body.get("allowed_mentions") or {}).get("users", [])
            assert {*map(int, pinged)} <= players.get(sent.path.split("/")[2], set()), body
    return len(server.env.http_requests)
