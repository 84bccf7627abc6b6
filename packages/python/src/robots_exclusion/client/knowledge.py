"""Turns the known data about an origin into a decision about a URL, without network access."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from typing import Any

from ..engine import EngineError, quick_engine
from ..native import Rules
from ..robots import MOST_CHARACTERS, Robots, url_text
from ..verdict import Crawler, Judgement, judgement_of
from .decision import BadUrlError, Decision
from .exchange import Exchange, Fetched, Request, exchange
from .policy import ask
from .settings import Settings
from .store import Entry, MemoryStore

NOTHING = Robots.parse(b"")
# Limits on cached files, and on their octets. Beyond them, all are dropped.
MOST_FILES = 1024
MOST_OCTETS = 16 * 1024 * 1024
# Reading a file of this size or more would block an event loop for too long: 100 KiB take 0.1 s.
LARGE = 32 * 1024


@dataclass(frozen=True, slots=True)
class Location:
    """The robots.txt that applies to a URL."""

    origin: str
    robots_url: str
    is_supported: bool


# The scheme and authority of a URL whose robots.txt can be located without parsing the rest.
_authority = re.compile(r"https?://[a-z0-9][a-z0-9.-]{0,252}(?::[0-9]{1,5})?(?=[/?#]|\Z)").match


def locate(url: str) -> Location | None:
    """The location of the robots.txt for a URL; ``None`` if the URL cannot have one.

    Raises:
        TypeError: ``url`` is not text.
        BadUrlError: ``url`` is not an absolute URL.
    """
    found = _authority(url_text(url))
    try:
        return _located(found[0]) if found else _located.__wrapped__(url)
    except EngineError:
        try:
            return _located.__wrapped__(url)
        except EngineError as error:
            raise BadUrlError(str(error)) from None


def first_of_each_origin(urls: list[str]) -> list[str]:
    """The first URL of each origin that can have a robots.txt.

    Raises:
        BadUrlError: One of the URLs is not an absolute URL.
    """
    firsts: dict[str, str] = {}
    for url in urls:
        location = locate(url)
        if location is not None:
            firsts.setdefault(location.origin, url)
    return list(firsts.values())


@lru_cache(maxsize=1024)
def _located(url: str) -> Location | None:
    found = ask("locateJson", json.dumps(url))
    if found is None:
        return None
    return Location(found["origin"], found["robotsUrl"], found["scheme"] in ("http", "https"))


@dataclass(frozen=True, slots=True)
class _File:
    """A file, with its rules for the client's crawler."""

    robots: Robots
    crawler: Crawler
    delay: float | None


@dataclass(frozen=True, slots=True)
class _Steady:
    """What the record of an origin means until it expires, so that no engine is asked."""

    origin: str
    record: str
    # Milliseconds since the epoch.
    since: int
    until: int
    # ``None`` if everything is allowed.
    rules: Rules | None
    # The members of its decisions, other than the URL.
    fetch: dict[str, Any]
    skip: dict[str, Any]


# The current meaning of a record, and the record with its copy.
_Known = tuple[dict[str, Any], Entry]


