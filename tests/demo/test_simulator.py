"""What the demo needs of simcord, among it spots that simcord does not promise to keep.

After an upgrade of simcord these tests say which of them are gone. They are all used in
`demo/simulator.py`.
"""

import inspect
import io
from collections.abc import Awaitable, Callable
from datetime import datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

import pytest
import simcord
from PIL import Image
from simcord.backend.cdn import CDN_BASE
from simcord.enums import ChannelType
from simcord.env import Env
from simcord.preview import _markdown, _messages
from simcord.preview._media import MediaWorker
from simcord.preview._server import PreviewServer

from demo.patches import PATCHES, Patch, patched
from demo.proxy import served_file
from demo.simulator import Simulator, _decode, _parsed, _still, page_scripts
from tests.demo.small_bot import SmallBot
from tests.demo.still import NOW, STILL

STATIC = Path(simcord.__file__).parent / "preview" / "static"
ROOT = Path(__file__).parents[2]
PNG: Final = b"\x89PNG\r\n\x1a\n"
CRAB: Final = {"id": "12", "name": "crab", "animated": False, "custom": True}


def test_the_pinned_version_is_the_one_installed() -> None:
    assert f"simcord=={version('simcord')}" in (ROOT / "requirements-dev.txt").read_text().split()


async def test_the_private_spots_are_there(tmp_path: Path) -> None:
    env = Env(SmallBot(tmp_path / "none"))
    missing = [
        name
        for name, there in {
            "Env._preview": hasattr(env, "_preview"),
            "Env.backend.clock._epoch": isinstance(getattr(env.backend.clock, "_epoch", None), datetime),
            "Env.backend.bot_user": hasattr(env.backend.bot_user, "name")
            and hasattr(env.backend.bot_user, "avatar"),
            "Env.backend.dm_channels": isinstance(env.backend.dm_channels, dict),
            "Env.backend.messages": isinstance(env.backend.messages, dict),
            "Env.backend.transcript": isinstance(env.backend.transcript, list),
            "Env.backend.application_id": isinstance(env.backend.application_id, int),
            "Env._move_clock(target)": list(inspect.signature(Env._move_clock).parameters)
            == ["self", "target"],
            "Env._virtual_time": isinstance(env._virtual_time, float),
            "Env._settle_internal(idle=)": "idle" in inspect.signature(Env._settle_internal).parameters,
            "Env._record_error(error)": list(inspect.signature(Env._record_error).parameters)
            == ["self", "error"],
            "Env.backend.create_system_message(target_channel_id=)": "target_channel_id"
            in inspect.signature(env.backend.create_system_message).parameters,
            "Env.backend.cdn._blobs": isinstance(env.backend.cdn._blobs, dict),
            "Env.settle_timeout": isinstance(env.settle_timeout, float),
            "MediaWorker._decode(key, blob, media_time)": list(inspect.signature(_decode).parameters)
            == ["self", "key", "blob", "media_time"],
            "PreviewServer._STATIC_FILES": PreviewServer._STATIC_FILES.get("/app.js") == "app.js",
        }.items()
        if not there
    ]
    assert not missing, f"simcord {version('simcord')} lacks {', '.join(missing)}: see demo/simulator.py"


@pytest.mark.parametrize("patch", PATCHES, ids=lambda patch: patch.name)
def test_what_is_changed_in_its_scripts_is_there(patch: Patch) -> None:
    script = STATIC / (patch.path.strip("/") or "index.html")
    assert script.read_text().count(patch.old) == 1, f"simcord {version('simcord')}: see demo/patches.py"
    assert patch.new in patched(patch.path, script.read_text())


async def test_a_simulation_begins_today_with_the_bots_own_name(tmp_path: Path) -> None:
    simulator = Simulator(SmallBot(tmp_path / "none"), "Tidepool", b"", real_time=STILL)
    simulator.create_server("A server", [("ada", "Ada", b"")])
    await simulator.start()
    try:
        assert simulator.now() == NOW
        assert simulator.bot.user is not None
        assert simulator.bot.user.name == "Tidepool"
    finally:
        await simulator.stop()
        await simulator.bot.close()


async def test_the_page_finds_the_pictures_of_the_bots_emojis(tmp_path: Path) -> None:
    simulator = Simulator(SmallBot(tmp_path / "none"), "Tidepool", b"", real_time=STILL)
    await simulator.start()
    try:
        made = await simulator.bot.create_application_emoji(name="crab", image=PNG)
        kept = simulator._env.backend.cdn.get(f"{CDN_BASE}/emojis/{made.id}.png")
        assert kept == PNG
    finally:
        await simulator.stop()
        await simulator.bot.close()


