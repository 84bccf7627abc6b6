"""The source of decisions: this process, or a shared decision service."""

from __future__ import annotations

import time
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Protocol

from scrapy.http import Request

from ..client.decision import Decision
from ..client.knowledge import Knowledge, locate
from ..client.settings import settings_of
from ..client.store import SQLiteStore
from ..guard import MOST_LATE
from ..robots import product_tokens
from ..service import ServiceClient
from .fetching import Fetching
from .slots import Slots
from .waiting import asked, of_thread, waited

if TYPE_CHECKING:
    from scrapy.crawler import Crawler

# Limit on crawler names with compiled rules; the least recently used are dropped.
MOST_AGENTS = 16
# Limit on pending requests to the service. It is high, so that requests for decisions about silent
# origins do not delay others.
MOST_ASKED = 1000


class Backend(Protocol):
    """Decides about requests, and keeps the Crawl-delay between allowed requests."""

    async def decide(self, request: Request) -> Decision: ...
    async def keep_delay(self, request: Request, decision: Decision) -> Decision: ...
    def close(self) -> None: ...


class Own:
    """Fetches robots.txt in this process. Crawl-delay becomes the delay of the download slot."""

    def __init__(self, crawler: Crawler, slots: Slots) -> None:
        settings = crawler.settings
        path = settings.get("ROBOTS_STORE")
        self._store = SQLiteStore(path) if path else None
        options: Any = {
            "agent": settings.get("ROBOTS_AGENT"),
            "preset": settings.get("ROBOTS_PRESET", "rfc9309"),
            "lifetimes": settings.getdict("ROBOTS_LIFETIMES"),
            "store": self._store,
        }
        self._knowledge = Knowledge(settings_of(user_agent_of(crawler), options))
        self._of_agents: OrderedDict[tuple[str, ...], Knowledge] = OrderedDict()
        self._names_agent = bool(settings.get("ROBOTS_AGENT") or settings.get("ROBOTSTXT_USER_AGENT"))
        self._slots = slots
        self._fetching = Fetching(crawler, self._knowledge, slots)

    async def decide(self, request: Request) -> Decision:
        knowledge = self._knowledge_for(request)
        location = locate(request.url)
        assert location is not None
        kept = await asked(knowledge, location, knowledge.decide_current, request.url, location)
        if kept is not None:
            return kept
        await self._fetching.renew(location, request)
        return await asked(knowledge, location, knowledge.decide, request.url, location)

    def _knowledge_for(self, request: Request) -> Knowledge:
        """The knowledge for the crawler that the request names, which may differ from that of the
        crawl."""
        tokens = () if self._names_agent else tokens_of(request)
        if not tokens or tokens == self._knowledge.agent:
            return self._knowledge
        known = self._of_agents.pop(tokens, None)
        if known is None:
            known = Knowledge(replace(self._knowledge.settings, agent=tokens))
        self._of_agents[tokens] = known
        if len(self._of_agents) > MOST_AGENTS:
            self._of_agents.popitem(last=False)
        return known

    async def keep_delay(self, request: Request, decision: Decision) -> Decision:
        if decision.crawl_delay_seconds is not None:
            self._slots.keep_delay(request, decision.crawl_delay_seconds)
        return decision

    def close(self) -> None:
        if self._store is not None:
            self._store.close()


class OfService:
    """Gets decisions from a service. The service keeps the delay by assigning request times to all
    processes that use the service."""

    def __init__(self, crawler: Crawler, url: str) -> None:
        named = crawler.settings.get("ROBOTS_AGENT")
        agent = named or next(iter(product_tokens(user_agent_of(crawler))), "")
        self._names_agent = bool(named or crawler.settings.get("ROBOTSTXT_USER_AGENT"))
        self._url = url
        self._crawler = crawler
        self._max_wait: float = crawler.settings.getfloat("ROBOTS_MAX_WAIT", 900.0)
        self._client = ServiceClient(url, agent, fail="defer")
        self._of_agents: OrderedDict[str, ServiceClient] = OrderedDict()
        self._threads = ThreadPoolExecutor(MOST_ASKED, "robots-service")

    async def decide(self, request: Request) -> Decision:
        return await of_thread(self._threads.submit(self._client_for(request).check, request.url))

    async def keep_delay(self, request: Request, decision: Decision) -> Decision:
        client = self._client_for(request)
        while decision.crawl_delay_seconds and decision.url != decision.robots_url:
            reservation = await of_thread(
                self._threads.submit(client.reserve, request.url, max_wait=self._max_wait)
            )
            at = reservation.at
            if at is None:
                return reservation.decision
            if not await waited(self._crawler, at - time.time()):
                return replace(decision, action="defer", policy_row="crawl-delay", retry_at=at)
            if time.time() <= at + MOST_LATE:
                return decision
        return decision

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)
        for client in (self._client, *self._of_agents.values()):
            client.close()

    def _client_for(self, request: Request) -> ServiceClient:
        token = "" if self._names_agent else next(iter(tokens_of(request)), "")
        if token in ("", *self._client.agent):
            return self._client
        client = self._of_agents.pop(token, None) or ServiceClient(self._url, token, fail="defer")
        self._of_agents[token] = client
        if len(self._of_agents) > MOST_AGENTS:
            self._of_agents.popitem(last=False)[1].close()
        return client


def user_agent_of(crawler: Crawler) -> str:
    """The User-Agent of the crawl. As in Scrapy, the spider's setting takes precedence."""
    settings = crawler.settings
    of_spider = getattr(crawler.spider, "user_agent", None)
    user_agent: str = settings.get("ROBOTSTXT_USER_AGENT") or of_spider or settings["USER_AGENT"]
    return user_agent


def tokens_of(request: Request) -> tuple[str, ...]:
    """The crawler that the request's own User-Agent names."""
    header = request.headers.get(b"User-Agent")
    return product_tokens(header.decode("latin-1")) if header else ()
