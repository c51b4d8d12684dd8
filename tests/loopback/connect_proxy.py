"""An HTTP proxy on the way to the loopback Discord, which is reached through it alone, encrypted."""

from __future__ import annotations

import asyncio
import base64
import ssl
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Final

from tests.loopback.server.loopback import Loopback
from tests.needs import OPENSSL, need

API: Final = "api.discord.invalid"
GATEWAY: Final = "gateway.discord.invalid"
"""Hosts that no name server knows: only the proxy can lead there."""


class ConnectProxy:
    """Takes CONNECT for the hosts above, if user and password are right, and speaks TLS in their place."""

    def __init__(self, discord: Loopback, certificate: Path, user: str, password: str) -> None:
        self.asked: list[str] = []
        """The hosts and ports that it led to."""
        self._discord = discord
        self._given = "Basic " + base64.b64encode(f"{user}:{password}".encode()).decode()
        self._tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self._tls.load_cert_chain(certificate)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One connection."""
        head = (await reader.readuntil(b"\r\n\r\n")).decode().splitlines()
        method, target, _ = head[0].split(" ")
        if method != "CONNECT" or f"Proxy-Authorization: {self._given}" not in head:
            writer.write(b"HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n")
            writer.close()
            return
        self.asked.append(target)
        writer.write(b"HTTP/1.1 200 Connection established\r\n\r\n")
        await writer.drain()
        await writer.start_tls(self._tls)
        host, _, port = self._discord.address.partition(":")
        there = await asyncio.open_connection(host, int(port))
        await asyncio.gather(_passed_on(reader, there[1]), _passed_on(there[0], writer))


async def _passed_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(OSError, ssl.SSLError):
        while part := await reader.read(65536):
            writer.write(part)
            await writer.drain()
    writer.close()


def _certified(folder: Path) -> tuple[Path, Path]:
    """A certificate for the hosts with its key, and the certificate alone, for who is to believe it."""
    both, key, public = (folder / name for name in ("both.pem", "key.pem", "public.pem"))
    options = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-subj", "/CN=loopback"]
    names = ["-addext", f"subjectAltName=DNS:{API},DNS:{GATEWAY}", "-keyout", str(key), "-out", str(public)]
    subprocess.run([str(need(OPENSSL)), "req", "-x509", *options, *names], check=True, capture_output=True)
    both.write_text(key.read_text() + public.read_text())
    return both, public


@asynccontextmanager
async def proxied(
    discord: Loopback, folder: Path, user: str, password: str
) -> AsyncIterator[tuple[ConnectProxy, int, Path]]:
    """A proxy that runs, its port, and the certificate that has to be believed."""
    certificate, public = _certified(folder)
    proxy = ConnectProxy(discord, certificate, user, password)
    server = await asyncio.start_server(proxy.serve, "127.0.0.1", 0)
    try:
        yield proxy, server.sockets[0].getsockname()[1], public
    finally:
        server.close()
