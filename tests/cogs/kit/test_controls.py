"""The buttons and menus as such: which there are, and what becomes of ids that are none of theirs."""

from __future__ import annotations

import subprocess
import sys
from typing import Any, cast

import pytest
from discord import ui

import cogs
from cogs.kit.arguments import GAME_NUMBER, Held, Kind
from cogs.kit.controls import CONTROLS, FORMS, Press, control
from cogs.kit.presentation import number_of_game
from cogs.panels.server.panel import show_page
from cogs.text.en.errors import OLD_CARD
from tests.additions import added
from tests.cogs.forged import OwnMessage
from tests.cogs.refusing import refusing
from tests.cogs.server import Server, private

VERBS = """
    accept acceptunrated adminabort adminabortall adminclose adminend adminhandover adminrewind
    agree allrules ask blockask blocked blocknow cancelnow catchup challengeall challengegames
    challengemore challengeopen challengepick challengeset challengeuser challengewho choose city
    claimnone claimtime comeback commands computer computergame computerlevel computerside
    computerterms confirm decline dismiss do end endnow export extend fairdraw film filmimport
    filmshared final findmatch forgetme forgetnow gamerules go goaway govern governabort
    governabortall governback governclose governend governgive governto governturn governwho
    governwin help hint hours keepplaying later laterin leap lesson live look lookat lookshared
    matchdeed matchestab meanwhile more move mute muteset newmatch newmatchgame next nodigest notes
    ofmessage oops openfilm openranks openrules ourpage ownlist part past pastopen pickrecord play
    playmore postfilm postmine postranks postshare practise practisealone practiselevel practiseside
    prefer privacy profile rankfile rankgame ranks rankseason readmit readmitopen record refuse
    rematch remind resign resignnow review reviewturn rulefilm rules send sendalways sendline
    serverchannel serverclear serveropen serverpage serverrole serverset serverswitch servertier
    servertype serveruntier setpage share show showimport slot step stepback stepthrough takeback
    takeup theme tour turn unblock unblocknow unmute unshare unwatch viewmore watch watchset weekly
    wheregone which whichgame withdraw zoneright
"""
"""Those of the core; a feature's stand with its tests. Messages in the world carry them: none may go."""

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
    ours = " ".join([VERBS, *added("verbs").values()]).split()
    assert found.split() == sorted(ours)


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


@refusing
async def test_a_verb_that_nobody_knows_is_one_of_an_old_card(server: Server) -> None:
    pressed = OwnMessage(server, server.visitor, server.channel)
    for custom_id in ("nobody:1:1", "nobody:x", f"nobody:{'9' * 40}:1"):
        assert private(await pressed.click(custom_id)).startswith(OLD_CARD)


@pytest.mark.parametrize("kind", [ui.Select, ui.UserSelect, ui.RoleSelect, ui.ChannelSelect])
def test_the_prompt_of_every_kind_of_menu_is_cut_to_what_discord_takes(kind: Any) -> None:
    shown = CONTROLS["dismiss"].about(0, kind(placeholder="x" * 200)).item
    assert cast(Any, shown).placeholder == "x" * 150
