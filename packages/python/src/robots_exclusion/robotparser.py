"""A drop-in for ``urllib.robotparser``: the same methods, read as RFC 9309 specifies.

    from robots_exclusion.robotparser import RobotFileParser

Differences from the original: the longest pattern decides instead of the first, ``*`` and ``$`` are
read, groups of one crawler are merged, a file that cannot be fetched disallows everything, and
``crawl_delay`` may be a fraction.
"""

from __future__ import annotations

import http.client
import json
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterable
from concurrent.futures import Future
from concurrent.futures import TimeoutError as FutureTimeoutError
from email.message import Message
from typing import Any, NamedTuple

from .engine import quick_engine
from .robots import DEFAULT_MAX_BYTES, Robots

__all__ = ["RequestRate", "RobotFileParser"]

# Seconds after which a file counts as unreachable, redirects and the last octet included.
TIMEOUT = 10.0


class RequestRate(NamedTuple):
    """So many requests in so many seconds."""

    requests: int
    seconds: int


class RobotFileParser:
    """Answers questions about one robots.txt. Before ``read`` or ``parse``, nothing is allowed.

    Example:
        >>> parser = RobotFileParser()
        >>> parser.parse(["User-agent: *", "Disallow: /private/", "Allow: /private/press"])
        >>> parser.can_fetch("FooBot", "https://example.com/private/press")
        True
    """

    def __init__(self, url: str = "") -> None:
        self.disallow_all = False
        self.allow_all = False
        self._robots: Robots | None = None
        self._checked = 0.0
        self.set_url(url)

    def set_url(self, url: str) -> None:
        """Sets the URL of the robots.txt."""
        self.url = url
        self.host, self.path = urllib.parse.urlparse(url)[1:3]

    def mtime(self) -> float:
        """When the file was last read, in seconds since the epoch; 0 if it was not."""
        return self._checked

    def modified(self) -> None:
        """Notes that the file was read now."""
        self._checked = time.time()

    def read(self) -> None:
        """Fetches the file. A 4xx allows everything (RFC 9309 §2.3.1.3). A 5xx, a redirect loop, no
        answer, an answer that is cut or compressed, and one that a proxy gave itself disallow
        everything (§2.3.1.4).

        Raises:
            ValueError: The URL of the file is no URL.
        """
        self.allow_all = self.disallow_all = False
        self._robots = None
        request = urllib.request.Request(self.url)
        try:
            octets, is_cut = _in_time(request)
            self.disallow_all = is_cut
        except urllib.error.HTTPError as error:
            error.close()
            self.allow_all = 400 <= error.code < 500 and not _is_of_proxy(request, error)
            self.disallow_all = not self.allow_all
        # urllib raises a ValueError for some answers, such as a Location with too long a label.
        except (OSError, FutureTimeoutError, http.client.HTTPException, ValueError):
            self.disallow_all = True
        else:
            self._parse(octets)

    def parse(self, lines: Iterable[str]) -> None:
        """Reads the lines of a robots.txt.

        Raises:
            TypeError: ``lines`` is one text instead of a list of lines.
        """
        if isinstance(lines, (str, bytes)):
            raise TypeError(f"Cannot parse one {type(lines).__name__}: expected the lines of a robots.txt (splitlines())")
        self._parse("\n".join(lines).encode("utf-8", "surrogatepass"))

    def can_fetch(self, useragent: str, url: str) -> bool:
        """Whether the crawler may fetch the URL. False for what is no URL, such as ``mailto:``."""
        if self.disallow_all or self._robots is None:
            return self.allow_all
        try:
            return self.allow_all or self._robots.allowed(url, useragent)
        except ValueError:
            return False

    def crawl_delay(self, useragent: str) -> float | None:
        """The Crawl-delay in seconds; ``None`` if the file states none."""
        return None if self._robots is None else self._robots.crawl_delay(useragent)

    def request_rate(self, useragent: str) -> RequestRate | None:
        """The Request-rate that applies at any time of day; ``None`` if the file states none."""
        rate = None if self._robots is None else self._robots.request_rate(useragent)
        return None if rate is None else RequestRate(*rate)

    def site_maps(self) -> list[str] | None:
        """The absolute URLs of sitemaps; ``None`` if the file names none."""
        if self._robots is None:
            return None
        try:
            found = self._robots.sitemaps_at(self.url or None)
        except ValueError:
            # The URL of the file is none of the web.
            found = self._robots.sitemaps
        return list(found) or None

    def __str__(self) -> str:
        return "" if self._robots is None else self._robots.octets.decode("utf-8", "replace")

    def _parse(self, octets: bytes) -> None:
        self._robots = Robots.parse(octets)
        self.modified()


def _in_time(request: urllib.request.Request) -> tuple[bytes, bool]:
    """What :func:`_fetched` returns or raises. A server that sends an octet now and then keeps every single wait
    short, so the whole fetch has a limit; the thread of one that exceeds it ends with its connection."""
    result: Future[tuple[bytes, bool]] = Future()

    def fetch() -> None:
        try:
            result.set_result(_fetched(request))
        except BaseException as error:
            result.set_exception(error)

    threading.Thread(target=fetch, daemon=True).start()
    return result.result(TIMEOUT)


def _fetched(request: urllib.request.Request) -> tuple[bytes, bool]:
    """The octets of the file, and whether they are not the site's whole file."""
    with urllib.request.urlopen(request, timeout=TIMEOUT) as answer:
        octets = answer.read(DEFAULT_MAX_BYTES + 1)
        # The answers of other schemes than HTTP have no length. No part of the file was asked for.
        is_cut = len(octets) <= DEFAULT_MAX_BYTES and bool(getattr(answer, "length", None))
        is_other = answer.status == 206 or _is_compressed(answer.headers) or _is_of_proxy(request, answer)
        return octets, is_cut or is_other


def _is_compressed(headers: Message) -> bool:
    codings = [*headers.get_all("Content-Encoding", ()), *headers.get_all("Transfer-Encoding", ())]
    return any(each.strip().lower() not in ("", "identity", "chunked") for each in codings)


def _is_of_proxy(request: urllib.request.Request, answer: Any) -> bool:
    """Whether the answer shows that a proxy gave it itself (docs/transports.md). Only a request over ``http:`` is read by
    its proxy, and after a redirect urllib does not tell whether it used one."""
    if not answer.geturl().startswith("http:") or not (request.has_proxy() or "http" in urllib.request.getproxies()):
        return False
    fields: Message = answer.headers
    headers = {name.lower(): ", ".join(fields.get_all(name, ())) for name in fields}
    with quick_engine() as engine:
        return bool(engine.call("proxyAnswerJson", "", answer.status, json.dumps(headers)) != "null")
