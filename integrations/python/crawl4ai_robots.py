"""A hook for crawl4ai: asks before the browser goes to a URL, and at each redirect and each link that the page follows.

    strategy.set_hook("before_goto", before_goto(RobotsService(agent="FooBot")))
"""

import asyncio
from urllib.parse import urljoin
from weakref import WeakSet

from robots_service import RobotsService

MAX_REDIRECTS = 10


class RefusedByRobots(Exception):
    pass


def before_goto(service: RobotsService):
    guarded = WeakSet()

    async def guard(route):
        try:
            await navigate(service, route)
        except Exception:
            await route.abort("blockedbyclient")

    async def hook(page, context=None, url=None, **_):
        # A crawl that ends here says why; a navigation that the route ends is an error of the browser.
        await ask(service, url)
        if page not in guarded:
            guarded.add(page)
            await page.route("**/*", guard)
        return page

    return hook


async def ask(service, url):
    action = await asyncio.to_thread(service.action, url)
    if action != "fetch":
        raise RefusedByRobots(f"robots.txt: {action} {url}")


async def navigate(service, route):
    request = route.request
    if not request.is_navigation_request():
        return await route.fallback()
    response, url = await last_of(service, route, request.url)
    if url == request.url:
        return await route.fulfill(response=response)
    await route.fulfill(status=302, headers={"location": url})


async def last_of(service, route, url):
    """Walks redirects hop by hop: Playwright routes only the first request of a chain."""
    for _ in range(MAX_REDIRECTS + 1):
        await ask(service, url)
        response = await route.fetch(url=url, max_redirects=0)
        location = response.headers.get("location")
        if not 300 <= response.status <= 399 or location is None:
            return response, url
        url = urljoin(url, location)
    raise RefusedByRobots("Too many redirects")
