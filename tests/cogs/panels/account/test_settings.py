"""/settings: everything a player sets for themselves, by taps and by the form."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from cogs.panels.account import preferences
from cogs.panels.account.quiet_hours_form import Hours, read, restored, written
from cogs.text import settings_texts
from matches import UserId
from matches.model import Person
from matches.notices import DIGEST, QUIET, SOUND, TELL, WEEKEND, ZONE, NotificationPreferences
from matches.time.wall_clock import find_zone, zone_names
from tests.cases import case
from tests.cogs.forged import OwnMessage
from tests.cogs.server import Server, ids, labels, parts, private, text

FILLED = {"from": "22:00", "until": "08:00", ZONE: "europe/berlin", DIGEST: "09:00"}
YES, NO = "Yes, set it", "No, change the zone"


async def panel(server: Server, who: Any = None) -> Callable[[], Any]:
    """``who`` (the challenger) opens their settings; returns how to look at them."""
    opened = await (who or server.challenger).slash(server.channel, "settings")
    assert opened.response is not None
    return lambda: opened.response


async def away(server: Server, who: Any = None) -> Callable[[], Any]:
    """``who`` (the challenger) opens the page of vacations; returns how to look at it."""
    who = who or server.challenger
    look = await panel(server, who)
    await who.click(look(), label="Go away…")
    return look


async def person(server: Server, who: Any = None) -> Person:
    """What is stored of somebody."""
    return await server.bot.app.notifications.person(UserId((who or server.challenger).id))


async def fill(server: Server, look: Callable[[], Any], **fields: str) -> dict[str, Any]:
    """The challenger fills the form in, and says yes to a zone; returns the fields as found, by id."""
    form = await hours_form(server, look)
    found = fields_of(form)
    await server.challenger.submit_modal(form, chosen(fields))
    if YES in labels(look()):
        await server.challenger.click(look(), label=YES)
    return found


async def hours_form(server: Server, look: Callable[[], Any]) -> Any:
    """The form that the challenger opens, from the first page or that of the hours."""
    return await server.challenger.click(look(), custom_id="hours:0:0")


def chosen(fields: Mapping[str, str]) -> dict[str, Any]:
    """What is filled in, as the form has it: hours are chosen in menus, where empty is none."""
    return {key: value if key == ZONE else [value] if value else [] for key, value in fields.items()}


def fields_of(form: Any) -> dict[str, str]:
    """What the form's fields hold when it opens, by id."""
    components = [label["component"] for label in form.modal["components"]]
    return {
        component["custom_id"]: next(
            (one["value"] for one in component.get("options", []) if one.get("default")),
            component.get("value", ""),
        )
        for component in components
    }


def cities(look: Callable[[], Any]) -> dict[str, str]:
    """What is picked in the menu of cities, by the city; none where it isn't shown."""
    (menu, *_) = [part for part in parts(look()) if part.get("custom_id") == "city:0:0"] or [{"options": []}]
    return {option["label"]: option["value"] for option in menu["options"]}


# --- by taps ---------------------------------------------------------------------------------------


async def test_the_first_page_says_what_is_set_and_leads_to_the_rest(server: Server) -> None:
    look = await panel(server)
    for said in (
        "**Alerts:** in the thread, with sound",
        "**Hours:** no quiet hours, no daily digest",
        "**Moves:** board before sending",
        "**Boards:** each server's theme, as pictures",
        "**Vacation:** 30 days left this year",
        "**More:** weekend Sat–Sun · rhythm hidden · other servers off",
    ):
        assert said in text(look())
    assert look().ephemeral
    assert labels(look()) == [*settings_texts.TO.values(), settings_texts.OPEN_PRIVACY]
    assert len(list(parts(look()))) <= 40
    assert len(text(look()).split()) <= 50 and len(text(look()).splitlines()) <= 8, "it fits on a phone"


