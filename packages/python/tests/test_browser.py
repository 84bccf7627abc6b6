"""The guard of crawl4ai in a real Chromium: pages, redirects, popups and frames."""

from __future__ import annotations

import asyncio
import shutil
import unittest

from robots_exclusion.client import AsyncClient
from robots_exclusion.crawl4ai import Refusals, guard

from .origin import Site, Sites, rules

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")

try:
    from playwright.async_api import Error, async_playwright
except ImportError:
    CHROMIUM = None

PAGE = b"""<html><body><a id="popup" target="_blank" href="/to-to-x">p</a><a id="fine" target="_blank" href="/to-ok">f</a>
<a id="download" download href="/to-x">d</a><iframe src="/to-x"></iframe><link rel="prefetch" href="/x">
<a class="x" download href="/x">1</a><a class="x" download href="/x?2">2</a><a class="x" download href="/x?3">3</a>
<script type="speculationrules">{"prefetch":[{"urls":["/x?4"],"eagerness":"immediate"}]}</script></body></html>"""


class Strategy:
    """Hooks, stored and called as crawl4ai's strategies do."""

    def __init__(self) -> None:
        self.hooks: dict[str, object] = {}

    def set_hook(self, name: str, hook: object) -> None:
        self.hooks[name] = hook


@unittest.skipUnless(CHROMIUM, "needs Playwright and Chromium")
class Browser(unittest.TestCase):
    def test_nothing_forbidden_and_no_hop_twice(self) -> None:
        with Sites() as sites:
            site = sites.add(rules, pages={"/links": PAGE})
            with self.assertWarnsRegex(RuntimeWarning, "asked about FooBot, but the browser sends 'Mozilla/5.0 "):
                refusals = asyncio.run(_crawl(site))
            self.assertEqual([path for _, path in site.seen if path.startswith("/x")], [])
            self.assertEqual(site.count("/robots.txt"), 1)
            self.assertLessEqual({site.url("/x"), site.url("/x?late")}, {each.url for each in refusals})
            self.assertEqual(refusals.open, ("downloads-at-once", "second-requests"))
            # The page is requested directly, by a redirect of two hops, and by a popup's redirect.
            # Each hop is requested once.
            self.assertEqual((site.count("/ok"), site.count("/to-to-ok"), site.count("/to-ok")), (3, 1, 2))


async def _crawl(site: Site) -> Refusals:
    strategy = Strategy()
    async with AsyncClient("FooBot/1.0") as robots, async_playwright() as playwright:
        refusals = guard(strategy, robots)
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        context = await browser.new_context()
        page = await context.new_page()
        await strategy.hooks["on_page_context_created"](page, context=context)  # type: ignore[operator]
        await page.goto(site.url("/ok"))
        await page.goto(site.url("/to-to-ok"))
        for path in ("/x", "/to-x"):
            other = await context.new_page()
            await strategy.hooks["on_page_context_created"](other, context=context)  # type: ignore[operator]
            try:
                await other.goto(site.url(path))
            except Error:
                await other.close()
        await page.goto(site.url("/links"))
        # Opens two popups, a download and a worker. The page's frame has already been requested
        # with the page.
        async with (
            context.expect_page(),
            context.expect_event("requestfailed", lambda request: request.url == site.url("/x")),
        ):
            await page.click("#popup")
        async with context.expect_page() as opened:
            await page.click("#fine")
        await (await opened.value).wait_for_url(site.url("/ok"))
        await page.click("#download")
        await page.evaluate("new Promise((done) => { new Worker('/x').onerror = done })")
        # Three downloads at once: one is asked about, and the others fail.
        await page.evaluate("for (const each of document.querySelectorAll('.x')) each.click()")
        # A service worker cannot be registered.
        registered = "navigator.serviceWorker.register('/ok').then(() => true, () => false)"
        assert not await page.evaluate(registered)
        await page.evaluate("new Promise((done) => { new Worker('/x?late').onerror = done })")
        await browser.close()
        return refusals
