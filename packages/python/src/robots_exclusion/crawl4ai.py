"""crawl4ai: guards the browser of a strategy.

    guard(crawler.crawler_strategy, AsyncClient("FooBot/1.0"))

Playwright alone: ``await guard_browser(browser, robots)``.
"""

from __future__ import annotations

import asyncio
import warnings
from collections.abc import Coroutine
from contextlib import AbstractAsyncContextManager
from typing import Any
from weakref import WeakKeyDictionary

from .chromium import Sessions, go_on, paused, prepare, stop
from .client import Decision
from .guard import AsyncPace, AsyncRobots, RefusedByRobots

__all__ = ["RefusedByRobots", "Refusals", "guard", "guard_browser"]

# Ends a request's turn after this many seconds, because the browser may never send an allowed
# request.
MOST_UNANSWERED = 5.0


class Refusals(list[Decision]):
    """The decisions for refused requests. The browser itself reports only that a request was
    blocked."""

    # The ways to documents that could not be closed in the browser that was guarded last.
    open: tuple[str, ...] = ()


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
    a redirect. Worker scripts are checked, too. Images, icons, styles, other scripts and requests
    by scripts are not checked. Pages cannot register service workers, those of the profile are
    unregistered, and the profile's setting for preloading pages is turned off, because no session
    can pause what these request. ``open`` of the result names the ways that stay open.
    """
    refusals = Refusals()
    await _guard(browser, robots, refusals)
    return refusals


async def _guard(browser: Any, robots: AsyncRobots, refusals: Refusals) -> None:
    requests = _Requests(browser, robots, refusals)
    refusals.open = await requests.begin()
    leave = browser.close

    async def close(*arguments: Any, **options: Any) -> None:
        # Chromium sends what still waits when a session ends.
        await requests.fail_all()
        await leave(*arguments, **options)

    browser.close = close
    unexpected = {"speculation-rules", "service-workers", "prefetches-of-open-pages"}.intersection(refusals.open)
    if unexpected:
        ways = ", ".join(sorted(unexpected))
        message = f"This browser can request documents without asking: {ways} (see docs/integrations.md)"
        warnings.warn(message, RuntimeWarning, stacklevel=2)


class _Requests:
    """The requests of one browser. The browser pauses each request before it is sent, and again
    when its response arrives."""

    def __init__(self, browser: Any, robots: AsyncRobots, refusals: Refusals) -> None:
        self._sessions = Sessions(browser, self._paused)
        self._pace = AsyncPace(robots)
        self._refusals = refusals
        self._agent: tuple[str, ...] = getattr(robots, "agent", ())
        self._is_warned = False
        self._turns: dict[str, AbstractAsyncContextManager[None]] = {}
        # The requests that wait for an answer, by their id.
        self._waiting: dict[str, tuple[Any, dict[str, Any]]] = {}
        self._is_leaving = False
        # Whether a linked download waits, and the one that was let through last, with the sessions that it has passed.
        self._is_asking = False
        self._passing: tuple[str, set[Any]] = ("", set())
        # Keeps references to the tasks, because the event loop does not protect them from garbage
        # collection.
        self._tasks: set[asyncio.Task[None]] = set()

    async def begin(self) -> tuple[str, ...]:
        return await prepare(await self._sessions.open())

    async def fail_all(self) -> None:
        self._is_leaving = True
        waiting, self._waiting = self._waiting, {}
        await asyncio.gather(*(stop(session, event) for session, event in waiting.values()))

    def _paused(self, session: Any, event: dict[str, Any], is_first: bool) -> None:
        self._begin(self._answer(session, event, is_first))

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _answer(self, session: Any, event: dict[str, Any], is_first: bool) -> None:
        treatment, is_download = paused(event)
        if treatment == "answered":
            await self._end_turn(event["requestId"])
        if treatment in ("answered", "pass") or not (is_first or is_download):
            await go_on(session, event)
        elif treatment == "refuse":
            await stop(session, event)
        elif is_download:
            await self._answer_download(session, event)
        elif await self._may_be_sent(session, event):
            await go_on(session, event, interceptResponse=True)
        else:
            await stop(session, event)

    async def _answer_download(self, session: Any, event: dict[str, Any]) -> None:
        name = f"{event.get('frameId')} {event['request']['url']}"
        passing, passed = self._passing
        if name == passing and session not in passed and not self._sessions.is_free(session):
            passed.add(session)
            await go_on(session, event)
            return
        # While one waits, others fail: they would occupy the sessions that are left.
        if self._is_asking:
            await stop(session, event)
            return
        self._is_asking = True
        try:
            if not await self._may_be_sent(session, event):
                await stop(session, event)
                return
            await self._sessions.renew()
            self._passing = (name, {session})
            await go_on(session, event, interceptResponse=True)
        except Exception:
            await stop(session, event)
        finally:
            self._is_asking = False

    async def _may_be_sent(self, session: Any, event: dict[str, Any]) -> bool:
        if self._is_leaving:
            return False
        self._waiting[event["requestId"]] = (session, event)
        is_allowed = await self._is_allowed(event)
        return self._waiting.pop(event["requestId"], None) is not None and is_allowed

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
        self._begin(self._end_turn(request_id, MOST_UNANSWERED))
        return True

    async def _end_turn(self, request_id: str, after: float = 0.0) -> None:
        await asyncio.sleep(after)
        turn = self._turns.pop(request_id, None)
        if turn is not None:
            await turn.__aexit__(None, None, None)
