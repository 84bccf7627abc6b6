"""A downloader middleware for Scrapy that asks the decision service. Redirects pass it again, as all requests do.

    ROBOTSTXT_OBEY = False
    DOWNLOADER_MIDDLEWARES = {"scrapy_robots.RobotsServiceMiddleware": 100}
    ROBOTS_SERVICE_URL = "http://127.0.0.1:9309"
    ROBOTS_SERVICE_AGENT = "FooBot"
    ROBOTS_SERVICE_FAIL = "closed"  # or "open": what an unanswered question means
"""

from robots_service import RobotsService
from scrapy import signals
from scrapy.exceptions import IgnoreRequest
from scrapy.utils.defer import maybe_deferred_to_future
from twisted.internet.threads import deferToThread


class RobotsServiceMiddleware:
    def __init__(self, service, stats):
        self._service = service
        self._stats = stats

    @classmethod
    def from_crawler(cls, crawler):
        settings = crawler.settings
        service = RobotsService(
            settings.get("ROBOTS_SERVICE_URL", "http://127.0.0.1:9309"),
            settings.get("ROBOTS_SERVICE_AGENT", "Scrapy"),
            settings.get("ROBOTS_SERVICE_FAIL", "closed"),
        )
        middleware = cls(service, crawler.stats)
        crawler.signals.connect(lambda *_, **__: service.close(), signal=signals.spider_closed, weak=False)
        return middleware

    async def process_request(self, request, spider=None):
        if not request.url.startswith(("http:", "https:")):
            return None
        action = await maybe_deferred_to_future(deferToThread(self._service.action, request.url))
        self._stats.inc_value(f"robots_service/{action}")
        if action != "fetch":
            raise IgnoreRequest(f"robots.txt: {action} {request.url}")
        return None
