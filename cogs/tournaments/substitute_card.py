"""The question to a substitute: a public message with two buttons, which only one person can use."""

from __future__ import annotations

from dataclasses import dataclass, field

import discord

from cogs.kit.arguments import OF_ID, Query
from cogs.kit.card import Card, card, row
from cogs.kit.controls import Press, button, control
from cogs.kit.errors import Refusal
from cogs.tournaments import organising_texts, rights, table_panel, texts
from cogs.tournaments.cards import TournamentCards
from cogs.tournaments.substitute_keeper import SubstituteKeeper
from cogs.tournaments.substitute_service import Substitutes
from matches import UserId
from matches.tournaments.errors import TournamentError, TournamentProblem
from matches.tournaments.model import Tournament, TournamentId
from matches.tournaments.substitutes import QuestionKey, SubstituteQuestion


@dataclass(frozen=True, slots=True)
class AskedPlace(Query):
    """A question by its tournament, who is asked, and how often they were by then."""

    tournament: TournamentId = field(metadata=OF_ID)
    user: UserId = field(metadata=OF_ID)
    times: int


@control("toursubyes")
async def accept(press: Press, asked: AskedPlace) -> None:
    """Puts the user in the place that they were asked for."""
    after = await _answered(press, asked, yes=True)
    own = table_panel.own_games.about(0, texts.GAMES_OF_MINE, after.id)
    await press.answer(card(organising_texts.taken_over(after), row(own)))
    await press.app[TournamentCards].show(after.id)


@control("toursubno")
async def refuse(press: Press, asked: AskedPlace) -> None:
    """Leaves the place as it is."""
    await _answered(press, asked, yes=False)
    await press.say(organising_texts.NOT_TAKEN_OVER)


async def _answered(press: Press, asked: AskedPlace, *, yes: bool) -> Tournament:
    """Store the user's answer. Raises Refusal for anybody else, TournamentError, NotAllowedError."""
    if press.user != asked.user:
        raise Refusal(organising_texts.not_asked(asked.user))
    found = await rights.load(press, asked.tournament)
    roles = press.app.lookup.roles_of(press)
    try:
        after = await press.app[Substitutes].answer(found, press.user, asked.times, roles, yes=yes)
    except TournamentError as error:
        if error.problem is TournamentProblem.ENTERED:
            raise Refusal(texts.ALREADY_IN) from None
        raise
    finally:
        # After a late click, too: a question that is over goes away.
        await press.app[SubstituteKeeper].attend(QuestionKey(found.id, press.user))
    return after


def question_card(found: Tournament, question: SubstituteQuestion) -> Card:
    """The question; it pings the person it is for when they are asked for the first time."""
    yes = button(organising_texts.TAKE_OVER, discord.ButtonStyle.primary)
    asked = _asked(question)
    buttons = (
        accept.about(0, yes, asked),
        refuse.about(0, organising_texts.DONT_TAKE_OVER, asked),
    )
    pings = (question.user,) if question.times == 1 else ()
    return card(organising_texts.question(found, question), row(*buttons), pings=pings)


def sought_control(question: SubstituteQuestion) -> str:
    """The id of a control on the message of a question."""
    return accept.id_about(0, _asked(question))


def _asked(question: SubstituteQuestion) -> AskedPlace:
    return AskedPlace(question.tournament, question.user, question.times)
