"""The page's settings: its public address, and what a browser is called."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from cogs.config import Settings
from web.requests import browser_in
from web.site import WebAddress

ANDROID = "Mozilla/5.0 (Android 14; Mobile; rv:130.0) Gecko/130.0 Firefox/130.0"
IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605 Version/18.1 Safari/604.1"
EDGE = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537 Chrome/130.0 Safari/537 Edg/130.0"


@pytest.mark.parametrize(
    ("given", "read"),
    [
        ("https://board.example.org", "https://board.example.org"),
        (" https://example.org/board/ ", "https://example.org/board"),
        ("https://example.org:8443", "https://example.org:8443"),
        ("", None),
        (None, None),
    ],
)
def test_the_address_of_the_page(given: str | None, read: str | None) -> None:
    assert Settings.model_validate({"web_url": given}).web_url == read


@pytest.mark.parametrize(
    "given",
    [
        "http://board.example.org",
        "board.example.org",
        "https://",
        "https://me@example.org",
        "https://example.org/?a=b",
        "https://example.org/#a",
        "https://example.org/a b",
        "https://[",
    ],
)
def test_what_is_no_address_of_a_page_is_refused(given: str) -> None:
    with pytest.raises(ValidationError, match=r"web_url(.|\n)*https://"):
        Settings.model_validate({"web_url": given})


def test_an_address_has_an_origin_and_a_path() -> None:
    plain, below = WebAddress("https://board.example.org"), WebAddress("https://example.org:8443/board")
    assert (plain.origin, plain.prefix) == ("https://board.example.org", "")
    assert (below.origin, below.prefix) == ("https://example.org:8443", "/board")
    assert plain.cookie("7") == plain.cookie("8") != WebAddress("http://127.0.0.1", apart=True).cookie("7")


@pytest.mark.parametrize(
    ("said", "called"),
    [
        (ANDROID, "Firefox on Android"),
        (IPHONE, "Safari on iPhone"),
        (EDGE, "Edge on Windows"),
        ("curl/8.5", "A browser"),
        ("<script>", "A browser"),
    ],
)
def test_a_browser_in_few_words(said: str, called: str) -> None:
    assert browser_in({"User-Agent": said}) == called
    assert browser_in({}) == "A browser"
