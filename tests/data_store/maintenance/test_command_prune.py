"""``python -m data prune``: what nobody needs any more goes, and what anything still speaks of stays."""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from data import stores
from data.database import Database
from data.stores.pruning import (
    CHALLENGES_KEPT,
    DOWNTIMES_KEPT,
    NOTICES_KEPT,
    RATED_STARTS_KEPT,
    Pruning,
)
from matches.errors import NoSuchMatchError
from matches.model import (
    NO_MATCH,
    Match,
    MatchId,
    Mute,
    NoticeKind,
    NoticeState,
    Phase,
    RatedStatus,
)
from matches.ratings.scores import RatedStart
from tests.data_store.conftest import Opener
from tests.data_store.maintenance.commands import Answer, ask
from tests.data_store.making import (
    ANN,
    BOB,
    DAY,
    HOUR,
    MINUTE,
    NOON,
    accepted,
    challenge,
    changed,
    clocks,
    ending,
    finished,
    new_challenge,
    new_match,
    owed,
    played,
    shown,
)
from tests.store import keep

LONG_AFTER = NOON + 400 * DAY
(
    STARTS,
    LEAVINGS,
    MESSAGES,
    PICKS,
    MUTES,
    SIMULS,
    QUESTIONS,
    BOARD_LINKS,
    BROWSERS,
    NEWS,
    RECORDS,
    LOOKS,
    LINES,
    WATCHES,
    CHALLENGES,
    DOWNTIMES,
    AWAY,
) = range(17)


async def pruned(store: Database, now: datetime = LONG_AFTER) -> list[int]:
    """How many rows went, by kind; as many as were said to be going to."""
    pruning = Pruning(store, now)
    said = [rows async for _, rows in pruning.removable()]
    gone = [rows async for _, rows in pruning.removed()]
    assert gone == said
    assert not any([rows async for _, rows in pruning.removable()])
    return gone


async def closed(
    store: Database, phase: Phase = Phase.DECLINED, *, seen: bool = True, **more: object
) -> Match:
    """A challenge that came to nothing, a minute after noon."""
    match = await new_challenge(store, **more)
    match = await keep(store, changed(match, phase=phase, deadline_at=None))
    if seen:
        await store.write(stores.matches.record_shown, match.id, shown(match))
    return match


async def rated(store: Database) -> Match:
    """A rated match that was begun at noon."""
    match = await new_challenge(store, stakes=RatedStatus.RATED)
    start = RatedStart(match.game_key, ANN, BOB, NOON, NOON - DAY)
    return await keep(store, accepted(match), start=start)


async def sent(store: Database, match_id: MatchId, name: str = "news", **more: object) -> None:
    """A message that was due at noon and was sent."""
    await store.write(stores.notices.add, match_id, [owed(ANN, name, **more)])
    notice = next(one for one in await store.read(stores.notices.notices_of, match_id) if one.name == name)
    await store.write(stores.notices.settle, notice.id, NoticeState.SENT)


async def test_an_empty_database_has_nothing_to_lose(store: Database) -> None:
    assert await pruned(store) == [0] * 17


async def test_starts_are_kept_while_they_count_and_while_the_match_goes_on(store: Database) -> None:
    over, _goes_on = await rated(store), await rated(store)
    await keep(store, finished(over), ending=ending(over))
    assert (await pruned(store, NOON + RATED_STARTS_KEPT))[STARTS] == 0
    assert (await pruned(store, NOON + RATED_STARTS_KEPT + MINUTE))[STARTS] == 1
    assert await store.read(stores.ratings.rated_starts, over.game_key, ANN, BOB, NOON - DAY) == 1
    assert (await pruned(store))[STARTS] == 0


async def test_messages_go_once_their_match_is_over(store: Database) -> None:
    goes_on = await new_match(store)
    over = await keep(store, finished(await keep(store, played(goes_on, "d2d3"))))
    running = await new_match(store)
    for match_id in (over.id, running.id, NO_MATCH):
        await sent(store, match_id)
    await store.write(stores.notices.add, over.id, [owed(BOB, "not sent yet")])
    assert (await pruned(store, NOON + NOTICES_KEPT))[MESSAGES] == 0
    assert (await pruned(store))[MESSAGES] == 2
    assert [one.name for one in await store.read(stores.notices.notices_of, over.id)] == ["not sent yet"]
    # Else the same reminder would be sent again.
    assert [one.name for one in await store.read(stores.notices.notices_of, running.id)] == ["news"]


async def test_picks_that_were_never_sent_go_with_the_end(store: Database) -> None:
    over, running = [await new_match(store) for _ in range(2)]
    for match in (over, running):
        await store.write(stores.matches.save_draft, match.id, ANN, ["crab", None])
    await keep(store, finished(over))
    assert (await pruned(store))[PICKS] == 1
    assert await store.read(stores.matches.draft_of, running.id, ANN) == ("crab", None)


async def test_mutes_go_with_the_end(store: Database) -> None:
    over, running = [await new_match(store) for _ in range(2)]
    for match in (over, running):
        for user, until in ((ANN, None), (BOB, NOON + DAY)):
            await store.write(stores.people.set_mute, match.id, user, Mute(NOON, until), NOON)
    await keep(store, finished(over))
    assert (await pruned(store))[MUTES] == 2
    assert await store.read(stores.people.muted_by, ANN, NOON) == {running.id}
    assert (await pruned(store))[MUTES] == 0, "a snooze that is over is kept until the end, too"


