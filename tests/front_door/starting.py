"""The bot's programs from outside: started with some settings alone, until they end."""

from __future__ import annotations

import http.server
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Final

import bot
from cogs.config import Settings

ROOT: Final = Path(bot.__file__).parent
FIELDS: Final = {name.upper() for name in Settings.model_fields}


def run(folder: Path, *arguments: str, **settings: str) -> subprocess.CompletedProcess[str]:
    """Run Python in a folder, with these settings alone, until it ends."""
    kept = {name: value for name, value in os.environ.items() if name.upper() not in FIELDS}
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env={**kept, **settings},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def start(folder: Path, **settings: str) -> subprocess.CompletedProcess[str]:
    """Start the bot and wait until it gives up."""
    return run(folder, str(ROOT / "bot.py"), **settings)


class Refusing(http.server.BaseHTTPRequestHandler):
    """A Discord that knows no token."""

    status = 401

    def do_GET(self) -> None:
        body = json.dumps({"message": "not now, or not you", "code": 0}).encode()
        self.send_response(self.status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""
