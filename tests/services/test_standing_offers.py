"""Standing offers: kept, paired, played, turned off; by two processes and across a crash; and for a month."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from datetime import timedelta
from itertools import combinations
from typing import Any, Final

import pytest

from data import stores
from engines import OptionError
from matches import Match, Phase, UserId
from matches.errors import NotAllowedError, OffersChangedError, Refused, TooManyRunningError
from matches.guild_settings import GAMES_KEY, MOST, PACE
from matches.lifecycle.challenge import Opponent, Policy
from matches.model import NoticeKind, RatedStatus
from matches.players import Human, users_of
from matches.standing_offers import APART, SETTLES, OfferKey, OfferPair, OfferPool, OfferTerms, WhyOff
from matches.time.pace import NO_CLOCK, Pace
from services import Services
from tests.matches.table import GUILD, PLACE, Table

POOL: Final = OfferPool(GUILD, "pjawns")
ONE, TWO, THREE, FOUR = map(UserId, range(2001, 2005))
ADMIN: Final = UserId(2009)
THREE_DAYS: Final = Pace.read("3d")
LIMIT: Final = 99


def key(user: UserId) -> OfferKey:
    return OfferKey(*POOL, user)


async def keep(
    table: Table, *users: UserId, wanted: int = 1, game: str = "pjawns", rated: bool = True
) -> None:
    terms = OfferTerms(wanted, THREE_DAYS, rated)
    for user in users:
        await table.services.standing_offers.keep(user, game, terms, PLACE)


async def paired(table: Table, services: Services | None = None) -> list[Match]:
    """The matches that begin once all changes have settled."""
    table.now += SETTLES
    return await look(table, services)


async def look(table: Table, services: Services | None = None) -> list[Match]:
    """What the bot's job does, but that everybody is there and sees the channel."""
    asked = services or table.services
    begun = []
    for pool in await asked.standing_offers.due(LIMIT):
        barred: set[frozenset[UserId]] = set()
        while found := await asked.standing_offers.pairings(pool, barred):
            for pair in found:
                try:
                    begun.append(await asked.matches.challenges.by_offer(pair, PLACE))
                except TooManyRunningError as error:
                    barred.add(frozenset((error.user,)))
        await asked.standing_offers.looked(pool, table.now)
    return begun


def who(matches: Sequence[Match]) -> list[set[UserId]]:
    return [set(match.users) for match in matches]


async def off(table: Table, user: UserId) -> WhyOff | None:
    return (await table.services.standing_offers.own(GUILD, user)).offers["pjawns"].why


async def test_a_match_begins_by_itself_on_the_terms_of_both(table: Table) -> None:
    await keep(table, ONE, TWO)
    assert await look(table) == [], "there may be more to choose"
    (match,) = await paired(table)
    assert set(match.users) == {ONE, TWO} and match.phase is Phase.PLAYING
    assert (match.terms.by_offer, match.terms.pace, match.stakes) == (True, THREE_DAYS, RatedStatus.RATED)
    assert await paired(table) == []


async def test_unrated_matches_are_unrated_and_apart_from_rated_ones(table: Table) -> None:
    await keep(table, ONE, TWO, rated=False)
    await keep(table, THREE)
    (match,) = await paired(table)
    assert (set(match.users), match.rated) == ({ONE, TWO}, False)


async def test_who_challenges_is_drawn(table: Table) -> None:
    await keep(table, ONE, TWO)
    table.falls = "tails"
    (match,) = await paired(table)
    assert match.challenger == Human(TWO)


async def test_a_game_with_picks_begins_too(table: Table) -> None:
    await keep(table, ONE, TWO, game="prawns")
    (match,) = await paired(table)
    assert match.phase is Phase.SETUP and match.toss is not None


async def test_the_next_match_begins_when_one_has_ended_and_with_somebody_else(table: Table) -> None:
    await keep(table, ONE, TWO, THREE)
    (match,) = await paired(table)
    assert set(match.users) == {ONE, TWO}
    await table.matches.play.resign(match.id, TWO)
    assert who(await look(table)) == [{ONE, THREE}]
    table.now += APART + timedelta(minutes=1)
    assert await look(table) == [], "they have one each"


async def test_the_same_two_meet_again_after_a_week(table: Table) -> None:
    await keep(table, ONE, TWO)
    (match,) = await paired(table)
    await table.matches.play.resign(match.id, TWO)
    table.now += APART - timedelta(minutes=1)
    assert await look(table) == []
    table.now += timedelta(minutes=30)
    assert who(await look(table)) == [{ONE, TWO}]


async def test_a_match_of_another_game_keeps_the_same_two_apart_as_well(table: Table) -> None:
    await keep(table, ONE, TWO)
    await keep(table, ONE, TWO, game="prudh")
    assert len(await paired(table)) == 1


