"""Pickles clients. The other process creates a new client with the same arguments."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any


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
