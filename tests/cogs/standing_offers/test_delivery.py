"""Matches of standing offers begin where both see them, and with those alone who can play."""

from __future__ import annotations

from collections.abc import Callable

import discord
import pytest

from cogs.standing_offers.delivery import OfferPairer
from cogs.standing_offers.rules import OfferKey, WhyOff
from cogs.standing_offers.service import StandingOffers
from cogs.standing_offers.texts import KEEP
from data import stores
from matches import GuildId, Match, MatchId, Phase
from matches.guilds.settings import ROLES
from matches.lifecycle.challenge import Opponent
from services.challenges import Challenges
from tests.cases import case
from tests.cogs.community import id_of, newcomers, won
from tests.cogs.places import KINDS, OUT_OF_REACH, PASSING, becomes
from tests.cogs.server import Server, labels, private, text
from tests.cogs.standing_offers.kept import GAME, keep, players, running, why


async def test_a_match_begins_by_itself_and_pings_both(server: Server) -> None:
    await keep(server, server.challenger, server.opponent)
    await server.pass_time(minutes=2)
    (match,) = await running(server)
    assert set(match.users) == {server.challenger.id, server.opponent.id} and match.phase is Phase.PLAYING
    (thread,) = server.channel.threads
    posted = text(server.invitation)
    assert "are playing in" in posted and f"<#{thread.id}>, as both keep matches going." in posted
    assert "You both keep matches of this game going: `/play`." in text(server.card)
    assert {user.id for user in server.card.mentions} == set(match.users)
    opened = await server.opponent.click(server.invitation, label=KEEP)
    assert "Pjawns" in private(opened) and "Turn off" in labels(opened.followups[-1])
    await server.pass_time(hours=2)
    assert len(await running(server)) == 1


async def test_who_has_left_the_server_is_not_paired(server: Server) -> None:
    await keep(server, server.challenger, server.opponent, server.visitor)
    server.guild.remove_member(server.challenger)
    await server.pass_time(minutes=2)
    assert await players(server) == [{server.opponent.id, server.visitor.id}]
    own = await server.bot.app[StandingOffers].own(GuildId(server.guild.id), id_of(server.challenger))
    assert not own.offers


async def test_one_found_gone_in_pairing_is_present_again_with_their_next_click(server: Server) -> None:
    await keep(server, server.challenger, server.opponent)
    app, guild, user = server.bot.app, GuildId(server.guild.id), id_of(server.challenger)
    await won(server, server.challenger, *newcomers(server, 1))
    server.guild.remove_member(server.challenger)
    await server.pass_time(minutes=2)
    assert await server.store.read(stores.ratings.has_left, guild, user)
    again = server.guild.add_member(server.challenger.user)
    await again.slash(server.channel, "ranking")
    assert not await server.store.read(stores.ratings.has_left, guild, user)
    assert app.members.guilds_of(user) == (guild,)


async def test_who_lacks_the_servers_role_is_not_paired_until_they_have_it(server: Server) -> None:
    await keep(server, server.challenger, server.opponent, server.visitor)
    role = server.guild.create_role("Players")
    for who in (server.opponent, server.visitor):
        server.env.backend.add_member_role(server.guild.id, who.id, role.id)
    await server.bot.app.guilds.change(GuildId(server.guild.id), {ROLES: str(role.id)})
    await server.pass_time(minutes=2)
    assert await players(server) == [{server.opponent.id, server.visitor.id}]
    (match,) = await running(server)
    await server.bot.app.matches.play.resign(match.id, id_of(server.opponent))
    server.env.backend.add_member_role(server.guild.id, server.challenger.id, role.id)
    await server.pass_time(hours=2)
    assert len(await running(server)) == 1


async def test_an_offer_whose_channel_is_gone_is_off(server: Server) -> None:
    club = server.guild.create_text_channel("club")
    await keep(server, server.challenger, channel=club)
    await keep(server, server.opponent)
    server.env.backend.delete_channel(club.id)
    await server.pass_time(minutes=2)
    assert await players(server) == []
    assert (await why(server, server.challenger), await why(server, server.opponent)) == (
        WhyOff.CHANNEL,
        None,
    )


async def test_a_match_begins_in_the_channel_that_both_see(server: Server) -> None:
    hidden = discord.PermissionOverwrite(view_channel=False)
    club = server.guild.create_text_channel("club", overwrites={server.opponent: hidden})
    await keep(server, server.challenger, channel=club)
    await keep(server, server.opponent)
    await server.pass_time(minutes=2)
    assert len(server.channel.threads) == 1 and not club.threads


async def test_two_without_a_common_channel_leave_each_other_to_others(server: Server) -> None:
    hidden = discord.PermissionOverwrite(view_channel=False)
    club = server.guild.create_text_channel("club", overwrites={server.opponent: hidden})
    cove = server.guild.create_text_channel("cove", overwrites={server.challenger: hidden})
    await keep(server, server.challenger, channel=club)
    await keep(server, server.opponent, channel=cove)
    await keep(server, server.visitor)
    await server.pass_time(minutes=2)
    (pair,) = await players(server)
    assert pair != {server.challenger.id, server.opponent.id}


