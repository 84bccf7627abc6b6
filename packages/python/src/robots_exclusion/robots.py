"""A parsed robots.txt, and queries about it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from typing import Any

from .engine import MOST_CRAWLERS, Engine, EngineError, quick_engine
from .native import Explained, Rules, Selected, names_of, selected
from .verdict import (
    Crawler,
    Diagnostic,
    Reading,
    Usage,
    Verdict,
    crawler_of,
    reading_of,
    usage_of,
    verdict_of,
)

Agent = str | Sequence[str]
# A name that a dictionary can hold.
_Name = str | tuple[str, ...]

# The engine's default, written by scripts/generate-includes.js.
# include max-bytes-in-python
DEFAULT_MAX_BYTES = 512_000
# end

# The engine's limit, because a line number must fit into its table.
MOST_BYTES = 64 * 1024 * 1024

# Limit on a URL and on the name of a crawler, in characters.
MOST_CHARACTERS = 8_192


class Robots:
    """A parsed robots.txt. No content raises an error: all octets are read as RFC 9309 specifies.

    Example:
        >>> robots = Robots.parse(b"User-agent: *\\nDisallow: /private/\\n")
        >>> robots.allowed("https://example.com/private/x", "FooBot")
        False
        >>> robots.explain("https://example.com/private/x", "FooBot").rule.line
        2
    """

    __slots__ = ("__weakref__", "_crawlers", "_explained", "_known", "_literal", "_max_bytes", "dialect", "octets")

    def __init__(self, octets: bytes, *, dialect: str | None = None, max_bytes: int | None = None) -> None:
        self.octets = octets
        if dialect is not None and dialect not in dialect_names():
            raise ValueError(f"Cannot read as {dialect!r}: expected one of {', '.join(dialect_names())}")
        if max_bytes is not None:
            _require_octets(max_bytes)
        self.dialect = dialect or "rfc9309"
        # A dialect implies the bare token, because other parsers have no profiles.
        self._literal = dialect is not None
        self._max_bytes = max_bytes
        self._known: dict[object, Rules] = {}
        self._crawlers: dict[str, Crawler] = {}
        self._explained: dict[tuple[_Name, bool], Explained] = {}

    @property
    def options(self) -> str:
        """The options of the engine, as JSON."""
        options = {"dialect": self.dialect if self._literal else None, "maxBytes": self._max_bytes}
        return json.dumps({name: value for name, value in options.items() if value is not None})

    @classmethod
    def parse(
        cls, body: bytes | bytearray | memoryview | str, *, dialect: str | None = None, max_bytes: int | None = None
    ) -> Robots:
        """Reads the body of a robots.txt.

        Args:
            body: The octets as received. A ``str`` is encoded as UTF-8.
            dialect: The parser whose reading applies; one of :func:`dialect_names`. Default: RFC
                9309.
            max_bytes: Limit on the octets read. RFC 9309 §2.5 requires at least 500 KiB. Default: ``Limits().max_bytes``.

        Raises:
            TypeError: ``body`` is neither octets nor text, or ``max_bytes`` is not a whole number.
            ValueError: There is no such dialect, or ``max_bytes`` is not from 1 to 67,108,864.
        """
        if isinstance(body, str):
            return cls(body.encode("utf-8", "surrogatepass"), dialect=dialect, max_bytes=max_bytes)
        if isinstance(body, (bytes, bytearray, memoryview)):
            return cls(bytes(body), dialect=dialect, max_bytes=max_bytes)
        raise TypeError(f"Cannot parse {type(body).__name__}: expected the octets of a robots.txt, or its text")

    def allowed(self, url: str, agent: Agent, *, literal: bool = False) -> bool:
        """Whether the crawler may fetch the URL.

        Args:
            url: An absolute URL, or a path that begins with ``/``.
            agent: A product token, a User-Agent header, or a list of tokens of *one* crawler.
            literal: Ignore the registry's data about the crawler, such as that Googlebot-Image follows Googlebot's group.

        Raises:
            ValueError: ``url`` is neither an absolute URL nor a path, or ``agent`` names no crawler.
        """
        if not isinstance(url, str) or len(url) > MOST_CHARACTERS:
            url_text(url)
        rules = self._known.get(agent) if isinstance(agent, str) and not literal else None
        if rules is None:
            rules = self._native(agent, literal)
        allowed = None if rules is None else rules.allows(url)
        return self._allowed_by_engine([url], agent, literal)[0] if allowed is None else allowed

    def allowed_many(self, urls: Iterable[str], agent: Agent, *, literal: bool = False) -> list[bool]:
        """Like :meth:`allowed` for many URLs; results are in the order of the URLs.

        Raises:
            TypeError: ``urls`` is not a list of texts, but one text.
            ValueError: One of the URLs is neither an absolute URL nor a path. No verdicts are
                returned.
        """
        wanted = urls_of(urls)
        rules = self._native(agent, literal)
        if rules is None:
            return self._allowed_by_engine(wanted, agent, literal)
        found = [rules.allows(url) for url in wanted]
        left = [url for url, allowed in zip(wanted, found, strict=True) if allowed is None]
        answers = iter(self._allowed_by_engine(left, agent, literal) if left else ())
        return [next(answers) if allowed is None else allowed for allowed in found]

    def explain(self, url: str, agent: Agent, *, literal: bool = False) -> Verdict:
        """The same verdict as :meth:`allowed`, with the deciding rule and all other matching rules.

        Raises:
            ValueError: As for :meth:`allowed`.
        """
        url_text(url)
        explained = self._explaining(agent, literal)
        verdict = None if explained is None else explained.verdict_on(url)
        return self._explained_by_engine(url, agent, literal) if verdict is None else verdict

    def crawler(self, agent: Agent, *, literal: bool = False) -> Crawler:
        """The crawler that the name means in this file: whether it is known, and which group it
        follows."""
        explained = self._explaining(agent, literal)
        return self._crawler_by_engine(agent, literal) if explained is None else explained.crawler

    def crawl_delay(self, agent: Agent, *, literal: bool = False) -> float | None:
        """The Crawl-delay in seconds that the file states for the crawler; ``None`` if it states
        none. Not part of RFC 9309."""
        seconds: float | None = self._json("crawlDelayJson", _named(agent, literal or self._literal))
        return seconds

    def request_rate(self, agent: Agent, *, literal: bool = False) -> tuple[int, int] | None:
        """The Request-rate that the file states for the crawler, as documents and the seconds in
        which it may fetch so many; ``None`` if it states none. Not part of RFC 9309."""
        rate: list[int] | None = self._json("requestRateJson", _named(agent, literal or self._literal))
        return None if rate is None else (rate[0], rate[1])

    @property
    def sitemaps(self) -> tuple[str, ...]:
        """The absolute URLs of the file's sitemaps, in file order, without duplicates."""
        return self.sitemaps_at(None)

    def sitemaps_at(self, robots_url: str | None) -> tuple[str, ...]:
        """The URLs of the file's sitemaps. Relative URLs are resolved against ``robots_url``, the
        URL of this file."""
        url = None if robots_url is None else url_text(robots_url)
        return tuple(self._json("sitemapsJson", json.dumps(url)))

    def usage(
        self,
        url: str,
        agent: Agent,
        *,
        headers: Mapping[str, str] | None = None,
        purpose_tokens: Mapping[str, str] | None = None,
        literal: bool = False,
    ) -> Usage:
        """What the site states about each use of the URL: Content-Usage, Content-Signal, License and purpose tokens.

        Args:
            headers: Header fields of the response for the URL.
            purpose_tokens: Names whose groups say how pages may be used, besides the known ones, each
                with its use, such as ``{"Foo-Training": "ai-training"}``.

        Raises:
            ValueError: If a name is no product token, or a use is unknown.
        """
        if headers is not None and not isinstance(headers, Mapping):
            raise TypeError(f"Cannot read headers {headers!r}: expected a dict of header fields")
        if purpose_tokens is not None and not isinstance(purpose_tokens, Mapping):
            raise TypeError(f"Cannot read purpose_tokens {purpose_tokens!r}: expected a dict of tokens and uses")
        fields = {name.lower(): value for name, value in (headers or {}).items()}
        named = _named(agent, literal or self._literal)
        tokens = json.dumps(list((purpose_tokens or {}).items()))
        return usage_of(self._json("usageJson", named, json.dumps(url_text(url)), json.dumps(fields), tokens))

    def readings(self, url: str, agent: Agent) -> tuple[Reading, ...]:
        """The verdict of each known parser, with one reading per dialect. Not optimized for
        speed."""
        answers = self._json("readingsJson", _named(agent, True), json.dumps(url_text(url)))
        return tuple(reading_of(each) for each in answers)

    @property
    def is_truncated(self) -> bool:
        """Whether the file is longer than ``max_bytes``. Octets after the limit were not read (RFC
        9309 §2.5)."""
        return bool(self._json("factsJson")["isTruncated"])

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """The problems in the file's lines."""
        found = self._json("factsJson")["diagnostics"]
        return tuple(Diagnostic(each["code"], each["severity"], each["message"], each["line"]) for each in found)

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpickled, (self.octets, self.options)

    def _json(self, name: str, *args: object) -> Any:
        with quick_engine() as engine:
            return json.loads(_asked(engine, name, engine.opened(self).document, *args))

    def _native(self, agent: Agent, literal: bool) -> Rules | None:
        """The crawler's rules; ``None`` if only the engine can read the file or the name."""
        name = _key_of(agent)
        key = (name, True) if literal else name
        known = self._known.get(key)
        if known is None:
            found = self._selected(name, literal)
            if found is None:
                return None
            # Most crawlers follow the same groups.
            rules = found.rules()
            known = next((each for each in list(self._known.values()) if each.lines == rules.lines), rules)
            if len(self._known) >= MOST_CRAWLERS:
                self._known = {}
            self._known[key] = known
        return known

    def _explaining(self, agent: Agent, literal: bool) -> Explained | None:
        """What explains the crawler's verdicts; ``None`` if only the engine can read the file or the name."""
        name = _key_of(agent)
        known = self._explained.get((name, literal))
        if known is None:
            found = self._selected(name, literal)
            names = names_of(name, False)
            if found is None or names is None:
                return None
            if len(self._explained) >= MOST_CRAWLERS:
                self._explained = {}
            naming = found.naming(names) if names.is_profiled else b""
            known = Explained(found, _crawler_in(naming, name, literal or self._literal))
            self._explained[name, literal] = known
        return known

    def _selected(self, name: _Name, literal: bool) -> Selected | None:
        names = names_of(name, literal or self._literal) if self.dialect == "rfc9309" else None
        return None if names is None else selected(self.octets, names, self._max_bytes or DEFAULT_MAX_BYTES)

    def _compiled(self, engine: Engine, agent: Agent, literal: bool) -> int:
        is_literal = literal or self._literal
        key = (agent if isinstance(agent, str) else tuple(names_in(agent)), is_literal)
        known = engine.opened(self).rules.get(key)
        if known is not None:
            return known
        try:
            return engine.compiled(self, key, _named(agent, is_literal))
        except EngineError as error:
            raise ValueError(str(error)) from None

    def _allowed_by_engine(self, urls: list[str], agent: Agent, literal: bool) -> list[bool]:
        with quick_engine() as engine:
            rules = self._compiled(engine, agent, literal)
            return [each == "1" for each in _asked(engine, "allowsAll", rules, json.dumps(urls))]

    def _explained_by_engine(self, url: str, agent: Agent, literal: bool) -> Verdict:
        with quick_engine() as engine:
            rules = self._compiled(engine, agent, literal)
            verdict = json.loads(_asked(engine, "explainJson", rules, json.dumps(url)))
        return verdict_of(verdict, self._crawler_by_engine(agent, literal))

    def _crawler_by_engine(self, agent: Agent, literal: bool) -> Crawler:
        named = _named(agent, literal or self._literal)
        known = self._crawlers.get(named)
        if known is None:
            if len(self._crawlers) >= MOST_CRAWLERS:
                self._crawlers = {}
            known = self._crawlers[named] = crawler_of(self._json("crawlerJson", named))
        return known


