"""Every line about seals: what was fixed before it was told, and what opens it.

All of it stands behind the button *Fair draw*, since most people never check one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from cogs.text.en.phrases import sentence, title
from matches import Match, Phase, UserId
from matches.lifecycle.seals import DRAW, SHOWN, of_draw, of_picks, opened_draw, opened_picks, void
from matches.records import CheckedSeal, Verdict

FAIR_DRAW: Final = "🔒 Fair draw"
HOW_TO_CHECK: Final = "-# To check a line, take its SHA-256: the seal is how that begins."
DRAWN_AGAIN: Final = "An older version of this bot drew again when the challenge was accepted."
_STAYS_HIDDEN: Final = "The match ended before both picks were in, so the pick stays hidden."
VERDICTS: Final[Mapping[Verdict, str]] = {
    Verdict.HOLDS: "the seal holds.",
    Verdict.BROKEN: "the seal doesn't hold. The record was changed, or what was sealed.",
    Verdict.NOT_SEALED: "not sealed.",
    Verdict.CLOSED: "sealed, but its salt is missing, so I can't check it.",
    Verdict.UNKNOWN: "sealed in a way that I don't know, so I can't check it.",
}


def fair_draw(match: Match, reader: UserId) -> str:
    """The seals of a match, each with the line that opens it where ``reader`` may have that."""
    said = [*_of_draw(match), *_of_picks(match, reader)]
    opened = any("`tidepool seal" in line for line in said)
    return "\n".join([f"### Fair draw · {title(match)}", *said, *([HOW_TO_CHECK] if opened else [])])


def _of_draw(match: Match) -> list[str]:
    """The lines about the draw of a match."""
    seal = of_draw(match)
    if seal is None:
        return []
    if not match.seated:
        closed = "-# Press again once the challenge is accepted: then you can check it."
        if match.phase is not Phase.CHALLENGED:
            closed = "-# Nobody accepted, so it stays closed."
        return [f"The draw was made before anybody accepted. Seal: {_shown(seal)}", closed]
    opening = opened_draw(match)
    if opening is None:
        return [f"{DRAWN_AGAIN} Its seal {_shown(seal)} is void."]
    return [f"The draw was made before the challenge was accepted. Seal: {_shown(seal)}", f"-# `{opening}`"]


def _of_picks(match: Match, reader: UserId) -> Iterator[str]:
    """The lines about the picks of a match, for somebody who may know some of them."""
    opened, gone = opened_picks(match, reader), void(match)
    for side, seal in of_picks(match).items():
        if gone:
            yield f"Seal {_shown(seal)} on {side}'s pick is void. {_STAYS_HIDDEN}"
            continue
        yield f"{sentence(side)}'s pick is made. Seal: {_shown(seal)}"
        if side in opened:
            yield f"-# `{opened[side]}`"
            if not match.started:
                yield "-# Only you see that line, which opens your pick: keep it to yourself for now."


def drawn_again(match: Match) -> str:
    """The line about a draw that an older version of the bot made again; empty for any other match."""
    again = match.seated and of_draw(match) is not None and opened_draw(match) is None
    return f"-# {DRAWN_AGAIN}" if again else ""


def void_picks(match: Match) -> str:
    """The line about a pick that stays hidden, since its match ended too early; empty without one."""
    return f"-# {_STAYS_HIDDEN}" if void(match) and of_picks(match) else ""


def checked(found: Sequence[CheckedSeal]) -> str:
    """The outcome for the seals of a record, a line for each outcome."""
    by_verdict = {
        verdict: [_what(one) for one in found if one.verdict is verdict]
        for verdict in dict.fromkeys(one.verdict for one in found)
    }
    return "\n".join(f"-# {', '.join(named)}: {VERDICTS[verdict]}" for verdict, named in by_verdict.items())


def _what(one: CheckedSeal) -> str:
    return "The draw" if one.what == DRAW else f"{sentence(one.what)}'s pick"


def _shown(seal: str) -> str:
    """A seal as far as it is shown."""
    return f"`{seal[:SHOWN]}`"