class Knowledge:
    """A client's knowledge about origins, and the conclusions for its crawler."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._forget()

    def _forget(self) -> None:
        self._files: dict[str, _File] = {}
        self._octets = 0
        # By authority, as URLs spell it.
        self._steady: dict[str, _Steady] = {}

    @property
    def agent(self) -> tuple[str, ...]:
        agent = self.settings.agent
        return (agent,) if isinstance(agent, str) else tuple(agent)

    def is_current(self, origin: str) -> bool:
        """Whether the origin's stored record can be used without a request."""
        known = self._known(origin)
        return known is not None and bool(known[0]["isCurrent"])

    def is_slow(self, origin: str) -> bool:
        """Whether a decision about the origin takes longer than an event loop should wait."""
        if not isinstance(self.settings.store, MemoryStore):
            return True
        entry = self.settings.store.get(origin)
        return entry is not None and len(entry[1]) >= LARGE

    def exchange(self, location: Location, *, is_reload: bool = False) -> Exchange:
        """The fetch that renews the record of an origin."""
        record, body = self._record(location.origin)
        limits = self.settings.limits
        request = Request(
            robots_url=location.robots_url,
            user_agent=self.settings.user_agent,
            record=record,
            body=body,
            now_ms=self.settings.now_ms(),
            max_bytes=limits.max_bytes,
            max_redirects=limits.max_redirects,
            is_reload=is_reload,
        )
        return exchange(request, self.settings.policy)

    def learn(self, origin: str, fetched: Fetched) -> None:
        """Stores the result of a fetch."""
        attempt, body = fetched
        record, before = self._record(origin)
        asked = {"origin": origin, "record": record, "fetched": attempt}
        advanced = self.settings.policy.call("advanceJson", asked)
        self.settings.store.set(origin, (json.dumps(advanced), _copy_of(advanced, body, before)))
        target = self.settings.policy.call("targetJson", {"origin": origin, "fetched": attempt})
        if target is not None:
            self._learn_of_target(target, fetched)

    def _learn_of_target(self, origin: str, fetched: Fetched) -> None:
        """Stores the target of a redirect also as the record of the target's own origin."""
        attempt, body = fetched
        record, _ = self._record(origin)
        asked = {"origin": origin, "record": record, "fetched": attempt, "now": self.settings.now_ms()}
        advanced = self.settings.policy.call("targetRecordJson", asked)
        if advanced is not None:
            self.settings.store.set(origin, (json.dumps(advanced), _copy_of(advanced, body)))

    def decide(self, url: str, location: Location | None) -> Decision:
        """The decision from the stored data, even if the record has expired."""
        if location is None or not location.is_supported:
            return self._without_rules(url, location, {"outcome": "unsupported", "policyRow": "unsupported"})
        known = self._known(location.origin)
        if known is None:
            return self._without_rules(url, location, {"outcome": "not-cached", "policyRow": "not-cached"})
        return self._decide_known(url, location, known)

    def _decide_known(self, url: str, location: Location, known: _Known) -> Decision:
        settled, (record, body) = known
        file = None if settled["digest"] is None else self._file(settled["digest"], body)
        decision = self._decided(url, location, settled, file)
        if settled["isSteady"]:
            self._note_steady(record, location, settled, file, decision)
        return decision

    def decide_steady(self, url: str) -> Decision | None:
        """The decision from what is known to hold, without the engine; ``None`` if that is not enough."""
        # The authorities that are known end here in URLs with a path.
        at = url.find("/", len("https://")) if isinstance(url, str) and len(url) <= MOST_CHARACTERS else -1
        known = self._steady.get(url[:at]) if at > 0 else None
        if known is None:
            return None
        allowed = True if known.rules is None else known.rules.allows(url[at:])
        if allowed is None or not known.since <= self.settings.now() * 1000 < known.until:
            return None
        entry = self.settings.store.get(known.origin)
        if entry is None or entry[0] != known.record:
            return None
        decision: Decision = object.__new__(Decision)
        members = decision.__dict__
        members.update(known.fetch if allowed else known.skip)
        members["url"] = url
        return decision

    def _note_steady(
        self, record: str, location: Location, settled: dict[str, Any], file: _File | None, decision: Decision
    ) -> None:
        """Notes what holds for all URLs of the origin, if only its rules make a difference."""
        found = _authority(decision.url)
        rules = None if file is None else file.robots._native(self.settings.agent, False)
        if found is None or settled["outcome"] != ("no-rules" if rules is None else "rules"):
            return

        def judge(url: str) -> Judgement | None:
            return self._decided(url, location, settled, file).verdict

        members = {name: value for name, value in decision.__dict__.items() if name not in ("url", "verdict")}
        fetch, skip = ({**members, "action": action, "_judge": judge} for action in ("fetch", "skip"))
        if len(self._steady) >= MOST_FILES:
            self._steady = {}
        now = self.settings.now_ms()
        self._steady[found[0]] = _Steady(location.origin, record, now, settled["expiresAt"], rules, fetch, skip)

    def _decided(self, url: str, location: Location, settled: dict[str, Any], file: _File | None) -> Decision:
        if file is None:
            return self._without_rules(url, location, settled)
        with quick_engine() as engine:
            rules = file.robots._compiled(engine, self.settings.agent, False)
            step = self._step(rules, url, settled, file.delay)
        return _decision(url, location, settled, step, judgement_of(step["verdict"], file.crawler))

    def decide_current(self, url: str, location: Location) -> Decision | None:
        """The decision from a stored record; ``None`` if a request to the origin is needed."""
        known = self._known(location.origin)
        is_current = known is not None and known[0]["isCurrent"]
        return self._decide_known(url, location, known) if known is not None and is_current else None

    def decide_kept(self, url: str, location: Location) -> Decision:
        """The decision from a stored record. Without a valid record, the decision for an origin
        that is not cached."""
        kept = self.decide_current(url, location)
        return kept or self._without_rules(url, location, {"outcome": "not-cached", "policyRow": "not-cached"})

    def _without_rules(self, url: str, location: Location | None, settled: dict[str, Any]) -> Decision:
        step = self._step(0, url, settled, None)
        crawler = NOTHING.crawler(self.settings.agent)
        return _decision(url, location, settled, step, step["verdict"] and judgement_of(step["verdict"], crawler))

    def _step(self, rules: int, url: str, settled: dict[str, Any], delay: float | None) -> Any:
        question = {
            "url": url,
            "settlement": settled,
            "now": self.settings.now_ms(),
            "crawlDelaySeconds": delay,
            "maxCrawlDelaySeconds": self.settings.max_crawl_delay_seconds,
        }
        return ask("decideJson", rules, json.dumps(question))

    def _known(self, origin: str) -> _Known | None:
        """The current meaning of an origin's record, and the record with its copy; ``None`` if the
        record is missing or damaged."""
        entry = self.settings.store.get(origin)
        if entry is None:
            return None
        record, body = entry
        try:
            settled: dict[str, Any] = self.settings.policy.settle(record, self.settings.now_ms())
        except EngineError:
            return None
        digest = settled["digest"]
        is_whole = digest is None or digest in self._files or digest == _digest(body)
        return (settled, entry) if is_whole else None

    def _record(self, origin: str) -> tuple[Any, str]:
        """The record of an origin and the octets of its copy, for the next attempt."""
        known = self._known(origin)
        return (None, "") if known is None else (json.loads(known[1][0]), known[1][1])

    def _file(self, digest: str, latin1: str) -> _File:
        known = self._files.get(digest)
        if known is not None:
            return known
        robots = Robots.parse(latin1.encode("latin-1"), max_bytes=self.settings.limits.max_bytes)
        agent = self.settings.agent
        file = _File(robots, robots.crawler(agent), robots.crawl_delay(agent))
        self._octets += len(latin1)
        if len(self._files) >= MOST_FILES or self._octets > MOST_OCTETS:
            self._forget()
            self._octets = len(latin1)
        self._files[digest] = file
        return file


def _decision(
    url: str,
    location: Location | None,
    settled: dict[str, Any],
    step: dict[str, Any],
    verdict: Judgement | None,
) -> Decision:
    return Decision(
        url=url,
        action=step["action"],
        outcome=settled["outcome"],
        policy_row=settled["policyRow"],
        verdict=verdict,
        robots_url=location.robots_url if location else None,
        fetched_at=_seconds(settled.get("fetchedAt")),
        expires_at=_seconds(settled.get("expiresAt")),
        retry_at=_seconds(step.get("retryAt", settled.get("retryAt"))),
        crawl_delay_seconds=step.get("crawlDelaySeconds"),
        requested_at=_seconds(settled.get("requestedAt")),
    )


def _copy_of(record: dict[str, Any], *candidates: str) -> str:
    """The octets of the record's copy, found by digest, because another process may have stored a
    newer copy."""
    digest = record.get("good", {}).get("digest")
    return next((each for each in candidates if _digest(each) == digest), "")


def _digest(latin1: str) -> str:
    return sha256(latin1.encode("latin-1")).hexdigest()


def _seconds(ms: float | None) -> float | None:
    return None if ms is None else ms / 1000
