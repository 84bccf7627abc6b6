"""Objects that pass between processes: errors, clients, stores, sessions and files."""

from __future__ import annotations

import copy
import importlib
import multiprocessing
import pickle
import pkgutil
import tempfile
import unittest
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import requests

import robots_exclusion
from robots_exclusion import Robots
from robots_exclusion.aiohttp import DisallowedError as AioDisallowedError
from robots_exclusion.client import AsyncClient, BadUrlError, Client, Decision, MemoryStore, SQLiteStore
from robots_exclusion.client.exchange import FetchProblem
from robots_exclusion.client.transport import HttpxTransport
from robots_exclusion.engine import EngineError
from robots_exclusion.guard import RefusedByRobots
from robots_exclusion.httpx import DisallowedError as HttpxDisallowedError
from robots_exclusion.langchain import Refusals
from robots_exclusion.requests import DisallowedError as RequestsDisallowedError
from robots_exclusion.requests import robots_session
from robots_exclusion.service import AsyncServiceClient, ServiceClient, ServiceError

from .origin import Sites, rules

AGENT = "FooBot/1.0"
# A pool that takes more than this many seconds counts as hanging.
MOST = 120
DECISION = Decision(url="http://a.example/x", action="skip", outcome="rules", policy_row="2xx")
POST = requests.Request("POST", DECISION.url, data=iter([b"a"]), hooks={"response": lambda *_: None}).prepare()

ERRORS: tuple[BaseException, ...] = (
    RefusedByRobots(DECISION),
    HttpxDisallowedError(DECISION, httpx.Request("GET", DECISION.url)),
    RequestsDisallowedError(DECISION, POST),
    AioDisallowedError(DECISION),
    BadUrlError("Cannot check"),
    EngineError("x"),
    FetchProblem("dns", "ENOTFOUND", "No such host"),
    ServiceError(503, "The service answers 503"),
)


def own_errors(base: type[BaseException] = BaseException) -> Iterator[type[BaseException]]:
    """The classes of errors that this package defines."""
    for kind in base.__subclasses__():
        if kind.__module__.startswith("robots_exclusion"):
            yield kind
        yield from own_errors(kind)


def refused(url: str) -> None:
    with Client(AGENT) as client, robots_session(client) as session:
        session.get(url)


def action(robots: Any, url: str) -> str:
    return str(robots.check(url).action)


def answers(session: requests.Session, urls: list[str]) -> list[int]:
    found = []
    for url in urls:
        try:
            found.append(session.get(url).status_code)
        except RefusedByRobots:
            found.append(0)
    return found


class Pickling(unittest.TestCase):
    def test_every_error(self) -> None:
        for module in pkgutil.walk_packages(robots_exclusion.__path__, "robots_exclusion."):
            importlib.import_module(module.name)
        self.assertEqual(set(own_errors()), {type(error) for error in ERRORS})
        for error in ERRORS:
            for other in (pickle.loads(pickle.dumps(error)), copy.copy(error), copy.deepcopy(error)):
                with self.subTest(type(error).__name__):
                    self.assertEqual((type(other), str(other)), (type(error), str(error)))
                    for name in ("decision", "status", "failure", "code"):
                        self.assertEqual(getattr(other, name, None), getattr(error, name, None))
        request = pickle.loads(pickle.dumps(ERRORS[1])).request
        self.assertEqual(request.url, DECISION.url)

    def test_errors_leave_a_pool(self) -> None:
        with Sites() as sites, multiprocessing.get_context("spawn").Pool(1) as pool:
            site = sites.add(rules)
            with self.assertRaises(RequestsDisallowedError) as raised:
                pool.apply_async(refused, (site.url("/x"),)).get(timeout=MOST)
            self.assertEqual(raised.exception.decision.action, "skip")

    def test_clients_and_sessions_enter_processes(self) -> None:
        with Sites() as sites, tempfile.TemporaryDirectory() as folder, Client(AGENT, preset="google") as client:
            site = sites.add(rules)
            store = SQLiteStore(Path(folder) / "robots.db")
            with_store = Client(AGENT, store=store)
            self.assertEqual(with_store.check(site.url("/x")).action, "skip")
            asked = site.count("/robots.txt")
            for method in ("fork", "spawn", "forkserver"):
                with self.subTest(method), multiprocessing.get_context(method).Pool(1) as pool:
                    for each in (client, with_store):
                        self.assertEqual(pool.apply_async(action, (each, site.url("/x"))).get(timeout=MOST), "skip")
                    urls = [site.url("/ok"), site.url("/x")]
                    found = pool.apply_async(answers, (robots_session(client), urls)).get(timeout=MOST)
                    self.assertEqual(found, [200, 0])
            # Six requests come from the client in memory and its session. The clients with the file
            # share one response.
            self.assertEqual(site.count("/robots.txt"), asked + 6)
            store.close()

    def test_what_else_can_be_pickled(self) -> None:
        for thing in (
            AsyncClient(AGENT, agent=["FooBot", "Foo"]),
            MemoryStore(1000),
            ServiceClient("http://a.example", "FooBot", fail="defer"),
            AsyncServiceClient(ServiceClient("http://a.example", "FooBot")),
            Robots.parse(b"User-agent: *", dialect="google"),
            Refusals([DECISION]),
            DECISION,
            Robots.parse(b"User-agent: *\nDisallow: /").explain("/a", "FooBot"),
        ):
            with self.subTest(type(thing).__name__):
                other = pickle.loads(pickle.dumps(thing))
                self.assertIs(type(other), type(thing))
                for name in ("agent", "_most", "_fail", "octets", "options"):
                    self.assertEqual(getattr(other, name, None), getattr(thing, name, None))

    def test_a_transport_that_was_handed_in_stays(self) -> None:
        with self.assertRaisesRegex(TypeError, "make the Client in each process"):
            pickle.dumps(Client(AGENT, transport=HttpxTransport(httpx.HTTPTransport())))
