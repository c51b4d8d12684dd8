"""Tournaments of servers: entered, paired and played by themselves, in one of four formats.

The rules of pairing, standings and formats are in ``matches.tournaments``. ``service`` makes the steps: it
pairs rounds and begins their matches. ``event_service``, ``substitute_service`` and ``champion_service`` have
what goes with them, ``swiss_process`` pairs a Swiss in a process of its own. ``tournament_list`` and
``commands`` show what there is, ``tournament_card`` is the card in a tournament's channel, ``create_panel``
(with ``drafts``), ``organise_panel``, ``change_form`` and ``event_switch`` are its organisers',
``table_panel`` and ``table_pictures`` show standings and brackets. ``delivery`` has the job: ``cards``,
``news``, ``event_keeper`` and ``substitute_keeper`` keep messages and events up to date. The tables are in
``data.features.tournaments``.
"""

from cogs.kit.feature import Feature, FeatureJob
from cogs.tournaments import champions_panel, match_lines, substitute_card, tournament_card
from cogs.tournaments.cards import TournamentCards
from cogs.tournaments.champion_service import HallOfChampions
from cogs.tournaments.delivery import TournamentRunner, run_due
from cogs.tournaments.event_keeper import EventKeeper
from cogs.tournaments.event_service import TournamentEvents
from cogs.tournaments.news import TournamentNews
from cogs.tournaments.service import Tournaments, after_change, due_queries
from cogs.tournaments.substitute_keeper import SubstituteKeeper
from cogs.tournaments.substitute_service import Substitutes

FEATURE = Feature(
    operations=(Tournaments, TournamentEvents, Substitutes, HallOfChampions),
    parts=(
        lambda app: TournamentCards(app, tournament_card.tournament_card),
        lambda app: SubstituteKeeper(app, substitute_card.question_card, substitute_card.sought_control),
        EventKeeper,
        TournamentNews,
        TournamentRunner,
    ),
    jobs=(FeatureJob("tournaments", 10, run_due, "tournaments will be tried again", due_queries),),
    reactions=(after_change,),
    on_card=(match_lines.part,),
    in_short=(match_lines.in_short,),
    leads_on=(match_lines.leads_on,),
    leaderboard=(lambda _game: champions_panel.open_button(),),
    in_profile=(champions_panel.titles,),
)
