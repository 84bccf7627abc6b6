"""Runs one Python crawler over a site: ``python python.py NAME``, with ORIGIN, STARTS, PAGES and OBEY.

Programs that follow links begin at STARTS; those that fetch what they are told fetch all of PAGES.
"""

import asyncio
import json
import os
import sys
from types import SimpleNamespace
from urllib.parse import urljoin, urlsplit

ORIGIN = os.environ["ORIGIN"]
STARTS = json.loads(os.environ["STARTS"])
PAGES = json.loads(os.environ["PAGES"])
OBEY = bool(os.environ["OBEY"])
HOST = urlsplit(ORIGIN).hostname


def scrapy():
    from scrapy.crawler import CrawlerProcess
    from scrapy.linkextractors import LinkExtractor
    from scrapy.spiders import CrawlSpider, Rule

    class Site(CrawlSpider):
        name = "site"
        allowed_domains = [HOST]
        start_urls = STARTS
        rules = (Rule(LinkExtractor(), follow=True),)

    settings = {"LOG_ENABLED": False, "TELNETCONSOLE_ENABLED": False}
    if OBEY:
        settings["ROBOTSTXT_OBEY"] = True
    process = CrawlerProcess(settings)
    process.crawl(Site)
    process.start()


def trafilatura():
    from trafilatura.settings import use_config
    from trafilatura.spider import focused_crawler

    config = use_config()
    config.set("DEFAULT", "SLEEP_TIME", "0.2")
    config.set("DEFAULT", "SSRF_PROTECTION", "off")
    focused_crawler(STARTS[0], max_seen_urls=20, config=config)


def mcp_server_fetch():
    from mcp import ClientSession, StdioServerParameters
    from mcp.client.stdio import stdio_client

    async def fetch():
        server = StdioServerParameters(command=sys.executable, args=["-m", "mcp_server_fetch", "--allow-private-ips"])
        async with stdio_client(server) as (read, write), ClientSession(read, write) as session:
            await session.initialize()
            for page in PAGES:
                await session.call_tool("fetch", {"url": page})

    asyncio.run(fetch())


def mechanize():
    import mechanize

    browser = mechanize.Browser()
    each(lambda page: browser.open(page, timeout=15).read())


def newspaper4k():
    import newspaper

    config = newspaper.Config()
    if OBEY:
        config.honor_robots_txt = True
    newspaper.Source(ORIGIN, config=config).download()
    each(lambda page: newspaper.Article(page, config=config).download())


def bitscrape():
    import bitscrape

    @bitscrape.spider(name="site", start_urls=STARTS)
    async def parse(response):
        for link in response.css("a::attr(href)").getall():
            yield bitscrape.Request(url=urljoin(response.url, link))

    bitscrape.run(parse)


def silkworm_rs():
    from silkworm import HTMLResponse, Spider, run_spider
    from silkworm.middlewares import RobotsTxtMiddleware

    class Site(Spider):
        name = "site"
        start_urls = tuple(STARTS)

        async def parse(self, response):
            if isinstance(response, HTMLResponse):
                for link in await response.select("a"):
                    await response.follow(link.attr("href"), callback=self.parse)

    run_spider(Site, request_middlewares=[RobotsTxtMiddleware()] if OBEY else [])


def crawlee_python():
    from crawlee.crawlers import BeautifulSoupCrawler

    async def crawl():
        crawler = BeautifulSoupCrawler(**({"respect_robots_txt_file": True} if OBEY else {}))

        @crawler.router.default_handler
        async def handle(context):
            await context.enqueue_links()

        await crawler.run(STARTS)

    asyncio.run(crawl())


def advertools():
    import advertools

    advertools.crawl(STARTS, "pages.jsonl", follow_links=True)


def scrapling():
    from scrapling.fetchers import FetcherSession
    from scrapling.spiders import Spider

    class Site(Spider):
        name = "site"
        start_urls = STARTS
        robots_txt_obey = OBEY

        def configure_sessions(self, manager):
            # Its default refuses to follow redirects to loopback.
            manager.add("default", FetcherSession(follow_redirects=True))

        async def parse(self, response):
            for link in response.css("a::attr(href)").getall():
                yield response.follow(link, callback=self.parse)

    Site().start()


def brozzler():
    import brozzler.robots
    import requests

    site = SimpleNamespace(id=ORIGIN, ignore_robots=False, user_agent=None, extra_headers=dict)

    def fetch(page):
        if brozzler.robots.is_permitted_by_robots(site, page):
            requests.get(page, headers={"User-Agent": "brozzler"})

    each(fetch)


def datatrove():
    from datatrove.data import Media
    from datatrove.pipeline.media.readers.http_fetch import HTTPFetchReader

    reader = HTTPFetchReader()
    each(lambda page: reader.fetch_media(Media(id=page, type=0, url=page)))


def linktrace():
    from linktrace import Spider

    for start in STARTS:
        asyncio.run(Spider(start_url=start, max_depth=2).run_async())


def fundus():
    import requests
    from fundus.publishers.base_objects import Robots

    robots = Robots(f"{ORIGIN}/robots.txt")

    def fetch(page):
        if robots.can_fetch("FundusBot", page):
            requests.get(page, headers={"User-Agent": "FundusBot"})

    each(fetch)


def each(fetch):
    """Fetches all pages; a page that is refused, or fails, is passed over."""
    for page in PAGES:
        try:
            fetch(page)
        except Exception as error:
            if os.environ.get("DEBUG"):
                print(page, repr(error), file=sys.stderr)


if __name__ == "__main__":
    globals()[sys.argv[1].replace("-", "_")]()
