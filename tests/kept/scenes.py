"""What is played to leave messages of every kind behind: matches in all states, and every private panel.

Two Mondays: on the first one matches are played to their ends, on the second everything is left as it stands.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import permutations
from pathlib import Path
from typing import Any, Final

from tests.kept.stage import Stage, controls
from tests.loopback.server import messaging
from tests.loopback.server.entities import Channel, Guild, Message
from tests.loopback.server.people import Answer, Person

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
KEYS: Final = ("cannons-and-crabs", "pjawns", "prawns", "predation", "prudh")
THEMES: Final = ("light-sea", "dark-sea", "wood", "high-contrast", "colour-blind")


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
            await self.slash(self.cleo, "match watch", home, when="each")
            await self.turns(home, "prudh", " / ".join(line.split()))
        home = await self.begin("cannons", board="7x7")
        await self.slash(self.cleo, "match watch", home, when="end")
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
            await self.slash(self.cleo, f"{game} challenge", **FIRST[game])
            await self.slash(self.dora, f"{game} challenge", opponent=self.ann)
        await self.slash(self.ann, "prudh challenge")
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
        await self.slash(self.cleo, "match watch", home, when="each")
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
            await self.slash(self.ben, f"match {what}", home)
            if what == "pause" and game != "pjawns":
                await self.click(self.ann, home.last, "agree")
                if game == "prudh":
                    await self.slash(self.ben, "match pause", home)

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
            await self.slash(self.cleo, "match watch", home, when="end")
            await self.turns(home, game, TURN[game])
            if game == "prudh":
                shared = await self.slash(self.ann, "match share", home)
                await self.click(self.ann, shared.private[0], "postshare")
            await self.resign(self.ben, home)
            if game in ("prawns", "cannons"):
                await self.click(self.ann, home.last, "rematch")
        home = await self.begin("pjawns", rated="off")
        await self.turns(home, "pjawns", " / ".join(PJAWNS.split()))
        home = await self.begin("cannons")
        asked = await self.slash(self.dora, "server abort", home)
        await self.click(self.dora, asked.private[0], "adminabort")

    async def _far_away(self) -> None:
        """A match whose server has no place for it any more: it goes on in direct messages."""
        await self.slash(self.ann, "prudh challenge", self.shore, opponent=self.ben, **FIRST["prudh"])
        await self.click(self.ben, self.shore.last, "accept")
        home = self.world.threads(self.shore)[-1]
        self.world.let_everyone(self.far, send_messages=False, create_public_threads=False)
        self.world.remove_channel(home)
        await self.stage.rest()
        direct = self.world.direct_messages(self.ann.user)
        await self.slash(self.ann, "move", direct)
        await self.stage.pass_by(minutes=1)

    # --- the panels ------------------------------------------------------------------------------

    async def _panels(self) -> None:
        """Every private panel that a command or a button opens, left open."""
        await self._panels_of_matches()
        await self._panels_of_records()
        await self._panels_of_people()
        await self._panels_of_keepers()

    async def _panels_of_matches(self) -> None:
        playing = self._playing()
        over = self._over()
        for home in playing[::4]:
            await self.panel(self.ben, home, "look")
            await self.panel(self.ben, home, "more")
        for home in playing[1::6]:
            await self.panel(self.ann, home, "look")
            noted = await self.panel(self.ann, home, "more")
            form = await self.click(self.ann, noted, "notes")
            await self.stage.after(self.ann.send_form(form, "Watch **b3**"))
            asked = await self.panel(self.ann, home, "more")
            await self.click(self.ann, asked, "resign")
        for home in (playing[0], playing[-1]):
            watched = await self.panel(self.cleo, home, "look")
            await self.click(self.cleo, watched, "watch")
            rules = await self.panel(self.ben, home, "more")
            await self.click(self.ben, rules, "rules")
        for home in over:
            film = await self.panel(self.cleo, home, "openfilm")
            if home is over[0]:
                await self.click(self.cleo, film, "postfilm")
                stepped = await self.panel(self.cleo, home, "openfilm")
                await self.click(self.cleo, stepped, "stepthrough")
        for who in (self.ann, self.ben, self.cleo):
            for command in ("match list", "match live", "match next", "move", "help"):
                await self.slash(who, command)
        await self.slash(self.ann, "match list", self.world.direct_messages(self.ann.user))
        lists = await self.slash(self.cleo, "match live", game="prawns")
        await self.choose(self.cleo, lists.private[0], "lookat")
        prawns = next(home for home in playing if "Prawns" in home.name)
        await self.slash(self.ann, "prawns move", prawns, action="d1-d5")
        await self.slash(self.ann, "match watch", playing[0])
        await self.slash(self.eve, "match watch", playing[0])
        for command in ("match replay", "match resign", "match takeback"):
            await self.slash(self.ann, command, playing[0])

    async def _panels_of_records(self) -> None:
        over = self._over()
        for who in (self.ann, self.ben):
            history = await self.slash(who, "match history")
            await self.choose(who, history.private[0], "pastopen")
            history = await self.slash(who, "match history")
            await self.click(who, history.private[0], "past")
            await self.slash(who, "match record", over[0])
            shared = await self.slash(who, "match share", over[-1])
            code = re.search(r"\b[A-Z0-9]{6}\b", shared.told)
            assert code is not None, shared.told
            await self.slash(self.eve, "match open", code=code[0])
        for file in (RECORD, RECORD.with_suffix(".txt")):
            given = (file.name, file.read_bytes())
            await self.slash(self.ann, "match import", record=given)
            looked = await self.slash(self.ann, "match import", record=given)
            await self.click(self.ann, looked.private[0], "filmimport")

    async def _panels_of_people(self) -> None:
        for where in ("this server", "everywhere"):
            ranks = await self.slash(self.ann, "leaderboard", game="prudh", where=where)
            await self.choose(self.ann, ranks.private[0], "rankgame")
        await self.slash(self.ann, "leaderboard", game="prudh", when="this season")
        posted = await self.slash(self.ann, "leaderboard", game="prudh")
        await self.click(self.ann, posted.private[0], "postranks")
        await self.slash(self.ann, "profile", player=self.ben, game="prudh")
        await self.slash(self.cleo, "profile")
        await self.slash(self.ann, "settings")
        await self.slash(self.eve, "settings")
        away = await self.slash(self.cleo, "settings")
        await self.click(self.cleo, away.private[0], "goaway")
        await self.slash(self.cleo, "block", player=self.eve)
        privacy = await self.slash(self.cleo, "privacy")
        await self.click(self.cleo, privacy.private[0], "blocked")
        for who in (self.ann, self.cleo):
            await self.slash(who, "privacy")
            asked = await self.slash(who, "privacy")
            await self.click(who, asked.private[0], "forgetme")
            exported = await self.slash(who, "privacy")
            await self.click(who, exported.private[0], "export")
        helped = await self.slash(self.ann, "help")
        await self.click(self.ann, helped.private[0], "commands")
        await self._panels_of_games()

    async def _panels_of_games(self) -> None:
        await self.slash(self.cleo, "tour")
        for key, game in zip(KEYS, ("cannons", "pjawns", "prawns", "predation", "prudh"), strict=True):
            await self.slash(self.ann, f"{game} rules")
            opened = await self.slash(self.ann, f"{game} rules")
            await self.click(self.ann, opened.private[0], "rulefilm")
            for far in (2, 20):
                await self._tour(key, far)

    async def _tour(self, key: str, far: int) -> None:
        """A tour, so many steps far or to its end: what is not the best is not offered again."""
        tour = (await self.slash(self.ann, "tour", game=key)).private[0]
        for _ in range(far):
            if not _has(tour, "gamerules"):
                await self.click(self.ann, tour, "tour")

    async def _panels_of_keepers(self) -> None:
        playing = self._playing()
        await self.slash(self.dora, "server show")
        await self.slash(self.dora, "server allow", channel=self.channel)
        for home in playing[5:6]:
            await self.slash(self.dora, "server abort", home)
            await self.slash(self.dora, "server rewind", home, move=1)
            await self.slash(self.dora, "server handover", home, **{"from": self.ben, "to": self.cleo})
            await self.slash(self.dora, "server end", home, winner="draw")
        await self.slash(self.dora, "server disallow", channel=self.channel)

    # --- steps -----------------------------------------------------------------------------------

    async def slash(
        self, who: Person, command: str, where: Channel | None = None, /, **options: Any
    ) -> Answer:
        """Somebody sends a command, in the channel if nothing else is said."""
        given = {key: value for key, value in options.items() if value is not None}
        return await self.stage.slash(who, where or self.channel, command, **given)

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

    async def accepted(
        self, game: str, one: Person | None = None, other: Person | None = None, **options: str
    ) -> Channel:
        """A challenge that is taken up; returns its thread."""
        one, other = one or self.ann, other or self.ben
        await self.slash(one, f"{game} challenge", opponent=other, **options)
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

    def _over(self) -> list[Channel]:
        """The open threads of matches that are over."""
        return [home for home in self._open() if _newest(home, "rematch")]

    def _open(self) -> list[Channel]:
        return [home for home in self.world.threads(self.channel) if not home.archived]


def _newest(home: Channel, verb: str) -> Message | None:
    """The newest message of a thread on which there is such a button."""
    messages = (one for one in reversed(home.public) if _has(one, verb))
    return next(messages, None)


def _has(message: Message, verb: str) -> bool:
    return any(one["custom_id"].startswith(f"{verb}:") for one in controls(message))


def _picks(who: Person) -> bool:
    """Whether the newest direct message asks somebody for a pick."""
    return _has(who.dms[-1], "slot")
