"""Waits without blocking Twisted's reactor."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from time import monotonic
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

from scrapy.utils.defer import maybe_deferred_to_future
from twisted.internet.defer import Deferred

from ..client.aside import aside as thread_aside
from ..client.knowledge import Knowledge, Location

if TYPE_CHECKING:
    from scrapy.crawler import Crawler

Args = ParamSpec("Args")
Result = TypeVar("Result")


async def asked(
    knowledge: Knowledge, location: Location, work: Callable[Args, Result], *args: Args.args, **options: Args.kwargs
) -> Result:
    """Reads from the knowledge about an origin."""
    if knowledge.is_slow(location.origin):
        return await aside(work, *args, **options)
    return work(*args, **options)


async def aside(work: Callable[Args, Result], *args: Args.args, **options: Args.kwargs) -> Result:
    """Runs work in the thread for slow work, and returns its result."""
    return await of_thread(thread_aside.submit(work, *args, **options))


async def of_thread(future: Future[Result]) -> Result:
    """Waits for a future that a thread completes, and returns its result."""
    done: Deferred[Result] = Deferred()
    reactor = _reactor()
    future.add_done_callback(lambda ended: reactor.callFromThread(_settle, done, ended))
    return await maybe_deferred_to_future(done)


async def waited(crawler: Crawler, seconds: float) -> bool:
    """Waits some seconds. Returns ``False`` if the spider closes before that."""
    until = monotonic() + seconds
    while (left := until - monotonic()) > 0:
        if _is_closing(crawler):
            return False
        turn: Deferred[None] = Deferred()
        _reactor().callLater(min(left, 1.0), turn.callback, None)
        await maybe_deferred_to_future(turn)
    return not _is_closing(crawler)


def _settle(done: Deferred[Result], ended: Future[Result]) -> None:
    error = ended.exception()
    if error is None:
        done.callback(ended.result())
    else:
        done.errback(error)


def _is_closing(crawler: Crawler) -> bool:
    engine: Any = crawler.engine
    slot = getattr(engine, "_slot", None) or getattr(engine, "slot", None)
    return slot is None or bool(slot.closing)


def _reactor() -> Any:
    """The installed reactor. It is imported here, because it exists only after the crawl has
    begun."""
    from twisted.internet import reactor

    return reactor
