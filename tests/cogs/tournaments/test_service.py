"""Tournaments in every store: what a change writes, one game for a pairing, and what is due when."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import Any, Final

import pytest
from sqlalchemy import Connection, select, update

from cogs.tournaments.event_service import TournamentEvents
from cogs.tournaments.service import end_game
from data import Database, stores
from data.features.tournaments import change, due_by, entered, leave_all, load, tournament, tournament_entrant
from data.features.tournaments import tournament as tournament_table
from data.stores.pruning import NOTICES_KEPT, prune
from matches.errors import StaleError, StoreUnavailableError
from matches.guilds.settings import ChallengeChannel
from matches.guilds.shards import Shards
from matches.model import ChannelId, GuildId, Match, MatchId, MessageId, UserId
from matches.time.intervals import Interval
from matches.tournaments import changes
from matches.tournaments.errors import TournamentError, TournamentProblem
from matches.tournaments.games import EndedGame
from matches.tournaments.model import (
    DRAW,
    LOSS,
    MOST_PER_GUILD,
    NO_GROUP,
    WIN,
    Decision,
    Entrant,
    Format,
    Pairing,
    PairingKey,
    PairingOutcome,
    Seed,
    TieDraw,
    Tournament,
    TournamentGame,
    TournamentId,
    TournamentState,
    TournamentTerms,
)
from matches.tournaments.news import (
    ALL_TOLD,
    BETWEEN_EDITS,
    News,
    NewsKind,
    RoundMessage,
    TournamentCard,
)
from tests.cogs.tournaments.stored import at, begin, put, served
from tests.data_store.making import (
    ANN,
    BOB,
    CAT,
    DAY,
    HOUR,
    MINUTE,
    NOON,
    WEEK,
    accepted,
    challenge,
    finished,
)
from tests.data_store.points import at_point
from tests.data_store.stores.plans import Watched
from tests.store import keep, rows, write

DAN, EVE = UserId(1004), UserId(1007)
ALL: Final = (ANN, BOB, CAT, DAN)
GUILD: Final = GuildId(11)
TERMS: Final = TournamentTerms(Format.KNOCKOUT, entries_until=NOON + DAY, news=True)
NEW: Final = Tournament(
    *(TournamentId(0), GUILD, ChannelId(12), "Spring", "prudh"),
    terms=TERMS,
    organisers=(ANN,),
    created_at=NOON,
)
SPAN: Final = (NOON, NOON + WEEK)
FIRST, SECOND = PairingKey(1, 1), PairingKey(1, 2)
UNSHOWN: Final = "USING INDEX ix_tournament_unshown"
"""All of it is read: it has those alone whose card is out of date."""
PAIRINGS: Final = (
    Pairing(FIRST, NO_GROUP, Seed(1), Seed(2), *SPAN, draw=TieDraw(True, "a5" * 32)),
    Pairing(SECOND, NO_GROUP, Seed(3), Seed(4), *SPAN),
    Pairing(PairingKey(1, 3), 2, Seed(1), None, *SPAN, outcome=PairingOutcome(WIN, LOSS, Decision.BYE)),
)


async def created(store: Database, **more: Any) -> TournamentId:
    return (await store.write(put, replace(NEW, **more), NOON + DAY)).id


async def opened(store: Database, guild: GuildId = GUILD) -> Tournament:
    """One as somebody creates it."""
    return await at(store).create(ANN, ChallengeChannel(guild, NEW.channel_id), "Spring", "prudh", TERMS)


def wake(connection: Connection, which: TournamentId, at: datetime) -> None:
    """Make a tournament due by then."""
    connection.execute(update(tournament).where(tournament.c.id == which).values(**due_by(at)))


async def running(store: Database, *, users: Sequence[UserId] = ALL, **more: Any) -> TournamentId:
    """A tournament with a seed for each user, two games that have not begun, and a bye."""
    which = await created(store, **more)
    entrants = tuple(Entrant(user, NOON, Seed(seed), 1500) for seed, user in enumerate(users, 1))
    await store.write(
        change,
        which,
        lambda one: replace(
            one,
            state=TournamentState.RUNNING,
            round=1,
            round_at=NOON,
            entrants=entrants,
            pairings=PAIRINGS,
        ),
        NOON,
    )
    return which


async def enter(store: Database, which: TournamentId, user: UserId) -> None:
    await store.write(change, which, lambda one: changes.entered(one, user, NOON), NOON)


async def game(store: Database, which: TournamentId, key: PairingKey, one: UserId, other: UserId) -> Match:
    """The match of a pairing, begun."""
    new = challenge(game_key="prudh", options={}, challenger=one, opponent=other, tournament=which)
    made = await store.write(begin, new, key)
    return await keep(store, accepted(made, sides={"light": one, "dark": other}, first="light"))


async def over(store: Database, match: Match, outcome: PairingOutcome | None, when: datetime) -> None:
    ended = EndedGame(TournamentId(match.terms.tournament), match.id, outcome, when)
    await store.write(
        stores.matches.save, finished(match, changed_at=when), effects=[partial(end_game, ended)]
    )


async def loaded(store: Database, which: TournamentId) -> Tournament:
    return await store.read(load, which)


async def due(store: Database, when: datetime, *shards: Shards) -> tuple[TournamentId, ...]:
    return await at(store, when, *shards).due(9)


async def changed_at(store: Database, which: TournamentId) -> datetime | None:
    return (await at(store)._observed(which, NOON))[2].changed_at


async def version(store: Database, which: TournamentId) -> int:
    return (await at(store).card_of(which)).version


# --- values -----------------------------------------------------------------------------------------


async def test_what_is_stored_is_read_as_it_was(store: Database) -> None:
    which = await created(store, organisers=(ANN, CAT))
    assert await loaded(store, which) == replace(NEW, id=which, organisers=(ANN, CAT))
    which = await running(store)
    stored = await loaded(store, which)
    assert stored.pairings == PAIRINGS
    assert [one.user_id for one in stored.entrants] == list(ALL)
    assert (stored.state, stored.round, stored.round_at) == (TournamentState.RUNNING, 1, NOON)


async def test_every_part_of_a_change_is_written(store: Database) -> None:
    which = await running(store)
    before = await loaded(store, which)
    outcome = PairingOutcome(DRAW, DRAW, Decision.ORGANISER)
    after = replace(
        before.changed(replace(before.pairings[0], outcome=outcome, ends_at=NOON + 2 * WEEK)),
        organisers=(BOB, ANN),
        state=TournamentState.PAUSED,
        paused_at=NOON + HOUR,
        entrants=(
            *before.entrants[:3],
            replace(before.entrants[3], left_at=NOON + HOUR, left_in=1, forgiven=1, group=2, rating=7),
            Entrant(UserId(1005), NOON + HOUR),
        ),
    )
    assert await store.write(change, which, lambda _: after, NOON + HOUR) == after
    assert await loaded(store, which) == after


async def test_an_entry_that_is_taken_back_leaves_no_gap(store: Database) -> None:
    which = await created(store)
    for user in ALL:
        await enter(store, which, user)
    await store.write(change, which, lambda one: changes.withdrawn(one, BOB, NOON), NOON)
    assert [one.user_id for one in (await loaded(store, which)).entrants] == [ANN, CAT, DAN]
    await enter(store, which, BOB)
    assert [one.user_id for one in (await loaded(store, which)).entrants] == [ANN, CAT, DAN, BOB]


async def test_a_refused_change_stores_nothing_and_none_is_no_new_version(store: Database) -> None:
    which = await running(store)
    before = await loaded(store, which), await version(store, which)

    def refused(one: Tournament) -> Tournament:
        raise TournamentError(TournamentProblem.ENDED)

    with pytest.raises(TournamentError):
        await store.write(change, which, refused, NOON + HOUR)
    await store.write(change, which, lambda one: one, NOON + HOUR)
    assert (await loaded(store, which), await version(store, which)) == before


async def test_changes_at_once_come_one_after_the_other(store: Database) -> None:
    which = await created(store)
    people = [UserId(1100 + number) for number in range(8)]
    await asyncio.gather(*(enter(store, which, user) for user in people))
    found = await loaded(store, which)
    assert sorted(one.user_id for one in found.entrants if one.user_id) == people
    assert await version(store, which) == 9


async def test_an_entrant_who_is_forgotten_keeps_their_place_and_no_id(store: Database) -> None:
    which = await running(store, organisers=(BOB, ANN))
    assert await store.write(stores.privacy.forget, BOB, UserId(-5), NOON + HOUR)
    found = await loaded(store, which)
    assert [one.user_id for one in found.entrants] == [ANN, None, CAT, DAN]
    assert (found.organisers, found.entrants[1].left_at) == ((ANN,), NOON + HOUR)
    await store.write(change, which, lambda one: changes.paused(one, NOON), NOON)
    after = await loaded(store, which)
    assert after.entrants == found.entrants, "a later change brings no id back"


async def test_the_row_of_an_entrant_who_is_forgotten_can_change_and_move_up(store: Database) -> None:
    """As a new stage or season does, and somebody who takes their entry back before they are seeded."""
    league = replace(TERMS, format=Format.LEAGUE)
    which = await running(store, terms=league)
    for user, number in ((BOB, -5), (DAN, -7)):
        assert await store.write(stores.privacy.forget, user, UserId(number), NOON)
    early, late = UserId(1005), UserId(1006)
    await enter(store, which, early)
    await enter(store, which, late)
    before = await loaded(store, which)
    grouped = tuple(replace(one, group=9) for one in before.entrants)
    await store.write(change, which, lambda one: replace(one, entrants=grouped), NOON + HOUR)
    assert (await loaded(store, which)).entrants == grouped
    await store.write(change, which, lambda one: changes.replaced(one, Seed(2), EVE, NOON), NOON)
    await store.write(change, which, lambda one: changes.withdrawn(one, early, NOON), NOON)
    found = await loaded(store, which)
    assert [one.user_id for one in found.entrants] == [ANN, EVE, CAT, None, late]
    stored = await rows(store, select(tournament_entrant.c.user_id).order_by(tournament_entrant.c.number))
    assert [row["user_id"] for row in stored] == [ANN, EVE, CAT, -7, late]


@pytest.mark.parametrize("wrong", [{"terms": "{}"}, {"terms": "no JSON"}, {"state": "asleep"}])
async def test_damage_is_said_and_left_out_of_lists(store: Database, wrong: dict[str, str]) -> None:
    which, whole = await running(store), await created(store)
    match = await game(store, which, FIRST, ANN, BOB)
    await write(store, update(tournament_table).where(tournament_table.c.id == which).values(wrong))
    with pytest.raises(StoreUnavailableError, match=f"tournament={which}"):
        await loaded(store, which)
    if "terms" in wrong:
        listed = await at(store).summaries(GUILD, 9)
        assert [one.id for one in listed] == [whole]
        assert await at(store).game_of(match.id) is None


async def test_there_is_no_such_tournament(store: Database) -> None:
    nowhere = TournamentId(77)
    for asked in (at(store).load, at(store).card_of, at(store).to_tell):
        with pytest.raises(TournamentError) as refused:
            await asked(nowhere)
        assert refused.value.problem is TournamentProblem.UNKNOWN
    with pytest.raises(TournamentError):
        await store.write(change, nowhere, lambda one: one, NOON)


async def test_a_new_one_is_as_it_was_asked_for_and_due_at_once(store: Database) -> None:
    found = await opened(store)
    assert found == replace(NEW, id=found.id) == await loaded(store, found.id)
    assert await at(store).card_of(found.id) == TournamentCard(None, 1, 0, 0)
    assert await due(store, NOON) == await at(store).unshown(9) == (found.id,)
    assert await due(store, NOON - MINUTE) == () == await news_due(store, NOON)
    assert await served(TournamentEvents, store).of(found.id) is None
    place = ChallengeChannel(GUILD, NEW.channel_id)
    other = await at(store).create(ANN, place, "Autumn", "prudh", TERMS, event=True)
    event = await served(TournamentEvents, store).of(other.id)
    assert event is not None and event.wanted


# --- lists ------------------------------------------------------------------------------------------


async def test_of_those_created_at_once_five_stand(store: Database) -> None:
    answers = await asyncio.gather(*(opened(store) for _ in range(8)), return_exceptions=True)
    refused = [one for one in answers if isinstance(one, TournamentError)]
    assert [one.problem for one in refused] == [TournamentProblem.TOO_MANY] * (8 - MOST_PER_GUILD)
    assert await opened(store, guild=GuildId(12)), "that is another server"


async def test_those_going_on_are_listed_first_then_the_latest(store: Database) -> None:
    first, second, third = [await created(store, name=name) for name in ("One", "Two", "Three")]
    await created(store, guild_id=GuildId(12))
    await store.write(change, third, lambda one: changes.called_off(one, NOON), NOON)
    await enter(store, first, ANN)
    found = await at(store).summaries(GUILD, 9)
    assert [(one.id, one.name, one.entrants) for one in found] == [
        (second, "Two", 0),
        (first, "One", 1),
        (third, "Three", 0),
    ]
    assert len(await at(store).summaries(GUILD, 2)) == 2


async def test_the_tournaments_that_somebody_is_in(store: Database) -> None:
    which, other = await running(store), await running(store, users=(BOB, CAT, DAN, UserId(1005)))
    assert [one.id for one in await store.read(entered, ANN)] == [which]
    assert [one.id for one in await store.read(entered, BOB)] == [which, other]
    await store.write(change, which, lambda one: changes.called_off(one, NOON), NOON)
    assert await store.read(entered, ANN) == ()


async def test_who_leaves_one_server_stays_in_another(store: Database) -> None:
    which, other = await running(store), await running(store, guild_id=GuildId(12))
    for _ in range(2):
        await store.write(leave_all, BOB, NOON + HOUR, GUILD)
    for one, when in ((which, NOON + HOUR), (other, None)):
        entrant = (await loaded(store, one)).entrant_of(BOB)
        assert entrant is not None and entrant.left_at == when
    await store.write(leave_all, BOB, NOON + 2 * HOUR)
    entrant = (await loaded(store, other)).entrant_of(BOB)
    assert entrant is not None and entrant.left_at == NOON + 2 * HOUR


async def test_blocks_and_vacations_of_its_entrants(store: Database) -> None:
    which = await running(store)
    await store.write(stores.privacy.add_block, ANN, DAN, NOON)
    await store.write(stores.privacy.add_block, BOB, UserId(1009), NOON)
    for user, days in ((CAT, (0, 2)), (DAN, (-3, -1)), (UserId(1009), (0, 5))):
        away = Interval(*(NOON + day * DAY for day in days))
        await store.write(stores.people.go_away, user, away)
    _, _, found = await at(store)._observed(which, NOON)
    assert found.blocked == {frozenset((ANN, DAN))}
    assert found.away == {CAT: (Interval(NOON, NOON + 2 * DAY),)}


# --- games ------------------------------------------------------------------------------------------


async def test_a_pairing_has_one_match(store: Database) -> None:
    which = await running(store)
    both = await asyncio.gather(
        *(game(store, which, FIRST, ANN, BOB) for _ in range(3)), return_exceptions=True
    )
    (match,) = [one for one in both if isinstance(one, Match)]
    refused = [one.problem for one in both if isinstance(one, TournamentError)]
    assert refused == [TournamentProblem.GAME_NOT_NEEDED] * 2
    assert (await loaded(store, which)).pairing(FIRST).match_id == match.id
    assert await store.read(stores.lists.running_in, GUILD, 9) != (), "and no other match is there"
    assert len(await store.read(stores.lists.of_player, ANN)) == 1
    found = await at(store).game_of(match.id)
    assert found == TournamentGame(which, "Spring", Format.KNOCKOUT, FIRST)
    assert await at(store).game_of(MatchId(99)) is None


@pytest.mark.parametrize(
    "happens",
    [
        lambda one: changes.paused(one, NOON),
        lambda one: changes.called_off(one, NOON),
        lambda one: changes.result_set(one, FIRST, CAT, WIN, LOSS),
    ],
    ids=["paused", "called off", "decided"],
)
async def test_no_match_begins_that_is_not_needed(store: Database, happens: Any) -> None:
    which = await running(store)
    await store.write(change, which, happens, NOON)
    with pytest.raises(TournamentError):
        await game(store, which, FIRST, ANN, BOB)
    with pytest.raises(TournamentError):
        await game(store, which, PairingKey(9, 9), ANN, BOB)
    assert await store.read(stores.lists.of_player, ANN) == ()


async def test_the_end_of_a_match_is_its_pairings_outcome_and_makes_it_due(store: Database) -> None:
    which = await running(store)
    match = await game(store, which, FIRST, ANN, BOB)
    seen = await version(store, which)
    await at(store).rest(which, seen, None)
    assert await due(store, NOON + WEEK) == ()
    outcome = PairingOutcome(LOSS, WIN, Decision.ON_TIME)
    await over(store, match, outcome, NOON + DAY)
    found = (await loaded(store, which)).pairing(FIRST)
    assert (found.outcome, found.match_ended, found.draw) == (outcome, True, PAIRINGS[0].draw)
    assert await due(store, NOON + DAY) == (which,)
    assert await version(store, which) == seen + 1
    ended = EndedGame(which, match.id, PairingOutcome(WIN, LOSS, Decision.PLAYED), NOON + 2 * DAY)
    await store.write(lambda connection: end_game(ended, connection, match))
    assert (await loaded(store, which)).pairing(FIRST).outcome == outcome, "twice is once"


async def test_a_decided_pairing_keeps_its_outcome_and_one_called_off_has_none(store: Database) -> None:
    which = await running(store)
    first, second = await game(store, which, FIRST, ANN, BOB), await game(store, which, SECOND, CAT, DAN)
    decided = PairingOutcome(DRAW, DRAW, Decision.ADJOURNED)
    await store.write(
        change,
        which,
        lambda one: one.changed(replace(one.pairing(FIRST), outcome=decided)),
        NOON,
    )
    await over(store, first, PairingOutcome(WIN, LOSS, Decision.PLAYED), NOON + HOUR)
    await over(store, second, None, NOON + HOUR)
    found = await loaded(store, which)
    assert (found.pairing(FIRST).outcome, found.pairing(FIRST).match_ended) == (decided, True)
    assert found.pairing(SECOND).called_off


async def test_an_end_that_is_not_stored_leaves_the_pairing_open(store: Database) -> None:
    which = await running(store)
    match = await game(store, which, FIRST, ANN, BOB)
    ended = EndedGame(which, match.id, PairingOutcome(WIN, LOSS, Decision.PLAYED), NOON)
    with pytest.raises(StaleError):
        await store.write(
            stores.matches.save, replace(finished(match), version=9), effects=[partial(end_game, ended)]
        )
    assert (await loaded(store, which)).pairing(FIRST).running


# --- what is due ------------------------------------------------------------------------------------


async def test_it_rests_until_something_happens(store: Database) -> None:
    which = await created(store)
    assert await due(store, NOON) == ()
    assert await due(store, NOON + DAY) == (which,)
    await store.write(wake, which, NOON + HOUR)
    await store.write(wake, which, NOON + 2 * HOUR)
    assert await due(store, NOON + HOUR) == (which,), "the first of the two"
    await at(store).rest(which, 1, NOON + WEEK)
    assert await due(store, NOON + DAY) == ()
    await enter(store, which, ANN)
    await at(store).rest(which, 1, None)
    assert await due(store, NOON) == (which,), "that was about the version before"


async def test_those_of_a_processs_shards_the_longest_due_first(store: Database) -> None:
    far, near = await created(store, guild_id=GuildId(1 << 22)), await created(store)
    await store.write(wake, near, NOON + MINUTE)
    assert await due(store, NOON + DAY) == (near, far)
    assert await at(store, NOON + DAY).due(1) == (near,)
    for asked in (due, news_due):
        assert await asked(store, NOON + DAY, Shards(2, (1,))) == ((far,) if asked is due else ())
        assert await asked(store, NOON + DAY, Shards(2, (0,))) == ((near,) if asked is due else ())
    assert await at(store, NOON, Shards(2, (1,))).unshown(9) == (far,)
    assert await at(store).unshown(1) == (min(far, near),)


async def news_due(store: Database, when: datetime, *shards: Shards) -> tuple[TournamentId, ...]:
    return await at(store, when, *shards).news_due(9)


async def record_told(store: Database, which: TournamentId, last: int, seen: int, again: datetime) -> None:
    """A round was told, ALL_TOLD for the end, as it was in a version; else there may be news ``again``."""
    news = News(NewsKind.END, 0) if last == ALL_TOLD else News(NewsKind.ROUND, last)
    await at(store, again - BETWEEN_EDITS).record_told(which, seen, news)


async def test_the_card_is_out_of_date_after_a_change(store: Database) -> None:
    which = await created(store)
    assert await at(store).card_of(which) == TournamentCard(None, 1, 0, 0)
    assert await at(store).unshown(9) == (which,)
    shown = TournamentCard(MessageId(88), 1, 1, 1)
    await at(store).record_shown(which, shown)
    assert await at(store).card_of(which) == shown
    assert await at(store).unshown(9) == ()
    await enter(store, which, ANN)
    assert await at(store).unshown(9) == (which,)


async def test_news_are_due_with_a_round_and_with_the_end(store: Database) -> None:
    which = await running(store)
    assert await news_due(store, NOON) == (which,)
    assert await news_due(store, NOON, Shards(2, (1,))) == ()
    await record_told(store, which, 1, await version(store, which), NOON + HOUR)
    assert (await at(store).to_tell(which))[2] == 1
    assert await news_due(store, NOON + WEEK) == (), "nothing has happened since"
    seen = await version(store, which)
    await store.write(change, which, lambda one: changes.called_off(one, NOON), NOON + DAY)
    await record_told(store, which, 1, seen, NOON + WEEK)
    assert await news_due(store, NOON + DAY) == (which,), "it ended after that was looked at"


async def test_what_happens_in_a_round_is_due_in_its_message_ten_minutes_later(store: Database) -> None:
    which = await running(store)
    await record_told(store, which, 1, await version(store, which), NOON + HOUR)
    match = await game(store, which, FIRST, ANN, BOB)
    await record_told(store, which, 1, await version(store, which), NOON + HOUR)
    assert await news_due(store, NOON + WEEK) == ()
    seen = await version(store, which)
    await over(store, match, PairingOutcome(WIN, LOSS, Decision.PLAYED), NOON + HOUR)
    assert await news_due(store, NOON + HOUR + 9 * MINUTE) == ()
    assert await news_due(store, NOON + HOUR + 10 * MINUTE) == (which,)
    await record_told(store, which, 1, seen, NOON + DAY)
    assert await news_due(store, NOON + HOUR + 10 * MINUTE) == ()
    assert await news_due(store, NOON + DAY) == (which,), "it ended while that was shown"


async def test_the_messages_of_a_round_are_kept(store: Database) -> None:
    which = await running(store)
    kept = (RoundMessage(MessageId(5), "ab"), RoundMessage(None, "cd"))
    assert await at(store).round_messages(which, 1) == ()
    await at(store).record_round_messages(which, 1, kept)
    assert await at(store).round_messages(which, 1) == kept
    assert await at(store).round_messages(which, 2) == ()


async def test_the_messages_of_a_round_are_forgotten_long_after_the_end_was_told(store: Database) -> None:
    which, other = await running(store), TournamentId(12)
    kept = (RoundMessage(MessageId(5), "ab"),)
    for one in (which, other):
        await at(store).record_round_messages(one, 1, kept)
    await store.write(change, which, lambda one: changes.called_off(one, NOON), NOON)
    long_after = NOON + NOTICES_KEPT + MINUTE
    await prune(store, long_after)
    assert await at(store).round_messages(which, 1) == kept, "its end isn't told"
    await record_told(store, which, ALL_TOLD, await version(store, which), NOON + HOUR)
    await prune(store, NOON + NOTICES_KEPT)
    assert await at(store).round_messages(which, 1) == kept
    await prune(store, long_after)
    assert await at(store).round_messages(which, 1) == ()
    assert await at(store).round_messages(other, 1) == kept, "of another number"


async def test_other_terms_and_the_moment_of_their_change_are_kept(store: Database) -> None:
    which = await created(store)
    await enter(store, which, ANN)
    terms = replace(TERMS, most=9)
    await at(store, NOON + HOUR).change_terms(which, BOB, "Winter", terms)
    assert await changed_at(store, which) is None, "nobody is asked about that"
    terms = replace(terms, rated=False)
    after = await at(store, NOON + HOUR).change_terms(which, BOB, "Winter", terms)
    assert (after.name, after.terms) == ("Winter", terms) and await loaded(store, which) == after
    assert await changed_at(store, which) == NOON + HOUR
    _, _, around = await at(store)._observed(which, NOON + HOUR)
    assert around.changed_at == NOON + HOUR


# --- at any point -----------------------------------------------------------------------------------


@pytest.mark.parametrize("number", range(1, 9))
async def test_who_leaves_while_they_are_taken_out_is_out_once(store: Database, number: int) -> None:
    """The other leaves at any statement of the first: neither is refused, and nothing else changes."""
    which = await running(store)
    leaving: list[asyncio.Task[None]] = []

    def leave() -> None:
        leaving.append(asyncio.create_task(store.write(leave_all, BOB, NOON + HOUR)))

    with at_point(number, leave):
        await store.write(leave_all, BOB, NOON + HOUR, GUILD)
        await asyncio.gather(*leaving)
    entrant = (await loaded(store, which)).entrant_of(BOB)
    assert entrant is not None and entrant.left_at == NOON + HOUR
    assert await version(store, which) == 3


async def test_a_game_begins_only_for_two_who_are_still_in_it(store: Database) -> None:
    which, substitute = await running(store), UserId(1009)

    async def refused(*users: UserId) -> bool:
        with pytest.raises(TournamentError) as caught:
            await game(store, which, FIRST, *users)
        return caught.value.problem is TournamentProblem.GAME_NOT_NEEDED

    assert await refused(ANN, CAT), "they are no pair"
    put = partial(changes.replaced, seed=Seed(1), user=substitute, now=NOON)
    await store.write(change, which, put, NOON)
    assert await refused(ANN, BOB), "replaced"
    await store.write(change, which, partial(changes.withdrawn, user=BOB, now=NOON), NOON)
    assert await refused(substitute, BOB), "left"
    await store.write(stores.privacy.forget, BOB, UserId(-5), NOON)
    assert await refused(substitute, BOB), "erased"
    assert await store.read(stores.privacy.counts_of, BOB) == dict.fromkeys(
        await store.read(stores.privacy.counts_of, BOB), 0
    )
    assert (await loaded(store, which)).pairing(FIRST).waiting


async def test_a_game_begins_only_for_two_who_have_room(store: Database) -> None:
    which = await running(store, terms=replace(TERMS, at_once=2))
    later = [Pairing(PairingKey(1, 4 + seed), NO_GROUP, Seed(1), Seed(2 + seed), *SPAN) for seed in range(3)]
    await store.write(change, which, lambda one: one.changed(*later), NOON)
    first = await game(store, which, FIRST, ANN, BOB)
    await game(store, which, later[1].key, ANN, CAT)
    with pytest.raises(TournamentError):
        await game(store, which, later[2].key, ANN, DAN)
    await over(store, first, PairingOutcome(WIN, LOSS, Decision.PLAYED), NOON + HOUR)
    assert await game(store, which, later[2].key, ANN, DAN)


# --- plans ------------------------------------------------------------------------------------------


async def test_no_statement_reads_a_whole_table(watched_empty: Watched) -> None:
    store, statements = watched_empty
    which = await running(store)
    match = await game(store, which, FIRST, ANN, BOB)
    await over(store, match, PairingOutcome(WIN, LOSS, Decision.PLAYED), NOON + HOUR)
    await at(store)._observed(which, NOON)
    await at(store).summaries(GUILD, 9)
    await at(store).game_of(match.id)
    await at(store).to_tell(which)
    await at(store).to_show(which, resting=False)
    await due(store, NOON)
    await news_due(store, NOON)
    await at(store).unshown(9)
    await at(store).rest(which, 1, NOON)
    await at(store).record_shown(which, TournamentCard(None, 1, 1, 0))
    await record_told(store, which, 1, 1, NOON)
    await store.write(leave_all, CAT, NOON)
    asked = "^(SELECT|UPDATE|DELETE)[^;]*tournament"
    assert len(statements.about(asked)) > 20
    assert [line for _, lines in statements.scans(asked) for line in lines if UNSHOWN not in line] == []


def test_the_terms_are_stored_as_they_are() -> None:
    assert TournamentTerms.read(json.loads(json.dumps(TERMS.as_dict()))) == TERMS
