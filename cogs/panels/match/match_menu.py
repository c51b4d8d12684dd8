"""The private panel of less common actions: rules, notes, reminders, mutes, offers, resigning."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Annotated, Any, Final

import discord
from discord import ui

from cogs.kit.arguments import Count
from cogs.kit.card import Card, card, rows
from cogs.kit.controls import (
    FormSent,
    Press,
    button,
    control,
    form_sent,
    written_in,
)
from cogs.kit.visibility import loaded_to_look_at, to_look_at
from cogs.panels.learn import help
from cogs.panels.moving.after_move import oops_button
from cogs.panels.review import review_panel
from cogs.text import (
    computer_texts,
    learn_texts,
    notices_texts,
    phrases,
    texts,
    time_texts,
)
from matches import Match, MatchId, Phase, UserId
from matches.lifecycle.match_context import Loaded
from matches.model import Mute, OfferKind
from matches.time import DAY

if TYPE_CHECKING:
    from cogs.app import App

KINDS: Final = (
    OfferKind.DRAW,
    OfferKind.TAKE_BACK,
    OfferKind.PAUSE,
    OfferKind.GO_ON,
    OfferKind.NO_RESULT,
)
"""The meanings of an offer button's index. Old buttons hold it: append, never reorder."""
REMINDERS: Final = tuple(time_texts.REMIND_IN)
"""The meanings of a reminder button's index: append, never reorder."""
SNOOZES: Final = (DAY, 3 * DAY)
"""The meanings of a mute button's index, from 1 on: append, never reorder. 0 mutes until unmuted."""
LONGEST_NOTE: Final = 1500
"""Most characters of a note: the panel shows its beginning, the form all of it."""


@control("more")
async def open_more(press: Press) -> None:
    loaded = await loaded_to_look_at(press, press.match_id)
    await press.answer(await panel(press.app, loaded, press.user))


@control("ask")
async def ask_for(press: Press, index: Annotated[int, range(len(KINDS))]) -> None:
    """Makes the offer of the button's index; asks for confirmation before cancelling against the computer."""
    kind = KINDS[index]
    if kind is OfferKind.NO_RESULT:
        match = await press.app.matches.load(press.match_id)
        if match.computer and press.user in match.users and match.phase is Phase.PLAYING:
            await press.redraw(_cancel_question(match))
            return
    await _ask(press, kind)


@control("cancelnow")
async def cancel(press: Press) -> None:
    """Cancels a match against the computer, without asking for agreement."""
    await _ask(press, OfferKind.NO_RESULT)


async def _ask(press: Press, kind: OfferKind) -> None:
    match = await press.app.matches.play.offer(
        press.match_id, press.user, kind, expected_version=press.version
    )
    await press.dismiss()
    await press.show(match)


@control("claimnone")
async def claim_no_result(press: Press) -> None:
    """Ends a match without a result if it is going nowhere."""
    match = await press.app.matches.play.claim_no_result(
        press.match_id, press.user, expected_version=press.version
    )
    await press.dismiss()
    await press.show(match)


@control("agree")
async def agree(press: Press) -> None:
    match = await press.app.matches.play.answer(
        press.match_id, press.user, agree=True, expected_version=press.version
    )
    await press.show(match)


@control("refuse")
async def refuse(press: Press) -> None:
    match = await press.app.matches.play.answer(
        press.match_id, press.user, agree=False, expected_version=press.version
    )
    await press.show(match)


@control("claimtime")
async def claim_time(press: Press) -> None:
    """Claims a win against a player whose time is up."""
    await press.show(
        await press.app.matches.time.claim_time(press.match_id, press.user, expected_version=press.version)
    )


@control("extend")
async def extend_time(press: Press) -> None:
    """Gives the other player more time, from a card or a private panel."""
    match = await press.app.matches.time.extend(press.match_id, press.user, expected_version=press.version)
    if press.is_private:
        await press.dismiss()
    await press.show(match)


@control("mute")
async def ask_to_mute(press: Press) -> None:
    match = await press.app.matches.load_own(press.match_id, press.user)
    await press.redraw(mute_question(match))


@control("muteset")
async def mute(press: Press, index: Count) -> None:
    """Mutes the match, for one of SNOOZES by the button's index, or until it is unmuted."""
    snooze = dict(enumerate(SNOOZES, start=1)).get(index)
    await press.app.notifications.mute(press.match_id, press.user, snooze)
    loaded = await press.app.matches.load_with_settings(press.match_id)
    await press.redraw(await panel(press.app, loaded, press.user))


@control("unmute")
async def unmute(press: Press) -> None:
    await press.app.notifications.unmute(press.match_id, press.user)
    loaded = await loaded_to_look_at(press, press.match_id)
    await press.redraw(await panel(press.app, loaded, press.user))


@control("remind")
async def remind(press: Press, index: Annotated[int, range(len(REMINDERS))]) -> None:
    """Sets a reminder of the match, after the time in REMINDERS at the button's index."""
    at = await press.app.notifications.remind_later(press.match_id, press.user, REMINDERS[index])
    await press.redraw(card(time_texts.will_remind(at)))


@control("resign")
async def ask_to_resign(press: Press) -> None:
    match = await press.app.matches.play.check_running(press.match_id, press.user)
    await press.redraw(resign_question(match))


@control("resignnow")
async def resign(press: Press) -> None:
    match = await press.app.matches.play.resign(press.match_id, press.user, expected_version=press.version)
    await press.dismiss()
    await press.show(match)


@control("keepplaying")
async def keep_playing(press: Press) -> None:
    """Goes back to the panel from a question."""
    loaded = await loaded_to_look_at(press, press.match_id)
    await press.redraw(await panel(press.app, loaded, press.user))


