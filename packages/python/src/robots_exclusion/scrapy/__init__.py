"""Scrapy: a parser for Scrapy's own middleware, and a middleware that handles outcomes, redirects,
retries and Crawl-delay.

Parser only::

    ROBOTSTXT_PARSER = "robots_exclusion.scrapy.RobotParser"

Parser and Crawl-delay, from Scrapy 2.19 on::

    ROBOTSTXT_PARSER = "robots_exclusion.scrapy.RobotParser"
    EXTENSIONS = {"robots_exclusion.scrapy.CrawlDelay": 0}

Everything::

    ROBOTSTXT_OBEY = False
    DOWNLOADER_MIDDLEWARES = {"robots_exclusion.scrapy.RobotsMiddleware": 100}
"""

from .extension import CrawlDelay
from .middleware import RobotsMiddleware
from .parser import RobotParser

__all__ = ["CrawlDelay", "RobotParser", "RobotsMiddleware"]
