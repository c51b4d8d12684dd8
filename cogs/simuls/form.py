"""The form in which a simul is opened: game, places, pace, the host's side, rated or not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import discord
from discord import ui

from cogs.kit.call import Call
from cogs.kit.card import Card, section
from cogs.kit.controls import AnyControl, FormSent, Press, chosen_in, control, form_sent, menu
from cogs.kit.errors import Refusal
from cogs.kit.presentation import game_of_number, newcomers_first, number_of_game
from cogs.panels.challenge import play_panel
from cogs.simuls import panel, texts
from cogs.simuls.rules import FEWEST, MOST, USUAL_PLACES, SimulWishes
from cogs.text import errors_texts, phrases, time_texts
from engines import GAMES, Side
from matches.time.pace import PACES, Pace

GAME, PLACES, PACE, SIDE, RATED = "game", "places", "pace", "side", "rated"
"""The ids of the form's fields."""
SLOW: Final = tuple(pace for pace in PACES if not pace.fast)
"""The paces that a simul can have. Forms in the world hold their places: append, never reorder."""
_EITHER: Final = "0"
"""The entry for alternating sides, and for the server's usual pace."""
_ON: Final = "1"
_MOST_DIGITS: Final = 20


@control("simulform", acknowledge=False)
async def open_form(press: Press) -> None:
    """Opens the form, with the game that the user most likely means."""
    await show(press, await press.app.lookup.likely_game(press))


def open_button() -> AnyControl:
    """The button that opens the form."""
    return open_form.about(0, texts.OPEN_FORM)


def way() -> ui.Section[Any]:
    """The same with a line about it, among the ways to a match."""
    return section(texts.HINT, open_button())


async def ways(call: Call) -> Card:
    """The page of /play with that way."""
    return play_panel.more(call.app)


async def show(call: Call, game: str) -> None:
    """Answer with the form. Raises Refusal in direct messages."""
    if call.guild_id is None:
        raise Refusal(errors_texts.ONLY_IN_SERVER)
    usual = (await call.app.guilds.rules(call.guild_id)).pace
    games = [one.game.key for one in newcomers_first(call.app.presentations.values())]
    await call.open_form(written.asked(texts.FORM_TITLE, [*_fields(games, game, usual)]))


def _fields(games: Sequence[str], chosen: str, usual: Pace) -> Iterator[ui.Label[Any]]:
    named = [(str(number_of_game(key)), GAMES[key].name) for key in games]
    yield _field(texts.GAME, GAME, named, str(number_of_game(chosen)))
    places = [(str(count), str(count)) for count in range(FEWEST, MOST + 1)]
    yield _field(texts.PLACES, PLACES, places, str(USUAL_PLACES))
    paces = [(str(at), phrases.sentence(time_texts.pace(one))) for at, one in enumerate(SLOW, 1)]
    usually = (_EITHER, texts.usual_pace(time_texts.pace(usual)))
    yield _field(texts.PACE, PACE, [usually, *paces], _EITHER)
    yield _field(texts.YOUR_SIDE, SIDE, [(_EITHER, texts.ALTERNATE), *_sides(games).items()], _EITHER)
    rated = [discord.CheckboxGroupOption(label=texts.RATED, value=_ON)]
    boxes: ui.CheckboxGroup[Any] = ui.CheckboxGroup(
        custom_id=RATED, options=rated, required=False, min_values=0, max_values=1
    )
    yield ui.Label(text=texts.RATING, component=boxes)


def _sides(games: Sequence[str]) -> Mapping[str, str]:
    """The entries for a side of each game in which the challenger may choose one: ``number.place``."""
    return {
        f"{number_of_game(key)}.{at}": texts.own_side(GAMES[key], side)
        for key in games
        if GAMES[key].challenger_side is None
        for at, side in enumerate(GAMES[key].sides)
    }


def _field(label: str, name: str, entries: Sequence[tuple[str, str]], chosen: str) -> ui.Label[Any]:
    made = menu("", entries, chosen=chosen)
    made.custom_id, made.placeholder, made.required = name, None, True
    return ui.Label(text=label, component=made)


@form_sent("simulform")
async def written(sent: FormSent) -> None:
    """Opens the simul, and answers with the host's panel."""
    await sent.answer(await panel.host(sent, _wishes(chosen_in(sent.interaction))))


def _wishes(chosen: Mapping[str, Sequence[str]]) -> SimulWishes:
    """The wishes of a form. Raises Refusal for one of another version."""
    game = game_of_number(_number(chosen, GAME))
    pace = _number(chosen, PACE)
    if pace > len(SLOW):
        raise Refusal(texts.FORM_OLD)
    return SimulWishes(
        game,
        _number(chosen, PLACES),
        SLOW[pace - 1] if pace else None,
        _side(game, next(iter(chosen.get(SIDE, ())), _EITHER)),
        _ON in chosen.get(RATED, ()),
    )


def _side(game: str, entry: str) -> Side | None:
    """The side of an entry. Raises Refusal for one of another game."""
    if entry == _EITHER:
        return None
    sides = {f"{number_of_game(game)}.{at}": side for at, side in enumerate(GAMES[game].sides)}
    if entry not in sides or GAMES[game].challenger_side is not None:
        raise Refusal(texts.not_of(GAMES[game]))
    return sides[entry]


def _number(chosen: Mapping[str, Sequence[str]], name: str) -> int:
    """The number in a field. Raises Refusal if it is none."""
    typed = next(iter(chosen.get(name, ())), "")
    if not (typed.isascii() and typed.isdecimal()) or len(typed) > _MOST_DIGITS:
        raise Refusal(texts.FORM_OLD)
    return int(typed)
