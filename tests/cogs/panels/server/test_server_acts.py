"""/server end, abort, rewind, handover: asked once, done once, and seen by the players."""

from __future__ import annotations

from typing import Any

import pytest
from discord import PermissionOverwrite
from simcord.actors import MemberActor

from matches import GuildId, MatchId, Opponent, Phase, UserId
from matches.lifecycle.finish import ABORTED, BY_ADMIN
from matches.model import EntryKind
from tests.cases import case
from tests.cogs.governing import an_admin, asked, panel_of
from tests.cogs.panels.server.test_server_settings import refusing
from tests.cogs.server import Server, labels, private, text
from tests.people import sides_of


@pytest.fixture
def admin(server: Server) -> MemberActor:
    """Somebody who manages the server."""
    return an_admin(server)


async def play(server: Server, actions: int = 3, **wishes: str) -> list[str]:
    """A match of Prudh with so many actions; returns them."""
    await server.begin("prudh", **wishes)
    played: list[str] = []
    for _ in range(actions):
        position = server.bot.app.matches.history(await server.match()).position
        played.append(str(position.legal_actions()[0]))
        await server.act(played[-1])
    return played


ACTS: dict[str, dict[str, Any]] = {
    "end": {"winner": "dark"},
    "abort": {},
    "rewind": {"move": 1},
}
"""What each act is told besides the match, but for the handing over, which names people."""
BUTTONS = {"end": "End it", "abort": "Cancel the match", "rewind": "Rewind", "handover": "Hand it over"}


def options(server: Server, act: str) -> dict[str, Any]:
    """What an act is told besides the match."""
    if act == "handover":
        return {"from": server.opponent, "to": server.visitor}
    return dict(ACTS[act])


every_act = pytest.mark.parametrize("act", list(BUTTONS))


# --- each of them ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("winner", "said"), [("dark", "a win for dark"), ("DRAW", "as a draw")])
async def test_ending_a_match(server: Server, admin: MemberActor, winner: str, said: str) -> None:
    await play(server)
    question = await asked(server, admin, "end", winner=winner)
    assert said in private(question)
    assert "It won't count for ratings. Both players will see that you did it." in private(question)
    assert (await server.match()).phase is Phase.PLAYING, "nothing is done before it is confirmed"
    await admin.click(panel_of(question), label="End it")
    match = await server.match()
    assert match.result is not None
    assert (match.result.winner, match.result.reason) == (winner if winner == "dark" else None, BY_ADMIN)
    assert not match.result.counts
    assert labels(server.card) == ["Rematch", "Film", "Share", "Find a match"]
    assert admin.mention in text(server.card), "the players see who did it"


async def test_calling_a_match_off(server: Server, admin: MemberActor) -> None:
    await play(server)
    question = await asked(server, admin, "abort")
    await admin.click(panel_of(question), label="Cancel the match")
    match = await server.match()
    assert match.result is not None
    assert (match.result.winner, match.result.reason, match.result.counts) == (None, ABORTED, False)
    assert admin.mention in text(server.card)


async def test_calling_a_match_off_before_it_began(server: Server, admin: MemberActor) -> None:
    await server.challenge(server.opponent)
    await server.accept()
    question = await asked(server, admin, "abort", match="1")
    await admin.click(panel_of(question), label="Cancel the match")
    assert (await server.match()).phase is Phase.FINISHED


async def test_taking_a_match_back(server: Server, admin: MemberActor) -> None:
    actions = await play(server)
    question = await asked(server, admin, "rewind", move=1)
    assert (
        "back to the position after 1 move? The last 2 moves are lost, "
        "and the clock restarts with what was left of that turn." in private(question)
    )
    await admin.click(panel_of(question), label="Rewind")
    match = await server.match()
    history = server.bot.app.matches.history(match)
    assert [str(played.action) for played in history.played] == actions[:1]
    assert EntryKind.REWOUND_BY_ADMIN in [entry.kind for entry in match.entries]
    assert admin.mention in text(server.card)
    await server.act(actions[1])


async def test_handing_a_match_over(server: Server, admin: MemberActor) -> None:
    await play(server, 0)
    side = (await server.match()).side_of(server.opponent.id)  # type: ignore[arg-type]
    question = await asked(server, admin, "handover", **options(server, "handover"))
    assert f"Have {server.visitor.mention} play {side}" in private(question)
    assert f"instead of {server.opponent.mention}" in private(question)
    assert "It can't be undone" not in private(question), "it can be handed back"
    await admin.click(panel_of(question), label="Hand it over")
    match = await server.match()
    assert set(match.users) == {server.challenger.id, server.visitor.id}
    assert admin.mention in text(server.card)
    server.opponent = server.visitor
    position = server.bot.app.matches.history(match).position
    await server.act(str(position.legal_actions()[0]))


