"""An event loop goes on while large files are read and slow stores are asked."""

from __future__ import annotations

import asyncio
import tempfile
import threading
import unittest
from pathlib import Path

from robots_exclusion.client import AsyncClient, Client, SQLiteStore
from robots_exclusion.client.aside import aside

from .origin import RULES, Sites, rules, rules_with

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
                # The second loop takes over from nobody.
                self.assertEqual([asyncio.run(check(site.url("/x"))) for _ in range(2)], ["skip", "skip"])

    def test_a_hostile_file_names_one_rule_in_a_decision(self) -> None:
        with Sites() as sites, Client(AGENT) as client:
            site = sites.add(lambda _: (200, {"content-type": "text/plain"}, RULES + b"Allow:/\n" * 50_000))
            verdict = client.check(site.url("/x")).verdict
            assert verdict is not None and verdict.rule is not None
            self.assertEqual((verdict.allowed, verdict.rule.line), (False, 2))
            self.assertFalse(hasattr(verdict, "candidates"))
