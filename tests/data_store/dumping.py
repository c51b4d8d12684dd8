"""Writes the dump of an SQLite database at the newest revision, to be kept for the migrations to come.

``python -m tests.data_store.dumping > tests/data/dumps/<revision>.sql``, once a revision is settled. The
dumps of released revisions are never written anew: they stand for databases that are out there.
"""

from __future__ import annotations

import asyncio
import sqlite3
import sys
import tempfile
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

from sqlalchemy import update

from data import Database, open_store, stores
from data.features import ladders
from data.features.archive import ArchivedMatch, MatchOutcome, OpeningStep
from data.features.front_door import pinned_list
from data.features.puzzles import puzzle, puzzle_mail
from data.features.tournaments import change, tournament_champion, tournament_event, tournament_substitute
from data.features.web_board import web_link, web_session
from data.schema import greeting, guild_seen, identify_slot, imported, review, shard_lease, share
from engines import GAMES
from matches.advances import ConditionKind
from matches.chores import ChoreKind, NewChore
from matches.guilds.posts import weekly
from matches.guilds.settings import ChallengeChannel
from matches.guilds.shards import Shards
from matches.ladder import LadderKey
from matches.lines import NO_GAME, LineKey, LineSpot, LineTree
from matches.model import (
    CONDUCT,
    NO_MATCH,
    ChannelId,
    Draw,
    Entry,
    EntryKind,
    GuildId,
    MatchId,
    MatchPlace,
    MessageId,
    Mute,
    NoticeKind,
    NoticePlace,
    NoticeState,
    Phase,
    RatedStatus,
    Result,
    UserId,
)
from matches.players import Computer, Human, SamePerson, Seat
from matches.ratings.rating import day_of
from matches.ratings.scores import MatchScores, RatedStart
from matches.ratings.seasons import Champion
from matches.requirements import Requirements
from matches.time.intervals import Interval
from matches.time.pace import Pace
from matches.tournaments.champions import WHOLE
from matches.tournaments.events import EventTrouble
from matches.tournaments.model import (
    LOSS,
    WIN,
    Decision,
    Entrant,
    Format,
    Pairing,
    PairingKey,
    PairingOutcome,
    Seed,
    TieDraw,
    Tournament,
    TournamentId,
    TournamentState,
    TournamentTerms,
)
from matches.tournaments.substitutes import QuestionState
from services.last_looks import store_look
from tests.data_store.making import (
    ANN,
    BOB,
    CAT,
    CRABS,
    DAY,
    HOUR,
    MINUTE,
    NOON,
    SHRIMPS,
    WEEK,
    accepted,
    challenge,
    changed,
    clocks,
    digest,
    ending,
    finished,
    owed,
    played,
    shown,
    spoken,
)
from tests.feature_rows import (
    add_advances,
    add_archived,
    add_comment,
    add_offer,
    add_report,
    add_row,
    add_simul,
    add_tournament,
    add_tree,
    hide_comment,
    join_ladder,
    slide_down,
    take_out,
)
from tests.store import keep

FOLDER = Path(__file__).parent.parent / "data" / "dumps"
COMMAND = "python -m tests.data_store.dumping > tests/data/dumps/{revision}.sql"
CONDUCTS = {"0018": 2, "0023": CONDUCT}
"""The conduct of new matches from a revision on; 1 before the first."""


def conduct_of(revision: str) -> int:
    """The conduct that matches of bots of ``revision`` have."""
    return max((conduct for first, conduct in CONDUCTS.items() if first <= revision), default=1)


