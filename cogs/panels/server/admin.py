"""Administrators' actions on matches: a private panel asks for confirmation, its button then acts.

A question holds for one version of the match: its button does nothing once the match has changed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

import discord

from cogs.kit.arguments import ID, Count
from cogs.kit.call import Call, show_all
from cogs.kit.card import Card, card, row
from cogs.kit.controls import AnyControl, Press, button, control, dismiss, menu
from cogs.kit.errors import Refusal, check_known
from cogs.text import server_texts
from engines import Side
from engines.record import History
from matches import GuildId, Match, Opponent, UserId
from matches.errors import BlockedError, OpponentError
from matches.summaries import MatchSummary

if TYPE_CHECKING:
    from cogs.app import App


@control("adminend")
async def end_now(press: Press, index: Count) -> None:
    """Ends a match as a win for the side with this index, or as a draw if there is no such side."""
    match, guild = await _governed(press)
    winner = dict(enumerate(match.game.sides)).get(index)
    admin = press.app.matches.admin
    ended = await admin.end(match.id, press.user, guild, winner, expected_version=press.version)
    await _show(press, ended, server_texts.ENDED)


@control("adminabort")
async def abort_now(press: Press) -> None:
    match, guild = await _governed(press)
    aborted = await press.app.matches.admin.abort(
        match.id, press.user, guild, expected_version=press.version, as_host=await _as_host(press, match)
    )
    await _show(press, aborted, server_texts.ABORTED)


@control("adminabortall")
async def abort_all_now(press: Press, user: UserId, asked: Count) -> None:
    """Aborts a player's running matches in this server, of which ``asked`` were confirmed.

    Asks again if more matches are running by now. Leaves out those the administrator plays in."""
    check_governing(press)
    guild, admin = press.guild_id or GuildId(0), press.app.matches.admin
    running, own = apart(await admin.running_of(user, guild), press.user)
    if len(running) > asked:
        await press.redraw(abort_all_question(user, running, own, changed=True))
        return
    ended = [match async for match in admin.abort_all(user, press.user, guild)]
    await press.redraw(card(server_texts.all_aborted(user, ended, asked, own)))
    await show_all(press.app, ended)


@control("adminrewind")
async def rewind_now(press: Press, actions: Count) -> None:
    """Rewinds a match to its first ``actions``."""
    match, guild = await _governed(press)
    admin = press.app.matches.admin
    rewound = await admin.rewind(match.id, press.user, guild, actions, expected_version=press.version)
    await _show(press, rewound, server_texts.REWOUND)


@control("adminhandover")
async def hand_over_now(press: Press, number: Count, to: UserId) -> None:
    """Hands the side with this number to another user.

    The user's server membership and channel access were checked when the question was asked."""
    match, guild = await _governed(press)
    side, taker = press.one_of(match.game.sides, number), Opponent(to)
    admin = press.app.matches.admin
    with _taking_over():
        handed = await admin.hand_over(
            match.id, press.user, guild, side, taker, expected_version=press.version
        )
    await _show(press, handed, server_texts.HANDED_OVER)


@control("adminclose")
async def close_now(press: Press) -> None:
    """Closes the place of a match between two servers in the server of the click."""
    check_governing(press)
    guild, across = press.guild_id or GuildId(0), press.app.matches.across
    before = await press.app.matches.load(press.match_id)
    closed = await across.close(press.match_id, guild, press.user)
    await press.redraw(card(server_texts.place_closed(closed)))
    await press.show(closed)
    await press.app.venue.put_away(before)


@control("readmit", chooses=ID)
async def readmit(press: Press) -> None:
    """Lets a player of another server have matches here again."""
    check_governing(press)
    try:
        await press.app.matches.across.unblock(press.guild_id or GuildId(0), UserId(press.number))
    finally:
        await press.redraw(await readmit_panel(press))


async def readmit_panel(call: Call) -> Card:
    """The players of other servers that the server of ``call`` wants no match with, in a menu."""
    blocked = await call.app.matches.across.blocked_in(call.guild_id or GuildId(0))
    if not blocked:
        return card(server_texts.NOBODY_CLOSED)
    names = await call.app.members.account_names(blocked)
    options = [(str(user), names.get(user) or server_texts.unnamed(user)) for user in blocked]
    return card(server_texts.READMIT, row(readmit.about(0, menu(server_texts.WHO_BACK, options))))


async def _governed(press: Press) -> tuple[Match, GuildId]:
    """The match of a question and the guild of the click. Raises Refusal unless an administrator clicked."""
    check_governing(press)
    return await press.app.matches.load(press.match_id), press.guild_id or GuildId(0)


async def check_may_abort(call: Call, match: Match) -> None:
    """Raise Refused if an administrator plays in a match, or if it is between two servers.

    The bot's host may abort one of those, too.
    """
    call.app.matches.admin.check_not_own(match, call.user)
    if not await _as_host(call, match):
        call.app.matches.admin.check_not_between(match)


