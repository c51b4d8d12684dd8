"""The private view of a match: any of its positions, or all of them as a film that can be posted.

The viewer shows imported records too (``records``).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import product, zip_longest
from typing import TYPE_CHECKING, Any, Final

import discord
from discord import ui

from cogs.kit import phone
from cogs.kit.arguments import COUNT, FLAG, Count, Query
from cogs.kit.boards import BoardStyle, board_as_text, style_for, style_of
from cogs.kit.call import Call
from cogs.kit.card import BLUE, BOARD, ROW_SIZE, Card, Pictures, card, gallery, row, rows
from cogs.kit.controls import CONTROLS, AnyControl, Component, Press, button, control, menu
from cogs.kit.feature import InViewer
from cogs.kit.picture_names import board_name, ply_of
from cogs.kit.visibility import check_postable, loaded_to_look_at, to_look_at
from cogs.panels.match import practice_panel, watching
from cogs.panels.moving.step_buttons import fits
from cogs.text import (
    phrases,
    records_texts,
    review_texts,
    texts,
)
from engines import Diagram, Side
from engines.record import History
from matches import Match, UserId
from matches.lifecycle.unseen_turns import unseen
from matches.model import Result
from services.reviews import is_offered

if TYPE_CHECKING:
    from cogs.app import App

BIG: Final = 1600
"""Pixels across the bigger picture."""
MENU_SIZE: Final = 25
"""Entries of a menu (Discord's limit)."""
LEAST_MISSED: Final = 3
"""Turns that are new to a reader before the view offers to play them."""
BACK_TO: Final = 8
"""The number of the button from the rest back to the view."""
NEXT_OF_FEATURES: Final = 7
"""That of the first feature's button beside the arrows; the others' follow."""
USUAL, BIGGER, LETTERS = range(3)
"""The forms in which the viewer shows a position."""


@dataclass(frozen=True, slots=True)
class ViewerState(Query):
    """The viewer's state: the position (in actions from the start), flipped or not, the form, and the menu.

    ``leaps``: a menu leads to any turn, and *Play on* stands below the board.
    """

    ply: int
    turned: bool = field(default=False, metadata=FLAG)
    form: int = USUAL
    leaps: bool = field(default=False, metadata={**FLAG, "write": lambda on: 1 if on else None})


@control("look")
async def look(press: Press) -> None:
    """Opens the view of a match to anyone who sees its card."""
    loaded = await loaded_to_look_at(press, press.match_id)
    style = await style_of(press.app, loaded, press.user)
    await press.answer(await first_view(press.app, loaded.match, press.user, style=style))


@control("show")
async def show_view(press: Press, _button: Count, view: ViewerState) -> None:
    """Shows another view."""
    await _show(press, view)


@control("leap", chooses=COUNT)
async def leap(press: Press, view: ViewerState) -> None:
    """Shows the position before the chosen turn."""
    await _show(press, replace(view, ply=press.number))


async def _show(press: Press, view: ViewerState) -> None:
    loaded = await loaded_to_look_at(press, press.match_id)
    style = await style_of(press.app, loaded, press.user)
    await press.redraw(await card_of(press.app, loaded.match, press.user, view, style=style))


@control("film")
async def show_film(press: Press) -> None:
    """Shows the film in its private panel."""
    match = await to_look_at(press, press.match_id)
    await press.redraw(await film(press, match))


@control("openfilm")
async def open_film(press: Press) -> None:
    """Opens the film, from a public card."""
    match = await to_look_at(press, press.match_id)
    await press.answer(await film(press, match))


@control("postfilm")
async def post_film(press: Press) -> None:
    """Posts the film where its panel was opened."""
    match = await to_look_at(press, press.match_id)
    check_postable(press, match)
    await press.post(lambda: _film(press.app, match, press.user, own=False))
    await press.redraw(await _film(press.app, match, press.user, *_ways_on(match), said=texts.POSTED))


@control("stepthrough")
async def step_through(press: Press) -> None:
    """Goes from the film to the view that shows single positions."""
    match = await to_look_at(press, press.match_id)
    await press.redraw(await first_view(press.app, match, press.user))


async def first_view(app: App, match: Match, user: UserId, *, style: BoardStyle | None = None) -> Card:
    """The view of a match's present position, from the side of ``user``; before play, the match's card.

    ``style`` is that of ``user``, where it is known.
    """
    return await view_at(app, match, user, None, style=style)


async def view_at(
    app: App,
    match: Match,
    user: UserId,
    turn: int | None,
    *,
    leaps: bool = False,
    style: BoardStyle | None = None,
) -> Card:
    """The view of a match before a turn; as :func:`first_view` for None. ``leaps`` adds a menu of turns."""
    if not match.started:
        return await app.cards.of(match, reader=user)
    style = style or await style_for(app, match.guild_id, user)
    subject = await _subject(app, match, user, style)
    if turn is None:
        seen = await app.last_looks.seen(match, user)
        subject = replace(subject, ways=(*_catch_up(app, match, user, seen), *subject.ways))
        await app.last_looks.record(match, user, seen)
    turned = side_below(match, user) == match.game.sides[1]
    form = LETTERS if style.as_text else USUAL
    view = ViewerState(ply_of(subject.history, turn), turned, form, leaps)
    return await viewer_card(app, subject, view)


async def card_of(
    app: App, match: Match, user: UserId, view: ViewerState, *, style: BoardStyle | None = None
) -> Card:
    """The viewer of a match for ``user``, in this state. Raises WrongPhaseError before play."""
    return await viewer_card(app, await _subject(app, match, user, style), view)


def side_below(match: Match, user: UserId) -> Side:
    """The side from which ``user`` sees a board: the second for its player, as on their own turns."""
    first, second = match.game.sides
    return second if match.side_of(user) == second else first


def _catch_up(app: App, match: Match, user: UserId, seen: int | None) -> list[ui.Item[Any]]:
    """The button to what is new to ``user``, who had ``seen`` so many entries; none for a turn or two."""
    fresh = [] if seen is None else unseen(match, app.matches.history(match), user, seen)
    turns = fresh[-1].turn - fresh[0].turn + 1 if fresh else 0
    if seen is None or turns < LEAST_MISSED:
        return []
    return [CONTROLS["catchup"].on(match, texts.missed(turns), seen)]


async def film(call: Call, match: Match) -> Card:
    """The film of a match for the user, with its buttons. Raises WrongPhaseError before play."""
    seen = await call.app.last_looks.seen(match, call.user)
    buttons = _ways_on(match)
    if call.guild_id is not None and not match.terms.private:
        buttons.append(post_film.on(match, texts.POST_HERE))
    shown = await _film(call.app, match, call.user, *buttons)
    await call.app.last_looks.record(match, call.user, seen)
    return shown


def _ways_on(match: Match) -> list[ui.Item[Any]]:
    return [
        step_through.on(match, texts.BACK_TO_BOARD),
        CONTROLS["record"].on(match, records_texts.RECORD),
        *_review(match),
    ]


def _review(match: Match, style: discord.ButtonStyle = discord.ButtonStyle.secondary) -> list[ui.Item[Any]]:
    return [CONTROLS["review"].on(match, button(review_texts.REVIEW, style))] if is_offered(match) else []


@control("viewmore")
async def open_more(press: Press, view: ViewerState) -> None:
    """Shows what else can be done with a match at a position."""
    loaded = await loaded_to_look_at(press, press.match_id)
    style = await style_of(press.app, loaded, press.user)
    subject = await _subject(press.app, loaded.match, press.user, style)
    await press.redraw(await _more(press.app, loaded.match, press.user, subject, view))


async def _more(app: App, match: Match, user: UserId, subject: Subject, view: ViewerState) -> Card:
    view = replace(view, ply=min(view.ply, len(subject.history.played)))
    items: list[ui.Item[Any]] = [
        _button(subject, BACK_TO, texts.BACK_TO_BOARD, view),
        *_forms(subject, view),
        *filter(None, (study(match, view.ply) for study in app.features.study)),
        show_film.on(match, texts.FILM),
        CONTROLS["record"].on(match, records_texts.RECORD),
        *([] if view.leaps else _play_on(match, subject, view)),
        *watching.buttons(match, user),
        *[item for one in subject.added for item in await one.more(view)],
    ]
    return card(f"### {subject.title}", *rows(items))


def _play_on(match: Match, subject: Subject, view: ViewerState) -> list[ui.Item[Any]]:
    """The button to practise from the position, where somebody acts and the match is finished."""
    if subject.history.until(view.ply).position.to_act is None:
        return []
    play_on = practice_panel.play_on_button(match, view.ply)
    return [] if play_on is None else [play_on]


async def _film(
    app: App, match: Match, user: UserId, *buttons: ui.Item[Any], own: bool = True, said: str = ""
) -> Card:
    """The film for ``user``, with a line ``said`` below it.

    It has the user's own theme, or the server's if not ``own``. Raises BusyError while they wait for another.
    """
    with app.files.take(user):
        subject = await _subject(app, match, user if own else None)
        ended = app.cards.ended(match) if match.result else ""
        head = f"### {phrases.title(match)}\n{texts.seats(match)}\n{ended}".strip()
        return await film_card(app, subject, head, f"match-{match.id}", *buttons, said=said)


async def _subject(app: App, match: Match, user: UserId | None, style: BoardStyle | None = None) -> Subject:
    """A match for the viewer, in the theme of ``user`` and its film from their side.

    Without a user, as on the match's card. Raises WrongPhaseError before play.
    """
    history = app.matches.history(match)
    on_card = diagram_at(history, len(history.played), match.result).bottom
    return Subject(
        phrases.title(match),
        match.game.sides,
        history,
        match.result,
        await app.cards.theme(match, user) if style is None else style.theme,
        partial(show_view.on, match),
        _review(match, BLUE),
        match=match,
        bottom=on_card if user is None else side_below(match, user),
        added=() if user is None else [await add(app, match, user) for add in app.features.viewer],
    )


# --- the viewer -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Subject:
    """The match or record in the viewer: its title, history, result and theme.

    ``step`` makes a control of a button, from its number and a view. ``ways`` are further buttons.
    ``remark`` is shown below the first position. ``match`` is None for a record. The film is seen from
    ``bottom``, or from the first side. ``added`` is what features show to its reader.
    """

    title: str
    sides: tuple[Side, ...]
    history: History
    result: Result | None
    theme: str
    step: Callable[[Component, int, ViewerState], AnyControl]
    ways: Sequence[ui.Item[Any]] = ()
    remark: str = ""
    match: Match | None = None
    bottom: Side | None = None
    added: Sequence[InViewer] = ()

    def picture_name(self, ply: int) -> str:
        """The name of the picture of the position after ``ply`` actions."""
        return BOARD if self.match is None else board_name(self.match, self.history.until(ply).turns)

    def diagrams(self) -> list[Diagram]:
        """The diagrams of all positions, from the start."""
        last, bottom = len(self.history.played), self.bottom or self.sides[0]
        return [diagram_at(self.history, ply, self.result, bottom=bottom) for ply in range(last + 1)]


async def viewer_card(app: App, subject: Subject, view: ViewerState) -> Card:
    """The card of a view, with buttons to other views."""
    played = subject.history.played
    # Actions may have been taken back since the panel was opened.
    view = replace(view, ply=min(view.ply, len(played)))
    bottom = subject.sides[1 if view.turned else 0]
    diagram = diagram_at(subject.history, view.ply, subject.result, bottom=bottom)
    turn = [one for one in played[: view.ply] if one.turn == played[view.ply - 1].turn]
    last, remark = played[-1].turn if played else 0, "" if view.ply else subject.remark
    controls = _controls(subject, view)
    if view.form == LETTERS:
        head, said = texts.view(subject.title, turn, last), _added(subject, view.ply)[0]
        return card(head, board_as_text(diagram), remark, said, *controls)
    width = BIG if view.form == BIGGER else None
    picture = await app.studio.board(diagram, theme=subject.theme, width=width)
    pictures = ((subject.picture_name(view.ply), picture),)
    people = [user for one in subject.added for user in one.people]
    names = {} if subject.match is None else app.members.names_so_far(subject.match.guild_id, people)
    for said, longest in product(_added(subject, view.ply), texts.LONGEST_VIEWED):
        head = texts.view(subject.title, turn, last, longest)
        if fits(controls, phone.room([head, remark, said], [picture], names)):
            break  # else less is told of the turn, and by features
    return card(head, gallery(pictures), remark, said, *controls, pictures=pictures)


def _added(subject: Subject, ply: int) -> list[str]:
    """The lines of features below a position: all that they show there, then less and less."""
    lines = [one.below(ply) for one in subject.added]
    return ["\n".join(filter(None, each)) for each in zip_longest(*lines, fillvalue="")] or [""]


async def film_card(
    app: App, subject: Subject, head: str, name: str, *buttons: ui.Item[Any], said: str = ""
) -> Card:
    """All positions as a film in a file ``name``.gif, with a line ``said`` below it."""
    clip = await app.studio.film(subject.diagrams, theme=subject.theme)
    pictures: Pictures = ((f"{name}.gif", clip),)
    return card(head, gallery(pictures), said, *([row(*buttons)] if buttons else []), pictures=pictures)


def _controls(subject: Subject, view: ViewerState) -> list[ui.ActionRow[Any]]:
    last = len(subject.history.played)
    steps = (0, max(view.ply - 1, 0), min(view.ply + 1, last), last)
    walk = [
        _button(subject, number, label, replace(view, ply=ply), idle=ply == view.ply)
        for number, (label, ply) in enumerate(zip(texts.VIEW_STEPS, steps, strict=True))
    ]
    leads = filter(None, (one.next(view.ply) for one in subject.added))
    for number, (label, ply) in enumerate(leads, NEXT_OF_FEATURES):
        walk.append(_button(subject, number, label, replace(view, ply=ply)))
    if subject.match is None:
        return [row(*walk), *rows([*_forms(subject, view), *subject.ways])]
    below = [
        *subject.ways,
        *(way for one in subject.added for way in one.ways(view)),
        *(_play_on(subject.match, subject, view) if view.leaps else []),
        open_more.on(subject.match, texts.MORE, view),
    ]
    leaps = [row(_leaps(subject.match, subject, view))] if view.leaps else []
    if len(walk) + len(below) <= ROW_SIZE:
        return [*leaps, row(*walk, *below)]
    return [*leaps, row(*walk), *rows(below)]


def _forms(subject: Subject, view: ViewerState) -> list[ui.Item[Any]]:
    """The buttons to the same position in another form."""
    bigger = USUAL if view.form == BIGGER else BIGGER
    letters = USUAL if view.form == LETTERS else LETTERS
    size, form = (
        texts.SMALLER if view.form == BIGGER else texts.BIGGER,
        texts.PICTURE if view.form == LETTERS else texts.LETTERS,
    )
    return [
        _button(subject, 4, texts.TURN_ROUND, replace(view, turned=not view.turned)),
        _button(subject, 5, size, replace(view, form=bigger)),
        _button(subject, 6, form, replace(view, form=letters)),
    ]


def _leaps(match: Match, subject: Subject, view: ViewerState) -> AnyControl:
    """The menu of turns: all of them if they fit, else some, evenly apart, with what features say of them."""
    history, marks = subject.history, defaultdict[str, list[str]](list)
    for one in subject.added:
        for ply, mark in one.marks().items():
            marks[str(ply)].append(mark)
    count, most = history.turns, MENU_SIZE - 1
    turns = range(count) if count <= most else sorted({count * at // most for at in range(most)})
    entries = [(str(history.ply_after(turn)), texts.turn_to_see(turn + 1)) for turn in turns]
    entries.append((str(len(history.played)), texts.LATEST_POSITION))
    distinct = [(ply, ", ".join([label, *marks[ply]])) for ply, label in dict(entries).items()]
    chosen = menu(texts.WHICH_TURN, distinct, chosen=str(view.ply))
    return leap.on(match, chosen, view)


def _button(
    subject: Subject, number: int, label: str, view: ViewerState, *, idle: bool = False
) -> AnyControl:
    return subject.step(button(label, enabled=not idle), number, view)


def diagram_at(history: History, ply: int, result: Result | None, *, bottom: Side | None = None) -> Diagram:
    """The diagram of a match after ``ply`` actions, seen from ``bottom`` or from the side to act there.

    If the match ended outside the game's rules (resignation, time), its last diagram has no side to act.
    """
    diagram = history.until(ply).diagram(bottom=bottom)
    if result is None or ply < len(history.played) or diagram.to_act is None:
        return diagram
    alt = f"{diagram.alt} {texts.over_in_words(result)}"
    return replace(diagram, to_act=None, winner=result.winner, alt=alt)