async def test_each_page_says_what_is_set_and_has_at_most_a_dozen_buttons(server: Server) -> None:
    user, app = UserId(server.challenger.id), server.bot.app
    # What an earlier release stored, or nobody knows, counts as not set.
    await app.notifications.prefer(user, {SOUND: "loud", ZONE: "Atlantis"})

    async def shown(page: str = preferences.ALL) -> Any:
        made = await preferences.panel(app, user, page)
        return SimpleNamespace(components=made.view.to_components())

    for page, key, value, first, said in (
        ("alerts", TELL, "direct", "by DM, with sound", "when your opponent asks you something"),
        ("alerts", TELL, "both", "in the thread and by DM, with sound", "I do both"),
        ("alerts", TELL, "none", "**Alerts:** off", "You only get the last warning"),
        ("alerts", SOUND, "off", "in the thread, without sound", "I ping you there"),
        ("moves", "send", "off", "sent at once", "as soon as you pick it"),
        ("moves", "send", "all", "typed ones too", "before any move is sent, tapped or typed"),
        ("moves", "only", "on", "forced ones by themselves", "is played for you at once"),
        ("look", "boards", "text", "**Boards:** as text", "Boards only you see come as text."),
        ("others", WEEKEND, "fri", "weekend Fri–Sat", "**Your weekend:** Friday and Saturday"),
        ("others", "rhythm", "on", "rhythm shown", "how fast you usually answer"),
        ("others", "across", "on", "other servers on", "They see your display name"),
    ):
        with case(key, value):
            usual = labels(await shown(page))
            label = settings_texts.PREFER[key, value]
            standing = settings_texts.PREFER[key, preferences.CHOICES[key][0]]
            assert {label, settings_texts.chosen(standing)} <= {*usual}
            await app.notifications.prefer(user, {key: value})
            now = await shown(page)
            assert {standing, settings_texts.chosen(label)} <= {*labels(now)}, "what is set is marked"
            assert said in text(now) and first in text(await shown())
            assert len(labels(now)) <= 12
            await app.notifications.prefer(user, {key: None})
            assert labels(await shown(page)) == usual


async def test_the_longest_settings_fit_a_phone(server: Server) -> None:
    """The fixture measures each page."""
    zone = max(zone_names(), key=len)
    await server.bot.app.notifications.prefer(
        UserId(server.challenger.id),
        {
            **{"send": "all", "only": "on", TELL: "both", SOUND: "off", WEEKEND: "fri", "across": "on"},
            **{"rhythm": "on", QUIET: "22:30-08:30", DIGEST: "09:30", ZONE: zone},
        },
    )
    look = await panel(server)
    assert zone in text(look())
    for page in range(1, len(preferences.PAGES)):
        await OwnMessage(server, server.challenger, server.channel).click(f"setpage:0:0:{page}")
    form = await hours_form(server, look)
    await server.challenger.submit_modal(form, chosen({**FILLED, "until": "", ZONE: "America"}))
    assert text(look()).count("**Not changed") == 2


async def test_a_setting_takes_two_taps_and_one_back(server: Server) -> None:
    """In direct messages, too."""
    opened = await server.challenger.user.slash("settings")
    assert opened.response is not None
    first = labels(opened.response)
    await server.challenger.user.click(opened.response, label="Alerts…")
    usual = labels(opened.response)
    await server.challenger.user.click(opened.response, label="Without sound")
    assert (await person(server)).preferences == {SOUND: "off"}
    await server.challenger.user.click(opened.response, label="With sound")
    assert labels(opened.response) == usual
    assert NotificationPreferences.of(await person(server)) == NotificationPreferences(), (
        "as if nothing had been set"
    )
    assert (await person(server, server.opponent)).preferences == {}
    await server.challenger.user.click(opened.response, label="Back")
    assert labels(opened.response) == first


