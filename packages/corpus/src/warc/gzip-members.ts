/**
 * Reads the members of a gzip file (RFC 1952) separately. A damaged member is lost and reported, and reading continues
 * with the next one. WARC files have one member per record, so a fault loses one record.
 */
import { constants, crc32, createInflateRaw, inflateRawSync } from 'node:zlib';
import { inflateMember, Output } from './inflate-member.ts';
import { OctetQueue } from './octet-queue.ts';
import type { OnFault, Piece } from './piece.ts';
import { beginsRecord } from './record-splitter.ts';
import { SearchBudget } from './search-budget.ts';
import { type Stretch, WHOLE } from './stretch.ts';

/** The number of octets to request at once. */
const CHUNK = 1024 * 1024;

/** Members larger than this, compressed or not, are read as streams. */
const MAX_AT_ONCE = 8 * 1024 * 1024;

/**
 * Limit on the members passed on together. With so few, their results stay in the CPU cache and in the young generation
 * of the garbage collector.
 */
const MEMBERS_AT_ONCE = 32;

/** The number of compressed octets passed to a stream at once; they inflate to at most 16 MiB. */
const STREAM_STEP = 16 * 1024;

const TRAILER = 8;

/** The result of examining one member. */
type Member =
  | { readonly kind: 'whole'; readonly octets: Buffer; readonly length: number }
  | { readonly kind: 'incomplete' | 'large' }
  | { readonly kind: 'damaged'; readonly reason: string };

/** A member, or the number of octets to pass over before the next one is searched for. */
type Tried = Exclude<Member, { kind: 'damaged' }> | { kind: 'damaged'; reason: string; skip: number };

interface Search {
  readonly output: Output;
  readonly budget: SearchBudget;
}

/**
 * @param isReleased Whether pieces may be overwritten once the next ones are requested.
 * @returns The pieces, in batches as they were read.
 */
export async function* gzipMembers(
  input: AsyncIterable<Uint8Array>,
  onFault: OnFault,
  isReleased: boolean,
  { from, to, isExact }: Stretch = WHOLE,
): AsyncGenerator<Piece[]> {
  const queue = new OctetQueue(input, from);
  const output = new Output();
  const search = { output, budget: new SearchBudget() };
  let wanted = CHUNK;
  try {
    if (from > 0 && !isExact) await toFirstRecord(queue, to ?? Number.POSITIVE_INFINITY);
    for (;;) {
      await queue.want(wanted);
      let stop: Stop;
      do {
        const there = membersThere(queue, search, onFault);
        if (there.pieces.length > 0) yield there.pieces;
        if (isReleased) output.reuse();
        stop = there.stop;
      } while (stop === 'enough');
      if (stop === 'large' || (stop === 'incomplete' && queue.octets.length >= MAX_AT_ONCE)) {
        yield* largeMember(queue, search, onFault);
      } else if (queue.isEnded && queue.octets.length > 0) cutShort(queue, search, onFault);
      if (queue.isEnded && queue.octets.length === 0) return;
      wanted = Math.max(CHUNK, queue.octets.length * 2);
    }
  } finally {
    await queue.close();
  }
}

/** Why a batch ends: it is full, all queued octets were read, or the next member is incomplete or large. */
type Stop = 'enough' | 'all' | 'incomplete' | 'large';

/**
 * The members that are complete in the queue. Afterwards, the queue starts at the first member that is not returned.
 */
function membersThere(queue: OctetQueue, search: Search, onFault: OnFault): { pieces: Piece[]; stop: Stop } {
  const { octets, offset } = queue;
  const pieces: Piece[] = [];
  let at = 0;
  let stop: Stop = 'all';
  while (at < octets.length) {
    if (pieces.length === MEMBERS_AT_ONCE) {
      stop = 'enough';
      break;
    }
    const member = memberAt(octets, at, offset, search);
    if (member.kind === 'whole') {
      pieces.push({ octets: member.octets, offset: offset + at, begins: true, ends: true, isPlain: false });
      at += member.length;
    } else if (member.kind === 'damaged') {
      const next = nextMember(octets, at + member.skip, offset, search);
      const lost = octets.subarray(at, next < 0 ? octets.length : next);
      // Tapes and file systems pad files with zeros.
      if (lost.some((octet) => octet !== 0)) {
        onFault({ code: 'damaged-member', offset: offset + at, message: member.reason });
      }
      at += lost.length;
    } else {
      stop = member.kind;
      break;
    }
  }
  queue.drop(at);
  return { pieces, stop };
}

