/** Determines, from the beginnings and ends of two patterns, whether one target may match both. */
import { PERCENT } from '../bytes/octet.ts';
import { isFolded } from '../patterns/normalise.ts';
import type { Pattern } from '../patterns/pattern.ts';

/** False if no target matches both patterns; true if one may. */
export function mayMeet(a: Pattern, b: Pattern): boolean {
  // The two forms of a target differ only at escapes, so only patterns without escapes are compared octet by octet.
  if (hasPercent(a) || hasPercent(b)) return true;
  if (!agree(a.folded[0] as Uint8Array, b.folded[0] as Uint8Array, false)) return false;
  if (!fits(a, b) || !fits(b, a)) return false;
  if (!a.isAnchored || !b.isAnchored) return true;
  return agree(a.folded.at(-1) as Uint8Array, b.folded.at(-1) as Uint8Array, true);
}

function hasPercent({ folded }: Pattern): boolean {
  return folded.some((segment) => segment.includes(PERCENT));
}

/** False if `whole` matches only one target, and that target is shorter than the beginning of `other`. */
function fits(whole: Pattern, other: Pattern): boolean {
  const [only, ...more] = whole.folded as [Uint8Array, ...Uint8Array[]];
  return !whole.isAnchored || more.length > 0 || (other.folded[0] as Uint8Array).length <= only.length;
}

/** Whether the octets that both patterns specify are equal, counted from the start or from the end. */
function agree(a: Uint8Array, b: Uint8Array, isFromEnd: boolean): boolean {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at++) {
    const first = (isFromEnd ? a[a.length - 1 - at] : a[at]) as number;
    const second = (isFromEnd ? b[b.length - 1 - at] : b[at]) as number;
    // If the target contains the escape of one octet, one pattern may match the decoded octet, and the other the last
    // digits of the escape.
    if (isFromEnd && (isFolded(first, true) || isFolded(second, true))) return true;
    if (first !== second) return false;
  }
  return true;
}
