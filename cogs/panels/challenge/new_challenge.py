"""New challenges, from a game's command or from the buttons below tours, rules and /help."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final

import discord
from discord import ui

from cogs.kit.call import Call
from cogs.kit.card import BLUE, card, row
from cogs.kit.controls import AnyControl, Press, button, control, menu
from cogs.kit.errors import Refusal, check_known
from cogs.kit.guilds import guild_of
from cogs.kit.presentation import GamePresentation, newcomers_first, number_of_game, presentation_numbered
from cogs.panels.challenge import computer_panel
from cogs.text import challenge_texts, learn_texts, sets_texts
from engines import Game
from matches import ChallengeChannel, ChallengeTerms, GuildId, MatchTerms, Opponent, Phase, UserId
from matches.lifecycle.sets import FIRST
from matches.players import Human

if TYPE_CHECKING:
    from cogs.app import App

_LOOKED_AT: Final = 25
"""Most of a user's matches that are searched for an equal challenge, or for servers they play in."""
SET: Final = 1
"""Marks a set of two in a custom id."""
_SERVERS: Final = 4
"""Most servers that are linked in direct messages."""


# --- buttons -------------------------------------------------------------------------------------


@control("challengewho")
async def challenge_member(press: Press) -> None:
    """Challenges the chosen member, on default terms.

    Arguments: the game's number, and SET for a set of two.
    """
    chosen = next(iter(press.people), None)
    await _challenge_once(press, press.index, opponent_of(press, chosen))


@control("challengeall")
async def challenge_anyone(press: Press) -> None:
    """Posts an open challenge on default terms. Arguments: the game's number, and SET for a set of two."""
    await _challenge_once(press, press.index, None)


@control("postmine")
async def post_mine(press: Press) -> None:
    """Posts an open challenge of the chosen game, on default terms."""
    await _challenge_once(press, int(press.value), None)


@control("challengeset")
async def ask_for_set(press: Press) -> None:
    """Asks for an opponent in a set of two, in a new panel. Argument: the game's number."""
    game = presentation_numbered(press.app.presentations, press.index).game
    number = (press.index, SET)
    anyone = challenge_anyone.about(0, learn_texts.OPEN_CHALLENGE, args=number)
    await press.answer(card(sets_texts.panel(game), row(_member_menu(game, *number)), row(anyone)))


def _member_menu(game: Game, *number: int) -> AnyControl:
    """The menu that challenges a member to a game; ``number`` as the control's arguments."""
    members: ui.UserSelect[Any] = ui.UserSelect(placeholder=learn_texts.challenge_somebody(game.name))
    return challenge_member.about(0, members, args=number)


async def _challenge_once(press: Press, number: int, opponent: Opponent | None) -> None:
    """Post a challenge and say where it is. Raises Refusal if an equal one is already open in the channel."""
    game = presentation_numbered(press.app.presentations, number).game.key
    async with press.app.beginnings.turn(press.user):
        place = await press.app.lookup.challenge_place(press)
        part = FIRST if press.args[1:] == (SET,) else 0
        wishes = ChallengeTerms(game, {}, terms=MatchTerms(set_part=part))
        if same := await _unanswered(press.app, press.user, wishes, opponent, place):
            raise Refusal(learn_texts.already_challenged(same))
        match = await press.app.matches.challenges.challenge(press.user, opponent, wishes, place)
    shown = await press.show(match)
    if shown.shown.version >= match.version:
        await press.say(challenge_texts.challenge_sent(match.channel_id))


async def _unanswered(
    app: App, user: UserId, wishes: ChallengeTerms, opponent: Opponent | None, place: ChallengeChannel
) -> Any:
    """An equal challenge of ``user`` that is still open in the same channel, or None."""
    whom = None if opponent is None else Human(opponent.id)
    found = await app.matches.lists.listed(user, (Phase.CHALLENGED,), _LOOKED_AT, game=wishes.game)
    for match in found.matches:
        own = match.challenger == Human(user) and match.terms.set_part == wishes.terms.set_part
        if own and (match.opponent, match.channel_id) == (whom, place.channel):
            return match
    return None


