"""Stores that fail, forget and lie never make a check fail."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import tempfile
import unittest
from pathlib import Path
from typing import Any

from robots_exclusion.client import AsyncClient, Client, SQLiteStore
from robots_exclusion.client.store import Entry

from .origin import Sites, rules

AGENT = "FooBot/1.0"


class Failing:
    """Raises or returns what the test sets."""

    def __init__(self, gets: Any = None) -> None:
        self.gets = gets
        self.is_failing = True
        self.entries: dict[str, Entry] = {}

    def get(self, origin: str) -> Any:
        if self.is_failing and isinstance(self.gets, Exception):
            raise self.gets
        return self.gets if self.is_failing else self.entries.get(origin)

    def set(self, origin: str, entry: Entry) -> None:
        if self.is_failing:
            raise OSError("full")
        self.entries[origin] = entry

    def close(self) -> None:
        return None


class Stores(unittest.TestCase):
    def setUp(self) -> None:
        logging.disable(logging.WARNING)
        self.addCleanup(logging.disable, logging.NOTSET)

    def test_what_a_store_does_fails_no_check(self) -> None:
        answers = (OSError("gone"), None, (), ("{", ""), ("{}", ""), ("null", ""), ("[1]", "x"), 17, (b"", b""), "ab")
        for gets in answers:
            with self.subTest(gets=gets), Sites() as sites, Client(AGENT, store=Failing(gets)) as client:
                site = sites.add(rules)
                for path, action in (("/x", "skip"), ("/a", "fetch"), ("/x", "skip")):
                    self.assertEqual(client.check(site.url(path)).action, action)
                # Values that the store refused are kept in memory.
                self.assertEqual(site.count("/robots.txt"), 1)

    def test_a_store_that_recovers_is_used_again(self) -> None:
        store = Failing()
        with Sites() as sites, Client(AGENT, store=store) as client:
            first, second = sites.add(rules), sites.add(rules)
            client.check(first.url("/x"))
            store.is_failing = False
            client._knowledge.settings.store._paused_until = 0.0  # type: ignore[attr-defined]
            client.check(second.url("/x"))
            self.assertEqual(list(store.entries), [second.url("")])

    def test_an_sqlite_file_that_is_locked(self) -> None:
        for is_async in (False, True):
            with self.subTest(is_async=is_async), tempfile.TemporaryDirectory() as folder, Sites() as sites:
                path = Path(folder) / "robots.db"
                store = SQLiteStore(path, timeout=0.05)
                other = sqlite3.connect(path)
                other.execute("BEGIN IMMEDIATE")
                site = sites.add(rules)
                actions = [each.action for each in _checked(is_async, store, site.url("/x"), site.url("/a"))]
                self.assertEqual((actions, site.count("/robots.txt")), (["skip", "fetch"], 1))
                other.close()
                store.close()

    def test_what_is_damaged_counts_as_absent(self) -> None:
        damages = (
            "UPDATE origins SET body = x'757365722d6167656e743a202a0a'",
            "UPDATE origins SET body = x''",
            "UPDATE origins SET record = '{'",
            "UPDATE origins SET record = '{}'",
            "UPDATE origins SET record = 'null'",
            "UPDATE origins SET record = json_remove(record, '$.attempt')",
            "DELETE FROM origins",
            "DROP TABLE origins",
        )
        for damage in damages:
            for is_async in (False, True):
                with self.subTest(damage, is_async=is_async), tempfile.TemporaryDirectory() as folder, Sites() as sites:
                    path = Path(folder) / "robots.db"
                    site = sites.add(rules)
                    store = SQLiteStore(path)
                    _checked(is_async, store, site.url("/x"))
                    with sqlite3.connect(path) as other:
                        other.execute(damage)
                    actions = [each.action for each in _checked(is_async, store, site.url("/x"), site.url("/a"))]
                    self.assertEqual(actions, ["skip", "fetch"])
                    store.close()

    def test_a_file_that_is_not_a_database(self) -> None:
        with tempfile.TemporaryDirectory() as folder, Sites() as sites:
            path = Path(folder) / "robots.db"
            store = SQLiteStore(path)
            site = sites.add(rules)
            store.close()
            path.write_bytes(b"not a database" * 1000)
            self.assertEqual(_checked(False, store, site.url("/x"))[0].action, "skip")


def _checked(is_async: bool, store: SQLiteStore, *urls: str) -> list[Any]:
    if not is_async:
        with Client(AGENT, store=store) as client:
            return [client.check(url) for url in urls]

    async def run() -> list[Any]:
        async with AsyncClient(AGENT, store=store) as client:
            return [await client.check(url) for url in urls]

    return asyncio.run(run())
