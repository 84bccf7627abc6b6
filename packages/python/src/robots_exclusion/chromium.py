"""The guard of a Chromium browser driven by Playwright.

The DevTools session of the whole browser pauses its requests. What it cannot pause is turned off, or named in ``open``.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

# Limit in seconds on the wait for a browser that does not answer.
MOST_SECONDS = 10.0

# Of downloads by links with the attribute "download", a session pauses one, and sends all others without a pause until
# that one has ended. So there are additional sessions, and new ones before a download is let through. Each session
# costs each document another pause.
FREE_SESSIONS = 3

# A page of the settings, which may change them. It is a script as text, and loads nothing else.
SETTINGS_PAGE = "chrome://settings/strings.m.js"

# 2: the browser loads nothing ahead.
SET_PREDICTION = """new Promise((done) => {
  const name = 'net.network_prediction_options';
  const { settingsPrivate } = chrome;
  settingsPrivate.setPref(name, 2, '', () => settingsPrivate.getPref(name, ({ value }) => done(value === 2)));
})"""

Event = dict[str, Any]


def _requests_of(kind: str) -> dict[str, str]:
    return {"urlPattern": "*", "requestStage": "Request", "resourceType": kind}


# Documents are pages, popups, frames and downloads, including each redirect hop. Scripts of workers are "Other", and so
# are icons. Chromium 156 pauses prefetches as "Fetch", and what scripts fetch along with them.
PATTERNS = [_requests_of(kind) for kind in ("Document", "Other", "Fetch")]


def treatment_of(event: Event) -> str:
    """``pass``, ``ask`` or ``refuse`` for a request that is paused before it is sent."""
    kind = event["resourceType"]
    headers = {name.lower(): value for name, value in event["request"].get("headers", {}).items()}
    if not event["request"]["url"].lower().startswith(("http:", "https:")):
        return "pass"
    if kind == "Document":
        return "ask"
    # Scripts cannot set headers that begin with "Sec-".
    if kind != "Other":
        return "ask" if "prefetch" in headers.get("sec-purpose", "") else "pass"
    if headers.get("service-worker") == "script":
        return "refuse"
    return "pass" if headers.get("accept", "").startswith("image/") else "ask"


def is_linked_download(event: Event) -> bool:
    """Whether a link with the attribute "download" caused the request. The requests of new tabs sometimes have no
    network id either, but send the header ``Upgrade-Insecure-Requests``, as all navigations do."""
    names = {name.lower() for name in event["request"].get("headers", {})}
    is_document = event["resourceType"] == "Document" and "networkId" not in event
    return is_document and "upgrade-insecure-requests" not in names


def is_answered(event: Event) -> bool:
    return "responseStatusCode" in event or "responseErrorReason" in event


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
        first = await self._pausing(PATTERNS)
        await self.renew()
        return first

    def is_free(self, session: Any) -> bool:
        """Whether no download that was let through passes this session."""
        return session in self._free

    async def renew(self) -> None:
        """Replaces the additional sessions. Those before the last are left: what they paused has ended, or goes on."""
        left, self._occupied = self._occupied, self._free
        self._free = [await self._pausing(PATTERNS[:1]) for _ in range(FREE_SESSIONS)]
        for session in left:
            await _quietly(session.detach())

    async def _pausing(self, patterns: list[dict[str, str]]) -> Any:
        session = await self._browser.new_browser_cdp_session()
        session.on("Fetch.requestPaused", lambda event: self._begin(session, event, patterns is PATTERNS))
        await asyncio.wait_for(session.send("Fetch.enable", {"patterns": patterns}), MOST_SECONDS)
        return session


async def prepare(session: Any) -> tuple[str, ...]:
    """Turns off what no session can pause.

    Returns:
        The ways to documents that stay open in this browser.
    """
    attach = _Targets(session).attach
    infos = (await session.send("Target.getTargets"))["targetInfos"]
    others = (await session.send("Target.getBrowserContexts"))["browserContextIds"]
    is_quiet = await _in_new_page(session, attach, {}, _turn_off_prediction)
    is_free = True
    for context in (None, *others):
        page = next(
            (info for info in infos if info["type"] == "page" and info.get("browserContextId") == context), None
        )
        where = {} if context is None else {"browserContextId": context}
        work = (
            _in_new_page(session, attach, where, _unregister)
            if page is None
            else _succeeds(_unregister(await attach(page["targetId"])))
        )
        is_free = await work and is_free
    has_pages = any(info["type"] != "service_worker" and info["url"].startswith("http") for info in infos)
    return (
        *(() if is_quiet else ("speculation-rules",)),
        *(() if is_free else ("service-workers",)),
        *(("prefetches-of-open-pages",) if has_pages else ()),
        "downloads-at-once",
        "second-requests",
    )


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
    if "errorText" in await target.command("Page.navigate", url=SETTINGS_PAGE):
        return False
    await loaded
    done = await target.command("Runtime.evaluate", expression=SET_PREDICTION, awaitPromise=True, returnByValue=True)
    return done["result"].get("value") is True


async def _unregister(target: _Target) -> bool:
    """Unregisters all service workers of a page's context. Only the session of a page can."""
    await target.command("Storage.clearDataForOrigin", origin="*", storageTypes="service_workers")
    return True


async def _in_new_page(
    session: Any,
    attach: Callable[[str], Awaitable[_Target]],
    where: dict[str, str],
    action: Callable[[_Target], Awaitable[bool]],
) -> bool:
    page = await session.send("Target.createTarget", {"url": "about:blank", "background": True, **where})

    async def act() -> bool:
        return await action(await attach(page["targetId"]))

    try:
        return await _succeeds(act())
    finally:
        await _quietly(session.send("Target.closeTarget", {"targetId": page["targetId"]}))


async def _succeeds(action: Awaitable[bool]) -> bool:
    try:
        return await asyncio.wait_for(action, MOST_SECONDS)
    except Exception:
        return False


async def _quietly(action: Awaitable[Any]) -> None:
    """Awaits an action and ignores its errors, because a page that has been closed needs no response."""
    try:
        await asyncio.wait_for(action, MOST_SECONDS)
    except Exception:
        return