@lru_cache(maxsize=1024)
def _crawler_in(records: bytes, name: _Name, literal: bool) -> Crawler:
    """The crawler in a file with these user-agent records, of which the engine tells all that depends on the file."""
    return Robots(records)._crawler_by_engine(name, literal)


def _key_of(agent: Agent) -> _Name:
    return bounded(agent) if isinstance(agent, str) else tuple(names_in(agent))


def _require_octets(max_bytes: object) -> None:
    if isinstance(max_bytes, bool) or not isinstance(max_bytes, int):
        raise TypeError(f"Cannot read {max_bytes!r} octets: expected a whole number, not {type(max_bytes).__name__}")
    if not 1 <= max_bytes <= MOST_BYTES:
        raise ValueError(f"Cannot read {max_bytes!r} octets: expected a whole number from 1 to {MOST_BYTES}")


def urls_of(urls: Iterable[str]) -> list[str]:
    """The URLs of a list.

    Raises:
        TypeError: ``urls`` is one text, or no list, or holds something else than text.
    """
    if isinstance(urls, (str, bytes)) or not isinstance(urls, Iterable):
        raise TypeError(f"Cannot ask about {urls!r}: expected a list of URLs, not {type(urls).__name__}")
    return [url_text(url) for url in urls]


def url_text(url: object) -> str:
    """The URL.

    Raises:
        TypeError: ``url`` is not text.
        ValueError: It has more than 8,192 characters.
    """
    if isinstance(url, str):
        return bounded(url)
    raise TypeError(f"Cannot ask about {url!r}: expected a URL as text, not {type(url).__name__}")


