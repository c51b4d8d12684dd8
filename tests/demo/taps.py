"""Whole matches at the demo page, on two phones, by taps alone, and how many of them each turn takes.

``python -m tests.demo.taps`` plays one of every game and prints the taps, counted from the card;
``python -m tests.demo.taps prudh pjawns`` those of two. It needs Chromium. Ada sees the board before a move
is sent, Ben has chosen *Send without asking*. To open a menu is a tap.

What there is to tap is known from the rules and the words of the buttons, as a person would read them.
``tests/cogs/panels/match/test_turn_taps.py`` counts many more matches, without a browser.
"""

import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple

from cogs.cannons_and_crabs import CannonsAndCrabs
from cogs.game import GameCog
from cogs.panels.match.match_card import few
from cogs.panels.moving.move_steps import END, ActionSteps, Way, walk
from cogs.panels.moving.step_buttons import MENU_SIZE
from cogs.pjawns import Pjawns
from cogs.prawns import Prawns
from cogs.predation import Predation
from cogs.prudh import Prudh
from cogs.text.en import challenge as challenge_texts
from cogs.text.en.match import END_ANYWAY
from cogs.text.en.phrases import sentence
from engines import Action, Position, Side
from matches.lifecycle.challenge import Starter
from tests.cogs.card_taps import Choice, leads, on_card
from tests.cogs.turn_taps import Tapped, Turns
from tests.demo.browser import PHONE, DemoPage, chromium, window
from tests.demo.conftest import running
from tests.engines.short_matches import PICKS, chance_of, choose
from tests.needs import CHROMIUM

CORNERS: Final = {
    "green": ("Left corner (a2)", "Right corner (h2)"),
    "blue": ("Right corner (a7)", "Left corner (h7)"),
}
"""The menus of the secret picks, in the order of the picks."""


BESIDE: Final = frozenset({"Move", "Board", "⋯", "Take back", "End turn"})
"""The buttons of a turn's card that choose neither a piece nor a move."""
ROOMS: Final = range(400, 0, -20)
"""Pixels that a card may have left for its pieces."""
COGS: Final[Mapping[str, type[GameCog]]] = {
    cog.command: cog for cog in (CannonsAndCrabs, Pjawns, Prawns, Predation, Prudh)
}
"""The games by their command."""


@dataclass(frozen=True)
class Phone:
    """A player's phone; ``asks``: they see the board before a move is sent."""

    page: DemoPage
    asks: bool = True


def play_one(ada: DemoPage, ben: DemoPage, name: str) -> Turns:
    """Play a match of a game from the challenge to its end."""
    cog = COGS[name]
    ben.slash("/settings")
    ben.click("Moves…")
    ben.click("Send without asking")
    ben.wait_for_newest("without asking")
    position = begin(ada, ben, cog)
    own, other = cog.game.sides
    return play(cog, position, {own: Phone(ada), other: Phone(ben, asks=False)})


def begin(ada: DemoPage, ben: DemoPage, cog: type[GameCog]) -> Position:
    """Begin a match, in which Ada has the side that is named first; returns its first position."""
    if cog.game.secret_setup is not None:
        ada.slash(f"/{cog.command} challenge", opponent="Ben")
        ben.wait_for("challenges")
        ben.click("Accept: heads")
        for page, side in ((ada, "green"), (ben, "blue")):
            _pick(page, side)
    else:
        starter: Starter | None = "challenger" if cog.game.starter == "drawn" else None
        ada.slash("/play", game=cog.game.name, opponent="Ben")
        seat_of(ada, challenge_texts.seat(cog.game, cog.game.sides[0], starter))
        ben.wait_for("challenges")
        ben.click("Accept")
    for page in (ada, ben):
        page.go_to("#1")
        page.wait_for_newest("'s turn")
    if cog.game.secret_setup is None:
        return cog.game.start(first=cog.game.sides[0] if cog.game.starter == "drawn" else None)
    first = next(side for side in cog.game.sides if f"{side.capitalize()}'s turn" in ada.newest())
    return cog.game.start(first=first, picks=PICKS)


def seat_of(page: DemoPage, seat: str) -> None:
    """Choose a seat, the last of the menus, in the form of a challenge, and send it."""
    page.form.get_by_role("combobox").last.tap()
    page.view.get_by_role("option", name=seat, exact=True).last.tap()
    page.leave_form("Submit")


def _pick(page: DemoPage, side: Side) -> None:
    """Make one's secret picks, in one's direct messages."""
    page.wait_for_place("Tidepool")
    assert page.has_unread("Tidepool")
    page.go_to("Tidepool")
    page.wait_for("your pick")
    for corner, choice in zip(CORNERS[side], PICKS[side], strict=True):
        page.choose(corner, choice)
    page.click("Confirm")
    page.wait_for("your pick is in")


