"""Crawls a thousand origins with requests, httpx, aiohttp and Scrapy: each robots.txt is fetched
once, no forbidden page is fetched, and none is lost."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import threading
import unittest
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import aiohttp
import httpx

from robots_exclusion.aiohttp import robots_middleware
from robots_exclusion.client import AsyncClient, Client
from robots_exclusion.client.settings import Limits
from robots_exclusion.guard import RefusedByRobots
from robots_exclusion.httpx import AsyncRobotsTransport
from robots_exclusion.requests import robots_session

from .origin import RULES
from .test_scrapy import SPIDER

AGENT = "FooBot/1.0"
COUNT = 1000
# A silent origin takes this long; other origins respond sooner on any machine.
SECONDS = 20
LIMITS = Limits(read_timeout=SECONDS, total_timeout=3 * SECONDS)
PATHS = ("/ok", "/x", "/to-x")


def answer(at: int, path: str) -> bytes | None:
    """The response of an origin. Of ten origins, one has no robots.txt, one redirects it, and one
    fails. Of a hundred, one is silent."""
    if path == "/robots.txt":
        if at % 100 == 50:
            return None
        if at % 10 == 1:
            return b"HTTP/1.1 404 X\r\ncontent-length: 0\r\n\r\n"
        if at % 10 == 2:
            return b"HTTP/1.1 301 X\r\nlocation: /moved.txt\r\ncontent-length: 0\r\n\r\n"
        if at % 10 == 3:
            return b"HTTP/1.1 500 X\r\ncontent-length: 0\r\n\r\n"
    if path == "/to-x":
        return b"HTTP/1.1 302 X\r\nlocation: /x\r\ncontent-length: 0\r\n\r\n"
    return b"HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\ncontent-length: %d\r\n\r\n%s" % (len(RULES), RULES)


def expected(at: int) -> set[str]:
    """The pages that respond."""
    if at % 100 == 50 or at % 10 == 3:
        return set()
    return set(PATHS) if at % 10 == 1 else {"/ok"}


def host(at: int) -> str:
    return f"127.9.{at // 200}.{at % 200 + 1}"


@contextmanager
def origins() -> Iterator[tuple[list[str], list[Counter[str]]]]:
    """The prefix of the origins' URLs, and the paths requested from each."""
    seen: list[Counter[str]] = [Counter() for _ in range(COUNT)]
    numbers = {host(at): at for at in range(COUNT)}
    loop = asyncio.new_event_loop()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        at = numbers[writer.get_extra_info("sockname")[0]]
        try:
            while head := await reader.readuntil(b"\r\n\r\n"):
                path = head.split(b" ", 2)[1].decode()
                seen[at][path] += 1
                octets = answer(at, path)
                if octets is None:
                    await reader.read()
                    break
                writer.write(octets)
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            writer.close()

    server = loop.run_until_complete(asyncio.start_server(serve, "0.0.0.0", 0, backlog=1000))
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()
    try:
        port = server.sockets[0].getsockname()[1]
        yield [f"http://{host(at)}:{port}" for at in range(COUNT)], seen
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        server.close()


class ManyOrigins(unittest.TestCase):
    def assert_obeyed(self, got: list[set[str]], seen: list[Counter[str]]) -> None:
        for at in range(COUNT):
            with self.subTest(at=at):
                self.assertEqual(got[at], expected(at))
                self.assertEqual(seen[at]["/robots.txt"], 1)
                if at % 10 != 1:
                    self.assertEqual(seen[at]["/x"], 0)

    def test_requests(self) -> None:
        local = threading.local()

        def pages(base: str) -> set[str]:
            if not hasattr(local, "session"):
                local.session = robots_session(client)
            found = set()
            for path in PATHS:
                try:
                    found.add(path) if local.session.get(base + path).ok else None
                except RefusedByRobots:
                    continue
            return found

        with origins() as (bases, seen), Client(AGENT, limits=LIMITS) as client, ThreadPoolExecutor(32) as threads:
            self.assert_obeyed(list(threads.map(pages, bases)), seen)

    def test_httpx_and_aiohttp(self) -> None:
        async def of_httpx(client: httpx.AsyncClient, url: str) -> bool:
            return (await client.get(url, timeout=None)).is_success

        async def of_aiohttp(session: aiohttp.ClientSession, url: str) -> bool:
            async with session.get(url) as response:
                return response.ok

        async def run(bases: list[str]) -> list[set[str]]:
            places = asyncio.Semaphore(100)

            async def pages(at: int) -> set[str]:
                found = set()
                async with places:
                    for path in PATHS:
                        url = bases[at] + path
                        try:
                            is_there = of_httpx(client, url) if at % 2 else of_aiohttp(session, url)
                            found.add(path) if await is_there else None
                        except RefusedByRobots:
                            continue
                return found

            async with AsyncClient(AGENT, limits=LIMITS) as robots:
                transport, ask = AsyncRobotsTransport(robots), robots_middleware(robots)
                async with httpx.AsyncClient(transport=transport, follow_redirects=True) as client:
                    async with aiohttp.ClientSession(middlewares=[ask], timeout=aiohttp.ClientTimeout()) as session:
                        return await asyncio.gather(*(pages(at) for at in range(COUNT)))

        with origins() as (bases, seen):
            self.assert_obeyed(asyncio.run(run(bases)), seen)

    def test_scrapy(self) -> None:
        with origins() as (bases, seen):
            urls = [[str(at), base + path] for at, base in enumerate(bases) for path in PATHS]
            settings = {"ROBOTS_TIMEOUT": SECONDS, "ROBOTS_MAX_WAIT": 0, "CONCURRENT_REQUESTS": 100, "RETRY_ENABLED": False}
            asked = json.dumps({"urls": urls, "settings": settings})
            run = subprocess.run([sys.executable, SPIDER], input=asked, capture_output=True, text=True, check=True)
            answered = json.loads(run.stdout)
            # For /to-x, Scrapy reports the target of the redirect.
            got = [set(answered.get(str(at), [])) | ({"/to-x"} if at % 10 == 1 else set()) for at in range(COUNT)]
            self.assert_obeyed(got, seen)
