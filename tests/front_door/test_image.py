"""The steps of the image's build file in a clean folder, and the bot that comes of them."""

# A test has the event loop to itself and may block it:

from __future__ import annotations

import asyncio
import os
import subprocess
from pathlib import Path

import pytest
from aiohttp.test_utils import unused_port

from tests.front_door.image import Image
from tests.front_door.starting import FIELDS
from tests.loopback.server.loopback import Loopback

pytestmark = [pytest.mark.load, pytest.mark.timeout(900), pytest.mark.real]


@pytest.fixture
def image(tmp_path: Path) -> Image:
    """Everything installed. It takes a minute, and what pip downloads."""
    made = Image(tmp_path / "image")
    try:
        made.build()
    except RuntimeError as error:
        if "NewConnectionError" in str(error) or "No matching distribution" in str(error):
            pytest.skip("NOT TESTED IN A CLEAN FOLDER: no package can be downloaded here")
        raise
    return made


def environment(image: Image, **settings: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name.upper() not in FIELDS | {"PYTHONPATH"}}
    return {**kept, **image.settings, **settings}


def run(image: Image, command: list[str], **settings: str) -> subprocess.CompletedProcess[str]:
    """Run a command in the image until it ends."""
    return subprocess.run(
        command,
        cwd=image.here("/app"),
        env=environment(image, **settings),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


async def test_what_is_in_it_runs(image: Image, tmp_path: Path) -> None:
    """In one test, since testers beside each other would each make an image of their own."""
    without_a_token_it_says_so_and_ends(image)
    the_commands_on_the_data_are_there(image)
    await it_serves_discord_is_healthy_stops_and_writes_nothing_but_data(image, tmp_path)


def without_a_token_it_says_so_and_ends(image: Image) -> None:
    ended = run(image, image.command)
    assert ended.returncode == 1
    assert "There is no DISCORD_TOKEN, and the demo page needs demo: set the token" in ended.stderr
    assert "Traceback" not in ended.stderr


def the_commands_on_the_data_are_there(image: Image) -> None:
    ended = run(image, ["python", "-m", "data", "check"])
    assert ended.returncode == 2
    assert f"There is no database {image.here('/data')}/tidepool.sqlite3." in ended.stderr


async def it_serves_discord_is_healthy_stops_and_writes_nothing_but_data(
    image: Image, tmp_path: Path
) -> None:
    before = image.files()
    port = str(unused_port())
    async with Loopback(tmp_path) as discord:
        discord.world.add_guild("Rock pool")
        (tmp_path / "token").write_text(discord.world.token)
        asked = {"METRICS_PORT": port, "HTTP_PROXY": "http://127.0.0.1:9"}
        assert run(image, image.health, **asked).returncode == 1, "nobody is there yet"
        process = await asyncio.create_subprocess_exec(
            *image.command,
            cwd=image.here("/app"),
            env=environment(
                image,
                DISCORD_TOKEN_FILE=str(tmp_path / "token"),
                DISCORD_API_URL=discord.api_url("image"),
                DISCORD_GATEWAY_URL=discord.gateway_url("image"),
                METRICS_PORT=port,
            ),
            stderr=asyncio.subprocess.PIPE,
        )
        try:
            await discord.world.until(
                lambda: discord.gateway.session("image", 0), within=120, what="the bot of the image"
            )
            well = await asyncio.to_thread(run, image, image.health, **asked)
            assert (well.returncode, well.stderr) == (0, "")
        finally:
            process.terminate()
            _, said = await process.communicate()
    assert process.returncode == 0, said.decode()
    assert image.files() == before
    assert (Path(image.here("/data")) / "tidepool.sqlite3").stat().st_mode & 0o077 == 0
