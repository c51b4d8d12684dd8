"""What admins do to a match: asked once, done once, and seen by the players."""

from __future__ import annotations

from typing import Any

from discord import PermissionOverwrite
from simcord.actors import MemberActor

from cogs.kit.call import show_all
from matches import ChallengeTerms, GuildId, Match, MatchId, Opponent, Phase, UserId
from matches.lifecycle.finish import ABORTED, BY_ADMIN
from matches.model import EntryKind
from matches.time.pace import Pace
from tests.cases import case
from tests.cogs.community import id_of, place_of
from tests.cogs.forged import OwnMessage
from tests.cogs.governing import asked, panel_of
from tests.cogs.played import menu
from tests.cogs.refusing import refusing
from tests.cogs.server import Server, ids, labels, private, text
from tests.people import sides_of, user_of


async def play(server: Server, actions: int = 3, *, game: str = "prudh", pace: str | None = None) -> Match:
    """A match of the challenger and the opponent with so many actions; only then it is shown."""
    matches, server.command = server.bot.app.matches, game
    wishes = ChallengeTerms(game, {}, pace=None if pace is None else Pace.read(pace))
    other = id_of(server.opponent)
    made = await matches.challenges.challenge(
        id_of(server.challenger), Opponent(other), wishes, place_of(server)
    )
    match = await matches.challenges.accept(made.id, other, made.version, call="heads")
    for _ in range(actions):
        match = await act(server, match.id)
    with server.env.as_bot():
        await show_all(server.bot.app, [match])
    return await server.match(match.id)


async def act(server: Server, match_id: MatchId) -> Match:
    """The player to act does the first that there is."""
    matches = server.bot.app.matches
    match = await matches.load(match_id)
    action = matches.history(match).position.legal_actions()[0]
    return await matches.play.turn(match_id, user_of(matches.to_act(match)[0]), str(action))


ACTS: dict[str, dict[str, Any]] = {
    "end": {"winner": "dark"},
    "abort": {},
    "rewind": {"move": 1},
    "handover": {},
}
"""What each act is told besides the match and the people."""
BUTTONS = {"end": "End it", "abort": "Cancel the match", "rewind": "Rewind", "handover": "Hand it over"}


def options(server: Server, act: str) -> dict[str, Any]:
    """What an act is told besides the match."""
    people = {"from": server.opponent, "to": server.visitor} if act == "handover" else {}
    return {**ACTS[act], **people}


# --- each of them ----------------------------------------------------------------------------------


async def confirmed(server: Server, admin: MemberActor, act: str, **chosen: Any) -> tuple[str, Match]:
    """An act is left, then done: once, whatever is asked; returns the question, and the match since."""
    given = chosen or options(server, act)
    match_id = (await server.bot.app.matches.lists.running_in(GuildId(server.guild.id), 1))[0].id
    before = await server.match(match_id)
    left, first, second = [
        await asked(server, admin, act, match=f"#{match_id}", place=server.channel, **given) for _ in range(3)
    ]
    assert labels(panel_of(left)) == ["Never mind", BUTTONS[act]]
    await admin.click(panel_of(left), label="Never mind")
    assert await server.match(match_id) == before, "nothing is done before it is confirmed"
    question = private(first)
    await admin.click(panel_of(first), label=BUTTONS[act])
    done = await server.match(match_id)
    assert done.version > before.version
    assert "[Go to the board]" in text(panel_of(first)) and labels(panel_of(first)) == []
    assert admin.mention in text(server.card), "the players see who did it"
    assert "older card" in private(await admin.click(panel_of(second), label=BUTTONS[act]))
    assert await server.match(match_id) == done
    return question, done


async def test_ending_a_match(server: Server, admin: MemberActor) -> None:
    for winner, said in (("dark", "a win for dark"), ("DRAW", "as a draw")):
        with case(winner):
            await play(server, 2)
            question, match = await confirmed(server, admin, "end", winner=winner)
            assert said in question
            assert "It won't count for ratings. Both players will see that you did it." in question
            assert match.result is not None and match.phase is Phase.FINISHED
            won = winner if winner == "dark" else None
            assert (match.result.winner, match.result.reason) == (won, BY_ADMIN)
            assert not match.result.counts
            assert labels(server.card) == ["Rematch", "Film", "Share", "Find a match"]


async def test_calling_a_match_off_also_before_it_began(server: Server, admin: MemberActor) -> None:
    for game, actions in (("prudh", 1), ("prawns", 0)):
        with case(game):
            await play(server, actions, game=game)
            _, match = await confirmed(server, admin, "abort")
            assert match.result is not None
            assert (match.result.winner, match.result.reason, match.result.counts) == (None, ABORTED, False)


