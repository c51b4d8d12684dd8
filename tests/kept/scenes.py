"""What is played to leave messages of every kind behind: matches in all states, and every private panel.

Two Mondays: on the first one matches are played to their ends, on the second everything is left as it stands.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import permutations
from pathlib import Path
from typing import Any, Final

from cogs.panels.challenge.challenge_form import open_form
from tests.kept.stage import Stage, controls
from tests.loopback.server import messaging
from tests.loopback.server.components import BUTTON, walk
from tests.loopback.server.entities import Channel, Guild, Message
from tests.loopback.server.people import FIELD, Answer, Person, text
from tests.wishes import game_of, is_typed, wished

DATA: Final = Path(__file__).parent.parent / "data"
RECORD: Final = DATA / "records" / "cannons-checkmate.json"

PRUDH: Final = (
    "b5-a6 c1-b2 a6>a4 b6-c5 a4>a2 b2>d2 a2>a1 d2-e1 e4-f3 d6-c5 f3>d3 e1>b1 d3>d5 c5>c2 d5>f5 c3>c1 f5>f3"
)
PRUDH_TIKA: Final = (
    "e4-f3 d6-e5 f3>f5 e5>c5 e2-f1 d2-c3 f1>d1 c5>c3 f5>f6 c3>c1 b5-d3 c1>a1 d3>b3 a1>a3 b3>b1 a3>a5"
)
CANNONS: Final = "b2-a3 e7-c5 e1-c3 f6-f5 d1-e1 c5xa3 c3-a5 a3xc1"
PJAWNS: Final = (
    "@d1 @a8 @e1 @f8 e1-e3 @g8 e3-e4 a8-a7 d1-d2 f8-f7 d2-d3 @b8 d3-d4 @e8 d4-d5 b8-b6 @d1 g8-g6 d5-d6 e8-e6 "
    "d6xe7 @d8 e7-e8"
)
PREDATION: Final = (
    "d13-b9 g13-d8 end / g1-d5 d1-e2 e1-e4 c1-f5 end / d8xf5+e4 b9xd5 end / e2-f4 end / "
    "d5xf1 f5xf4 *g13 end / end / f1xh1+i1 end / b1-c1 end / h1xc1"
)
SHUFFLED: Final = ("a2-b4 / a7-c6 / b4-a2 / c6-a7", 25)
"""Turns of prawns that lead back to where they began, and how often they make a match that goes nowhere."""
GAMES: Final = ("prawns", "prudh", "pjawns", "cannons", "predation")
FIRST: Final[dict[str, dict[str, str]]] = {
    "prawns": {},
    "prudh": {"side": "light", "starts": "me"},
    "pjawns": {"side": "white"},
    "cannons": {"side": "white"},
    "predation": {"side": "predator"},
}
"""What makes the challenger the first to move."""
TURN: Final = {
    "prawns": "d1-d3 / e8-e6",
    "prudh": "b5-a6 / c1-b2",
    "pjawns": "@d1 / @a8",
    "cannons": "b1-a3 / e6-e4",
    "predation": "d13-b9 g13-d8 end / g1-d5 d1-e2 e1-e4 c1-f5 end",
}
"""The first turns of a match."""
HALF: Final = {"predation": "d8xf5+e4"}
"""The first action of a turn that has several, after those."""
ASKED: Final = {
    "prawns": ("draw", "pause", "takeback"),
    "prudh": ("draw", "pause", "takeback"),
    "pjawns": ("draw", "pause"),
    "cannons": ("takeback",),
    "predation": ("draw",),
}
"""What is asked for in a match each. A pause is agreed to but in pjawns; in prudh they are asked to go on."""
MOST_STEPS: Final = 9
"""Steps on an analysis board after which several moves in advance can be said."""
THEMES: Final = ("light-sea", "dark-sea", "wood", "high-contrast", "colour-blind")

WALKS: Final = {
    "play": (
        *("", "computergame", "computergame computer", "findmatch", "findmatch keepmatches"),
        *("playmore", "playmore keepmatches"),
    ),
    "help": (
        *("", "whichgame", "whichgame tour", "findmatch", "challengegames", "computer", "ownlist"),
        *("commands", "wheregone", "ownlist newmatch", "ownlist past", "ownlist past pastopen"),
        *("ownlist matchestab", "ownlist matchestab=1", "ownlist matchestab=2"),
    ),
    "move": ("",),
    "matches": ("",),
    "learn": ("",),
    "ranking": ("", "ranks", "rankgame", "rankseason", "hall", "laddersee", "laddersee ladderplaces"),
    "profile": ("",),
    "tournaments": ("", "tourshow"),
}
"""What a player looks at by a command, and the controls on the way there."""
MATCH_WALKS: Final = (
    *(("board", path) for path in ("", "viewmore", "viewmore lines", "viewmore lines linestep")),
    *(("more", path) for path in ("", "rules", "rules rulefilm", "lines", "notes", "advances", "resign")),
)
FINISHED_WALKS: Final = (
    *(("board", path) for path in ("", "show", "viewmore", "viewmore lines")),
    ("film", ""),
    ("film", "stepthrough"),
    ("record", ""),
    ("share", ""),
)
SETTINGS_WALKS: Final = (
    *("", "setpage=0", "setpage=1", "setpage=2"),
    *("privacy", "privacy blocked", "privacy forgetme", "privacy export"),
)
KEEPERS_WALKS: Final = (
    *("", "governend", "governend governwin", "governabort", "governback", "governback governturn"),
    *("governgive", "governgive governto"),
)
ORGANISERS_WALKS: Final = (
    *("tournew", "tournew tourdraft", "tourshow tourmanage", "tourshow tourmanage tourplayers"),
    "tourshow tourmanage touroff",
)


class Scenes:
    """The people and places, and what is played there."""

    def __init__(self, stage: Stage) -> None:
        self.stage, self.world = stage, stage.world
        self.guild: Guild
        self.channel: Channel
        self.results: Channel

    async def play(self) -> None:
        """All of it."""
        await self._arrive()
        await self._first_monday()
        await self.stage.pass_by(days=6, hours=22)
        await self._timed()
        await self._second_monday()
        await self._of_features()
        await self._panels()
        for home in self._open():
            await self._tidy(home)
        # From here on nothing is remembered that was said a moment ago, and nothing is owed.
        await self.stage.pass_by(minutes=20)
        await self.stage.pass_by(minutes=20)

    async def _arrive(self) -> None:
        self.guild = self.world.add_guild("Rock pool")
        self.channel = self.world.add_channel(self.guild, "board-games")
        self.results = self.world.add_channel(self.guild, "results")
        keepers = self.world.add_role(self.guild, "Keepers", manage_guild=True)
        champions = self.world.add_role(self.guild, "Champions")
        self.ann, self.ben, self.cleo, self.dora, self.eve = (
            self.stage.discord.person(name, self.guild) for name in ("Ann", "Ben", "Cleo", "Dora", "Eve")
        )
        self.guild.members[self.dora.id].roles.append(keepers)
        self.far = self.world.add_guild("Tide line")
        self.shore = self.world.add_channel(self.far, "shore")
        for who in (self.ann, self.ben):
            self.world.add_member(self.far, who.user)
        await self.stage.begin()
        for settled in (
            {"results": self.results, "weekly": self.results},
            {"season": "month", "champion": champions, "most_matches": 40},
        ):
            await self.slash(self.dora, "server set", **settled)

    # --- what is played --------------------------------------------------------------------------

    async def _first_monday(self) -> None:
        """Matches that end, each in its own way, and are old by the time that people look at them."""
        for line, edge in ((PRUDH, "ordinary"), (PRUDH_TIKA, "tika")):
            home = await self.begin("prudh", edge=edge, takebacks="on")
            await self.watch(self.cleo, home)
            await self.turns(home, "prudh", " / ".join(line.split()))
        home = await self.begin("cannons", board="7x7")
        await self.watch(self.cleo, home, at_end=True)
        await self.turns(home, "cannons", " / ".join(CANNONS.split()))
        home = await self.begin("pjawns", rated="off")
        await self.turns(home, "pjawns", " / ".join(PJAWNS.split()))
        home = await self.begin("predation")
        await self.turns(home, "predation", PREDATION)
        for one, other in permutations((self.ann, self.ben, self.cleo, self.dora), 2):
            if {one, other} != {self.ann, self.ben}:
                home = await self.begin("prudh", one, other)
                await self.turns(home, "prudh", " / ".join(PRUDH.split()[:4]), one, other)
                await self.resign(other, home)
        for home in self.world.threads(self.channel):
            await self._tidy(home, 1)

    async def _tidy(self, home: Channel, most: int = 2) -> None:
        """A keeper deletes the older messages of a thread: so many of them would show nothing more."""
        for message in home.public[:-most]:
            messaging.remove(self.world, message)
        await self.stage.rest()

    async def _timed(self) -> None:
        """Matches whose clocks run out, with reminders and a digest on the way."""
        settings = await self.slash(self.eve, "settings")
        form = await self.click(self.eve, settings.private[0], "hours")
        hours = {"from": ["23:00"], "until": ["07:00"], "digest": ["09:00"]}
        await self.stage.after(self.eve.send_form(form, "Europe/Berlin", **hours))
        await self.click(self.eve, settings.private[0], "zoneright")
        late = await self.begin("cannons", pace="1d")
        await self.turns(late, "cannons", TURN["cannons"].split(" / ")[0])
        more = await self.begin("pjawns", pace="3d")
        await self.turns(more, "pjawns", "@d1")
        hers = await self.begin("prudh", self.eve, self.ben, pace="5d+12h<7d")
        await self.turns(hers, "prudh", TURN["prudh"], self.eve, self.ben)
        his = await self.begin("prudh", pace="2d")
        panel = await self.panel(self.ann, his, "more")
        await self.click(self.ann, panel, "remind")
        for _ in range(5):
            await self.stage.pass_by(hours=5)

    async def _second_monday(self) -> None:
        """Matches in every state that they can be left in."""
        for game in GAMES:
            await self.challenge(game, self.cleo, None, **FIRST[game])
            await self.challenge(game, self.dora, self.ann)
        await self.challenge("prudh", self.ann, None)
        for blind in ("on", "off"):
            await self._setups(blind)
        for game in GAMES:
            await self._in_play(game)
        await self._going_nowhere()
        await self._ended()
        await self._far_away()

    async def _setups(self, blind: str) -> None:
        """Picks that nobody, somebody and both have begun to make."""
        await self.accepted("prawns", self.ann, self.ben, blind_start=blind)
        home = await self.accepted("prawns", self.ann, self.ben, blind_start=blind)
        if blind == "off":
            (first,) = (who for who in (self.ann, self.ben) if _picks(who))
            await self.pick(first, first.dms[-1], confirm=False, slots=1)
        else:
            await self.pick(self.ann, self.ann.dms[-1], confirm=False, slots=1)
            panel = await self.panel(self.ben, home, "choose")
            await self.pick(self.ben, panel, confirm=False)
            home = await self.accepted("prawns", self.ann, self.ben, blind_start=blind)
            await self.pick(self.ann, self.ann.dms[-1])

    async def _in_play(self, game: str) -> None:
        """Matches in play: plain, in the middle of a turn, and with each thing asked for."""
        home = await self.begin(game)
        await self.watch(self.cleo, home)
        await self._moving(self.ann, home)
        home = await self.begin(game)
        await self.turns(home, game, TURN[game])
        await self._moving(self.ann, home)
        if game in HALF:
            await self.slash(self.ann, f"{game} move", home, action=HALF[game])
            await self._moving(self.ann, home)
        for what in ASKED[game]:
            home = await self.begin(game, takebacks="on")
            await self.turns(home, game, TURN[game])
            await self.deed(self.ben, what, home)
            if what == "pause" and game != "pjawns":
                await self.click(self.ann, home.last, "agree")
                if game == "prudh":
                    await self.deed(self.ben, "resume", home)

    async def _moving(self, who: Person, home: Channel) -> None:
        """The panel for moving: as it opens, after a choice, and after all of them."""
        await self.panel(who, home, "move")
        for far in (1, 3):
            panel = await self.panel(who, home, "move")
            for _ in range(far):
                if steps := [part for part in controls(panel) if part["custom_id"].startswith("part:")]:
                    await self.stage.after(who.send_click(panel, custom_id=steps[0]["custom_id"]))

    async def _going_nowhere(self) -> None:
        """A match of which anybody may claim that it has no result."""
        home = await self.begin("prawns")
        line, often = SHUFFLED
        for _ in range(often):
            await self.turns(home, "prawns", line)
            await self._tidy(home)
        await self.panel(self.ann, home, "more")

    async def _ended(self) -> None:
        """Matches that have just ended, one with a rematch that is offered."""
        for game in GAMES:
            home = await self.begin(game, rated="off")
            await self.watch(self.cleo, home, at_end=True)
            await self.turns(home, game, TURN[game])
            if game == "prudh":
                shared = await self.slash(self.ann, "match", home, deed="share")
                await self.click(self.ann, shared.private[0], "postshare")
            await self.resign(self.ben, home)
            if game in ("prawns", "cannons"):
                await self.click(self.ann, home.last, "rematch")
        home = await self.begin("pjawns", rated="off")
        await self.turns(home, "pjawns", " / ".join(PJAWNS.split()))
        home = await self.begin("cannons")
        asked = await self.slash(self.dora, "server match", home)
        await self.walk(self.dora, asked.private[0], "governabort adminabort")

    async def _far_away(self) -> None:
        """A match whose server has no place for it any more: it goes on in direct messages."""
        await self.challenge("prudh", self.ann, self.ben, self.shore, **FIRST["prudh"])
        await self.click(self.ben, self.shore.last, "accept")
        home = self.world.threads(self.shore)[-1]
        self.world.let_everyone(self.far, send_messages=False, create_public_threads=False)
        self.world.remove_channel(home)
        await self.stage.rest()
        direct = self.world.direct_messages(self.ann.user)
        await self.slash(self.ann, "move", direct)
        await self.stage.pass_by(minutes=1)

    # --- what features add -----------------------------------------------------------------------

    async def _of_features(self) -> None:
        """Contests, comments, lines and conditional moves, in the states that they can be left in."""
        door = self.world.add_channel(self.guild, "lists")
        await self.slash(self.dora, "server set", lists=door)
        await self.walk(self.eve, "play", "findmatch keepmatches keepgame keepmany")
        await self.walk(self.eve, "play", "computergame practisealone")
        for who in (self.eve, self.cleo, self.dora):
            await self.walk(who, "ranking", "laddersee ladderjoin")
        await self.walk(self.dora, "ranking", "laddersee ladderwho ladderplay")
        await self._simuls()
        await self._tournaments()
        await self._lines()
        await self._comments()

    async def _simuls(self) -> None:
        """A simul that people may join, and one whose first boards are open."""
        for host, begun in ((self.cleo, True), (self.ben, False)):
            await self.walk(host, "play", "playmore simulform")
            card = _on(self.channel, "simuljoin")
            for who in (self.eve, self.dora):
                await self.click(who, card, "simuljoin")
            if begun:
                await self.click(host, card, "simulstart")
            else:
                await self.walk(host, card, "simuljoin")

    async def _tournaments(self) -> None:
        """A tournament that people may enter, and one in its first round."""
        for begun, named in ((True, ""), (False, "tourname")):
            await self.walk(self.dora, "tournaments", f"tournew {named} tourcreate")
            card = _on(self.channel, "tourjoin")
            for who in (self.eve, self.cleo, self.dora):
                await self.click(who, card, "tourjoin")
            if begun:
                await self.walk(self.dora, "tournaments", "tourshow tourmanage tourstart tourstartnow")
        await self.stage.pass_by(minutes=2)

    async def _lines(self) -> None:
        """Lines that are tried in a match and on the rules, and conditional moves."""
        home, other = self._of_pjawns()
        for who, asked in ((self.ann, ""), (self.ben, "advance")):
            await self.walk(who, await self._planning(who, other), asked)
            await self.walk(who, await self._planning(who, home), "advance advancesay")
            for path in ("", " linemore", " linemore linename", " linemore advances"):
                await self.walk(who, _on(home, "move", "look"), f"look viewmore lines linestep{path}")
            await self.walk(who, "pjawns rules", "lines linestep linestep")

    async def _planning(self, who: Person, home: Channel) -> Message:
        """The analysis board, at a line of several moves that can be said in advance."""
        board = await self.walk(who, _on(home, "move", "look"), "look viewmore lines")
        for _ in range(MOST_STEPS):
            if not _has(board, "advance"):
                board = await self.walk(who, board, "linestep")
        return board

    async def _comments(self) -> None:
        """Comments on finished matches, one of them reported."""
        end = _on(self._over()[0], "rematch")
        await self.walk(self.ann, end, "openfilm stepthrough comment")
        for who in (self.ann, self.ben):
            await self.walk(who, end, "openfilm stepthrough comments")
        for path in ("", " reportcomment"):
            await self.walk(self.cleo, end, f"openfilm stepthrough comments{path}")

    # --- the panels ------------------------------------------------------------------------------

    async def _panels(self) -> None:
        """Every private panel that a command or a button opens, left open."""
        playing, over = self._playing(), self._over()
        for command, paths in WALKS.items():
            for path in paths:
                await self.walk(self.ann, command, path)
        for home in self._of_pjawns():
            for deed, path in MATCH_WALKS:
                await self.walk(self.ben, await self.opened(self.ben, home, deed), path)
        for home in over[:5]:
            for deed, path in FINISHED_WALKS:
                await self.walk(self.ben, await self.opened(self.ben, home, deed), path)
        for path in ("", "watchset"):
            await self.walk(self.cleo, await self.opened(self.cleo, playing[1], "watch"), path)
        for home in playing[::4]:
            await self.panel(self.ann, home, "look")
            await self.panel(self.ann, home, "more")
        await self._panels_of_records(over)
        await self._panels_of_people()
        for game in ("cannons", "pjawns", "prawns", "predation", "prudh"):
            await self.slash(self.ann, f"{game} rules")
            for far in (2, 20):
                await self._tour(game, far)
        await self._panels_of_keepers(playing[5])

    async def _panels_of_records(self, over: Sequence[Channel]) -> None:
        shared = await self.walk(self.ann, await self.opened(self.ann, over[-1], "share"), "")
        code = re.search(r"\b[A-Z0-9]{6}\b", text(shared))
        assert code is not None, text(shared)
        await self.slash(self.eve, "open", code=code[0])
        for file in (RECORD, RECORD.with_suffix(".txt")):
            given = (file.name, file.read_bytes())
            for path in ("", "filmimport"):
                looked = await self.slash(self.ann, "open", file=given)
                await self.walk(self.ann, looked.private[0], path)

    async def _panels_of_people(self) -> None:
        await self.slash(self.ann, "profile", player=self.ben)
        for path in ("openranks", "challengeuser", "blockask"):
            seen = await self.slash(self.ann, "profile", player=self.ben)
            await self.walk(self.ann, seen.private[0], path)
        blocking = await self.slash(self.cleo, "profile", player=self.eve)
        await self.walk(self.cleo, blocking.private[0], "blockask blocknow")
        for who in (self.cleo, self.eve):
            for path in SETTINGS_WALKS:
                await self.walk(who, "settings", path)
        await self.slash(self.ann, "ranking", game="prudh")
        posted = await self.slash(self.ann, "ranking", game="prudh")
        await self.click(self.ann, posted.private[0], "postranks")
        await self.slash(self.ann, "matches", self.world.direct_messages(self.ann.user))

    async def _tour(self, game: str, far: int) -> None:
        """A tour, so many steps far or to its end: what is not the best is not offered again."""
        key = game_of(game).key
        tour = (await self.slash(self.ann, "learn", game=key)).private[0]
        for _ in range(far):
            if not _has(tour, "gamerules"):
                await self.click(self.ann, tour, "tour")

    async def _panels_of_keepers(self, home: Channel) -> None:
        for page in range(4):
            await self.walk(self.dora, "server panel", f"serverpage={page}")
        for path in KEEPERS_WALKS:
            await self.walk(self.dora, (await self.slash(self.dora, "server match", home)).private[0], path)
        await self.walk(self.dora, "tournaments", "")
        for path in ORGANISERS_WALKS:
            await self.walk(self.dora, "tournaments", path)

    # --- steps -----------------------------------------------------------------------------------

    async def slash(
        self, who: Person, command: str, where: Channel | None = None, /, **options: Any
    ) -> Answer:
        """Somebody sends a command, in the channel if nothing else is said."""
        given = {key: value for key, value in options.items() if value is not None}
        return await self.stage.slash(who, where or self.channel, command, **given)

    async def opened(self, who: Person, home: Channel, deed: str) -> Message:
        """The private panel of something that is done with a match."""
        return (await self.slash(who, "match", home, deed=deed)).private[0]

    async def walk(self, who: Person, start: str | Message, path: str) -> Message:
        """What somebody is shown on their way from a command, or a message, by controls in turn.

        ``verb=2`` is the third control of its kind. The first entry of a menu is chosen, of people Ben.
        """
        shown = start if isinstance(start, Message) else (await self.slash(who, start)).private[0]
        for step in path.split():
            verb, _, number = step.partition("=")
            control = controls(shown, verb)[int(number or 0)]
            shown = await self._used(who, shown, control)
        return shown

    async def _used(self, who: Person, shown: Message, control: dict[str, Any]) -> Message:
        """What somebody is shown once they have used a control, and sent the form that it opened."""
        if control["type"] == BUTTON:
            answer = await self.stage.after(who.send_click(shown, custom_id=control["custom_id"]))
        else:
            entries = [one["value"] for one in control.get("options", [])] or [self.ben]
            answer = await self.stage.after(
                who.send_select(shown, entries[:1], custom_id=control["custom_id"])
            )
        if (form := answer.interaction.form) is not None:
            fields = [one for one in walk(form["components"]) if one["type"] == FIELD]
            answer = await self.stage.after(who.send_form(answer, *["Watch **b3**"] * len(fields)))
        return answer.private[0] if answer.private else shown

    async def click(self, who: Person, message: Message, verb: str) -> Answer:
        """Somebody clicks the first button that does something."""
        return await self.stage.click(who, message, verb)

    async def choose(self, who: Person, message: Message, verb: str, number: int = 0) -> Answer:
        """Somebody chooses an entry in the first menu that does something."""
        return await self.stage.choose(who, message, verb, number)

    async def panel(self, who: Person, on: Channel | Message, verb: str) -> Message:
        """The private panel that a button opens: of a message, or of the newest that has it in a thread."""
        message = on if isinstance(on, Message) else _newest(on, verb)
        assert message is not None, f"nothing has {verb}"
        answer = await self.click(who, message, verb)
        assert answer.private, f"{verb} opened nothing: {self.stage.bot.log}"
        return answer.private[0]

    async def challenge(
        self,
        game: str,
        who: Person,
        whom: Person | None,
        where: Channel | None = None,
        /,
        **options: str,
    ) -> None:
        """Somebody challenges another, or all: by the command or, for what it can't say, by the form."""
        kind = game_of(game)
        if is_typed(kind, options):
            await self.slash(who, f"{game} challenge", where, opponent=whom, **options)
            return
        panel = (await self.slash(who, "play", where)).private[0]
        draft = wished(kind, 0 if whom is None else whom.id, options)
        opened = await self.stage.after(who.send_forged(panel, open_form.id_about(0, draft)))
        await self.stage.after(await who.choose_in_form(opened, who=whom))

    async def watch(self, who: Person, home: Channel, *, at_end: bool = False) -> None:
        """Somebody watches a match: each move, or its end."""
        panel = (await self.slash(who, "match", home, deed="watch")).private[0]
        ways = controls(panel, "watchset")
        await self.stage.after(who.send_click(panel, custom_id=ways[at_end]["custom_id"]))

    async def deed(self, who: Person, deed: str, home: Channel) -> None:
        """Somebody does something with a match, and says yes to the question."""
        asked = (await self.slash(who, "match", home, deed=deed)).private[0]
        await self.click(who, asked, "matchdeed")

    async def accepted(
        self, game: str, one: Person | None = None, other: Person | None = None, **options: str
    ) -> Channel:
        """A challenge that is taken up; returns its thread."""
        one, other = one or self.ann, other or self.ben
        await self.challenge(game, one, other, **options)
        await self.click(other, self.channel.last, "accept")
        return self.world.threads(self.channel)[-1]

    async def begin(
        self, game: str, one: Person | None = None, other: Person | None = None, **options: str
    ) -> Channel:
        """A match up to its first move, which is the challenger's; returns its thread."""
        home = await self.accepted(game, one, other, **{**FIRST[game], **options})
        if game == "prawns":
            for who in (one or self.ann, other or self.ben):
                await self.pick(who, who.dms[-1])
        assert controls(home.last, "move")
        return home

    async def pick(self, who: Person, panel: Message, *, confirm: bool = True, slots: int = 2) -> None:
        """Somebody picks on a panel: shrimp and crab, or what their menus have there."""
        for slot in range(slots):
            menu = controls(panel, "slot")[slot]
            value = menu["options"][slot]["value"]
            await self.stage.after(who.send_select(panel, [value], custom_id=menu["custom_id"]))
        if confirm:
            await self.click(who, panel, "confirm")

    async def turns(
        self, home: Channel, game: str, line: str, one: Person | None = None, other: Person | None = None
    ) -> None:
        """Turns separated by `` / ``, from the challenger's on."""
        players: Sequence[Person] = (one or self.ann, other or self.ben)
        for number, turn in enumerate(line.split(" / ")):
            player = players[number % 2]
            answer = await self.slash(player, f"{game} move", home, action=turn)
            if answer.private and _has(answer.private[0], "endnow"):
                answer = await self.click(player, answer.private[0], "endnow")
            assert not answer.told or answer.told.startswith("Played: "), (turn, answer.told)

    async def resign(self, who: Person, home: Channel) -> None:
        """Somebody gives a match up."""
        panel = await self.panel(who, home, "more")
        await self.click(who, panel, "resign")
        await self.click(who, panel, "resignnow")

    def _playing(self) -> list[Channel]:
        """The open threads of matches in play."""
        return [home for home in self._open() if _newest(home, "move") and not _newest(home, "openfilm")]

    def _of_pjawns(self) -> list[Channel]:
        """Two that are played, of pjawns, where a turn is an action of one step or two."""
        return [home for home in self._playing() if "Pjawns" in home.name][:2]

    def _over(self) -> list[Channel]:
        """The open threads of matches that are over."""
        return [home for home in self._open() if _newest(home, "rematch")]

    def _open(self) -> list[Channel]:
        return [home for home in self.world.threads(self.channel) if not home.archived]


def _on(home: Channel, *verbs: str) -> Message:
    """The newest message of a thread with these buttons."""
    return next(one for one in reversed(home.public) if all(_has(one, verb) for verb in verbs))


def _newest(home: Channel, verb: str) -> Message | None:
    """The newest message of a thread on which there is such a button."""
    messages = (one for one in reversed(home.public) if _has(one, verb))
    return next(messages, None)


def _has(message: Message, verb: str) -> bool:
    return any(one["custom_id"].startswith(f"{verb}:") for one in controls(message))


def _picks(who: Person) -> bool:
    """Whether the newest direct message asks somebody for a pick."""
    return _has(who.dms[-1], "slot")