@pytest.mark.parametrize("phase", [Phase.DECLINED, Phase.WITHDRAWN, Phase.EXPIRED])
async def test_a_challenge_that_came_to_nothing_goes(store: Database, phase: Phase) -> None:
    match = await closed(store, phase)
    await sent(store, match.id)
    moment = match.changed_at + CHALLENGES_KEPT
    assert (await pruned(store, moment))[CHALLENGES] == 0
    assert (await pruned(store, moment + MINUTE))[CHALLENGES] == 1
    with pytest.raises(NoSuchMatchError):
        await store.read(stores.matches.load, match.id)
    assert (await new_challenge(store)).id == match.id + 1, "no number comes twice"


async def test_a_challenge_stays_as_long_as_its_last_message(store: Database) -> None:
    match = await closed(store)
    told = match.changed_at + CHALLENGES_KEPT
    await sent(store, match.id, due_at=told)
    assert (await pruned(store, told + NOTICES_KEPT))[CHALLENGES] == 0
    assert (await pruned(store, told + NOTICES_KEPT + MINUTE))[CHALLENGES] == 1


async def test_a_challenge_stays_that_anything_speaks_of(store: Database) -> None:
    noted, owing, unseen = [await closed(store) for _ in range(3)]
    await store.write(stores.matches.save_note, noted.id, ANN, "a pity")
    await store.write(stores.notices.add, owing.id, [owed(ANN)])
    unseen = await closed(store, seen=False)
    first = await new_challenge(store)
    first = await keep(store, finished(await keep(store, accepted(first))))
    first = await keep(store, changed(first), rematch=challenge(rematch_of=first.id))
    assert first.rematch is not None
    refused = await store.read(stores.matches.load, first.rematch)
    refused = await keep(store, changed(refused, phase=Phase.DECLINED, deadline_at=None))
    await store.write(stores.matches.record_shown, refused.id, shown(refused))
    free = await closed(store)
    assert (await pruned(store))[CHALLENGES] == 2, "the third of the first, and the last"
    for match in (noted, owing, unseen, first, refused):
        assert (await store.read(stores.matches.load, match.id)).id == match.id
    with pytest.raises(NoSuchMatchError):
        await store.read(stores.matches.load, free.id)


async def test_an_older_rematch_goes_once_another_was_offered(store: Database) -> None:
    first = await new_challenge(store)
    first = await keep(store, finished(await keep(store, accepted(first))))
    offered = []
    for _ in range(2):
        first = await keep(store, changed(first), rematch=challenge(rematch_of=first.id))
        assert first.rematch is not None
        match = await store.read(stores.matches.load, first.rematch)
        match = await keep(store, changed(match, phase=Phase.DECLINED, deadline_at=None))
        await store.write(stores.matches.record_shown, match.id, shown(match))
        offered.append(match.id)
    assert (await pruned(store))[CHALLENGES] == 1
    with pytest.raises(NoSuchMatchError):
        await store.read(stores.matches.load, offered[0])
    assert (await store.read(stores.matches.load, offered[1])).rematch_of == first.id


async def test_downtimes_go_when_no_clock_can_have_stood_still_in_them(store: Database) -> None:
    await store.write(stores.host.record_alive, NOON - 2 * DAY, HOUR)
    await store.write(stores.host.record_alive, NOON - DAY, HOUR)  # over before the clock below was started
    await store.write(stores.host.record_alive, NOON + DAY, HOUR)  # in the middle of its turn
    match = await new_challenge(store)
    match = await keep(store, accepted(match, sides={"green": ANN, "blue": BOB}, clocks=clocks()))
    assert (await pruned(store, NOON - DAY + DOWNTIMES_KEPT))[DOWNTIMES] == 0
    assert (await pruned(store))[DOWNTIMES] == 1
    assert len(await store.read(stores.host.downtimes)) == 1
    await keep(store, finished(match))
    assert (await pruned(store))[DOWNTIMES] == 1
    assert await store.read(stores.host.downtimes) == ()


async def test_much_goes_in_small_steps(store: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    for _ in range(45):
        await closed(store)
    begun = []
    write = Database.write

    async def counted(self: Database, *args: Any, **named: Any) -> Any:
        begun.append(self)
        return await write(self, *args, **named)

    monkeypatch.setattr(Database, "write", counted)
    assert (await pruned(store))[CHALLENGES] == 45
    assert len(begun) == 3, "20, 20 and 5"


@pytest.mark.real
async def test_it_says_what_went(sqlite_url: str, opener: Opener, tmp_path: Path) -> None:
    store = await opener(sqlite_url)
    long_ago = NOON - timedelta(days=1000)
    for _ in range(3):
        await closed(store, created_at=long_ago)
    await sent(store, NO_MATCH, kind=NoticeKind.DIGEST, due_at=long_ago)
    lines = (
        "        0 starts of rated matches that are finished\n"
        "        0 leavings of matches that had not begun\n"
        "        1 messages sent about matches that are over\n"
        "        0 unsent picks of finished matches\n"
        "        0 mutes of finished matches\n"
        "        0 lines that were tried long ago\n"
        "        0 simuls that were not started\n"
        "        0 questions to substitutes in tournaments that are over\n"
        "        0 links to the board that nobody used\n"
        "        0 browsers that were signed in long ago\n"
        "        0 notes of what was told of things that are over\n"
        "        0 records from elsewhere\n"
        "        0 last looks at matches that are over\n"
        "        0 watches of matches that are over\n"
        "        3 challenges that came to nothing\n"
        "        0 downtimes of the bot\n"
        "        0 times away\n"
    )
    rehearsed = await ask(tmp_path, "prune", "--dry-run", "--database", sqlite_url)
    assert rehearsed == Answer(0, f"{lines}        4 rows would be removed.\n", "")
    done = await ask(tmp_path, "prune", "--database", sqlite_url)
    assert done == Answer(0, f"{lines}        4 rows removed.\n", "")