def post_button(key: str, label: str) -> AnyControl:
    return challenge_anyone.about(0, label, args=(number_of_game(key),))


def post_menu(app: App, prompt: str) -> AnyControl:
    """The menu that posts an open challenge of the chosen game."""
    games = (each.game for each in newcomers_first(app.presentations.values()))
    return post_mine.about(0, menu(prompt, [(str(number_of_game(game.key)), game.name) for game in games]))


async def ways(
    call: Call, presentation: GamePresentation, *buttons: ui.Item[Any], sets: bool = False, main: bool = False
) -> list[Any]:
    """The controls of a card that start a match of a game, with ``buttons`` among them.

    ``sets`` adds a set of two, which cards for newcomers leave out. ``main``: the blue button of the card is
    the one here that leads to the computer or, without it, to an open challenge. In direct messages no
    opponent can be chosen, so there are links to servers instead.
    """
    number = (number_of_game(presentation.game.key),)
    name = presentation.game.name
    if call.guild_id is None:
        others = [row(*buttons)] if buttons else []
        links = await _servers(call.app, call.user)
        return [learn_texts.play_in_a_server(presentation.command), *others, *links]
    computer = await computer_panel.is_on(call)
    style = BLUE if main and not computer else discord.ButtonStyle.secondary
    anyone = challenge_anyone.about(0, button(learn_texts.OPEN_CHALLENGE, style), args=number)
    member = _member_menu(presentation.game, *number)
    if computer:
        buttons = (computer_panel.play_button(presentation.game.key, main=main), *buttons)
    two = ask_for_set.about(0, sets_texts.BUTTON, args=number)
    uneven = [sets_texts.uneven(presentation.game)] if sets and presentation.game.uneven else []
    ways = learn_texts.play_it(name, computer=computer)
    return [ways, *uneven, row(member), row(anyone, *buttons, *([two] if sets else []))]


async def _servers(app: App, user: UserId) -> list[ui.ActionRow[Any]]:
    """A row of links to servers where ``user`` plays or has played; none for a newcomer."""
    phases = (Phase.CHALLENGED, Phase.SETUP, Phase.PLAYING)
    found: Sequence[Any] = [
        *(await app.matches.lists.listed(user, phases, _LOOKED_AT)).matches,
        *await app.matches.lists.finished_of(user, _LOOKED_AT),
    ]
    guilds = [guild for each in _distinct(found) if (guild := await guild_of(app.bot, each)) is not None]
    links: list[ui.Item[Any]] = [
        ui.Button(
            style=discord.ButtonStyle.link,
            label=guild.name[:80],
            url=f"https://discord.com/channels/{guild.id}",
        )
        for guild in guilds[:_SERVERS]
    ]
    return [row(*links)] if links else []


def _distinct(matches: Iterable[Any]) -> Iterable[GuildId]:
    return dict.fromkeys(match.guild_id for match in matches)


# --- what the command shares with them -----------------------------------------------------------


async def post(call: Call, opponent: Opponent | None, terms: ChallengeTerms) -> None:
    """Post a challenge for a command. Raises Refusal, and what the service raises."""
    place = await call.app.lookup.challenge_place(call)
    match = await call.app.matches.challenges.challenge(call.user, opponent, terms, place)
    shown = await call.show(match)
    if shown.shown.version >= match.version:
        there = call.interaction.channel_id == place.channel
        await call.leave_quietly(challenge_texts.challenge_sent(match.channel_id), there=there)


def opponent_of(call: Call, user: discord.User | discord.Member | None) -> Opponent:
    """The chosen user as an opponent. Raises Refusal if Discord didn't resolve the user."""
    check_known(user)
    assert user is not None, "somebody who is known"
    in_guild = isinstance(user, discord.Member)
    sees = True
    if isinstance(user, discord.Member):
        allowed, here = user.resolved_permissions, call.interaction.channel
        if allowed is None and isinstance(here, discord.abc.GuildChannel | discord.Thread):
            allowed = here.permissions_for(user)
        sees = allowed is None or allowed.view_channel
    return Opponent(UserId(user.id), is_bot=user.bot, in_guild=in_guild, sees_channel=sees)
