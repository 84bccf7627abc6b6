"""crawl4ai: guards the browser of a strategy.

    guard(crawler.crawler_strategy, AsyncClient("FooBot/1.0"))

Playwright alone: ``await guard_context(context, robots)``.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from html import escape
from typing import Any
from weakref import WeakKeyDictionary

from .client import Decision
from .guard import AsyncPace, AsyncRobots, RefusedByRobots

__all__ = ["RefusedByRobots", "Refusals", "guard", "guard_context"]


class Refusals(list[Decision]):
    """What was not fetched. The browser itself only says that it was blocked."""


def guard(strategy: Any, robots: AsyncRobots) -> Refusals:
    """Guards every context that the strategy makes."""
    refusals = Refusals()
    guarded: WeakKeyDictionary[Any, _Pages] = WeakKeyDictionary()

    async def on_page_context_created(page: Any, context: Any = None, **_: Any) -> Any:
        if context not in guarded:
            guarded[context] = await _guarded(context, robots, refusals)
        await guarded[context].guard(page)
        return page

    async def before_goto(page: Any, context: Any = None, url: str = "", **_: Any) -> Any:
        # The browser would only say that it was blocked: this error names the line.
        decision = await robots.check(url)
        if decision.action != "fetch":
            refusals.append(decision)
            raise RefusedByRobots(decision)
        return page

    strategy.set_hook("on_page_context_created", on_page_context_created)
    strategy.set_hook("before_goto", before_goto)
    return refusals


async def guard_context(context: Any, robots: AsyncRobots, refusals: Refusals | None = None) -> Refusals:
    """Asks before each navigation of a Chromium context: of its pages, popups and frames, and at each redirect.

    Playwright's routes see only the first request of a chain of redirects. So redirects are paused over the DevTools
    protocol, hop by hop; each hop is requested once. Redirects of frames from other sites are not seen.
    """
    found = refusals if refusals is not None else Refusals()
    await _guarded(context, robots, found)
    return found


async def _guarded(context: Any, robots: AsyncRobots, found: Refusals) -> _Pages:
    pace = AsyncPace(robots)

    async def is_allowed(url: str) -> bool:
        if not url.startswith(("http:", "https:")):
            return True
        try:
            async with pace.turn(url):
                return True
        except RefusedByRobots as refused:
            found.append(refused.decision)
            return False

    pages = _Pages(context, is_allowed)
    for page in context.pages:
        await pages.guard(page)
    context.on("page", lambda page: asyncio.ensure_future(pages.guard(page)))

    async def on_route(route: Any) -> None:
        request = route.request
        if not request.is_navigation_request():
            return await _quietly(route.fallback())
        page = _page_of(request)
        if request.method == "GET" and not await pages.pauses(page, request):
            # Nothing is requested, and the page begins anew.
            return await _quietly(route.fulfill(content_type="text/html", body=_again(request.url)))
        if await is_allowed(request.url):
            return await _quietly(route.fallback())
        await _quietly(route.abort("blockedbyclient"))

    await context.route("**/*", on_route)
    return pages


def _again(url: str) -> str:
    return f'<meta http-equiv="refresh" content="0;url={escape(url)}">'


class _Pages:
    """The pages whose navigations are paused over the DevTools protocol."""

    def __init__(self, context: Any, is_allowed: Callable[[str], Awaitable[bool]]) -> None:
        self._context = context
        self._is_allowed = is_allowed
        self._guarded: WeakKeyDictionary[Any, asyncio.Future[bool]] = WeakKeyDictionary()
        self._seen: WeakKeyDictionary[Any, bool] = WeakKeyDictionary()
        self._begun: set[str] = set()

    async def pauses(self, page: Any, request: Any) -> bool:
        """Whether redirects of this request are paused: not those of a request that was begun before its page was guarded.

        That is the first one of a popup.
        """
        if page is None:
            is_again = request.url in self._begun
            self._begun.discard(request.url) if is_again else self._begun.add(request.url)
            return is_again
        is_ready = page in self._guarded and self._guarded[page].done()
        await self.guard(page)
        is_first = page not in self._seen
        self._seen[page] = True
        return is_ready and not (is_first and request.frame == page.main_frame and await page.opener() is not None)

    async def guard(self, page: Any) -> bool:
        """``False`` where the browser has no such protocol: then redirects are not asked about."""
        known = self._guarded.get(page)
        if known is None:
            known = self._guarded[page] = asyncio.ensure_future(self._attach(page))
        return await asyncio.shield(known)

    async def _attach(self, page: Any) -> bool:
        try:
            session = await self._context.new_cdp_session(page)
        except Exception:
            return False

        def on_paused(event: dict[str, Any]) -> None:
            asyncio.ensure_future(self._answer(session, event))

        session.on("Fetch.requestPaused", on_paused)
        patterns = [{"urlPattern": "*", "resourceType": "Document", "requestStage": "Request"}]
        await session.send("Fetch.enable", {"patterns": patterns})
        return True

    async def _answer(self, session: Any, event: dict[str, Any]) -> None:
        paused = {"requestId": event["requestId"]}
        try:
            # The first hop is asked about where the page's requests are routed.
            is_redirect = "redirectedRequestId" in event
            is_allowed = not is_redirect or await self._is_allowed(event["request"]["url"])
        except Exception:
            is_allowed = False
        if is_allowed:
            await _quietly(session.send("Fetch.continueRequest", paused))
        else:
            await _quietly(session.send("Fetch.failRequest", {**paused, "errorReason": "BlockedByClient"}))


def _page_of(request: Any) -> Any:
    try:
        return request.frame.page
    except Exception:
        return None


async def _quietly(action: Awaitable[Any]) -> None:
    """A page that was closed meanwhile needs no answer."""
    try:
        await action
    except Exception:
        return