/** The first number of octets to try after damage. Each further try has four times as many. */
const FIRST_TRY = 16 * 1024;

/** The member at `at`. After damage, it is tried with few octets first, so that it is known what a failure costs. */
function memberAt(octets: Buffer, at: number, offset: number, { output, budget }: Search): Tried {
  for (let length = budget.isUsed ? FIRST_TRY : octets.length; ; length *= 4) {
    const end = Math.min(octets.length, at + length);
    const member = readMember(end < octets.length ? octets.subarray(0, end) : octets, at, output);
    if (member.kind === 'incomplete' && end < octets.length) continue;
    if (member.kind !== 'damaged') return member;
    const skip = isMagic(octets, at) ? budget.spend(Math.ceil((end - at) / 4), offset + at) : 1;
    return { ...member, skip };
  }
}

function readMember(octets: Buffer, at: number, output: Output): Member {
  const body = endOfHeader(octets, at);
  if (typeof body === 'string') return { kind: 'damaged', reason: body };
  if (body === undefined) return { kind: 'incomplete' };
  const inflated = inflateMember(octets, body, MAX_AT_ONCE, output);
  if (inflated.kind !== 'whole') return inflated;
  const end = body + inflated.used;
  if (end + TRAILER > octets.length) return { kind: 'incomplete' };
  if (!hasTrailer(octets, end, crc32(inflated.octets), inflated.octets.length)) {
    return { kind: 'damaged', reason: 'The checksum of a gzip member does not match its content' };
  }
  return { kind: 'whole', octets: inflated.octets, length: end + TRAILER - at };
}

function hasTrailer(octets: Buffer, at: number, checksum: number, length: number): boolean {
  return octets.readUInt32LE(at) === checksum && octets.readUInt32LE(at + 4) === length % 2 ** 32;
}

const FHCRC = 2;
const FEXTRA = 4;
const FNAME = 8;
const FCOMMENT = 16;
const MAX_NAME = 65_536;

/**
 * The end of a member's header; undefined if the header is incomplete; the reason, as text, if the octets are not a
 * header (RFC 1952 §2.3).
 */
function endOfHeader(octets: Buffer, start: number): number | undefined | string {
  if (start + 10 > octets.length) return isMagic(octets, start) ? undefined : 'Expected a gzip member';
  const flags = octets[start + 3] as number;
  if (!isMagic(octets, start) || flags > 31) return 'Expected a gzip member';
  let at = start + 10;
  if (flags === 0) return at > octets.length ? undefined : at;
  if (flags & FEXTRA) {
    if (at + 2 > octets.length) return undefined;
    at += 2 + octets.readUInt16LE(at);
  }
  for (const flag of [FNAME, FCOMMENT]) {
    if (!(flags & flag)) continue;
    const end = octets.indexOf(0, at);
    if (end < 0)
      return octets.length - at > MAX_NAME ? 'The header of a gzip member is not terminated' : undefined;
    at = end + 1;
  }
  if (flags & FHCRC) at += 2;
  return at > octets.length ? undefined : at;
}

/** Whether a magic number begins here. Also true if the octets end within one. */
function isMagic(octets: Buffer, at: number): boolean {
  return beginsWith(octets[at], 0x1f) && beginsWith(octets[at + 1], 0x8b) && beginsWith(octets[at + 2], 0x08);
}

function beginsWith(octet: number | undefined, wanted: number): boolean {
  return octet === undefined || octet === wanted;
}

/**
 * The next offset, at or after `from`, at which a complete or possibly truncated member begins; −1 if there is none. A
 * member may also begin in the last few octets.
 */
function nextMember(octets: Buffer, from: number, offset: number, search: Search): number {
  for (let at = octets.indexOf(MAGIC[0] as number, from); at >= 0; ) {
    const member = isMagic(octets, at) ? memberAt(octets, at, offset, search) : undefined;
    if (member && member.kind !== 'damaged') return at;
    at = octets.indexOf(MAGIC[0] as number, at + (member?.skip ?? 1));
  }
  return -1;
}

const MAGIC = Buffer.from([0x1f, 0x8b, 0x08]);

/**
 * Handles a file that ends within a member. The member's beginning may be a coincidence, so later members are still
 * searched for.
 */
function cutShort(queue: OctetQueue, { budget }: Search, onFault: OnFault): void {
  onFault({ code: 'cut-short', offset: queue.offset, message: 'The file ends within a gzip member' });
  const next = queue.octets.indexOf(MAGIC, budget.spend(queue.octets.length, queue.offset));
  queue.drop(next < 0 ? queue.octets.length : next);
}

