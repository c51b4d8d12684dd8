"""Photographs how matches are told apart: `python -m tests.demo.finding_pictures FOLDER`.

At the demo page, on a desktop and on a phone: the sidebar with eight matches, `/match list` with ten, and the
menu that asks which of them is meant. It needs Chromium. Nothing of it is kept in the repository.
"""

import sys
import tempfile
from pathlib import Path

from tests.demo.browser import DESKTOP, PHONE, DemoPage, chromium, window
from tests.demo.conftest import running
from tests.needs import CHROMIUM

MATCHES = [
    ("cannons", "Ben"),
    ("pjawns", "Cleo"),
    ("cannons", "Cleo"),
    ("predation", "Ben"),
    ("prudh", "Ben"),
    ("cannons", "Ben"),
    ("predation", "Cleo"),
    ("pjawns", "Ben"),
    ("prudh", "Cleo"),
    ("cannons", "Cleo"),
]
IN_THE_SIDEBAR = 8


def main() -> int:
    """Take all pictures; returns 1 where there is no browser to take them with."""
    if CHROMIUM.find() is None:
        print(f"There are no pictures without {CHROMIUM}.")
        return 1
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as work, running("demo", Path(work)) as address, chromium() as browser:
        ada = window(browser, address, DESKTOP, "Ada")
        others = {name: window(browser, address, DESKTOP, name) for name in ("Ben", "Cleo")}
        for number, (game, opponent) in enumerate(MATCHES, 1):
            _begin(ada, others[opponent], game, opponent)
            if number == IN_THE_SIDEBAR:
                _take(ada, folder / "sidebar-unread.png")
                for place in range(1, number + 1):
                    ada.go_to(f"#{place}")
                _take(ada, folder / "sidebar.png")
                ada.go_to("board-games")
        ada.slash("/match list")
        _take(ada, folder / "list.png")
        ada.slash("/match resign")
        ada.wait_for_newest("Which match?")
        _take(ada, folder / "which.png")
        phone = window(browser, address, PHONE, "Ada")
        phone.slash("/match list")
        _take(phone, folder / "list-phone.png")
        phone.tab.get_by_role("button", name="Channels").click()
        _take(phone, folder / "sidebar-phone.png")
    return 0


def _begin(ada: DemoPage, other: DemoPage, game: str, opponent: str) -> None:
    """A match that runs."""
    before = len(ada.places())
    ada.slash(f"/{game} challenge", opponent=opponent)
    other.wait_for_newest("challenges")
    other.click("Accept")
    for page in (ada, other):
        while len(page.places()) <= before:
            page.tab.wait_for_timeout(100)


def _take(page: DemoPage, path: Path) -> None:
    page.tab.wait_for_timeout(500)
    page.tab.screenshot(path=path)
    print(path)


if __name__ == "__main__":
    sys.exit(main())
