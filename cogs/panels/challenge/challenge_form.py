"""The form for a challenge in five parts: opponent, the game's board, pace, sides, and boxes for the rest.

Discord has room for no more. Without an opponent the limits on who may accept share a part with the sides.
All that was chosen is in the numbers of a draft, so that a challenge that was refused can be changed and sent
again, after a restart too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Any, Final

import discord
from discord import ui

from cogs.kit.arguments import GAME, GAME_NUMBER, OF_ID, GameKey, Query
from cogs.kit.call import Call, Interaction
from cogs.kit.card import Card, card, rows
from cogs.kit.controls import (
    AnyControl,
    FormSent,
    Press,
    button,
    chosen_in,
    control,
    form_id,
    form_sent,
    menu,
)
from cogs.kit.errors import Refusal
from cogs.kit.presentation import (
    GamePresentation,
    game_of_number,
    newcomers_first,
    number_of_game,
    presentation_of,
)
from cogs.panels.challenge import posting
from cogs.text import challenge_texts, errors_texts, phrases
from engines import GAMES, Game, Option, Side
from matches import ChallengeTerms, MatchTerms, Opponent, UserId
from matches.errors import OpponentError
from matches.lifecycle.challenge import Starter
from matches.lifecycle.sets import FIRST
from matches.requirements import WITHIN, Requirements
from matches.time.pace import NO_CLOCK, PACES, Pace

if TYPE_CHECKING:
    from cogs.app import App

WHO, PACE, OPTIONS, SEAT, LIMITS, SWITCHES = "who", "pace", "options", "seat", "limits", "switches"
"""The ids of the form's fields.