@every_act
async def test_the_administrator_is_told_and_finds_the_board(
    server: Server, admin: MemberActor, act: str
) -> None:
    await play(server)
    question = await admin.slash(server.channel, f"server {act}", match="#1", **options(server, act))
    await admin.click(panel_of(question), label=BUTTONS[act])
    assert "[Go to the board]" in text(panel_of(question))
    assert labels(panel_of(question)) == []


async def test_leaving_it(server: Server, admin: MemberActor) -> None:
    await play(server)
    before = await server.match()
    for act, label in BUTTONS.items():
        with case(act):
            question = await asked(server, admin, act, **options(server, act))
            assert labels(panel_of(question)) == ["Never mind", label]
            await admin.click(panel_of(question), label="Never mind")
            assert await server.match() == before


@refusing
async def test_an_administrator_decides_no_match_that_they_play_in(
    server: Server, admin: MemberActor
) -> None:
    """Neither by command, nor by questions that they were asked before they took a side over."""
    await play(server)
    asked_before = {
        label: await asked(server, admin, act, **options(server, act)) for act, label in BUTTONS.items()
    }
    match = await server.match()
    side = next(side for side, user in sides_of(match).items() if user == server.challenger.id)
    guild, taker = GuildId(server.guild.id), Opponent(UserId(admin.id))
    await server.bot.app.matches.admin.hand_over(match.id, UserId(server.visitor.id), guild, side, taker)
    stands = await server.match()
    for act in BUTTONS:
        with case(act):
            said = private(await asked(server, admin, act, **options(server, act)))
            assert said.startswith("You're playing in Prudh · match 1 yourself, so you can't end, cancel,")
            assert "Another server admin can: anyone with the **Manage Server** permission." in said
    for label, question in asked_before.items():
        await admin.click(panel_of(question), label=label)
    assert (await server.match()).entries == stands.entries


@pytest.mark.parametrize(
    ("pace", "ply", "said"),
    [
        ("3d", 2, "to the position after 2 moves? The last move is lost, and the clock restarts"),
        ("5d+12h<7d", 1, "The last 2 moves are lost, and used time isn't given back. Both"),
        ("none", 0, "back to its start? The last 3 moves are lost. Both players will see"),
    ],
)
async def test_what_is_lost_by_a_rewind(
    server: Server, admin: MemberActor, pace: str, ply: int, said: str
) -> None:
    await play(server, pace=pace)
    assert said in private(await asked(server, admin, "rewind", move=ply))


# --- once ------------------------------------------------------------------------------------------


@every_act
async def test_a_second_click_does_nothing(server: Server, admin: MemberActor, act: str) -> None:
    await play(server)
    first = await asked(server, admin, act, **options(server, act))
    second = await asked(server, admin, act, **options(server, act))
    await admin.click(panel_of(first), label=BUTTONS[act])
    done = await server.match()
    late = await admin.click(panel_of(second), label=BUTTONS[act])
    assert "older card" in private(late)
    assert await server.match() == done


async def test_the_match_moves_on_meanwhile(server: Server, admin: MemberActor) -> None:
    await play(server)
    for act, label in BUTTONS.items():
        with case(act):
            question = await asked(server, admin, act, **options(server, act))
            position = server.bot.app.matches.history(await server.match()).position
            await server.act(str(position.legal_actions()[0]))
            before = await server.match()
            late = await admin.click(panel_of(question), label=label)
            assert "older card" in private(late)
            assert await server.match() == before


@every_act
async def test_a_question_answered_after_a_restart(server: Server, admin: MemberActor, act: str) -> None:
    await play(server)
    version = (await server.match()).version
    question = await asked(server, admin, act, **options(server, act))
    await server.restart()
    await admin.click(panel_of(question), label=BUTTONS[act])
    assert (await server.match()).version > version


# --- which match -----------------------------------------------------------------------------------


@refusing
async def test_a_match_of_another_server(server: Server, admin: MemberActor) -> None:
    await play(server)
    elsewhere = server.env.create_guild("Lagoon", owner=admin.user)
    channel = elsewhere.create_text_channel("games")
    owner = elsewhere.add_member(admin.user)
    for act in BUTTONS:
        with case(act):
            given = {"from": owner, "to": owner} if act == "handover" else options(server, act)
            refused = await owner.slash(channel, f"server {act}", match="1", **given)
            assert "There's no such match" in private(refused)
            assert (await server.match()).phase is Phase.PLAYING