async def fill(store: Database) -> None:
    """Something in every table, and a match in each stage."""
    match = await store.write(stores.matches.create, challenge(pace=Pace.read("3d")))
    picks = [owed(user, "pick", kind=NoticeKind.PICK) for user in (ANN, BOB)]
    match = await keep(store, accepted(match, clocks=clocks("3d", "")), notify=picks)
    sent, refused = await store.read(stores.notices.notices_of, match.id)
    await store.write(
        stores.notices.settle, sent.id, NoticeState.SENT, channel=ChannelId(701), message=MessageId(702)
    )
    await store.write(stores.notices.settle, refused.id, NoticeState.REFUSED)
    match = await keep(store, changed(match, picks={"green": CRABS, "blue": SHRIMPS}))
    match = await keep(store, played(match, "d2d3", "e7e6"))
    undone = Entry(EntryKind.TAKE_BACK, "", "blue", 1, NOON)
    match = await keep(store, replace(played(match, "a8=C"), entries=(*match.entries, undone)))
    match = await keep(store, finished(match))
    await store.write(stores.matches.record_shown, match.id, shown(match))
    again = challenge(challenger=BOB, opponent=ANN, rematch_of=match.id)
    await keep(store, changed(match), rematch=again)
    half = await keep(
        store,
        accepted(await store.write(stores.matches.create, challenge(opponent=CAT)), sides={"green": ANN}),
    )
    await keep(store, changed(half, picks={"green": CRABS}))
    await store.write(stores.matches.save_draft, half.id, CAT, ("shrimp", None))
    odd = challenge(opponent=None, options={"boârd": "5x5 \N{SHRIMP}"}, takebacks=False)
    await store.write(stores.matches.create, odd)
    await store.write(stores.matches.save_note, match.id, BOB, "the crab,\n“again”")
    await store.write(stores.host.remember, "commands", "0123")
    await store.write(
        stores.people.prefer,
        ANN,
        {"theme": "deep", "reminders": "off"},
        digest=digest(ANN, due_at=NOON + DAY),
    )
    await fill_since_0003(store)
    await fill_since_0004(store)
    await fill_since_0005(store)
    await fill_since_0006(store)
    await fill_since_0007(store)
    await fill_since_0009(store)
    await fill_since_0010(store)
    await fill_since_0008(store)
    await fill_since_0011(store)
    await fill_since_0012(store)
    await fill_since_0013(store)
    await fill_since_0014(store)
    await fill_since_0016(store)
    await fill_since_0017(store)
    await fill_since_0018(store)
    await fill_since_0019(store)
    await fill_since_0020(store)
    await fill_since_0021(store)
    await fill_since_0022(store)
    await fill_since_0023(store)
    await fill_since_0024(store)


async def fill_since_0003(store: Database) -> None:
    """What no earlier revision could hold, beside the four matches that each of them has."""
    match = await store.write(stores.matches.create, challenge(challenger=CAT, pace=Pace.read("5d+12h<7d")))
    match = await keep(store, accepted(match, sides={"green": CAT, "blue": BOB}, clocks=clocks()))
    match = await keep(store, changed(match, challenger=ANN, sides={"green": ANN, "blue": BOB}))
    match = await keep(store, changed(match, pause=Interval(NOON, NOON + WEEK)))
    last = owed(ANN, "green:7:last", kind=NoticeKind.LAST, place=NoticePlace.HOME)
    result = owed(None, "end", kind=NoticeKind.RESULT, place=NoticePlace.RESULTS, due_at=NOON + WEEK)
    await store.write(stores.notices.add, match.id, [last, result])
    await store.write(stores.notices.claim, NOON, NOON + MINUTE, 9)
    await keep(store, finished(match, result=Result(None, "aborted", counts=False)))
    await store.write(stores.people.go_away, BOB, Interval(NOON, NOON + WEEK))
    await store.write(stores.host.record_alive, NOON, HOUR)
    await store.write(stores.host.record_alive, NOON + DAY, HOUR)
    await store.write(stores.people.change_guild, match.guild_id, {"results": "12"})


