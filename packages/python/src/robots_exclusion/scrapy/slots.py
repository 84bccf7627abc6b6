"""Controls Scrapy's limit on concurrent requests, and Scrapy's download slots, which keep
delays."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from scrapy.http import Request

if TYPE_CHECKING:
    from scrapy.crawler import Crawler


class Slots:
    """The slots of one crawl's downloader. The downloader exists only after the crawl has begun."""

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler

    @property
    def _downloader(self) -> Any:
        engine: Any = self._crawler.engine
        return engine.downloader

    def key_of(self, request: Request) -> str:
        find = getattr(self._downloader, "get_slot_key", None)
        key: str = find(request) if find else self._downloader._get_slot_key(request, None)
        return key

    def of(self, request: Request) -> Any:
        return self._downloader.slots.get(self.key_of(request))

    @contextmanager
    def without_place(self) -> Iterator[None]:
        """Raises the limit on concurrent requests by one during the block."""
        downloader = self._downloader
        if downloader.total_concurrency == 0:
            yield
            return
        downloader.total_concurrency += 1
        try:
            yield
        finally:
            downloader.total_concurrency -= 1

    def keep_delay(self, request: Request, delay: float) -> None:
        downloader = self._downloader
        key = self.key_of(request)
        stated = downloader.per_slot_settings.get(key, {})
        delay = max(delay, stated.get("delay", self._crawler.settings.getfloat("DOWNLOAD_DELAY")))
        # Disables jitter, because Scrapy varies delays by default and may shorten them.
        exact = {"delay": delay, "concurrency": 1, "jitter": 0.0, "randomize_delay": False}
        downloader.per_slot_settings[key] = {**stated, **exact}
        slot = downloader.slots.get(key)
        if slot is not None:
            slot.delay = max(slot.delay, delay)
            slot.concurrency = 1
            setattr(slot, "jitter" if hasattr(slot, "jitter") else "randomize_delay", 0)

    def answered(self, request: Request) -> None:
        """Starts a stated delay at the response instead of the request, so that the origin never
        sees a shorter delay, even if the connection was slow."""
        slot = self.of(request)
        if slot is not None and (slot.delay or "robots_octets" in request.meta):
            slot.lastseen = max(slot.lastseen, monotonic())


def leave_slot_behind(request: Request) -> None:
    """Removes the slot of a redirected request, because Scrapy keeps the slot of the redirecting
    site, but the target site has its own delay."""
    before = request.meta.get("redirect_urls")
    if before and request.meta.get("download_slot") == urlsplit(before[-1]).hostname:
        del request.meta["download_slot"]