def bounded(text: str) -> str:
    """Raises:
    ValueError: The text has more than 8,192 characters.
    """
    if len(text) <= MOST_CHARACTERS:
        return text
    raise ValueError(f"Cannot read a text of {len(text):,} characters: expected at most {MOST_CHARACTERS:,}")


def _unpickled(octets: bytes, options: str) -> Robots:
    read = json.loads(options)
    return Robots(octets, dialect=read.get("dialect"), max_bytes=read.get("maxBytes"))


def _asked(engine: Engine, name: str, *args: object) -> Any:
    try:
        return engine.call(name, *args)
    except EngineError as error:
        raise ValueError(str(error)) from None


@cache
def dialect_names() -> tuple[str, ...]:
    """The dialects in which a file can be read, RFC 9309 first."""
    with quick_engine() as engine:
        return tuple(json.loads(engine.call("dialectNames")))


def product_tokens(user_agent: str) -> tuple[str, ...]:
    """The product tokens of a User-Agent header that can name a crawler.

    Example:
        >>> product_tokens("Mozilla/5.0 (compatible; FooBot/1.0; +https://example.com/bot)")
        ('FooBot',)
    """
    if not isinstance(user_agent, str):
        raise TypeError(f"Cannot read product tokens of {user_agent!r}: expected a User-Agent header as text")
    with quick_engine() as engine:
        return tuple(json.loads(engine.call("productTokensJson", json.dumps(bounded(user_agent)))))


