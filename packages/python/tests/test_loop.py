"""An event loop keeps running while large files are read and slow stores are used."""

from __future__ import annotations

import asyncio
import random
import tempfile
import threading
import unittest
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from robots_exclusion.client import AsyncClient, Client, SQLiteStore
from robots_exclusion.client.aside import aside
from robots_exclusion.client.decision import Decision
from robots_exclusion.client.settings import Limits
from robots_exclusion.client.transport import AsyncAnswer
from robots_exclusion.httpx import AsyncRobotsTransport

from .origin import RULES, Sites, rules, rules_with, silence

AGENT = "FooBot/1.0"


class Loop(unittest.TestCase):
    def test_large_files_and_slow_stores_are_for_another_thread(self) -> None:
        async def run(small: str, large: str, store: SQLiteStore) -> None:
            is_over = threading.Event()
            async with AsyncClient(AGENT) as client, AsyncClient(AGENT, store=store) as slow:
                aside.submit(is_over.wait)
                waiting = [asyncio.ensure_future(each) for each in (client.check(large), slow.check(small))]
                self.assertEqual((await client.check(small)).action, "skip")
                self.assertEqual([each.done() for each in waiting], [False, False])
                is_over.set()
                self.assertEqual([(await each).action for each in waiting], ["skip", "skip"])
                self.assertEqual((await client.check(large)).action, "skip")

        with Sites() as sites, tempfile.TemporaryDirectory() as folder:
            small, large = sites.add(rules), sites.add(rules_with(b"#" * 40_000))
            store = SQLiteStore(Path(folder) / "robots.db")
            asyncio.run(run(small.url("/x"), large.url("/x"), store))
            store.close()

    def test_loops_that_end_while_a_fetch_is_under_way(self) -> None:
        async def gives_up(client: AsyncClient, url: str) -> None:
            with self.assertRaises(asyncio.TimeoutError):
                await asyncio.wait_for(client.check(url), 0.01)

        async def check(url: str) -> str:
            async with AsyncClient(AGENT) as client:
                await gives_up(client, url)
                return (await client.check(url)).action

        with Sites() as sites:
            for size in (0, 100_000):
                site = sites.add(rules_with(b"#" * size))
                site.takes_robots = 0.1
                # Runs two event loops in turn, because the second must inherit nothing from the
                # first.
                self.assertEqual([asyncio.run(check(site.url("/x"))) for _ in range(2)], ["skip", "skip"])

    def test_silent_origins_use_up_no_connections_of_others(self) -> None:
        count = 130

        async def run() -> None:
            silent = asyncio.Semaphore(0)

            async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
                if writer.get_extra_info("sockname")[0] == "127.3.0.1":
                    writer.write(b"HTTP/1.1 200 OK\r\ncontent-length: %d\r\n\r\n%s" % (len(RULES), RULES))
                else:
                    silent.release()
                await reader.read()
                writer.close()

            async with await asyncio.start_server(answer, "0.0.0.0", 0) as server, AsyncClient(AGENT) as client:
                port = server.sockets[0].getsockname()[1]
                checks = [asyncio.ensure_future(client.check(f"http://127.2.0.{at}:{port}/x")) for at in range(1, count + 1)]
                for _ in range(count):
                    await silent.acquire()
                self.assertEqual((await client.check(f"http://127.3.0.1:{port}/x")).action, "skip")
                self.assertEqual([each.done() for each in checks], [False] * count)
                for each in checks:
                    each.cancel()
                await asyncio.gather(*checks, return_exceptions=True)

        asyncio.run(run())

    def test_timeouts_do_not_run_while_a_fetch_waits_for_its_place(self) -> None:
        async def run(urls: list[str]) -> list[str]:
            limits = Limits(max_fetches=2, read_timeout=0.2, total_timeout=0.3)
            async with AsyncClient(AGENT, limits=limits) as client:
                return [each.action for each in await asyncio.gather(*(client.check(url) for url in urls))]

        with Sites() as sites:
            urls = [sites.add(silence).url("/x") for _ in range(6)] + [sites.add(rules).url("/x")]
            self.assertEqual(asyncio.run(run(urls)), ["defer"] * 6 + ["skip"])

    def test_a_timeout_at_any_moment_is_an_outcome(self) -> None:
        for status in (200, 302, 304, 404, 500):
            for stage in ("before", "open", "body", "close"):
                with self.subTest(status=status, stage=stage):
                    decision = asyncio.run(_slow_at(stage, status))
                    self.assertIn(decision.outcome, ("rules", "no-rules", "unreachable"))
        # The response is complete, so a connection that closes late does not change the outcome.
        self.assertEqual(asyncio.run(_slow_at("close", 404)).outcome, "no-rules")

    def test_one_loop_after_another(self) -> None:
        async def run(robots: AsyncClient, pages: AsyncRobotsTransport, url: str) -> None:
            self.assertEqual((await robots.check(url, mode="reload")).action, "fetch")
            held.append(pages._pace.turn(url))
            await asyncio.ensure_future(held[-1].__aenter__())
            waiting = asyncio.ensure_future(pages._pace.turn(url).__aenter__())
            await asyncio.sleep(0.01)
            self.assertFalse(waiting.done())

        with Sites() as sites:
            site = sites.add(rules_with(b"Crawl-delay: 0.1\n"))
            robots = AsyncClient(AGENT)
            pages = AsyncRobotsTransport(robots)
            held: list[Any] = []
            for _ in range(3):
                asyncio.run(run(robots, pages, site.url("/a")))
            self.assertEqual(site.count("/robots.txt"), 3)

    def test_cancelled_checks_and_loops_that_end_early_lose_nothing(self) -> None:
        chance = random.Random(9309)

        async def storm(client: AsyncClient, urls: list[str]) -> None:
            checks = [asyncio.ensure_future(client.check(chance.choice(urls))) for _ in range(60)]
            for check in chance.sample(checks, 50):
                asyncio.get_running_loop().call_later(chance.random() / 5, check.cancel)
            await asyncio.gather(*checks, return_exceptions=True)

        async def leaves(client: AsyncClient, urls: list[str]) -> None:
            waiting = [asyncio.ensure_future(client.check(url)) for url in urls]
            await asyncio.sleep(chance.random() / 10)
            # Returns while the checks are still waiting; the loop cancels them when it closes.
            self.assertEqual(len(waiting), len(urls))

        async def answers(client: AsyncClient, urls: list[str]) -> list[str]:
            return [(await client.check(url)).action for url in urls]

        with Sites() as sites:
            made = [sites.add(rules), sites.add(rules_with(b"#" * 40_000)), sites.add(rules)]
            for site in made:
                site.takes_robots = 0.05
            urls = [site.url("/x") for site in made]
            client = AsyncClient(AGENT, limits=Limits(max_fetches=2))
            for work in (leaves, storm, leaves, storm):
                asyncio.run(work(client, urls))
            self.assertEqual(asyncio.run(answers(client, urls)), ["skip"] * 3)

    def test_a_hostile_file_names_one_rule_in_a_decision(self) -> None:
        with Sites() as sites, Client(AGENT) as client:
            site = sites.add(lambda _: (200, {"content-type": "text/plain"}, RULES + b"Allow:/\n" * 50_000))
            verdict = client.check(site.url("/x")).verdict
            assert verdict is not None and verdict.rule is not None
            self.assertEqual((verdict.allowed, verdict.rule.line), (False, 2))
            self.assertFalse(hasattr(verdict, "candidates"))


class SlowAt:
    """A transport that stops at one point of an exchange."""

    def __init__(self, stage: str, status: int) -> None:
        self._stage = stage
        self._status = status

    @asynccontextmanager
    async def send(self, url: str, headers: Mapping[str, str], limits: Limits) -> AsyncIterator[AsyncAnswer]:
        await self._reach("open")
        try:
            yield AsyncAnswer(self._status, {"location": f"{url}/a"}, self._chunks())
        finally:
            await self._reach("close")

    async def close(self) -> None:
        return None

    async def _chunks(self) -> AsyncIterator[bytes]:
        yield RULES
        await self._reach("body")

    async def _reach(self, stage: str) -> None:
        if stage == self._stage:
            await asyncio.sleep(60)


async def _slow_at(stage: str, status: int) -> Decision:
    seconds = 0.0 if stage == "before" else 0.02
    async with AsyncClient(AGENT, transport=SlowAt(stage, status), limits=Limits(total_timeout=seconds)) as client:
        return await client.check("http://a.example/x")
