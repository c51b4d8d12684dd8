"""Comments on positions of finished matches: written, read, found, edited, deleted, and reported."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from typing import Any

from simcord.actors import MemberActor

from cogs.comments import panel as comment_panel
from cogs.comments import texts
from cogs.comments.service import Comments
from data.features.comments import LONGEST, MOST
from matches import MatchId
from tests.cases import case
from tests.cogs.community import id_of, newcomers
from tests.cogs.going_on import begun, shown
from tests.cogs.governing import an_admin, panel_of
from tests.cogs.refusing import refusing
from tests.cogs.reviewed import DARK, LIGHT, kept, opened
from tests.cogs.server import Server, fields, ids, labels, overloaded, parts, private, raw_text, text
from tests.matches.scripts import EMOJIS, MORE_WORDS

Panel = Callable[[], Any]


async def over(server: Server, game: str = "prudh", turn: str = "a4-b5") -> None:
    """A match that the opponent resigned after a turn."""
    await begun(server, game, turn)
    await shown(server, await server.bot.app.matches.play.resign(MatchId(1), id_of(server.opponent)))


async def viewer(server: Server, who: MemberActor) -> Panel:
    """The viewer, opened by somebody from the card of the finished match, or from that of a running one."""
    if "Board" in labels(server.card):
        return await server.open(who, "Board")
    panel = await server.open(who, "Film")
    await who.click(panel(), label="Step through")
    return panel


async def say(who: MemberActor, panel: Panel, words: str, label: str = "Comment") -> Any:
    """Fill in the form behind a button of a panel: of the viewer, or of the list where comments stand."""
    listed = next((one for one in labels(panel()) if one.startswith("Comments (")), None)
    if label not in labels(panel()) and listed is not None:
        await who.click(panel(), label=listed)
    asked = await who.click(panel(), label=label)
    return await who.submit_modal(asked, {fields(asked)[0]["custom_id"]: words})


async def test_both_players_comment_and_everyone_reads(server: Server) -> None:
    await over(server)
    panel = await viewer(server, server.challenger)
    before = len(server.home.history())
    await say(server.challenger, panel, "The only\nmove.")
    assert f"**Dark** <@{server.challenger.id}>: The only move." in text(panel())
    await server.challenger.click(panel(), label="⏮")
    await say(server.challenger, panel, "Here we go!")
    assert "Here we go!" in text(panel()) and "More comments: move 1." in text(panel())
    other = await viewer(server, server.opponent)
    await say(server.opponent, other, "I missed that.")
    newest = f"**Light** <@{server.opponent.id}>: I missed that."
    assert text(other()).index("The only move.") < text(other()).index(newest)
    seen = await viewer(server, server.visitor)
    assert "I missed that." in text(seen()) and "Comment" not in labels(seen())
    assert "Here we go!" not in text(seen())
    await server.visitor.click(seen(), label=texts.NEXT)
    assert "Here we go!" in text(seen()) and "I missed that." not in text(seen())
    await server.visitor.click(seen(), label=texts.NEXT)
    assert "I missed that." in text(seen())
    assert len(server.home.history()) == before, "nobody is pinged"
    assert overloaded(server) == []


async def test_words_of_all_scripts_are_shown_as_they_are_typed(server: Server) -> None:
    await over(server)
    panel = await viewer(server, server.challenger)
    all_words = [*MORE_WORDS, *EMOJIS]
    for number, at in enumerate(range(0, len(all_words), 9)):
        words = " ".join(all_words[at : at + 9])
        await say(server.challenger, panel, f"{words}\u202e\u200b")
        await server.challenger.click(panel(), label=f"Comments ({number + 1})")
        for _ in range(number // comment_panel.PAGE):
            await server.challenger.click(panel(), label="▶")
        assert unicodedata.normalize("NFC", words) in text(panel())
        await server.challenger.click(panel(), label="Back to the board")


async def test_an_old_position_is_commented_where_it_is_seen_after_a_restart_too(server: Server) -> None:
    await over(server)
    panel = await viewer(server, server.challenger)
    for label in ("⋯", "Bigger", "◀", "⋯", "Flip board"):
        await server.challenger.click(panel(), label=label)
    asked = await server.challenger.click(panel(), label="Comment")
    await server.restart()
    await server.challenger.submit_modal(asked, {fields(asked)[0]["custom_id"]: "Before it all"})
    assert "The start" in text(panel()) and "Before it all" in text(panel())
    await server.challenger.click(panel(), label="⋯")
    assert "Smaller" in labels(panel())
    assert ids(panel(), r"show:1:\d+:4\.\d+\.0"), "it is still seen from the other side"


async def test_nothing_in_one_pings_links_or_hides(server: Server) -> None:
    await over(server, "cannons", "a2-a3")
    panel = await viewer(server, server.challenger)
    for words, escaped in (
        ("@everyone <@1003> <@&1> <#2>", r"\@everyone \<\@1003\> \<\@&1\> \<\#2\>"),
        ("[x](https://e.example) discord.gg/abc", r"\[x\]\(https\://e\.example\) discord\.gg/abc"),
        ("**b** `/match next` ||s|| <t:1:R>", r"\*\*b\*\* \`/match next\` \|\|s\|\| \<t\:1\:R\>"),
        ("a\u202eb\u200b z" + "\u0363" * 30, "ab z\u0363\u0363"),
    ):
        with case(words):
            await say(server.challenger, panel, words)
            assert f": {escaped}" in raw_text(panel())
    await server.challenger.click(panel(), label="Comments (4)")
    assert r": \@everyone \<\@1003\>" in raw_text(panel())


async def test_many_are_cut_and_all_of_them_are_in_the_list(server: Server) -> None:
    await over(server)
    match, comments = await server.match(), server.bot.app[Comments]
    for number in range(5):
        await comments.write(match.id, id_of(server.challenger), 1, f"{number}{'*' * (LONGEST - 1)}")
    panel = await viewer(server, server.opponent)
    assert "and 4 more" in text(panel()) and text(panel()).count("…") == 1
    await server.opponent.click(panel(), label="Comments (5)")
    assert [f"{number}\\*" in raw_text(panel()) for number in range(5)] == [True] * 3 + [False] * 2
    assert labels(panel()).count("Report") == comment_panel.PAGE
    await server.opponent.click(panel(), label="▶")
    assert [f"{number}\\*" in raw_text(panel()) for number in range(5)] == [False] * 3 + [True] * 2
    await server.opponent.click(panel(), label="Back to the board")
    assert "and 4 more" in text(panel())
    assert overloaded(server) == []


async def test_a_writer_edits_and_deletes_their_own(server: Server) -> None:
    await over(server)
    panel = await viewer(server, server.challenger)
    comments = server.bot.app[Comments]
    await comments.write(MatchId(1), id_of(server.opponent), 0, "Mine has the number of the match")
    await say(server.challenger, panel, "Weak")
    await server.challenger.click(panel(), label="Comments (1)")
    assert {"Edit", "Delete"} <= set(labels(panel())) and "Report" not in labels(panel())
    asked = await server.challenger.click(panel(), label="Edit")
    (field,) = fields(asked)
    assert field["value"] == "Weak"
    await server.challenger.submit_modal(asked, {field["custom_id"]: "Strong"})
    assert "Strong" in text(panel()) and "Weak" not in text(panel())
    await server.challenger.click(panel(), label="Delete")
    await server.challenger.click(panel(), label="Keep it")
    assert "Strong" in text(panel())
    await server.challenger.click(panel(), label="Delete")
    await server.challenger.click(panel(), label="Delete")
    assert "Strong" not in text(panel()) and "Comments (1)" not in labels(panel())
    left = await comments.seen(await server.match(), id_of(server.challenger))
    assert [one.text for one in left] == ["Mine has the number of the match"]


@refusing
async def test_late_and_forged_clicks_are_told_what_is_wrong(server: Server) -> None:
    await server.begin("prudh")
    panel = await viewer(server, server.challenger)
    assert "Comment" not in labels(panel())
    await server.act("a4-b5")
    await server.resign(server.opponent)
    panel = await viewer(server, server.challenger)
    asked = await server.challenger.click(panel(), label="Comment")
    empty = await server.challenger.submit_modal(asked, {fields(asked)[0]["custom_id"]: "\u200b"})
    assert "There's nothing to read in that comment" in private(empty)
    await say(server.challenger, panel, "Weak")
    await server.challenger.click(panel(), label="Comments (1)")
    edit = await server.challenger.click(panel(), label="Edit")
    match, comments = await server.match(), server.bot.app[Comments]
    (found,) = await comments.seen(match, id_of(server.visitor))
    await comments.delete(match, found.id, id_of(server.challenger))
    late = await server.challenger.submit_modal(edit, {fields(edit)[0]["custom_id"]: "Strong"})
    assert "isn't there anymore" in private(late)
    for number in range(MOST):
        await comments.write(match.id, id_of(server.opponent), 0, f"{number}")
    full = await say(server.challenger, await viewer(server, server.challenger), "One more")
    assert "This match has 100 comments" in private(full)


async def test_a_comment_is_in_the_record_by_side(server: Server) -> None:
    await over(server)
    panel = await viewer(server, server.challenger)
    await say(server.challenger, panel, "Strong {really}")
    given = panel_of(await server.visitor.slash(server.home, "match", deed="record"))
    out = {file.filename.rpartition(".")[2]: (await file.read()).decode() for file in given.attachments}
    assert "{dark: Strong (really)}" in out["txt"]
    assert '"comments": [\n    {"ply": 1, "side": "dark", "text": "Strong {really}"}' in out["json"]
    opened = await server.visitor.slash(server.channel, "open", file=("record.txt", out["txt"].encode()))
    await server.visitor.click(panel_of(opened), label="⏭")
    assert "Strong" not in text(panel_of(opened)) and "Comment" not in labels(panel_of(opened))
    code = (await server.bot.app.sharing.share(MatchId(1), id_of(server.challenger)))[1]
    opened = await server.visitor.slash(server.channel, "open", code=code)
    assert "Strong" in text(panel_of(opened)), "who opens the match by its code reads it"


# --- reports -----------------------------------------------------------------------------------------


async def reported(server: Server, admin: MemberActor) -> Panel:
    """The page of reports, with a comment of the challenger that two people have reported."""
    await over(server)
    await say(server.challenger, await viewer(server, server.challenger), "You are a fool")
    for who in (server.opponent, server.visitor):
        panel = await viewer(server, who)
        await who.click(panel(), label="Comments (1)")
        told = await who.click(panel(), label="Report")
        assert "It's on the list of the server's admins now" in private(told)
    again = await server.visitor.click(panel(), label="Report")
    assert "You've reported that comment already" in private(again)
    opened = await admin.slash(server.channel, "server panel")
    assert "1 report" in labels(panel_of(opened))
    await admin.click(panel_of(opened), label="1 report")
    return lambda: panel_of(opened)


async def test_an_admin_hides_a_reported_comment_and_shows_it_again(server: Server) -> None:
    admin = an_admin(server)
    page = await reported(server, admin)
    assert "**Prudh #1 · dark · 2 reports**\n> You are a fool" in text(page())
    assert str(server.challenger.id) not in raw_text(page())
    await admin.click(page(), label="Hide")
    assert "0 comments waiting, 1 hidden." in text(page())
    seen = [
        text((await viewer(server, who))()) for who in (server.challenger, server.opponent, server.visitor)
    ]
    assert ["You are a fool" in one for one in seen] == [True, False, False]
    assert "Hidden by an admin of the server" in seen[0]
    await admin.click(page(), label="Show again")
    assert "Nobody has reported a comment" in text(page())
    assert "You are a fool" in text((await viewer(server, server.visitor))())
    match, comments = await server.match(), server.bot.app[Comments]
    (found,) = await comments.seen(match, id_of(server.visitor))
    await admin.click(page(), label="Back")
    assert not any("report" in label.lower() for label in labels(page()))
    await comments.report(match, found.id, id_of(newcomers(server, 1)[0]))
    opened = await admin.slash(server.channel, "server panel")
    await admin.click(panel_of(opened), label="1 report")
    await admin.click(panel_of(opened), label="Dismiss")
    assert "Nobody has reported a comment" in text(panel_of(opened))
    assert "The comment stays" in text(panel_of(opened)), "dismissed reports are gone"
    assert "You are a fool" in text((await viewer(server, server.opponent))())
    assert overloaded(server) == []


@refusing
async def test_only_who_manages_the_server_decides_and_only_once(server: Server) -> None:
    admin = an_admin(server)
    page = await reported(server, admin)
    match, comments = await server.match(), server.bot.app[Comments]
    (found,) = await comments.seen(match, id_of(server.visitor))
    await comments.dismiss(match.guild_id, found.id, id_of(server.visitor))
    assert "Another admin has decided" in private(await admin.click(page(), label="Hide"))
    known = server.bot.get_guild(server.guild.id)
    assert known is not None
    role = next(role for role in known.roles if role.name == "Harbour masters")
    server.env.backend.edit_role(server.guild.id, role.id, {"permissions": 0})
    for label in ("Hide", "Dismiss"):
        assert "**Manage Server**" in private(await admin.click(page(), label=label))


async def test_a_long_list_has_pages(server: Server) -> None:
    admin = an_admin(server)
    await over(server)
    match, comments = await server.match(), server.bot.app[Comments]
    for number in range(3):
        await comments.write(match.id, id_of(server.challenger), 1, f"{number}{'*' * (LONGEST - 1)}")
    for one in await comments.seen(match, id_of(server.visitor)):
        await comments.report(match, one.id, id_of(server.visitor))
    opened = await admin.slash(server.channel, "server panel")
    await admin.click(panel_of(opened), label="3 reports")
    assert "2\\*" in raw_text(panel_of(opened)) and labels(panel_of(opened)).count("Hide") == 1
    await admin.click(panel_of(opened), label="▶")
    assert "1\\*" in raw_text(panel_of(opened))
    await admin.click(panel_of(opened), label="Hide")
    assert "2 comments waiting, 1 hidden." in text(panel_of(opened))
    assert "0\\*" in raw_text(panel_of(opened)), "the next one"
    assert len(list(parts(panel_of(opened)))) < 40
    assert overloaded(server) == []


async def test_a_player_comments_on_a_turn_where_it_is_told(server: Server) -> None:
    match = await kept(server, LIGHT, DARK)
    own = await opened(server, server.challenger)
    clicked = await server.challenger.click(own(), label="1 · move 21")
    form = await server.challenger.click(clicked.followups[-1], label=texts.COMMENT)
    field = (form.modal or {})["components"][0]["component"]["custom_id"]
    await server.challenger.submit_modal(form, {field: "I saw the win too late."})
    (made,) = await server.bot.app[Comments].public(match)
    assert made.text == "I saw the win too late." and made.ply == DARK.ply + 1, "on the board after the turn"
    assert "I saw the win too late." in text(clicked.followups[-1])


async def test_others_are_offered_none_where_a_turn_is_told(server: Server) -> None:
    await kept(server, LIGHT, DARK)
    both = await opened(server, server.visitor)
    clicked = await server.visitor.click(both(), label="2 · move 21")
    assert texts.COMMENT not in labels(clicked.followups[-1])
