"""On a phone at the demo page: a player's settings and their form, and a server's with channels and roles."""

import pytest

from data.features.comments import LONGEST
from tests.demo.browser import DemoPage
from tests.demo.conftest import Opens

pytestmark = [pytest.mark.browser, pytest.mark.timeout(900)]

LONG = ("I should have kept the stack together, and gone to c6 at once. " * 8)[:LONGEST]
"""A comment as long as one may be."""


def test_settings_on_a_phone(phone: Opens) -> None:
    """In one demo, since it takes longer to start one than to look."""
    page = phone("Ada")  # the owner of the server
    for look in (a_players_own, a_servers, a_servers_panel, an_act_on_a_match, two_reported_comments):
        look(page)


def a_players_own(page: DemoPage) -> None:
    page.slash("/settings")
    page.wait_for_newest("in the thread, with sound", "30 days left this year")
    page.check_size()
    page.click("Boards…")
    page.click("Boards as text")
    page.wait_for_newest("Boards only you see come as text.")
    page.check_size()
    page.click("Picture boards")
    page.wait_for_newest("Your choice changes only what you see.")
    page.check_size()
    page.click("Back")
    page.click("Alerts…")
    page.click("Thread + DM")
    page.wait_for_newest("I do both when it's your turn")
    page.check_size()
    page.click("Back")
    page.wait_for_newest("in the thread and by DM")
    fill_in_hours(page, zone="Atlantis", label="Hours…")
    page.wait_for_newest("“Atlantis” isn't one city", "Which city?", "no quiet")
    fill_in_hours(page, zone="Berlin")
    page.wait_for_newest("now in Europe/Berlin, right?", "no quiet")
    page.click("Yes, set it")
    page.wait_for_newest("quiet 22:00–08:00", "(Europe/Berlin)")
    page.open_form("Hours and digest")
    page.form.get_by_role("combobox", name="Quiet until").get_by_text("08:00 (8 am)").wait_for()
    page.leave_form("Submit")
    page.click("Back")
    page.click("Go away…")
    page.click("3 days")
    page.wait_for_newest("You're away until", "27 days left this year")
    page.click("I'm back")
    page.wait_for_newest("29 days left this year")


def fill_in_hours(page: DemoPage, *, zone: str, label: str = "Hours and digest") -> None:
    page.open_form(label)
    page.check_width()
    for number, hour in enumerate(("22:00 (10 pm)", "08:00 (8 am)")):
        page.form.get_by_role("combobox").nth(number).tap()
        page.view.get_by_role("option", name=hour, exact=True).last.tap()
    page.form.get_by_role("textbox", name="Time zone").fill(zone)
    page.leave_form("Submit")


def a_servers(page: DemoPage) -> None:
    page.slash("/server set", pace="5", results="board-games")
    page.wait_for_newest("5 days a move", "announced in #board-games")
    page.check_width()
    page.slash("/server set", reset="Results channel")
    page.wait_for_newest("not announced")


def a_servers_panel(page: DemoPage) -> None:
    page.slash("/server panel")
    page.wait_for_newest("This server's settings", "5 days a move")
    page.check_size()
    for label, shown in (("Places…", "Earlier boards"), ("Roles…", "Roles by rating")):
        page.click(label)
        page.wait_for_newest(shown, "Back")
        page.check_size()
        page.click("Back")
    page.click("News…")
    page.wait_for_newest("Results and champions: not announced.")
    page.pick("Channel for results", "board-games")
    page.wait_for_newest("announced in #board-games", "Changed: results channel.")
    page.click("No announcements")
    page.wait_for_newest("Results and champions: not announced.")
    page.click("Back")
    page.click("Look…")
    page.choose("Light sea", "Dark sea")
    page.wait_for_newest("Board theme: Dark sea.")
    page.write("Another time control", "banana")
    page.wait_for_newest("Not changed: “banana” isn't a time control I know.", "5 days a move")
    page.check_size()


def an_act_on_a_match(page: DemoPage) -> None:
    """One that the administrator does not play in."""
    page.open_as("Cleo", "board-games")
    page.slash("/prudh challenge", opponent="Ben")
    page.open_as("Ben", "board-games")
    page.click("Accept")
    page.open_as("Ada")
    page.browse_threads()
    page.go_to("#1")
    page.slash("/server match")
    page.click("End…")
    page.click("A draw")
    page.wait_for_newest("as a draw?", "Both players will see that you did it")
    page.click("End it")
    page.wait_for("Go to the board")


def two_reported_comments(page: DemoPage) -> None:
    """The longest ones, on the match that is over now."""
    page.open_as("Cleo", "#1")
    page.click("Film")
    page.click("Step through")
    page.write("Comment", LONG)
    page.click("Comments (1)")
    page.write("Comment", LONG[::-1])
    page.settled()
    page.wait_for_newest("Comments (2)")
    page.check_width()
    page.open_as("Ben", "#1")
    page.click("Film")
    page.click("Step through")
    page.click("Comments (2)")
    for number in range(2):
        page._press(page.view.get_by_role("button", name="Report", exact=True).nth(number))
        page.wait_for("list of the server's admins")
    page.open_as("Ada", "#1")
    page.slash("/server panel")
    page.wait_for_newest("2 reports")
    page.check_size()
    page.click("2 reports")
    page.wait_for_newest("2 comments waiting")
    page.check_size()
