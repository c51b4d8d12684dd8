"""The page's server: who may ask for what, what is done, and what an attack comes to."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from datetime import timedelta
from typing import Any

import pytest

from matches import ChallengeTerms, UserId
from matches.model import MatchTerms
from tests.cogs.web_board.page import URL, Browser, TablePage, served
from tests.matches.table import CHALLENGER, OPPONENT, PLACE, STRANGER, THE_OPPONENT, Table
from web import site, texts
from web.live import MOST_OF_ONE

SAFE = {
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cache-Control": "no-store",
}


@pytest.fixture
def table() -> Table:
    """A table on one database: the statements are tried on each kind elsewhere."""
    return Table()


async def whose_turn(page: TablePage, table: Table) -> tuple[Browser, Browser]:
    """Browsers of the player to act, and of the other."""
    (acting,) = await table.awaited()
    other = OPPONENT if acting == CHALLENGER else CHALLENGER
    return await page.of(acting), await page.of(other)


def first_action(state: dict[str, Any]) -> dict[str, Any]:
    """A turn of the first legal action, as the page sends it."""
    position = state["position"]
    return {"line": position["legal"][0]["text"], "version": state["version"], "ply": position["ply"]}


# --- who one is ----------------------------------------------------------------------------------


async def test_a_link_signs_in_once(table: Table) -> None:
    match = await table.begun()
    async with served(table) as page:
        token = await page.host.sessions.invite(CHALLENGER, match.id)
        ada, thief = page.browser(), page.browser()
        assert await ada.post("link", {"token": token}) == {"name": "Ada", "reader": str(CHALLENGER)}
        assert await ada.post("in", {"token": token}) == {"reader": str(CHALLENGER), "match": match.id}
        assert await ada.get("me") == {"name": "Ada", "reader": str(CHALLENGER)}
        for path in ("link", "in"):
            assert await thief.post(path, {"token": token}) == {"error": texts.LINK_GONE}
            assert thief.status == 410 and not thief.cookies
        assert await thief.get("me") == {"error": texts.NOT_SIGNED_IN}
        assert page.counted == ["signed in", "refused: a link", "refused: a link"]


async def test_a_cookie_is_kept_from_scripts_other_sites_and_plain_http(table: Table) -> None:
    async with served(table) as page:
        ada = await page.of(CHALLENGER)
        told = ada.headers["Set-Cookie"]
        assert told.startswith("__Host-tidepool-board=")
        assert {"HttpOnly", "Secure", "SameSite=Lax", "Path=/"} <= set(told.split("; "))
        assert "Domain" not in told


async def test_a_page_of_somebody_else_is_not_answered_for_who_is_signed_in_now(table: Table) -> None:
    match = await table.begun()
    async with served(table) as page:
        browser = await page.of(CHALLENGER)
        before = browser.reader
        await page.sign_in(browser, OPPONENT)
        browser.reader = before
        found = await browser.get(f"match/{match.id}")
        assert browser.status == 409 and found["other"] and found["error"].startswith("You're Ben")
        browser.reader = str(OPPONENT)
        assert (await browser.get(f"match/{match.id}"))["match"] == match.id


async def test_in_the_demo_each_has_a_cookie_of_their_own(table: Table) -> None:
    match = await table.begun()
    async with served(table, apart=True) as page:
        browser = page.browser()
        own = {}
        for user in (CHALLENGER, OPPONENT):
            await page.sign_in(browser, user)
            own[str(user)] = (await browser.get(f"match/{match.id}"))["own"]
        assert len(browser.cookies) == 2 and len(set(own.values())) == 2
        for reader, side in own.items():
            browser.reader = reader
            assert (await browser.get(f"match/{match.id}"))["own"] == side


async def test_signing_out_ends_the_session(table: Table) -> None:
    async with served(table) as page:
        ada = await page.of(CHALLENGER)
        stolen = dict(ada.cookies)
        await ada.post("out", {})
        assert not ada.cookies
        ada.cookies = stolen
        assert await ada.get("me") == {"error": texts.NOT_SIGNED_IN}


async def test_a_session_of_the_erased_is_none(table: Table) -> None:
    async with served(table) as page:
        ada = await page.of(CHALLENGER)
        assert await table.privacy.forget(CHALLENGER)
        assert await ada.get("turns") == {"error": texts.NOT_SIGNED_IN}


# --- who sees what -------------------------------------------------------------------------------


async def test_a_stranger_is_not_told_whether_there_is_a_match(table: Table) -> None:
    match = await table.begun(2)
    async with served(table) as page:
        cleo = await page.of(STRANGER)
        paths = ("", "/ply/0", "/preview?line=a1&version=1", "/live")
        for number in (match.id, 99):
            for path in paths:
                assert await cleo.get(f"match/{number}{path}") == {"error": texts.NOT_THERE}
                assert cleo.status == 404
            for path in ("turn", "takeback"):
                found = await cleo.post(f"match/{number}/{path}", {"line": "a1", "version": 1, "ply": 0})
                assert (found, cleo.status) == ({"error": texts.NOT_THERE}, 404)


async def test_a_watcher_sees_the_board_and_moves_nothing(table: Table) -> None:
    match = await table.begun(2)
    async with served(table) as page:
        page.host.seen_by = {STRANGER}
        cleo = await page.of(STRANGER)
        state = await cleo.get(f"match/{match.id}")
        assert (state["own"], state["position"]["legal"]) == (None, [])
        ada, _ = await whose_turn(page, table)
        sent = first_action(await ada.get(f"match/{match.id}"))
        found = await cleo.post(f"match/{match.id}/turn", sent)
        assert cleo.status == 422 and "play" in found["error"]
        assert (await table.match()).version == match.version


async def test_private_matches_are_their_players_alone(table: Table) -> None:
    wishes = ChallengeTerms("pjawns", {}, terms=MatchTerms(private=True))
    table.id = (await table.matches.challenges.challenge(CHALLENGER, THE_OPPONENT, wishes, PLACE)).id
    match = await table.accept()
    async with served(table) as page:
        page.host.seen_by = {STRANGER}
        cleo, ada = await page.of(STRANGER), await page.of(CHALLENGER)
        assert await cleo.get(f"match/{match.id}") == {"error": texts.NOT_THERE}
        assert (await ada.get(f"match/{match.id}"))["match"] == match.id


async def test_a_hidden_pick_is_in_no_answer(table: Table) -> None:
    match = await table.in_setup()
    await table.pick(CHALLENGER, ("crab", "lobster"))
    async with served(table) as page:
        page.host.seen_by = {STRANGER}
        for user in (CHALLENGER, OPPONENT, STRANGER):
            browser = await page.of(user)
            for path in (f"match/{match.id}", "turns", f"match/{match.id}/ply/0"):
                told = json.dumps(await browser.get(path))
                assert "lobster" not in told and "crab" not in told


# --- turns ---------------------------------------------------------------------------------------


async def test_a_turn_is_played_shown_and_told_to_the_other(table: Table) -> None:
    match = await table.begun(2)
    async with served(table) as page:
        ada, ben = await whose_turn(page, table)
        state = await ada.get(f"match/{match.id}")
        sent = first_action(state)
        after = await ada.post(f"match/{match.id}/turn", sent)
        assert after["version"] == state["version"] + 1 and after["position"]["legal"] == []
        assert [one.version for one in page.host.shown] == [after["version"]]
        assert (await ben.get(f"match/{match.id}"))["position"]["legal"]
        assert (await table.match()).entries[-1].text == sent["line"]
        assert page.counted.count("turn") == 1


async def test_a_turn_sent_again_is_played_once_and_answered_the_same(table: Table) -> None:
    match = await table.begun(2)
    async with served(table) as page:
        ada, _ = await whose_turn(page, table)
        sent = first_action(await ada.get(f"match/{match.id}"))
        found = await asyncio.gather(*(ada.post(f"match/{match.id}/turn", sent) for _ in range(5)))
        assert {one["version"] for one in found} == {match.version + 1}
        await table.act()
        assert (await ada.post(f"match/{match.id}/turn", sent))["version"] == match.version + 2
        assert len((await table.match()).entries) == len(match.entries) + 2


async def test_a_late_turn_is_refused_and_nothing_is_stored(table: Table) -> None:
    match = await table.begun(2)
    async with served(table) as page:
        ada, _ = await whose_turn(page, table)
        state = await ada.get(f"match/{match.id}")
        other = {**first_action(state), "line": state["position"]["legal"][1]["text"]}
        await ada.post(f"match/{match.id}/turn", first_action(state))
        found = await ada.post(f"match/{match.id}/turn", other)
        assert (found["error"], ada.status) == (texts.MOVED_ON, 409)
        assert len((await table.match()).entries) == len(match.entries) + 1


async def test_a_turn_of_the_other_side_or_of_no_rules_is_refused_in_words(table: Table) -> None:
    match = await table.begun(2)
    async with served(table) as page:
        ada, ben = await whose_turn(page, table)
        sent = first_action(await ada.get(f"match/{match.id}"))
        for browser, line in ((ben, sent["line"]), (ada, "z9z9"), (ada, ""), (ada, "a1 " * 90)):
            found = await browser.post(f"match/{match.id}/turn", {**sent, "line": line})
            assert browser.status == 422 and len(found["error"]) > 10, found
        assert (await table.match()).version == match.version and not page.host.shown


async def test_a_preview_stores_nothing_and_says_when_the_turn_is_complete(table: Table) -> None:
    await table.begun(game="predation")
    match = await table.match()
    async with served(table) as page:
        ada, _ = await whose_turn(page, table)
        state = await ada.get(f"match/{match.id}")
        asked = f"match/{match.id}/preview?version={match.version}&line="
        move = next(one["text"] for one in state["position"]["legal"] if one["path"] != ["end"])
        found = await ada.get(f"{asked}{move}")
        assert (found["complete"], found["line"]) == (False, move) and found["legal"]
        found = await ada.get(f"{asked}{move}+end")
        assert (found["complete"], found["legal"]) == (True, [])
        await ada.get(f"match/{match.id}/preview?version={match.version + 1}&line={move}")
        assert ada.status == 409
        assert (await table.match()).version == match.version


async def test_an_unfinished_turn_is_taken_back(table: Table) -> None:
    await table.begun(game="predation")
    match = await table.match()
    async with served(table) as page:
        ada, ben = await whose_turn(page, table)
        state = await ada.get(f"match/{match.id}")
        assert not state["canTakeBack"]
        move = next(one["text"] for one in state["position"]["legal"] if one["path"] != ["end"])
        state = await ada.post(
            f"match/{match.id}/turn", {"line": move, "version": state["version"], "ply": 0}
        )
        assert state["canTakeBack"]
        await ben.post(f"match/{match.id}/takeback", {"version": state["version"]})
        assert ben.status == 422
        state = await ada.post(f"match/{match.id}/takeback", {"version": state["version"]})
        assert (state["position"]["ply"], state["canTakeBack"]) == (0, False)


async def test_nothing_is_begun_once_the_bot_is_about_to_stop(table: Table) -> None:
    match = await table.begun(2)
    async with served(table) as page:
        ada, _ = await whose_turn(page, table)
        sent = first_action(await ada.get(f"match/{match.id}"))
        page.host.is_closing = True
        assert await ada.post(f"match/{match.id}/turn", sent) == {"error": texts.STARTING}
        assert (await table.match()).version == match.version


async def test_after_a_turn_the_next_match_is_named(table: Table) -> None:
    match = await table.begun(2)
    async with served(table) as page:
        (acting,) = await table.awaited()
        ada = await page.of(acting)
        sent = first_action(await ada.get(f"match/{match.id}"))
        other = await table.begun(2 if (await table.awaited()) else 0)
        table.id = other.id
        while acting not in await table.awaited():
            await table.act()
        assert (await ada.post(f"match/{match.id}/turn", sent))["next"] == other.id
        listed = (await ada.get("turns"))["matches"]
        assert [(one["match"], one["yours"]) for one in listed] == [(other.id, True), (match.id, False)]


# --- attacks -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://evil.example.org"},
        {"Origin": "-"},
        {"Origin": "null"},
        {"Origin": f"{URL}.evil.example.org"},
        {site.READER.replace("-", "_"): "-"},
    ],
    ids=lambda headers: "-".join(headers.values()) or "without",
)
async def test_another_sites_post_does_nothing(table: Table, headers: dict[str, str]) -> None:
    match = await table.begun(2)
    async with served(table) as page:
        ada, _ = await whose_turn(page, table)
        sent = first_action(await ada.get(f"match/{match.id}"))
        for path, body in ((f"match/{match.id}/turn", sent), ("out", {}), ("in", {"token": "x"})):
            assert await ada.post(path, body, **headers) == {"error": texts.NOT_FROM_HERE}
            assert ada.status == 403
        assert (await table.match()).version == match.version
        assert await ada.get("me")


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"[]",
        b"{",
        b"[" * 9000,
        b'{"line": 5}',
        b'{"line": "a1", "version": "x"}',
        b'{"line": "a1", "version": -1}',
        b'{"line": "a1", "version": 1e999}',
        b'{"line": "a1", "version": NaN}',
    ],
    ids=range(9),
)
async def test_unreadable_bodies_are_refused(table: Table, body: bytes) -> None:
    match = await table.begun(2)
    async with served(table) as page:
        ada, _ = await whose_turn(page, table)
        assert await ada.post(f"match/{match.id}/turn", body) == {"error": texts.UNREADABLE}
        assert ada.status == 400


async def test_a_body_of_a_megabyte_is_not_read(table: Table) -> None:
    match = await table.begun(2)
    async with served(table) as page:
        ada = await page.of(CHALLENGER)
        await ada.post(f"match/{match.id}/turn", b'{"line": "' + b"a" * 1_000_000 + b'"}')
        assert ada.status == 413


async def test_every_answer_is_safe(table: Table) -> None:
    match = await table.begun(2)
    async with served(table) as page:
        ada = await page.of(CHALLENGER)
        for path in ("me", "turns", f"match/{match.id}", "match/99", "nothing"):
            await ada.get(path)
            assert SAFE.items() <= dict(ada.headers).items()
            assert "frame-ancestors 'none'" in ada.headers["Content-Security-Policy"]
        async with page.client.get("/in") as response:
            policy = response.headers["Content-Security-Policy"]
            assert response.status == 200 and "unsafe" not in policy and "http" not in policy


async def test_a_user_who_asks_too_much_waits_and_holds_up_no_other(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(site, "MOST_REQUESTS", 5)
    async with served(table) as page:
        ada, ben = await page.of(CHALLENGER), await page.of(OPPONENT)
        for _ in range(5):
            await ada.get("me")
            assert ada.status == 200
        assert await ada.get("me") == {"error": texts.TOO_FAST}
        assert (await ben.get("me"))["name"] == "Ben"


async def test_pictures_are_for_who_is_signed_in_and_kept_for_a_year(table: Table) -> None:
    match = await table.begun(2)
    async with served(table) as page:
        ada = await page.of(CHALLENGER)
        name = (await ada.get(f"match/{match.id}"))["position"]["board"]["picture"]
        headers = {site.READER: ada.reader, "Cookie": ada.cookie}
        async with page.client.get(f"/picture/{name}", headers=headers) as response:
            assert (response.status, response.content_type) == (200, "image/png")
            assert response.headers["Cache-Control"] == site.A_YEAR
        async with page.client.get(f"/picture/{name}") as response:
            assert response.status == 401
        async with page.client.get(f"/picture/{name[:-6]}0.png", headers=headers) as response:
            assert response.status == 404


async def test_a_session_that_ends_while_a_body_is_on_its_way_plays_nothing(table: Table) -> None:
    match = await table.begun(2)
    async with served(table) as page:
        ada, _ = await whose_turn(page, table)
        sent = json.dumps(first_action(await ada.get(f"match/{match.id}"))).encode()
        half, rest = asyncio.Event(), asyncio.Event()

        async def slowly() -> AsyncIterator[bytes]:
            yield sent[:5]
            half.set()
            await rest.wait()
            yield sent[5:]

        headers = {site.READER: ada.reader, "Cookie": ada.cookie, "Origin": URL}
        asking = asyncio.create_task(
            ada.client.post(f"/api/match/{match.id}/turn", data=slowly(), headers=headers)
        )
        await half.wait()
        await page.host.sessions.end_all(UserId(int(ada.reader)))
        rest.set()
        async with await asking as response:
            assert response.status == 401
        assert (await table.match()).version == match.version


@pytest.mark.parametrize("token", ["", "x", "\ud800", "é" * 43, "a" * 44, 5, None, ["a"]], ids=range(8))
async def test_what_is_no_token_writes_nothing(table: Table, token: Any) -> None:
    async with served(table) as page:
        stranger = page.browser()
        for path in ("link", "in"):
            assert await stranger.post(path, {"token": token}) == {"error": texts.LINK_GONE}
        stranger.cookies = {"__Host-tidepool-board": "\xff" * 43}
        assert await stranger.get("me") == {"error": texts.NOT_SIGNED_IN}


async def test_strangers_are_limited_together_and_hold_up_nobody(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(site, "MOST_OF_STRANGERS", 3)
    async with served(table) as page:
        ada = await page.of(CHALLENGER)
        stranger = page.browser()
        for _ in range(2):
            assert await stranger.post("in", {"token": "a" * 43}) == {"error": texts.LINK_GONE}
        assert await stranger.get("me") == {"error": texts.TOO_FAST}
        assert (await ada.get("me"))["name"] == "Ada"


async def test_after_the_end_nothing_is_played_and_it_is_said(table: Table) -> None:
    match = await table.begun(2)
    async with served(table) as page:
        ada, _ = await whose_turn(page, table)
        sent = first_action(await ada.get(f"match/{match.id}"))
        over = await table.matches.play.resign(match.id, OPPONENT)
        sent["version"] = over.version
        for path in ("turn", "takeback", "lines/plan", "lines/unplan"):
            found = await ada.post(f"match/{match.id}/{path}", {**sent, "node": 0, "number": 1})
            assert (ada.status, found["version"]) in ((409, over.version), (200, over.version)), path
        state = await ada.get(f"match/{match.id}")
        assert state["ended"] and state["position"]["legal"] == []


# --- live ----------------------------------------------------------------------------------------


async def test_an_open_page_is_told_of_a_turn(table: Table) -> None:
    match = await table.begun(2)
    async with served(table) as page:
        ada, ben = await whose_turn(page, table)
        async with ben.live(match.id) as told:
            assert await anext(told) == match.version
            await ada.post(f"match/{match.id}/turn", first_action(await ada.get(f"match/{match.id}")))
            assert await anext(told) == match.version + 1


async def test_four_pages_of_a_user_are_told_and_a_fifth_is_told_why_not(table: Table) -> None:
    match = await table.begun(2)
    async with served(table) as page, AsyncExitStack() as stack:
        ada, ben = await page.of(CHALLENGER), await page.of(OPPONENT)
        opened = [await stack.enter_async_context(ada.live(match.id)) for _ in range(MOST_OF_ONE)]
        assert [await anext(told) for told in opened] == [match.version] * MOST_OF_ONE
        assert await ada.get(f"match/{match.id}/live") == {"error": texts.OWN_PAGES}
        assert ada.status == 429
        async with ben.live(match.id) as told:
            assert await anext(told) == match.version
        page.host.pages.tell(match.id, match.version + 1)
        assert [await anext(told) for told in opened] == [match.version + 1] * MOST_OF_ONE


async def test_a_slow_page_is_told_the_newest_version_alone(table: Table) -> None:
    match = await table.begun(2)
    async with served(table) as page:
        ada = await page.of(CHALLENGER)
        async with ada.live(match.id) as told:
            assert await anext(told) == match.version
            for version in range(10, 2000):
                page.host.pages.tell(match.id, version)
            assert await anext(told) == 1999


async def test_pages_end_with_the_bot(table: Table) -> None:
    match = await table.begun(2)
    async with served(table) as page:
        ada = await page.of(CHALLENGER)
        async with ada.live(match.id) as told:
            assert await anext(told) == match.version
            page.host.pages.close()
            assert [version async for version in told] == []
        assert len(page.host.pages) == 0


async def test_a_page_whose_reader_may_look_no_more_ends(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(site, "RIGHTS_FOR", timedelta(0))
    match = await table.begun(2)
    async with served(table) as page:
        page.host.seen_by = {STRANGER}
        cleo, ada = await page.of(STRANGER), await page.of(CHALLENGER)
        async with cleo.live(match.id) as watching, ada.live(match.id) as playing:
            assert await anext(watching) == await anext(playing) == match.version
            page.host.seen_by = set()
            await page.host.sessions.end_all(CHALLENGER)
            page.host.pages.tell(match.id, match.version + 1)
            assert [one async for one in watching] == [one async for one in playing] == []


async def test_a_stream_is_for_get_alone(table: Table) -> None:
    match = await table.begun(2)
    async with served(table) as page:
        ada = await page.of(CHALLENGER)
        headers = {site.READER: ada.reader, "Cookie": ada.cookie}
        async with page.client.head(f"/api/match/{match.id}/live", headers=headers) as response:
            assert response.status == 405
