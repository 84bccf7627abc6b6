"""The results of the core, as frozen Python values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

Because = Literal["rule", "no-rule-matched", "no-group", "robots-txt-itself", "whole-file", "unreadable"]
Preference = Literal["allow", "disallow", "unknown", "not-applicable"]


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule. ``line`` and ``column`` count from 1; ``column`` counts octets."""

    kind: Literal["allow", "disallow"]
    text: str
    pattern: str
    octets: int
    line: int
    column: int


@dataclass(frozen=True, slots=True)
class Group:
    """All groups that apply to the crawler, merged (RFC 9309 §2.2.1)."""

    product_tokens: tuple[str, ...]
    lines: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Crawler:
    """The crawler, and what the registry adds to the verdict of RFC 9309."""

    tokens: tuple[str, ...]
    known: bool
    nearest: tuple[str, ...] = ()
    follows_group: str | None = None
    exempt_from_star: bool = False
    literal: bool = False
    note: str | None = None
    source: str | None = None


@dataclass(frozen=True, slots=True)
class Judgement:
    """The verdict of the rules, with the deciding rule."""

    allowed: bool
    because: Because
    rule: Rule | None
    group: Group | None
    crawler: Crawler
    note: str | None = None


@dataclass(frozen=True, slots=True)
class Verdict(Judgement):
    """A judgement with every rule that matched, best first."""

    candidates: tuple[Rule, ...] = ()


@dataclass(frozen=True, slots=True)
class Reading:
    """How one dialect reads the file. ``allowed`` is ``None`` if the original program fails and
    gives no verdict."""

    dialect: str
    allowed: bool | None
    because: str
    line: int | None
    why_it_differs: str | None


@dataclass(frozen=True, slots=True)
class UseAnswer:
    """What a site states about one use: the most restrictive preference, and the deciding
    statement."""

    preference: Preference
    is_conflict: bool
    decided_by: Mapping[str, Any] | None
    statements: tuple[Mapping[str, Any], ...]


@dataclass(frozen=True, slots=True)
class Usage:
    """What a site states about the uses of one URL. ``unknown`` means that the site states
    nothing."""

    allowed: bool
    uses: Mapping[str, UseAnswer]
    licenses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """A problem in the file. ``line`` counts from 1."""

    code: str
    severity: Literal["error", "warning", "info"]
    message: str
    line: int


def rule_of(data: Mapping[str, Any]) -> Rule:
    return Rule(data["kind"], data["text"], data["pattern"], data["octets"], data["line"], data["column"])


def crawler_of(data: Mapping[str, Any]) -> Crawler:
    return Crawler(
        tokens=tuple(data["tokens"]),
        known=data["known"],
        nearest=tuple(data.get("nearest", ())),
        follows_group=data.get("followsGroup"),
        exempt_from_star=data.get("exemptFromStar", False),
        literal=data.get("literal", False),
        note=data.get("note"),
        source=data.get("source"),
    )


def judgement_of(data: Mapping[str, Any], crawler: Crawler) -> Judgement:
    return Judgement(**_judged(data, crawler))


def verdict_of(data: Mapping[str, Any], crawler: Crawler) -> Verdict:
    return Verdict(**_judged(data, crawler), candidates=tuple(rule_of(each) for each in data["candidates"]))


def _judged(data: Mapping[str, Any], crawler: Crawler) -> dict[str, Any]:
    group = data.get("group")
    return {
        "allowed": data["allowed"],
        "because": data["because"],
        "rule": rule_of(data["rule"]) if "rule" in data else None,
        "group": Group(tuple(group["productTokens"]), tuple(group["lines"])) if group else None,
        "crawler": crawler,
        "note": data.get("note"),
    }


def usage_of(data: Mapping[str, Any]) -> Usage:
    uses = {
        use: UseAnswer(
            preference=answer["preference"],
            is_conflict=answer["isConflict"],
            decided_by=answer.get("decidedBy"),
            statements=tuple(answer["statements"]),
        )
        for use, answer in data["uses"].items()
    }
    return Usage(data["access"]["allowed"], uses, tuple(each["url"] for each in data["licenses"] if "url" in each))


def reading_of(data: Mapping[str, Any]) -> Reading:
    verdict = data["verdict"]
    differs = data.get("differsBecause")
    if "error" in verdict:
        return Reading(data["dialect"], None, f"unreadable: {verdict['error']}", None, None)
    return Reading(
        dialect=data["dialect"],
        allowed=verdict["allowed"],
        because=verdict["because"],
        line=verdict["rule"]["line"] if "rule" in verdict else None,
        why_it_differs=differs["sentence"] if differs else None,
    )
