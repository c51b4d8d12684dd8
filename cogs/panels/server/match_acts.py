"""/server match: a match or a player, then what an administrator does about it, each asked back.

What is asked here is answered in ``admin``. Every press checks who presses, and the match as it is then.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from operator import attrgetter
from typing import Any, Final

from discord import ui

from cogs.kit.arguments import COUNT, ID, Count
from cogs.kit.call import Call
from cogs.kit.card import Card, card, row, rows
from cogs.kit.controls import AnyControl, Press, button, control, menu
from cogs.kit.errors import AmbiguousMatchError, Refusal
from cogs.kit.paging import BACK, ON
from cogs.panels.server import admin
from cogs.text import phrases, server_texts, texts
from matches import ChannelId, GuildId, Match, NoSuchMatchError, UserId
from matches.errors import Problem, Refused, WrongPhaseError
from matches.lifecycle.history import last_to_rewind_to
from matches.summaries import MatchSummary

LOOKED_AT: Final = 200
"""Most matches of a server that suggestions come from; others can be given by number."""
ENTRIES: Final = 25
"""Entries of a menu (Discord's limit)."""


# --- what is chosen first ----------------------------------------------------------------------------


@control("govern", chooses=ID)
async def choose_match(press: Press) -> None:
    """Shows what can be done with the chosen match."""
    await press.redraw(await _of_match(press, await governed(press, str(press.number))))


@control("governwho")
async def choose_player(press: Press) -> None:
    """Shows the running matches of the chosen player."""
    chosen = next(iter(press.people), None)
    await press.redraw(await _first(press) if chosen is None else await _of_player(press, UserId(chosen.id)))


async def panel(call: Call, given: str | None, player: UserId | None) -> Card:
    """A match and the acts on it, or those of a player; both are asked for if neither is given."""
    admin.check_governing(call)
    if player is not None:
        if given is not None:
            raise Refusal(server_texts.MATCH_OR_PLAYER)
        return await _of_player(call, player)
    if given is not None or len(await running_here(call)) == 1:
        return await _of_match(call, await governed(call, given))
    return await _first(call)


async def _first(call: Call) -> Card:
    """Asks for a match or a player."""
    admin.check_governing(call)
    found = list({one.id: one for one in [*await running_here(call), *await _running(call)]}.values())
    if not found:
        raise Refusal(texts.NOTHING_RUNS)
    members: ui.UserSelect[Any] = ui.UserSelect(placeholder=server_texts.WHOSE_MATCHES)
    return card(
        server_texts.WHICH_TO_GOVERN,
        row(choose_match.about(0, await _match_menu(call, found))),
        row(choose_player.about(0, members)),
    )


async def _match_menu(call: Call, found: list[MatchSummary]) -> ui.Select[Any]:
    shown = found[:ENTRIES]
    await call.app.lookup.prepare_names(shown)
    options = [(str(one.id), call.app.lookup.between(one) or phrases.title(one)) for one in shown]
    return menu(server_texts.PICK_MATCH, options)


async def _of_player(call: Call, user: UserId) -> Card:
    """A player's running matches here: all of them to be cancelled, or one to be looked at."""
    admin.check_governing(call)
    running, own = admin.apart(await call.app.matches.admin.running_of(user, _guild(call)), call.user)
    if not running:
        raise Refusal(server_texts.only_own_run(own) if own else server_texts.nothing_runs(user))
    return card(
        server_texts.matches_of(user, running, own),
        row(choose_match.about(0, await _match_menu(call, list(running)))),
        row(ask_to_abort_all.about(0, server_texts.ASK_ABORT_ALL, user)),
    )


async def _of_match(call: Call, match: Match) -> Card:
    """A match and the acts on it: one between two servers can only be cancelled or closed."""
    acts = [ask_to_abort.on(match, server_texts.ASK_ABORT)]
    if match.between_servers:
        acts.append(ask_to_close.on(match, server_texts.ASK_CLOSE))
    else:
        acts.insert(0, ask_to_end.on(match, server_texts.ASK_END))
        if match.started:
            acts.append(ask_to_rewind.on(match, server_texts.ASK_REWIND))
        acts.append(ask_to_hand_over.on(match, server_texts.ASK_HAND_OVER))
    return card(server_texts.govern(match), *rows(acts))


# --- then what ---------------------------------------------------------------------------------------


@control("governend")
async def ask_to_end(press: Press) -> None:
    """Asks who wins."""
    match = await _decidable(press)
    ways = [*match.game.sides, server_texts.DRAW]
    buttons = [
        ask_to_end_so.on(match, server_texts.won_by(match, way), number) for number, way in enumerate(ways)
    ]
    await press.redraw(card(server_texts.who_wins(match), row(*buttons)))


@control("governwin")
async def ask_to_end_so(press: Press, number: Count) -> None:
    """Asks whether to end the match so: a side's number, the one after them means a draw."""
    match = await _decidable(press)
    winner = dict(enumerate(match.game.sides)).get(number)
    await press.redraw(admin.end_question(match, winner))


@control("governabort")
async def ask_to_abort(press: Press) -> None:
    """Asks whether to cancel the match."""
    match = await governed(press, str(press.match_id))
    await admin.check_may_abort(press, match)
    await press.redraw(admin.abort_question(match))


@control("governabortall")
async def ask_to_abort_all(press: Press, user: UserId) -> None:
    """Asks whether to cancel all running matches of a player."""
    admin.check_governing(press)
    running, own = admin.apart(await press.app.matches.admin.running_of(user, _guild(press)), press.user)
    if not running:
        raise Refusal(server_texts.only_own_run(own) if own else server_texts.nothing_runs(user))
    await press.redraw(admin.abort_all_question(user, running, own))


@control("governback")
async def ask_to_rewind(press: Press, page: Count = 0) -> None:
    """Asks how far to take the match back, with a page of turns, the latest first."""
    match = await _decidable(press)
    if not match.started:
        raise WrongPhaseError(match)
    if (last := last_to_rewind_to(press.app.matches.history(match))) < 0:
        raise Refused(Problem.NO_SUCH_TURN, match=match, last=last)
    turns = [(str(turn), said) for turn, said in turns_to(press, match)]
    last_page = (len(turns) - 1) // ENTRIES
    page = min(page, last_page)
    options = turns[page * ENTRIES : (page + 1) * ENTRIES]
    await press.redraw(
        card(
            server_texts.how_far_back(match),
            row(ask_to_rewind_so.on(match, menu(server_texts.PICK_TURN, options))),
            *rows(_turn_pages(match, page, last_page)),
        )
    )


def _turn_pages(match: Match, page: int, last: int) -> list[AnyControl]:
    """The buttons to later and to earlier turns; none for a single page."""
    ways = [(BACK, page - 1), (ON, page + 1)] if last else []
    return [ask_to_rewind.on(match, button(label, enabled=0 <= to <= last), max(to, 0)) for label, to in ways]


@control("governturn", chooses=COUNT)
async def ask_to_rewind_so(press: Press) -> None:
    """Asks whether to take the match back to the chosen turn."""
    match = await _decidable(press)
    history = press.app.matches.history(match)
    if press.number > last_to_rewind_to(history):
        await press.redraw(await _of_match(press, match))
        return
    await press.redraw(admin.rewind_question(match, history, press.number))


@control("governgive")
async def ask_to_hand_over(press: Press) -> None:
    """Asks who takes over which side."""
    match = await _decidable(press)
    sides = [side for side in match.game.sides if match.has_side(side)]
    await press.redraw(card(server_texts.who_takes_over(match), *_takers(match, sides)))


def _takers(match: Match, sides: list[str]) -> Iterator[ui.ActionRow[Any]]:
    for side in sides:
        people: ui.UserSelect[Any] = ui.UserSelect(placeholder=server_texts.takes_over(side))
        number = match.game.sides.index(side)
        yield row(ask_to_hand_over_to.on(match, people, number))


@control("governto")
async def ask_to_hand_over_to(press: Press, number: Count) -> None:
    """Asks whether the chosen person takes over the side with this number."""
    match = await _decidable(press)
    side = press.one_of(match.game.sides, number)
    to = next(iter(press.people), None)
    if to is None:
        await press.redraw(await _of_match(press, match))
        return
    await admin.check_taking_over(press.app, match, side, to)
    await press.redraw(admin.hand_over_question(match, side, UserId(to.id)))


@control("governclose")
async def ask_to_close(press: Press) -> None:
    """Asks whether to close the place of a match between two servers."""
    match = await governed(press, str(press.match_id))
    if not match.between_servers:
        raise Refusal(server_texts.NOT_BETWEEN_SERVERS)
    press.app.matches.admin.check_not_own(match, press.user)
    await press.redraw(admin.close_question(match))


@control("readmitopen")
async def open_readmit(press: Press) -> None:
    """Opens the list of players of other servers who are kept out here."""
    admin.check_governing(press)
    await press.answer(await admin.readmit_panel(press))


# --- the match that is meant --------------------------------------------------------------------------


async def governed(call: Call, given: str | None) -> Match:
    """A running match of this server: the one given, else the one in this channel.

    Raises AmbiguousMatchError and Refusal for none, NoSuchMatchError for a match of another server, and
    WrongPhaseError for one that isn't running.
    """
    admin.check_governing(call)
    guild = _guild(call)
    if given is None:
        here = await running_here(call)
        if not here:
            raise AmbiguousMatchError(await _running(call))
        return await call.app.matches.load(call.app.lookup.the_only(call, here).id)
    match = (await call.app.lookup.numbered(given)).match
    if match.guild_id != guild:
        # Don't reveal that the match exists in another server.
        raise NoSuchMatchError(match.id)
    if not match.phase.running:
        raise WrongPhaseError(match)
    return match


async def _decidable(press: Press) -> Match:
    """The match of a press. Raises Refused for one the administrator plays in, or between two servers."""
    match = await governed(press, str(press.match_id))
    press.app.matches.admin.check_not_own(match, press.user)
    press.app.matches.admin.check_not_between(match)
    return match


async def running_here(call: Call) -> list[MatchSummary]:
    """The server's running matches in the channel of the call."""
    if call.interaction.channel_id is None:
        return []
    found = await call.app.matches.lists.at_home(ChannelId(call.interaction.channel_id))
    return [match for match in found if match.phase.running and match.guild_id == call.guild_id]


async def _running(call: Call) -> list[MatchSummary]:
    return list(await call.app.matches.lists.running_in(_guild(call), LOOKED_AT))


async def to_suggest(call: Call) -> list[MatchSummary]:
    """The server's running matches, those in this channel first."""
    return [*await running_here(call), *await _running(call)]


def turns_to(call: Call, match: Match) -> Iterator[tuple[int, str]]:
    """The turns that a match can be taken back to, latest first, in words."""
    history = call.app.matches.history(match)
    made = {turn: list(actions) for turn, actions in groupby(history.played, key=attrgetter("turn"))}
    words = {turn: ", ".join(one.description for one in actions) for turn, actions in made.items()}
    for turn in range(last_to_rewind_to(history), -1, -1):
        yield turn, server_texts.after_turn(turn, words.get(turn, ""))


def _guild(call: Call) -> GuildId:
    return call.guild_id or GuildId(0)
