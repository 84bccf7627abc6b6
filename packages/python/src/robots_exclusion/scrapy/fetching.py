"""Fetches robots.txt through Scrapy's own downloader, with its proxies, certificates and
resolver."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from scrapy import signals
from scrapy.exceptions import StopDownload
from scrapy.http import Request, Response
from scrapy.utils.defer import maybe_deferred_to_future
from twisted.internet.defer import Deferred

from ..client.decoding import Decoder
from ..client.exchange import Ask, FetchProblem, Head, Read, Running
from ..client.knowledge import LARGE, Knowledge, Location
from ..client.transport import asked_proxy, joined
from .slots import Slots
from .waiting import aside, asked

if TYPE_CHECKING:
    from scrapy.crawler import Crawler


CODING = b"Content-Encoding"
# Octets that a content coding may add to a body of the maximum length.
CODING_OCTETS = 64 * 1024


class Fetching:
    """Runs at most one fetch per origin at the same time."""

    def __init__(self, crawler: Crawler, knowledge: Knowledge, slots: Slots) -> None:
        self._crawler = crawler
        self._knowledge = knowledge
        self._slots = slots
        self._timeout: float = crawler.settings.getfloat("ROBOTS_TIMEOUT", 30.0)
        self._flights: dict[str, list[Deferred[None]]] = {}
        crawler.signals.connect(self._bytes_received, signal=signals.bytes_received)
        crawler.signals.connect(self._response_downloaded, signal=signals.response_downloaded)

    async def renew(self, location: Location, page: Request) -> None:
        """Renews the record of an origin, through the download slot of the page to check."""
        waiting = self._flights.get(location.origin)
        if waiting is not None:
            turn: Deferred[None] = Deferred()
            waiting.append(turn)
            await maybe_deferred_to_future(turn)
            return
        waiting = self._flights[location.origin] = []
        try:
            await self._learn(location, page)
        finally:
            del self._flights[location.origin]
            for turn in waiting:
                turn.callback(None)

    async def _learn(self, location: Location, page: Request) -> None:
        exchange = await asked(self._knowledge, location, self._knowledge.exchange, location)
        running = Running(exchange)
        body = await self._run(running, page)
        if body is not None:
            await aside(running.send, body) if len(body) >= LARGE else running.send(body)
        assert running.fetched is not None
        await asked(self._knowledge, location, self._knowledge.learn, location.origin, running.fetched)

    async def _run(self, running: Running, page: Request) -> bytes | None:
        """Sends the requests of an exchange. Returns the body if the exchange needs it."""
        slot_key = self._slots.key_of(page)
        deadline = monotonic() + self._timeout
        hosts: set[str] = set()
        while isinstance(running.wanted, Ask):
            requested = self._knowledge.settings.now_ms()
            try:
                request = self._request(running.wanted, deadline - monotonic(), page)
                if len(hosts := hosts | {urlsplit(running.wanted.url).netloc}) == 1:
                    request.meta["download_slot"] = slot_key
                response = await self._downloaded(request)
                received = self._knowledge.settings.now_ms()
                proxy = asked_proxy(request.url, request.meta.get("proxy"))
                running.send(Head(response.status, _fields(request, response), requested, received, proxy))
                if isinstance(running.wanted, Read):
                    return _body(response.body, running.wanted)
            except FetchProblem as problem:
                running.fail(problem)
        return None

    def _request(self, wanted: Ask, seconds: float, page: Request) -> Request:
        if seconds <= 0:
            raise FetchProblem("timeout-total", "TotalTimeout", f"Not finished within {self._timeout} s")
        # Validators are sent back unchanged, and may contain any octet.
        headers: dict[str, bytes] = {name: value.encode("latin-1") for name, value in wanted.headers.items()}
        # Requests an uncompressed body, because a compressed body that is cut at the limit cannot
        # always be decoded.
        headers["accept-encoding"] = b"identity"
        meta = {
            "dont_obey_robotstxt": True,
            "dont_redirect": True,
            "dont_retry": True,
            "dont_cache": True,
            "dont_merge_cookies": True,
            "handle_httpstatus_all": True,
            "download_timeout": seconds,
            "download_maxsize": 0,
            "robots_octets": self._knowledge.settings.limits.max_bytes + CODING_OCTETS,
        }
        # Requests robots.txt through the same proxy as the page.
        meta.update({name: page.meta[name] for name in ("proxy", "_auth_proxy") if name in page.meta})
        credentials = page.headers.get("Proxy-Authorization")
        if credentials is not None:
            headers["proxy-authorization"] = credentials
        return Request(wanted.url, headers=headers, meta=meta, priority=1000, dont_filter=True)

    async def _downloaded(self, request: Request) -> Response:
        assert self._crawler.stats is not None
        self._crawler.stats.inc_value("robots/requests")
        with self._slots.without_place():
            try:
                return await self._through_engine(request)
            except Exception as error:
                raise _problem_of(error) from None

    async def _through_engine(self, request: Request) -> Response:
        engine: Any = self._crawler.engine
        if hasattr(engine, "download_async"):
            response: Response = await engine.download_async(request)
            return response
        response = await maybe_deferred_to_future(engine.download(request))
        return response

    def _bytes_received(self, data: bytes, request: Request, spider: Any) -> None:
        """Stops the download when the limit on octets is reached (RFC 9309 §2.5)."""
        left = request.meta.get("robots_octets")
        if left is None:
            return
        request.meta["robots_octets"] = left - len(data)
        if left <= len(data):
            raise StopDownload(fail=False)

    def _response_downloaded(self, response: Response, request: Request, spider: Any) -> None:
        """Hides the content coding from Scrapy's middlewares, which would inflate a decompression
        bomb completely."""
        if "robots_octets" in request.meta:
            request.meta["robots_coding"] = response.headers.getlist(CODING)
            response.headers.pop(CODING, None)


def _fields(request: Request, response: Response) -> dict[str, str]:
    codings = request.meta.get("robots_coding", response.headers.getlist(CODING))
    lists = {**dict(response.headers.items()), CODING: codings}
    # Scrapy has removed the transfer coding that this field names.
    lists.pop(b"Transfer-Encoding", None)
    return joined((name, value) for name, values in lists.items() for value in values)


def _body(octets: bytes, wanted: Read) -> bytes:
    decoder = Decoder(wanted.codings, wanted.max_bytes)
    decoder.feed(octets)
    return decoder.finish()


# Compares names, because the locations of the classes have changed in Scrapy and Twisted.
_FAILURES = {
    "TunnelError": "proxy",
    "DNSLookupError": "dns",
    "CannotResolveHostError": "dns",
    "UnknownHostError": "dns",
    "ConnectionRefusedError": "refused",
    "DownloadConnectionRefusedError": "refused",
    "NoRouteError": "refused",
    "TCPTimedOutError": "timeout-connect",
    "DownloadTimeoutError": "timeout-total",
    "TimeoutError": "timeout-total",
    "ConnectionLost": "reset",
    "ConnectionDone": "reset",
    "ResponseNeverReceived": "reset",
    "ResponseFailed": "broken-body",
    "ResponseDataLossError": "broken-body",
    "DownloadCancelledError": "broken-body",
    "IgnoreRequest": "broken-body",
}


def _problem_of(error: Exception) -> FetchProblem:
    if isinstance(error, FetchProblem):
        return error
    names = [kind.__name__ for kind in type(error).__mro__]
    failure = next((_FAILURES[name] for name in names if name in _FAILURES), "network")
    return FetchProblem(failure, names[0], str(error) or names[0])