async def test_without_the_permissions_for_a_match_none_begins_and_the_offers_stay(server: Server) -> None:
    mute = discord.PermissionOverwrite(send_messages=False)
    club = server.guild.create_text_channel("club", overwrites={server.guild.default_role: mute})
    await keep(server, server.challenger, server.opponent, channel=club)
    await server.pass_time(minutes=2)
    assert await players(server) == []
    assert await why(server, server.challenger) is None


async def test_a_full_player_leaves_it_to_others(server: Server) -> None:
    await keep(server, server.challenger, server.opponent, server.visitor)
    await server.bot.app.guilds.change(GuildId(server.guild.id), {"most": "1"})
    (other,) = newcomers(server, 1)
    await server.challenger.slash(server.channel, "prudh challenge", opponent=other)
    await server.pass_time(minutes=2)
    assert {server.opponent.id, server.visitor.id} in await players(server)


async def test_blocked_players_are_not_paired(server: Server) -> None:
    await keep(server, server.challenger, server.opponent)
    await server.bot.app.privacy.block(id_of(server.challenger), Opponent(id_of(server.opponent)))
    await server.pass_time(minutes=2)
    assert await players(server) == []


class Killed(BaseException):
    """The process dies."""


Step = Callable[[Server, pytest.MonkeyPatch], None]


def before_it_begins(_server: Server, patch: pytest.MonkeyPatch) -> None:
    async def die(*_: object) -> Match:
        raise Killed

    patch.setattr(Challenges, "begin_by_itself", die)


def before_it_is_shown(server: Server, patch: pytest.MonkeyPatch) -> None:
    async def die(*_: object) -> Match:
        raise Killed

    patch.setattr(server.bot.app.publisher._painter, "paint", die)


def before_it_is_noted(server: Server, patch: pytest.MonkeyPatch) -> None:
    async def die(*_: object) -> None:
        raise Killed

    patch.setattr(server.bot.app[StandingOffers], "record_search", die)


@pytest.mark.parametrize("step", [before_it_begins, before_it_is_shown, before_it_is_noted])
async def test_a_crash_between_two_steps_begins_and_shows_each_match_once(
    server: Server, step: Step, monkeypatch: pytest.MonkeyPatch
) -> None:
    await keep(server, server.challenger, server.opponent, wanted=2)
    await server.stop_loops()
    await server.env.advance_time(120)
    with monkeypatch.context() as patched:
        step(server, patched)
        with pytest.raises(Killed):
            await server.bot.app[OfferPairer].pair(9)
    await server.restart()
    await server.pass_time(minutes=2)
    (match,) = await running(server)
    assert match.phase is Phase.PLAYING and match.shown.version == match.version
    assert len(server.channel.threads) == 1
    assert sum("are playing in" in text(message) for message in server.channel.history()) == 1


async def test_who_loses_on_time_is_told_once_and_gets_no_more(server: Server) -> None:
    await keep(server, server.challenger, server.opponent)
    await server.pass_time(minutes=2)
    (match,) = await running(server)
    app = server.bot.app
    for _ in range(2):
        (user,) = app.matches.to_act(match)
        action = app.matches.history(match).position.legal_actions()[0]
        match = await app.matches.play.turn(match.id, user.user_id, str(action))  # type: ignore[arg-type]
    for _ in range(12):
        await server.pass_time(days=1)
    ended = await app.matches.load(match.id)
    assert ended.phase is Phase.FINISHED and ended.result is not None and ended.result.reason == "time"
    assert ended.result.winner is not None
    late = ended.player_of(ended.game.other(ended.result.winner)).user_id
    who = server.challenger if late == server.challenger.id else server.opponent
    assert await why(server, who) is WhyOff.LATE
    key = OfferKey(GuildId(server.guild.id), GAME, id_of(who))
    assert key.user_id == late
    said = [text(message) for message in server.home.history()]
    (told,) = [each for each in said if "I no longer keep matches of Pjawns going for you" in each]
    assert told.startswith(f"<@{late}>: ") and "on time" in told


async def test_whatever_discord_answers(server: Server) -> None:
    """Two who want a match get it in direct messages, or once what passes has passed."""
    await server.stop_loops()
    path, seen = f"/channels/{server.channel.id}", set[MatchId]()
    for number, (status, code) in enumerate([*OUT_OF_REACH, *PASSING]):
        passes = number >= len(OUT_OF_REACH)
        with case(status, code):
            for end in ("messages",) if passes else ("messages", "threads"):
                server.env.inject_error("POST", f"{path}/{end}", status=status, code=code, times=None)
            await keep(server, *newcomers(server, 2))
            await server.pass_time(minutes=5)
            (match,) = [one for one in await running(server) if one.id not in seen]
            seen.add(match.id)
            server.env.backend.faults.clear()
            if not passes:
                assert match.shown.direct and match.shown.version == match.version
                continue
            assert match.shown.home is None, "it waits for its channel"
            await server.pass_time(hours=1)
            match = await server.match(match.id)
            assert match.shown.home == server.home.id and "played here" not in text(server.card)


async def test_a_standing_offer_waits_until_its_channel_can_be_read(server: Server) -> None:
    club = server.guild.create_text_channel("club")
    await keep(server, server.challenger, server.opponent, channel=club)
    for kind in KINDS:
        with case(kind):
            becomes(server, club, kind)
            await server.pass_time(minutes=5)
            assert await players(server) == []
            assert [await why(server, who) for who in (server.challenger, server.opponent)] == [None, None]