async def fill_since_0004(store: Database) -> None:
    """A rated match that ended and one that goes on, and somebody who left."""
    for end in (True, False):
        match = await store.write(stores.matches.create, challenge(opponent=CAT, stakes=RatedStatus.RATED))
        match = await keep(
            store,
            accepted(match, sides={"green": ANN, "blue": CAT}),
            start=RatedStart(match.game_key, ANN, CAT, NOON, NOON - WEEK),
        )
        if end:
            match = await keep(store, played(match, "d2d3"))
            await keep(store, finished(match), ending=ending(match))
    await store.write(stores.ratings.set_listed, match.guild_id, CAT, False)
    (ended, _) = await store.write(stores.seasons.claim_seasons, day_of(NOON) + 1000, NOON, NOON + HOUR, 2)
    await store.write(stores.seasons.crown, ended, [Champion(match.game_key, Human(ANN), 1662, 3)])
    await store.write(stores.seasons.record_role, ended, Champion(match.game_key, Human(ANN), 1662, 3), 14)
    await store.write(stores.seasons.close_season, ended)


async def fill_since_0005(store: Database) -> None:
    """Records, people's rights, and who watches."""
    await store.write(add_row, share, {"code": "K7Q2MP", "match_id": MatchId(1), "at": NOON})
    await store.write(add_row, imported, {"user_id": ANN, "text": '[Game "prawns"]\n', "at": NOON})
    await _fill_rights(store)
    await _fill_watching(store)


async def fill_since_0007(store: Database) -> None:
    """A match of which it is known whom it waits for."""
    match = await store.write(stores.matches.create, challenge(challenger=CAT))
    await keep(store, accepted(match, sides={"green": CAT, "blue": BOB}), to_act=[Human(BOB)])


async def fill_since_0008(store: Database) -> None:
    """A server with roles by rating, one of them given, and with a front door that is pinned."""
    await store.write(stores.people.change_guild, GuildId(11), {"tiers": "1300:14", "pinned": "12"}, now=NOON)
    (due, *_) = await store.write(stores.rating_roles.claim, NOON, NOON + MINUTE, 1)
    await store.write(stores.rating_roles.record, due, 14)
    await store.write(stores.rating_roles.settle, due, NOON + WEEK)
    there = {"channel": 12, "message": 611, "digest": "0f", "shown_at": NOON, "pinned": True}
    door = update(pinned_list).where(pinned_list.c.guild_id == 11)
    change = door.values(**there, due_at=NOON + HOUR)
    await store.write(lambda connection: connection.execute(change) and None)


async def fill_since_0009(store: Database) -> None:
    """Chores: one that somebody has taken up, and one for later."""
    match = await keep(store, accepted(await store.write(stores.matches.create, challenge())))
    old = NewChore(ChoreKind.CARD, NOON, ChannelId(12), MessageId(602), "turn:3", NOON - HOUR)
    await store.write(
        stores.matches.record_shown, match.id, shown(match), [old, NewChore(ChoreKind.ROUSE, NOON + WEEK)]
    )
    await store.write_unsynced(stores.notices.claim_chores, NOON, NOON + MINUTE, 9)


async def fill_since_0010(store: Database) -> None:
    """A match with weekends off that one player has muted and the other one snoozed, and a fast score."""
    rests = challenge(pace=Pace.read("3d"), weekends_off=True)
    match = await keep(store, accepted(await store.write(stores.matches.create, rests)))
    await store.write(stores.people.set_mute, match.id, ANN, Mute(NOON), NOON)
    await store.write(stores.people.set_mute, match.id, BOB, Mute(NOON, NOON + DAY), NOON)
    fast = await store.write(stores.matches.create, challenge(pace=Pace.read("10m")))
    fast = await keep(store, played(await keep(store, accepted(fast)), "d2d3"))
    brought = ending(fast)
    scores = tuple(replace(score, fast=True) for score in brought.scores)
    await keep(store, finished(fast), ending=replace(brought, scores=scores))


async def fill_since_0011(store: Database) -> None:
    """A match against the computer whose turn it is, with two hints taken."""
    new = replace(challenge(), opponent=Computer(3))
    match = await store.write(stores.matches.create, new)
    seats = (Seat("green", Human(ANN)), Seat("blue", Computer(3)))
    turn = NewChore(ChoreKind.THINK, NOON, message=MessageId(2))
    begun = changed(replace(match, seats=seats), phase=Phase.PLAYING)
    await store.write(stores.matches.save, begun, to_act=[Computer(3)], chores=[turn])
    await store.write(stores.matches.record_hint, match.id, ANN, "one position")
    await store.write(stores.matches.record_hint, match.id, ANN, "another")


