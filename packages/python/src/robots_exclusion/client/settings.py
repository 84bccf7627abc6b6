"""The settings of a client."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from time import time
from typing import Any, TypedDict

from ..robots import DEFAULT_MAX_BYTES, Agent, names_in, product_tokens
from .policy import Policy
from .store import MemoryStore, Store, spared


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits on one fetch. Timeouts are in seconds.

    ``max_fetches`` limits the concurrent fetches of an :class:`AsyncClient`. A fetch that waits for
    its turn has not started its timeouts.
    """

    max_bytes: int = DEFAULT_MAX_BYTES
    max_redirects: int = 5
    connect_timeout: float = 10.0
    read_timeout: float = 10.0
    total_timeout: float = 30.0
    max_fetches: int = 200

    def __post_init__(self) -> None:
        for name, least in _LEAST.items():
            require_least(name, getattr(self, name), least)


_LEAST = {
    "max_bytes": 1,
    "max_redirects": 0,
    "connect_timeout": 0,
    "read_timeout": 0,
    "total_timeout": 0,
    "max_fetches": 1,
}


def require_least(name: str, value: object, least: float) -> None:
    """Raises:
    ValueError: The value is not a number, or is below ``least``.
    """
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not value >= least:
        raise ValueError(f"Cannot use {name} {value!r}: expected a number of at least {least}")


@dataclass(frozen=True, slots=True)
class Settings:
    """Options with all defaults filled in."""

    user_agent: str
    agent: Agent
    store: Store
    policy: Policy
    limits: Limits
    max_crawl_delay_seconds: float
    now: Callable[[], float] = field(default=time)

    def now_ms(self) -> int:
        return int(self.now() * 1000)


class Options(TypedDict, total=False):
    """The options of a client, apart from its User-Agent and its transport."""

    agent: Agent | None
    """The product tokens of *one* crawler, which select its groups. Default: the tokens in
    ``user_agent``."""
    store: Store | None
    """The store of records. Default: 64 MiB of memory. The caller closes the store; ``close`` of
    the client does not."""
    preset: str
    """The policy that maps HTTP outcomes to decisions: rfc9309 (the default), google, commoncrawl or archive."""
    overrides: Mapping[str, str] | None
    """Overrides for rows of the outcome table, such as ``{"403": "unreachable"}``."""
    lifetimes: Mapping[str, float] | None
    """How long responses are valid, such as ``{"ceilingSeconds": 3600}``."""
    limits: Limits | None
    """Limits on one fetch."""
    max_crawl_delay_seconds: float
    """A longer Crawl-delay is reduced to this value. Default: 3600."""
    now: Callable[[], float]
    """The clock, which returns seconds since the epoch. Default: ``time.time``."""


_KINDS: tuple[tuple[str, Any, str], ...] = (
    ("preset", str, 'a name such as "rfc9309"'),
    ("overrides", Mapping, 'a dict such as {"403": "unreachable"}'),
    ("lifetimes", Mapping, 'a dict such as {"ceilingSeconds": 3600}'),
    ("limits", Limits, "Limits(…)"),
    ("now", Callable, "a function such as time.time"),
)


def settings_of(user_agent: str, options: Options) -> Settings:
    """The settings for the options, with defaults for missing ones.

    Raises:
        TypeError: There is no such option, or one has a value of another type.
        ValueError: ``user_agent`` cannot be sent or names no crawler, or an option's value is
            unknown.
    """
    unknown = options.keys() - Options.__annotations__.keys()
    if unknown:
        expected = ", ".join(Options.__annotations__)
        raise TypeError(f"Cannot make a client with {', '.join(sorted(unknown))}: expected {expected}")
    if not isinstance(user_agent, str):
        raise TypeError(f"Cannot send user_agent {user_agent!r}: expected text such as FooBot/1.0")
    if not user_agent.isascii() or not user_agent.isprintable() or not user_agent.strip():
        raise ValueError(f"Cannot send user_agent {user_agent!r}: expected printable ASCII such as FooBot/1.0")
    agent = options.get("agent")
    tokens: Agent | Sequence[str] = names_in(agent) if agent is not None else product_tokens(user_agent)
    if not tokens:
        raise ValueError(f"Cannot tell the crawler of {user_agent!r}: name its product token with agent=")
    store = options.get("store")
    if store is not None and not all(callable(getattr(store, name, None)) for name in ("get", "set")):
        raise TypeError(f"Cannot use store {store!r}: expected one with get and set, such as SQLiteStore(path)")
    for name, kind, example in _KINDS:
        value = options.get(name)
        if value is not None and not isinstance(value, kind):
            raise TypeError(f"Cannot use {name}={value!r}: expected {example}, not {type(value).__name__}")
    max_crawl_delay_seconds = options.get("max_crawl_delay_seconds", 3600.0)
    require_least("max_crawl_delay_seconds", max_crawl_delay_seconds, 0)
    policy = Policy(
        options.get("preset", "rfc9309"), options.get("overrides") or {}, options.get("lifetimes") or {}
    )
    return Settings(
        user_agent=user_agent,
        agent=tokens,
        store=spared(store if store is not None else MemoryStore()),
        policy=policy,
        limits=options.get("limits") or Limits(),
        max_crawl_delay_seconds=max_crawl_delay_seconds,
        now=options.get("now") or time,
    )


def reduced(client: object, user_agent: str, transport: object, options: Mapping[str, Any]) -> tuple[Any, ...]:
    """The state of a client for ``pickle``.

    Raises:
        TypeError: The client uses the caller's transport, whose connections belong to this process.
    """
    if transport is not None:
        name = type(client).__name__
        raise TypeError(f"Cannot pickle a {name} with a transport that was handed in: make the {name} in each process")
    return _made, (type(client), user_agent, dict(options))


def _made(kind: Callable[..., Any], user_agent: str, options: Mapping[str, Any]) -> Any:
    return kind(user_agent, **options)
