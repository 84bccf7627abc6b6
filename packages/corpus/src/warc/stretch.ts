/**
 * Stretches of a gzip archive, read separately. A stretch starts at the first member at or after its offset that
 * begins with a record, and ends where the next stretch starts: each reader ends exactly where the next one begins.
 */
import { closeSync, openSync, readSync } from 'node:fs';

/** Octets of a stretch as they are stored. */
export const STRETCH_OCTETS: number = 16 * 1024 * 1024;

/** Part of an archive. */
export interface Stretch {
  /** Where to search for its first member; 0 is the beginning of the archive. */
  readonly from: number;
  /** Where to search for that of the next stretch; null for the last. */
  readonly to: number | null;
  /** A member is known to begin at `from`. */
  readonly isExact?: boolean;
}

/** The actual beginning and end of a stretch. */
export interface ReadStretch {
  /** The first member of the stretch; null if none begins within it. */
  readonly start: number | null;
  /** The first member of what follows; null at the end of the archive. */
  readonly next: number | null;
}

/** The whole of an archive. */
export const WHOLE: Stretch = { from: 0, to: null };

/** The stretches of an archive: one, if it is short, or not gzip. */
export function stretchesOf(path: string, size: number, octets: number = STRETCH_OCTETS): readonly Stretch[] {
  if (size <= octets || !isGzip(path)) return [WHOLE];
  const count = Math.ceil(size / octets);
  return Array.from({ length: count }, (_, at) => {
    return { from: at * octets, to: at === count - 1 ? null : (at + 1) * octets };
  });
}

/** An address is known by its name: nothing of it was read yet. */
function isGzip(path: string): boolean {
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(path)) return new URL(path).pathname.endsWith('.gz');
  const file = openSync(path, 'r');
  try {
    const magic = Buffer.alloc(3);
    return readSync(file, magic) === 3 && magic.readUIntBE(0, 3) === 0x1f8b08;
  } finally {
    closeSync(file);
  }
}

/**
 * The first stretch that did not begin where the one before it ended, and where it has to: a reader that looks for a member
 * may take one for it that is stored within another.
 *
 * @param size Of the archive.
 * @param read In the order of the archive.
 */
export function firstMisplaced(
  stretches: readonly Stretch[],
  read: readonly ReadStretch[],
  size: number,
): { readonly index: number; readonly start: number } | undefined {
  let expected = 0;
  for (const [index, { to }] of stretches.entries()) {
    const { start, next } = read[index] as ReadStretch;
    const isPassed = expected >= (to ?? size);
    if (start !== (isPassed ? null : expected)) return { index, start: expected };
    if (!isPassed) expected = next ?? size;
  }
  return undefined;
}
