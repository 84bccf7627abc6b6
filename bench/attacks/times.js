/** Statistics of response times. */
import { readFileSync } from 'node:fs';

/** Milliseconds for which the main thread of a process was ready to run but had no processor. */
export function waitedMs(pid) {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[1]) / 1e6;
  } catch {
    return 0;
  }
}

/** The quantile `share` of `times`, in milliseconds. */
export function at(times, share) {
  const sorted = times.toSorted((a, b) => a - b);
  return Math.round(sorted[Math.floor(sorted.length * share)] * 10) / 10;
}
