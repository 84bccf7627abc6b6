"""Crawls the URLs of its input with Scrapy, and prints the paths that responded."""

from __future__ import annotations

import json
import sys
from typing import Any

import scrapy
from scrapy.crawler import CrawlerProcess
from scrapy.exceptions import IgnoreRequest

ASKED = json.loads(sys.stdin.read())
ANSWERED: dict[str, list[str]] = {}


class Spider(scrapy.Spider):
    name = "test"

    async def start(self) -> Any:
        for name, url in ASKED["urls"]:
            headers = ASKED.get("headers", {}).get(name)
            meta = ASKED.get("meta", {}).get(name)
            yield scrapy.Request(
                url, self.parse, cb_kwargs={"name": name}, errback=self.failed, headers=headers, meta=meta
            )

    def parse(self, response: Any, name: str) -> None:
        ANSWERED.setdefault(name, []).append("/" + response.url.rsplit("/", 1)[1])

    def failed(self, failure: Any) -> None:
        if not failure.check(IgnoreRequest):
            print(failure.getTraceback(), file=sys.stderr)


process = CrawlerProcess(
    {
        "USER_AGENT": "FooBot/1.0",
        "ROBOTSTXT_OBEY": False,
        "DOWNLOADER_MIDDLEWARES": {"robots_exclusion.scrapy.RobotsMiddleware": 100},
        "LOG_LEVEL": "ERROR",
        "TELNETCONSOLE_ENABLED": False,
        **ASKED["settings"],
    }
)
process.crawl(Spider)
process.start()
print(json.dumps(ANSWERED))