@refusing
async def test_no_such_match(server: Server, admin: MemberActor) -> None:
    for act in BUTTONS:
        for named in ("99", "Prudh", "", "9" * 40):
            with case(act, named):
                refused = await asked(server, admin, act, match=named, **options(server, act))
                assert "There's no such match" in private(refused)


@refusing
async def test_a_match_that_is_over(server: Server, admin: MemberActor) -> None:
    await play(server)
    await server.resign(server.challenger)
    over = await server.match()
    for act in BUTTONS:
        with case(act):
            refused = await asked(server, admin, act, match="1", **options(server, act))
            assert "That isn't possible anymore" in private(refused)
            assert (await server.match()) == over


@refusing
async def test_no_match_runs_here(server: Server, admin: MemberActor) -> None:
    for act in BUTTONS:
        with case(act):
            assert "No match is running in this server" in private(
                await asked(server, admin, act, **options(server, act))
            )


@refusing
async def test_several_matches_run_here(server: Server, admin: MemberActor) -> None:
    bare = PermissionOverwrite(create_public_threads=False)
    server.channel = server.guild.create_text_channel("bare", overwrites={server.guild.default_role: bare})
    for _ in range(2):
        await server.begin("prudh")
    assert "Which match?" in private(await asked(server, admin, "abort"))
    offered = await admin.autocomplete(server.channel, "server abort", "match", "")
    assert {choice["value"] for choice in offered} == {"1", "2"}
    offered = await admin.autocomplete(server.channel, "server abort", "match", "match 2")
    assert [choice["value"] for choice in offered] == ["2"]


async def test_the_sides_that_are_suggested(server: Server, admin: MemberActor) -> None:
    await play(server, 0)
    offered = await admin.autocomplete(server.home, "server end", "winner", "")
    assert [choice["value"] for choice in offered] == ["dark", "light", "draw"]
    assert await admin.autocomplete(server.channel, "server end", "winner", "") == []
    offered = await admin.autocomplete(server.channel, "server end", "winner", "d", match="1")
    assert [choice["value"] for choice in offered] == ["dark", "draw"]


async def test_the_actions_that_are_suggested(server: Server, admin: MemberActor) -> None:
    await play(server)
    played = server.bot.app.matches.history(await server.match()).played
    offered = await admin.autocomplete(server.home, "server rewind", "move", "")
    assert [(choice["name"], choice["value"]) for choice in offered] == [
        (f"after move 2: {played[1].description}", 2),
        (f"after move 1: {played[0].description}", 1),
        ("0: the start", 0),
    ]
    offered = await admin.autocomplete(server.home, "server rewind", "move", "START")
    assert [choice["value"] for choice in offered] == [0]
    assert await admin.autocomplete(server.channel, "server rewind", "move", "") == []
    await server.challenge(server.opponent)
    await server.accept()
    assert await admin.autocomplete(server.channel, "server rewind", "move", "", match="2") == []


# --- what cannot be --------------------------------------------------------------------------------


@refusing
async def test_a_winner_that_is_no_side(server: Server, admin: MemberActor) -> None:
    await play(server, 0)
    refused = private(await asked(server, admin, "end", winner="green"))
    assert "The winner can be dark, light or draw." in refused


@refusing
@pytest.mark.parametrize(
    ("actions", "ply", "said"), [(3, 3, "(the start) to 2"), (3, 99, "(the start) to 2"), (0, 0, "Nobody")]
)
async def test_a_ply_that_is_not_there(
    server: Server, admin: MemberActor, actions: int, ply: int, said: str
) -> None:
    await play(server, actions)
    assert said in private(await asked(server, admin, "rewind", move=ply))


@refusing
async def test_a_match_without_its_picks_cannot_be_taken_back(server: Server, admin: MemberActor) -> None:
    await server.challenge(server.opponent)
    await server.accept()
    assert "That isn't possible anymore" in private(await asked(server, admin, "rewind", match="1", move=0))


@refusing
async def test_nobody_to_hand_over_to(server: Server, admin: MemberActor) -> None:
    blind = server.guild.add_member(server.env.create_user("blind"))
    hidden: dict[Any, PermissionOverwrite] = {blind: PermissionOverwrite(view_channel=False)}
    server.channel = server.guild.create_text_channel("club", overwrites=hidden)
    people: dict[str, Any] = {
        "challenger": server.challenger,
        "opponent": server.opponent,
        "visitor": server.visitor,
        "admin": admin,
        "blind": blind,
        "bot": server.guild.add_member(server.env.create_user("robot", bot=True)),
        "stranger": server.env.create_user("stranger"),
    }
    await play(server, 0)
    before = await server.match()
    for leaver, to, said in (
        ("visitor", "admin", "isn't playing"),
        ("opponent", "challenger", "already playing in this match"),
        ("opponent", "opponent", "already playing in this match"),
        ("opponent", "bot", "Bots don't play"),
        ("opponent", "stranger", "They're not in this server"),
        ("opponent", "blind", "can't see the match's channel"),
    ):
        with case(leaver, to, said):
            refused = await asked(server, admin, "handover", **{"from": people[leaver], "to": people[to]})
            assert said in private(refused)
            assert await server.match() == before


