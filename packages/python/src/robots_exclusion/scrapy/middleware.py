"""Checks robots.txt before each request of a crawl."""

from __future__ import annotations

import logging
import time
from collections import Counter
from time import monotonic
from typing import TYPE_CHECKING, Any

from scrapy import signals
from scrapy.exceptions import IgnoreRequest
from scrapy.http import Request, Response

from ..client.decision import Decision
from .backends import Backend, OfService, Own
from .slots import Slots, leave_slot_behind
from .waiting import waited

if TYPE_CHECKING:
    from scrapy.crawler import Crawler

logger = logging.getLogger("robots_exclusion.scrapy")


class RobotsMiddleware:
    """Checks robots.txt before each request, including redirects.

    A request that waits for robots.txt, or for an origin to recover, does not count towards
    ``CONCURRENT_REQUESTS``, so a hanging origin does not delay others. Crawl-delay becomes the
    delay of the download slot.

    Settings:
        ``ROBOTS_AGENT``: the product token. Default: the token in ``ROBOTSTXT_USER_AGENT``, or else
            in ``USER_AGENT``.
        ``ROBOTS_MAX_WAIT``: seconds that one request waits for its origin's robots.txt. Default: 900.
        ``ROBOTS_STORE``: an SQLite file in which records outlive the crawl. Default: memory.
        ``ROBOTS_PRESET``: the policy that maps HTTP outcomes to decisions. Default: rfc9309.
        ``ROBOTS_LIFETIMES``: how long responses are valid, such as ``{"retryFirstSeconds": 5}``.
        ``ROBOTS_TIMEOUT``: seconds for one request for robots.txt. Default: 30.
        ``ROBOTS_SERVICE``: the URL of a decision service that decides instead of this process. Of
            the other settings, only ``ROBOTS_AGENT`` and ``ROBOTS_MAX_WAIT`` then apply.
    """

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler
        self._slots = Slots(crawler)
        self._max_wait: float = crawler.settings.getfloat("ROBOTS_MAX_WAIT", 900.0)
        service = crawler.settings.get("ROBOTS_SERVICE")
        self._robots: Backend = OfService(crawler, service) if service else Own(crawler, self._slots)
        self._lost: Counter[str] = Counter()

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> RobotsMiddleware:
        middleware = cls(crawler)
        # Uses signals, because other middlewares consume some responses, such as redirects. Signals
        # are sent before any middleware gets the response.
        crawler.signals.connect(middleware._response_downloaded, signal=signals.response_downloaded)
        crawler.signals.connect(middleware._spider_closed, signal=signals.spider_closed)
        return middleware

    async def process_request(self, request: Request, spider: Any = None) -> None:
        """Returns when the request may be sent.

        Raises:
            IgnoreRequest: The request is disallowed, or its origin did not recover within
                ``ROBOTS_MAX_WAIT``.
        """
        if request.meta.get("dont_obey_robotstxt") or not request.url.startswith(("http:", "https:")):
            return
        leave_slot_behind(request)
        with self._slots.without_place():
            decision = await self._decision(request)
            if decision.action == "fetch":
                decision = await self._robots.keep_delay(request, decision)
        assert self._crawler.stats is not None
        self._crawler.stats.inc_value(f"robots/{decision.action}")
        if decision.action != "fetch":
            self._lost[decision.action] += 1
            raise IgnoreRequest(_reason(decision))

    async def _decision(self, request: Request) -> Decision:
        until = monotonic() + self._max_wait
        while True:
            decision = await self._robots.decide(request)
            if decision.action != "defer" or decision.retry_at is None:
                return decision
            wait = max(0.0, decision.retry_at - time.time()) + 0.01
            if monotonic() + wait > until or not await waited(self._crawler, wait):
                return decision

    def _response_downloaded(self, response: Response, request: Request, spider: Any) -> None:
        self._slots.answered(request)

    def _spider_closed(self) -> None:
        skipped, deferred = self._lost["skip"], self._lost["defer"]
        if skipped or deferred:
            logger.info(
                "robots.txt: %d pages not fetched: %d disallowed, %d deferred beyond ROBOTS_MAX_WAIT",
                skipped + deferred,
                skipped,
                deferred,
            )
        self._robots.close()


def _reason(decision: Decision) -> str:
    if decision.action == "defer":
        return f"robots.txt of {decision.robots_url} cannot be fetched now ({decision.policy_row})"
    rule = decision.verdict.rule if decision.verdict else None
    if rule is None:
        return f"Forbidden by robots.txt ({decision.policy_row})"
    return f'Forbidden by robots.txt, line {rule.line}: "{rule.text}"'
