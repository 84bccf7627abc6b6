"""Runs one Python crawler over the URLs in SEEDS: ``python python_program.py NAME own|ours``."""

import asyncio
import json
import logging
import os
import sys
import tempfile
import time
from urllib.parse import urlsplit

NAME, MODE = sys.argv[1:]
SEEDS = json.loads(os.environ["SEEDS"])
USER_AGENT = "FooBot/1.0 (+https://foobot.example/)"
PATIENCE = 30.0
# Limit on the wait for one retry. A site that does not say when it recovers is not retried.
MOST_DEFERRED = 5.0
# How long a page stays open that has other documents.
LOOK = float(os.environ.get("LOOK_MS", "4000")) / 1000
TIMEOUT = 4.0
OURS = MODE == "ours"


def limits():
    from robots_exclusion.client.settings import Limits

    return Limits(read_timeout=TIMEOUT, total_timeout=TIMEOUT)


def scrapy():
    import scrapy
    from scrapy.crawler import CrawlerProcess

    class Seeds(scrapy.Spider):
        name = "seeds"
        # As `scrapy genspider` writes it.
        allowed_domains = sorted({urlsplit(url).hostname for url in SEEDS})

        async def start(self):
            for url in SEEDS:
                yield scrapy.Request(url, callback=self.parse, errback=lambda _: None)

        def parse(self, response):
            return None

    own = {"ROBOTSTXT_OBEY": True}
    ours = {
        "ROBOTSTXT_OBEY": False,
        "DOWNLOADER_MIDDLEWARES": {"robots_exclusion.scrapy.RobotsMiddleware": 100},
        "ROBOTS_MAX_WAIT": 2 * MOST_DEFERRED,
        "ROBOTS_TIMEOUT": TIMEOUT,
    }
    settings = {
        "USER_AGENT": USER_AGENT,
        "LOG_ENABLED": bool(os.environ.get("DEBUG")),
        "RETRY_ENABLED": False,
        "DOWNLOAD_DELAY": 0,
        "DOWNLOAD_TIMEOUT": 15,
        "TELNETCONSOLE_ENABLED": False,
        **(ours if OURS else own),
    }
    process = CrawlerProcess(settings)
    process.crawl(Seeds)
    process.start()


def in_threads(visit):
    """Visits each URL once. Refusals that end soon are waited for."""
    from concurrent.futures import ThreadPoolExecutor

    def one(url):
        while True:
            try:
                return visit(url)
            except Exception as error:
                decision = getattr(error, "decision", None)
                retry_at = decision.retry_at if decision and decision.action == "defer" else None
                if not retry_at or retry_at > time.time() + MOST_DEFERRED:
                    return None
                time.sleep(max(0.01, retry_at - time.time()))

    with ThreadPoolExecutor(16) as threads:
        list(threads.map(one, SEEDS))


def httpx():
    import httpx
    from robots_exclusion.client import Client
    from robots_exclusion.httpx import RobotsTransport

    with Client(USER_AGENT, limits=limits()) as robots:
        transport = RobotsTransport(robots) if OURS else None
        with httpx.Client(transport=transport, follow_redirects=True, timeout=PATIENCE) as session:
            in_threads(session.get)


def requests():
    import requests
    from robots_exclusion.client import Client
    from robots_exclusion.requests import robots_session

    with Client(USER_AGENT, limits=limits()) as robots:
        with robots_session(robots) if OURS else requests.Session() as session:
            in_threads(lambda url: session.get(url, timeout=PATIENCE))


def crawlee():
    from crawlee.crawlers import HttpCrawler
    from crawlee.http_clients import HttpxHttpClient
    from crawlee.storages import RequestQueue
    from robots_exclusion.client import AsyncClient
    from robots_exclusion.crawlee import RobotsHttpClient, RobotsRequestManager

    logging.disable()

    async def crawl():
        async with AsyncClient(USER_AGENT, limits=limits()) as robots:
            queue = await RequestQueue.open()
            if OURS:
                guarded = RobotsRequestManager(queue, robots, max_wait=2 * MOST_DEFERRED)
                own = {"request_manager": guarded, "http_client": RobotsHttpClient(robots)}
            else:
                headers = {"user-agent": USER_AGENT}
                own = {"respect_robots_txt_file": True, "http_client": HttpxHttpClient(headers=headers)}
            crawler = HttpCrawler(max_request_retries=0, configure_logging=False, **own)

            @crawler.router.default_handler
            async def handle(context):
                await context.http_response.read()

            await crawler.run(SEEDS)

    with tempfile.TemporaryDirectory() as folder:
        os.environ["CRAWLEE_STORAGE_DIR"] = folder
        asyncio.run(crawl())


