"""Runs Scrapy's own tests of parsers and of its robots.txt middleware with our parser. Copied into Scrapy's
``tests``."""

from robots_exclusion.scrapy import RobotParser

from . import test_downloadermiddleware_robotstxt as of_middleware
from . import test_robotstxt_interface as of_parsers


class TestParser(of_parsers.BaseRobotParserTest):
    def setup_method(self):
        self._setUp(RobotParser)

    # RFC 9309 §2.2.2: the most specific rule decides, regardless of its position. Scrapy skips this test for its
    # default parser, too.
    test_order_based_precedence = None


class TestMiddleware(of_middleware.TestRobotsTxtMiddleware):
    def setup_method(self):
        super().setup_method()
        self.crawler.settings.set("ROBOTSTXT_PARSER", "robots_exclusion.scrapy.RobotParser")