async def test_the_ids_of_the_buttons_never_change(server: Server) -> None:
    """They stand in panels that were opened before an update."""
    look = await panel(server)
    pages = ["setpage:0:0:1", "hours:0:0", "setpage:0:0:3", "setpage:0:0:4", "setpage:0:0:5", "setpage:0:0:6"]
    assert ids(look(), ".*") == [*pages, "privacy:0:0"]
    held = {
        "alerts": ["1.0", "1.1", "1.2", "1.3", "2.0", "2.1"],
        "moves": ["0.0", "0.1", "0.2", "3.0", "3.1"],
        "look": ["7.0", "7.1"],
        "others": ["4.0", "4.1", "6.0", "6.1", "5.0", "5.1"],
    }
    for page, values in held.items():
        with case(page):
            await server.challenger.click(look(), label=settings_texts.TO[page])
            assert ids(look(), "prefer.*") == [f"prefer:0:0:{value}" for value in values]
            assert ids(look(), ".*")[-1] == "setpage:0:0:0"
            await server.challenger.click(look(), label="Back")
    await server.challenger.click(look(), label="Go away…")
    assert ids(look(), "goaway.*") == ["goaway:0:0:3", "goaway:0:0:7", "goaway:0:0:14"]
    await server.challenger.click(look(), label="3 days")
    assert ids(look(), "comeback.*") == ["comeback:0:0"]


async def test_an_older_panel_leads_to_the_page_of_what_was_pressed(server: Server) -> None:
    """It had all settings on one page."""
    look = await panel(server)
    older = OwnMessage(server, server.challenger, server.channel, look())
    for pressed, page in (
        ("prefer:0:0:1.1", "alerts"),
        ("prefer:0:0:5.1", "others"),
        ("goaway:0:0:3", "away"),
    ):
        with case(pressed):
            await older.click(pressed)
            assert text(look()).startswith(settings_texts.PAGES[page]) and "Back" in labels(look())


async def test_the_settings_lead_to_what_is_stored_and_back(server: Server) -> None:
    look = await panel(server)
    await server.challenger.click(look(), label=settings_texts.OPEN_PRIVACY)
    assert text(look()).startswith("### What I store about you")
    await server.challenger.click(look(), label="Settings")
    assert text(look()).startswith(settings_texts.TITLE)


async def test_a_panel_works_after_a_restart(server: Server) -> None:
    look = await panel(server)
    await server.restart()
    for label in ("Alerts…", "Thread + DM", "Back"):
        await server.challenger.click(look(), label=label)
    assert "in the thread and by DM" in text(look())
    for label in ("Go away…", "7 days"):
        await server.challenger.click(look(), label=label)
    await server.restart()
    await server.challenger.click(look(), label="I'm back")
    await server.challenger.click(look(), label="Back")
    await fill(server, look, **FILLED)
    assert "quiet 22:00–08:00" in text(look())


# --- by the form -----------------------------------------------------------------------------------


async def test_the_hours_are_written_in_one_form_and_emptied_to_turn_off(server: Server) -> None:
    look = await panel(server)
    found = await fill(server, look, **FILLED)
    assert found == {"from": "", "until": "", ZONE: "", DIGEST: ""}
    assert "**Hours:** quiet 22:00–08:00, digest at 09:00 (Europe/Berlin)." in text(look())
    assert (await person(server)).preferences == {
        QUIET: "22:00-08:00",
        ZONE: "Europe/Berlin",
        DIGEST: "09:00",
    }
    spec: Any = (await hours_form(server, look)).modal
    assert len(spec["title"]) <= 45
    assert len(spec["components"]) <= 5
    for label in spec["components"]:
        assert len(label["label"]) <= 45
        assert len(label["description"]) <= 100
    found = await fill(server, look, **{"from": "", "until": "", ZONE: "Europe/Berlin", DIGEST: ""})
    assert found == {"from": "22:00", "until": "08:00", ZONE: "Europe/Berlin", DIGEST: "09:00"}
    assert "**Hours:** no quiet hours, no daily digest." in text(look())
    assert (await person(server)).preferences == {ZONE: "Europe/Berlin"}
    await fill(server, look, **{**FILLED, ZONE: max(zone_names(), key=len)})
    assert (await person(server)).preferences[QUIET] == "22:00-08:00", "the longest zone fits the question"


