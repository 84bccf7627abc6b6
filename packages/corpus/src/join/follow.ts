/**
 * Follows redirects to the captures that they lead to (RFC 9309 §2.3.1.2), across hosts and schemes, for at most five
 * hops. Captures and unresolved redirects are partitioned by URL into files. Each round resolves one hop of all
 * redirects, and processes one pair of files at a time. If a target has several captures, the one nearest in time to
 * the redirect counts; if two are equally near, the later one counts.
 */
import { defaultLimits } from '@robots-exclusion/client/stored-answer';
import { type ChainFailure, chainFailures as FAILURES } from '../row/end-of-chain.ts';
import { Blocks, blockOf, MOST_BLOCKS } from './blocks.ts';
import type { OctetReader, OctetWriter } from './octets.ts';
import { Partitions, partitionCount, partitionOf, partitionPath, readPartition } from './partitions.ts';
import { type Rank, type RowKey, rowKeys } from './row-keys.ts';
import { UrlFilter } from './url-filter.ts';

export interface RowPlace {
  readonly unit: number;
  /** Whether the row is in the separate file for captures of URLs other than `/robots.txt`. */
  readonly isTarget: boolean;
  readonly offset: number;
  readonly length: number;
}

/** The end of a redirect's chain. */
export interface Resolution {
  readonly unit: number;
  /** The redirect's index among the rows of its unit. */
  readonly row: number;
  readonly hops: number;
  readonly finalUrl: string;
  /** The row of the final target; undefined if the archives do not contain it, or the chain does not end. */
  readonly place?: RowPlace;
  readonly failure?: ChainFailure;
  readonly rank: Rank;
}

/** A redirect whose target is being searched for. */
interface Open {
  readonly unit: number;
  readonly row: number;
  readonly time: number;
  /** The URLs of the chain so far, in order; the last one is being searched for. */
  readonly visited: readonly string[];
}

interface Candidate {
  readonly time: number;
  readonly place: RowPlace;
  readonly rank: Rank;
  readonly redirectTarget: string;
}

export interface FollowInput {
  /** The key file of each unit. */
  readonly keys: readonly string[];
  readonly octets: number;
  /** The memory limit, in octets. */
  readonly memory: number;
  readonly folder: string;
  /** How conclusive a chain that does not end is for the redirect's origin, by the reason why it does not end. */
  readonly endRanks: Readonly<Record<ChainFailure, Rank>>;
  /** The folder to which resolutions are written, in one file per block (see {@link blockOf}). */
  readonly resolved: string;
}

/**
 * Writes the resolution of each redirect.
 *
 * @param afford Called between two files, to check for interruption.
 */
export async function followRedirects(input: FollowInput, afford: () => Promise<void>): Promise<void> {
  const { keys, octets, memory, folder } = input;
  const blocks = new Partitions(input.resolved, Math.min(keys.length, MOST_BLOCKS));
  const resolve = (one: Resolution): void => {
    blocks.add(blockOf(one.unit, keys.length), (writer) => writeResolution(writer, one));
  };
  const wanted = new UrlFilter(memory / 16);
  for (const path of keys) {
    for (const { redirectTarget } of rowKeys(path)) if (redirectTarget !== '') wanted.add(redirectTarget);
    await afford();
  }
  const count = partitionCount(octets, memory);
  const captures = new Partitions(`${folder}/captures`, count);
  let open = new Partitions(`${folder}/open-0`, count);
  for (const [unit, path] of keys.entries()) {
    divide(unit, path, wanted, captures, open);
    await afford();
  }
  captures.flush();
  const { maxRedirects } = defaultLimits;
  for (let hop = 1; hop <= maxRedirects; hop++) {
    const next = new Partitions(`${folder}/open-${hop}`, count);
    for (let partition = 0; partition < count; partition++) {
      answerHop(open.read(partition), () => captures.read(partition), input.endRanks, resolve, next);
      open.drop(partition);
      await afford();
    }
    open = next;
  }
  blocks.flush();
}

/** Adds the captures of a unit to which a redirect may lead to `captures`, and the unit's redirects to `open`. */
function divide(unit: number, path: string, wanted: UrlFilter, captures: Partitions, open: Partitions): void {
  let row = 0;
  const offsets = { rows: 0, targets: 0 };
  for (const key of rowKeys(path)) {
    const file = key.isTarget ? 'targets' : 'rows';
    const offset = offsets[file];
    offsets[file] += key.length;
    if (key.url !== '' && wanted.has(key.url)) {
      captures.add(partitionOf(key.url, captures.count), (octets) => {
        octets.text(key.url);
        writeCandidate(octets, unit, offset, key);
      });
    }
    if (!key.isTarget && key.redirectTarget !== '') {
      const { time, redirectTarget } = key;
      open.add(partitionOf(redirectTarget, open.count), (octets) =>
        writeOpen(octets, { unit, row, time, visited: [key.url, redirectTarget] }),
      );
    }
    if (!key.isTarget) row++;
  }
}

