/** Which files were probably asked about before, in 256 KiB whatever the input. */
import type { Body } from 'robots-exclusion';

/** Fingerprints remembered; each takes the place of an earlier one. */
const slots = 2 ** 16;

/** Places of a file that are looked at. */
const samples = 24;

/**
 * Tells whether a file like this one was shown before. Files may be taken for each other where they differ only between
 * the places looked at, and are forgotten in a long run: whoever asks must be right in either case.
 */
export function createSeenFiles(): (body: Body) => boolean {
  const table = new Int32Array(slots);
  return (body) => {
    const print = fingerprint(body);
    const slot = (print ^ (print >>> 16)) & (slots - 1);
    const isSeen = table[slot] === print;
    table[slot] = print;
    return isSeen;
  };
}

/** Never 0, which is an empty slot. Files of one template differ at their end more often than elsewhere. */
function fingerprint(body: Body): number {
  const { length } = body;
  const step = Math.max(1, Math.floor(length / samples));
  let print = mixed(0x2545f491, length);
  for (let at = 0; at < length; at += step) print = mixed(print, unitAt(body, at));
  for (let at = Math.max(0, length - samples); at < length; at++) print = mixed(print, unitAt(body, at));
  return print;
}

function unitAt(body: Body, at: number): number {
  return typeof body === 'string' ? body.charCodeAt(at) : (body[at] as number);
}

/** A step of FNV-1a. */
function mixed(print: number, value: number): number {
  return Math.imul(print ^ value, 0x01000193) | 1;
}
