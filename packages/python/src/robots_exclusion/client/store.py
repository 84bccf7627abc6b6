"""Stores records by origin, in memory or in one SQLite file that several processes share."""

from __future__ import annotations

import logging
import sqlite3
import threading
from collections import OrderedDict
from collections.abc import Callable
from os import PathLike
from time import monotonic
from typing import Any, Protocol, TypeVar

from ..forks import leave_to_parent, no_fork, renew_in_children

logger = logging.getLogger(__name__)

# Seconds for which a failed store is not used.
PAUSE = 2.0
# Limit on the characters kept in memory while a store fails.
MOST_INSTEAD = 16 * 1024 * 1024

Answer = TypeVar("Answer")

# The stored value of an origin: the record as JSON, and the octets of its copy in Latin-1.
Entry = tuple[str, str]


class Store(Protocol):
    """Stores entries by origin. A store may lose entries; the client then fetches the files
    again."""

    def get(self, origin: str) -> Entry | None: ...
    def set(self, origin: str, entry: Entry) -> None: ...
    def close(self) -> None: ...


class MemoryStore:
    """Keeps the most recently used entries, up to a number of characters."""

    def __init__(self, max_characters: int = 64 * 1024 * 1024) -> None:
        self._most = max_characters
        self._held = 0
        self._entries: OrderedDict[str, Entry] = OrderedDict()
        self._lock = threading.Lock()
        renew_in_children(self)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickles an empty store. The other process fetches the records again."""
        return MemoryStore, (self._most,)

    def get(self, origin: str) -> Entry | None:
        # Without the lock: each step is atomic, and an entry that goes in between is missing.
        try:
            self._entries.move_to_end(origin)
            return self._entries[origin]
        except KeyError:
            return None

    def set(self, origin: str, entry: Entry) -> None:
        with self._lock:
            self._drop(origin)
            self._entries[origin] = entry
            self._held += _size(entry)
            while self._held > self._most and len(self._entries) > 1:
                self._drop(next(iter(self._entries)))

    def drop(self, origin: str) -> None:
        with self._lock:
            self._drop(origin)

    def close(self) -> None:
        return None

    def _after_fork(self) -> None:
        self._lock = threading.Lock()

    def _drop(self, origin: str) -> None:
        entry = self._entries.pop(origin, None)
        if entry is not None:
            self._held -= _size(entry)


class SparedStore:
    """Wraps a store that may fail. While it fails, new entries are kept in memory instead."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._instead = MemoryStore(MOST_INSTEAD)
        self._paused_until = 0.0

    def get(self, origin: str) -> Entry | None:
        return self._instead.get(origin) or self._tried(lambda: _entry(self._store.get(origin)))

    def set(self, origin: str, entry: Entry) -> None:
        def is_set() -> bool:
            self._store.set(origin, entry)
            return True

        if self._tried(is_set):
            self._instead.drop(origin)
        else:
            self._instead.set(origin, entry)

    def close(self) -> None:
        self._store.close()

    def _tried(self, work: Callable[[], Answer]) -> Answer | None:
        if monotonic() < self._paused_until:
            return None
        try:
            return work()
        except Exception as error:
            self._paused_until = monotonic() + PAUSE
            logger.warning("The store failed, and is not asked for %g s: %s", PAUSE, error)
            return None


def spared(store: Store) -> Store:
    """Wraps a store, so that its errors never reach the caller. A ``MemoryStore`` needs no
    wrapper."""
    return store if isinstance(store, MemoryStore) else SparedStore(store)


def _entry(found: object) -> Entry | None:
    if found is None:
        return None
    if isinstance(found, tuple) and len(found) == 2 and all(isinstance(each, str) for each in found):
        return found
    raise TypeError(f"expected a record and its octets, both as str, or None; got {type(found).__name__}")


class SQLiteStore:
    """Stores entries in one file. Processes and threads may share it. Each thread has a separate
    connection."""

    def __init__(self, path: str | PathLike[str], *, timeout: float = 5.0) -> None:
        self._path = path
        self._timeout = timeout
        self._lock = threading.Lock()
        self._open_none()
        renew_in_children(self)
        with no_fork, self._connection() as connection:
            connection.execute(
                "CREATE TABLE IF NOT EXISTS origins"
                " (origin TEXT PRIMARY KEY, sent_at INTEGER NOT NULL, record TEXT NOT NULL, body BLOB NOT NULL)"
                " WITHOUT ROWID"
            )

    def __reduce__(self) -> tuple[Any, ...]:
        return _sqlite_store, (self._path, self._timeout)

    def get(self, origin: str) -> Entry | None:
        with no_fork:
            found = self._connection().execute("SELECT record, body FROM origins WHERE origin = ?", (origin,))
            row: tuple[str, bytes] | None = found.fetchone()
        return None if row is None else (row[0], row[1].decode("latin-1"))

    def set(self, origin: str, entry: Entry) -> None:
        record, body = entry
        with no_fork, self._connection() as connection:
            # If two processes fetched at once, the later-sent request wins.
            connection.execute(
                "INSERT INTO origins VALUES (?, json_extract(?, '$.attempt.sentAt'), ?, ?)"
                " ON CONFLICT (origin) DO UPDATE SET"
                " sent_at = excluded.sent_at, record = excluded.record, body = excluded.body"
                " WHERE excluded.sent_at >= origins.sent_at",
                (origin, record, record, body.encode("latin-1")),
            )

    def close(self) -> None:
        with self._lock:
            for connection in self._all:
                connection.close()
            self._all.clear()
        self._local = threading.local()

    def _open_none(self) -> None:
        self._local = threading.local()
        self._all: list[sqlite3.Connection] = []
        self._lock = threading.Lock()

    def _after_fork(self) -> None:
        """Drops the parent's connections without closing them, because SQLite forbids a child to
        use or close them."""
        leave_to_parent(self._all)
        self._open_none()

    def _connection(self) -> sqlite3.Connection:
        connection: sqlite3.Connection | None = getattr(self._local, "connection", None)
        if connection is None:
            connection = sqlite3.connect(self._path, timeout=self._timeout, check_same_thread=False)
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = NORMAL")
            self._local.connection = connection
            with self._lock:
                self._all.append(connection)
        return connection


def _sqlite_store(path: str | PathLike[str], timeout: float) -> SQLiteStore:
    return SQLiteStore(path, timeout=timeout)


def _size(entry: Entry) -> int:
    return len(entry[0]) + len(entry[1]) + 200
