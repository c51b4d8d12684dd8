"""The server of the page: who asks, what they may ask for, and how it is answered.

Only the page's files and pictures may be cached. No GET changes a match or spends a link; what changes
something carries a header of the page's own, and comes from the page's own address.
"""

from __future__ import annotations

import logging
import secrets
import time
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from functools import cache, cached_property, partial
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from aiohttp import web
from cachetools import TTLCache

from engines import EngineError
from imaging import Picture
from matches import MatchId, StoreUnavailableError, UserId
from matches.errors import MatchError, NoSuchMatchError, StaleError, WrongPhaseError
from matches.lines import LineSpot
from services.play import LONGEST_LINE
from services.viewpoint import reading_as
from web import texts
from web.boards import Boards, Json, NotToBeSeenError
from web.host import BoardHost
from web.lines import NOW, NotBegunError, WebLines
from web.live import ClosingError, TooManyPagesError
from web.pictures import BoardPictures
from web.requests import (
    PageError,
    body_of,
    bottom_in,
    browser_in,
    is_token,
    match_in,
    number_in,
    spot_in,
    token_in,
)
from web.sessions import BrowserSession
from web.turns import WebTurns

log = logging.getLogger(__name__)

STATIC: Final = Path(__file__).parent / "static"
READER: Final = "X-Tidepool-Reader"
"""The header with the user that a page was opened for. No page of another site can send it."""
LOOK_EVERY: Final = 2.0
"""Seconds between two looks whether an open page is still there."""
RIGHTS_FOR: Final = timedelta(minutes=1)
"""How often it is asked again whether an open page's reader is signed in and may look."""
LOOKS: Final = 10
"""After so many of them without news, a sign of life is sent."""
COOKIE_SECONDS: Final = 30 * 24 * 3600
A_YEAR: Final = "private, max-age=31536000, immutable"
MOST_REQUESTS: Final = 300
"""The most requests of a user within PER_SECONDS. No addresses are looked at: a proxy may say any."""
MOST_OF_STRANGERS: Final = 600
"""The most requests of all together who aren't signed in, within PER_SECONDS."""
PER_SECONDS: Final = 15.0
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS: Final = {
    "Content-Security-Policy": POLICY,
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Server": "Tidepool",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
_TYPES: Final = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml", ".png": "image/png"}


@dataclass(frozen=True)
class WebAddress:
    """The page's public address, without a slash at its end.

    ``apart``: each user has a cookie of their own, so that one browser can have pages of several; for the
    demo alone, over plain http.
    """

    url: str
    apart: bool = False

    @cached_property
    def origin(self) -> str:
        """Its scheme and host, as browsers send them."""
        parts = urlsplit(self.url)
        return f"{parts.scheme}://{parts.netloc}"

    @cached_property
    def prefix(self) -> str:
        """Its path, empty or beginning with a slash."""
        return urlsplit(self.url).path

    def cookie(self, user: int | str) -> str:
        """The name of the cookie of a page of ``user``."""
        return f"tidepool-board-{user}" if self.apart else "__Host-tidepool-board"


class BoardSite:
    """The page's routes, for a bot that may be restarted behind them."""

    def __init__(
        self,
        host: Callable[[], BoardHost | None],
        address: WebAddress,
        *,
        counted: Callable[[str], None] = lambda _what: None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """``host`` gives the present bot, None while it starts. ``counted`` is told of what is measured."""
        self._host = host
        self._address = address
        self._count = counted
        self._asked: TTLCache[UserId | None, Iterator[int]] = TTLCache(10_000, PER_SECONDS, clock)

    def application(self) -> web.Application:
        """The application, to be served at the address's path."""
        site = web.Application(middlewares=[self._answered])
        # A HEAD request would be answered with the body of a stream.
        add = partial(site.router.add_get, allow_head=False)
        for path in ("/", "/in", "/match/{match:[0-9]{1,18}}"):
            add(path, self._page)
        add("/static/{version}/{name:[a-z-]+\\.[a-z]+}", self._file)
        add("/picture/{name:.{1,2000}}", self._picture)
        add("/api/me", self._me)
        add("/api/turns", self._turns)
        add("/api/match/{match:[0-9]{1,18}}", self._match)
        add("/api/match/{match:[0-9]{1,18}}/ply/{ply:[0-9]{1,5}}", self._at_ply)
        add("/api/match/{match:[0-9]{1,18}}/preview", self._preview)
        add("/api/match/{match:[0-9]{1,18}}/live", self._live)
        add("/api/match/{match:[0-9]{1,18}}/lines", self._lines)
        for path, do in (
            ("try", self._try_action),
            ("delete", self._delete_line),
            ("plan", self._plan),
            ("unplan", self._unplan),
        ):
            site.router.add_post("/api/match/{match:[0-9]{1,18}}/lines/" + path, do)
        site.router.add_post("/api/link", self._link)
        site.router.add_post("/api/in", self._sign_in)
        site.router.add_post("/api/out", self._sign_out)
        site.router.add_post("/api/match/{match:[0-9]{1,18}}/turn", self._play)
        site.router.add_post("/api/match/{match:[0-9]{1,18}}/takeback", self._take_back)
        # Last: any other address shows the page, which says that there's nothing.
        add("/{rest:[^/]*}", self._page)
        return site

    # --- every request ---------------------------------------------------------------------------

    @web.middleware
    async def _answered(
        self, request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
    ) -> web.StreamResponse:
        """Answer a request, whatever becomes of it, with the headers of every answer."""
        try:
            if request.method == "POST":
                self._check_own(request)
            response = await handler(request)
        except web.HTTPException as error:
            response = _told(error.status, {"error": error.reason})
        except PageError as error:
            response = _told(error.status, error.told)
        except (NotToBeSeenError, NoSuchMatchError):
            response = _told(404, {"error": texts.NOT_THERE})
        except (StaleError, WrongPhaseError) as error:
            response = _told(409, {"error": texts.MOVED_ON, "version": error.match.version})
        except NotBegunError:
            response = _told(422, {"error": texts.NOT_BEGUN})
        except ClosingError:
            response = _told(503, {"error": texts.STARTING})
        except StoreUnavailableError as error:
            log.error("the board could not be answered: %s", error.advice)
            response = _told(503, {"error": texts.DATABASE})
        except (ConnectionError, TimeoutError):
            raise  # the page is gone
        except Exception:
            self._count("error")
            reference = secrets.token_hex(4)
            log.exception("reference=%s the board could not be answered", reference)
            response = _told(500, {"error": f"Something went wrong here (reference {reference})."})
        if not response.prepared:
            response.headers.update(HEADERS)
            response.headers.setdefault("Cache-Control", "no-store")
        return response

    def _check_own(self, request: web.Request) -> None:
        if request.headers.get("Origin") != self._address.origin or READER not in request.headers:
            self._count("refused: another site")
            raise PageError(403, texts.NOT_FROM_HERE)

    @property
    def host(self) -> BoardHost:
        """The present bot. Raises PageError while it starts."""
        host = self._host()
        if host is None:
            raise PageError(503, texts.STARTING)
        return host

    def _limit(self, user: UserId | None) -> None:
        """Count a request of a user, or of nobody. Raises PageError if there were too many."""
        # All of them are forgotten PER_SECONDS after the first one.
        asked = next(self._asked.setdefault(user, count(1)))
        if asked > (MOST_OF_STRANGERS if user is None else MOST_REQUESTS):
            self._count("refused: too many requests")
            raise PageError(429, texts.TOO_FAST)

    async def _session(self, request: web.Request) -> BrowserSession:
        """The session of a request. Raises PageError without one, or if the page is another user's.

        What a request holds is read before: a session may end while its body is on the way.
        """
        wanted = request.headers.get(READER, "")
        token = request.cookies.get(self._address.cookie(wanted), "")
        session = await self.host.sessions.session(token) if is_token(token) else None
        self._limit(None if session is None else session.user)
        if session is None:
            raise PageError(401, texts.NOT_SIGNED_IN)
        if wanted and wanted != str(session.user):
            name = await self.host.name(session.user)
            raise PageError(409, f"You're {name} in this browser now. Load the page again.", other=True)
        return session

    @contextmanager
    def _refusing(self, session: BrowserSession) -> Iterator[None]:
        """Raise PageError with the sentence of the cards where a match or a game refuses something."""
        try:
            yield
        except (StaleError, WrongPhaseError, NoSuchMatchError, StoreUnavailableError):
            raise
        except (MatchError, EngineError) as error:
            sentence = self.host.sentence(error, session.user)
            if sentence is None:
                raise
            raise PageError(422, sentence) from error

    # --- the page and its files ------------------------------------------------------------------

    async def _page(self, _request: web.Request) -> web.Response:
        text = (STATIC / "index.html").read_text(encoding="utf-8")
        filled = text.replace("{prefix}", self._address.prefix).replace("{version}", _version())
        return web.Response(text=filled, content_type="text/html", headers={"Cache-Control": "no-cache"})

    async def _file(self, request: web.Request) -> web.Response:
        name = request.match_info["name"]
        found = STATIC / name
        if found.suffix not in _TYPES or not found.is_file():
            raise PageError(404, texts.NOT_THERE)
        current = request.match_info["version"] == _version()
        cache = A_YEAR.replace("private", "public") if current else "no-store"
        return web.Response(
            body=found.read_bytes(),
            content_type=_TYPES[found.suffix],
            charset="utf-8" if found.suffix != ".png" else None,
            headers={"Cache-Control": cache},
        )

    async def _picture(self, request: web.Request) -> web.Response:
        if not self._address.apart:
            await self._session(request)
        named = BoardPictures(self.host.studio, await self.host.picture_key())
        found = await named.drawn(request.match_info["name"])
        if found is None:
            raise PageError(404, texts.NOT_THERE)
        picture: Picture = found[0]
        cache = A_YEAR if found[1] else "no-store"
        return web.Response(body=picture.png, content_type="image/png", headers={"Cache-Control": cache})

    # --- who one is ------------------------------------------------------------------------------

    async def _link(self, request: web.Request) -> web.Response:
        """Say whose link this is. It stays usable."""
        token = await token_in(request)
        self._limit(None)
        found = await self.host.sessions.link(token)
        if found is None:
            self._count("refused: a link")
            raise PageError(410, texts.LINK_GONE)
        return _told(200, {"name": await self.host.name(found.user), "reader": str(found.user)})

    async def _sign_in(self, request: web.Request) -> web.Response:
        """Use a link: the browser is its user's from now on."""
        link_token = await token_in(request)
        self._limit(None)
        used = await self.host.sessions.use(link_token, browser_in(request.headers))
        if used is None:
            self._count("refused: a link")
            raise PageError(410, texts.LINK_GONE)
        token, link = used
        self._count("signed in")
        response = _told(200, {"reader": str(link.user), "match": link.match_id or None})
        response.set_cookie(
            self._address.cookie(link.user),
            token,
            max_age=COOKIE_SECONDS,
            httponly=True,
            secure=not self._address.apart,
            samesite="Lax",
            path="/",
        )
        return response

    async def _sign_out(self, request: web.Request) -> web.Response:
        session = await self._session(request)
        await self.host.sessions.end(session.user, session.id)
        response = _told(200, {})
        response.del_cookie(self._address.cookie(session.user), path="/", secure=not self._address.apart)
        return response

    async def _me(self, request: web.Request) -> web.Response:
        session = await self._session(request)
        return _told(200, {"reader": str(session.user), "name": await self.host.name(session.user)})

    # --- matches ---------------------------------------------------------------------------------

    async def _turns(self, request: web.Request) -> web.Response:
        session = await self._session(request)
        with reading_as(session.user, None):
            return _told(200, {"matches": await Boards(self.host).of_reader(session.user)})

    async def _match(self, request: web.Request) -> web.Response:
        session = await self._session(request)
        with reading_as(session.user, None):
            boards = Boards(self.host)
            asked = match_in(request), session.user, bottom_in(request)
            # Another site can lead a browser here: that is no look at a match.
            return _told(200, await boards.of_match(*asked, looks=READER in request.headers))

    async def _at_ply(self, request: web.Request) -> web.Response:
        session, ply = await self._session(request), int(request.match_info["ply"])
        with reading_as(session.user, None):
            boards = Boards(self.host)
            return _told(200, await boards.at_ply(match_in(request), session.user, ply, bottom_in(request)))

    async def _preview(self, request: web.Request) -> web.Response:
        session = await self._session(request)
        line, version = request.query.get("line", ""), number_in(request.query.get("version"))
        with reading_as(session.user, None), self._refusing(session):
            turns = WebTurns(self.host, Boards(self.host))
            return _told(
                200,
                await turns.preview(
                    match_in(request), session.user, line, expected_version=version, bottom=bottom_in(request)
                ),
            )

    async def _play(self, request: web.Request) -> web.Response:
        sent, session = await body_of(request), await self._session(request)
        line, match_id = sent.get("line"), match_in(request)
        if not isinstance(line, str):
            raise PageError(400, texts.UNREADABLE)
        with reading_as(session.user, None), self._refusing(session):
            boards = Boards(self.host)
            await WebTurns(self.host, boards).play(
                match_id,
                session.user,
                line,
                expected_version=number_in(sent.get("version")),
                ply=number_in(sent.get("ply")),
            )
            self._count("turn")
            state = await boards.of_match(match_id, session.user, bottom_in(request))
            waiting = await boards.next_of(session.user, match_id)
            return _told(200, {**state, "next": waiting})

    async def _take_back(self, request: web.Request) -> web.Response:
        sent, session = await body_of(request), await self._session(request)
        match_id = match_in(request)
        with reading_as(session.user, None), self._refusing(session):
            boards = Boards(self.host)
            version = number_in(sent.get("version"))
            await WebTurns(self.host, boards).take_back(match_id, session.user, expected_version=version)
            return _told(200, await boards.of_match(match_id, session.user, bottom_in(request)))

    # --- the analysis board ----------------------------------------------------------------------

    async def _lines(self, request: web.Request) -> web.Response:
        session = await self._session(request)
        spot = LineSpot(number_in(request.query.get("node", 0)), number_in(request.query.get("ply", NOW.ply)))
        return await self._line(request, session, WebLines.at, spot=spot)

    async def _try_action(self, request: web.Request) -> web.Response:
        sent, session = await body_of(request), await self._session(request)
        mark, text = number_in(sent.get("mark"), most=2**32), sent.get("action")
        if not isinstance(text, str) or len(text) > LONGEST_LINE:
            raise PageError(400, texts.UNREADABLE)
        tried = {"spot": spot_in(sent), "mark": mark, "text": text}
        return await self._line(request, session, WebLines.try_action, **tried)

    async def _delete_line(self, request: web.Request) -> web.Response:
        sent, session = await body_of(request), await self._session(request)
        return await self._line(request, session, WebLines.delete, node=number_in(sent.get("node")))

    async def _plan(self, request: web.Request) -> web.Response:
        sent, session = await body_of(request), await self._session(request)
        node, version = number_in(sent.get("node")), number_in(sent.get("version"))
        return await self._line(request, session, WebLines.plan, node=node, expected_version=version)

    async def _unplan(self, request: web.Request) -> web.Response:
        sent, session = await body_of(request), await self._session(request)
        number = number_in(sent.get("number"), most=2**31)
        return await self._line(request, session, WebLines.unplan, number=number, spot=spot_in(sent))

    async def _line(
        self,
        request: web.Request,
        session: BrowserSession,
        ask: Callable[..., Awaitable[Json]],
        **given: Any,
    ) -> web.Response:
        """Answer with the position on the analysis board after a method of it was asked."""
        with reading_as(session.user, None), self._refusing(session):
            lines = WebLines(self.host, Boards(self.host))
            match_id, bottom = match_in(request), bottom_in(request)
            return _told(200, await ask(lines, match_id, session.user, bottom=bottom, **given))

    # --- live ------------------------------------------------------------------------------------

    async def _check_rights(self, request: web.Request, match_id: MatchId) -> None:
        """Raise what a new request of an open page would, if its reader may look no more."""
        session = await self._session(request)
        with reading_as(session.user, None):
            await Boards(self.host).opened(match_id, session.user)

    async def _live(self, request: web.Request) -> web.StreamResponse:
        """Server-sent events: the version of a match, now and after each change."""
        session, match_id = await self._session(request), match_in(request)
        with reading_as(session.user, None):
            loaded = await Boards(self.host).opened(match_id, session.user)
        response = web.StreamResponse(headers={**HEADERS, "Cache-Control": "no-store"})
        response.content_type = "text/event-stream"
        response.headers["X-Accel-Buffering"] = "no"  # nginx would hold it back
        try:
            async with self.host.pages.opened(match_id, session.user) as page:
                page.tell(loaded.match.version)
                await response.prepare(request)
                silent, looked_at = 0, self.host.clock()
                while request.transport is not None:  # a page that was left is noticed at the next look
                    version = await page.next(LOOK_EVERY)
                    if abs(self.host.clock() - looked_at) > RIGHTS_FOR:
                        await self._check_rights(request, match_id)
                        looked_at = self.host.clock()
                    silent = silent + 1 if version is None else 0
                    if version is not None:
                        await response.write(f'data: {{"version": {version}}}\n\n'.encode())
                    elif silent % LOOKS == 0:
                        await response.write(b":\n\n")
                return response
        except TooManyPagesError as error:
            self._count("refused: too many pages")
            raise PageError(429, texts.OWN_PAGES if error.own else texts.ALL_PAGES) from None
        except (ClosingError, ConnectionError, TimeoutError):
            return response  # the bot ends, or nobody reads it
        except (PageError, NotToBeSeenError, NoSuchMatchError, StoreUnavailableError):
            if not response.prepared:
                raise
            return response  # the page asks again, and is told why


def _told(status: int, found: Mapping[str, Any]) -> web.Response:
    response = web.json_response(found, status=status)
    response.enable_compression()
    return response


@cache
def _version() -> str:
    """A part of the hash of all files of the page."""
    files = sorted(path for path in STATIC.iterdir() if path.is_file())
    return sha256(b"".join(path.read_bytes() for path in files)).hexdigest()[:12]