def langchain():
    from langchain_community.document_loaders import WebBaseLoader

    def load():
        left = list(SEEDS)
        until = time.time() + PATIENCE
        while left and time.time() < until:
            loader = WebBaseLoader(
                left,
                header_template={"User-Agent": USER_AGENT},
                continue_on_failure=True,
                requests_per_second=20,
                requests_kwargs={"timeout": PATIENCE},
            )
            asyncio.run(loader.fetch_all(left))
            left = yield

    loading = load()
    if not OURS:
        next(loading)
        return
    from robots_exclusion.client import Client
    from robots_exclusion.langchain import guard

    with Client(USER_AGENT, limits=limits()) as robots, guard(robots) as refusals:
        try:
            next(loading)
            while True:
                soon = time.time() + MOST_DEFERRED
                deferred = [each for each in refusals if each.action == "defer" and each.retry_at]
                later = {each.url: each.retry_at for each in deferred if each.retry_at < soon}
                refusals.clear()
                if later:
                    time.sleep(max(0.0, max(later.values()) - time.time()))
                loading.send(list(later))
        except StopIteration:
            pass


def use_own_chromium():
    """Uses the system's Chromium, so that Playwright does not download one."""
    from playwright.async_api import BrowserType

    launch = BrowserType.launch

    async def launch_own(self, **options):
        options = {**options, "executable_path": os.environ["CHROMIUM"], "channel": None}
        return await launch(self, **options)

    BrowserType.launch = launch_own


def crawl4ai():
    use_own_chromium()
    from crawl4ai import AsyncWebCrawler, BrowserConfig, CacheMode, CrawlerRunConfig

    async def crawl():
        from crawl4ai.async_crawler_strategy import AsyncPlaywrightCrawlerStrategy

        port = os.environ.get("DEBUGGING")
        args = ["--no-sandbox", *([f"--remote-debugging-port={port}"] if port else [])]
        browser = BrowserConfig(user_agent=USER_AGENT, headless=True, verbose=False, extra_args=args)
        strategy = AsyncPlaywrightCrawlerStrategy(browser_config=browser)
        async with AsyncWebCrawler(crawler_strategy=strategy, config=browser) as crawler:
            robots = None
            if OURS:
                from robots_exclusion.client import AsyncClient
                from robots_exclusion.crawl4ai import guard

                robots = AsyncClient(USER_AGENT, limits=limits())
                refusals = guard(crawler.crawler_strategy, robots)
            until = time.time() + PATIENCE

            async def visit(url):
                while True:
                    run = CrawlerRunConfig(
                        cache_mode=CacheMode.BYPASS,
                        check_robots_txt=not OURS,
                        page_timeout=20_000,
                        delay_before_return_html=LOOK if url.endswith("/popups") else 0.0,
                        verbose=False,
                    )
                    try:
                        await crawler.arun(url, config=run)
                    except Exception as error:
                        if os.environ.get("DEBUG"):
                            print(url, error, file=sys.stderr)
                    if robots is None:
                        return
                    retry_at = [each.retry_at for each in refusals if each.url == url and each.action == "defer"]
                    refusals[:] = [each for each in refusals if each.url != url]
                    if not retry_at or not retry_at[-1] or retry_at[-1] > min(until, time.time() + MOST_DEFERRED):
                        return
                    await asyncio.sleep(max(0.01, retry_at[-1] - time.time()))

            await asyncio.gather(*(visit(url) for url in SEEDS))
            if robots is not None:
                await robots.close()

    asyncio.run(crawl())


programs = (scrapy, httpx, requests, crawlee, langchain, crawl4ai)
next(each for each in programs if each.__name__ == NAME.split("-")[0])()
