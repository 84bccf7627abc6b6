"""Scrapy: a parser for Scrapy's own middleware, and a middleware that handles outcomes, redirects,
retries and Crawl-delay.

Parser only::

    ROBOTSTXT_PARSER = "robots_exclusion.scrapy.RobotParser"

Everything::

    ROBOTSTXT_OBEY = False
    DOWNLOADER_MIDDLEWARES = {"robots_exclusion.scrapy.RobotsMiddleware": 100}
"""

from .middleware import RobotsMiddleware
from .parser import RobotParser

__all__ = ["RobotParser", "RobotsMiddleware"]