async def fill_since_0012(store: Database) -> None:
    """A review of a match that is over."""
    await store.write(add_row, review, {"match_id": MatchId(1), "version": 1, "body": '{"turns":[]}'})


async def fill_since_0013(store: Database) -> None:
    """The second match of a set, where the first was played, and practice on both sides from a position."""
    first = await keep(store, accepted(await store.write(stores.matches.create, challenge(set_part=1))))
    second = challenge(set_part=2, rematch_of=first.id, side="blue", home=ChannelId(15))
    await store.write(stores.matches.save, finished(first), rematch=second)
    start = GAMES["pjawns"].start().to_text()
    alone = challenge(game_key="pjawns", options={}, opponent=SamePerson(), side="white", start=start)
    match = await store.write(stores.matches.create, alone)
    seats = (Seat("white", Human(ANN)), Seat("black", Human(ANN)))
    await store.write(
        stores.matches.save, changed(replace(match, seats=seats), phase=Phase.PLAYING), to_act=[Human(ANN)]
    )


async def fill_since_0014(store: Database) -> None:
    """A shard that was down, shards that are leased, and a session that was asked for."""
    await store.write(stores.host.record_alive, NOON + 2 * DAY, HOUR, Shards(2, (1,)))
    lease = {"shard_count": 2, "owner": "one", "until": NOON + MINUTE}
    for shard in range(2):
        await store.write(add_row, shard_lease, {"shard": shard, **lease})
    await store.write(add_row, identify_slot, {"bucket": 0, "free_at": NOON + MINUTE})


async def fill_since_0016(store: Database) -> None:
    """An open challenge that asks something of whoever takes it up."""
    asked = Requirements(within=200, established=True, reliable=True)
    await store.write(stores.matches.create, challenge(opponent=None, requirements=asked))


async def fill_since_0017(store: Database) -> None:
    """A ladder of three, two of whom play for the first place; one who slid, and one who left."""
    key = LadderKey(GuildId(11), "prawns")
    for user in (ANN, BOB, CAT, UserId(1004)):
        await store.write(join_ladder, key, user, NOON)
    await store.write(ladders.leave, key, UserId(1004), NOON + HOUR)
    new = challenge(challenger=BOB, opponent=ANN, ladder=1)
    await keep(store, accepted(await store.write(stores.matches.create, new)))
    await store.write(slide_down, key, CAT, {ANN, BOB}, NOON + 31 * DAY)


async def fill_since_0018(store: Database) -> None:
    """A match that somebody left unbegun, a pick that is sealed, and a challenge with all drawn already."""
    match = await keep(store, accepted(await store.write(stores.matches.create, challenge())))
    await keep(store, finished(match), ending=MatchScores(not_begun=(BOB,)))
    match = await keep(store, accepted(await store.write(stores.matches.create, challenge())))
    await keep(store, changed(match, picks={"green": replace(CRABS, by=Human(ANN), salt="5a" * 32)}))
    drawn = Draw("a5" * 32, challenger="light", first="dark")
    await store.write(
        stores.matches.create, challenge(game_key="prudh", options={"edge": "tomio"}, draw=drawn)
    )


async def fill_since_0019(store: Database) -> None:
    """A tournament and a simul of each kind of state."""
    await _fill_tournaments(store)
    await _fill_simuls(store)
    await _fill_offers(store)


