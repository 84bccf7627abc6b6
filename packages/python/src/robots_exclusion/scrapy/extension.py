"""Crawl-delay for crawls that keep Scrapy's own robots.txt middleware."""

from __future__ import annotations

import logging
from time import monotonic
from typing import TYPE_CHECKING, Any

from scrapy import signals
from scrapy.exceptions import NotConfigured
from scrapy.http import Request, Response
from scrapy.robotstxt import RobotParser

from .backends import user_agent_of
from .slots import Slots

if TYPE_CHECKING:
    from scrapy.crawler import Crawler

logger = logging.getLogger("robots_exclusion.scrapy")

# Limit on a delay in seconds, as in the client.
MOST_DELAY = 3600.0


class CrawlDelay:
    """Sets the delay of a site's download slot as soon as Scrapy's own middleware has read the site's
    robots.txt, and says at the end how many slots had one. Needs Scrapy 2.19, which sends the signal
    ``robots_parsed``.

    Settings:
        ``ROBOTSTXT_OBEY``: must be true.
        ``ROBOTS_AGENT``: the product token. Default: ``ROBOTSTXT_USER_AGENT``, or else ``USER_AGENT``.
    """

    def __init__(self, crawler: Crawler) -> None:
        parsed = getattr(signals, "robots_parsed", None)
        if parsed is None:
            raise NotConfigured("CrawlDelay needs the signal robots_parsed of Scrapy 2.19")
        if not crawler.settings.getbool("ROBOTSTXT_OBEY"):
            raise NotConfigured("CrawlDelay needs ROBOTSTXT_OBEY = True")
        self._crawler = crawler
        self._slots = Slots(crawler)
        self._delays: dict[str, float] = {}
        self._cut = 0
        crawler.signals.connect(self._parsed, signal=parsed)
        crawler.signals.connect(self._answered, signal=signals.response_downloaded)
        crawler.signals.connect(self._closed, signal=signals.spider_closed)

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> CrawlDelay:
        return cls(crawler)

    def _parsed(self, robotparser: RobotParser, request: Request) -> None:
        agent: str = self._crawler.settings.get("ROBOTS_AGENT") or user_agent_of(self._crawler)
        stated: Any = robotparser.crawl_delay(agent) if hasattr(robotparser, "crawl_delay") else None
        if not stated:
            return
        self._cut += stated > MOST_DELAY
        self._delays[self._slots.key_of(request)] = min(float(stated), MOST_DELAY)
        self._slots.keep_delay(request, min(float(stated), MOST_DELAY))
        slot = self._slots.of(request)
        if slot is not None:
            # The request for robots.txt was the last one so far.
            slot.lastseen = monotonic()

    def _answered(self, response: Response, request: Request, spider: Any) -> None:
        self._slots.answered(request)

    def _closed(self) -> None:
        stats = self._crawler.stats
        forbidden = (stats.get_value("robotstxt/forbidden") or 0) if stats is not None else 0
        if self._delays or forbidden:
            logger.info(
                "robots.txt: %d pages disallowed; Crawl-delay kept at %d download slots, at most %g s; %d delays cut to %g s",
                forbidden,
                len(self._delays),
                max(self._delays.values(), default=0.0),
                self._cut,
                MOST_DELAY,
            )
