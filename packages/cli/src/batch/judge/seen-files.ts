/** Estimates which files were seen before, in 256 KiB of memory regardless of the input. */
import type { Body } from 'robots-exclusion';

/** The number of stored fingerprints. A new fingerprint replaces the one in its slot. */
const slots = 2 ** 16;

/** The number of positions at which a file is sampled. */
const samples = 24;

/**
 * Creates a function that returns whether a similar file was seen before. Files that differ only between the sampled
 * positions count as the same file, and old files are forgotten, so the result may be wrong either way.
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

/**
 * The fingerprint of a file, never 0, because 0 marks an empty slot. Includes the last octets without gaps, because
 * files from one template often differ at the end.
 */
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

/** One step of FNV-1a. */
function mixed(print: number, value: number): number {
  return Math.imul(print ^ value, 0x01000193) | 1;
}
