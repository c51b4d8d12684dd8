"""The buttons and menus as such: which there are, and what becomes of ids that are none of theirs."""

from __future__ import annotations

import subprocess
import sys
from typing import Any, cast

import pytest
from discord import ui

import cogs
from cogs.kit.arguments import GAME_NUMBER, Held, Kind
from cogs.kit.controls import CONTROLS, FORMS, AnyControl, Press, control
from cogs.kit.presentation import number_of_game
from cogs.panels.server.panel import show_page

VERBS = """
    accept acceptunrated adminabort adminabortall adminclose adminend adminhandover adminrewind
    advance advanceany advanceback advancechoice advanceclear advanceclearnow advancedelete advanceorder
    advances
    advancesay advancewhich agree allrules archive archivegame archivematch archivepage archiveresult
    archivewho ask blockask blocked blocknow book bookgame bookstart bookturn cancelnow catchup
    challengeall challengegames challengemore challengeopen challengepick challengeset challengeuser
    challengewho choose city claimnone claimtime comeback commands comment comments computer
    computergame computerlevel computerside computerterms confirm decline dismiss dismissreports do
    dropcomment dropcommentnow editcomment end endnow export extend fairdraw film filmimport
    filmshared final
    finalfilm findmatch forgetme forgetnow gamerules go goaway govern governabort governabortall
    governback governclose governend governgive governto governturn governwho governwin hall
    hallpage help hidecomment hint hours keepgame keepmany keepmatches keepoff keeppace keepplaying
    keeprated ladder laddergame ladderjoin ladderleave ladderleft ladderpage ladderplaces ladderplay
    laddersee ladderwho later laterin leap lesson linechoice linedelete linedeletenow lineend
    linefilm linemore linename linenow lineon lines linesall linestep lineto live look lookat
    lookshared matchdeed matchestab meanwhile more move mute muteset mymisses newmatch newmatchgame
    next nodigest notes ofmessage oops openfilm openings openingshere openranks openrules ourpage
    ownlist part past pastopen pickrecord play playmore postfilm postladder postmine postranks
    postshare practise practisealone practiselevel practiseside prefer privacy profile puzzle
    puzzlemenu puzzlenext puzzlestop rankfile rankgame ranks rankseason readmit readmitopen record
    refuse rematch remind reportcomment resign resignnow review reviewturn roundtable rulefilm rules
    sameagain seelist send sendalways sendline serverchannel serverclear serveropen serverpage
    serverreports serverrole serverset serverswitch servertier servertype serveruntier setpage share
    show showcomment showimport simulform simulhost simuljoin simulleave simulnext simuloff
    simuloffnow simulout simulsee simulstart slot step stepback stepthrough takeback takeup theme
    tour touragree tourchange tourcreate tourdraft tourevent tourfair tourgame tourgames tourgroup
    tourjoin tourleave tourleft tourlist tourmanage tourname tournew tournews touroff touroffnow
    tourorganiser tourout tourpage tourpause tourplayer tourplayers tourreplace tourrepost
    tourresult tourresults tourresume tourround tourrules toursave tourset tourshow tourstart
    tourstartnow toursubback toursubno toursubyes tourtable turn unblock unblocknow unmute unshare
    unwatch viewmore watch watchset weekly wheregone which whichgame withdraw zoneright
"""
"""Messages in the world carry them: one may join them, none may go."""

PROGRAM = """
import cogs
from cogs.found import features
cogs.extensions(), features()
from cogs.kit.controls import CONTROLS
print(*sorted(CONTROLS))
"""


@pytest.mark.gate
@pytest.mark.real
def test_the_cogs_bring_every_control_there_has_been() -> None:
    # In a process of its own: here, tests have imported more than the cogs do.
    command = [sys.executable, "-c", PROGRAM]
    found = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert found.split() == VERBS.split()


def least(kind: Kind) -> int:
    """A number of a kind; of a game that there is."""
    return number_of_game("pjawns") if kind == GAME_NUMBER else next(n for n in range(1000) if n in kind)


def test_every_handler_says_what_its_ids_hold() -> None:
    """The shortest id of each is read as values that are written as that id."""
    cogs.extensions()
    grammars = {verb: one.grammar for verb, one in CONTROLS.items()}
    for verb, grammar in (grammars | {f"form {verb}": one.grammar for verb, one in FORMS.items()}).items():
        numbers = tuple(map(least, grammar.takes.always))
        values = grammar.read(Held(0, numbers, ""))
        assert grammar.write(values, {}).numbers[: len(numbers)] == numbers, verb


def test_a_count_of_redraws_stands_where_a_match_has_its_version() -> None:
    assert show_page.id_about(0, 2) == "serverpage:0:0:2"
    assert show_page.id_about(0, 2, version=5) == "serverpage:0:5:2"
    assert show_page.about(0, "▶", 2, 1, version=5).custom_id == "serverpage:0:5:2.1"


def test_a_verb_stands_for_one_thing() -> None:
    async def another(press: Press) -> None:
        """Does nothing."""

    standing = CONTROLS["dismiss"]
    with pytest.raises(ValueError, match="dismiss"):
        control("dismiss")(another)
    assert CONTROLS["dismiss"] is standing


async def test_a_verb_that_nobody_knows_does_nothing() -> None:
    unknown = AnyControl(ui.Button(label="?", custom_id="nobody:1:1"))
    # Whatever it did with the click would raise.
    await unknown.callback(cast("Any", None))


@pytest.mark.parametrize("kind", [ui.Select, ui.UserSelect, ui.RoleSelect, ui.ChannelSelect])
def test_the_prompt_of_every_kind_of_menu_is_cut_to_what_discord_takes(kind: Any) -> None:
    shown = CONTROLS["dismiss"].about(0, kind(placeholder="x" * 200)).item
    assert cast(Any, shown).placeholder == "x" * 150
