/**
 * Stretches of a gzip archive, which are read separately. A stretch starts at the first member at or after its offset
 * that begins with a record, and ends where the next stretch starts, so each reader ends exactly where the next one
 * begins.
 */
import { closeSync, openSync, readSync } from 'node:fs';

/** The stored size of a stretch, in octets. */
export const STRETCH_OCTETS: number = 16 * 1024 * 1024;

export interface Stretch {
  /** The offset from which to search for the first member of this stretch; 0 is the beginning of the archive. */
  readonly from: number;
  /** The offset from which to search for the first member of the next stretch; null for the last stretch. */
  readonly to: number | null;
  /** Whether a member is known to begin at `from`. */
  readonly isExact?: boolean;
}

export interface ReadStretch {
  /** The offset of the first member of the stretch; null if no member begins within it. */
  readonly start: number | null;
  /** The offset of the first member after the stretch; null at the end of the archive. */
  readonly next: number | null;
}

/** The stretch that covers a whole archive. */
export const WHOLE: Stretch = { from: 0, to: null };

/** The stretches of an archive. An archive that is short or not gzip has only one. */
export function stretchesOf(path: string, size: number, octets: number = STRETCH_OCTETS): readonly Stretch[] {
  if (size <= octets || !isGzip(path)) return [WHOLE];
  const count = Math.ceil(size / octets);
  return Array.from({ length: count }, (_, at) => {
    return { from: at * octets, to: at === count - 1 ? null : (at + 1) * octets };
  });
}

/** Whether an archive is gzip. For a URL, the file name decides, because no octets have been read yet. */
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
 * The first stretch that did not begin where the previous one ended, and its correct start. A reader that searches for
 * a member may find one that is stored within another member.
 *
 * @param size The size of the archive.
 * @param read The read stretches, in the order of the archive.
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
