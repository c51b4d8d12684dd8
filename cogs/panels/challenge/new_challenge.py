"""New challenges: what leads to one below tours, rules and /help, and the buttons of earlier versions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final

import discord
from discord import ui

from cogs.kit.arguments import COUNT, GAME_NUMBER, Takes
from cogs.kit.call import Call
from cogs.kit.card import card, row
from cogs.kit.controls import AnyControl, Press, control
from cogs.kit.guilds import guild_of
from cogs.kit.presentation import GamePresentation, number_of_game, presentation_numbered
from cogs.panels.challenge import challenge_form, computer_panel, posting
from cogs.text import learn_texts, sets_texts
from engines import Game
from matches import ChallengeTerms, GuildId, MatchTerms, Opponent, Phase, UserId
from matches.lifecycle.sets import FIRST

if TYPE_CHECKING:
    from cogs.app import App

_LOOKED_AT: Final = 25
"""Most of a user's matches that are searched for servers they play in."""
SET: Final = 1
"""Marks a set of two in a custom id."""
_SERVERS: Final = 4
"""Most servers that are linked in direct messages."""


# --- buttons -------------------------------------------------------------------------------------


@control("challengewho", Takes((GAME_NUMBER,), (COUNT,)))
async def challenge_member(press: Press) -> None:
    """Challenges the chosen member, on default terms.

    Arguments: the game's number, and SET for a set of two.
    """
    chosen = next(iter(press.people), None)
    await _challenge_once(press, press.index, posting.opponent_of(press, chosen))


@control("challengeall", Takes((GAME_NUMBER,), (COUNT,)))
async def challenge_anyone(press: Press) -> None:
    """Posts an open challenge on default terms. Arguments: the game's number, and SET for a set of two."""
    await _challenge_once(press, press.index, None)


@control("postmine", chooses=GAME_NUMBER)
async def post_mine(press: Press) -> None:
    """Posts an open challenge of the chosen game, on default terms."""
    await _challenge_once(press, press.number, None)


@control("challengeset", (GAME_NUMBER,))
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
    """Post a challenge on default terms, or for a set of two. Raises as :func:`posting.post_once`."""
    game = presentation_numbered(press.app.presentations, number).game.key
    part = FIRST if press.args[1:] == (SET,) else 0
    await posting.post_once(press, ChallengeTerms(game, {}, terms=MatchTerms(set_part=part)), opponent)


async def ways(
    call: Call, presentation: GamePresentation, *buttons: ui.Item[Any], sets: bool = False, main: bool = False
) -> list[Any]:
    """The controls of a card that start a match of a game, with ``buttons`` among them.

    ``sets`` recommends a set of two where one side has it easier, which cards for newcomers leave out.
    ``main``: the blue button of the card is the one here that leads to the computer or, without it, to the
    form of a challenge. In direct messages no opponent can be chosen, so there are links to servers instead.
    """
    number = (number_of_game(presentation.game.key),)
    name = presentation.game.name
    if call.guild_id is None:
        others = [row(*buttons)] if buttons else []
        links = await _servers(call.app, call.user)
        return [learn_texts.play_in_a_server(presentation.command), *others, *links]
    member = _member_menu(presentation.game, *number)
    computer = await computer_panel.is_on(call)
    challenge = challenge_form.open_button(presentation.game.key, primary=main and not computer)
    play = [computer_panel.play_button(presentation.game.key, main=main)] if computer else []
    first = [*play, challenge] if main else [challenge, *play]
    uneven = [sets_texts.uneven(presentation.game)] if sets and presentation.game.uneven else []
    ways = learn_texts.play_it(name, computer=computer)
    return [ways, *uneven, row(member), row(*first, *buttons)]


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
