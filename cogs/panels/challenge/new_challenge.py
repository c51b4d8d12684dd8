"""New challenges: what leads to one below tours, rules and /help, and the buttons of earlier versions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final

import discord
from discord import ui

from cogs.kit.arguments import GAME_NUMBER, Count, GameKey
from cogs.kit.call import Call
from cogs.kit.card import card, row
from cogs.kit.controls import Press, control
from cogs.kit.guilds import guild_of
from cogs.kit.presentation import GamePresentation, game_of_number, presentation_of
from cogs.panels.challenge import challenge_form, computer_panel, posting
from cogs.text import learn_texts, match_kinds_texts
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


@control("challengewho")
async def challenge_member(press: Press, game: GameKey, how: Count = 0) -> None:
    """Challenges the chosen member, on default terms; ``how`` is SET for a set of two."""
    chosen = next(iter(press.people), None)
    await _challenge_once(press, game, posting.opponent_of(press, chosen), how)


@control("challengeall")
async def challenge_anyone(press: Press, game: GameKey, how: Count = 0) -> None:
    """Posts an open challenge on default terms; ``how`` is SET for a set of two."""
    await _challenge_once(press, game, None, how)


@control("postmine", chooses=GAME_NUMBER)
async def post_mine(press: Press) -> None:
    """Posts an open challenge of the chosen game, on default terms."""
    await _challenge_once(press, game_of_number(press.number), None)


@control("challengeset")
async def ask_for_set(press: Press, game: GameKey) -> None:
    """Asks for an opponent in a set of two, in a new panel."""
    known = presentation_of(press.app.presentations, game).game
    members = challenge_member.about(0, _member_menu(known), game, SET)
    anyone = challenge_anyone.about(0, learn_texts.OPEN_CHALLENGE, game, SET)
    await press.answer(card(match_kinds_texts.set_panel(known), row(members), row(anyone)))


def _member_menu(game: Game) -> ui.UserSelect[Any]:
    """The menu of who is challenged to a game."""
    return ui.UserSelect(placeholder=learn_texts.challenge_somebody(game.name))


async def _challenge_once(press: Press, game: str, opponent: Opponent | None, how: int = 0) -> None:
    """Post a challenge on default terms, or for a set of two. Raises as :func:`posting.post_once`."""
    known = presentation_of(press.app.presentations, game).game
    terms = MatchTerms(set_part=FIRST if how == SET else 0)
    await posting.post_once(press, ChallengeTerms(known.key, {}, terms=terms), opponent)


async def ways(
    call: Call, presentation: GamePresentation, *buttons: ui.Item[Any], sets: bool = False, main: bool = False
) -> list[Any]:
    """The controls of a card that start a match of a game, with ``buttons`` among them.

    ``sets`` recommends a set of two where one side has it easier, which cards for newcomers leave out.
    ``main``: the blue button of the card is the one here that leads to the computer or, without it, to the
    form of a challenge. In direct messages no opponent can be chosen, so there are links to servers instead.
    """
    name = presentation.game.name
    if call.guild_id is None:
        others = [row(*buttons)] if buttons else []
        links = await _servers(call.app, call.user)
        return [learn_texts.play_in_a_server(presentation.command), *others, *links]
    member = challenge_member.about(0, _member_menu(presentation.game), presentation.game.key)
    computer = await computer_panel.is_on(call)
    challenge = challenge_form.open_button(presentation.game.key, primary=main and not computer)
    play = [computer_panel.play_button(presentation.game.key, main=main)] if computer else []
    first = [*play, challenge] if main else [challenge, *play]
    uneven = [match_kinds_texts.uneven(presentation.game)] if sets and presentation.game.uneven else []
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
