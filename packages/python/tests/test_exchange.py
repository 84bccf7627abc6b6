"""The request for robots.txt, its time limit, and the error if it cannot be sent."""

from __future__ import annotations

import asyncio
import socket
import tempfile
import threading
import time
import unittest
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager

import aiohttp
import httpx
import requests

from robots_exclusion.aiohttp import robots_middleware
from robots_exclusion.client import AsyncClient, BadUrlError, Client, Decision
from robots_exclusion.client.settings import Limits
from robots_exclusion.client.transport import HttpxTransport
from robots_exclusion.httpx import AsyncRobotsTransport, RobotsTransport
from robots_exclusion.langchain import guard
from robots_exclusion.requests import robots_session

from .origin import RULES, Site, Sites, silence
from .test_scrapy import crawled

AGENT = "FooBot/1.0"
# A check that takes more than this many seconds counts as unbounded.
MOST = 60

# Validators with octets of any encoding, as servers may derive them from file names.
VALIDATORS = {"etag": '"\u00e9\u00ff\u00c3\u00a9"', "last-modified": "g\u00e9stern"}


def with_validators(site: Site) -> tuple[int, dict[str, str], bytes]:
    sent = site.fields[-1]
    is_known = sent.get("if-none-match") == VALIDATORS["etag"] and sent.get("if-modified-since") == VALIDATORS["last-modified"]
    return (304, VALIDATORS, b"") if is_known else (200, VALIDATORS, RULES)


class Validators(unittest.TestCase):
    def test_octets_go_back_as_they_came(self) -> None:
        now = [1_800_000_000.0]

        def run(site: Site) -> Decision:
            with Client(AGENT, now=lambda: now[0]) as client:
                client.check(site.url("/x"))
                now[0] += 90_000
                return client.check(site.url("/x"))

        async def run_async(site: Site) -> Decision:
            async with AsyncClient(AGENT, now=lambda: now[0]) as client:
                await client.check(site.url("/x"))
                now[0] += 90_000
                return await client.check(site.url("/x"))

        ways: tuple[Callable[[Site], Decision], ...] = (run, lambda site: asyncio.run(run_async(site)))
        for way in ways:
            with Sites() as sites:
                site = sites.add(with_validators)
                decision = way(site)
                self.assertEqual((decision.action, decision.outcome, decision.fetched_at), ("skip", "rules", now[0]))
                self.assertEqual(site.fields[1]["if-none-match"], VALIDATORS["etag"])

    def test_octets_go_back_from_scrapy(self) -> None:
        with Sites() as sites, tempfile.TemporaryDirectory() as folder:
            site = sites.add(with_validators)
            lifetimes = {"floorSeconds": 0.1, "ceilingSeconds": 0.1, "jitter": 0}
            settings = {"ROBOTS_LIFETIMES": lifetimes, "ROBOTS_STORE": f"{folder}/robots.db"}
            crawled({"site": site}, settings)
            time.sleep(0.2)
            crawled({"site": site}, settings)
            renewals = [each for each in site.fields if "if-none-match" in each]
            self.assertGreater(len(renewals), 0)
            self.assertEqual({each["if-none-match"] for each in renewals}, {VALIDATORS["etag"]})
            self.assertEqual(site.count("/x"), 0)


HEAD = b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n"
# Beginnings of responses. Each is followed by an endless sequence of single octets.
DRIPS = {
    "nothing": (b"", b"H"),
    "a field": (b"HTTP/1.1 200 OK\r\nx: ", b"a"),
    "interim answers": (b"", b"HTTP/1.1 100 Continue\r\n\r\n"),
    "a chunk extension": (HEAD + b"1;", b"a"),
    "a body": (b"HTTP/1.1 200 OK\r\n\r\nUser-agent: *\n", b"#"),
    "a trailer": (HEAD + b"0\r\nx: ", b"a"),
}


@contextmanager
def dripping() -> Iterator[Callable[[int], str]]:
    """The URL of a page for the number of each dripping response."""
    is_over = threading.Event()

    def drip(connection: socket.socket) -> None:
        with connection:
            at = int(connection.getsockname()[0].rsplit(".", 1)[1]) - 2
            first, more = list(DRIPS.values())[at]
            try:
                connection.recv(65_536)
                connection.sendall(first)
                while not is_over.wait(0.02):
                    connection.sendall(more)
            except OSError:
                return

    def serve() -> None:
        while not is_over.is_set():
            try:
                connection, _ = listener.accept()
            except OSError:
                return
            threading.Thread(target=drip, args=(connection,), daemon=True).start()

    with closing(socket.socket()) as listener:
        listener.bind(("0.0.0.0", 0))
        listener.listen(100)
        threading.Thread(target=serve, daemon=True).start()
        try:
            yield lambda at: f"http://127.8.0.{at + 2}:{listener.getsockname()[1]}/x"
        finally:
            is_over.set()


