"""RFC 9309 for Scrapy's own middleware."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scrapy.robotstxt import RobotParser as ScrapyRobotParser

from ..robots import Robots

if TYPE_CHECKING:
    from scrapy.crawler import Crawler


class RobotParser(ScrapyRobotParser):
    """RFC 9309 for Scrapy's own middleware."""

    def __init__(self, body: bytes) -> None:
        self._robots = Robots.parse(body)

    @classmethod
    def from_crawler(cls, crawler: Crawler, robotstxt_body: bytes) -> RobotParser:
        return cls(robotstxt_body)

    def allowed(self, url: str | bytes, user_agent: str | bytes) -> bool:
        return self._robots.allowed(_text(url), _text(user_agent))

    def crawl_delay(self, user_agent: str | bytes) -> float | None:
        return self._robots.crawl_delay(_text(user_agent))


def _text(value: str | bytes) -> str:
    return value if isinstance(value, str) else value.decode("utf-8", "surrogateescape")
