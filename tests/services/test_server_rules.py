"""What a server settles: the pace, how many matches, which channels, roles and games, where results go."""

from __future__ import annotations

import pytest

from data import stores
from matches import ChallengeChannel, ChallengeTerms, ChannelId, GuildId, Match
from matches.errors import NotAllowedError, NotAllowedProblem, Problem, Refused
from matches.guilds.settings import (
    CHANNELS,
    GAMES_KEY,
    MOST,
    PACE,
    RESULTS,
    ROLES,
    SETTINGS,
    TIERS,
    GuildRules,
    RatingTier,
    listed,
)
from matches.model import NoticeKind, NoticePlace
from matches.players import UserId
from matches.time import DAY
from matches.time.pace import DEFAULT_PACE, NO_CLOCK, Pace
from tests.matches.table import CHALLENGER, CHANNEL, GUILD, OPPONENT, STRANGER, THE_OPPONENT, Table

ELSEWHERE = ChallengeChannel(GuildId(99), ChannelId(98))


async def challenge(
    table: Table,
    place: ChallengeChannel,
    *,
    by: int = CHALLENGER,
    game: str = "pjawns",
    pace: Pace | None = None,
) -> Match:
    user = CHALLENGER if by == CHALLENGER else STRANGER
    match = await table.matches.challenges.challenge(
        user, THE_OPPONENT, ChallengeTerms(game, {}, pace=pace), place
    )
    table.id = match.id
    return match


async def settle(table: Table, **settings: str) -> None:
    for key, value in settings.items():
        await table.store.write(stores.people.change_guild, GUILD, {key: value})


def place(
    channel: int = CHANNEL, *, under: int | None = None, roles: tuple[int, ...] = ()
) -> ChallengeChannel:
    parent = None if under is None else ChannelId(under)
    return ChallengeChannel(GUILD, ChannelId(channel), parent, frozenset(roles))


# --- the pace ------------------------------------------------------------------------------------


async def test_a_challenge_that_names_no_pace_has_the_servers(table: Table) -> None:
    assert (await challenge(table, place())).terms.pace == DEFAULT_PACE
    await settle(table, pace="5d+12h<7d")
    assert (await challenge(table, place())).terms.pace == Pace.read("5d+12h<7d")
    assert (await challenge(table, place(), pace=NO_CLOCK)).terms.pace == NO_CLOCK
    assert (await challenge(table, ELSEWHERE)).terms.pace == DEFAULT_PACE
    await table.store.write(stores.people.change_guild, GUILD, {PACE: None})
    assert (await challenge(table, place())).terms.pace == DEFAULT_PACE


async def test_a_rematch_keeps_the_pace_of_the_match(table: Table) -> None:
    await challenge(table, place(), pace=Pace.read("7d"))
    await table.accept()
    await table.matches.play.resign(table.id, OPPONENT)
    await settle(table, pace="1d")
    match = await table.matches.challenges.rematch(table.id, CHALLENGER)
    assert match.rematch is not None
    assert (await table.matches.load(match.rematch)).terms.pace == Pace.read("7d")


# --- games, channels, roles ----------------------------------------------------------------------


async def test_only_the_games_of_the_server_are_played_there(table: Table) -> None:
    await settle(table, games="prawns,prudh")
    async with table.refuses(NotAllowedError) as refusal:
        await challenge(table, place())
    assert (refusal.value.problem, refusal.value.allowed) == (NotAllowedProblem.GAME, ["prawns", "prudh"])
    await challenge(table, place(), game="prudh")
    await challenge(table, ELSEWHERE)


@pytest.mark.parametrize(
    ("channel", "under", "allowed"), [(20, None, True), (50, 20, True), (12, None, False), (50, 12, False)]
)
async def test_challenges_are_made_in_the_channels_of_the_server_and_their_threads(
    table: Table, channel: int, under: int | None, allowed: bool
) -> None:
    await settle(table, channels="20,21")
    if allowed:
        await challenge(table, place(channel, under=under))
        return
    async with table.refuses(NotAllowedError) as refusal:
        await challenge(table, place(channel, under=under))
    assert (refusal.value.problem, refusal.value.allowed) == (NotAllowedProblem.CHANNEL, [20, 21])


async def test_only_people_with_a_role_challenge_and_accept(table: Table) -> None:
    await settle(table, roles="31,32")
    async with table.refuses(NotAllowedError) as refusal:
        await challenge(table, place(roles=(30,)))
    assert refusal.value.problem is NotAllowedProblem.ROLE
    await challenge(table, place(roles=(30, 32)))
    for roles in ((), (30,)):
        async with table.refuses(NotAllowedError):
            await table.matches.challenges.accept(table.id, OPPONENT, 1, call="heads", roles=frozenset(roles))
    await table.matches.challenges.accept(table.id, OPPONENT, 1, call="heads", roles=frozenset({31}))


