"""Responses that no server should send. Each leads to an outcome instead of an error, with threads
and with asyncio."""

from __future__ import annotations

import asyncio
import gzip
import socket
import struct
import threading
import unittest
import zlib
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

from robots_exclusion.client import AsyncClient, Client, Decision
from robots_exclusion.client.settings import Limits

from .origin import RULES

BOMB = gzip.compress(RULES + b"\n" * 20_000_000)


def answer(status: bytes, body: bytes, *fields: bytes) -> bytes:
    head = [b"HTTP/1.1 " + status, b"content-length: %d" % len(body), *fields]
    return b"\r\n".join(head) + b"\r\n\r\n" + body


def moved(target: bytes) -> bytes:
    return answer(b"302 Found", b"", b"location: " + target)


OK = b"200 OK"
MALFORMED = ("unreachable", "malformed-response/at-once")
BROKEN = ("unreachable", "broken-body/at-once")
NOT_FOLLOWED = ("unreachable", "redirect-not-followed/at-once")
FAILED = ("unreachable", "5xx/at-once")
RESET = ("unreachable", "reset/at-once")
FOREIGN = ("refused", "scheme-refused")
READ = ("rules", "2xx")

# The octets sent, their meaning, and the row of the outcome table.
CASES: dict[str, tuple[bytes, tuple[str, str]]] = {
    # httpx reports octets without a whole head like none.
    "HTTP/0.9": (RULES, RESET),
    "no HTTP": (b"\x00\xff\xfe" * 100, MALFORMED),
    "nothing": (b"", RESET),
    "an unfinished header": (b"HTTP/1.1 200 OK\r\n", RESET),
    "no status": (b"HTTP/1.1 abc OK\r\n\r\n", MALFORMED),
    "status 999": (answer(b"999 X", RULES), MALFORMED),
    "another protocol": (b"HTTP/1.1 101 X\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n", MALFORMED),
    "two lengths": (answer(OK, RULES, b"content-length: 5"), MALFORMED),
    "a negative length": (b"HTTP/1.1 200 OK\r\ncontent-length: -5\r\n\r\n" + RULES, MALFORMED),
    "a long field": (answer(OK, RULES, b"x: " + b"a" * 300_000), MALFORMED),
    "a field with NUL": (answer(OK, RULES, b"x: a\x00b"), MALFORMED),
    "a shorter body": (b"HTTP/1.1 200 OK\r\ncontent-length: 999\r\n\r\n" + RULES, BROKEN),
    "a bad chunk": (b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n" + RULES, BROKEN),
    "no gzip": (answer(OK, RULES, b"content-encoding: gzip"), BROKEN),
    "a coding nobody asked for": (answer(OK, b"\x8b\x0d\x80\x00\xff\xfe", b"content-encoding: br"), BROKEN),
    "a part": (answer(b"206 Partial", RULES, b"content-range: bytes 0-27/1000"), BROKEN),
    "200 after many 103": (b"HTTP/1.1 103 X\r\n\r\n" * 20 + answer(OK, RULES), READ),
    "thousands of fields": (answer(OK, RULES, *[b"x: a"] * 3000), READ),
    "a body without end": (b"HTTP/1.1 200 OK\r\n\r\n" + RULES, READ),
    "gzip in gzip": (answer(OK, gzip.compress(gzip.compress(RULES)), b"content-encoding: gzip, gzip"), READ),
    "deflate": (answer(OK, zlib.compress(RULES), b"content-encoding: deflate"), READ),
    "UTF-16": (answer(OK, RULES.decode().encode("utf-16")), READ),
    "CR alone": (answer(OK, RULES.replace(b"\n", b"\r")), READ),
    "one line of stars": (answer(OK, RULES + b"Disallow: /" + b"a*" * 200_000), READ),
    "lifetimes that are none": (answer(OK, RULES, b"cache-control: max-age=" + b"9" * 30, b"expires: \xff", b"age: 1e9"), READ),
    "a bomb": (answer(OK, BOMB, b"content-encoding: gzip"), ("rules", "2xx-too-large")),
    "HTML": (answer(OK, b"<!doctype html><p>" * 50, b"content-type: text/html"), ("rules", "2xx-html")),
    "204": (b"HTTP/1.1 204 X\r\n\r\n", ("rules", "2xx-empty")),
    "304 to nothing": (b"HTTP/1.1 304 X\r\n\r\n", ("unreachable", "3xx/at-once")),
    "retry in eternity": (answer(b"503 X", b"", b"retry-after: " + b"9" * 20), FAILED),
    "retry yesterday": (answer(b"503 X", b"", b"retry-after: -1"), FAILED),
    "nowhere": (answer(b"302 X", b""), ("unreachable", "redirect-without-location/at-once")),
    "to itself": (moved(b"/robots.txt"), ("no-rules", "redirect-loop")),
    "to a script": (moved(b"javascript:alert(1)"), FOREIGN),
    "to a file": (moved(b"file:///etc/passwd"), FOREIGN),
    "to half an address": (moved(b"http://[::1"), NOT_FOLLOWED),
    "to a port that is none": (moved(b"http://127.0.0.1:99999/"), NOT_FOLLOWED),
    "to a long URL": (moved(b"a" * 70_000), ("unreachable", "network/at-once")),
    "to a name of an emoji": (moved(b"http://xn--n3h.test/robots.txt"), ("unreachable", "network/at-once")),
    "to nobody": (moved(b"http://127.0.0.1:9/"), ("unreachable", "refused/at-once")),
}


class Raw:
    """Sends the octets of a case for each request; the requested address selects the case."""

    def __init__(self) -> None:
        self._socket = socket.socket()
        self._socket.bind(("0.0.0.0", 0))
        self._socket.listen(500)
        threading.Thread(target=self._serve, daemon=True).start()

    def url(self, at: int) -> str:
        return f"http://127.6.0.{at + 1}:{self._socket.getsockname()[1]}/x"

    def close(self) -> None:
        self._socket.close()

    def _serve(self) -> None:
        while True:
            try:
                connection, _ = self._socket.accept()
            except OSError:
                return
            threading.Thread(target=self._answer, args=(connection,), daemon=True).start()

    def _answer(self, connection: socket.socket) -> None:
        with connection:
            at = int(connection.getsockname()[0].rsplit(".", 1)[1]) - 1
            try:
                while b"\r\n\r\n" not in connection.recv(65_536):
                    pass
                connection.sendall(list(CASES.values())[at][0])
                connection.shutdown(socket.SHUT_WR)
                while connection.recv(65_536):
                    pass
            except OSError:
                # The client has left: close without waiting.
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))


class Hostile(unittest.TestCase):
    def test_each_answer_is_an_outcome(self) -> None:
        limits = Limits(read_timeout=20, total_timeout=60)
        with closing(Raw()) as raw:
            urls = [raw.url(at) for at in range(len(CASES))]
            with Client("FooBot/1.0", limits=limits) as client, ThreadPoolExecutor(8) as threads:
                found = list(threads.map(client.check, urls))
            for name, decision, other in zip(CASES, found, asyncio.run(_checked(urls, limits)), strict=True):
                outcome, row = CASES[name][1]
                with self.subTest(name):
                    self.assertEqual((decision.outcome, decision.policy_row), (outcome, f"rfc9309/{row}"))
                    self.assertEqual((other.outcome, other.policy_row), (decision.outcome, decision.policy_row))

    def test_a_name_that_httpx_cannot_send(self) -> None:
        with Client("FooBot/1.0") as client:
            self.assertEqual(client.check("http://\u2603.test/").outcome, "unreachable")


async def _checked(urls: list[str], limits: Limits) -> list[Decision]:
    async with AsyncClient("FooBot/1.0", limits=limits) as client:
        return await asyncio.gather(*(client.check(url) for url in urls))
