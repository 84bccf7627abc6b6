"""Scrapy: a parser for its own middleware, and a middleware that knows outcomes, redirects, retries and Crawl-delay.

Parser only::

    ROBOTSTXT_PARSER = "robots_exclusion.scrapy.RobotParser"

Everything::

    ROBOTSTXT_OBEY = False
    DOWNLOADER_MIDDLEWARES = {"robots_exclusion.scrapy.RobotsMiddleware": 100}
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from scrapy import signals
from scrapy.exceptions import IgnoreRequest, StopDownload
from scrapy.http import Request, Response
from scrapy.robotstxt import RobotParser as ScrapyRobotParser
from scrapy.utils.defer import maybe_deferred_to_future
from twisted.internet.defer import Deferred

from .client.decision import Decision
from .client.exchange import Ask, Exchange, Fetched, FetchProblem, Head, Read
from .client.knowledge import Knowledge, Location, locate
from .client.settings import settings_of
from .client.store import SQLiteStore
from .client.synchronous import _thrown
from .robots import Robots

if TYPE_CHECKING:
    from scrapy.crawler import Crawler

logger = logging.getLogger(__name__)


class RobotParser(ScrapyRobotParser):
    """RFC 9309 for Scrapy's own middleware."""

    def __init__(self, body: bytes) -> None:
        self._robots = Robots.parse(body)

    @classmethod
    def from_crawler(cls, crawler: Crawler, robotstxt_body: bytes) -> RobotParser:
        return cls(robotstxt_body)

    def allowed(self, url: str | bytes, user_agent: str | bytes) -> bool:
        return self._robots.allowed(_text(url), _text(user_agent))

    def crawl_delay(self, user_agent: str | bytes) -> float | None:
        return self._robots.crawl_delay(_text(user_agent))