async def test_somebody_who_plays_meanwhile_is_not_given_both_sides(
    server: Server, admin: MemberActor
) -> None:
    """Two questions about both sides, both confirmed: the second one is about an older match."""
    await play(server, 0)
    one = await asked(server, admin, "handover", **{"from": server.opponent, "to": server.visitor})
    other = await asked(server, admin, "handover", **{"from": server.challenger, "to": server.visitor})
    await admin.click(panel_of(one), label="Hand it over")
    await admin.click(panel_of(other), label="Hand it over")
    assert len({seat.player for seat in (await server.bot.app.matches.load(MatchId(1))).seats}) == 2


# --- all matches of somebody ------------------------------------------------------------------------


async def several(server: Server, count: int) -> None:
    """So many running matches of the challenger."""
    for _ in range(count):
        await server.begin("pjawns")


@refusing
async def test_all_matches_of_somebody_who_left_are_called_off_at_once(
    server: Server, admin: MemberActor
) -> None:
    await several(server, 3)
    question = await asked(server, admin, "abort", player=server.opponent)
    assert "Cancel 3 running matches of" in private(question)
    assert "match 1" in private(question)
    assert "match 3" in private(question)
    assert (await server.match()).phase is Phase.PLAYING, "nothing is done before it is confirmed"
    await admin.click(panel_of(question), label="Cancel them all")
    for number in (1, 2, 3):
        match = await server.match(number)
        assert match.result is not None
        assert (match.result.winner, match.result.reason) == (None, ABORTED)
        assert match.shown.version == match.version, "its thread says so already"
    assert "Cancelled: 3 matches" in text(panel_of(question))
    again = await asked(server, admin, "abort", player=server.opponent)
    assert "has no running match in this server" in private(again)


async def test_matches_that_began_meanwhile_are_asked_about_anew(server: Server, admin: MemberActor) -> None:
    await several(server, 1)
    question = await asked(server, admin, "abort", player=server.opponent)
    await several(server, 1)
    await admin.click(panel_of(question), label="Cancel them all")
    assert (await server.match(1)).phase is Phase.PLAYING
    assert "Cancel 2 running matches of" in text(panel_of(question))
    await server.bot.app.matches.play.resign(MatchId(1), UserId(server.opponent.id))
    await admin.click(panel_of(question), label="Cancel them all")
    assert [(await server.match(number)).phase for number in (1, 2)] == [Phase.FINISHED] * 2
    assert "Cancelled: 1 match of" in text(panel_of(question))
    assert "1 match had ended already" in text(panel_of(question))


@refusing
async def test_their_own_matches_are_left_out_and_named(server: Server, admin: MemberActor) -> None:
    await several(server, 3)
    guild, taker = GuildId(server.guild.id), Opponent(UserId(admin.id))
    for number in (1, 3):
        side = (await server.match(number)).side_of(UserId(server.challenger.id))
        assert side is not None
        await server.bot.app.matches.admin.hand_over(
            MatchId(number), UserId(server.visitor.id), guild, side, taker
        )
    own = "You're playing in match 1 and match 3 yourself, so you can't cancel them. Another server admin can"
    question = await asked(server, admin, "abort", player=server.opponent)
    assert "Cancel 1 running match of" in private(question)
    assert own in private(question)
    await admin.click(panel_of(question), label="Cancel them all")
    assert own in text(panel_of(question))
    assert [(await server.match(number)).phase.running for number in (1, 2, 3)] == [True, False, True]
    told = private(await asked(server, admin, "abort", player=admin))
    assert told.startswith(own)
    assert "Cancel" not in told


@refusing
async def test_a_player_and_a_match_are_not_named_together(server: Server, admin: MemberActor) -> None:
    await several(server, 1)
    both = await asked(server, admin, "abort", player=server.opponent, match="1")
    assert "but not both" in private(both)


async def test_matches_in_other_servers_go_on(server: Server, admin: MemberActor) -> None:
    await several(server, 1)
    elsewhere = GuildId(1)
    user, acting = UserId(server.opponent.id), UserId(admin.id)
    assert await server.bot.app.matches.admin.running_of(user, elsewhere) == ()
    assert [one async for one in server.bot.app.matches.admin.abort_all(user, acting, elsewhere)] == []
    assert (await server.match()).phase is Phase.PLAYING