async def test_nearest_ratings_meet(table: Table) -> None:
    for winner, loser in ((ONE, TWO), (THREE, FOUR)):
        await won(table, winner, loser)
    await keep(table, ONE, TWO, THREE, FOUR)
    assert {frozenset(pair) for pair in who(await paired(table))} == {
        frozenset({ONE, THREE}),
        frozenset({TWO, FOUR}),
    }


async def won(table: Table, winner: UserId, loser: UserId) -> None:
    """A rated match that counts."""
    await table.challenge(Opponent(loser), by=winner, game="pjawns", pace="3d")
    await table.accept(by=loser)
    await table.turns(6)
    await table.matches.play.resign(table.id, loser)


async def test_who_is_away_gets_none_and_their_partner_waits(table: Table) -> None:
    await keep(table, ONE, TWO)
    await table.notifications.go_away(ONE, 3)
    assert await paired(table) == []
    assert (await table.services.standing_offers.own(GUILD, ONE)).away_until is not None
    table.now += timedelta(days=3)
    assert who(await look(table)) == [{ONE, TWO}]


async def test_blocked_players_never_meet(table: Table) -> None:
    await keep(table, ONE, TWO)
    await table.privacy.block(TWO, Opponent(ONE))
    assert await paired(table) == []


async def test_who_has_no_room_leaves_it_to_others(table: Table) -> None:
    full = Table(table.store, policy=Policy(running_matches=1))
    await keep(full, ONE, TWO, THREE)
    await full.challenge(Opponent(FOUR), by=ONE, game="pjawns")
    await full.accept(by=FOUR)
    assert who(await paired(full)) == [{TWO, THREE}]


async def test_a_servers_own_limit_holds_for_both(table: Table) -> None:
    await keep(table, ONE, TWO, wanted=2)
    await table.guilds.change(GUILD, {MOST: "1"})
    await table.challenge(Opponent(FOUR), by=TWO, game="prudh")
    await table.accept(by=FOUR)
    table.now += SETTLES
    (pair,) = await table.services.standing_offers.pairings(POOL)
    for falls in ("heads", "tails"):
        table.falls = falls
        async with table.refuses(Refused) as refused:
            await table.matches.challenges.by_offer(pair, PLACE)
        assert refused.value.facts["user"] == TWO


async def test_what_the_server_forbids_is_not_begun(table: Table) -> None:
    await keep(table, ONE, TWO)
    await table.guilds.change(GUILD, {GAMES_KEY: "prudh"})
    assert await paired(table) == []
    with pytest.raises(NotAllowedError):
        await keep(table, THREE)
    with pytest.raises(NotAllowedError):
        await table.services.standing_offers.check_free(GUILD, ONE, "pjawns", frozenset())
    await table.guilds.change(GUILD, {GAMES_KEY: None})
    await table.services.standing_offers.check_free(GUILD, ONE, "pjawns", frozenset())


async def test_terms_that_no_offer_can_have_are_refused(table: Table) -> None:
    for terms in (
        OfferTerms(0, THREE_DAYS, rated=True),
        OfferTerms(6, THREE_DAYS, rated=True),
        OfferTerms(1, NO_CLOCK, rated=True),
        OfferTerms(1, Pace.read("10m"), rated=True),
    ):
        with pytest.raises(OptionError):
            await table.services.standing_offers.keep(ONE, "pjawns", terms, PLACE)
    await table.guilds.change(GUILD, {PACE: "10m"})
    assert (await table.services.standing_offers.own(GUILD, ONE)).usual == (1, THREE_DAYS, True)


async def test_off_means_no_further_match_and_fewer_are_no_loss(table: Table) -> None:
    await keep(table, ONE, TWO, THREE, wanted=2)
    begun = await paired(table)
    assert len(begun) == 3
    await keep(table, ONE, wanted=1)
    assert await table.services.standing_offers.turn_off(key(TWO))
    assert not await table.services.standing_offers.turn_off(key(TWO))
    assert all([(await table.matches.load(match.id)).phase.running for match in begun])
    own = await table.services.standing_offers.own(GUILD, TWO)
    assert (own.is_on("pjawns"), own.running, await off(table, TWO)) == (False, {"pjawns": 2}, WhyOff.OWNER)
    assert await paired(table) == []


# --- off and told -----------------------------------------------------------------------------------


