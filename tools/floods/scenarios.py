"""The floods. None of them may keep the bot from answering other users, or end it."""

from __future__ import annotations

import asyncio
import io
import zipfile
from collections.abc import Callable, Coroutine, Mapping
from functools import partial
from itertools import cycle
from pathlib import Path
from statistics import median
from typing import Any, Final

from engines import GAMES
from matches import UserId
from tests.loopback.doing import stored_about
from tests.loopback.process import BotProcess
from tests.loopback.server.interactions import AUTOCOMPLETE
from tests.loopback.server.loopback import Loopback
from tests.loopback.server.people import Answer, Person
from tools import harness
from tools.crowd.bots import MEGABYTE, peak
from tools.crowd.watching import command_of
from tools.floods.flood import Flood, Sea, answered, flooded, long_line, running, sea, settled, widest

PASTED: Final = ("to ", "t ", "e ", "d4 ", "d1-d3 ", "x")
"""The texts to repeat in an option: once very long, and once as long as the bot reads."""
FINISHED, RUNNING, ENTRIES = 1500, 500, 10_000
MOVES, MOVES_APART, IMPORTS = 20, 0.2, 10
MOVE, IMPORT_MEMORY = 1.0, 300
"""The goals for a move while archives are brought in, in seconds, and for the memory, in megabytes."""

Scenario = Callable[[Loopback, Path], Coroutine[Any, Any, None]]


def check(flood: Flood, process: BotProcess) -> None:
    """Assert that all requests were answered, and the bot is running without errors."""
    assert process.running, f"it ended with {process.exit_code}:\n{process.log[-3000:]}"
    unhelped = [answer.acknowledged_in for answer in flood.helped if not answered(answer)]
    assert not unhelped, f"{len(unhelped)} of the bystander's {len(flood.helped)} requests had no answer"
    lost = [answer for answer in flood.sent if not answered(answer)]
    assert not lost, f"{len(lost)} of the flooder's {len(flood.sent)} requests had no answer"
    assert not process.bugs, process.log[-3000:]


def types(who: Person, ground: Sea, command: str, option: str, text: str) -> Answer:
    """Type into an option as ``who``, without waiting."""
    data = who._command(ground.channel, command, {option: text}, focused=option)
    return who._begin(ground.channel, AUTOCOMPLETE, data)


async def typing(discord: Loopback, folder: Path, *, game: str) -> None:
    """Flood the autocompletion of a move with long texts."""
    async with sea(discord, folder) as ground:
        match = await ground.match(game, widest)
        mover = ground.mover(match)
        legal = len(ground.services.matches.history(match).position.legal_actions())
    texts = cycle(
        [(text * 6000)[:length] for text in PASTED for length in (6000, 200)]
        + [f"{text}{'9' * 20}" for text in PASTED]
    )
    async with running(discord, folder) as process:
        flood = await flooded(
            ground,
            process,
            lambda _: types(mover, ground, f"{command_of(game)} move", "action", next(texts)),
        )
        flood.tell(f"typing in {game}, {legal} legal actions")
        check(flood, process)


async def exporting(discord: Loopback, folder: Path) -> None:
    """Request an export of many matches again and again."""
    async with sea(discord, folder) as ground:
        for game in GAMES:
            played = await ground.match(game, long_line)
            match = await ground.services.matches.play.resign(played.id, UserId(ground.rival.id))
            await ground.show(match)
            ground.copy(match.id, FINISHED // len(GAMES) - 1)
    async with running(discord, folder) as process:
        panel = await stored_about(ground.flooder, ground.channel)
        flood = await flooded(ground, process, lambda _: ground.flooder.send_click(panel, "Export"))
        flood.tell(f"Export of {FINISHED:,} matches")
        check(flood, process)
        exported = [answer for answer in flood.sent if answer.private and answer.private[0].attachments]
        assert exported, "whoever asks without an end is given it once all the same"


async def listing(discord: Loopback, folder: Path) -> None:
    """Request lists of many matches, and of one with a very long record."""
    async with sea(discord, folder) as ground:
        for game in GAMES:
            match = await ground.match(game, long_line)
            ground.copy(match.id, RUNNING // len(GAMES) - 1)
        endless = await ground.match("predation", lambda _: ())
        await ground.lengthen(endless, ENTRIES)
    flooder = ground.flooder
    asking: list[Callable[[], Answer]] = [
        lambda: flooder.send_slash(ground.channel, "matches"),
        lambda: types(flooder, ground, "match resign", "match", ""),
        lambda: types(flooder, ground, "predation move", "match", "match"),
        lambda: types(flooder, ground, "match replay", "match", "your turn"),
    ]
    async with running(discord, folder) as process:
        flood = await flooded(ground, process, lambda number: asking[number % len(asking)]())
        flood.tell(f"lists of {RUNNING} running matches, one of {ENTRIES:,} entries")
        check(flood, process)


def archive(content: str) -> bytes:
    """An export packed, as *Privacy…* under ``/settings`` gives it."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("export.json", content)
    return packed.getvalue()


def _filled(piece: str, megabytes: int, head: str = '{"export": 1, "matches": [') -> bytes:
    return archive(head + piece * (megabytes * MEGABYTE // len(piece) - 99))


async def importing(discord: Loopback, folder: Path) -> None:
    """Six people bring in small archives that unpack to much, again and again, while two others play."""
    hostile = (
        *(_filled('"",', 31), _filled("[", 31), _filled(',"a":1', 31, '{"export": 1')),
        *(_filled(',"a":1', 8, '{"export": 1'), _filled('{"record":{}},', 8), _filled("[],", 8)),
    )
    async with sea(discord, folder) as ground:
        ground.discord.world.keeps_files = True
        await ground.match("cannons-and-crabs", lambda _: ())
        seat, line = ground.seats[0], iter(long_line(ground.seats[0].position, 400))
        guild = ground.channel.guild
        people = [discord.person(f"Importer {number}", guild) for number, _ in enumerate(hostile)]
    async with running(discord, folder) as process:
        for _ in range(MOVES):
            await ground.move(seat, next(line))
        sent: list[Answer] = []

        async def bring_in(who: Person, file: bytes) -> None:
            for number in range(IMPORTS):
                answer = who.send_slash(ground.elsewhere, "open", file=(f"{number}.zip", file))
                sent.append(answer)
                await settled(ground, [answer])

        flood = asyncio.gather(*map(bring_in, people, hostile))
        await ground.move(seat, next(line))
        while not flood.done():
            await asyncio.sleep(MOVES_APART)
            await ground.move(seat, next(line))
        await flood
        assert all(move.outcome == "shown" for move in ground.moves), f"{ground.moves}\n{ground.told}"
        print(f"{len(sent)} archives of {len(hostile)} people: {sum(map(answered, sent))} answered")
        harness.figure("memory at its peak", peak(process.pid) / MEGABYTE, "MB", at_most=IMPORT_MEMORY)
        for name, moves in (("quiet", ground.moves[:MOVES]), ("meanwhile", ground.moves[MOVES:])):
            took = [1000 * move.took for move in moves]
            harness.figure(f"a bystander's move, {name}, median of {len(took)}", median(took), "ms")
            bounds = {} if name == "quiet" else {"at_most": 1000 * MOVE}
            harness.figure("the same, at worst", max(took), "ms", **bounds)
        assert all(map(answered, sent)), "an archive had no answer"
        assert not process.bugs, process.log[-3000:]


SCENARIOS: Final[Mapping[str, Scenario]] = {
    **{game: partial(typing, game=game) for game in GAMES},
    "export": exporting,
    "lists": listing,
    "imports": importing,
}
