"""The buttons and menus as such: which there are, and what becomes of ids that are none of theirs."""

from __future__ import annotations

import subprocess
import sys
from typing import Any, cast

import pytest
from discord import ui

from cogs.kit.controls import CONTROLS, AnyControl, Press, control

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
cogs.extensions()
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
