/** Whether two patterns may match one target: decided by their beginnings and ends. */
import { PERCENT } from '../bytes/octet.ts';
import { isFolded } from '../patterns/normalise.ts';
import type { Pattern } from '../patterns/pattern.ts';

/** False if no target matches both; true if one may. */
export function mayMeet(a: Pattern, b: Pattern): boolean {
  // A target's two forms part at an escape: only patterns without one are compared octet by octet.
  if (hasPercent(a) || hasPercent(b)) return true;
  if (!agree(a.folded[0] as Uint8Array, b.folded[0] as Uint8Array, false)) return false;
  if (!fits(a, b) || !fits(b, a)) return false;
  if (!a.isAnchored || !b.isAnchored) return true;
  return agree(a.folded.at(-1) as Uint8Array, b.folded.at(-1) as Uint8Array, true);
}

function hasPercent({ folded }: Pattern): boolean {
  return folded.some((segment) => segment.includes(PERCENT));
}

/** A pattern without stars that is anchored is one target: another's beginning must not go beyond. */
function fits(whole: Pattern, other: Pattern): boolean {
  const [only, ...more] = whole.folded as [Uint8Array, ...Uint8Array[]];
  return !whole.isAnchored || more.length > 0 || (other.folded[0] as Uint8Array).length <= only.length;
}

/** The octets that both have are the same, from the start or from the end. */
function agree(a: Uint8Array, b: Uint8Array, isFromEnd: boolean): boolean {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at++) {
    const first = (isFromEnd ? a[a.length - 1 - at] : a[at]) as number;
    const second = (isFromEnd ? b[b.length - 1 - at] : b[at]) as number;
    // From the end nobody knows whether one pattern's octet is the other's escape.
    if (isFromEnd && (isFolded(first, true) || isFolded(second, true))) return true;
    if (first !== second) return false;
  }
  return true;
}
