"""Crawlee: a request manager that hands out what robots.txt allows, when it allows it, and an HTTP
client that asks about each hop of a redirect.

    robots = AsyncClient("FooBot/1.0")
    queue = RobotsRequestManager(await RequestQueue.open(), robots)
    HttpCrawler(request_manager=queue, http_client=RobotsHttpClient(robots))

Leave ``respect_robots_txt_file`` off: Crawlee's own check keeps one failure for the whole run.
"""

from __future__ import annotations

import heapq
import logging
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from itertools import count
from typing import Any

from crawlee import Request
from crawlee.http_clients import HttpCrawlingResult, HttpxHttpClient
from crawlee.request_loaders import RequestManager

from .client import Decision
from .guard import AsyncPace, AsyncRobots, RefusedByRobots

__all__ = ["RefusedByRobots", "RobotsHttpClient", "RobotsRequestManager"]

logger = logging.getLogger(__name__)

# Limit on waiting requests. Beyond it, further requests stay in the queue.
MOST_HELD = 1000
# Number of sites with a Crawl-delay beyond which those whose delay is over are forgotten.
MOST_SITES = 10_000


class RobotsRequestManager(RequestManager):
    """Wraps a request queue. Requests that robots.txt forbids are marked as handled. Those whose
    robots.txt cannot be read, and those that come before their Crawl-delay, wait in memory, and
    count as in progress in the queue."""

    def __init__(
        self,
        queue: RequestManager,
        robots: AsyncRobots,
        *,
        max_wait: float = 900.0,
        on_refused: Callable[[Request, Decision], Awaitable[None]] | None = None,
    ) -> None:
        """Wraps the queue.

        Args:
            max_wait: Seconds that a request waits at most for a readable robots.txt.
            on_refused: Called for each request that is not handed out any more.
        """
        self._queue = queue
        self._robots = robots
        self._max_wait = max_wait
        self._on_refused = on_refused
        # All instants are those of the monotonic clock. When it is due, its number, since when it waits, whether it has
        # its turn, and the request.
        self._held: list[tuple[float, int, float, bool, Request]] = []
        self._numbers = count()
        # By robots.txt: when the delay after the last request is over, and the first instant that nobody waits for.
        self._next_at: dict[str, float] = {}
        self._free_at: dict[str, float] = {}
        self.refused: Counter[str] = Counter()
        """How many requests were not handed out, by outcome."""

    async def fetch_next_request(self) -> Request | None:
        while True:
            if self._is_due():
                _, _, since, has_turn, request = heapq.heappop(self._held)
            else:
                found = await self._queue.fetch_next_request() if len(self._held) < MOST_HELD else None
                if found is None:
                    return None
                since, has_turn, request = time.monotonic(), False, found
            decision = await self._robots.check(request.url)
            due = self._due_at(decision, since, has_turn)
            if due is None:
                await self._refuse(request, decision)
            elif due <= time.monotonic():
                return request
            else:
                gets_turn = decision.action == "fetch"
                heapq.heappush(self._held, (due, next(self._numbers), since, gets_turn, request))

    async def is_empty(self) -> bool:
        """Whether nothing can be handed out now."""
        if self._is_due():
            return False
        return len(self._held) >= MOST_HELD or await self._queue.is_empty()

    async def is_finished(self) -> bool:
        return not self._held and await self._queue.is_finished()

    async def mark_request_as_handled(self, request: Request) -> Any:
        return await self._queue.mark_request_as_handled(request)

    async def reclaim_request(self, request: Request, *, forefront: bool = False) -> Any:
        return await self._queue.reclaim_request(request, forefront=forefront)

    async def add_request(self, request: str | Request, *, forefront: bool = False) -> Any:
        return await self._queue.add_request(request, forefront=forefront)

    async def add_requests(self, requests: Any, **options: Any) -> None:
        await self._queue.add_requests(requests, **options)

    async def get_handled_count(self) -> int:
        return await self._queue.get_handled_count()

    async def get_total_count(self) -> int:
        return await self._queue.get_total_count()

    async def drop(self) -> None:
        self._held.clear()
        await self._queue.drop()

    async def purge(self) -> None:
        self._held.clear()
        await self._queue.purge()

    def _is_due(self) -> bool:
        return bool(self._held) and self._held[0][0] <= time.monotonic()

    def _due_at(self, decision: Decision, since: float, has_turn: bool) -> float | None:
        """When the request may be handed out; ``None`` if it may not."""
        now = time.monotonic()
        epoch = time.time() - now
        if decision.action == "skip":
            return None
        if decision.action == "defer":
            # A site that names no time is asked again after a second.
            again = max((decision.retry_at or 0) - epoch, now + 1)
            return again if again - since <= self._max_wait else None
        delay = decision.crawl_delay_seconds
        if not delay:
            return now
        site = decision.robots_url or decision.url
        # Crawlee may have fetched the request before this one late.
        asked = min(now, (decision.requested_at or 0) - epoch)
        earliest = max(now, self._next_at.get(site, asked + delay))
        if not has_turn:
            earliest = max(earliest, self._free_at.get(site, 0))
            _keep(self._free_at, site, earliest + delay)
        if earliest <= now:
            _keep(self._next_at, site, now + delay)
        return earliest

    async def _refuse(self, request: Request, decision: Decision) -> None:
        self.refused[decision.outcome] += 1
        logger.info("%s", RefusedByRobots(decision))
        await self._queue.mark_request_as_handled(request)
        if self._on_refused is not None:
            await self._on_refused(request, decision)


def _keep(instants: dict[str, float], site: str, instant: float) -> None:
    """Notes an instant. One that is past means as much as none, so the oldest go."""
    instants.pop(site, None)
    instants[site] = instant
    while len(instants) > MOST_SITES and instants[oldest := next(iter(instants))] <= time.monotonic():
        del instants[oldest]


class RobotsHttpClient(HttpxHttpClient):
    """Asks about each request and each hop of a redirect, and keeps the Crawl-delay, before it is sent.
    A hop that is forbidden raises :class:`RefusedByRobots`, and the request is not tried again."""

    def __init__(self, robots: AsyncRobots, **options: Any) -> None:
        """Takes the options of ``HttpxHttpClient``."""
        self._pace = AsyncPace(robots)
        hooks = dict(options.pop("event_hooks", None) or {})
        hooks["request"] = [*hooks.get("request", ()), self._ask]
        super().__init__(event_hooks=hooks, **options)

    async def crawl(self, request: Request, **options: Any) -> HttpCrawlingResult:
        try:
            return await super().crawl(request, **options)
        except RefusedByRobots as refused:
            request.no_retry = refused.decision.action == "skip"
            raise

    async def _ask(self, request: Any) -> None:
        # Ends when the request is sent, because a hook sees no answer if there is none.
        async with self._pace.turn(str(request.url)):
            return