async def test_a_digest_takes_the_place_of_single_pings(server: Server) -> None:
    look = await panel(server)
    await fill(server, look, **{**FILLED, "from": "", "until": ""})
    await server.challenger.click(look(), label="Back")
    assert "once a day by DM, with sound" in text(look())
    await server.challenger.click(look(), label="Alerts…")
    assert "You still get the last warning" in text(look())
    assert labels(look()) == ["No digest", "✓ With sound", "Without sound", "Back"]
    assert ids(look(), "nodigest.*") == ["nodigest:0:0"]
    await server.restart()
    await server.challenger.click(look(), label="No digest")
    assert labels(look())[:3] == ["✓ In the thread", "By DM", "Thread + DM"]
    assert (await person(server)).preferences == {ZONE: "Europe/Berlin"}


async def test_hours_without_a_zone_are_said_to_be_in_utc(server: Server) -> None:
    look = await panel(server)
    await fill(server, look, **{**FILLED, ZONE: " "})
    assert "(UTC)" in text(look())
    assert "set your time zone" in text(look())


def test_what_cannot_be_is_told_and_loses_nothing_else() -> None:
    """Times are typed in a form from an earlier release that is still open."""
    no_time, half = (
        "“{}” is no time of day. Write it like 22:00. Your {} unchanged",
        "need a start and an end.",
    )
    for field, typed, said, lost in (
        ("from", "25:00", no_time.format("25:00", "quiet hours are"), QUIET),
        ("from", "", half, QUIET),
        ("until", "breakfast", no_time.format("breakfast", "quiet hours are"), QUIET),
        ("until", "22:00", "The quiet has to end at another time than it begins.", QUIET),
        (DIGEST, "9:75", no_time.format("9:75", "digest is"), DIGEST),
    ):
        with case(field, typed):
            hours = read({**FILLED, field: typed})
            (problem,) = hours.problems
            assert said in problem
            stored = {QUIET: "22:00-08:00", ZONE: "Europe/Berlin", DIGEST: "09:00"}
            del stored[lost]
            assert hours.chosen == stored


async def test_what_could_not_be_read_leaves_what_was_set_before(server: Server) -> None:
    half = "Quiet hours need a start and an end."
    look = await panel(server)
    await fill(server, look, **{**FILLED, "from": ""})
    assert half not in text(look()), "the zone is set last"
    assert (await person(server)).preferences == {ZONE: "Europe/Berlin", DIGEST: "09:00"}
    await fill(server, look, **{**FILLED, "until": ""})
    assert half in text(look())
    await fill(server, look, **FILLED)
    assert "Not changed" not in text(look()), "the next try begins from nothing"
    await fill(server, look, **{"from": "", "until": "07:00", ZONE: "zz", DIGEST: "10:00"})
    assert len([line for line in text(look()).splitlines() if line.startswith("**Not changed:**")]) == 2
    assert "quiet 22:00–08:00, digest at 09:00 (Europe/Berlin)" in text(look())
    await fill(server, look, **{"from": "", "until": "07:00", ZONE: "IST", DIGEST: ""})
    assert half in text(look())
    await server.challenger.select(look(), [cities(look)["Asia/Kolkata"]], custom_id="city:0:0")
    assert (await person(server)).preferences == {QUIET: "22:00-08:00", ZONE: "Asia/Kolkata"}


async def test_hours_that_are_not_on_the_hour_stay_to_choose(server: Server) -> None:
    """They were typed in an earlier release."""
    user = UserId(server.challenger.id)
    await server.bot.app.notifications.prefer(user, {QUIET: "22:30-07:45", DIGEST: "09:30"})
    look = await panel(server)
    form = await hours_form(server, look)
    assert fields_of(form) == {"from": "22:30", "until": "07:45", ZONE: "", DIGEST: "09:30"}
    for label in (form.modal or {})["components"]:
        assert len(label["component"].get("options", [])) in (0, 25)
    await server.challenger.submit_modal(form, chosen({**fields_of(form), "until": "08:00"}))
    assert (await person(server)).preferences == {QUIET: "22:30-08:00", DIGEST: "09:30"}