function answerHop(
  open: OctetReader,
  captures: () => OctetReader,
  endRanks: FollowInput['endRanks'],
  resolve: (resolution: Resolution) => void,
  next: Partitions,
): void {
  const asked: Open[] = [];
  while (!open.isAtEnd) asked.push(readOpen(open));
  if (asked.length === 0) return;
  const candidates = candidatesFor(new Set(asked.map(({ visited }) => visited.at(-1) as string)), captures());
  const fail = (ended: Omit<Resolution, 'rank'>, failure: ChainFailure): void =>
    resolve({ ...ended, failure, rank: endRanks[failure] });
  for (const { unit, row, time, visited } of asked) {
    const finalUrl = visited.at(-1) as string;
    const ended = { unit, row, hops: visited.length - 1, finalUrl };
    const all = candidates.get(finalUrl);
    const found = all && nearest(all, time);
    if (!found) resolve({ ...ended, rank: 0 });
    else if (found.redirectTarget === '') resolve({ ...ended, rank: found.rank, place: found.place });
    else if (visited.length > defaultLimits.maxRedirects) fail(ended, 'too-many-redirects');
    else if (visited.includes(found.redirectTarget)) fail(ended, 'redirect-loop');
    else {
      const further = { unit, row, time, visited: [...visited, found.redirectTarget] };
      next.add(partitionOf(found.redirectTarget, next.count), (octets) => writeOpen(octets, further));
    }
  }
}

/**
 * Returns the captures of each URL, ordered by time. Captures without a date come first, and captures with equal times
 * keep the order of the archives.
 */
function candidatesFor(urls: ReadonlySet<string>, octets: OctetReader): ReadonlyMap<string, Candidate[]> {
  const found = new Map<string, Candidate[]>();
  while (!octets.isAtEnd) {
    const url = octets.text();
    const candidate = readCandidate(octets);
    if (!urls.has(url)) continue;
    const known = found.get(url);
    if (known) known.push(candidate);
    else found.set(url, [candidate]);
  }
  for (const all of found.values()) all.sort((a, b) => orderOf(a.time) - orderOf(b.time) || 0);
  return found;
}

/**
 * The sort key of a time; a missing time sorts before all dates. It is not -Infinity, because the difference of two
 * infinities is not a number.
 */
function orderOf(time: number): number {
  return Number.isNaN(time) ? Number.MIN_SAFE_INTEGER : time;
}

function nearest(candidates: readonly Candidate[], time: number): Candidate {
  const last = candidates.at(-1) as Candidate;
  if (Number.isNaN(time)) return last;
  const after = firstAfter(candidates, time);
  const before = candidates[after - 1];
  const behind = candidates[after];
  if (!behind) return last;
  const next = candidates[firstAfter(candidates, behind.time) - 1] as Candidate;
  if (!before || Number.isNaN(before.time)) return next;
  return behind.time - time <= time - before.time ? next : before;
}

/** Index of the first candidate after `time`. */
function firstAfter(candidates: readonly Candidate[], time: number): number {
  let low = 0;
  let high = candidates.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (orderOf((candidates[middle] as Candidate).time) <= time) low = middle + 1;
    else high = middle;
  }
  return low;
}

function writeCandidate(octets: OctetWriter, unit: number, offset: number, key: RowKey): void {
  octets.f64(key.time);
  octets.u32(unit);
  octets.u8(Number(key.isTarget) | (key.rank << 1));
  octets.f64(offset);
  octets.u32(key.length);
  octets.text(key.redirectTarget);
}

function readCandidate(octets: OctetReader): Candidate {
  const time = octets.f64();
  const unit = octets.u32();
  const flags = octets.u8();
  const place = { unit, isTarget: (flags & 1) === 1, offset: octets.f64(), length: octets.u32() };
  return { time, place, rank: (flags >> 1) as Rank, redirectTarget: octets.text() };
}

function writeOpen(octets: OctetWriter, { unit, row, time, visited }: Open): void {
  octets.u32(unit);
  octets.u32(row);
  octets.f64(time);
  octets.u8(visited.length);
  for (const url of visited) octets.text(url);
}

function readOpen(octets: OctetReader): Open {
  const unit = octets.u32();
  const row = octets.u32();
  const time = octets.f64();
  return { unit, row, time, visited: Array.from({ length: octets.u8() }, () => octets.text()) };
}

const HAS_PLACE = 0x40;

function writeResolution(octets: OctetWriter, one: Resolution): void {
  octets.u32(one.unit);
  octets.u32(one.row);
  octets.u8(one.hops);
  octets.text(one.finalUrl);
  const failure = one.failure === undefined ? 0 : FAILURES.indexOf(one.failure) + 1;
  octets.u8(one.rank | (failure << 2) | (one.place ? HAS_PLACE : 0));
  if (!one.place) return;
  octets.u32(one.place.unit);
  octets.u8(Number(one.place.isTarget));
  octets.f64(one.place.offset);
  octets.u32(one.place.length);
}

function readResolution(octets: OctetReader): Resolution {
  const ended = { unit: octets.u32(), row: octets.u32(), hops: octets.u8(), finalUrl: octets.text() };
  const flags = octets.u8();
  const failure = FAILURES[((flags >> 2) & 3) - 1];
  const found = { ...ended, rank: (flags & 3) as Rank, ...(failure && { failure }) };
  if (!(flags & HAS_PLACE)) return found;
  const place = {
    unit: octets.u32(),
    isTarget: octets.u8() === 1,
    offset: octets.f64(),
    length: octets.u32(),
  };
  return { ...found, place };
}

export function* resolutionsIn(folder: string, block: number): Generator<Resolution> {
  const octets = readPartition(partitionPath(folder, block));
  while (!octets.isAtEnd) yield readResolution(octets);
}

export function resolutionsOf(folder: string, units: number): Blocks<Resolution> {
  return new Blocks(folder, units, (octets) => {
    const value = readResolution(octets);
    return { unit: value.unit, row: value.row, value };
  });
}
