"""The table of heights, by which cards are made to fit a phone, held against the page on one."""

from __future__ import annotations

from typing import Any

import pytest

from cogs.cannons_and_crabs import CannonsAndCrabs
from cogs.kit import phone as table
from tests.demo.browser import DemoPage, wait
from tests.demo.conftest import Opens
from tests.demo.taps import begin

pytestmark = [pytest.mark.browser, pytest.mark.timeout(900)]

NEAR = 0.1
"""How far the estimated width of a button may be off."""
ROW, BUTTON, MENU, SECTION, TEXT = 1, 2, 3, 9, 10
DRAWN = """() => [...document.querySelectorAll(".component-container")].pop().checkVisibility()
    && [...document.querySelectorAll(".component-container img")].every(one => one.naturalWidth)
"""
SEEN = """() => {
    const card = [...document.querySelectorAll(".component-container")].pop();
    const size = part => { const box = part.getBoundingClientRect(); return [box.width, box.height]; };
    const lines = text => {
        const found = [];
        for (const block of text.children) {
            if (/^H[1-6]$/.test(block.tagName)) { found.push("### " + block.textContent); continue; }
            let line = "";
            for (const node of block.childNodes) {
                if (node.tagName === "SMALL") {
                    if (line.trim()) found.push(...line.trim().split("\\n"));
                    found.push("-# " + node.textContent.trim()); line = "";
                } else line += node.textContent;
            }
            if (line.trim()) found.push(...line.trim().split("\\n"));
        }
        return found;
    };
    return {
        card: size(card),
        parts: [...card.children].map(part => ({
            kind: part.className.split(" ")[0],
            size: size(part),
            lines: [part, ...part.querySelectorAll(".text-display")]
                .filter(text => text.className.startsWith("text-display")).flatMap(lines),
            buttons: [...part.querySelectorAll("button.component-button")].map(
               button => [button.textContent.trim(), !!button.querySelector(".button-emoji"), size(button)[0]]
            ),
            picture: [...part.querySelectorAll("img")].map(one => [one.naturalWidth, one.naturalHeight]),
            menu: part.querySelector(".select-trigger") !== null,
        })),
    };
}"""


def test_the_table_says_what_the_page_makes_of_a_card(phone: Opens) -> None:
    ada, ben = phone("Ada"), phone("Ben")
    begin(ada, ben, CannonsAndCrabs)
    check(ada)
    for label, told in (("Move", "your move"), ("⋯", "Resign")):
        ada.click(label, within="White's turn")
        ada.wait_for_newest(told)
        check(ada)


def test_the_table_says_what_the_page_makes_of_settings(phone: Opens) -> None:
    page = phone("Ada")  # the owner of the server
    page.slash("/settings")
    page.wait_for_newest("in the thread, with sound")
    check_whole(page)
    page.slash("/server panel")
    page.wait_for_newest("This server's settings")
    check_whole(page)
    for label, told in (("Players…", "Matches per player"), ("Look…", "Board theme")):
        page.click(label)
        page.wait_for_newest(told, "Back")
        check_whole(page)
        page.click("Back")


def check_whole(page: DemoPage) -> None:
    """The newest card is as high as the table has it, within some lines that wrap at another word."""
    wait(lambda: page.view.evaluate(DRAWN), "the card's pictures")
    seen: Any = page.view.evaluate(SEEN)
    told = table.height([as_sent(part) for part in seen["parts"]])
    assert seen["card"][1] - 1 <= told <= seen["card"][1] + 3 * table.LINE
    assert told <= table.SCREEN


def as_sent(part: Any) -> dict[str, Any]:
    """A part of a card as Discord is sent it, read from the page."""
    words = {"type": TEXT, "content": "\n".join(part["lines"])}
    buttons = [{"type": BUTTON, "label": label} for label, _, _ in part["buttons"]]
    if part["kind"] == "component-section":
        return {"type": SECTION, "components": [words], "accessory": buttons[0]}
    if part["lines"]:
        return words
    return {"type": ROW, "components": [{"type": MENU}] if part["menu"] else buttons}


def check(page: DemoPage) -> None:
    """The newest card is as high as the table has it, or a line less: names can be longer than these."""
    wait(lambda: page.view.evaluate(DRAWN), "the card's pictures")
    seen: Any = page.view.evaluate(SEEN)
    rows, menus, height = [], 0, 0.0
    for part in seen["parts"]:
        width, actual = part["size"]
        assert round(width) == table.WIDTH, part
        if part["lines"]:
            told = table.text("\n".join(part["lines"]))
            assert actual - 1 <= told <= actual + 2 * table.LINE, part
            height += actual
        elif part["picture"]:
            ((across, down),) = part["picture"]
            assert table.picture(across, down) == pytest.approx(actual + table.PICTURE_GAP, abs=1)
            height += actual + table.PICTURE_GAP
        elif part["menu"]:
            assert actual == table.MENU
            menus += 1
        else:
            shown = [(label, pictured) for label, pictured, _ in part["buttons"]]
            for label, pictured, width in part["buttons"]:
                assert table.width_of(label, pictured=pictured) == pytest.approx(width, rel=NEAR), label
            assert actual == table.lines_of(shown) * table.BUTTON_LINE - (table.BUTTON_LINE - table.BUTTON)
            rows.append(shown)
    told = table.FRAME + height + table.rows(rows, menus)
    assert told == pytest.approx(seen["card"][1], abs=6)
