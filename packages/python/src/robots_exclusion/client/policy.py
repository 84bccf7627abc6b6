"""The outcome table, lifetimes and next steps of the JavaScript client, called in the engine of this thread."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any
from weakref import WeakKeyDictionary

from ..engine import Engine, EngineError, quick_engine


class Policy:
    """How responses are interpreted, and how long they are valid."""

    def __init__(self, preset: str, overrides: Mapping[str, str], lifetimes: Mapping[str, float]) -> None:
        self._arguments = (preset, json.dumps(dict(overrides)), json.dumps(dict(lifetimes)))
        self._handles: WeakKeyDictionary[Engine, int] = WeakKeyDictionary()
        try:
            with quick_engine() as engine:
                self._handle(engine)
        except EngineError as error:
            raise ValueError(str(error)) from None

    def call(self, name: str, asked: object, *more: object) -> Any:
        """Calls a function of the policy with JSON."""
        with quick_engine() as engine:
            return json.loads(engine.call(name, self._handle(engine), json.dumps(asked), *more))

    def settle(self, record: str, now_ms: int) -> Any:
        """The current meaning of a record, and whether it may be used without a request."""
        with quick_engine() as engine:
            # A number beyond 32 bits can only be passed as a float.
            return json.loads(engine.call("settleJson", self._handle(engine), record, float(now_ms)))

    def _handle(self, engine: Engine) -> int:
        handle = self._handles.get(engine)
        if handle is None:
            handle = self._handles[engine] = engine.call("policyOf", *self._arguments)
        return handle


def ask(name: str, *args: object) -> Any:
    """Calls a function that needs no policy, with JSON."""
    with quick_engine() as engine:
        return json.loads(engine.call(name, *args))
