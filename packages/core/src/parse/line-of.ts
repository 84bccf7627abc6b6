/** Maps offsets to lines. */
import { CR, LF } from '../bytes/octet.ts';

/** The offset at which each line begins. CR LF is one line end. */
export function lineStarts(octets: Uint8Array): readonly number[] {
  const starts = [0];
  for (let at = 0; at < octets.length; at++) {
    if (octets[at] === LF || (octets[at] === CR && octets[at + 1] !== LF)) starts.push(at + 1);
  }
  return starts;
}

/** The line of `offset`, counted from 1. */
export function lineOf(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((starts[middle] as number) <= offset) low = middle;
    else high = middle;
  }
  return low + 1;
}