/** Reads a member as a stream. If it is damaged, the octets before the damage are used. */
async function* largeMember(queue: OctetQueue, search: Search, onFault: OnFault): AsyncGenerator<Piece[]> {
  const { offset } = queue;
  queue.drop(endOfHeader(queue.octets, 0) as number);
  const inflater = createInflateRaw({ chunkSize: 256 * 1024, finishFlush: constants.Z_SYNC_FLUSH });
  let out: Buffer[] = [];
  let isEnded = false;
  let failure: Error | undefined;
  inflater.on('data', (chunk: Buffer) => out.push(chunk));
  inflater.on('end', () => {
    isEnded = true;
  });
  inflater.on('error', (error) => {
    failure = error;
  });
  let checksum = 0;
  let length = 0;
  let begins = true;
  let used = 0;
  while (!isEnded && failure === undefined) {
    await queue.want(STREAM_STEP);
    if (queue.octets.length === 0) break;
    const before = inflater.bytesWritten;
    await written(inflater, queue.octets.subarray(0, STREAM_STEP));
    used = inflater.bytesWritten - before;
    queue.drop(used);
    const pieces = out.map((octets, index) => ({
      octets,
      offset,
      begins: begins && index === 0,
      ends: false,
      isPlain: false,
    }));
    for (const octets of out) {
      checksum = crc32(octets, checksum);
      length += octets.length;
    }
    out = [];
    if (pieces.length > 0) {
      begins = false;
      yield pieces;
    }
    if (used === 0) break;
  }
  inflater.destroy();
  await queue.want(TRAILER);
  if (isEnded && queue.octets.length >= TRAILER && hasTrailer(queue.octets, 0, checksum, length)) {
    queue.drop(TRAILER);
    yield [{ octets: Buffer.alloc(0), offset, begins: false, ends: true, isPlain: false }];
    return;
  }
  const code = queue.isEnded && failure === undefined ? 'cut-short' : 'damaged-member';
  onFault({ code, offset, message: `A gzip member is damaged: ${failure?.message ?? 'its end is missing'}` });
  await toNextMember(queue, search);
}

/**
 * Resolves when the stream has read the chunk or has ended. After its end, a stream does not call back for the chunk.
 */
function written(inflater: ReturnType<typeof createInflateRaw>, chunk: Buffer): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      for (const event of EVENTS) inflater.removeListener(event, done);
      setImmediate(resolve);
    };
    for (const event of EVENTS) inflater.once(event, done);
    inflater.write(chunk, done);
  });
}

const EVENTS = ['end', 'error', 'close'] as const;

/**
 * Drops all octets before the first member that begins with a record; drops all octets if none begins before `to`.
 */
async function toFirstRecord(queue: OctetQueue, to: number): Promise<void> {
  for (;;) {
    await queue.want(CHUNK);
    const { octets, offset, isEnded } = queue;
    // Enough octets follow every offset that is checked, unless the archive ends.
    const end = Math.min(to - offset, isEnded ? octets.length : octets.length - BEGINNING);
    for (let at = octets.indexOf(MAGIC); at >= 0 && at < end; at = octets.indexOf(MAGIC, at + 1)) {
      if (holdsRecord(octets, at)) return queue.drop(at);
    }
    queue.drop(end);
    if (isEnded || queue.offset >= to) return queue.abandon();
  }
}

/** The number of inflated octets that show what a member begins with. */
const BEGINNING = 1024;

/**
 * Whether a member that contains a record begins at `at`. The checksum is not verified, because adjacent stretches do
 * not meet if the position is wrong, and `firstMisplaced` detects that.
 */
export function holdsRecord(octets: Buffer, at: number): boolean {
  const body = endOfHeader(octets, at);
  if (typeof body !== 'number') return false;
  try {
    const coded = octets.subarray(body, body + BEGINNING);
    return beginsRecord(inflateRawSync(coded, { finishFlush: constants.Z_SYNC_FLUSH }));
  } catch {
    return false;
  }
}

async function toNextMember(queue: OctetQueue, search: Search): Promise<void> {
  for (;;) {
    await queue.want(CHUNK);
    const next = nextMember(queue.octets, 0, queue.offset, search);
    if (next >= 0) return queue.drop(next);
    queue.drop(queue.octets.length);
    if (queue.isEnded) return;
  }
}