async def fill_since_0020(store: Database) -> None:
    """Events of tournaments, done and refused; a champion; greetings, done and broken off."""
    first, second = TournamentId(1), TournamentId(2)
    asked = {"version": 1, "wanted": True, "due_at": NOON}
    made = {"tournament_id": first, "event_id": 801, "asked_at": NOON, "digest": "0123abcd"}
    await store.write(add_row, tournament_event, {**asked, **made})
    refused = {"tournament_id": second, "trouble": EventTrouble.NOT_ALLOWED.value}
    await store.write(add_row, tournament_event, {**asked, **refused})
    won = {"tournament_id": second, "season": WHOLE, "user_id": ANN, "day": day_of(NOON)}
    await store.write(add_row, tournament_champion, won)
    begun = {"begun_at": NOON, "channel": ChannelId(12)}
    done = {"message": MessageId(1013), "settled_at": NOON}
    await store.write(add_row, greeting, {"guild_id": GuildId(11), **begun, **done})
    await store.write(add_row, greeting, {"guild_id": GuildId(13), **begun, "claimed_until": NOON + HOUR})
    await _fill_places(store)


async def fill_since_0021(store: Database) -> None:
    """A match that was looked at, a private challenge, servers that the bot is in, and puzzles."""
    for user in (BOB, CAT):
        await store.write(store_look, MatchId(1), user, 1)
    await store.write(stores.matches.create, challenge(private=True))
    for guild in (GuildId(11), GuildId(13)):
        await store.write(add_row, guild_seen, {"guild_id": guild, "seen_at": NOON})
    match_id = MatchId(1)
    theirs = {"user_id": ANN, "match_id": match_id, "solved": 0}
    asked = {"ply": 2, "due_at": NOON + 10 * DAY, "asked": 1, "missed": True}
    await store.write(add_row, puzzle, {**theirs, **asked})
    waiting = {"ply": 4, "due_at": NOON + 3 * DAY, "asked": 0, "missed": False}
    await store.write(add_row, puzzle, {**theirs, **waiting})
    mail = {"user_id": ANN, "number": 1, "open": False, "unanswered": 1, "due_at": NOON + 8 * DAY}
    await store.write(add_row, puzzle_mail, mail)


async def fill_since_0023(store: Database) -> None:
    """Questions to substitutes: one that is open and posted, and one that was refused."""
    asked = {"tournament_id": TournamentId(2), "times": 1, "asked_at": NOON, "due_at": NOON}
    is_open = {"user_id": 1004, "seed": 1, "state": QuestionState.OPEN.value, "message": 1023}
    await store.write(add_row, tournament_substitute, {**asked, **is_open})
    refused = {"user_id": 1005, "seed": 2, "state": QuestionState.REFUSED.value}
    await store.write(add_row, tournament_substitute, {**asked, **refused})


async def fill_since_0024(store: Database) -> None:
    """A link to the board that nobody has used, and two browsers that are signed in."""
    link = {"user_id": ANN, "digest": "a5" * 32, "match_id": 1, "until": NOON + MINUTE}
    await store.write(add_row, web_link, link)
    for number, browser in enumerate(("Firefox on Android", "Safari on iPhone"), 1):
        times = {"began_at": NOON, "seen_at": NOON + number * DAY}
        said = {"id": number, "user_id": BOB, "digest": f"{number:02}" * 32, "browser": browser}
        await store.write(add_row, web_session, {**said, **times})


async def fill_since_0022(store: Database) -> None:
    """Moves in advance, comments, the archive, and tried lines."""
    await _fill_advances(store)
    await _fill_comments(store)
    await _fill_archive(store)
    await _fill_lines(store)


async def _fill_advances(store: Database) -> None:
    """A line of two of one player, a choice of the other."""
    match = await keep(store, accepted(await store.write(stores.matches.create, challenge())))
    match = await keep(store, played(match, "d2d3"))
    line = [spoken(ANN, 1), spoken(ANN, 2, follows=1, turn=5, kind=ConditionKind.ACTION, condition="a6-a5")]
    await store.write(add_advances, match.id, line)
    choice = spoken(BOB, turn=0, kind=ConditionKind.CHOICE, condition="", after=(), reply=("d6", "e5"))
    await store.write(add_advances, match.id, [choice])