@control("rules")
async def show_rules(press: Press) -> None:
    match = await to_look_at(press, press.match_id)
    presentation = press.app.presentations[match.game_key]
    await press.redraw(await help.rules_page(press, presentation, match))


@control("notes", acknowledge=False)
async def open_notes(press: Press) -> None:
    """Opens the form for the player's private note, filled with the present note."""
    match = await press.app.matches.load_own(press.match_id, press.user)
    note = await press.app.matches.note(match.id, press.user)
    await press.open_form(_note_form(match, note))


@form_sent("note")
async def written(sent: FormSent, match: MatchId) -> None:
    """Stores the note, and redraws the panel with it."""
    app, user = sent.app, sent.user
    loaded = await app.matches.load_own_with_settings(match, user)
    note = next(iter(written_in(sent.interaction, LONGEST_NOTE).values()), "")
    await app.matches.save_note(loaded.match.id, user, note.strip())
    await sent.redraw(await panel(app, loaded, user))


def _note_form(match: Match, note: str) -> ui.Modal:
    field: ui.TextInput[Any] = ui.TextInput(
        style=discord.TextStyle.paragraph, default=note or None, required=False, max_length=LONGEST_NOTE
    )
    label = ui.Label(text=texts.NOTES_LABEL, component=field)
    return written.asked(texts.NOTES, [label], match.id)


async def panel(app: App, loaded: Loaded, user: UserId) -> Card:
    """The panel of what ``user`` can do besides moving."""
    match = loaded.match
    plays = user in match.users
    note = await app.matches.note(match.id, user) if plays else ""
    muted = app.notifications.mute_in(loaded, user) if plays else None
    kinds = _askable(app, match, user)
    kept = [way for add in app.features.of_player for way in await add(app, match, user)]
    return card(
        texts.more(match, note),
        "" if muted is None else notices_texts.muted(muted.until),
        *rows([*_for_oneself(app, match, user, muted), *kept]),
        time_texts.what_asking_means(kinds),
        *rows(_with_the_other(app, match, user, kinds)),
    )


def resign_question(match: Match) -> Card:
    yes = resign.on(match, button(texts.RESIGN, discord.ButtonStyle.danger))
    return card(texts.resign_question(match), *rows([keep_playing.on(match, texts.KEEP_PLAYING), yes]))


def _cancel_question(match: Match) -> Card:
    """Asks for confirmation before cancelling a match against the computer."""
    yes = cancel.on(match, button(computer_texts.CANCEL, discord.ButtonStyle.danger))
    question = computer_texts.cancel_question(phrases.title(match))
    return card(question, *rows([keep_playing.on(match, texts.KEEP_PLAYING), yes]))


def mute_question(match: Match) -> Card:
    """Asks for how long to mute a match. Fast matches offer no snooze: they end sooner."""
    ways = [mute.on(match, notices_texts.MUTE, 0)]
    if not match.terms.pace.fast:
        for index, snooze in enumerate(SNOOZES, start=1):
            ways.append(mute.on(match, notices_texts.SNOOZE[snooze], index))
    return card(
        notices_texts.mute_panel(match), *rows([*ways, keep_playing.on(match, notices_texts.BACK_FROM_MUTE)])
    )


def _for_oneself(app: App, match: Match, user: UserId, muted: Mute | None) -> Iterator[ui.Item[Any]]:
    """The buttons that don't affect the other player, or only give them time."""
    yield show_rules.on(match, texts.RULES)
    yield from filter(None, (study(match, None) for study in app.features.study))
    yield from review_panel.offer(match)
    if user not in match.users:
        return
    yield open_notes.on(match, texts.NOTES)
    if match.phase is not Phase.PLAYING:
        return
    if app.matches.waits_for(match, user):
        for index, after in enumerate(REMINDERS):
            yield remind.on(match, time_texts.REMIND_IN[after], index)
    elif not match.alone and app.matches.time.may_extend(match, user):
        yield extend_time.on(match, time_texts.give_more(match.terms.pace))
    if muted is None:
        yield ask_to_mute.on(match, notices_texts.OPEN_MUTE)
    else:
        yield unmute.on(match, notices_texts.UNMUTE)


def _askable(app: App, match: Match, user: UserId) -> list[OfferKind]:
    """The kinds of offers that ``user`` can make to the other player."""
    if user not in match.users or match.phase is not Phase.PLAYING:
        return []
    # What can be claimed need not be asked for.
    claimed = [OfferKind.NO_RESULT] if app.matches.play.goes_nowhere(match) else []
    return [kind for kind in KINDS if kind not in claimed and app.matches.play.may_ask(match, user, kind)]


def _with_the_other(
    app: App, match: Match, user: UserId, kinds: Sequence[OfferKind]
) -> Iterator[ui.Item[Any]]:
    """The buttons for offers to the other player, for a claim, and to resign."""
    if user not in match.users or match.phase is not Phase.PLAYING:
        return
    # Asking stays offered too: the panel may still be open when it is too late for this button.
    yield from oops_button(app.matches, match, user)
    for kind in kinds:
        label = computer_texts.GRANTED.get(kind) if match.alone else None
        label = learn_texts.PRACTICE_END if match.both_sides else label
        yield ask_for.on(match, label or texts.ASK_FOR[kind], KINDS.index(kind))
    if app.matches.play.goes_nowhere(match):
        yield claim_no_result.on(match, time_texts.CLAIM_NO_RESULT)
    if not match.both_sides:
        yield ask_to_resign.on(match, button(texts.RESIGN, discord.ButtonStyle.danger))
