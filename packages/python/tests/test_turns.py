"""One Crawl-delay for all users of a client: no user waits for ever, and no request is sent too
early or under expired rules."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import threading
import time
import unittest
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from pathlib import Path
from unittest.mock import patch

import aiohttp
import httpx
import requests
from requests.adapters import HTTPAdapter
from requests.auth import HTTPDigestAuth
from urllib3.util import Retry

from robots_exclusion.aiohttp import DisallowedError as AioDisallowedError
from robots_exclusion.aiohttp import robots_middleware
from robots_exclusion.client import AsyncClient, Client
from robots_exclusion.httpx import RobotsTransport
from robots_exclusion.langchain import guard
from robots_exclusion.requests import DisallowedError, RobotsAdapter, robots_session

from .origin import Site, Sites, rules_with

AGENT = "FooBot/1.0"
DELAY = 0.2
# A request that takes more than this many seconds counts as waiting for ever.
MOST = 60
SLOW = rules_with(b"Crawl-delay: %g\n" % DELAY)


def moved(target: str) -> Callable[[Site], tuple[int, dict[str, str], bytes]]:
    return lambda _: (302, {"location": target}, b"")


def busy_once(site: Site) -> tuple[int, dict[str, str], bytes]:
    return (503 if site.count("/busy") == 1 else 200), {}, b""


def digest(site: Site) -> tuple[int, dict[str, str], bytes]:
    challenge = 'Digest realm="r", nonce="n", qop="auth", algorithm=MD5'
    return (200, {}, b"") if site.count("/digest") > 1 else (401, {"www-authenticate": challenge}, b"")


class Turns(unittest.TestCase):
    def in_threads(self, *works: Callable[[], object]) -> None:
        """Runs functions in threads, and returns when all are done. Raises if one fails."""
        failed: list[BaseException] = []

        def run(work: Callable[[], object]) -> None:
            try:
                work()
            except BaseException as error:
                failed.append(error)

        threads = [threading.Thread(target=run, args=(work,), daemon=True) for work in works]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(MOST)
        self.assertEqual([thread.is_alive() for thread in threads], [False] * len(threads))
        self.assertEqual(failed, [])

    def assert_paced(self, site: Site) -> None:
        self.assertGreaterEqual(min(site.gaps()), DELAY)

    def test_a_guarded_redirect_within_a_site(self) -> None:
        with Sites() as sites, Client(AGENT) as robots, guard(robots):
            site = sites.add(SLOW)
            self.in_threads(lambda: requests.get(site.url("/to-ok"), timeout=MOST).raise_for_status())
            self.assertEqual([path for _, path in site.seen], ["/robots.txt", "/to-ok", "/ok"])
            self.assert_paced(site)

    def test_sites_that_lead_to_each_other(self) -> None:
        with Sites() as sites, Client(AGENT) as robots:
            one, two = sites.add(SLOW), sites.add(SLOW)
            one.answers["/away"], two.answers["/away"] = moved(two.url("/ok")), moved(one.url("/ok"))
            with guard(robots):
                works = [lambda site=site: requests.get(site.url("/away"), timeout=MOST) for site in (one, two)]
                self.in_threads(*works * 2)
            with httpx.Client(transport=RobotsTransport(robots), follow_redirects=True) as client:
                works = [lambda site=site: client.get(site.url("/away"), timeout=MOST) for site in (one, two)]
                self.in_threads(*works * 2)
            for site in (one, two):
                self.assertEqual((site.count("/away"), site.count("/ok")), (4, 4))
                self.assert_paced(site)

    def test_two_guards_about_one_request(self) -> None:
        with Sites() as sites, Client(AGENT) as robots, robots_session(robots) as session, guard(robots):
            site = sites.add(SLOW)
            site.answers["/busy"] = busy_once
            self.in_threads(lambda: session.get(site.url("/ok")), lambda: session.get(site.url("/to-ok")))
            session.mount("http://", RobotsAdapter(robots, max_retries=Retry(1, status_forcelist=[503])))
            self.in_threads(lambda: session.get(site.url("/busy")).raise_for_status())
            self.assertEqual((site.count("/ok"), site.count("/busy")), (2, 2))
            self.assert_paced(site)

    def test_all_that_ask_one_client_share_the_delay(self) -> None:
        with Sites() as sites, Client(AGENT) as robots:
            site = sites.add(SLOW)

            def with_requests() -> None:
                with robots_session(robots) as session:
                    session.get(site.url("/ok")).raise_for_status()

            def with_httpx() -> None:
                with httpx.Client(transport=RobotsTransport(robots)) as client:
                    client.get(site.url("/ok")).raise_for_status()

            self.in_threads(with_requests, with_httpx, with_requests, with_httpx)
            self.assertEqual(site.count("/ok"), 4)
            self.assert_paced(site)

    def test_instants_are_reserved_a_delay_apart(self) -> None:
        with Sites() as sites, Client(AGENT) as robots:
            site = sites.add(rules_with(b"Crawl-delay: 20\n"))
            pages = [site.url(path) for path in ("/1", "/2", "/3")]
            found = [robots.reserve(url) for url in pages]
            times = [each.at or 0.0 for each in found]
            self.assertEqual([round(later - earlier) for earlier, later in pairwise(times)], [20, 20])
            self.assertGreater(times[0], time.time() + 10)
            self.assertEqual({each.delay_seconds for each in found}, {20.0})
            late = robots.reserve(pages[0], max_wait=30)
            self.assertEqual((late.at, late.decision.action, late.decision.policy_row), (None, "defer", "crawl-delay"))
            # Nothing was taken.
            self.assertAlmostEqual(robots.reserve(pages[0]).at or 0.0, late.decision.retry_at or 0.0, delta=5)
            closed = robots.reserve(site.url("/x"))
            self.assertEqual((closed.at, closed.decision.action), (None, "skip"))

            async def free() -> float | None:
                async with AsyncClient(AGENT) as client:
                    return (await client.reserve(sites.add(rules_with(b"")).url("/1"))).at

            self.assertLessEqual(asyncio.run(free()) or 0.0, time.time())

    def test_threads_and_event_loops_wait_in_one_line(self) -> None:
        async def run(url: str) -> None:
            async with aiohttp.ClientSession() as session:
                await asyncio.gather(*(session.get(url) for _ in range(2)))

        with Sites() as sites, Client(AGENT) as robots, guard(robots):
            site = sites.add(SLOW)
            url = site.url("/ok")
            self.in_threads(lambda: asyncio.run(run(url)), lambda: requests.get(url, timeout=MOST), lambda: asyncio.run(run(url)))
            self.assertEqual(site.count("/ok"), 5)
            self.assert_paced(site)

    def test_second_requests_of_one_request(self) -> None:
        def session_of(robots: Client, is_guarded: bool) -> requests.Session:
            session = requests.Session()
            retries = Retry(2, status_forcelist=[503])
            session.mount("http://", HTTPAdapter(max_retries=retries) if is_guarded else RobotsAdapter(robots, max_retries=retries))
            return session

        def send(session: requests.Session, site: Site) -> None:
            session.get(site.url("/busy")).raise_for_status()
            session.get(site.url("/digest"), auth=HTTPDigestAuth("a", "b")).raise_for_status()

        for is_guarded in (False, True):
            with self.subTest(is_guarded=is_guarded), Sites() as sites, Client(AGENT) as robots:
                site = sites.add(SLOW)
                site.answers.update({"/busy": busy_once, "/digest": digest})
                with session_of(robots, is_guarded) as session:
                    if is_guarded:
                        with guard(robots):
                            self.in_threads(lambda: send(session, site))
                    else:
                        self.in_threads(lambda: send(session, site))
                self.assertEqual((site.count("/busy"), site.count("/digest")), (2, 2))
                self.assert_paced(site)

    def test_cancelled_requests_leave_the_line(self) -> None:
        async def run(url: str, robots: Client) -> None:
            line = robots._lines.of(robots.check(url))
            assert line is not None
            async with aiohttp.ClientSession() as session:
                waiting = [asyncio.ensure_future(session.get(url)) for _ in range(5)]
                while line.is_idle:
                    await asyncio.sleep(0.01)
                for each in waiting:
                    each.cancel()
                await asyncio.gather(*waiting, return_exceptions=True)
            self.assertTrue(line.is_idle)

        with Sites() as sites, Client(AGENT) as robots, guard(robots):
            site = sites.add(rules_with(b"Crawl-delay: 3600\n"))
            asyncio.run(run(site.url("/ok"), robots))
            self.assertEqual(site.count("/ok"), 0)

    def test_a_loop_that_is_closed_keeps_nobody_waiting(self) -> None:
        async def holds(url: str) -> None:
            turn = pace.turn(url)
            held.append(turn)
            await turn.__aenter__()

        with Sites() as sites:
            site = sites.add(SLOW)
            robots = AsyncClient(AGENT)
            from robots_exclusion.guard import AsyncPace

            pace, held = AsyncPace(robots), []
            loop = asyncio.new_event_loop()
            loop.run_until_complete(holds(site.url("/ok")))
            loop.create_task(holds(site.url("/ok")))
            loop.run_until_complete(asyncio.sleep(0))
            loop.close()
            self.in_threads(lambda: asyncio.run(holds(site.url("/ok"))))

    def test_a_request_under_way_for_long_holds_nobody_up(self) -> None:
        class Token(httpx.BaseTransport):
            """Sends another request in a separate thread before it sends the given request."""

            def handle_request(self, request: httpx.Request) -> httpx.Response:
                if request.url.path != "/token":
                    with ThreadPoolExecutor(1) as thread:
                        thread.submit(client.get, request.url.join("/token")).result()
                return own.handle_request(request)

        own = httpx.HTTPTransport()
        with patch("robots_exclusion.turns.MOST_HELD", 0.1), Sites() as sites, Client(AGENT) as robots:
            site = sites.add(SLOW)
            with httpx.Client(transport=RobotsTransport(robots, Token()), timeout=MOST) as client:
                self.in_threads(lambda: client.get(site.url("/ok")).raise_for_status())
            self.assertEqual([path for _, path in site.seen], ["/robots.txt", "/token", "/ok"])

    def test_event_loops_that_run_at_once(self) -> None:
        async def check(robots: AsyncClient, url: str) -> None:
            await robots.check(url)
            with self.assertRaisesRegex(RuntimeError, "make one for each"):
                await asyncio.to_thread(asyncio.run, robots.check(url))

        with Sites() as sites:
            asyncio.run(check(AsyncClient(AGENT), sites.add(SLOW).url("/ok")))

    def test_a_program_ends_while_an_origin_is_silent(self) -> None:
        root = Path(__file__).resolve().parents[1]
        with Sites() as sites:
            silent = sites.add(lambda _: None)
            program = EARLY_END.format(url=silent.url("/ok"), most=10 * MOST)
            subprocess.run([sys.executable, "-c", program], cwd=root, check=True, timeout=MOST)

    def test_a_renewal_of_robots_txt_counts_as_a_request(self) -> None:
        def fails(seen: Site) -> tuple[int, dict[str, str], bytes]:
            return SLOW(seen) if seen.count("/robots.txt") == 1 else (503, {}, b"")

        for title, answer in {"renewed": SLOW, "failed": fails}.items():
            with (
                self.subTest(title),
                Sites() as sites,
                Client(AGENT) as robots,
                robots_session(robots) as session,
            ):
                site = sites.add(answer)
                session.get(site.url("/ok"))
                time.sleep(DELAY)
                robots.check(site.url("/ok"), mode="reload")
                session.get(site.url("/ok"))
                self.assertEqual([path for _, path in site.seen], ["/robots.txt", "/ok", "/robots.txt", "/ok"])
                self.assertGreaterEqual(site.gaps()[2], DELAY)

    def test_rules_that_change_while_a_request_waits(self) -> None:
        def robots_of(site: Site) -> tuple[int, dict[str, str], bytes]:
            added = b"" if site.count("/robots.txt") == 1 else b"Disallow: /late\n"
            return rules_with(b"Crawl-delay: 1.5\n" + added)(site)

        lifetimes = {"floorSeconds": 1, "ceilingSeconds": 1, "jitter": 0}
        with Sites() as sites, Client(AGENT, lifetimes=lifetimes) as robots, robots_session(robots) as session:
            site = sites.add(robots_of)
            with self.assertRaises(DisallowedError):
                session.get(site.url("/late"))
            self.assertEqual(site.count("/late"), 0)

        async def run(url: str) -> None:
            async with AsyncClient(AGENT, lifetimes=lifetimes) as robots:
                async with aiohttp.ClientSession(middlewares=[robots_middleware(robots)]) as session:
                    with self.assertRaises(AioDisallowedError):
                        await session.get(url)

        with Sites() as sites:
            site = sites.add(robots_of)
            asyncio.run(run(site.url("/late")))
            self.assertEqual(site.count("/late"), 0)

    def test_rules_that_hold_for_less_than_the_delay(self) -> None:
        lifetimes = {"floorSeconds": 0, "ceilingSeconds": 0.1, "jitter": 0}
        with Sites() as sites, Client(AGENT, lifetimes=lifetimes) as robots, robots_session(robots) as session:
            site = sites.add(SLOW)
            self.in_threads(lambda: session.get(site.url("/ok")).raise_for_status())
            self.assertGreaterEqual(site.gaps()[-1], DELAY)

    def test_the_middleware_of_aiohttp(self) -> None:
        async def run(site: Site) -> None:
            async with AsyncClient(AGENT) as robots:
                async with aiohttp.ClientSession(middlewares=[robots_middleware(robots)]) as session:
                    self.assertEqual((await session.get(site.url("/to-ok"))).status, 200)
                    with self.assertRaises(aiohttp.ClientError):
                        await session.get(site.url("/to-x"))

        with Sites() as sites:
            site = sites.add(SLOW)
            asyncio.run(run(site))
            self.assertEqual(site.count("/x"), 0)
            self.assert_paced(site)


EARLY_END = """
import asyncio, aiohttp
from robots_exclusion.client import Client
from robots_exclusion.client.settings import Limits
from robots_exclusion.langchain import guard

async def gives_up():
    async with aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=0.3)) as session:
        try:
            await session.get("{url}")
        except asyncio.TimeoutError:
            print("gave up")

with guard(Client("FooBot/1.0", limits=Limits(read_timeout={most}, total_timeout={most}))):
    asyncio.run(gives_up())
"""

