"""crawl4ai: guards the browser of a strategy.

    guard(crawler.crawler_strategy, AsyncClient("FooBot/1.0"))

Playwright alone: ``await guard_browser(browser, robots)``.
"""

from __future__ import annotations

import asyncio
import warnings
from collections.abc import Awaitable, Coroutine
from contextlib import AbstractAsyncContextManager
from typing import Any
from weakref import WeakKeyDictionary

from .client import Decision
from .guard import AsyncPace, AsyncRobots, RefusedByRobots

__all__ = ["RefusedByRobots", "Refusals", "guard", "guard_browser"]

# Documents are pages, popups, frames and downloads, including each redirect hop. Worker scripts and
# prefetched pages have the type "Other".
PATTERNS = [
    {"urlPattern": "*", "resourceType": "Document", "requestStage": "Request"},
    {"urlPattern": "*", "resourceType": "Document", "requestStage": "Response"},
    {"urlPattern": "*", "resourceType": "Other", "requestStage": "Request"},
]

# Ends a request's turn after this many seconds, because the browser may never send an allowed
# request.
MOST_UNANSWERED = 5.0


class Refusals(list[Decision]):
    """The decisions for refused requests. The browser itself reports only that a request was
    blocked."""


def guard(strategy: Any, robots: AsyncRobots) -> Refusals:
    """Guards the browser of a strategy."""
    refusals = Refusals()
    guarded: WeakKeyDictionary[Any, asyncio.Future[None]] = WeakKeyDictionary()

    async def on_page_context_created(page: Any, context: Any = None, **_: Any) -> Any:
        browser = context.browser
        if browser not in guarded:
            guarded[browser] = asyncio.ensure_future(_guard(browser, robots, refusals))
        await asyncio.shield(guarded[browser])
        return page

    async def before_goto(page: Any, context: Any = None, url: str = "", **_: Any) -> Any:
        # Checks here as well, because the browser would report only that the request was blocked.
        # This error names the line.
        decision = await robots.check(url)
        if decision.action != "fetch":
            refusals.append(decision)
            raise RefusedByRobots(decision)
        return page

    strategy.set_hook("on_page_context_created", on_page_context_created)
    strategy.set_hook("before_goto", before_goto)
    return refusals


async def guard_browser(browser: Any, robots: AsyncRobots) -> Refusals:
    """Checks robots.txt before each document that Playwright's Chromium requests, and keeps the
    Crawl-delay.

    Documents are pages, popups, frames, downloads and prefetches, in all contexts, and each hop of
    a redirect. Worker scripts are checked, too. Images, styles, other scripts and requests by
    scripts are not checked.
    """
    refusals = Refusals()
    await _guard(browser, robots, refusals)
    return refusals


async def _guard(browser: Any, robots: AsyncRobots, refusals: Refusals) -> None:
    session = await browser.new_browser_cdp_session()
    requests = _Requests(session, robots, refusals)
    session.on("Fetch.requestPaused", requests.paused)
    await session.send("Fetch.enable", {"patterns": PATTERNS})


class _Requests:
    """The requests of one browser. The browser pauses each request before it is sent, and again
    when its response arrives."""

    def __init__(self, session: Any, robots: AsyncRobots, refusals: Refusals) -> None:
        self._session = session
        self._pace = AsyncPace(robots)
        self._refusals = refusals
        self._agent: tuple[str, ...] = getattr(robots, "agent", ())
        self._is_warned = False
        self._turns: dict[str, AbstractAsyncContextManager[None]] = {}
        # Keeps references to the tasks, because the event loop does not protect them from garbage
        # collection.
        self._tasks: set[asyncio.Task[None]] = set()

    def paused(self, event: dict[str, Any]) -> None:
        self._begin(self._answer(event))

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _answer(self, event: dict[str, Any]) -> None:
        paused = {"requestId": event["requestId"]}
        if "responseStatusCode" in event or "responseErrorReason" in event:
            await self._end_turn(event["requestId"])
        elif not await self._is_allowed(event):
            await _quietly(self._session.send("Fetch.failRequest", {**paused, "errorReason": "BlockedByClient"}))
            return
        await _quietly(self._session.send("Fetch.continueRequest", paused))

    def _warn_of_other(self, headers: dict[str, str]) -> None:
        """Warns once if the browser sends a name other than the one checked in robots.txt."""
        sent = next((value for name, value in headers.items() if name.lower() == "user-agent"), None)
        if self._is_warned or sent is None or not self._agent:
            return
        if not any(token.lower() in sent.lower() for token in self._agent):
            self._is_warned = True
            asked = ", ".join(self._agent)
            message = f"robots.txt is asked about {asked}, but the browser sends {sent!r}: give it the client's User-Agent"
            warnings.warn(message, RuntimeWarning, stacklevel=2)

    async def _is_allowed(self, event: dict[str, Any]) -> bool:
        url, request_id = event["request"]["url"], event["requestId"]
        if not url.lower().startswith(("http:", "https:")):
            return True
        self._warn_of_other(event["request"].get("headers", {}))
        turn = self._pace.turn(url)
        try:
            await turn.__aenter__()
        except RefusedByRobots as refused:
            self._refusals.append(refused.decision)
            return False
        except Exception:
            return False
        self._turns[request_id] = turn
        # Only responses to documents are reported.
        self._begin(self._end_turn(request_id, MOST_UNANSWERED if event["resourceType"] == "Document" else 0.0))
        return True

    async def _end_turn(self, request_id: str, after: float = 0.0) -> None:
        await asyncio.sleep(after)
        turn = self._turns.pop(request_id, None)
        if turn is not None:
            await turn.__aexit__(None, None, None)


async def _quietly(action: Awaitable[Any]) -> None:
    """Awaits an action and ignores its errors, because a page that has been closed needs no
    response."""
    try:
        await action
    except Exception:
        return
