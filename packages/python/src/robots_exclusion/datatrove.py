"""datatrove: a filter that drops documents whose URLs are disallowed by their sites' robots.txt, and a reader that asks
before it fetches media.

    pipeline = [reader, RobotsFilter("FooBot", robots_of), RobotsFetchReader(Client("FooBot/1.0"), "FooBot/1.0"), writer]
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import Any
from urllib.parse import SplitResult, urlsplit

import requests
from datatrove.data import Document
from datatrove.pipeline.filters.base_filter import BaseFilter
from datatrove.pipeline.media.readers.http_fetch import HTTPFetchReader
from datatrove.pipeline.writers.disk_base import DiskWriter
from requests.adapters import BaseAdapter

from .client import BadUrlError
from .guard import Pace
from .guard import Robots as Asked
from .requests import DisallowedError, turn_of
from .robots import Agent, Robots

# Limit on the sites cached per task; the least recently used are dropped.
MOST_SITES = 4096


class RobotsFilter(BaseFilter):  # type: ignore[misc]
    """Keeps a document if ``agent`` may fetch its URL.

    Args:
        agent: The crawler for which robots.txt is checked.
        robots_of: Returns the octets of an origin's robots.txt (``https://example.com``), for
            example from an archive; ``None`` if the origin had no robots.txt, which allows
            everything (RFC 9309 §2.3.1.3).
        url_key: The key of a document's URL in its metadata.
        exclusion_writer: Receives the dropped documents. Their metadata names the deciding line.
    """

    name = "robots.txt"

    def __init__(
        self,
        agent: Agent,
        robots_of: Callable[[str], bytes | None],
        url_key: str = "url",
        exclusion_writer: DiskWriter | None = None,
    ) -> None:
        # The original's parameter has the default None, but not the type.
        super().__init__(exclusion_writer)  # pyright: ignore[reportArgumentType]
        self._agent = agent
        self._robots_of = robots_of
        self._url_key = url_key
        self._sites: OrderedDict[str, Robots] = OrderedDict()

    def filter(self, doc: Document) -> bool | tuple[bool, str]:
        url = doc.metadata.get(self._url_key)
        parts = _parts(url)
        if url is None or parts is None or parts.scheme not in ("http", "https") or not parts.netloc:
            return False, "robots-no-url"
        robots = self._site(f"{parts.scheme}://{parts.netloc}")
        try:
            allowed = robots.allowed(url, self._agent)
        except ValueError:
            return False, "robots-bad-url"
        return True if allowed else (False, "robots-disallowed")

    def _site(self, origin: str) -> Robots:
        robots = self._sites.pop(origin, None) or Robots.parse(self._robots_of(origin) or b"")
        self._sites[origin] = robots
        if len(self._sites) > MOST_SITES:
            self._sites.popitem(last=False)
        return robots


def _parts(url: object) -> SplitResult | None:
    try:
        return urlsplit(url) if isinstance(url, str) else None
    except ValueError:
        return None


class RobotsFetchReader(HTTPFetchReader):  # type: ignore[misc]
    """An ``HTTPFetchReader`` that asks ``robots`` before each request, redirects included, and keeps the Crawl-delay.

    Args:
        robots: A ``Client`` or a ``ServiceClient``.
        custom_agent: The User-Agent of the requests.
        options: Those of ``HTTPFetchReader``.
    """

    def __init__(self, robots: Asked, custom_agent: str, **options: Any) -> None:
        super().__init__(custom_agent=custom_agent, **options)
        Pace(robots)
        self._robots = robots

    @property
    def scraper(self) -> requests.Session:
        session: requests.Session = super().scraper
        for prefix, adapter in list(session.adapters.items()):
            if not isinstance(adapter, _Asking):
                session.mount(prefix, _Asking(adapter, self._robots))
        return session

    def check_robots_txt(self, url: str) -> bool:
        try:
            return self._robots.check(url).action != "skip"
        except BadUrlError:
            return True  # The request fails with its own reason.


class _Asking(BaseAdapter):
    """Asks before the adapter of ``HTTPFetchReader``, which has settings of its own for TLS."""

    def __init__(self, adapter: BaseAdapter, robots: Asked) -> None:
        super().__init__()
        self._adapter = adapter
        self._robots = robots

    def send(self, request: requests.PreparedRequest, *args: Any, **options: Any) -> requests.Response:
        with turn_of(Pace(self._robots), request, lambda decision: DisallowedError(decision, request)):
            return self._adapter.send(request, *args, **options)

    def close(self) -> None:
        self._adapter.close()