class RobotsMiddleware:
    """Asks before each request, redirects included.

    A request that waits for robots.txt, or for an origin to recover, takes no place among ``CONCURRENT_REQUESTS``: a
    hanging origin delays nobody else. Crawl-delay becomes the delay of the download slot.

    Settings:
        ``ROBOTS_AGENT``: the product token. Default: that of ``ROBOTSTXT_USER_AGENT``, else of ``USER_AGENT``.
        ``ROBOTS_MAX_WAIT``: seconds that one request waits for its origin's robots.txt. Default: 900.
        ``ROBOTS_STORE``: an SQLite file in which records outlive the crawl. Default: memory.
        ``ROBOTS_PRESET``: which policy maps HTTP outcomes to decisions. Default: rfc9309.
        ``ROBOTS_LIFETIMES``: how long answers hold, such as ``{"retryFirstSeconds": 5}``.
        ``ROBOTS_TIMEOUT``: seconds for one request for robots.txt. Default: 30.
    """

    def __init__(self, crawler: Crawler) -> None:
        settings = crawler.settings
        self._crawler = crawler
        self._user_agent: str = settings.get("ROBOTSTXT_USER_AGENT") or settings["USER_AGENT"]
        self._max_wait: float = settings.getfloat("ROBOTS_MAX_WAIT", 900.0)
        self._timeout: float = settings.getfloat("ROBOTS_TIMEOUT", 30.0)
        path = settings.get("ROBOTS_STORE")
        self._store = SQLiteStore(path) if path else None
        self._knowledge = Knowledge(
            settings_of(
                self._user_agent,
                {
                    "agent": settings.get("ROBOTS_AGENT"),
                    "preset": settings.get("ROBOTS_PRESET", "rfc9309"),
                    "lifetimes": settings.getdict("ROBOTS_LIFETIMES"),
                    "store": self._store,
                },
            )
        )
        self._flights: dict[str, list[Deferred[None]]] = {}
        self._lost: Counter[str] = Counter()

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> RobotsMiddleware:
        middleware = cls(crawler)
        crawler.signals.connect(middleware._bytes_received, signal=signals.bytes_received)
        crawler.signals.connect(middleware._response_downloaded, signal=signals.response_downloaded)
        crawler.signals.connect(middleware._spider_closed, signal=signals.spider_closed)
        return middleware

    async def process_request(self, request: Request, spider: Any = None) -> None:
        """Returns when the request may be sent.

        Raises:
            IgnoreRequest: It may not, or its origin did not recover within ``ROBOTS_MAX_WAIT``.
        """
        if request.meta.get("dont_obey_robotstxt") or not request.url.startswith(("http:", "https:")):
            return
        location = locate(request.url)
        assert location is not None
        _leave_slot_behind(request)
        decision = await self._decision(request, location)
        self._count(f"robots/{decision.action}")
        if decision.action == "fetch":
            self._keep_delay(request, decision)
            return
        self._lost[decision.action] += 1
        raise IgnoreRequest(_reason(decision))

    def _response_downloaded(self, response: Response, request: Request, spider: Any) -> None:
        """A stated delay counts from the answer: what the origin sees is not shorter, however long connecting took.

        Other middlewares keep some answers, such as redirects, for themselves: this one is told before all of them.
        """
        slot = self._slot_of(request)
        if slot is not None and (slot.delay or "robots_octets" in request.meta):
            slot.lastseen = max(slot.lastseen, monotonic())

    async def _decision(self, request: Request, location: Location) -> Decision:
        until = monotonic() + self._max_wait
        while True:
            if not self._knowledge.is_current(location.origin):
                with self._without_place():
                    await self._renewed(location, request)
            decision = self._knowledge.decide(request.url, location)
            if decision.action != "defer" or decision.retry_at is None:
                return decision
            wait = max(0.0, decision.retry_at - self._knowledge.settings.now()) + 0.01
            if monotonic() + wait > until or not await self._waited(wait):
                return decision

    async def _renewed(self, location: Location, request: Request) -> None:
        """One fetch an origin, whoever asks."""
        waiting = self._flights.get(location.origin)
        if waiting is not None:
            turn: Deferred[None] = Deferred()
            waiting.append(turn)
            await maybe_deferred_to_future(turn)
            return
        waiting = self._flights[location.origin] = []
        try:
            fetched = await self._run(self._knowledge.exchange(location), self._key_of(request))
            self._knowledge.learn(location.origin, fetched)
        finally:
            del self._flights[location.origin]
            for turn in waiting:
                turn.callback(None)

    async def _run(self, exchange: Exchange, slot_key: str) -> Fetched:
        """Gives the exchange what it asks for, through Scrapy's downloader and the slot of the pages."""
        limits = self._knowledge.settings.limits
        deadline = monotonic() + self._timeout
        hosts: set[str] = set()
        wanted = next(exchange)
        try:
            while True:
                assert isinstance(wanted, Ask)
                requested = self._knowledge.settings.now_ms()
                request = self._request(wanted, deadline - monotonic(), limits.max_bytes)
                if len(hosts := hosts | {urlsplit(wanted.url).netloc}) == 1:
                    request.meta["download_slot"] = slot_key
                response = await self._downloaded(request)
                received = self._knowledge.settings.now_ms()
                headers = _fields(response)
                wanted = exchange.send(Head(response.status, headers, requested, received))
                if isinstance(wanted, Read):
                    exchange.send(response.body[: wanted.max_bytes + 1])
        except StopIteration as end:
            fetched: Fetched = end.value
            return fetched
        except FetchProblem as problem:
            return _thrown(exchange, problem)

    def _request(self, wanted: Ask, seconds: float, max_bytes: int) -> Request:
        if seconds <= 0:
            raise FetchProblem("timeout-total", "TotalTimeout", f"Not finished within {self._timeout} s")
        # For an encoded body, the part before the limit cannot always be read.
        headers = {**wanted.headers, "accept-encoding": "identity"}
        meta = {
            "dont_obey_robotstxt": True,
            "dont_redirect": True,
            "dont_retry": True,
            "dont_cache": True,
            "dont_merge_cookies": True,
            "handle_httpstatus_all": True,
            "download_timeout": seconds,
            "download_maxsize": 0,
            "robots_octets": max_bytes + 1,
        }
        return Request(wanted.url, headers=headers, meta=meta, priority=1000, dont_filter=True)

    async def _downloaded(self, request: Request) -> Response:
        self._count("robots/requests")
        with self._without_place():
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
        """RFC 9309 §2.5: what is beyond the limit is not read."""
        left = request.meta.get("robots_octets")
        if left is None:
            return
        request.meta["robots_octets"] = left - len(data)
        if left <= len(data):
            raise StopDownload(fail=False)

    async def _waited(self, seconds: float) -> bool:
        """``False`` where the spider closes meanwhile."""
        from twisted.internet import reactor as installed

        reactor: Any = installed
        until = monotonic() + seconds
        with self._without_place():
            while (left := until - monotonic()) > 0:
                if self._is_closing():
                    return False
                turn: Deferred[None] = Deferred()
                reactor.callLater(min(left, 1.0), turn.callback, None)
                await maybe_deferred_to_future(turn)
        return not self._is_closing()

    def _is_closing(self) -> bool:
        engine: Any = self._crawler.engine
        slot = getattr(engine, "_slot", None) or getattr(engine, "slot", None)
        return slot is None or bool(slot.closing)

    @contextmanager
    def _without_place(self) -> Iterator[None]:
        """Meanwhile one request more may be under way."""
        downloader: Any = self._crawler.engine.downloader
        if downloader.total_concurrency == 0:
            yield
            return
        downloader.total_concurrency += 1
        try:
            yield
        finally:
            downloader.total_concurrency -= 1

    def _keep_delay(self, request: Request, decision: Decision) -> None:
        delay = decision.crawl_delay_seconds
        if delay is None:
            return
        downloader: Any = self._crawler.engine.downloader
        key = self._key_of(request)
        stated = downloader.per_slot_settings.get(key, {})
        delay = max(delay, stated.get("delay", self._crawler.settings.getfloat("DOWNLOAD_DELAY")))
        # Scrapy varies delays, also downwards, unless told not to.
        exact = {"delay": delay, "concurrency": 1, "jitter": 0.0, "randomize_delay": False}
        downloader.per_slot_settings[key] = {**stated, **exact}
        slot = downloader.slots.get(key)
        if slot is not None:
            slot.delay = max(slot.delay, delay)
            slot.concurrency = 1
            setattr(slot, "jitter" if hasattr(slot, "jitter") else "randomize_delay", 0)

    def _slot_of(self, request: Request) -> Any:
        downloader: Any = self._crawler.engine.downloader
        return downloader.slots.get(self._key_of(request))

    def _key_of(self, request: Request) -> str:
        downloader: Any = self._crawler.engine.downloader
        find = getattr(downloader, "get_slot_key", None)
        key: str = find(request) if find else downloader._get_slot_key(request, None)
        return key

    def _count(self, name: str) -> None:
        assert self._crawler.stats is not None
        self._crawler.stats.inc_value(name)

    def _spider_closed(self) -> None:
        skipped, deferred = self._lost["skip"], self._lost["defer"]
        if skipped or deferred:
            logger.info(
                "robots.txt: %d pages not fetched: %d disallowed, %d deferred beyond ROBOTS_MAX_WAIT",
                skipped + deferred,
                skipped,
                deferred,
            )
        if self._store is not None:
            self._store.close()


def _leave_slot_behind(request: Request) -> None:
    """Scrapy hands a redirect the slot of the site that it comes from: the site that it leads to has its own delay."""
    before = request.meta.get("redirect_urls")
    if before and request.meta.get("download_slot") == urlsplit(before[-1]).hostname:
        del request.meta["download_slot"]


def _reason(decision: Decision) -> str:
    if decision.action == "defer":
        return f"robots.txt of {decision.robots_url} cannot be fetched now ({decision.policy_row})"
    rule = decision.verdict.rule if decision.verdict else None
    if rule is None:
        return f"Forbidden by robots.txt ({decision.policy_row})"
    return f'Forbidden by robots.txt, line {rule.line}: "{rule.text}"'


def _fields(response: Response) -> dict[str, str]:
    """Scrapy has taken the content coding off."""
    fields = {
        name.decode("latin-1").lower(): b", ".join(values).decode("latin-1")
        for name, values in response.headers.items()
    }
    fields.pop("content-encoding", None)
    fields.pop("transfer-encoding", None)
    return fields


# By name, because their location has changed in Scrapy and Twisted.
_FAILURES = {
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


def _text(value: str | bytes) -> str:
    return value if isinstance(value, str) else value.decode("utf-8", "surrogateescape")
