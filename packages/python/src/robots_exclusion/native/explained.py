"""Explains verdicts: the group that applies, and every rule that matches, with its line (RFC 9309 §2.2.1, §2.2.2)."""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import NamedTuple

from ..verdict import Because, Crawler, Group, Rule, Verdict
from .pattern import Pattern, matches, pattern_of, plain_text
from .rules import MOST_STEPS, RULES, Selected, rank_of, target_forms

# What Python decodes octets to that are not UTF-8.
_ILL_FORMED = re.compile("[\udc80-\udcff]")


class _Place(NamedTuple):
    """Where a rule stands: its line, counted from 1, and the octets of the line up to a comment."""

    line: int
    start: int
    end: int


class Explained:
    """Explains verdicts for one crawler in one file."""

    __slots__ = ("_lengths", "_octets", "_others", "_patterns", "_prefixes", "_shown", "_steps", "crawler", "group")

    def __init__(self, selected: Selected, crawler: Crawler) -> None:
        self._octets = selected.octets
        self.crawler = crawler
        tokens, lines = _records_of(selected)
        self.group = Group(tokens, lines) if tokens else None
        self._shown: dict[int, Rule] = {}
        # By rank: 0 is the most specific rule, and the first of equals.
        self._patterns = _ranked(selected)
        self._prefixes: dict[str, list[int]] = {}
        self._others: list[tuple[int, Pattern]] = []
        for rank, (_, pattern) in enumerate(self._patterns):
            if len(pattern.folded) == 1 and not pattern.is_anchored:
                self._prefixes.setdefault(pattern.folded[0], []).append(rank)
            else:
                self._others.append((rank, pattern))
        self._lengths = sorted({len(prefix) for prefix in self._prefixes})
        self._steps = sum(pattern.octets for _, pattern in self._others)

    def verdict_on(self, url: str) -> Verdict | None:
        """The verdict; ``None`` if the engine must explain it."""
        forms = target_forms(url)
        found = None if forms is None else self._find(*forms)
        if forms is None or found is None:
            return None
        candidates = tuple([self._shown.get(rank) or self._show(rank) for rank in found])
        rule: Rule | None = None
        because: Because = "no-group" if self.group is None else "no-rule-matched"
        if forms[1] == "/robots.txt":
            because = "robots-txt-itself"
        elif candidates:
            because, rule = "rule", candidates[0]
        allowed = rule is None or rule.kind == "allow"
        return Verdict(allowed, because, rule, self.group, self.crawler, None, candidates)

    def _find(self, folded: str, plain: str) -> list[int] | None:
        """The ranks of the rules that match, best first; ``None`` if that may take too long."""
        if self._steps * len(folded) > MOST_STEPS:
            return None
        if folded != plain:
            return [
                rank
                for rank, (_, (folds, plains, is_anchored, _)) in enumerate(self._patterns)
                if matches(folds, is_anchored, folded) or matches(plains, is_anchored, plain)
            ]
        lengths = self._lengths[: bisect_right(self._lengths, len(folded))]
        found = [rank for length in lengths for rank in self._prefixes.get(folded[:length], ())]
        found += [rank for rank, pattern in self._others if matches(pattern.folded, pattern.is_anchored, folded)]
        found.sort()
        return found

    def _show(self, rank: int) -> Rule:
        (line, start, end), pattern = self._patterns[rank]
        padded = self._octets[start:end].decode("latin-1")
        record = padded.strip(" \t")
        rule = self._shown[rank] = Rule(
            kind="allow" if record[0] in "aA" else "disallow",
            text=_shown(record),
            pattern=_shown(plain_text(record.partition(":")[2].lstrip(" \t"))),
            octets=pattern.octets,
            line=line,
            column=len(padded) - len(padded.lstrip(" \t")) + 1,
        )
        return rule


def _records_of(selected: Selected) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """The product tokens of the user-agent records, and their lines."""
    records = [] if selected.record is None else list(selected.record.finditer(selected.text))
    lines = _Lines(selected.octets)
    return tuple([found[1] for found in records]), tuple([lines.at(found.start()) for found in records])


def _ranked(selected: Selected) -> list[tuple[_Place, Pattern]]:
    lines = _Lines(selected.octets)
    ranked: list[tuple[int, _Place, Pattern]] = []
    for start, end in selected.spans:
        for found in RULES.finditer(selected.text, start, end):
            pattern = pattern_of(found[2].rstrip(" \t"))
            if pattern is not None:
                # The text begins with a line end that the octets lack.
                place = _Place(lines.at(found.start()), found.start(), found.end() - 1)
                ranked.append((-rank_of(pattern.octets, found[1]), place, pattern))
    ranked.sort()
    return [(place, pattern) for _, place, pattern in ranked]


class _Lines:
    """Counts lines up to offsets that ascend, each of which begins a line. CR LF is one line end."""

    def __init__(self, octets: bytes) -> None:
        self._octets = octets
        self._at = 0
        self._line = 1

    def at(self, offset: int) -> int:
        ends = [self._octets.count(each, self._at, offset) for each in (b"\n", b"\r", b"\r\n")]
        self._line += ends[0] + ends[1] - ends[2]
        self._at = offset
        return self._line


def _shown(octets: str) -> str:
    """The text of octets; those that are not UTF-8 are percent-encoded."""
    if octets.isascii():
        return octets
    text = octets.encode("latin-1").decode("utf-8", "surrogateescape")
    return _ILL_FORMED.sub(lambda found: f"%{ord(found[0]) - 0xDC00:02X}", text)
