"""nginx with the file that hosts get (docs/ops/nginx.conf), before a Discord of our own."""

from __future__ import annotations

import asyncio
import os
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

import aiohttp
from aiohttp.test_utils import unused_port

import bot
from tests.needs import NGINX

FILE: Final = Path(bot.__file__).parent / "docs" / "ops" / "nginx.conf"


@asynccontextmanager
async def proxy(upstream: str, folder: Path) -> AsyncIterator[str]:
    """The address, ``host:port``, of an nginx before ``upstream``, once it is there.

    A path may begin with the name of a process, which Discord's own do not.
    """
    address = f"127.0.0.1:{unused_port()}"
    user = "\nuser root;" if os.geteuid() == 0 else ""
    text = FILE.read_text(encoding="utf-8")
    for hosts, ours in (
        ("server discord.com:443;", f"server {upstream};"),
        ("https://discord;", "http://discord;"),
        ("listen 8080;", f"listen {address};"),
        ("/tmp/", f"{folder}/"),
        ("~ ^/api/", "~ ^(/[^/]+)?/api/"),
        ("worker_processes 1;", f"worker_processes 1;{user}"),
    ):
        assert hosts in text
        text = text.replace(hosts, ours)
    async with running(text, folder, f"http://{address}/nginx-is-there", status=204):
        yield address


@asynccontextmanager
async def running(text: str, folder: Path, probe: str, *, status: int) -> AsyncIterator[None]:
    """An nginx with this configuration, once ``probe`` is answered with that ``status``."""
    (folder / "nginx.conf").write_text(text)
    command = [str(NGINX.find()), "-c", str(folder / "nginx.conf"), "-g", "daemon off;"]
    with (folder / "nginx.log").open("ab") as log:
        process = subprocess.Popen(command, cwd=folder, stderr=log)  # noqa: ASYNC220 - it returns at once
    try:
        await _there(probe, status)
        yield
    finally:
        process.terminate()
        await asyncio.to_thread(process.wait, 60)


async def _there(address: str, status: int) -> None:
    """Wait until it says that it is there."""
    async with aiohttp.ClientSession() as session:
        for _ in range(400):
            try:
                async with session.get(address) as answer:
                    assert answer.status == status
                    return
            except aiohttp.ClientConnectionError:
                await asyncio.sleep(0.05)
    raise TimeoutError("nginx does not listen")