def crawlers(names: Iterable[str]) -> tuple[str, ...]:
    """The names, with each ``registry:PURPOSE`` (such as ``registry:training``) replaced by the
    known crawlers for that purpose.

    Raises:
        TypeError: ``names`` is not a list of texts.
        ValueError: No crawler has the purpose.
    """
    wanted = None if isinstance(names, (str, bytes)) or not isinstance(names, Iterable) else list(names)
    if wanted is None or not all(isinstance(each, str) for each in wanted):
        raise TypeError(f'Cannot list the crawlers of {names!r}: expected a list such as ["registry:training"]')
    with quick_engine() as engine:
        return tuple(json.loads(_asked(engine, "crawlerNamesJson", json.dumps(wanted))))


def names_in(agent: Agent) -> Sequence[str]:
    """Raises:
    TypeError: ``agent`` is neither a name nor a list of names.
    ValueError: A name has more than 8,192 characters.
    """
    names = [agent] if isinstance(agent, str) else agent
    if isinstance(names, Sequence) and names and all(isinstance(each, str) for each in names):
        return [bounded(each) for each in names]
    raise TypeError(f'Cannot look up rules for {agent!r}: expected a product token such as "FooBot", or a list')


def _named(agent: Agent, literal: bool) -> str:
    purpose = next((each for each in names_in(agent) if each.strip().lower().startswith("registry:")), None)
    if purpose is not None:
        raise ValueError(f'Cannot ask about "{purpose}" as one crawler: crawlers(["{purpose}"]) lists its crawlers')
    return json.dumps({"agent": agent if isinstance(agent, str) else list(agent), "literal": literal})
