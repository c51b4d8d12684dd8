"""Nobody keeps the bot from anybody else, whatever they send and however fast: a bystander is answered.

How fast, the longest step on the event loop and the memory are printed beside what is wanted, never asserted.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import cycle
from pathlib import Path

import pytest

from engines import GAMES
from matches import UserId
from tests.loopback.flood import Flood, Sea, answered, flooded, long_line, running, sea, widest
from tests.loopback.interactions import AUTOCOMPLETE
from tests.loopback.loopback import Loopback
from tests.loopback.people import Answer, Person
from tests.loopback.process import BotProcess
from tests.soak.moment import command_of

pytestmark = [pytest.mark.long, pytest.mark.timeout(900), pytest.mark.real]

PASTED = ("to ", "t ", "e ", "d4 ", "d1-d3 ", "x")
"""What is pasted, over and over: all at once, and as much as is read."""
FINISHED, RUNNING, ENTRIES = 1500, 500, 10_000

Tell = Callable[[str, Flood], None]


@pytest.fixture
def tell(capsys: pytest.CaptureFixture[str]) -> Tell:
    """How to print what was seen."""

    def printed(name: str, flood: Flood) -> None:
        with capsys.disabled():
            print(flood.lines(name))

    return printed


def check(flood: Flood, process: BotProcess) -> None:
    """Everybody was answered, and the bot lives."""
    assert process.running, f"it ended with {process.exit_code}:\n{process.log[-3000:]}"
    unhelped = [answer.acknowledged_in for answer in flood.helped if not answered(answer)]
    assert not unhelped, f"{len(unhelped)} of the bystander's {len(flood.helped)} requests had no answer"
    lost = [answer for answer in flood.sent if not answered(answer)]
    assert not lost, f"{len(lost)} of the flooder's {len(flood.sent)} requests had no answer"
    assert not process.bugs, process.log[-3000:]


def types(who: Person, ground: Sea, command: str, option: str, text: str) -> Answer:
    """Somebody types into an option, and waits for nothing."""
    data = who._command(ground.channel, command, {option: text}, focused=option)
    return who._begin(ground.channel, AUTOCOMPLETE, data)


@pytest.mark.parametrize("game", GAMES)
async def test_typing_without_an_end(discord: Loopback, tmp_path: Path, tell: Tell, game: str) -> None:
    async with sea(discord, tmp_path) as ground:
        match = await ground.match(game, widest)
        mover = ground.mover(match)
        legal = len(ground.service.matches.history(match).position.legal_actions())
    texts = cycle(
        [(text * 6000)[:length] for text in PASTED for length in (6000, 200)]
        + [f"{text}{'9' * 20}" for text in PASTED]
    )
    async with running(discord, tmp_path) as process:
        flood = await flooded(
            ground,
            process,
            lambda _: types(mover, ground, f"{command_of(game)} move", "action", next(texts)),
        )
        tell(f"typing in {game}, {legal} legal actions", flood)
        check(flood, process)


async def test_export_of_many_matches(discord: Loopback, tmp_path: Path, tell: Tell) -> None:
    async with sea(discord, tmp_path) as ground:
        for game in GAMES:
            played = await ground.match(game, long_line)
            match = await ground.service.matches.play.resign(played.id, UserId(ground.rival.id))
            await ground.show(match)
            ground.copy(match.id, FINISHED // len(GAMES) - 1)
    async with running(discord, tmp_path) as process:
        panel = await (await ground.flooder.slash(ground.channel, "privacy")).message()
        flood = await flooded(ground, process, lambda _: ground.flooder.send_click(panel, "Export"))
        tell(f"Export of {FINISHED:,} matches", flood)
        check(flood, process)
        exported = [answer for answer in flood.sent if answer.private and answer.private[0].attachments]
        assert exported, "whoever asks without an end is given it once all the same"


async def test_lists_of_many_matches_and_of_an_endless_one(
    discord: Loopback, tmp_path: Path, tell: Tell
) -> None:
    async with sea(discord, tmp_path) as ground:
        for game in GAMES:
            match = await ground.match(game, long_line)
            ground.copy(match.id, RUNNING // len(GAMES) - 1)
        endless = await ground.match("predation", lambda _: ())
        await ground.lengthen(endless, ENTRIES)
    flooder = ground.flooder
    asking: list[Callable[[], Answer]] = [
        lambda: flooder.send_slash(ground.channel, "match list"),
        lambda: types(flooder, ground, "match resign", "match", ""),
        lambda: types(flooder, ground, "predation move", "match", "match"),
        lambda: types(flooder, ground, "match replay", "match", "your turn"),
    ]
    async with running(discord, tmp_path) as process:
        flood = await flooded(ground, process, lambda number: asking[number % len(asking)]())
        tell(f"lists of {RUNNING} running matches, one of {ENTRIES:,} entries", flood)
        check(flood, process)