async def test_a_new_zone_is_asked_back_before_anything_is_stored(server: Server) -> None:
    look = await panel(server)
    form = await hours_form(server, look)
    await server.restart()
    await server.challenger.submit_modal(form, chosen({**FILLED, ZONE: "new york"}))
    there = server.bot.app.clock().astimezone(find_zone("America/New_York"))
    assert f"it's **{there:%H:%M}** now in America/New_York, right?" in text(look())
    assert (await person(server)).preferences == {}
    await server.restart()
    again = await server.challenger.click(look(), label=NO)
    assert fields_of(again) == {**FILLED, ZONE: "America/New_York"}, "nothing filled in is lost"
    await server.challenger.submit_modal(again, chosen({**FILLED, ZONE: "UTC+2"}))
    await server.restart()
    await server.challenger.click(look(), label=YES)
    assert (await person(server)).preferences == {QUIET: "22:00-08:00", ZONE: "UTC+02:00", DIGEST: "09:00"}
    assert "(UTC+02:00)" in text(look()) and "Your time zone is UTC+02:00: no summer time" in text(look())
    again = await hours_form(server, look)
    assert fields_of(again)[ZONE] == "UTC+02:00"
    await server.challenger.submit_modal(again, chosen({**fields_of(again), DIGEST: ""}))
    assert YES not in labels(look()), "a zone that stands is not asked about"
    assert (await person(server)).preferences == {QUIET: "22:00-08:00", ZONE: "UTC+02:00"}


async def test_a_form_of_an_earlier_release_is_read(server: Server) -> None:
    """It had a line of text for each time."""
    typed = {"from": "10pm", "until": "8", ZONE: "", DIGEST: "9.30"}
    sent: Any = SimpleNamespace(
        type=discord.InteractionType.modal_submit,
        data={"custom_id": "hours", "components": [{"custom_id": k, "value": v} for k, v in typed.items()]},
    )
    assert read(written(sent)) == Hours({QUIET: "22:00-08:00", DIGEST: "09:30", ZONE: None})


def test_without_a_zone_no_hours_are_set() -> None:
    """They'd be in the wrong time zone."""
    for typed, said in (
        (
            "qqqq",
            "I don't know a time zone called “qqqq”. Type a large city in it, or your country. "
            "Your hours are unchanged too",
        ),
        ("UTC+15", "Nowhere on earth do clocks differ from UTC by that much. Your hours are unchanged too"),
    ):
        with case(typed):
            hours = read({**FILLED, ZONE: typed})
            (problem,) = hours.problems
            assert said in problem and hours.chosen == {} == hours.cities


async def test_an_unclear_zone_is_asked_about_and_nothing_typed_is_lost(server: Server) -> None:
    look = await panel(server)
    await fill(server, look, **{**FILLED, ZONE: "IST"})
    assert "**Not changed yet:** “IST” isn't one city" in text(look())
    assert "**Which city?**" in text(look())
    assert (await person(server)).preferences == {}
    assert len(list(parts(look()))) <= 40
    (menu,) = [part for part in parts(look()) if part.get("custom_id") == "city:0:0"]
    there = [server.bot.app.clock().astimezone(find_zone(city)) for city in cities(look)]
    assert [option["description"] for option in menu["options"]] == [
        f"{now:%H:%M} there now" for now in there
    ]
    await server.restart()
    await server.challenger.select(look(), [cities(look)["Asia/Jerusalem"]], custom_id="city:0:0")
    assert "quiet 22:00–08:00, digest at 09:00 (Asia/Jerusalem)" in text(look())
    assert "Not changed" not in text(look()) and not cities(look)
    assert (await person(server)).preferences == {
        QUIET: "22:00-08:00",
        ZONE: "Asia/Jerusalem",
        DIGEST: "09:00",
    }