async def test_who_loses_on_time_gets_no_more_and_is_told(table: Table) -> None:
    await keep(table, ONE, TWO)
    (match,) = await paired(table)
    table.id = match.id
    await table.turns(2)
    (late,) = await table.awaited()
    await table.live(days=30, alive=True)
    assert (await table.match()).phase is Phase.FINISHED
    assert await off(table, late) is WhyOff.LATE
    assert await off(table, UserId(ONE + TWO - late)) is None
    assert len(table.told_to(late, NoticeKind.OFFER_OFF)) == 1
    assert not table.told_to(UserId(ONE + TWO - late), NoticeKind.OFFER_OFF)


async def test_who_lets_two_lapse_unbegun_gets_no_more_and_is_told(table: Table) -> None:
    await keep(table, ONE, wanted=2)
    await keep(table, TWO, THREE)
    begun = await paired(table)
    assert len(begun) == 2
    for number, match in enumerate(begun, 1):
        await table.matches.play.resign(match.id, ONE)
        assert await off(table, ONE) is (WhyOff.NOT_BEGUN if number == 2 else None)
    await table.live(hours=1)
    assert len(table.told_to(ONE, NoticeKind.OFFER_OFF)) == 1


async def test_a_side_handed_over_is_no_fault_of_its_owner(table: Table) -> None:
    await keep(table, ONE, TWO)
    (match,) = await paired(table)
    table.id = match.id
    await table.turns(2)
    side = match.side_of(ONE)
    assert side is not None
    await table.matches.admin.hand_over(match.id, ADMIN, GUILD, side, Opponent(FOUR))
    await table.live(days=40, alive=True)
    assert (await table.match()).phase is Phase.FINISHED
    assert await off(table, ONE) is None and await off(table, TWO) is None


async def test_a_rematch_is_no_match_by_offer(table: Table) -> None:
    await keep(table, ONE, TWO)
    (match,) = await paired(table)
    table.id = match.id
    await table.turns(2)
    ended = await table.matches.play.resign(match.id, TWO)
    ended = await table.matches.challenges.rematch(ended.id, TWO)
    assert ended.rematch is not None
    assert not (await table.matches.load(ended.rematch)).terms.by_offer


# --- leaving ----------------------------------------------------------------------------------------


async def test_who_leaves_the_server_gets_no_more(table: Table) -> None:
    await keep(table, ONE, TWO)
    await table.leaderboards.note_presence(GUILD, ONE, there=False)
    assert await paired(table) == []
    assert not (await table.services.standing_offers.own(GUILD, ONE)).offers


async def test_who_is_forgotten_is_not_paired_meanwhile_and_leaves_nothing(table: Table) -> None:
    await keep(table, ONE, TWO)
    (match,) = await paired(table)
    await keep(table, THREE, ONE, wanted=2)
    assert (await table.privacy.counts(ONE))["standing_offer"] == 1
    exported = b"".join([part async for part in table.privacy.export(ONE)])
    assert b'"standing offers"' in exported and b'"wanted": 2' in exported
    await table.privacy.ask_to_be_forgotten(ONE)
    assert await paired(table) == []
    async for _ in table.privacy.end_all(ONE):
        pass
    assert (await table.matches.load(match.id)).phase is Phase.FINISHED
    assert await table.privacy.forget(ONE)
    assert not any((await table.privacy.counts(ONE)).values())


# --- exactly once -----------------------------------------------------------------------------------