An option of the game that is a box has ``options`` and its place as its value, a seat among the limits
``seat`` and its place.
"""
RATED, TAKEBACKS, TWO_MATCHES, WEEKENDS_OFF, PRIVATE, NO_LINES = 1, 2, 4, 8, 16, 32
"""The bits of the switches."""
_BITS: Final = frozenset({RATED, TAKEBACKS, TWO_MATCHES, WEEKENDS_OFF, PRIVATE, NO_LINES})
NO_PROVISIONAL, RELIABLE, ACROSS = 8, 16, 32
"""The bits of the limits, after those for the distances in ratings: 1, 2, 4."""
_LIMITS: Final = 64
"""All limits are below it."""
_MOST_ENTRIES: Final = 25
"""Entries that a menu of options can have (Discord's limit)."""
_MOST_RADIOS: Final = 10
"""Entries that a group of radio buttons can have (Discord's limit)."""
_FEW: Final = 2
"""An option of the game with so many choices is a box."""
_MOST_DIGITS: Final = 20
"""Digits of the longest number in a form: a person's id."""
_USUAL: Final = "usual"
"""The entry of a menu of options that changes nothing."""


@dataclass(frozen=True, slots=True)
class ChallengeDraft(Query):
    """A challenge as the form has it.

    ``who``: the opponent's id, 0 for anyone. ``pace``: 0 for the server's own one, else the place in PACES,
    from 1. ``options``: a bit for each choice of the game that isn't usual, by its place. ``seat``: the place
    among the seats. ``switches`` and ``limits``: the bits of those that are on.
    """

    game: str = field(metadata=GAME)
    who: int = field(default=0, metadata=OF_ID)
    pace: int = 0
    options: int = field(default=0, metadata={"takes": range(1 << _MOST_ENTRIES)})
    seat: int = 0
    switches: int = RATED | TAKEBACKS
    limits: int = field(default=0, metadata={"write": lambda bits: bits or None, "takes": range(_LIMITS)})

    def terms(self) -> ChallengeTerms:
        """The challenger's wishes. Raises Refusal if they contradict each other or aren't offered now."""
        game = GAMES[self.game]
        entries, places = option_entries(game), seats(game)
        if self.options >> len(entries) or self.seat >= len(places) or self.pace > len(PACES):
            raise Refusal(challenge_texts.FORM_OLD)
        chosen = [entry for place, entry in enumerate(entries) if self.options >> place & 1]
        if len(dict(chosen)) < len(chosen):
            raise Refusal(challenge_texts.ONE_EACH)
        if self.who and self.limits:
            raise Refusal(challenge_texts.LIMITS_FOR_ANYONE)
        side, starter = places[self.seat]
        return ChallengeTerms(
            self.game,
            dict(chosen),
            side,
            starter,
            pace=PACES[self.pace - 1] if self.pace else None,
            rated=None if self.switches & RATED else False,
            terms=MatchTerms(
                takebacks=bool(self.switches & TAKEBACKS),
                weekends_off=bool(self.switches & WEEKENDS_OFF),
                set_part=FIRST if self.switches & TWO_MATCHES else 0,
                requirements=self._requirements(),
                across=bool(self.limits & ACROSS),
                private=bool(self.switches & PRIVATE),
                lines=not self.switches & NO_LINES,
            ),
        )

    def _requirements(self) -> Requirements:
        """The limits on who may accept. Raises Refusal for two distances."""
        within = [distance for at, distance in enumerate(WITHIN) if self.limits >> at & 1]
        if len(within) > 1:
            raise Refusal(challenge_texts.ONE_EACH)
        return Requirements(
            next(iter(within), None),
            established=bool(self.limits & NO_PROVISIONAL),
            reliable=bool(self.limits & RELIABLE),
        )


def option_entries(game: Game) -> list[tuple[str, str]]:
    """The choices in a game's options that aren't as usual, as (key, value)."""
    return [(one.key, value) for one in game.options for value in one.choices if value != one.default]


def seats(game: Game) -> list[tuple[Side | None, Starter | None]]:
    """The choices of sides and the first move; the first entry leaves both to chance."""
    sides: tuple[Side | None, ...] = (None, *(game.sides if game.challenger_side is None else ()))
    starters: tuple[Starter | None, ...] = (None,)
    if game.starter == "drawn":
        starters = (None, "challenger", "opponent")
    return [(side, starter) for starter in starters for side in sides]


# --- ways to the form -----------------------------------------------------------------------------


@control("challengeopen", acknowledge=False)
async def open_form(press: Press, draft: ChallengeDraft) -> None:
    """Opens the form."""
    await show(press, draft)


@control("challengepick", chooses=GAME_NUMBER, acknowledge=False)
async def open_form_of(press: Press) -> None:
    """Opens the form for the chosen game."""
    await show(press, ChallengeDraft(game_of_number(press.number)))


@control("challengeuser")
async def ask_for_game(press: Press, user: UserId) -> None:
    """Asks which game to challenge a person to."""
    await press.answer(which_game(press, user))


@control("challengegames")
async def ask_for_open_game(press: Press) -> None:
    """Asks for the game of a challenge that anyone may accept."""
    await press.answer(which_game(press, None))


def open_button(key: str, label: str | None = None, *, primary: bool = False) -> AnyControl:
    """The button that opens the form for a game."""
    return _open(ChallengeDraft(key), label or challenge_texts.OPEN_FORM, primary=primary)


def _open(draft: ChallengeDraft, label: str, *, primary: bool = False) -> AnyControl:
    style = discord.ButtonStyle.primary if primary else discord.ButtonStyle.secondary
    return open_form.about(0, button(label, style), draft)


def open_menu(app: App, prompt: str) -> AnyControl:
    """The menu that opens the form for the chosen game."""
    games = (each.game for each in newcomers_first(app.presentations.values()))
    entries = [(str(number_of_game(game.key)), game.name) for game in games]
    return open_form_of.about(0, menu(prompt, entries))


def games_button(shown: ui.Button[Any]) -> AnyControl:
    """The button ``shown`` as one that leads to an open challenge of any game."""
    return ask_for_open_game.about(0, shown)


def person_button(user: UserId) -> AnyControl:
    """The button that leads to a challenge of a person."""
    return ask_for_game.about(0, challenge_texts.OPEN_FORM, user)


def challenge_person(call: Call, user: discord.User | discord.Member | None) -> Card:
    """Ask which game to challenge ``user`` to.

    Raises Refusal in direct messages, and OpponentError for a person whom the user can't challenge.
    """
    opponent = posting.opponent_of(call, user)
    if call.guild_id is not None and (problem := opponent.problem(call.user)):
        raise OpponentError(opponent.id, problem)
    return which_game(call, opponent.id)


def which_game(call: Call, opponent: UserId | None) -> Card:
    """Asks for the game of a challenge, a button each. Raises Refusal in direct messages."""
    if call.guild_id is None:
        raise Refusal(errors_texts.ONLY_IN_SERVER)
    buttons = game_buttons(call.app, opponent, main=True)
    return card(challenge_texts.which_game(opponent), *rows(buttons))


def game_buttons(app: App, opponent: UserId | None = None, *, main: bool = False) -> list[AnyControl]:
    """The buttons that open the form, one a game; the first is blue if one of them is the ``main`` one."""
    games = [each.game for each in newcomers_first(app.presentations.values())]
    return [
        _open(ChallengeDraft(game.key, opponent or 0), game.name, primary=main and game is games[0])
        for game in games
    ]


# --- the form -------------------------------------------------------------------------------------


async def show(call: Call, draft: ChallengeDraft) -> None:
    """Answer with the form, filled with ``draft``.

    Raises Refusal in direct messages, and NotAllowedError for a game that the server doesn't allow.
    """
    if call.guild_id is None:
        raise Refusal(errors_texts.ONLY_IN_SERVER)
    presentation = presentation_of(call.app.presentations, draft.game)
    rules = await call.app.guilds.rules(call.guild_id)
    rules.check_game(draft.game)
    fields = [*_fields(presentation, draft, rules.pace)]
    title = challenge_texts.form_title(presentation.game)
    await call.open_form(written.asked(title, fields, draft.game))


def _fields(presentation: GamePresentation, draft: ChallengeDraft, usual: Pace) -> Iterator[ui.Label[Any]]:
    """The form's fields: five, or fewer if the game leaves nothing to choose."""
    person = [discord.SelectDefaultValue(id=draft.who, type=discord.SelectDefaultValueType.user)]
    who: ui.UserSelect[Any] = ui.UserSelect(
        custom_id=WHO,
        placeholder=challenge_texts.ANYONE,
        required=False,
        min_values=0,
        default_values=person if draft.who else [],
    )
    yield ui.Label(text=challenge_texts.WHO, description=challenge_texts.WHO_HINT, component=who)
    yield from _board_and_pace(presentation, draft, usual)
    places = _named_seats(presentation.game)
    if not draft.who:
        yield _limits_field(places, draft)
    elif len(places) > 1:
        yield _seat_field(places, draft)
    yield _boxes(presentation, draft)


def computer_fields(presentation: GamePresentation, draft: ChallengeDraft) -> Iterator[ui.Label[Any]]:
    """The fields of a match against the computer: the same without an opponent, limits and *Rated*."""
    yield from _board_and_pace(presentation, draft, NO_CLOCK)
    places = _named_seats(presentation.game, computer=True)
    if len(places) > 1:
        yield _seat_field(places, draft)
    yield _boxes(presentation, draft, without=RATED)


def _board_and_pace(
    presentation: GamePresentation, draft: ChallengeDraft, usual: Pace
) -> Iterator[ui.Label[Any]]:
    """The fields of the options with several choices, and of the pace."""
    for option in presentation.game.options:
        if len(option.choices) > _FEW:
            yield _option_field(presentation, option, draft.options)
    paces = [("0", challenge_texts.usual_pace(usual))]
    paces += [(str(at), challenge_texts.a_pace(one)) for at, one in enumerate(PACES, 1) if one != usual]
    yield ui.Label(text=challenge_texts.PACE, component=_menu(PACE, paces, str(draft.pace)))


def _seat_field(places: Sequence[tuple[str, str]], draft: ChallengeDraft) -> ui.Label[Any]:
    """The menu of sides and the first move."""
    return ui.Label(text=challenge_texts.SEAT, component=_menu(SEAT, places, str(draft.seat)))


def _menu(name: str, entries: Sequence[tuple[str, str]], chosen: str) -> ui.Select[Any]:
    made = menu("", entries, chosen=chosen)
    made.custom_id, made.placeholder, made.required = name, None, True
    return made


def _named_seats(game: Game, *, computer: bool = False) -> list[tuple[str, str]]:
    """The seats by their place, in words; ``computer``: against it."""
    named = [challenge_texts.seat(game, *place, computer=computer) for place in seats(game)]
    return [(str(at), name) for at, name in enumerate(named)]


def _option_field(presentation: GamePresentation, option: Option, chosen: int) -> ui.Label[Any]:
    """The field of an option with several choices: radio buttons, or a menu if they are many."""
    words, places = presentation.words_of(option), _places(presentation.game, option)
    entries = [
        (
            _USUAL if place is None else str(place),
            phrases.sentence(words.names.get(value, words.choices[value])),
        )
        for value, place in places.items()
    ]
    marked = next((str(one) for one in places.values() if one is not None and chosen >> one & 1), _USUAL)
    if len(entries) > _MOST_RADIOS:
        return ui.Label(text=words.asked[:45], component=_menu(OPTIONS, entries, marked))
    radios = [
        discord.RadioGroupOption(label=label, value=value, default=value == marked)
        for value, label in entries
    ]
    return ui.Label(text=words.asked[:45], component=ui.RadioGroup(custom_id=OPTIONS, options=radios))


def _places(game: Game, option: Option) -> dict[str, int | None]:
    """The places of an option's choices among those of the game; None for the usual one."""
    at = {entry: place for place, entry in enumerate(option_entries(game))}
    return {value: at.get((option.key, value)) for value in option.choices}


def _limits_field(places: Sequence[tuple[str, str]], draft: ChallengeDraft) -> ui.Label[Any]:
    """The menu of who may accept and, where there is a choice, of the sides."""
    limits = {
        **{1 << at: challenge_texts.within(distance) for at, distance in enumerate(WITHIN)},
        NO_PROVISIONAL: challenge_texts.NO_PROVISIONAL,
        RELIABLE: challenge_texts.RELIABLE,
        ACROSS: challenge_texts.ACROSS,
    }
    entries = [(str(bit), label) for bit, label in limits.items()]
    entries += [(f"{SEAT}{place}", label) for place, label in places[1:]]
    marked = {str(bit) for bit in limits if draft.limits & bit} | {f"{SEAT}{draft.seat}"}
    shown = menu(challenge_texts.ANYONE_HERE, entries, several=marked)
    shown.custom_id, shown.required = LIMITS, False
    return ui.Label(text=challenge_texts.limits(sides=len(places) > 1), component=shown)


def _boxes(presentation: GamePresentation, draft: ChallengeDraft, *, without: int = 0) -> ui.Label[Any]:
    """The boxes: the game's rules that are either so or not, then the terms of every game ``without`` one."""
    game, boxes = presentation.game, []
    for place, (key, value) in enumerate(option_entries(game)):
        (option,) = (one for one in game.options if one.key == key)
        if len(option.choices) == _FEW:
            label = presentation.words_of(option).named(option, value)
            boxes.append((f"{OPTIONS}{place}", label, draft.options >> place & 1))
    switches = {
        RATED: challenge_texts.RATED,
        TAKEBACKS: challenge_texts.TAKEBACKS,
        TWO_MATCHES: challenge_texts.TWO_MATCHES,
        WEEKENDS_OFF: challenge_texts.WEEKENDS_OFF,
        PRIVATE: challenge_texts.PRIVATE,
        NO_LINES: challenge_texts.NO_ANALYSIS,
    }
    boxes += [(str(bit), label, draft.switches & bit) for bit, label in switches.items() if bit != without]
    options = [
        discord.CheckboxGroupOption(label=label, value=value, default=bool(on)) for value, label, on in boxes
    ]
    group: ui.CheckboxGroup[Any] = ui.CheckboxGroup(
        custom_id=SWITCHES, options=options, required=False, min_values=0, max_values=len(options)
    )
    return ui.Label(text=challenge_texts.ALSO, component=group)


# --- what was sent --------------------------------------------------------------------------------


@form_sent("challengeform")
async def written(sent: FormSent, game: GameKey) -> None:
    """Posts the challenge."""
    if len(_seats_in(chosen_in(sent.interaction))) > 1:
        raise Refusal(challenge_texts.ONE_EACH)
    draft = read(sent.interaction, game)
    opponent = _opponent(sent.interaction, draft.who) if draft.who else None
    await posting.post_once(sent, draft.terms(), opponent)


def again_button(sent: Interaction) -> AnyControl | None:
    """The button back to the form that ``sent`` submits; None for anything else."""
    verb, _, number = form_id(sent).partition(":")
    if verb != written.verb or not number.isdecimal():
        return None
    try:
        draft = read(sent, game_of_number(int(number)))
    except Refusal:
        return None  # its game is gone
    return _open(draft, challenge_texts.BACK_TO_FORM, primary=True)


def read(sent: Interaction, game: str) -> ChallengeDraft:
    """The draft that the form for a game submits."""
    chosen = chosen_in(sent)
    return ChallengeDraft(
        game,
        who=_first(chosen, WHO),
        pace=_first(chosen, PACE),
        options=_sum(
            1 << place
            for place in (*_numbers(chosen, OPTIONS), *_numbers(chosen, SWITCHES, OPTIONS))
            if place < _MOST_ENTRIES
        ),
        seat=next(iter(_seats_in(chosen)), 0),
        switches=_sum(bit for bit in _numbers(chosen, SWITCHES) if bit in _BITS),
        limits=_sum(bit for bit in _numbers(chosen, LIMITS) if bit < _LIMITS),
    )


def _sum(bits: Iterable[int]) -> int:
    """The number that has all the ``bits``."""
    return reduce(or_, bits, 0)


def _seats_in(chosen: Mapping[str, Sequence[str]]) -> list[int]:
    """The places of the seats in a form, which has a field for them or has them among the limits."""
    return [*_numbers(chosen, SEAT), *_numbers(chosen, LIMITS, SEAT)]


def _numbers(chosen: Mapping[str, Sequence[str]], name: str, before: str = "") -> list[int]:
    """The numbers that were chosen in a field; of those with a word ``before`` them, if it is given."""
    values = (one.removeprefix(before) for one in chosen.get(name, ()) if one.startswith(before))
    return [int(one) for one in values if one.isdecimal() and len(one) <= _MOST_DIGITS]


def _first(chosen: Mapping[str, Sequence[str]], name: str) -> int:
    return next(iter(_numbers(chosen, name)), 0)


def _opponent(sent: Interaction, user: int) -> Opponent:
    """The person chosen in a form. Raises Refusal if Discord didn't say who that is."""
    resolved: Any = dict(sent.data or {}).get("resolved") or {}
    person = (resolved.get("users") or {}).get(str(user))
    if not isinstance(person, Mapping):
        raise Refusal(errors_texts.WHO_IS_THAT)
    member = (resolved.get("members") or {}).get(str(user))
    allowed = member.get("permissions") if isinstance(member, Mapping) else None
    sees = allowed is None or discord.Permissions(int(allowed)).view_channel
    return Opponent(
        UserId(user), is_bot=bool(person.get("bot")), in_guild=isinstance(member, Mapping), sees_channel=sees
    )