async def test_taking_a_match_back(server: Server, admin: MemberActor) -> None:
    played = server.bot.app.matches.history(await play(server)).played
    question, match = await confirmed(server, admin, "rewind")
    assert (
        "back to the position after 1 move? The last 2 moves are lost, "
        "and the clock restarts with what was left of that turn." in question
    )
    history = server.bot.app.matches.history(match)
    assert [one.action for one in history.played] == [played[0].action]
    assert EntryKind.REWOUND_BY_ADMIN in [entry.kind for entry in match.entries]
    await server.act(str(played[1].action))


async def test_handing_a_match_over(server: Server, admin: MemberActor) -> None:
    side = (await play(server, 0)).side_of(id_of(server.opponent))
    question, match = await confirmed(server, admin, "handover")
    assert f"Have {server.visitor.mention} play {side}" in question
    assert f"instead of {server.opponent.mention}" in question
    assert "It can't be undone" not in question, "it can be handed back"
    assert set(match.users) == {server.challenger.id, server.visitor.id}
    for _ in range(2):
        await act(server, match.id)


@refusing
async def test_an_administrator_decides_no_match_that_they_play_in(
    server: Server, admin: MemberActor
) -> None:
    """Neither by command, nor by questions that they were asked before they took a side over."""
    match = await play(server)
    asked_before = {
        label: await asked(server, admin, act, **options(server, act)) for act, label in BUTTONS.items()
    }
    side = next(side for side, user in sides_of(match).items() if user == server.challenger.id)
    guild, taker = GuildId(server.guild.id), Opponent(UserId(admin.id))
    await server.bot.app.matches.admin.hand_over(match.id, UserId(server.visitor.id), guild, side, taker)
    stands = await server.match()
    for act in BUTTONS:
        with case(act):
            said = text(panel_of(await asked(server, admin, act, **options(server, act))))
            assert said.startswith("You're playing in Prudh #1 yourself, so you can't end, cancel,")
            assert "Another server admin can: anyone with the **Manage Server** permission." in said
    for label, question in asked_before.items():
        await admin.click(panel_of(question), label=label)
    assert (await server.match()).entries == stands.entries


async def test_what_is_lost_by_a_rewind(server: Server, admin: MemberActor) -> None:
    for pace, ply, said in (
        ("3d", 2, "to the position after 2 moves? The last move is lost, and the clock restarts"),
        ("5d+12h<7d", 1, "The last 2 moves are lost, and used time isn't given back. Both"),
        ("none", 0, "back to its start? The last 3 moves are lost. Both players will see"),
    ):
        with case(pace, ply):
            match = await play(server, pace=pace)
            assert said in private(await asked(server, admin, "rewind", match=str(match.id), move=ply))


# --- once ------------------------------------------------------------------------------------------


async def test_the_match_moves_on_meanwhile(server: Server, admin: MemberActor) -> None:
    await play(server)
    for act_, label in BUTTONS.items():
        with case(act_):
            question = await asked(server, admin, act_, **options(server, act_))
            before = await act(server, MatchId(1))
            late = await admin.click(panel_of(question), label=label)
            assert "older card" in private(late)
            assert await server.match() == before


async def test_questions_are_answered_after_a_restart(server: Server, admin: MemberActor) -> None:
    questions = {}
    for act in BUTTONS:
        match = await play(server, 2)
        question = await asked(server, admin, act, match=match.id, **options(server, act))
        questions[act] = match, question
    await server.restart()
    for act, (match, question) in questions.items():
        with case(act):
            await admin.click(panel_of(question), label=BUTTONS[act])
            assert (await server.match(match.id)).version > match.version


# --- which match -----------------------------------------------------------------------------------


@refusing
async def test_no_such_match(server: Server, admin: MemberActor) -> None:
    """None runs here, it has another number, it is another server's, or it is over."""
    elsewhere = server.env.create_guild("Lagoon", owner=admin.user)
    channel = elsewhere.create_text_channel("games")
    owner = elsewhere.add_member(admin.user)

    async def told(act: str, **named: str) -> str:
        return private(await asked(server, admin, act, **named, **options(server, act)))

    for act in BUTTONS:
        with case(act):
            assert "No match is running in this server" in await told(act)
    before = await play(server)
    for named in ("99", "Prudh", "", "9" * 40):
        for act in BUTTONS if named == "99" else ["abort"]:
            with case(act, named):
                assert "There's no such match" in await told(act, match=named)
    for act in BUTTONS:
        with case(act):
            given = {"from": owner, "to": owner} if act == "handover" else options(server, act)
            refused = await asked(server, owner, act, match="1", place=channel, **given)
            assert "There's no such match" in private(refused)
    assert await server.match() == before
    over = await server.bot.app.matches.play.resign(before.id, id_of(server.challenger))
    for act in BUTTONS:
        with case(act):
            assert "That isn't possible anymore" in await told(act, match="1")
    assert (await server.match()).version == over.version


