"""Finds, fetches and caches robots.txt as RFC 9309 specifies (§2.3, §2.4), and decides about URLs."""

from .asynchronous import AsyncClient
from .decision import BadUrlError, Decision, Reservation
from .settings import Limits
from .store import MemoryStore, SQLiteStore, Store
from .synchronous import Client

__all__ = ["AsyncClient", "BadUrlError", "Client", "Decision", "Limits", "MemoryStore", "Reservation", "SQLiteStore", "Store"]