def test_each_city_that_is_offered_keeps_what_was_typed_beside_it() -> None:
    for typed, city in (
        ("EST", "America/New_York"),
        ("India", "Asia/Kolkata"),
        ("Europe", "Europe/Berlin"),
        ("CST", "Asia/Shanghai"),
        ("San", "America/Santiago"),
        ("HST", "UTC-10:00"),
    ):
        with case(typed):
            hours = read({**FILLED, ZONE: typed})
            assert hours.chosen == {} and f"“{typed}” isn't one city" in hours.problems[-1]
            (kept,) = (value for value, offered in hours.cities.items() if offered == city)
            assert restored(kept).chosen == {QUIET: "22:00-08:00", ZONE: city, DIGEST: "09:00"}


def test_times_of_day_as_people_write_them() -> None:
    assert read({}) == Hours({QUIET: None, ZONE: None, DIGEST: None}), "without fields all is turned off"
    for typed, stored in (
        ("10pm", "22:00"),
        ("8 am", "08:00"),
        ("10:30pm", "22:30"),
        ("10.30 P.M.", "22:30"),
        ("12am", "00:00"),
        ("12 pm", "12:00"),
        ("9", "09:00"),
    ):
        with case(typed):
            assert read({DIGEST: typed}) == Hours({QUIET: None, ZONE: None, DIGEST: stored})
    for typed in (":30", "13pm", "0am", "pm", "1000", "10:60", "١٠", "10pmm"):
        with case(typed):
            hours = read({DIGEST: typed})
            (problem,) = hours.problems
            assert DIGEST not in hours.chosen and "is no time of day" in problem


# --- being away ------------------------------------------------------------------------------------


@pytest.mark.usefixtures("still_clock")
async def test_away_and_back(server: Server) -> None:
    await server.begin("prudh")
    look = await away(server, server.opponent)
    await server.opponent.click(look(), label="7 days")
    assert "**You're away** until <t:" in text(look())
    assert "your clocks of days are stopped, and your opponents can see when you'll be back" in text(look())
    assert "Part of a day counts as a full day." in text(look())
    assert "23 days left this year" in text(look())
    assert labels(look()) == ["I'm back", "Back"]
    match = await server.match()
    assert match.clocks is not None
    stands_still = match.clocks.deadline()
    await server.pass_time(hours=1)
    await server.opponent.click(look(), label="I'm back")
    match = await server.match()
    assert match.clocks is not None and stands_still is not None
    assert match.clocks.deadline() == stands_still - timedelta(days=7, hours=-1), "the clock is running again"
    assert "29 days left this year" in text(look()), "a day begun counts"
    assert "3 days" in labels(look())


async def test_a_second_tap_takes_no_more_days_and_being_away_ends_by_itself(server: Server) -> None:
    first, second = await away(server), await away(server)
    await server.challenger.click(first(), label="3 days")
    await server.challenger.click(second(), label="14 days")
    assert "one vacation has to end" in text(second())
    assert "27 days left this year" in text(second())
    assert len((await person(server)).away) == 1
    await server.pass_time(days=3, hours=1)
    assert "27 days left this year" in text((await panel(server))())
    await server.challenger.click(first(), label="I'm back")
    assert "You're already back" in text(first())


async def test_not_enough_days(server: Server) -> None:
    old = await away(server)
    for days in (14, 14):
        look = await away(server)
        await server.challenger.click(look(), label=f"{days} days")
        await server.pass_time(days=days, hours=1)
    look = await away(server)
    assert "2 days left this year" in text(look())
    assert labels(look()) == ["2 days", "Back"], "what is left can be taken"
    await server.challenger.click(old(), label="3 days")
    assert "2 days of vacation left" in text(old())
    await server.challenger.click(old(), label="2 days")
    await server.pass_time(days=2, hours=1)
    look = await away(server)
    assert "No days left this year" in text(look()) and labels(look()) == ["Back"]


async def test_nobody_else_sees_the_settings(server: Server) -> None:
    look = await panel(server)
    for label in ("Alerts…", "Off", "Back"):
        await server.challenger.click(look(), label=label)
    await fill(server, look, **FILLED)
    assert not [message for message in server.channel.history(viewer=server.opponent) if text(message)]
    assert private(await server.opponent.slash(server.channel, "settings")).count("in the thread") == 1