def play(cog: type[GameCog], position: Position, players: Mapping[Side, Phone]) -> Turns:
    """Play a match to its end."""
    turns, chance, said = Turns(), chance_of(position), ""
    while (side := position.to_act) is not None:
        phone, turn = players[side], position.turn_of
        told = " chooses" if few(position.legal_actions()) else "'s turn"
        phone.page.wait_for_newest(said, f"{side.capitalize()}{told}")
        actions, taps, menus, opened = 0, 0, 0, not _has_choices(phone.page)
        while position.to_act == side and position.turn_of == turn:
            action = choose(position, chance)
            made = tap(phone, cog, position, action, begun=actions > 0)
            taps, menus = taps + made.taps, menus + made.menus
            # The card names the side once, before what it did; several actions it tells in its own words.
            said, position = position.describe(action).removeprefix(f"{side} "), position.play(action)
            actions += 1
        said = said if actions == 1 else ""
        phone.page.check_width()
        (turns.asked if phone.asks else turns.unasked).append(Tapped(actions, taps, opened, menus))
    outcome = position.outcome()
    assert outcome is not None
    for phone in players.values():
        phone.page.wait_for_newest("won" if outcome.winner else "A draw", "Rematch")
        phone.page.check_width()
    return turns


def _has_choices(page: DemoPage) -> bool:
    """True if the newest card has pieces or moves to choose from, and not *Move* alone."""
    return not {*page.open_buttons()} <= BESIDE or page.has_menu()


class Taps(NamedTuple):
    """The taps that an action took, and the menus that were opened among them."""

    taps: int
    menus: int


def tap(phone: Phone, cog: type[GameCog], position: Position, action: Action, *, begun: bool) -> Taps:
    """Make one action, from the card or, in a turn that has ``begun``, on the panel."""
    page, taps, menus = phone.page, 0, 0
    taken: tuple[int, ...] = ()
    if not begun or not page.is_panel_open():
        taps += 1
        if few(position.legal_actions()):
            said = position.describe(action)
            page.click(said if page.offers(said) else action.path[0])
            return Taps(taps, menus)
        if action.path == (END,) and page.offers("End turn"):
            page.click("End turn")
            return Taps(taps + _confirm_the_end(page, position, begun=begun), menus)
        piece = _offered(page, cog, position, action)
        menus = 1 if piece is not None and not page.offers(piece.label) else 0
        page.take("Move" if piece is None else piece.label)
        taken = () if piece is None else piece.taken
        if _is_sent(phone, cog, position, taken, begun=begun):
            return Taps(taps + menus, menus)
        page.wait_for_newest("your move")
    while (steps := walk(position, cog.words, taken)).action is None:
        if action.path[len(steps.prefix)] == END:
            page.click("End turn")
            return Taps(taps + menus + 1 + _confirm_the_end(page, position, begun=begun), menus)
        way = next(way for way in steps.ways(MENU_SIZE) if leads(cog, position, action, way.taken))
        after = take_way(page, way, action)
        taps, menus = taps + 1, menus + (0 if after.in_sight else 1)
        taken = after.steps.taken
        if _is_sent(phone, cog, position, taken, begun=begun):
            return Taps(taps + menus, menus)
        page.wait_for_newest(sentence(after.steps.said))
    page.click("End turn" if action.path == (END,) else "Send")
    return Taps(taps + menus + 1, menus)


class Taken(NamedTuple):
    """What was chosen on a panel: the steps after it, and whether its button was in sight."""

    steps: ActionSteps
    in_sight: bool


def take_way(page: DemoPage, way: Way, action: Action) -> Taken:
    """Take a way to an action: its button, long or short, or an entry for it or for the whole action."""
    for label in (way.label(), way.label_alone(), way.label(pictured=True), way.label_alone(pictured=True)):
        if page.offers(label):
            page.click(label)
            return Taken(way.after, in_sight=True)
    steps = way.after
    while steps.action is None:
        steps = steps.after(steps.parts.index(action.path[len(steps.prefix)]))
    whole = sentence(steps.said)
    if page.has_entry(whole):
        page.take(whole)
        return Taken(steps, in_sight=False)
    page.take(way.label())
    return Taken(way.after, in_sight=False)


def _offered(page: DemoPage, cog: type[GameCog], position: Position, action: Action) -> Choice | None:
    """What leads farthest to an action on the card: a button, or an entry of a menu there."""
    for room in ROOMS:
        found = on_card(cog, position, action, room=room)
        if found is not None and (page.offers(found.label) or page.has_entry(found.label)):
            return found
    return None


def _is_sent(
    phone: Phone, cog: type[GameCog], position: Position, taken: Sequence[int], *, begun: bool
) -> bool:
    """True if these choices are a whole action, and its player isn't asked before it is sent.

    Nobody is within a turn, nor before the action that ends a turn which has ``begun``.
    """
    action = walk(position, cog.words, taken).action
    goes_on = action is not None and position.apply(action).to_act == position.to_act
    return action is not None and (begun or goes_on or not phone.asks)


def _confirm_the_end(page: DemoPage, position: Position, *, begun: bool) -> int:
    """End a turn in which nothing was done: that is asked about, if something could be."""
    if begun or len(position.legal_actions()) == 1:
        return 0
    page.click(END_ANYWAY)
    return 1


def main(names: Sequence[str]) -> int:
    """Play a match of each game and print the taps; returns 1 if there is no browser."""
    if CHROMIUM.find() is None:
        print(f"There is nothing to tap without {CHROMIUM}.")
        return 1
    for name in names or COGS:
        with (
            tempfile.TemporaryDirectory() as folder,
            running("demo", Path(folder)) as address,
            chromium() as browser,
        ):
            ada, ben = (window(browser, address, PHONE, person) for person in ("Ada", "Ben"))
            for line in play_one(ada, ben, name).told():
                print(f"{name}: {line}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
