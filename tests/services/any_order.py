"""Whatever can be done in a match, tried in any order."""

from __future__ import annotations

import random
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from cogs.advances.service import Advances
from matches import Match, Opponent, Phase, UserId
from matches.model import GuildId, OfferKind
from matches.players import users_of
from services import Services
from tests.matches.table import CHALLENGER, GUILD, OPPONENT, PICKS, STRANGER, Table

PEOPLE: Final = (CHALLENGER, OPPONENT, STRANGER)
VERBS: Final = (
    *("go on",) * 8,
    *("play", "take back") * 3,
    *("pick", "rematch") * 2,
    *("accept", "choose", "confirm", "decline", "withdraw", "resign", "challenge"),
    *("wait", "offer", "answer") * 3,
    *("claim", "extend", "go away", "come back") * 2,
    *("no result", "remind", "prefer", "note alive"),
    *("say",) * 3,
    "unsay",
    *("end", "abort", "rewind", "hand over"),
)
RARE: Final = ("end", "abort", "resign")
"""What ends a match at once, and is tried by far the least."""
PACES: Final = (None, "none", "1d", "3d", "14d", "1d+1h<2d", "5d+12h<7d")
ADMIN: Final = UserId(1009)
WISHES: Final = (
    {"tell": "both"},
    {"tell": "none", "sound": "off"},
    {"digest": "09:00", "zone": "Europe/Berlin"},
    {"tell": None, "sound": None, "digest": None, "quiet": "22:00-08:00"},
)


@dataclass(frozen=True)
class Step:
    """Somebody tries something. ``number`` settles the details, ``late`` how old what they saw is."""

    verb: str
    who: UserId | None
    number: int
    late: int | None
    service: int

    def user(self, table: Table, match: Match) -> UserId:
        """Who tries it; None stands for whoever is waited for."""
        return self.who or next(iter(users_of(table.matches.to_act(match))), OPPONENT)


def steps_by(chance: random.Random) -> list[Step]:
    """A match that goes straight on for a while, and then has anything happen to it."""
    far = chance.choice((0, 0, 1, 2, 3, 10, 25, 40))
    straight = [Step("go on", None, 4 * chance.randrange(25), None, 0) for _ in range(far)]
    return straight + [
        Step(
            verb=rarely(chance),
            who=chance.choice((None, None, None, *PEOPLE)),
            number=chance.randrange(100),
            late=chance.choice((None, None, None, 0, 0, 1, -1)),
            service=chance.randrange(2),
        )
        for _ in range(chance.randrange(5, 40))
    ]


def rarely(chance: random.Random) -> str:
    verb = chance.choice(VERBS)
    return chance.choice(VERBS) if verb in RARE else verb


