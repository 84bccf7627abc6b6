"""The guard of a Chromium browser driven by Playwright.

The DevTools session of the whole browser pauses its requests. What it cannot pause is turned off, or named in ``open``.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from functools import cache
from typing import Any

from .client.policy import ask

Event = dict[str, Any]


@cache
def settings() -> Any:
    """The patterns and limits of the guard, which are those of the JavaScript client."""
    return ask("browserJson")


def paused(event: Event) -> tuple[str, bool]:
    """What to do with a paused request (``answered``, ``pass``, ``ask`` or ``refuse``), and whether a link with the
    attribute "download" caused it."""
    judged = ask("pausedJson", json.dumps(event))
    return judged["treatment"], judged["isDownload"]


async def go_on(session: Any, event: Event, **more: Any) -> None:
    await _quietly(session.send("Fetch.continueRequest", {"requestId": event["requestId"], **more}))


async def stop(session: Any, event: Event) -> None:
    await _quietly(
        session.send("Fetch.failRequest", {"requestId": event["requestId"], "errorReason": "BlockedByClient"})
    )


class Sessions:
    """The sessions of a browser. ``begin(session, event, is_first)`` gets each pause."""

    def __init__(self, browser: Any, begin: Callable[[Any, Event, bool], None]) -> None:
        self._browser = browser
        self._begin = begin
        self._free: list[Any] = []
        self._occupied: list[Any] = []

    async def open(self) -> Any:
        """Opens the first session, and the additional ones."""
        first = await self._pausing(settings()["patterns"], True)
        await self.renew()
        return first

    def is_free(self, session: Any) -> bool:
        """Whether no download that was let through passes this session."""
        return session in self._free

    async def renew(self) -> None:
        """Replaces the additional sessions. Those before the last are left: what they paused has ended, or goes on."""
        left, self._occupied = self._occupied, self._free
        patterns = settings()["downloadPatterns"]
        self._free = [await self._pausing(patterns, False) for _ in range(settings()["FREE_SESSIONS"])]
        for session in left:
            await _quietly(session.detach())

    async def _pausing(self, patterns: list[dict[str, str]], is_first: bool) -> Any:
        session = await self._browser.new_browser_cdp_session()
        session.on("Fetch.requestPaused", lambda event: self._begin(session, event, is_first))
        await _in_time(session.send("Fetch.enable", {"patterns": patterns}))
        return session


async def prepare(session: Any) -> tuple[str, ...]:
    """Turns off what no session can pause.

    Returns:
        The ways to documents that stay open in this browser.
    """
    attach = _Targets(session).attach
    try:
        infos = (await _in_time(session.send("Target.getTargets")))["targetInfos"]
        others = (await _in_time(session.send("Target.getBrowserContexts")))["browserContextIds"]
    except Exception:
        return _open(is_quiet=False, is_free=False, has_pages=True)
    is_quiet = await _in_new_page(session, attach, {}, _turn_off_prediction)
    is_free = True
    for context in (None, *others):
        pages = [info for info in infos if info["type"] == "page" and info.get("browserContextId") == context]
        if pages:
            is_free = await _act(attach, pages[0]["targetId"], _unregister) and is_free
        else:
            where = {} if context is None else {"browserContextId": context}
            is_free = await _in_new_page(session, attach, where, _unregister) and is_free
    has_pages = any(info["type"] != "service_worker" and info["url"].startswith("http") for info in infos)
    return _open(is_quiet=is_quiet, is_free=is_free, has_pages=has_pages)


def _open(*, is_quiet: bool, is_free: bool, has_pages: bool) -> tuple[str, ...]:
    return tuple(ask("openWaysJson", json.dumps({"isQuiet": is_quiet, "isFree": is_free, "hasPages": has_pages})))


class _Targets:
    """Targets of a browser, reached through the browser's session, because Playwright does not know all of them."""

    def __init__(self, session: Any) -> None:
        self._session = session
        self._waiting: dict[tuple[str, Any], asyncio.Future[Any]] = {}
        self._sent = 0
        session.on("Target.receivedMessageFromTarget", self._received)

    def _received(self, event: Event) -> None:
        message = json.loads(event["message"])
        waiting = self._waiting.pop((event["sessionId"], message.get("id", message.get("method"))), None)
        if waiting is not None and not waiting.done():
            waiting.set_result(message)

    async def attach(self, target_id: str) -> _Target:
        attached = await self._session.send("Target.attachToTarget", {"targetId": target_id, "flatten": False})
        return _Target(self, attached["sessionId"])

    def next(self, session_id: str, key: int | str) -> asyncio.Future[Any]:
        waiting: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._waiting[session_id, key] = waiting
        return waiting

    async def send(self, session_id: str, method: str, parameters: Event) -> Event:
        self._sent += 1
        answer = self.next(session_id, self._sent)
        message = json.dumps({"id": self._sent, "method": method, "params": parameters})
        await self._session.send("Target.sendMessageToTarget", {"sessionId": session_id, "message": message})
        result: Event = (await answer).get("result", {})
        return result


class _Target:
    def __init__(self, targets: _Targets, session_id: str) -> None:
        self._targets = targets
        self._session_id = session_id

    def next(self, event: str) -> asyncio.Future[Any]:
        return self._targets.next(self._session_id, event)

    async def command(self, method: str, **parameters: Any) -> Event:
        return await self._targets.send(self._session_id, method, parameters)


async def _turn_off_prediction(target: _Target) -> bool:
    await target.command("Page.enable")
    loaded = target.next("Page.loadEventFired")
    if "errorText" in await target.command("Page.navigate", url=settings()["SETTINGS_PAGE"]):
        return False
    await loaded
    question = {"expression": settings()["SET_PREDICTION"], "awaitPromise": True, "returnByValue": True}
    done = await target.command("Runtime.evaluate", **question)
    return done["result"].get("value") is True


async def _unregister(target: _Target) -> bool:
    """Unregisters all service workers of a page's context. Only the session of a page can."""
    await target.command("Storage.clearDataForOrigin", origin="*", storageTypes="service_workers")
    return True


Attach = Callable[[str], Awaitable[_Target]]
Action = Callable[[_Target], Awaitable[bool]]


async def _in_new_page(session: Any, attach: Attach, where: dict[str, str], action: Action) -> bool:
    page = {"url": "about:blank", "background": True, **where}
    try:
        created = await _in_time(session.send("Target.createTarget", page))
    except Exception:
        return False
    try:
        return await _act(attach, created["targetId"], action)
    finally:
        await _quietly(session.send("Target.closeTarget", {"targetId": created["targetId"]}))


async def _act(attach: Attach, target_id: str, action: Action) -> bool:
    """Whether an action succeeds in time."""

    async def act() -> bool:
        return await action(await attach(target_id))

    try:
        return bool(await _in_time(act()))
    except Exception:
        return False


async def _quietly(action: Awaitable[Any]) -> None:
    """Awaits an action and ignores its errors, because a page that has been closed needs no response."""
    try:
        await _in_time(action)
    except Exception:
        return


async def _in_time(action: Awaitable[Any]) -> Any:
    """Raises an error if a browser does not answer."""
    return await asyncio.wait_for(action, settings()["LIMIT_MS"] / 1000)
