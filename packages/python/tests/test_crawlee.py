"""Crawls scripted sites with Crawlee. Skipped if Crawlee is missing."""

from __future__ import annotations

import asyncio
import importlib.util
import logging
import os
import tempfile
import unittest
import unittest.mock
from datetime import timedelta

from robots_exclusion.client import AsyncClient

from .origin import Site, Sites, recovering, rules, rules_with, status


@unittest.skipUnless(importlib.util.find_spec("crawlee"), "needs crawlee")
class CrawleeTest(unittest.TestCase):
    def test_crawls(self) -> None:
        with Sites() as sites, tempfile.TemporaryDirectory() as folder:
            os.environ["CRAWLEE_STORAGE_DIR"] = folder
            plain, slow, back = sites.add(rules), sites.add(rules_with(b"Crawl-delay: 0.4\n")), sites.add(recovering(1))
            down, none = sites.add(status(503, retry_after="100")), sites.add(status(404))
            urls = [plain.url(path) for path in ("/a", "/x", "/to-x", "/to-b")]
            urls += [slow.url(f"/{each}") for each in range(4)] + [back.url("/a"), back.url("/x"), down.url("/a"), none.url("/x")]
            refused, failed = asyncio.run(crawled(urls))
            self.assertEqual(pages(plain), ["/a", "/b", "/to-b", "/to-x"])
            self.assertEqual(pages(slow), [f"/{each}" for each in range(4)])
            # The clock of the client and that of the site differ by less than this.
            self.assertGreaterEqual(min(slow.gaps()), 0.39)
            self.assertEqual((pages(back), pages(down), pages(none)), (["/a"], [], ["/x"]))
            self.assertEqual([site.count("/robots.txt") for site in (plain, slow, back, down, none)], [1, 1, 2, 1, 1])
            self.assertEqual(refused, {"rules": 2, "unreachable": 1})
            self.assertEqual(failed, [plain.url("/to-x")])

    def test_holds_back_a_bounded_number(self) -> None:
        """While the most requests wait in memory, no other leaves the queue."""
        with Sites() as sites, tempfile.TemporaryDirectory() as folder:
            os.environ["CRAWLEE_STORAGE_DIR"] = folder
            down = sites.add(status(503, retry_after="100"))
            self.assertEqual(asyncio.run(left([down.url(f"/{each}") for each in range(5)])), [None, True, False, 3])


async def left(urls: list[str]) -> list[object]:
    """What is handed out, whether the manager is empty and finished, and how many requests are left in its queue."""
    from crawlee.storages import RequestQueue

    from robots_exclusion.crawlee import RobotsRequestManager

    async with AsyncClient("FooBot/1.0") as robots:
        queue = await RequestQueue.open(alias="bounded")
        manager = RobotsRequestManager(queue, robots)
        await manager.add_requests(urls)
        with unittest.mock.patch("robots_exclusion.crawlee.MOST_HELD", 2):
            found = [await manager.fetch_next_request(), await manager.is_empty(), await manager.is_finished()]
        rest = 0
        while await queue.fetch_next_request() is not None:
            rest += 1
        return [*found, rest]


def pages(site: Site) -> list[str]:
    return sorted(path for _, path in site.seen if path != "/robots.txt")


async def crawled(urls: list[str]) -> tuple[dict[str, int], list[str]]:
    from crawlee.crawlers import HttpCrawler, HttpCrawlingContext
    from crawlee.storages import RequestQueue

    from robots_exclusion.crawlee import RobotsHttpClient, RobotsRequestManager

    failed: list[str] = []
    async with AsyncClient("FooBot/1.0", lifetimes={"retryFirstSeconds": 1}) as robots:
        queue = RobotsRequestManager(await RequestQueue.open(), robots, max_wait=10)
        crawler = HttpCrawler(
            request_manager=queue,
            http_client=RobotsHttpClient(robots),
            configure_logging=False,
            request_handler_timeout=timedelta(seconds=20),
        )
        logging.getLogger("crawlee").setLevel(logging.CRITICAL)

        @crawler.router.default_handler
        async def handle(context: HttpCrawlingContext) -> None:
            await context.http_response.read()

        @crawler.failed_request_handler
        async def fail(context: object, error: Exception) -> None:
            failed.append(context.request.url)  # type: ignore[attr-defined]

        await crawler.run(urls)
    return dict(queue.refused), failed
