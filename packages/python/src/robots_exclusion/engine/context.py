"""One QuickJS engine with the core loaded, and the data that it keeps for each file. A call takes less than a microsecond.
QuickJS starts no threads, so a forked child can continue to use it."""

from __future__ import annotations

import re
import threading
from binascii import b2a_base64
from collections import OrderedDict, deque
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, NamedTuple, cast
from weakref import WeakKeyDictionary, finalize

import quickjs

from ..forks import no_fork

if TYPE_CHECKING:
    from typing_extensions import Self

    from ..robots import Robots

# Limit on the crawlers whose rules are kept for one file, in Python and in each engine.
MOST_CRAWLERS = 32
# Thread stacks have 128 KiB on musl, and more elsewhere.
STACK_BYTES = 96 * 1024


class EngineError(Exception):
    """The core rejected an argument or failed. The message comes from the core."""


class Opened(NamedTuple):
    """The handles of one file in one engine."""

    document: int
    rules: OrderedDict[object, int]


class Engine:
    """Use it inside ``with engine``: threads that share it take turns."""

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._files: WeakKeyDictionary[Robots, Opened] = WeakKeyDictionary()
        # Handles of files that any thread has dropped. The engine's next call releases them.
        self._dropped: deque[Opened] = deque()
        self._context = quickjs.Context()
        self._context.set_max_stack_size(STACK_BYTES)
        self._context.eval(core_of_package())
        self._functions: dict[str, Callable[..., Any]] = {}

    def __enter__(self) -> Self:
        self._lock.acquire()
        return self

    def __exit__(self, *_: object) -> None:
        self._lock.release()

    def is_free(self) -> bool:
        """Whether no other thread is using it."""
        is_free = self._lock.acquire(blocking=False)
        if is_free:
            self._lock.release()
        return is_free

    def call(self, name: str, *args: object) -> Any:
        """Calls a function of the core with texts and numbers.

        Raises:
            EngineError: The core threw.
        """
        function = self._functions.get(name)
        if function is None:
            function = cast(Callable[..., Any], self._context.eval(f"robotsExclusion.{name}"))
            self._functions[name] = function
        try:
            return function(*args)
        except quickjs.JSException as error:
            raise EngineError(_message_of(str(error))) from None

    def opened(self, source: Robots) -> Opened:
        """The file in this engine, parsed on first use."""
        known = self._files.get(source)
        if known is not None:
            return known
        while self._dropped:
            self._close(self._dropped.popleft())
        document = self.call("parseBase64", base64_of(source.octets), source.options)
        opened = self._files[source] = Opened(document, OrderedDict())
        finalize(source, self._dropped.append, opened).atexit = False
        return opened

    def compiled(self, source: Robots, key: object, named: str) -> int:
        """The handle of the compiled rules for one crawler, cached under ``key``."""
        opened = self.opened(source)
        rules: int = self.call("compileRules", opened.document, named)
        opened.rules[key] = rules
        if len(opened.rules) > MOST_CRAWLERS:
            self.call("closeRules", opened.rules.popitem(last=False)[1])
        return rules

    def _close(self, opened: Opened) -> None:
        for rules in opened.rules.values():
            self.call("closeRules", rules)
        self.call("closeDocument", opened.document)


@cache
def core_of_package() -> str:
    # Prevents forks, because `files` imports modules when it is first called.
    with no_fork:
        return files(__package__).joinpath("core.js").read_text("utf-8")


def base64_of(octets: bytes) -> str:
    """Octets in the form that engines accept."""
    return b2a_base64(octets, newline=False).decode("ascii")


_ERROR = re.compile(r"(?:^|: )\w*Error: (.*)")


def _message_of(text: str) -> str:
    """The first line of an error message, without the error's class. The other lines are a stack
    trace in the bundle."""
    first = text.strip().split("\n", 1)[0]
    found = _ERROR.search(first)
    return found[1] if found else first