# --- how many ------------------------------------------------------------------------------------


async def test_a_player_has_no_more_matches_than_the_server_allows(table: Table) -> None:
    await settle(table, most="2")
    await challenge(table, place())
    await table.accept()
    await challenge(table, place())
    async with table.refuses(Refused, Problem.TOO_MANY_MATCHES) as refusal:
        await challenge(table, place())
    assert refusal.value.facts == {"user": CHALLENGER, "limit": 2}
    await challenge(table, ELSEWHERE)


async def test_whoever_has_enough_does_not_accept_either(table: Table) -> None:
    await settle(table, most="1")
    await challenge(table, place())
    await challenge(table, place(), by=STRANGER)
    second = table.id
    await table.matches.challenges.accept(second, OPPONENT, 1, call="heads")
    first = (await table.stored())[0].id
    async with table.refuses(Refused, Problem.TOO_MANY_MATCHES) as refusal:
        await table.matches.challenges.accept(first, OPPONENT, 1, call="heads")
    assert refusal.value.facts["user"] == OPPONENT
    await table.matches.play.resign(second, OPPONENT)
    await table.matches.challenges.accept(first, OPPONENT, 1, call="heads")


async def test_a_rematch_needs_room_as_any_match(table: Table) -> None:
    await settle(table, most="1")
    await challenge(table, place())
    await table.accept()
    ended = table.id
    await table.matches.play.resign(ended, OPPONENT)
    await challenge(table, place())
    async with table.refuses(Refused, Problem.TOO_MANY_MATCHES):
        await table.matches.challenges.rematch(ended, CHALLENGER)


async def test_what_is_accepted_is_a_game_that_the_server_still_allows(table: Table) -> None:
    await challenge(table, place())
    await settle(table, games="prawns")
    async with table.refuses(NotAllowedError) as refusal:
        await table.accept()
    assert refusal.value.problem is NotAllowedProblem.GAME


async def test_a_rematch_is_of_a_game_that_the_server_still_allows(table: Table) -> None:
    await challenge(table, place())
    await table.accept()
    await table.matches.play.resign(table.id, OPPONENT)
    await settle(table, games="prawns")
    async with table.refuses(NotAllowedError):
        await table.matches.challenges.rematch(table.id, CHALLENGER)


# --- results -------------------------------------------------------------------------------------


async def announced(table: Table) -> list[tuple[NoticeKind, NoticePlace, UserId | None]]:
    await table.sweep()
    return [(one.notice.kind, one.notice.place, one.notice.user_id) for one in table.told]


async def test_a_result_is_announced_once_where_the_server_wants_it(table: Table) -> None:
    table.sweepers = [table.services, table.another_service()] * 3
    await settle(table, results="77")
    match = await table.begun(4)
    assert (await table.matches.load_with_settings(match.id)).guild.results == 77
    await table.matches.play.resign(table.id, OPPONENT)
    await table.live(days=1)
    await table.matches.challenges.rematch(table.id, CHALLENGER)
    await table.live(days=1)
    assert await announced(table) == [(NoticeKind.RESULT, NoticePlace.RESULTS, None)]


async def test_a_win_on_time_is_announced_too_unless_it_counts_for_nothing(table: Table) -> None:
    await settle(table, results="77")
    for turns, often in ((2, 1), (1, 0)):
        table.told.clear()
        await table.begun(turns, pace="1d")
        await table.live(days=9)
        assert [one.notice.kind for one in table.told].count(NoticeKind.RESULT) == often


async def test_without_a_channel_nothing_is_announced(table: Table) -> None:
    await table.begun(4)
    await table.matches.play.resign(table.id, OPPONENT)
    assert await announced(table) == []


# --- what is stored ------------------------------------------------------------------------------


def test_what_cannot_be_read_is_taken_for_not_set() -> None:
    # Which themes there are is not known here: whoever draws takes an unknown one for none.
    assert GuildRules.of(dict.fromkeys(SETTINGS, "no such thing")) == GuildRules(theme="no such thing")
    assert GuildRules.of({}) == GuildRules(pace=Pace(3 * DAY))


def test_what_is_listed_is_read_again() -> None:
    settings = {CHANNELS: listed(frozenset({3, 1})), ROLES: listed(frozenset({2})), MOST: "4", RESULTS: "9"}
    settings |= {GAMES_KEY: listed(frozenset({"prudh", "prawns"}))}
    rules = GuildRules.of({key: value for key, value in settings.items() if value is not None})
    assert (set(rules.channels), set(rules.roles), set(rules.games)) == ({1, 3}, {2}, {"prudh", "prawns"})
    assert (rules.most, rules.results) == (4, 9)
    assert listed(frozenset()) is None


def test_a_tier_that_cannot_be_read_leaves_the_others() -> None:
    assert GuildRules.of({TIERS: "1300:14,99,1500:pearl"}).tiers == (RatingTier(1300, 14),)
