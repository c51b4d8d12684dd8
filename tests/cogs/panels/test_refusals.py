"""The menu that asks for one of several matches: whatever the command, it goes on with what is chosen."""

from __future__ import annotations

from typing import Any

from simcord.actors import MemberActor
from simcord.results import ResponseMessage

from cogs.kit.call import show_all
from matches import ChallengeTerms, Match, MatchId, Opponent, Phase
from tests.cases import case
from tests.cogs.community import id_of, place_of
from tests.cogs.doing import watched
from tests.cogs.governing import an_admin, panel_of
from tests.cogs.refusing import refusing
from tests.cogs.server import Server, ids, labels, parts, private, text

pytestmark = refusing


def menu(message: Any) -> list[tuple[str, str]]:
    """The entries of the menu on a message: value and label."""
    return [(one["value"], one["label"]) for part in parts(message) for one in part.get("options", [])]


async def asked(server: Server, who: MemberActor, command: str, **options: Any) -> ResponseMessage:
    """The menu, after ``who`` sent a command that could mean several matches."""
    sent = await who.slash(server.channel, command, **options)
    assert f"**Which match?** Pick one, and `/{command}` continues." in private(sent)
    return panel_of(sent)


async def two_matches(server: Server) -> None:
    """Two matches of Pjawns, both waiting for the challenger, told to the services alone."""
    matches, server.command = server.bot.app.matches, "pjawns"
    for _ in range(2):
        made = await matches.challenges.challenge(
            id_of(server.challenger),
            Opponent(id_of(server.opponent)),
            ChallengeTerms("pjawns", {}, side="white"),
            place_of(server),
        )
        match = await matches.challenges.accept(made.id, id_of(server.opponent), made.version, call="heads")
        await show(server, match)


async def show(server: Server, match: Match) -> None:
    """The bot shows a match as it is."""
    with server.env.as_bot():
        await show_all(server.bot.app, [match])


async def test_what_is_chosen_goes_on(server: Server) -> None:
    await two_matches(server)
    await show(server, await server.bot.app.matches.play.turn(MatchId(2), id_of(server.challenger), "c1"))
    for given, shown in (
        ({"deed": "resign"}, "Resign"),
        ({"number": "resign"}, "Resign"),
        ({"deed": "record"}, "Pjawns #2"),
        ({"deed": "film"}, "Step through"),
        ({"deed": "share"}, "Pjawns #2"),
        ({"deed": "claim"}, "Claim the win"),
        ({}, "### Pjawns #2"),
    ):
        with case(given):
            panel = await asked(server, server.challenger, "match", **given)
            assert menu(panel) == [
                ("1", "opponent · Pjawns #1 · your turn · you're white"),
                ("2", "opponent · Pjawns #2 · your opponent's turn · you're white"),
            ]
            chosen = await server.challenger.select(panel, ["2"])
            # The answer takes the menu's place.
            assert chosen.followups == []
            assert "Which match?" not in text(panel)
            assert shown in text(panel) + " ".join(labels(panel))


async def test_a_draw_that_is_chosen_is_offered_once_and_the_menu_goes(server: Server) -> None:
    for _ in range(2):
        await server.begin("cannons")
    panel = await asked(server, server.challenger, "match", deed="draw")
    await server.challenger.select(panel, ["2"])
    await server.challenger.click(panel, label="Offer a draw")
    assert (await server.match(1)).version < (await server.match(2)).version
    assert "Your opponent has been asked." in text(panel)


async def test_a_typed_move_is_carried_along_and_one_too_long_is_refused(server: Server) -> None:
    await two_matches(server)
    panel = await asked(server, server.challenger, "pjawns move", action="c1 " * 39 + "c1")
    assert all(len(value) <= 100 for value, _ in menu(panel))
    value = menu(panel)[1][0]
    assert value.startswith("2|")
    await server.challenger.select(panel, [value])
    assert "suggests what's possible" in text(panel)
    refused = await server.challenger.slash(server.channel, "pjawns move", action="c1 " * 66)
    assert "too much text" in private(refused)
    panel = await asked(server, server.challenger, "pjawns move", action="c1")
    await server.challenger.select(panel, ["2"])
    assert [entry.text for entry in (await server.match(2)).entries] == ["@c1"]
    assert "Played: pjawn placed on c1" in text(panel)
    assert not (await server.match(1)).entries


async def test_a_menu_works_after_a_restart(server: Server) -> None:
    await two_matches(server)
    panel = await asked(server, server.challenger, "match", deed="resign")
    await server.restart()
    await server.challenger.select(panel, ["1"])
    assert "Resign" in labels(panel)


async def test_a_match_that_is_over_and_a_command_that_is_gone_meanwhile(server: Server) -> None:
    await two_matches(server)
    panel = await asked(server, server.challenger, "match", deed="resign")
    await server.bot.app.matches.play.resign(MatchId(1), id_of(server.opponent))
    await server.challenger.select(panel, ["1"])
    assert "That isn't possible anymore" in text(panel)
    assert (await server.match(2)).phase is Phase.PLAYING
    await two_matches(server)
    panel = await asked(server, server.challenger, "match", deed="resign")
    server.bot.tree.remove_command("match")
    await server.challenger.select(panel, ["3"])
    assert "This command was updated" in text(panel)


async def test_many_matches_are_paged(server: Server) -> None:
    for _ in range(13):
        await two_matches(server)
    panel = await asked(server, server.challenger, "match", deed="resign")
    assert "-# 1 to 23 of 26." in text(panel)
    first = menu(panel)
    assert first[-1] == ("page1", "More matches …")
    await server.challenger.select(panel, ["page1"])
    assert "-# 24 to 26 of 26." in text(panel)
    assert menu(panel)[0] == ("page0", "… back")
    assert len({*first[:-1], *menu(panel)[1:]}) == 26
    await server.challenger.select(panel, ["page0"])
    assert menu(panel) == first
    await server.challenger.select(panel, [first[0][0]])
    assert "Resign" in labels(panel)


async def test_an_administrator_chooses_among_the_matches_of_the_server(server: Server) -> None:
    await two_matches(server)
    admin = an_admin(server)
    panel = panel_of(await admin.slash(server.channel, "server match"))
    assert menu(panel) == [
        ("2", "challenger – opponent · Pjawns #2"),
        ("1", "challenger – opponent · Pjawns #1"),
    ]
    (which,) = ids(panel, "govern:")
    await admin.select(panel, ["2"], custom_id=which)
    assert "Pjawns #2" in text(panel)
    # What is chosen is checked as the command is, whoever uses the menu by then.
    panel = panel_of(await admin.slash(server.channel, "server match"))
    (role,) = server.env.backend.get_member(server.guild.id, admin.id).role_ids
    server.env.backend.edit_role(server.guild.id, role, {"permissions": 0})
    refused = await admin.select(panel, ["1"], custom_id=ids(panel, "govern:")[0])
    assert "Manage Server" in text(panel_of(refused))


async def test_the_matches_one_watches(server: Server) -> None:
    await two_matches(server)
    for number in ("1", "2"):
        await watched(server.visitor, server.channel, number)
    panel = await asked(server, server.visitor, "match", deed="unwatch")
    await server.visitor.select(panel, ["1"])
    assert text(panel) == "You're no longer watching Pjawns #1."
