/** Tells what a network put into a robots.txt on the way from what the site itself says. */
import { parse } from 'robots-exclusion';
import { driftOf, withoutManagedBlock } from '../sources/drift.ts';

/** A block that a network put into one of two files. */
export interface EdgeBlock {
  readonly by: 'Cloudflare';
  readonly side: 'before' | 'after';
  readonly firstLine: number;
  readonly lastLine: number;
  /** Whether the file without the block has the same records as the other file. */
  readonly isOnlyChange: boolean;
}

/** The block that one of the files has and the other has not; `undefined` if both or neither have one. */
export function edgeBlock(before: Uint8Array, after: Uint8Array): EdgeBlock | undefined {
  const [old, new_] = [withoutManagedBlock(before), withoutManagedBlock(after)];
  const found = old ?? new_;
  if (!found || (old && new_)) return undefined;
  const other = parse(old ? after : before);
  const { added, removed, isReordered } = driftOf(other, parse(found.rest));
  return {
    by: 'Cloudflare',
    side: old ? 'before' : 'after',
    firstLine: found.firstLine,
    lastLine: found.firstLine + found.lines - 1,
    isOnlyChange: added.length === 0 && removed.length === 0 && !isReordered,
  };
}

/** Whether a rule stands in the block. */
export function isInBlock(
  block: EdgeBlock | undefined,
  side: EdgeBlock['side'],
  rule: { readonly line: number } | undefined,
): boolean {
  return (
    block?.side === side && rule !== undefined && rule.line >= block.firstLine && rule.line <= block.lastLine
  );
}

/** What the block is, in a sentence. */
export function edgeText({ by, side, firstLine, lastLine, isOnlyChange }: EdgeBlock): string {
  const file = side === 'after' ? 'new' : 'old';
  const rest = isOnlyChange
    ? 'the rest has the same records as the other file, so every change is due to it'
    : 'the rest differs, too';
  return `Lines ${firstLine}-${lastLine} of the ${file} file were put in by ${by} (managed robots.txt); ${rest}.`;
}
