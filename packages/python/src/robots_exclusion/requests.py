"""requests: an adapter that asks before each request, redirects included.

    session.mount("https://", RobotsAdapter(robots))
    session.mount("http://", RobotsAdapter(robots))
"""

from __future__ import annotations

from typing import Any

import requests
from requests.adapters import HTTPAdapter

from .client import Decision
from .guard import Pace, RefusedByRobots, Robots

__all__ = ["DisallowedError", "RefusedByRobots", "RobotsAdapter", "robots_session"]


class DisallowedError(RefusedByRobots, requests.RequestException):
    """A :class:`RefusedByRobots` that programs of requests catch as a failed request."""

    def __init__(self, decision: Decision, request: requests.PreparedRequest) -> None:
        requests.RequestException.__init__(self, request=request)
        RefusedByRobots.__init__(self, decision)


class RobotsAdapter(HTTPAdapter):
    """Asks ``robots``, and keeps its Crawl-delay. One adapter for both schemes shares the delay."""

    def __init__(self, robots: Robots, **options: Any) -> None:
        super().__init__(**options)
        self._pace = Pace(robots)

    def send(self, request: requests.PreparedRequest, *args: Any, **options: Any) -> requests.Response:
        assert request.url is not None
        with self._pace.turn(request.url, lambda decision: DisallowedError(decision, request)):
            return super().send(request, *args, **options)


def robots_session(robots: Robots) -> requests.Session:
    """A session whose every request is asked about."""
    session = requests.Session()
    adapter = RobotsAdapter(robots)
    session.mount("https://", adapter)
    session.mount("http://", adapter)
    return session
