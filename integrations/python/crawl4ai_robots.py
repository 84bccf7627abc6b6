"""A hook for crawl4ai: it is asked before the browser goes to a URL, and ends that crawl where it must not.

    strategy.set_hook("before_goto", before_goto(RobotsService(agent="FooBot")))
"""

import asyncio

from robots_service import RobotsService


class RefusedByRobots(Exception):
    pass


def before_goto(service: RobotsService):
    async def hook(page, context=None, url=None, **_):
        action = await asyncio.to_thread(service.action, url)
        if action != "fetch":
            raise RefusedByRobots(f"robots.txt: {action} {url}")
        return page

    return hook
