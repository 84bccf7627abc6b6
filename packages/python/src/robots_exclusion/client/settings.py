"""What a client is made of."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from time import time

from ..robots import Agent, product_tokens
from .policy import Policy
from .store import MemoryStore, Store


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds of one fetch. Timeouts are seconds."""

    max_bytes: int = 512_000
    max_redirects: int = 5
    connect_timeout: float = 10.0
    read_timeout: float = 10.0
    total_timeout: float = 30.0


@dataclass(frozen=True, slots=True)
class Settings:
    """Options with everything decided."""

    user_agent: str
    agent: Agent
    store: Store
    policy: Policy
    limits: Limits
    max_crawl_delay_seconds: float
    now: Callable[[], float] = field(default=time)

    def now_ms(self) -> int:
        return int(self.now() * 1000)


def settings_of(
    user_agent: str,
    *,
    agent: Agent | None = None,
    store: Store | None = None,
    preset: str = "rfc9309",
    overrides: Mapping[str, str] | None = None,
    lifetimes: Mapping[str, float] | None = None,
    limits: Limits | None = None,
    max_crawl_delay_seconds: float = 3600.0,
    now: Callable[[], float] = time,
) -> Settings:
    """Decides what was left open.

    Raises:
        ValueError: ``user_agent`` cannot be sent, names no crawler, or a name is not one of those that can be.
    """
    if not user_agent.isascii() or not user_agent.isprintable() or not user_agent.strip():
        raise ValueError(f"Cannot send user_agent {user_agent!r}: expected printable ASCII such as FooBot/1.0")
    tokens: Agent | Sequence[str] = agent if agent is not None else product_tokens(user_agent)
    if not tokens:
        raise ValueError(f"Cannot tell the crawler of {user_agent!r}: name its product token with agent=")
    return Settings(
        user_agent=user_agent,
        agent=tokens,
        store=store if store is not None else MemoryStore(),
        policy=Policy(preset, overrides or {}, lifetimes or {}),
        limits=limits or Limits(),
        max_crawl_delay_seconds=max_crawl_delay_seconds,
        now=now,
    )
