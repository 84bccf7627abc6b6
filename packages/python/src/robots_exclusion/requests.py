"""requests: an adapter that checks robots.txt before each request, including redirects.

    session.mount("https://", RobotsAdapter(robots))
    session.mount("http://", RobotsAdapter(robots))
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

import requests
from requests.adapters import HTTPAdapter
from urllib3 import HTTPConnectionPool, HTTPSConnectionPool

from .client import BadUrlError, Decision
from .guard import Pace, RefusedByRobots, Robots

__all__ = ["DisallowedError", "RefusedByRobots", "RobotsAdapter", "robots_session"]


class DisallowedError(RefusedByRobots, requests.RequestException):
    """A :class:`RefusedByRobots` that programs using requests catch as a failed request."""

    def __init__(self, decision: Decision, request: requests.PreparedRequest | None = None) -> None:
        requests.RequestException.__init__(self, request=request)
        RefusedByRobots.__init__(self, decision)

    def __reduce__(self) -> tuple[Any, ...]:
        # Omits the request, which may contain objects that cannot be pickled, such as hooks and
        # streamed bodies.
        return type(self), (self.decision,)


class RobotsAdapter(HTTPAdapter):
    """Checks each request with ``robots``, and keeps its Crawl-delay. All adapters of one client
    share the delay."""

    __attrs__ = [*HTTPAdapter.__attrs__, "_robots"]

    def __init__(self, robots: Robots, **options: Any) -> None:
        # Creating a pace raises an error if `robots` cannot be used in threads.
        Pace(robots)
        self._robots = robots
        super().__init__(**options)

    def send(self, request: requests.PreparedRequest, *args: Any, **options: Any) -> requests.Response:
        with turn_of(Pace(self._robots), request, lambda decision: DisallowedError(decision, request)):
            return super().send(request, *args, **options)

    def init_poolmanager(self, *args: Any, **options: Any) -> None:
        super().init_poolmanager(*args, **options)
        self.poolmanager.pool_classes_by_scheme = _POOLS

    def proxy_manager_for(self, *args: Any, **options: Any) -> Any:
        manager = super().proxy_manager_for(*args, **options)
        manager.pool_classes_by_scheme = _POOLS
        return manager


def robots_session(robots: Robots) -> requests.Session:
    """A session that checks every request."""
    session = requests.Session()
    adapter = RobotsAdapter(robots)
    session.mount("https://", adapter)
    session.mount("http://", adapter)
    return session


class _Sending:
    """A request that an adapter sends one or more times."""

    def __init__(self, again: Callable[[], None]) -> None:
        self._again = again
        self._times = 0

    def sends(self) -> None:
        self._times += 1
        if self._times > 1:
            self._again()


_sending: ContextVar[_Sending | None] = ContextVar("sending", default=None)


@contextmanager
def turn_of(
    pace: Pace, request: requests.PreparedRequest, refused: Callable[[Decision], Exception]
) -> Iterator[None]:
    """The turn of a request in the line of its origin, including retries by urllib3."""
    url = request.url
    assert url is not None
    before = _sending.get()
    try:
        with pace.turn(url, refused):
            _sending.set(_Sending(lambda: pace.again(url, refused)))
            yield
    except BadUrlError as error:
        raise requests.exceptions.InvalidURL(str(error), request=request) from None
    except requests.ConnectionError as error:
        # The library wraps an error before a retry in a network error, so the refusal is in the
        # arguments.
        refusal = next((each for each in error.args if isinstance(each, RefusedByRobots)), None)
        if refusal is None:
            raise
        raise refusal from None
    finally:
        _sending.set(before)


def sends_again() -> None:
    """Waits before each attempt of this thread's request, except the first."""
    sending = _sending.get()
    if sending is not None:
        sending.sends()


class Paced(HTTPConnectionPool):
    """A connection pool that waits before retries. urllib3 calls ``urlopen`` again for each
    retry."""

    def urlopen(self, *args: Any, **options: Any) -> Any:
        sends_again()
        return super().urlopen(*args, **options)


class _PacedTls(Paced, HTTPSConnectionPool):
    """Like :class:`Paced`, over TLS."""


_POOLS = {"http": Paced, "https": _PacedTls}