async def attempt(table: Table, services: Services, match: Match, step: Step) -> None:
    user, id = step.user(table, match), match.id
    seen = None if step.late is None else match.version - step.late
    now = match.version if seen is None else seen
    match step.verb:
        case "go on":
            await go_on(services, match, step.number)
        case "challenge":
            to = [Opponent(OPPONENT), None, Opponent(user), Opponent(STRANGER, is_bot=True)][step.number % 4]
            pace = PACES[step.number % len(PACES)]
            await table.challenge(
                to, by=user, pace=pace, board="5x5", blind_start=["on", "off"][step.number % 2]
            )
        case "accept":
            await services.matches.challenges.accept(id, user, now, call="heads", blind=step.number % 3 == 0)
        case "decline":
            await services.matches.challenges.decline(id, user, now)
        case "withdraw":
            await services.matches.challenges.withdraw(id, user, now)
        case "pick":
            await services.matches.picks.pick(id, user, PICKS[step.number % 9])
        case "choose":
            await services.matches.picks.choose(
                id, user, step.number % 3, ("crab", "shrimp", "krill")[step.number % 3]
            )
        case "confirm":
            await services.matches.picks.pick(id, user)
        case "play":
            await services.matches.play.turn(
                id, user, line(services, match, step.number), expected_version=seen
            )
        case "take back":
            await services.matches.play.take_back(id, user, expected_version=seen)
        case "resign":
            await services.matches.play.resign(id, user, expected_version=seen)
        case "rematch":
            await services.matches.challenges.rematch(id, user, expected_version=seen)
        case "wait":
            table.wait(hours=step.number)
            for _ in range(1 + step.number % 2):
                await table.sweep(services)
        case "offer":
            await services.matches.play.offer(
                id, user, list(OfferKind)[step.number % len(OfferKind)], expected_version=seen
            )
        case "answer":
            await services.matches.play.answer(id, user, agree=step.number % 3 > 0, expected_version=seen)
        case "claim":
            await services.matches.time.claim_time(id, user, expected_version=seen)
        case "extend":
            await services.matches.time.extend(id, user, expected_version=seen)
        case "go away":
            await services.notifications.go_away(user, step.number % 9)
        case "come back":
            await services.notifications.come_back(user)
        case "no result":
            await services.matches.play.claim_no_result(id, user, expected_version=seen)
        case "remind":
            await services.notifications.remind_later(id, user, timedelta(hours=step.number))
        case "prefer":
            await services.notifications.prefer(user, WISHES[step.number % len(WISHES)])
        case "note alive":
            await services.downtime.record_alive()
        case "say":
            await say(services, match, user, step.number)
        case "unsay":
            await Advances(services.core).take_back(id, user)
        case _:
            await govern(services, match, step)


async def say(services: Services, match: Match, user: UserId, number: int) -> None:
    """Say in advance what follows from some of the actions that come to mind first."""
    if not match.started:
        await Advances(services.core).say(match.id, user, [], 0)
    history, found = services.matches.history(match), list[str]()
    ply = len(history.played)
    for _ in range(1 + number % 5):
        legal = history.position.legal_actions()
        if legal:
            found.append(str(legal[number % len(legal)]))
            history = history.then(found[-1])
    await Advances(services.core).say(match.id, user, found, ply, whatever=0 if number % 7 == 6 else None)


async def govern(services: Services, match: Match, step: Step) -> None:
    """What an administrator of the server, or now and then of another one, does."""
    guild = GUILD if step.number % 8 else GuildId(99)
    side = match.game.sides[step.number % 2]
    match step.verb:
        case "end":
            await services.matches.admin.end(match.id, ADMIN, guild, [None, side][step.number % 3 % 2])
        case "abort":
            await services.matches.admin.abort(match.id, ADMIN, guild)
        case "rewind":
            await services.matches.admin.rewind(match.id, ADMIN, guild, step.number % 7)
        case "hand over":
            await services.matches.admin.hand_over(
                match.id, ADMIN, guild, side, Opponent(step.who or STRANGER)
            )


async def go_on(services: Services, match: Match, number: int) -> None:
    """The next thing that brings the match nearer to its end, done by whoever is waited for."""
    if match.phase is Phase.CHALLENGED:
        user = match.users[1] if match.opponent else next(user for user in PEOPLE if user not in match.users)
        await services.matches.challenges.accept(match.id, user, match.version, call="heads")
        return
    (user, *_) = users_of(services.matches.to_act(match)) or match.users
    if match.phase is Phase.SETUP:
        await services.matches.picks.pick(match.id, user, PICKS[number % 9])
        return
    position = services.matches.history(match).position
    legal = position.legal_actions()
    eager = [action for action in legal if position.is_irreversible(action)] or legal
    await services.matches.play.turn(match.id, user, str(eager[number % len(eager)]) if eager else "end")


def line(services: Services, match: Match, number: int) -> str:
    """Mostly a legal action, captures and evolutions first; sometimes two, sometimes nonsense."""
    if not match.started or number % 10 == 9:
        return "a1a2 zz"
    position = services.matches.history(match).position
    legal = sorted(position.legal_actions(), key=lambda action: not position.is_irreversible(action))
    if not legal:
        return "end"
    return " ".join(str(action) for action in (legal[number % len(legal)], legal[0])[: 1 + (number % 8 == 7)])
