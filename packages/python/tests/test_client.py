"""The clients over real sockets, and the adapters that use them."""

from __future__ import annotations

import asyncio
import gzip
import json
import tempfile
import threading
import unittest
from pathlib import Path

import aiohttp
import httpx
import requests

from robots_exclusion.client import AsyncClient, Client, SQLiteStore
from robots_exclusion.client.settings import Limits
from robots_exclusion.httpx import AsyncRobotsTransport, RobotsTransport
from robots_exclusion.langchain import guard
from robots_exclusion.requests import DisallowedError, robots_session

from .origin import RULES, Site, Sites, octets, rules, rules_with, silence, status
from .vectors import SPEC

AGENT = "FooBot/1.0"


class ClientTest(unittest.TestCase):
    def test_outcomes(self) -> None:
        with Sites() as sites, Client(AGENT) as client:
            packed = sites.add(lambda _: (200, {"content-encoding": "gzip"}, gzip.compress(RULES)))
            bomb = sites.add(lambda _: (200, {"content-encoding": "gzip"}, gzip.compress(RULES + b"#" * 9_000_000)))
            cut = sites.add(lambda _: (200, {"content-encoding": "gzip"}, gzip.compress(RULES)[:20]))
            for site, outcome, of_x in (
                (sites.add(rules), "rules", "skip"),
                (packed, "rules", "skip"),
                (bomb, "rules", "skip"),
                (cut, "unreachable", "defer"),
                (sites.add(status(404)), "no-rules", "fetch"),
                (sites.add(status(503, retry_after="7")), "unreachable", "defer"),
                (sites.add(status(302, location="/other")), "rules", "fetch"),
                (sites.add(status(302, location="/robots.txt")), "no-rules", "fetch"),
            ):
                with self.subTest(outcome=outcome):
                    decision = client.check(site.url("/x"))
                    self.assertEqual((decision.outcome, decision.action), (outcome, of_x))
                    client.check(site.url("/y"))
                    self.assertLessEqual(site.count("/robots.txt"), 6)
            with Client(AGENT, limits=Limits(read_timeout=0.3)) as hasty:
                silent = hasty.check(sites.add(silence).url("/x"))
            self.assertEqual((silent.outcome, silent.action), ("unreachable", "defer"))
            refused = client.check("http://127.0.0.1:9/x")
            self.assertEqual(refused.policy_row, "rfc9309/refused/at-once")
            self.assertEqual(client.check("mailto:a@b.example").outcome, "unsupported")
            with self.assertRaisesRegex(ValueError, "absolute URL"):
                client.check("/x")

    def test_responses_as_octets(self) -> None:
        file = json.loads((SPEC / "access" / "responses.json").read_text("utf-8"))
        for vector in file["vectors"]:
            answer = vector["response"].encode("latin-1")
            with self.subTest(vector["id"]), octets(answer) as url, Client(AGENT) as client:
                decision = client.check(url + file["path"])
                found = {"outcome": decision.outcome, "action": decision.action}
                self.assertEqual(found, vector["expect"], vector["why"])

    def test_one_fetch_whoever_asks(self) -> None:
        with Sites() as sites, Client(AGENT) as client:
            site = sites.add(rules)
            threads = [threading.Thread(target=client.check, args=(site.url("/a"),)) for _ in range(8)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            self.assertEqual(site.count("/robots.txt"), 1)

    def test_one_fetch_in_one_loop_and_silence_holds_up_nobody(self) -> None:
        async def run(site_url: str, silent_url: str) -> None:
            async with AsyncClient(AGENT) as client:
                waiting = asyncio.ensure_future(client.check(silent_url))
                decisions = await asyncio.gather(*(client.check(site_url) for _ in range(20)))
                self.assertEqual({each.action for each in decisions}, {"skip"})
                self.assertFalse(waiting.done())

        with Sites() as sites:
            site, silent = sites.add(rules), sites.add(silence)
            asyncio.run(run(site.url("/x"), silent.url("/x")))
            self.assertEqual(site.count("/robots.txt"), 1)

    def test_a_store_outlives_its_client(self) -> None:
        with Sites() as sites, tempfile.TemporaryDirectory() as folder:
            site = sites.add(rules)
            for _ in range(2):
                store = SQLiteStore(Path(folder) / "robots.db")
                with Client(AGENT, store=store) as client:
                    self.assertEqual(client.check(site.url("/x")).action, "skip")
                store.close()
            self.assertEqual(site.count("/robots.txt"), 1)


class Adapters(unittest.TestCase):
    """No adapter makes a forbidden request, even for links or redirects, and each gap between
    requests is at least the Crawl-delay."""

    def test_httpx(self) -> None:
        with Sites() as sites, Client(AGENT) as robots:
            site = sites.add(rules_with(b"Crawl-delay: 0.2\n"))
            with httpx.Client(transport=RobotsTransport(robots), follow_redirects=True) as client:
                self.assertEqual(client.get(site.url("/to-ok")).status_code, 200)
                for path in ("/x", "/to-x"):
                    with self.assertRaises(httpx.RequestError):
                        client.get(site.url(path))
            self.assertEqual(site.count("/x"), 0)
            self.assertGreaterEqual(min(site.gaps()), 0.2)

    def test_httpx_of_asyncio(self) -> None:
        async def run(urls: list[str], forbidden: str) -> None:
            async with AsyncClient(AGENT) as robots:
                transport = AsyncRobotsTransport(robots)
                async with httpx.AsyncClient(transport=transport, follow_redirects=True) as client:
                    await asyncio.gather(*(client.get(url) for url in urls))
                    with self.assertRaises(httpx.RequestError):
                        await client.get(forbidden)

        with Sites() as sites:
            site = sites.add(rules_with(b"Crawl-delay: 0.2\n"))
            asyncio.run(run([site.url(f"/{each}") for each in range(4)], site.url("/to-x")))
            self.assertEqual(site.count("/x"), 0)
            self.assertGreaterEqual(min(site.gaps()), 0.2)

    def test_requests(self) -> None:
        with Sites() as sites, Client(AGENT) as robots, robots_session(robots) as session:
            site = sites.add(rules_with(b"Crawl-delay: 0.2\n"))
            self.assertEqual(session.get(site.url("/to-ok")).status_code, 200)
            for path in ("/x", "/to-x"):
                with self.assertRaises(DisallowedError):
                    session.get(site.url(path))
            self.assertEqual(site.count("/x"), 0)
            self.assertGreaterEqual(min(site.gaps()), 0.2)

    def test_langchain(self) -> None:
        try:
            from langchain_community.document_loaders import RecursiveUrlLoader, WebBaseLoader
        except ImportError:
            self.skipTest("needs langchain-community")
        with Sites() as sites, Client(AGENT) as robots:
            site = sites.add(rules)
            with guard(robots) as refusals:
                with self.assertRaises(requests.RequestException):
                    WebBaseLoader([site.url("/to-x")]).load()
                for is_async in (False, True):
                    loader = RecursiveUrlLoader(site.url("/"), max_depth=3, use_async=is_async)
                    sources = {each.metadata["source"] for each in loader.load()}
                    self.assertEqual(sources, {site.url("/"), site.url("/ok")})
            self.assertEqual({each.url for each in refusals}, {site.url("/x")})
            self.assertEqual(site.count("/x"), 0)
            requests.get(site.url("/x"), timeout=10)

    def test_llama_index(self) -> None:
        try:
            from llama_index.readers.web import AsyncWebPageReader, BeautifulSoupWebReader, SimpleWebPageReader
        except ImportError:
            self.skipTest("needs llama-index-readers-web")
        loaders = (SimpleWebPageReader(fail_on_error=True), BeautifulSoupWebReader())
        with Sites() as sites, Client(AGENT) as robots:
            site = sites.add(rules)
            with guard(robots) as refusals:
                for loader in loaders:
                    self.assertEqual(len(loader.load_data([site.url("/ok")])), 1)
                    for path in ("/x", "/to-x"):
                        # The second loader raises a ValueError instead.
                        with self.assertRaises((requests.RequestException, ValueError)):
                            loader.load_data([site.url(path)])
                found = AsyncWebPageReader().load_data([site.url(path) for path in ("/ok", "/x", "/to-x")])
            self.assertEqual([each.metadata["Source"] for each in found], [site.url("/ok")])
            self.assertEqual({each.url for each in refusals}, {site.url("/x")})
            self.assertEqual(site.count("/x"), 0)
            self.assertEqual(site.count("/ok"), 3)

    def test_langgraph(self) -> None:
        try:
            from langchain_community.tools import RequestsGetTool
            from langchain_community.utilities.requests import TextRequestsWrapper
            from langchain_core.messages import AIMessage
            from langgraph.graph import END, START, MessagesState, StateGraph
            from langgraph.prebuilt import ToolNode
        except ImportError:
            self.skipTest("needs langgraph")
        tool = RequestsGetTool(requests_wrapper=TextRequestsWrapper(), allow_dangerous_requests=True)
        graph = StateGraph(MessagesState)
        graph.add_node("tools", ToolNode([tool], handle_tool_errors=True))
        graph.add_edge(START, "tools")
        graph.add_edge("tools", END)
        with Sites() as sites, Client(AGENT) as robots:
            site = sites.add(rules)
            calls = [
                {"name": tool.name, "args": {"url": site.url(path)}, "id": path} for path in ("/ok", "/x", "/to-x")
            ]
            for is_async in (False, True):
                with guard(robots):
                    asked = {"messages": [AIMessage("", tool_calls=calls)]}
                    compiled = graph.compile()
                    state = asyncio.run(compiled.ainvoke(asked)) if is_async else compiled.invoke(asked)
                answers = {each.tool_call_id: each.content for each in state["messages"][1:]}
                self.assertNotIn("robots.txt does not allow", answers["/ok"])
                for path in ("/x", "/to-x"):
                    self.assertIn("robots.txt does not allow", answers[path])
            self.assertEqual(site.count("/x"), 0)

    def test_a_request_that_gives_up_keeps_nobody_waiting(self) -> None:
        async def run(url: str) -> int:
            async with aiohttp.ClientSession() as session:
                timeout = aiohttp.ClientTimeout(total=0.05)
                early = [session.get(url, timeout=timeout) for _ in range(3)]
                given_up = await asyncio.gather(*early, return_exceptions=True)
                self.assertTrue(all(isinstance(each, asyncio.TimeoutError) for each in given_up))
                async with session.get(url) as response:
                    return response.status

        with Sites() as sites, Client(AGENT) as robots:
            site = sites.add(rules_with(b"Crawl-delay: 0.3\n"))
            robots.check(site.url("/ok"))
            with guard(robots):
                self.assertEqual(asyncio.run(run(site.url("/ok"))), 200)

    def test_requests_that_wait_take_no_connection(self) -> None:
        async def run(silent: Site, site: Site) -> int:
            async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=1)) as session:
                waiting = asyncio.ensure_future(session.get(silent.url("/ok")))
                while not silent.seen:
                    await asyncio.sleep(0.01)
                async with session.get(site.url("/ok")) as response:
                    self.assertFalse(waiting.done())
                waiting.cancel()
                return response.status

        with Sites() as sites, Client(AGENT, limits=Limits(read_timeout=60)) as robots:
            silent, site = sites.add(silence), sites.add(rules)
            with guard(robots):
                self.assertEqual(asyncio.run(run(silent, site)), 200)
            silent.released.set()

    def test_datatrove(self) -> None:
        try:
            from datatrove.data import Document, Media

            from robots_exclusion.datatrove import RobotsFetchReader, RobotsFilter
        except ImportError:
            self.skipTest("needs datatrove")
        keeps = RobotsFilter("FooBot", {"https://a.example": RULES}.get)
        for url, kept in (
            ("https://a.example/x", (False, "robots-disallowed")),
            ("https://a.example/y", True),
            ("https://b.example/x", True),
            ("no URL", (False, "robots-no-url")),
            ("http://[::1", (False, "robots-no-url")),
            (None, (False, "robots-no-url")),
        ):
            self.assertEqual(keeps.filter(Document(text="", id="1", metadata={"url": url})), kept)
        with Sites() as sites, Client(AGENT) as robots:
            site, gone = sites.add(rules), sites.add(status(503))
            reader = RobotsFetchReader(robots, AGENT, retry_delay=0)
            urls = [site.url(path) for path in ("/ok", "/x", "/to-x", "/to-ok")] + [gone.url("/ok"), "http://[::1"]
            media = [Media(id=str(at), url=url, type=0) for at, url in enumerate(urls)]
            document = next(reader.run([Document(text="", id="1", media=media)]))
            fetched = [each.media_bytes is not None for each in document.media]
            self.assertEqual(fetched, [True, False, False, True, False, False])
            reasons = [each.metadata["fetch_response"]["reason"] for each in document.media if not each.media_bytes]
            self.assertEqual(reasons[0], "robots_txt_disallowed")
            for reason, part in zip(reasons[1:], ("does not allow", "robots.txt", "Failed to parse"), strict=True):
                self.assertIn(part, reason)
            self.assertEqual((site.count("/x"), site.count("/robots.txt"), gone.count("/ok")), (0, 1, 0))
            agents = {fields["user-agent"] for fields in (*site.fields, *gone.fields)}
            self.assertEqual(agents, {AGENT})