@refusing
async def test_several_matches_run_here(server: Server, admin: MemberActor) -> None:
    for _ in range(2):
        await play(server, 0)
    assert "Which match?" in private(await admin.slash(server.channel, "server match"))
    for typed, found in (("", {"1", "2"}), ("#2", {"2"})):
        offered = await admin.autocomplete(server.channel, "server match", "match", typed)
        assert {choice["value"] for choice in offered} == found


async def test_the_sides_and_the_turns_that_are_offered(server: Server, admin: MemberActor) -> None:
    await server.begin("prudh")
    panel = panel_of(await admin.slash(server.home, "server match"))
    assert labels(panel) == ["End…", "Cancel…", "Rewind…", "Hand over…"]
    refused = await admin.click(panel, label="Rewind…")
    assert "Nobody" in text(panel_of(refused)), "there is nothing to take back"
    for _ in range(2):
        played = server.bot.app.matches.history(await act(server, MatchId(1))).played
    await admin.click(panel, label="Rewind…")
    assert menu(panel, "governturn") == [
        ("1", f"after move 1: {played[0].description}"),
        ("0", "0: the start"),
    ]
    ends = panel_of(await admin.slash(server.home, "server match"))
    await admin.click(ends, label="End…")
    assert labels(ends) == ["Dark wins", "Light wins", "A draw"]
    await play(server, 0, game="prawns")
    without_picks = panel_of(await admin.slash(server.channel, "server match", match="2"))
    assert labels(without_picks) == ["End…", "Cancel…", "Hand over…"]


async def test_every_turn_of_a_long_match_can_be_gone_back_to(server: Server, admin: MemberActor) -> None:
    await play(server, 30, game="pjawns")
    panel = panel_of(await admin.slash(server.home, "server match"))
    await admin.click(panel, label="Rewind…")
    latest = [int(value) for value, _ in menu(panel, "governturn")]
    await admin.click(panel, label="▶")
    earlier = [int(value) for value, _ in menu(panel, "governturn")]
    assert [*latest, *earlier] == list(range(29, -1, -1)) and latest and earlier
    await admin.click(panel, label="◀")
    assert [int(value) for value, _ in menu(panel, "governturn")] == latest
    await admin.click(panel, label="▶")
    await admin.select(panel, ["0"], custom_id=ids(panel, "governturn:")[0])
    assert "back to its start? The last 30 moves are lost" in text(panel)


@refusing
async def test_a_match_is_found_by_its_player(server: Server, admin: MemberActor) -> None:
    """Without a match here both are asked for; what is chosen is looked at again with each tap."""
    await play(server, 0)
    panel = panel_of(await admin.slash(server.channel, "server match"))
    assert text(panel).startswith("### Which match?")
    (who,) = ids(panel, "governwho:")
    await admin.select(panel, [server.opponent], custom_id=who)
    assert "### 1 running match of" in text(panel) and labels(panel) == ["Cancel them all…"]
    (which,) = ids(panel, "govern:")
    await admin.select(panel, ["1"], custom_id=which)
    assert text(panel).startswith("### Prudh #1")
    stranger = OwnMessage(server, server.visitor, server.channel)
    for verb in ("governend", "governabort", "governback", "governgive", "governclose", "readmitopen"):
        with case(verb):
            assert "Manage Server" in text(panel_of(await stranger.click(f"{verb}:1:0")))


# --- what cannot be --------------------------------------------------------------------------------


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
    await server.begin("prudh")
    before = await server.match()
    for leaver, to, said in (
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
    assert len({seat.player for seat in (await server.match()).seats}) == 2


# --- all matches of somebody ------------------------------------------------------------------------


async def several(server: Server, count: int) -> None:
    """So many running matches of the challenger."""
    for _ in range(count):
        await play(server, 0)


@refusing
async def test_all_matches_of_somebody_who_left_are_called_off_at_once(
    server: Server, admin: MemberActor
) -> None:
    await several(server, 3)
    both = await asked(server, admin, "abort", player=server.opponent, match="1")
    assert "but not both" in private(both)
    user, elsewhere = id_of(server.opponent), GuildId(1)
    assert await server.bot.app.matches.admin.running_of(user, elsewhere) == ()
    assert [one async for one in server.bot.app.matches.admin.abort_all(user, id_of(admin), elsewhere)] == []
    question = await asked(server, admin, "abort", player=server.opponent)
    assert "Cancel 3 running matches of" in private(question)
    assert "Prudh #1" in private(question)
    assert "Prudh #3" in private(question)
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
    own = (
        "You're playing in Prudh #1 and Prudh #3 yourself, so you can't cancel them. Another server admin can"
    )
    question = await asked(server, admin, "abort", player=server.opponent)
    assert "Cancel 1 running match of" in private(question)
    assert own in private(question)
    await admin.click(panel_of(question), label="Cancel them all")
    assert own in text(panel_of(question))
    assert [(await server.match(number)).phase.running for number in (1, 2, 3)] == [True, False, True]
    told = private(await asked(server, admin, "abort", player=admin))
    assert told.startswith(own)
    assert "Cancel" not in told
