"""Matches between two servers as a service: who may have one, how each sees it, and who closes a place."""

from __future__ import annotations

import json
from typing import Final

import pytest

from data import stores
from data.features import PERSONAL
from matches import ChallengeTerms, GuildId, Match, MatchTerms, Opponent, Phase
from matches.errors import NoSuchMatchError, Problem, Refused
from matches.guilds.settings import ChallengeChannel
from matches.lifecycle.sets import FIRST
from matches.model import NOWHERE, ChannelId, MatchPlace, Shown, UserId
from services.lobby import Seeker
from services.viewpoint import reading_as, strangers_met
from tests.matches.table import CHALLENGER, GUILD, OPPONENT, PLACE, STRANGER, Table
from tests.people import names
from tests.services.across import FAR, FAR_PLACE, accepted, offered, wanted

ADMIN = UserId(1009)


async def lobby_of(table: Table, user: UserId, guild: GuildId) -> list[Match]:
    """The challenges that a user finds in a server."""
    with reading_as(user, guild):
        page = await table.matches.lobby.find(Seeker(user, guild, frozenset(), lambda _match: True))
    return [offer.match for offer in page.offers]  # type: ignore[misc]


async def test_it_begins_with_a_place_for_each_and_is_seen_from_ones_own(table: Table) -> None:
    await wanted(table, CHALLENGER, OPPONENT)
    match = await accepted(table, await offered(table))
    assert match.phase.running and match.places == (
        MatchPlace(GUILD, PLACE.channel),
        MatchPlace(FAR, FAR_PLACE.channel),
    )
    assert (match.here, match.guild_id, match.users_here, match.strangers) == (
        *(1, FAR, (OPPONENT,), (CHALLENGER,)),
    )
    for user, guild, here in (
        (CHALLENGER, None, 0),
        (OPPONENT, None, 1),
        (STRANGER, GUILD, 0),
        (STRANGER, FAR, 1),
        (STRANGER, GuildId(5), None),
        (STRANGER, None, None),
    ):
        with reading_as(user, guild):
            seen = await table.matches.load(match.id)
            assert seen.here == here
            assert strangers_met() == set(seen.strangers)
            assert seen.place == (NOWHERE if here is None else match.places[here])
    assert (await table.matches.load(match.id)).here == 0, "nobody reads"


async def test_what_is_shown_in_one_place_is_kept_there_alone(table: Table) -> None:
    await wanted(table, CHALLENGER, OPPONENT)
    match = await accepted(table, await offered(table))
    await table.matches.record_shown(match, Shown(version=match.version, home=ChannelId(5)))
    stored = await table.matches.load(match.id)
    assert [place.shown.version for place in stored.places] == [0, match.version]
    found = await table.matches.unshown(table.now + table.now.resolution, 9)
    assert found == ((match.id, 0),)
    assert [one.here for one in await table.matches.lists.at_home(ChannelId(5))] == [0]
    with reading_as(STRANGER, FAR):
        assert [one.here for one in await table.matches.lists.at_home(ChannelId(5))] == [1]


async def test_all_four_have_to_want_it(table: Table) -> None:
    with pytest.raises(Refused) as refused:
        await offered(table)
    assert refused.value.problem is Problem.ACROSS_OFF
    await wanted(table)
    with pytest.raises(Refused) as refused:
        await offered(table)
    assert refused.value.problem is Problem.ACROSS_NOT_CHOSEN
    await wanted(table, CHALLENGER)
    match = await offered(table)
    assert await lobby_of(table, OPPONENT, FAR) == []
    with pytest.raises(Refused) as refused:
        await accepted(table, match)
    assert refused.value.problem is Problem.ACROSS_NOT_CHOSEN
    await wanted(table, OPPONENT)
    (found,) = await lobby_of(table, OPPONENT, FAR)
    assert (found.id, found.here, found.place) == (match.id, None, NOWHERE)
    await table.store.write(stores.people.change_guild, GUILD, {"across": None})
    assert await lobby_of(table, OPPONENT, FAR) == []
    with pytest.raises(NoSuchMatchError):
        await accepted(table, match)


async def test_only_an_open_challenge_of_one_match_goes_to_other_servers(table: Table) -> None:
    await wanted(table, CHALLENGER, OPPONENT)
    for refused in (offered(table, Opponent(OPPONENT)), offered(table, set_part=FIRST)):
        with pytest.raises(Refused) as error:
            await refused
        assert error.value.problem is Problem.ACROSS_OPEN_ONLY
    here = await table.matches.challenges.challenge(CHALLENGER, None, ChallengeTerms("pjawns", {}), PLACE)
    with pytest.raises(NoSuchMatchError):
        await accepted(table, here)
    with pytest.raises(NoSuchMatchError):
        await accepted(table, await offered(table), place=PLACE)


async def test_in_their_own_server_it_is_a_match_as_any_other(table: Table) -> None:
    await wanted(table, CHALLENGER, OPPONENT)
    match = await offered(table)
    with reading_as(OPPONENT, GUILD):
        match = await table.matches.challenges.accept(match.id, OPPONENT, match.version, call="heads")
    assert not match.between_servers and (match.here, match.users_here) == (0, match.users)


