/** Times as a client sees them. */
import { readFileSync } from 'node:fs';

/** For how long the main thread of a process has been ready to run without running. */
export function waitedMs(pid) {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[1]) / 1e6;
  } catch {
    return 0;
  }
}

/** The time that this share of all is not above, in milliseconds. */
export function at(times, share) {
  const sorted = times.toSorted((a, b) => a - b);
  return Math.round(sorted[Math.floor(sorted.length * share)] * 10) / 10;
}
