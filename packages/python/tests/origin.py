"""Sites on loopback, each with its own response for robots.txt."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from socketserver import BaseRequestHandler, ThreadingTCPServer

RULES = b"User-agent: *\nDisallow: /x\n"
PAGE = b'<html><body><a href="/x">x</a><a href="/to-x">to x</a><a href="/ok">ok</a></body></html>'


@dataclass
class Site:
    """A site. ``robots`` returns the status, fields and body for robots.txt; with ``None``, the
    site stays silent until it is released."""

    robots: Callable[[Site], tuple[int, dict[str, str], bytes] | None]
    seen: list[tuple[float, str]] = field(default_factory=list)
    released: threading.Event = field(default_factory=threading.Event)
    pages: dict[str, bytes] = field(default_factory=dict)
    # Responses of pages whose status is not 200.
    answers: dict[str, Callable[[Site], tuple[int, dict[str, str], bytes]]] = field(default_factory=dict)
    # The header fields of each request, by lower-case name.
    fields: list[dict[str, str]] = field(default_factory=list)
    host: str = "127.0.0.1"
    port: int = 0
    # Response time in seconds of each page, and of robots.txt.
    takes: float = 0
    takes_robots: float = 0

    def url(self, path: str) -> str:
        return f"http://{self.host}:{self.port}{path}"

    def count(self, path: str) -> int:
        return sum(1 for _, seen in self.seen if seen == path)

    def gaps(self) -> list[float]:
        at = [instant for instant, _ in self.seen]
        return [later - sooner for sooner, later in zip(at, at[1:], strict=False)]


class Sites:
    """Starts servers, and closes them at the end of the block."""

    def __init__(self) -> None:
        self._servers: list[tuple[ThreadingHTTPServer, Site]] = []

    def add(
        self,
        robots: Callable[[Site], tuple[int, dict[str, str], bytes] | None],
        pages: dict[str, bytes] | None = None,
    ) -> Site:
        # Each site has its own host, because programs that keep delays by host must not confuse
        # sites.
        site = Site(robots, pages=pages or {}, host=f"127.0.0.{len(self._servers) + 2}")
        server = ThreadingHTTPServer((site.host, 0), _handler_of(site))
        server.daemon_threads = True
        site.port = server.server_port
        threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
        self._servers.append((server, site))
        return site

    def __enter__(self) -> Sites:
        return self

    def __exit__(self, *_: object) -> None:
        for server, site in self._servers:
            site.released.set()
            server.shutdown()
            server.server_close()


@contextmanager
def octets(answer: bytes) -> Iterator[str]:
    """The URL of a server that answers every request with the same octets, and ends the connection."""

    class Handler(BaseRequestHandler):
        def handle(self) -> None:
            self.request.recv(65_536)
            self.request.sendall(answer)

    with ThreadingTCPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()


def rules(site: Site) -> tuple[int, dict[str, str], bytes]:
    return 200, {"content-type": "text/plain"}, RULES


def rules_with(more: bytes) -> Callable[[Site], tuple[int, dict[str, str], bytes]]:
    return lambda _: (200, {"content-type": "text/plain"}, RULES + more)


def status(code: int, **fields: str) -> Callable[[Site], tuple[int, dict[str, str], bytes]]:
    return lambda _: (code, {name.replace("_", "-"): value for name, value in fields.items()}, b"")


def silence(site: Site) -> None:
    return None


def recovering(times: int) -> Callable[[Site], tuple[int, dict[str, str], bytes]]:
    """Responds with 503 this many times, then with rules."""

    def robots(site: Site) -> tuple[int, dict[str, str], bytes]:
        return rules(site) if site.count("/robots.txt") > times else (503, {}, b"")

    return robots


def _handler_of(site: Site) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, format: str, *args: object) -> None:
            return None

        def do_GET(self) -> None:
            site.seen.append((time.monotonic(), self.path))
            site.fields.append({name.lower(): value for name, value in self.headers.items()})
            is_page = self.path != "/robots.txt"
            time.sleep(site.takes if is_page else site.takes_robots)
            answer = _page(site, self.path) if is_page else site.robots(site)
            if answer is None:
                site.released.wait()
                self.close_connection = True
                return
            code, fields, body = answer
            self.send_response(code)
            for name, value in fields.items():
                self.send_header(name, value)
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

    return Handler


def _page(site: Site, path: str) -> tuple[int, dict[str, str], bytes]:
    if path in site.answers:
        return site.answers[path](site)
    if path.startswith("/to-"):
        return 302, {"location": f"/{path[4:]}"}, b""
    return 200, {"content-type": "text/html"}, site.pages.get(path, PAGE)