async def test_an_admin_closes_a_place_and_keeps_the_other_player_out(table: Table) -> None:
    await wanted(table, CHALLENGER, OPPONENT)
    match = await accepted(table, await offered(table))
    for guild, admin in ((GuildId(5), ADMIN), (FAR, OPPONENT)):
        with pytest.raises((NoSuchMatchError, Refused)):
            await table.matches.across.close(match.id, guild, admin)
    closed = await table.matches.across.close(match.id, FAR, ADMIN)
    assert (closed.here, closed.shown.closed, closed.shown.evicted) == (1, True, True)
    assert not closed.places[0].shown.closed and closed.phase.running
    with pytest.raises(Refused) as refused:
        await table.matches.across.close(match.id, FAR, ADMIN)
    assert refused.value.problem is Problem.PLACE_CLOSED
    another = await offered(table)
    await wanted(table, STRANGER)
    assert await lobby_of(table, STRANGER, FAR) == []
    with pytest.raises(Refused) as refused:
        await accepted(table, another, STRANGER)
    assert refused.value.problem is Problem.ACROSS_BLOCKED
    assert await table.matches.across.blocked_in(FAR) == (CHALLENGER,)
    await table.matches.across.unblock(FAR, CHALLENGER)
    assert [one.id for one in await lobby_of(table, STRANGER, FAR)] == [another.id]
    with pytest.raises(Refused):
        await table.matches.across.unblock(FAR, CHALLENGER)


async def test_a_card_that_was_on_its_way_does_not_open_a_closed_place(table: Table) -> None:
    await wanted(table, CHALLENGER, OPPONENT)
    match = await accepted(table, await offered(table))
    await table.matches.across.close(match.id, FAR, ADMIN)
    late = Shown(version=match.version, home=ChannelId(5))
    await table.matches.record_shown(match, late)
    stored = (await table.matches.load(match.id)).seen_from(1)
    assert stored.shown.evicted, "it is moved with the next card"


async def test_neither_servers_admins_decide_it_and_it_has_no_rematch_and_no_watchers(table: Table) -> None:
    await wanted(table, CHALLENGER, OPPONENT)
    match = await accepted(table, await offered(table))
    for guild in (GUILD, FAR):
        with reading_as(ADMIN, guild), pytest.raises(Refused) as refused:
            await table.matches.admin.abort(match.id, ADMIN, guild)
        assert refused.value.problem is Problem.BETWEEN_SERVERS
        assert await table.matches.admin.running_of(CHALLENGER, guild) == ()
        assert await table.matches.lists.running_in(guild, 9) == ()
    with pytest.raises(Refused) as refused:
        await table.services.spectators.watch(match.id, STRANGER, each_turn=True)
    assert refused.value.problem is Problem.WATCH_ACROSS
    ended = await table.matches.play.resign(match.id, OPPONENT)
    assert ended.phase is Phase.FINISHED
    with pytest.raises(Refused) as refused:
        await table.matches.challenges.rematch(match.id, CHALLENGER)
    assert refused.value.problem is Problem.NO_REMATCH_ACROSS


# Of these tables a match across leaves nothing, so an export can have no row of theirs that is about one.
OF_NO_MATCH_ACROSS: Final = frozenset(
    {
        *("gone", "champion", "rating_role", "ladder_place", "ladder_history", "simul", "standing_offer"),
    }
)


def of_people() -> dict[str, str]:
    """The titles in an export of the tables in which a row names a server, by table, found in the schema."""
    return {held.table.name: held.title for held in PERSONAL if "guild_id" in held.table.columns}


async def exported(table: Table, user: UserId) -> str:
    return b"".join([piece async for piece in table.services.privacy.export(user)]).decode()


@pytest.mark.parametrize("ending", ["running", "resigned", "played"])
async def test_an_export_names_ones_own_server_alone(table: Table, ending: str) -> None:
    # Ids that no count of turns or matches can be.
    near, far = (
        ChallengeChannel(GuildId(9_000_000 + place), ChannelId(9_000_010 + place)) for place in (1, 2)
    )
    await wanted(table, CHALLENGER, OPPONENT, guilds=(near.guild, far.guild))
    wishes = ChallengeTerms("pjawns", {}, terms=MatchTerms(across=True))
    match = await accepted(
        table, await table.matches.challenges.challenge(CHALLENGER, None, wishes, near), place=far
    )
    table.id = match.id
    if ending == "resigned":
        await table.turns(4)
        await table.matches.play.resign(match.id, OPPONENT)
    while ending == "played" and (await table.match()).phase.running:
        await table.act()
    for user, own, other in ((CHALLENGER, near, far), (OPPONENT, far, near)):
        text = await exported(table, user)
        assert f'"server": "{own.guild}"' in text
        assert not names(other.guild, text) and not names(other.channel, text)
        if ending == "running":
            continue
        told = json.loads(text)
        (score,) = told["what matches brought"]
        assert (score["user_id"], score["guild_id"]) == (str(user), str(own.guild))
        filled = {name for name, title in of_people().items() if told.get(title)}
        assert filled == of_people().keys() - OF_NO_MATCH_ACROSS, "fill a new table in this story"


async def test_the_most_of_a_server_counts_matches_that_are_half_its_own(table: Table) -> None:
    await wanted(table, CHALLENGER, OPPONENT)
    await table.store.write(stores.people.change_guild, FAR, {"most": "1"})
    await accepted(table, await offered(table))
    with pytest.raises(Refused) as refused:
        await accepted(table, await offered(table))
    assert refused.value.problem is Problem.TOO_MANY_MATCHES