async def test_a_crash_before_the_beginning_is_made_good_by_the_sweep(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    await keep(table, ONE, TWO)

    async def die(*_: object) -> Match:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(table.matches.challenges, "begin_by_itself", die)
        with pytest.raises(KeyboardInterrupt):
            await paired(table)
    (waiting,) = await table.stored()
    assert (waiting.phase, waiting.terms.by_offer) == (Phase.CHALLENGED, True)
    assert await look(table) == [], "there is no second"
    assert await table.sweep() == [waiting.id]
    assert (await table.matches.load(waiting.id)).phase is Phase.PLAYING


@pytest.mark.parametrize("work", [stores.matches.create, stores.matches.save, stores.standing_offers.looked])
async def test_a_process_that_dies_before_or_after_any_step_loses_and_doubles_nothing(
    table: Table, work: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    for after in (False, True):
        users = [UserId(3000 + 10 * after + number) for number in range(4)]
        await keep(table, *users)
        table.now += SETTLES
        with monkeypatch.context() as patched:
            patched.setattr(table.store, "write", dying(table.store.write, work, after=after))
            with pytest.raises(KeyboardInterrupt):
                await look(table)
        table.use(table.another_service())
        await look(table)
        await table.sweep()
        begun = [match for match in await table.stored() if set(match.users) & set(users)]
        assert len(begun) == 2 and all(match.phase is Phase.PLAYING for match in begun)
        assert Counter(user for match in begun for user in match.users) == dict.fromkeys(users, 1)


def dying(write: Any, work: object, *, after: bool) -> Callable[..., Awaitable[Any]]:
    """A store's write that ends the process before or after ``work``."""

    async def wrapped(asked: object, /, *args: object, **named: object) -> Any:
        if asked is work and not after:
            raise KeyboardInterrupt
        found = await write(asked, *args, **named)
        if asked is work:
            raise KeyboardInterrupt
        return found

    return wrapped


async def test_two_processes_that_pair_the_same_offers_begin_each_match_once(table: Table) -> None:
    await keep(table, ONE, TWO, THREE, FOUR, wanted=2)
    table.now += SETTLES
    both = (table.services, table.another_service())
    asked: list[tuple[Services, OfferPair]] = [
        (service, pair) for service in both for pair in await service.standing_offers.pairings(POOL)
    ]
    assert len(asked) == 8
    answers = await asyncio.gather(
        *(service.matches.challenges.by_offer(pair, PLACE) for service, pair in asked), return_exceptions=True
    )
    begun = [answer for answer in answers if isinstance(answer, Match)]
    assert len(begun) == 4 == len(await table.stored())
    assert all(isinstance(answer, Match | OffersChangedError) for answer in answers)
    assert Counter(user for match in begun for user in match.users) == dict.fromkeys(
        (ONE, TWO, THREE, FOUR), 2
    )


# --- a month ----------------------------------------------------------------------------------------

PEOPLE: Final = tuple(UserId(5000 + number) for number in range(40))
LATE: Final = frozenset(PEOPLE[:3])
"""They begin their matches, and then never move again."""
STAYS_AWAY: Final = PEOPLE[3]
"""Never begins any match."""


@pytest.mark.slow
async def test_forty_people_for_a_month(table: Table) -> None:
    """Everybody who can be paired is; never beyond what they want, nor the same two within a week."""
    chance = random.Random(43)
    wishes = {user: OfferTerms(chance.randint(1, 3), THREE_DAYS, chance.random() < 0.7) for user in PEOPLE}
    for user, terms in wishes.items():
        await table.services.standing_offers.keep(user, "pjawns", terms, PLACE)
    for one, other in ((PEOPLE[10], PEOPLE[11]), (PEOPLE[12], PEOPLE[30])):
        await table.privacy.block(one, Opponent(other))
    table.now += SETTLES
    for day in range(30):
        await look(table, table.another_service() if day % 3 == 0 else None)
        await nobody_is_left(table)
        await never_beyond(table, wishes)
        await a_day(table, chance)
        if day in (5, 12):
            await table.notifications.go_away(chance.choice(PEOPLE[20:]), 4)
        await table.live(days=1, alive=True)
    matches = await table.stored()
    assert len(matches) > 100
    never_too_soon(matches)
    for user in LATE:
        assert await off(table, user) in (WhyOff.LATE, WhyOff.NOT_BEGUN)
        assert len(table.told_to(user, NoticeKind.OFFER_OFF)) == 1
    assert await off(table, STAYS_AWAY) in (WhyOff.LATE, WhyOff.NOT_BEGUN)
    met = Counter(user for match in matches for user in match.users)
    assert all(met[user] > 3 for user in PEOPLE[4:]), "nobody was forgotten"


async def a_day(table: Table, chance: random.Random) -> None:
    """Each running match goes on by a turn, or is given up by one who has begun it."""
    for summary in await table.matches.lists.running_in(GUILD, 999):
        table.id = summary.id
        match = await table.match()
        (user,) = users_of(table.matches.to_act(match))
        begun = len(match.entries) > 1
        if user == STAYS_AWAY or (user in LATE and begun):
            continue
        if begun and chance.random() < 0.3:
            await table.matches.play.resign(table.id, user)
        else:
            await table.act()


async def nobody_is_left(table: Table) -> None:
    """No two are left that want a match and can meet."""
    assert await table.services.standing_offers.pairings(POOL) == ()
    state = await table.store.read(stores.standing_offers.state_of, POOL, table.now)
    assert not any(state.can_meet(*pair) for pair in combinations(state.offers, 2))


async def never_beyond(table: Table, wishes: dict[UserId, OfferTerms]) -> None:
    running = await table.matches.lists.running_in(GUILD, 999)
    counted = Counter(user for match in running for user in match.users)
    assert all(counted[user] <= terms.wanted for user, terms in wishes.items())


def never_too_soon(matches: Sequence[Match]) -> None:
    ended: dict[frozenset[UserId], Match] = {}
    for match in sorted(matches, key=lambda match: match.created_at):
        pair = frozenset(match.users)
        before = ended.get(pair)
        if before is not None:
            assert before.result is not None and match.created_at - before.changed_at >= APART
        ended[pair] = match