async def _fill_comments(store: Database) -> None:
    """Comments of both players: one that nobody minds, one that was reported, and one that is hidden."""
    match_id, guild = MatchId(1), GuildId(11)
    said = [(ANN, 0, "Here we go"), (BOB, 1, "A mistake"), (ANN, 1, "It was")]
    for user, ply, text in said:
        made = await store.write(add_comment, match_id, user, ply, text, NOON)
        if ply:
            await store.write(add_report, made, CAT, guild, NOON + MINUTE)
    await store.write(hide_comment, made, NOON + HOUR)


async def _fill_archive(store: Database) -> None:
    """A match that was played in two servers."""
    places = ((GuildId(11), ChannelId(12)), (GuildId(13), ChannelId(14)))
    opening = (OpeningStep(-(2**63), "d2d3 d3d4"), OpeningStep(2**63 - 1, ""))
    outcome = MatchOutcome.SECOND_WON
    one = ArchivedMatch(MatchId(1), "prawns", outcome, places, opening, counted=True)
    await store.write(add_archived, one)


async def _fill_lines(store: Database) -> None:
    """Lines on a match and on the rules of a game, changed once; and a match that is played without."""
    tree, spot = LineTree().added(LineSpot(0, 0), "c1-c2", ())
    tree, _ = tree.named(1, "quietly").added(spot, "c5-c4", ())
    await store.write(add_tree, LineKey(ANN, MatchId(1), NO_GAME), tree, NOON)
    await store.write(add_tree, LineKey.on_rules("prudh", BOB), tree, NOON + HOUR, revision=2)
    await store.write(stores.matches.create, challenge(lines=False))


async def _fill_tournaments(store: Database) -> None:
    """A tournament that takes entries, and one whose first round has a match, a bye and a sealed draw."""
    terms = TournamentTerms(Format.KNOCKOUT, entries_until=NOON + WEEK)
    new = Tournament(TournamentId(0), GuildId(11), ChannelId(12), "Spring", "prawns", terms, (ANN, CAT), NOON)
    await store.write(add_tournament, new, NOON + WEEK)
    begun = await store.write(add_tournament, replace(new, name="Summer"), NOON)
    entrants = tuple(Entrant(user, NOON, Seed(seed), 1500) for seed, user in enumerate((ANN, BOB, CAT), 1))
    span = (NOON + WEEK, NOON + 2 * WEEK)
    bye = PairingOutcome(WIN, LOSS, Decision.BYE)
    drawn = TieDraw(first_begins=True, salt="a5" * 32)
    pairings = (
        Pairing(PairingKey(1, 1), 0, Seed(1), None, *span, outcome=bye),
        Pairing(PairingKey(1, 2), 0, Seed(2), Seed(3), *span, draw=drawn),
        Pairing(PairingKey(1, 2, 2), 0, Seed(3), Seed(2), *span),
    )
    running = replace(
        begun,
        state=TournamentState.RUNNING,
        round=1,
        round_at=NOON + WEEK,
        entrants=entrants,
        pairings=pairings,
    )
    await store.write(change, begun.id, lambda _: running, NOON + WEEK)
    game = challenge(challenger=BOB, opponent=CAT, tournament=begun.id)
    made = await store.write(stores.matches.create, game)
    entered = replace(pairings[1], match_id=made.id)
    await store.write(change, begun.id, lambda one: one.changed(entered), NOON + WEEK)
    await keep(store, accepted(made, sides={"green": BOB, "blue": CAT}))


async def _fill_simuls(store: Database) -> None:
    """A started simul with a board; and an open one that two have joined, and a third was taken out of."""
    place, claimed = ChallengeChannel(GuildId(11), ChannelId(12)), NOON + HOUR
    terms: dict[str, Any] = {"places": 12, "version": 5, "claimed_until": claimed}
    first = await store.write(add_simul, BOB, "prawns", place, NOON, [CAT], side="green", **terms)
    new = challenge(challenger=BOB, opponent=ANN, simul=first, side="green")
    board = await store.write(stores.matches.create, new)
    await keep(store, accepted(board, sides={"green": BOB, "blue": ANN}))
    terms = {"places": 12, "version": 5, "phase": "open", "due_at": NOON + MINUTE}
    card = {"message": 601, "digest": "digest", "shown_at": NOON + MINUTE}
    people = [UserId(1004), UserId(1005), UserId(1006)]
    await store.write(add_simul, BOB, "prudh", place, NOON, people, **terms, **card)
    await store.write(take_out, people[1])


