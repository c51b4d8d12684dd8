"""The acts of players in a running match: legal and illegal, typed and tapped, in time and too late."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final

from tests.loopback.server.people import Answer, Person
from tools.crowd.watching import command_of, controls
from tools.soak.moment import Occasion

Act = Callable[[Occasion], Awaitable[list[Answer]]]

GARBAGE: Final = (
    "e4", "0-0-0", "end end end", " ", "?", "a1", "a1-", "-a1", "99-99", "h2xb8", "z9xz9",
    "a1 a1 a1 a1 a1 a1",
    "\u202eevil", "💥" * 30, "@everyone", "<@1>", "`code`", "'; DROP TABLE match; --", "../../etc", "x" * 250,
    "take-back", "resign", "null", "-1", "a1=crab", "\n\n", "Ａ１－Ａ２",
)  # fmt: skip


# --- moving ------------------------------------------------------------------------------------------------


def _line(at: Occasion, most: int = 3) -> str:
    """One or several legal actions of the current turn."""
    position, said = at.position, []
    side = position.to_act
    for _ in range(at.chance.randint(1, most)):
        if position.to_act != side or position.outcome() is not None:
            break
        action = at.chance.choice(position.legal_actions())
        said.append(str(action))
        position = position.apply(action)
    return " ".join(said)


async def typed(at: Occasion) -> list[Answer]:
    """The player to act types a turn, or a part of one."""
    return [await at.slash(at.mover, f"{_command(at)} move", action=_line(at), **at.named)]


async def tapped(at: Occasion) -> list[Answer]:
    """The player to act taps the parts of an action on the panel, and sends it."""
    (answer,) = await _pressed(at, at.mover, "move")
    panel = await at.panel(answer)
    for _ in range(8):
        send, choices = controls(panel, "send", "endnow"), controls(panel, "step", "part")
        back = controls(panel, "stepback")
        if send and (not choices or at.chance.random() < 0.7):
            return [await at.click(at.mover, panel, at.chance.choice(send))]
        if not choices or panel.deleted:
            break
        edits = panel.edits
        control = at.chance.choice(back if back and at.chance.random() < 0.1 else choices)
        await at.click(at.mover, panel, control)
        await at.until_redrawn(panel, edits)
    return []


async def pressed(at: Occasion) -> list[Answer]:
    """The player to act presses a move on the card: a choice, or the end of the turn."""
    return await _pressed(at, at.mover, "do", "end")


async def twice(at: Occasion) -> list[Answer]:
    """The player to act sends the same move twice, without waiting."""
    line, where, named = _line(at), at.place, at.named
    at.ground.counts["commands"] += 2
    return [at.mover.send_slash(where, f"{_command(at)} move", action=line, **named) for _ in range(2)]


async def double_click(at: Occasion) -> list[Answer]:
    """The player to act presses the same button twice, without waiting."""
    found = at.offered("do", "end", "takeback", "move")
    if not found:
        return await typed(at)
    card, control = at.chance.choice(found)
    at.ground.counts["clicks"] += 2
    return [at.mover.send_click(card, custom_id=control["custom_id"]) for _ in range(2)]


async def _pressed(at: Occasion, who: Person, *verbs: str) -> list[Answer]:
    """Somebody clicks a control of the card; if it has none of these, the player to act types."""
    answer = await at.press(who, *verbs)
    return await typed(at) if answer is None else [answer]


# --- what is not allowed, and what comes too late ----------------------------------------------------------


async def garbage(at: Occasion) -> list[Answer]:
    """A player or the stranger types nonsense, and sometimes taps a control of the refusal."""
    said = at.chance.choice(GARBAGE)
    answer = await at.slash(at.somebody, f"{_command(at)} move", action=said, match=str(at.match.id))
    await at.ground.done([answer])
    if at.chance.random() < 0.3:
        panel = await at.panel(answer)
        if found := controls(panel):
            who = at.ground.by_id[answer.interaction.user.id]
            return [await at.click(who, panel, at.chance.choice(found))]
    return [answer]


async def out_of_turn(at: Occasion) -> list[Answer]:
    """The player who is not to act, or the stranger, types a legal move."""
    who = at.chance.choice([at.rival, at.stranger])
    return [await at.slash(who, f"{_command(at)} move", action=_line(at), match=str(at.match.id))]


async def strange_click(at: Occasion) -> list[Answer]:
    """The player who is not to act, or the stranger, clicks anything on the card."""
    return await _pressed(at, at.chance.choice([at.rival, at.stranger, at.stranger]))


async def late_click(at: Occasion) -> list[Answer]:
    """A player or the stranger clicks on an older card."""
    older = list(at.older())
    if not older:
        return await typed(at)
    message = at.chance.choice(older)
    return [await at.click(at.somebody, message, at.chance.choice(controls(message)))]


# --- asking ------------------------------------------------------------------------------------------------


async def take_back(at: Occasion) -> list[Answer]:
    """A player takes back, or asks to."""
    return await deed(at, at.chance.choice(at.players), "takeback")


async def ask(at: Occasion) -> list[Answer]:
    """A player offers a draw, asks for a pause or for its end, or claims what they can."""
    what = at.chance.choice(["draw", "pause", "claim"])
    return await deed(at, at.chance.choice(at.players), what)


async def deed(at: Occasion, who: Person, what: str) -> list[Answer]:
    """Somebody does something with the match by /match, and says yes where that is asked back."""
    asked = await at.slash(who, "match", deed=what, number=str(at.match.id))
    panel = await at.panel(asked)
    answers = [asked]
    if found := controls(panel, "matchdeed"):
        at.ground.counts["clicks"] += 1
        answers.append(who.send_click(panel, custom_id=found[0]["custom_id"]))
    return answers


async def reply(at: Occasion) -> list[Answer]:
    """A player answers an offer, or claims a win on time, or gives more time."""
    who = at.chance.choice(at.players)
    # An agreed draw ends a match, and not all matches should end so soon.
    refused = await at.press(who, "refuse") if at.chance.random() < 0.5 else None
    return [refused] if refused else await _pressed(at, who, "agree", "refuse", "claimtime", "extend")


# --- looking around ----------------------------------------------------------------------------------------


async def look_around(at: Occasion) -> list[Answer]:
    """A player or the stranger looks at the board, the rules, their matches, or a leaderboard."""
    who = at.somebody
    command, options = at.chance.choice(
        [
            ("match", {"number": str(at.match.id)}),
            (f"{_command(at)} rules", {}),
            ("matches", {}),
            ("match", {"number": "next"}),
            ("move", {}),
            ("ranking", {"game": at.match.game}),
        ]
    )
    return [await at.slash(who, command, **options)]


async def film(at: Occasion) -> list[Answer]:
    """A player or the stranger looks at the film of the match."""
    return [await at.slash(at.somebody, "match", deed="film", number=str(at.match.id))]


async def suggestions(at: Occasion) -> list[Answer]:
    """The player to act begins to type a move."""
    at.ground.counts["suggestions"] += 1
    line = _line(at, 1)
    await at.mover.autocomplete(
        at.place, f"{_command(at)} move", "action", line[: at.chance.randint(0, len(line))]
    )
    return []


async def more(at: Occasion) -> list[Answer]:
    """A player or the stranger opens the panel of rare actions, and presses a control that opens no form."""
    who = at.somebody
    opened = await at.press(who, "more", "look")
    if opened is None:
        return await look_around(at)
    panel = await at.panel(opened)
    forms = ("notes:", "comment:")
    offered = [control for control in controls(panel) if not control["custom_id"].startswith(forms)]
    if not offered or at.chance.random() < 0.3:
        return []
    edits = panel.edits
    answer = await at.click(who, panel, at.chance.choice(offered))
    await at.until_redrawn(panel, edits)
    return [answer]


async def hint(at: Occasion) -> list[Answer]:
    """The player against the computer asks it for a hint, and sometimes for the whole move."""
    (answer,) = await _pressed(at, at.mover, "hint")
    if at.chance.random() < 0.5:
        panel = await at.panel(answer)
        if found := controls(panel, "hint"):
            return [answer, await at.click(at.mover, panel, found[0])]
    return [answer]


EARNEST: Final[tuple[tuple[Act, int], ...]] = (
    (typed, 40),
    (tapped, 16),
    (pressed, 14),
)
"""The acts that play on, with their relative frequency."""

BESIDES: Final[tuple[tuple[Act, int], ...]] = (
    (twice, 4),
    (double_click, 4),
    (garbage, 7),
    (out_of_turn, 4),
    (strange_click, 4),
    (late_click, 5),
    (take_back, 4),
    (ask, 4),
    (reply, 6),
    (look_around, 3),
    (suggestions, 4),
    (more, 3),
    (film, 1),
)
"""The other acts, with their relative frequency."""

ALONE: Final[tuple[tuple[Act, int], ...]] = ((hint, 2),)
"""The acts against the computer only."""


async def act(at: Occasion) -> list[Answer]:
    """Do a random act; returns the answers to wait for."""
    doing, weights = zip(*EARNEST, *BESIDES, *(ALONE if at.match.computer else ()), strict=True)
    chosen: Act = at.chance.choices(doing, weights)[0]
    at.ground.counts[f"act: {chosen.__name__}"] += 1
    return await chosen(at)


# --- ending ------------------------------------------------------------------------------------------------


async def resign(at: Occasion) -> list[Answer]:
    """A player resigns; sometimes both do at once."""
    losers = list(at.players) if at.chance.random() < 0.2 else [at.chance.choice(at.players)]
    answers = []
    for who in losers:
        panel = await at.panel(await at.slash(who, "match", deed="resign", number=str(at.match.id)))
        if found := controls(panel, "resignnow"):
            at.ground.counts["clicks"] += 1
            answers.append(who.send_click(panel, custom_id=found[0]["custom_id"]))
    return answers


async def agree_to_a_draw(at: Occasion) -> list[Answer]:
    """Both players offer a draw."""
    answers = []
    for who in at.players:
        answers += await deed(at, who, "draw")
        await at.ground.done(answers)
    return answers


def _command(at: Occasion) -> str:
    return command_of(at.match.game)
