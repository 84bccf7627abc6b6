"""The rules of one crawler, prepared for many questions."""

from __future__ import annotations

from bisect import bisect_right
from operator import itemgetter

from .pattern import Segments, matches

NO_MATCH = -1


class Table:
    """Rules in one form, with their ranks. A question takes one search among the patterns without
    stars, and one step for each pattern with stars of a higher rank."""

    __slots__ = ("_exact", "_keys", "_parents", "_ranks", "_stars", "star_octets")

    def __init__(self, prefixes: dict[str, int], others: dict[tuple[Segments, bool], int]) -> None:
        """Prepares the rules.

        Args:
            prefixes: The ranks of patterns that are one segment and not anchored.
            others: The ranks of all other patterns, by segments and anchor.
        """
        self._exact: dict[str, int] = {}
        stars: list[tuple[int, str, Segments, bool]] = []
        for (segments, is_anchored), rank in others.items():
            if len(segments) == 1:
                self._exact[segments[0]] = rank
            else:
                # The longest segment is looked for first, because it is rarely there.
                stars.append((rank, max(segments, key=len), segments, is_anchored))
        stars.sort(key=itemgetter(0), reverse=True)
        self._stars = stars
        # Total length of the patterns with stars.
        self.star_octets = sum(sum(map(len, segments)) for _, _, segments, _ in stars)
        self._keys = sorted(prefixes)
        self._index(prefixes)

    def _index(self, prefixes: dict[str, int]) -> None:
        """Notes for each prefix, as its position plus one, the longest other prefix that it begins
        with, and the best rank of all that it begins with."""
        keys = self._keys
        self._ranks: list[int] = []
        self._parents: list[int] = []
        chain: list[int] = []
        for at, key in enumerate(keys):
            while chain and not key.startswith(keys[chain[-1] - 1]):
                chain.pop()
            parent = chain[-1] if chain else 0
            self._parents.append(parent)
            self._ranks.append(max(prefixes[key], self._ranks[parent - 1]) if parent else prefixes[key])
            chain.append(at + 1)

    def rank(self, target: str) -> int:
        """The rank of the rule that decides; ``NO_MATCH`` if none matches."""
        best = self._exact.get(target, NO_MATCH)
        keys = self._keys
        at = bisect_right(keys, target)
        while at:
            if target.startswith(keys[at - 1]):
                found = self._ranks[at - 1]
                if found > best:
                    best = found
                break
            at = self._parents[at - 1]
        for rank, segment, segments, is_anchored in self._stars:
            if rank <= best:
                break
            if segment in target and matches(segments, is_anchored, target):
                return rank
        return best