async def _fill_offers(store: Database) -> None:
    """Two standing offers with a match that was lost on time, and one that its owner has turned off."""
    one, other, third = (UserId(1005), UserId(1006), UserId(1007))
    new = challenge(
        challenger=one, opponent=other, by_offer=True, pace=Pace.read("3d"), created_at=NOON + HOUR
    )
    made = await store.write(stores.matches.create, new)
    match = await keep(store, accepted(made, sides={"green": one, "blue": other}))
    await store.write(stores.matches.save, finished(match))
    place, over = ChallengeChannel(GuildId(11), ChannelId(12)), NOON + DAY
    states: dict[UserId, dict[str, Any]] = {
        one: {"due_at": over, "off_since": over, "why": "late"},
        other: {"due_at": over},
        third: {"off_since": over, "why": "owner"},
    }
    for user, state in states.items():
        await store.write(add_offer, user, "prawns", place, NOON, wanted=2, **state)


async def _fill_places(store: Database) -> None:
    """A match between two servers, shown in both, and a player that a server wants no such match with."""
    new = challenge(challenger=CAT, opponent=None, across=True)
    match = await store.write(stores.matches.create, new)
    place = MatchPlace(GuildId(21), ChannelId(22))
    after = accepted(match, opponent=BOB, sides={"blue": BOB, "green": CAT})
    both = replace(after, places=(*match.places, place))
    match = await keep(store, both, joined=place)
    for number in range(len(match.places)):
        await store.write(stores.matches.record_shown, match.id, shown(match), place=number)
    await store.write(stores.lobby.block_in, GuildId(11), BOB, NOON)


async def _fill_rights(store: Database) -> None:
    """Somebody who is blocked, and somebody whose deletion was begun."""
    await store.write(stores.privacy.add_block, ANN, CAT, NOON)
    await store.write(stores.privacy.ask_to_be_forgotten, BOB, NOON + MINUTE)


async def _fill_watching(store: Database) -> None:
    """A match that two people watch, and a server whose week is summed up."""
    match = await keep(store, accepted(await store.write(stores.matches.create, challenge())))
    for user, each_turn in ((CAT, True), (UserId(1004), False)):
        await store.write(
            stores.spectators.start_watching, match.id, user, each_turn=each_turn, at=NOON, most=9, crowd=9
        )
    await store.write(stores.people.change_guild, match.guild_id, {"weekly": "12"})
    await store.write(stores.notices.add, NO_MATCH, [weekly(match.guild_id, NOON)])


async def fill_since_0006(store: Database) -> None:
    """A pick of which it is known who made it, and one of somebody who does not play any more."""
    match = await keep(store, accepted(await store.write(stores.matches.create, challenge())))
    match = await keep(store, changed(match, picks={"green": replace(CRABS, by=Human(ANN))}))
    match = await keep(store, changed(match, picks={**match.picks, "blue": replace(SHRIMPS, by=Human(CAT))}))
    await keep(store, finished(match))


async def fill_file(path: Path) -> None:
    """Put something into every table of the database at ``path``, which is made if there is none."""
    store = await open_store(f"sqlite+aiosqlite:///{path}", clock=lambda: NOON)
    await fill(store)
    await store.close()


async def write(path: Path) -> str:
    """Make a database at ``path`` and return its dump."""
    await fill_file(path)
    with closing(sqlite3.connect(path)) as database:
        lines = "\n".join(database.iterdump()).splitlines()
        return "\n".join(line.rstrip() for line in lines if line.strip()) + "\n"


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        sys.stdout.write(asyncio.run(write(Path(folder) / "sample.sqlite3")))