async def test_a_still_picture_is_shown_as_it_is() -> None:
    still = io.BytesIO()
    Image.new("P", (30, 20)).save(still, "PNG")
    shown = await MediaWorker().validate("a picture", still.getvalue())
    assert (shown.width, shown.height, shown.frames) == (30, 20, 1)
    assert shown.normalized == still.getvalue()


def test_what_moves_is_no_still_picture() -> None:
    film = io.BytesIO()
    frames = [Image.new("RGB", (30, 20), (80 * number, 0, 0)) for number in range(3)]
    frames[0].save(film, "PNG", save_all=True, append_images=frames[1:], duration=500)
    assert _still(film.getvalue()) is None
    assert _still(b"GIF89a") is None


def test_a_page_asks_for_all_of_its_scripts_at_once() -> None:
    page = served_file("/")
    assert page is not None
    for script in page_scripts():
        assert served_file(script) is not None
        assert f'{script}">' in page[1].decode()


async def test_two_views_can_be_open_at_once(tmp_path: Path) -> None:
    simulator = Simulator(SmallBot(tmp_path / "none"), "Tidepool", b"", real_time=STILL)
    server, members = simulator.create_server("A server", [("ada", "Ada", b""), ("ben", "Ben", b"")])
    channel = server.create_text_channel("a-channel")
    await simulator.start()
    try:
        views = [await simulator.view(channel, member, "UTC") for member in members]
        assert len({view.address for view in views}) == 2
        assert await simulator.view(channel, members[0], "UTC") is views[0]
        await simulator.refresh_views()
    finally:
        await simulator.stop()
        await simulator.bot.close()


async def test_a_private_thread_is_not_told_of_in_its_channel(tmp_path: Path) -> None:
    simulator = Simulator(SmallBot(tmp_path / "none"), "Tidepool", b"", real_time=STILL)
    server, (_, ben) = simulator.create_server("A server", [("ada", "Ada", b""), ("ben", "Ben", b"")])
    channel = server.create_text_channel("a-channel")
    await simulator.start()
    try:
        backend = simulator._env.backend
        owner = backend.bot_user.id
        backend.create_thread(channel.id, "alone", owner, type=ChannelType.PRIVATE_THREAD)
        assert simulator.messages_for(ben, channel) == []
        backend.create_thread(channel.id, "for all", owner)
        assert len(simulator.messages_for(ben, channel)) == 1
        assert [simulator.can_see(ben, thread) for thread in channel.threads] == [False, True]
    finally:
        await simulator.stop()
        await simulator.bot.close()


@pytest.mark.parametrize("go", [Simulator.advance, Simulator.leap])
@pytest.mark.parametrize("seconds", [0.0, 3600.0])
async def test_the_clock_moves_and_the_bot_with_it(
    tmp_path: Path, seconds: float, go: Callable[[Simulator, float], Awaitable[None]]
) -> None:
    bot = SmallBot(tmp_path / "none")
    simulator = Simulator(bot, "Tidepool", b"", real_time=STILL)
    await simulator.start()
    try:
        before, hours = simulator.now(), bot.hours
        await go(simulator, seconds)
        assert (simulator.now() - before).total_seconds() == pytest.approx(seconds, abs=0.01)
        assert bot.hours - hours == seconds // 3600
    finally:
        await simulator.stop()
        await simulator.bot.close()


@pytest.mark.parametrize(
    ("text", "context"),
    [
        ("**Black:** <@7> · -# small", {"users": {"7": "Ada"}}),
        ("<:crab:12> and </match next:5>", {"emojis": {"12": CRAB}, "commands": {"5": "match"}}),
        ("<t:1700000000:R> ||hidden|| https://example.org", None),
    ],
)
def test_a_text_is_parsed_once_and_says_what_it_says(text: str, context: dict[str, Any] | None) -> None:
    """What a view gets is its own: simcord writes into it."""
    _parsed.cache_clear()
    for _ in range(2):
        tokens = _messages.markdown_tokens(text, "message", context=context)
        assert tokens == _markdown.markdown_tokens(text, "message", context=context)
        tokens.clear()
    assert _parsed.cache_info().hits == 1