class Times(unittest.TestCase):
    def test_the_total_holds_whatever_drips(self) -> None:
        limits = Limits(read_timeout=MOST, total_timeout=0.5)
        found: dict[tuple[int, int], Decision] = {}

        def check(at: int, url: str) -> None:
            for number, transport in enumerate((None, HttpxTransport(httpx.HTTPTransport()))):
                with Client(AGENT, limits=limits, transport=transport) as client:
                    found[at, number] = client.check(url)

        with dripping() as url:
            threads = [threading.Thread(target=check, args=(at, url(at)), daemon=True) for at in range(len(DRIPS))]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join(MOST)
        self.assertEqual([thread.is_alive() for thread in threads], [False] * len(DRIPS))
        rows = {name: {found[at, number].policy_row for number in (0, 1)} for at, name in enumerate(DRIPS)}
        self.assertEqual(rows, {name: {"rfc9309/timeout-total/at-once"} for name in DRIPS})

    def test_what_is_closed_during_a_check(self) -> None:
        async def run(url: str) -> None:
            async with AsyncClient(AGENT) as client:
                waiting = asyncio.ensure_future(client.check(url))
                given_up = asyncio.ensure_future(client.check(url))
                while not client._flights:
                    await asyncio.sleep(0.01)
                given_up.cancel()
            with self.assertRaisesRegex(RuntimeError, "closed"):
                await waiting
            with self.assertRaises(asyncio.CancelledError):
                await given_up

        with Sites() as sites:
            asyncio.run(run(sites.add(silence).url("/x")))


# URLs that some library changes before it sends the request, or that cannot be requested.
NO_URLS = ("http://xn--a.localhost/", "http:/x/", "http://a b/", "http://[::1", "http://a.example:99999/", "/x", "")


class Errors(unittest.TestCase):
    def test_a_url_that_is_none_is_the_librarys_own_error(self) -> None:
        async def get(url: str) -> None:
            async with AsyncClient(AGENT) as robots:
                async with httpx.AsyncClient(transport=AsyncRobotsTransport(robots)) as client:
                    with self.assertRaises(self.of_httpx):
                        await client.get(url)
                async with aiohttp.ClientSession(middlewares=[robots_middleware(robots)]) as session:
                    with self.assertRaises(aiohttp.ClientError):
                        await session.get(url)

        with Client(AGENT) as robots, robots_session(robots) as session:
            for url in NO_URLS:
                with self.subTest(url), httpx.Client(transport=RobotsTransport(robots)) as client:
                    with self.assertRaises(requests.RequestException):
                        session.get(url)
                    with self.assertRaises(self.of_httpx):
                        client.get(url)
                    with guard(robots), self.assertRaises(requests.RequestException):
                        requests.get(url, timeout=1)
                    asyncio.run(get(url))

    # Includes UnicodeError, which httpx itself raises with any transport for a host name that it
    # cannot decode.
    of_httpx = (httpx.RequestError, httpx.InvalidURL, UnicodeError)

    def test_what_is_no_text(self) -> None:
        with Client(AGENT) as client:
            for url in (b"http://a.example/", httpx.URL("http://a.example/"), None, 17, ["http://a.example/"]):
                with self.subTest(url=url), self.assertRaisesRegex(TypeError, "expected a URL as text"):
                    client.check(url)  # type: ignore[arg-type]
            for text in ("/x", "", "a.example"):
                with self.assertRaisesRegex(BadUrlError, "expected an absolute URL"):
                    client.check(text)
            with self.assertRaisesRegex(ValueError, "expected one of default, reload"):
                client.check("http://a.example/", mode="fresh")  # type: ignore[arg-type]

    def test_what_is_made_of_the_wrong_parts(self) -> None:
        robots, async_robots = Client(AGENT), AsyncClient(AGENT)
        works: tuple[tuple[type[Exception], Callable[[], object]], ...] = (
            (TypeError, lambda: robots_session(async_robots)),  # type: ignore[arg-type]
            (TypeError, lambda: RobotsTransport(async_robots)),  # type: ignore[arg-type]
            (TypeError, lambda: guard(async_robots).__enter__()),  # type: ignore[arg-type]
            (TypeError, lambda: AsyncRobotsTransport(robots)),  # type: ignore[arg-type]
            (TypeError, lambda: robots_middleware(robots)),  # type: ignore[arg-type]
            (TypeError, lambda: Client(AGENT, transport=httpx.HTTPTransport())),  # type: ignore[arg-type]
            (TypeError, lambda: AsyncClient(AGENT, transport=httpx.AsyncHTTPTransport())),  # type: ignore[arg-type]
            (TypeError, lambda: Client(AGENT, store="robots.db")),  # type: ignore[arg-type]
            (ValueError, lambda: Client(AGENT, max_crawl_delay_seconds=-1)),
            (ValueError, lambda: Limits(max_bytes=0)),
            (ValueError, lambda: Limits(total_timeout=float("nan"))),
            (ValueError, lambda: Limits(read_timeout=None)),  # type: ignore[arg-type]
            (ValueError, lambda: Limits(max_fetches=0)),
        )
        for at, (kind, work) in enumerate(works):
            with self.subTest(at), self.assertRaisesRegex(kind, "^Cannot .*: expected "):
                work()
        with guard(robots):
            pass