async def _as_host(call: Call, match: Match) -> bool:
    """True for the owner of the bot's application, where being that makes a difference."""
    return match.between_servers and await call.app.bot.is_owner(call.interaction.user)


async def _show(press: Press, changed: Match, said: str) -> None:
    """Confirm an action in its panel, and update the match's card."""
    await press.redraw(card(server_texts.done(changed, said)))
    await press.show(changed)


# --- options and checks -------------------------------------------------------------------------------


def apart(
    running: Sequence[MatchSummary], admin: UserId
) -> tuple[Sequence[MatchSummary], Sequence[MatchSummary]]:
    """The matches that ``admin`` may abort, and those that they play in."""
    own = [match for match in running if admin in match.users]
    return [match for match in running if admin not in match.users], own


def check_governing(call: Call) -> None:
    """Raise Refusal unless the user has the Manage Server permission.

    Discord checks this for ``/server``, but not for a button on a panel that is still open. A server can
    open the command to other roles, but Discord doesn't tell bots, so this checks the command's default.
    """
    allowed = call.interaction.permissions
    if not (allowed.manage_guild or allowed.administrator):
        raise Refusal(server_texts.NOT_AN_ADMIN)


async def check_taking_over(app: App, match: Match, side: Side, to: discord.User | discord.Member) -> None:
    """Raise Refusal unless ``to`` can take over ``side``; Refused while no user can."""
    check_known(to)
    with _taking_over():
        await app.matches.admin.check_taking_over(match, side, _opponent(to, match))


@contextmanager
def _taking_over() -> Iterator[None]:
    """Turn errors of a handover into refusals, without telling the administrator about blocks."""
    try:
        yield
    except OpponentError as error:
        raise Refusal(server_texts.HAND_OVER_PROBLEMS[error.problem]) from None
    except BlockedError:
        raise Refusal(server_texts.NO_MATCH_BETWEEN) from None


def _opponent(person: discord.User | discord.Member, match: Match) -> Opponent:
    if not isinstance(person, discord.Member):
        return Opponent(UserId(person.id), is_bot=person.bot, in_guild=False)
    channel = person.guild.get_channel_or_thread(match.channel_id)
    sees = channel is None or channel.permissions_for(person).view_channel
    return Opponent(UserId(person.id), is_bot=person.bot, sees_channel=sees)


# --- the questions -------------------------------------------------------------------------------

_DANGER: Final = discord.ButtonStyle.danger


def end_question(match: Match, winner: Side | None) -> Card:
    """Asks for confirmation before ending a match."""
    sides = match.game.sides
    index = len(sides) if winner is None else sides.index(winner)
    yes = end_now.on(match, button(server_texts.END, _DANGER), index)
    return _question(match, server_texts.end_question(match, winner), yes)


def abort_question(match: Match) -> Card:
    """Asks for confirmation before aborting a match."""
    return _question(
        match, server_texts.abort_question(match), abort_now.on(match, button(server_texts.ABORT, _DANGER))
    )


def abort_all_question(
    user: UserId, running: Sequence[MatchSummary], own: Sequence[MatchSummary], *, changed: bool = False
) -> Card:
    """Asks for confirmation before aborting ``running``, a user's matches in a server.

    ``own`` are those that the administrator plays in: they continue. ``changed``: more matches have started
    since the administrator was last asked."""
    yes = abort_all_now.about(0, button(server_texts.ABORT_ALL, _DANGER), user, len(running))
    return card(
        server_texts.abort_all_question(user, running, own, changed=changed),
        row(dismiss.about(0, server_texts.LEAVE_IT), yes),
    )


def close_question(match: Match) -> Card:
    """Asks for confirmation before closing the place of a match between two servers."""
    yes = close_now.on(match, button(server_texts.CLOSE, _DANGER))
    return _question(match, server_texts.close_question(match), yes)


def rewind_question(match: Match, history: History, turns: int) -> Card:
    """Asks for confirmation before rewinding a match to its first ``turns`` turns."""
    yes = rewind_now.on(match, button(server_texts.REWIND, _DANGER), history.ply_after(turns))
    return _question(match, server_texts.rewind_question(match, turns, history.played[-1].turn - turns), yes)


def hand_over_question(match: Match, side: Side, to: UserId) -> Card:
    """Asks for confirmation before handing a side to another user."""
    number = match.game.sides.index(side)
    yes = hand_over_now.on(match, button(server_texts.HAND_OVER, _DANGER), number, to)
    return _question(match, server_texts.hand_over_question(match, side, to), yes)


def _question(match: Match, question: str, yes: AnyControl) -> Card:
    return card(question, row(dismiss.on(match, server_texts.LEAVE_IT), yes))
