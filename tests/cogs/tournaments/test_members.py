"""Who has left the server is out of its tournaments, by Discord's word alone."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from cogs.tournaments.service import Tournaments
from data.features.tournaments import change
from matches import GuildId, UserId
from matches.tournaments.changes import replaced
from matches.tournaments.model import Decision, Format, Seed, TournamentState
from tests.cases import case
from tests.cogs.community import id_of, newcomers, removed
from tests.cogs.leavers import OTHER_ANSWERS, answers
from tests.cogs.server import Server, text
from tests.cogs.tournaments.entrants import Entrants, entered, the_lower_seed
from tests.cogs.tournaments.stories import FIRST, card, made, run, seen


@pytest.mark.parametrize("form", Format)
async def test_who_left_the_server_is_out_before_the_start(server: Server, form: Format) -> None:
    await made(server, form)
    people = newcomers(server, 5)
    for who in people:
        await server.bot.app[Tournaments].enter(FIRST, id_of(who))
    removed(server, people[1])
    await server.pass_time(days=8)
    await run(server)
    found = await seen(server)
    assert found.state is TournamentState.RUNNING
    assert found.entrant_of(id_of(people[1])) is None
    assert len(found.entrants) == 4


async def test_with_too_few_left_in_the_server_it_is_cancelled(server: Server) -> None:
    await made(server)
    people = newcomers(server, 3)
    for who in people:
        await server.bot.app[Tournaments].enter(FIRST, id_of(who))
    removed(server, people[2])
    await server.pass_time(days=8)
    await run(server)
    assert "it takes 3 players, and there were 2" in "".join(map(text, server.channel.history()))


async def test_a_full_one_that_somebody_left_takes_entries_again(server: Server) -> None:
    await made(server, most=4)
    people = newcomers(server, 5)
    for who in people[:4]:
        await server.bot.app[Tournaments].enter(FIRST, id_of(who))
    removed(server, people[0])
    await run(server)
    assert (await seen(server)).state is TournamentState.OPEN
    await people[4].click(card(server), label="Join")
    await run(server)
    assert (await seen(server)).state is TournamentState.RUNNING


async def test_who_left_the_server_is_paired_no_more_in_a_swiss(server: Server) -> None:
    e = await entered(server, 6, form="Swiss")
    removed(server, e.of(1))
    await e.play(the_lower_seed)
    found = await e.found()
    assert found.round == 2
    assert not found.by_seed[Seed(1)].active
    assert all(1 not in game.seeds for game in found.in_round(2))
    assert e.of(1).id not in [user for match in await _running(e) for user in match.users]


@pytest.mark.parametrize(
    ("form", "more"),
    [("Round robin", {}), ("League", {"more": "Divisions of up to 8", "many": "At most 2"})],
)
async def test_no_match_begins_with_who_left_the_server(
    server: Server, form: str, more: dict[str, str]
) -> None:
    e = await entered(server, 6, form=form, **more)
    before = {game.match_id for game in (await e.found()).pairings}
    removed(server, e.of(6))
    await e.play(lambda game: min(game.seeds))
    found = await e.found()
    theirs = [game for game in found.pairings if 6 in game.seeds]
    assert {game.match_id for game in theirs} <= before, "those that ran went on"
    how = [game.outcome.how for game in theirs if game.outcome]
    assert len(how) == 5 and set(how) == {Decision.PLAYED, Decision.FORFEIT}


async def test_the_opponent_of_who_left_the_server_goes_on_in_a_knockout(server: Server) -> None:
    e = await entered(server, 4, form="Knockout")
    removed(server, e.of(1))
    await e.play(the_lower_seed)
    found = await e.found()
    assert {game.seeds for game in found.in_round(2)} == {(2, 4), (4, 2)}
    assert e.of(1).id not in [one.user_id for one in found.active]


async def test_any_other_answer_leaves_them_in(server: Server) -> None:
    e = await entered(server, 4, form="Swiss")
    removed(server, e.of(1))
    answers(server, e.of(1), *OTHER_ANSWERS[0])
    await e.play(the_lower_seed)
    found = await e.found()
    assert found.round == 2 and len(found.active) == 4
    guild, absent_now = GuildId(server.guild.id), server.bot.app.members.absent_now
    for answer in OTHER_ANSWERS[1:]:
        server.env.backend.faults.clear()
        answers(server, e.of(1), *answer)
        with case(answer), server.env.as_bot():
            assert not await absent_now(guild, [id_of(e.of(1))])


async def test_who_came_back_is_in_it(server: Server) -> None:
    e = await entered(server, 4, form="Swiss")
    app, guild = server.bot.app, GuildId(server.guild.id)
    user = server.env.create_user("back")
    removed(server, server.guild.add_member(user))
    with server.env.as_bot():
        assert await app.members.absent(guild, [UserId(user.id)])
    server.guild.add_member(user)
    with server.env.as_bot():
        assert not await app.members.absent(guild, [UserId(user.id)]), "the cache isn't believed"
    await e.play(the_lower_seed)
    assert len((await e.found()).active) == 4


async def test_who_is_known_to_have_left_is_taken_out_again(server: Server) -> None:
    """As where another process had noted them as gone, and somebody put them into a tournament since."""
    e = await entered(server, 4, form="Swiss")
    app, guild = server.bot.app, GuildId(server.guild.id)
    await app.leaderboards.record_presence(guild, UserId(99), there=False)
    which = (await e.found()).id
    put = partial(replaced, seed=Seed(1), user=UserId(99), now=app.clock())
    await server.store.write(change, which, put, app.clock())
    await e.play(the_lower_seed)
    entrant = (await e.found()).entrant_of(UserId(99))
    assert entrant is not None and not entrant.active


async def _running(e: Entrants) -> list[Any]:
    return [await e.match_of(game) for game in (await e.found()).in_round(2) if game.running]
