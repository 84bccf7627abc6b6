/** Reads the captures of robots.txt in a WARC file. */
import { defaultLimits } from '@robots-exclusion/client/stored-answer';
import { piecesOf } from './archive-form.ts';
import type { Capture } from './capture.ts';
import { isAltered } from './digest.ts';
import { readHttpAnswer } from './http-answer.ts';
import { Originals } from './originals.ts';
import type { Fault, OnFault } from './piece.ts';
import { fieldsOf, type RecordHead } from './record-head.ts';
import { beginsRecord, RecordSplitter, type WarcRecord } from './record-splitter.ts';
import { Segments } from './segments.ts';
import { type ReadStretch, STRETCH_OCTETS, type Stretch, WHOLE } from './stretch.ts';
import { loadedZstd, needsZstd, zstdLibrary } from './zstd-library.ts';

/** Options for reading an archive. */
export interface ReadWarcOptions {
  /** Whether captures for a URL are wanted. @default those for `/robots.txt` without a query */
  wants?: (url: string) => boolean;
  /**
   * The number of decoded octets of a body that the caller needs. Twice as many stored octets, plus a margin, are kept.
   * @default {`DEFAULT_MAX_BYTES` of core}
   */
  maxBytes?: number;
  /** Called for each record that is lost. */
  onFault?: OnFault;
}

/** The maximum number of octets that the encoding of a body and the header before the body add in total. */
const CODED_ROOM = 512 * 1024;

/**
 * The captures of an archive in its order: `response`, `resource` and `revisit` records. A revisit has the body of its
 * original if the original precedes it in the same 16 MiB of this archive and is still kept (up to 4 MiB of records are
 * kept).
 *
 * The first octets or, if they are damaged, later octets show whether the archive is gzip or zstd, with any number of
 * members, or uncompressed. A damaged record is lost and reported, and reading continues with the next one. Memory does
 * not grow with the input.
 *
 * @param stream A Node.js stream, an async iterable of octets, or all octets at once.
 * @throws {NotWarcError} If the input is not a WARC file. ARC files are not WARC files.
 * @example
 * ```ts
 * import { readWarc, toRow } from '@robots-exclusion/corpus';
 *
 * const record = (block: string) =>
 *   `WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: https://example.com/robots.txt\r\nContent-Length: ${block.length}\r\n\r\n${block}\r\n\r\n`;
 * const warc = new TextEncoder().encode(record('HTTP/1.1 200 OK\r\n\r\nUser-agent: *\nDisallow: /\n'));
 * const rows = [];
 * for await (const capture of readWarc(warc)) rows.push(toRow(capture, { agents: ['GPTBot'] }));
 * rows[0]?.crawlers['GPTBot']?.allows; // 'none'
 * ```
 */
export async function* readWarc(
  stream: AsyncIterable<Uint8Array> | Uint8Array,
  options: ReadWarcOptions = {},
): AsyncGenerator<Capture> {
  for await (const captures of readWarcByBatch(stream, options)) yield* captures;
}

/** The captures of an archive, in batches as they are read. */
export async function* readWarcByBatch(
  stream: AsyncIterable<Uint8Array> | Uint8Array,
  options: ReadWarcOptions = {},
): AsyncGenerator<Capture[]> {
  yield* readStretch(stream, options, WHOLE, () => {});
}

/**
 * The captures of a stretch of an archive.
 *
 * @param stream The octets from the start of the stretch to beyond its end.
 * @param options `httpFields` names the response fields that captures need; all by default. With `isReleased`, the
 * payloads of captures are overwritten once the next captures are requested. `onSegment` receives each segment after the
 * first of a record that is not complete in this stretch.
 * @param onEnd Receives where the stretch actually begins and ends.
 */
export async function* readStretch(
  stream: AsyncIterable<Uint8Array> | Uint8Array,
  options: ReadWarcOptions & {
    readonly httpFields?: readonly string[];
    readonly isReleased?: boolean;
    readonly onSegment?: (record: WarcRecord) => void;
  },
  stretch: Stretch,
  onEnd: (read: ReadStretch) => void,
): AsyncGenerator<Capture[]> {
  const {
    wants = isRobotsTxtUrl,
    maxBytes = defaultLimits.maxBytes,
    onFault = () => {},
    httpFields,
    isReleased = false,
    onSegment = () => {},
  } = options;
  const input = stream instanceof Uint8Array ? once(stream) : stream;
  // Responses for other paths must not displace originals to which a robots.txt revisit may refer.
  const originals = { robots: new Originals(), others: new Originals() };
  const keep = ({ type, url }: RecordHead): number | undefined =>
    type !== undefined && wants(url) ? 2 * maxBytes + CODED_ROOM : undefined;
  const faults = faultsOf(onFault);
  if (stretch.from === 0) faults.begin(0, stretch.to);
  const splitter = new RecordSplitter({ keep, onFault: faults.onFault });
  const segments = new Segments(onSegment);
  const read = (records: readonly WarcRecord[], captures: Capture[]): void => {
    for (const record of records) {
      for (const whole of wholeRecords(record, segments))
        captures.push(captureOf(whole, originals, faults.onFault, httpFields));
    }
  };
  let start = stretch.from === 0 ? 0 : null;
  let next: number | null = null;
  let originalsEnd = nextPlace(stretch.from);
  for await (const pieces of piecesOf(input, faults.onFault, stretch, isReleased)) {
    const captures: Capture[] = [];
    for (const piece of pieces) {
      if (piece.begins && beginsRecord(piece.octets)) {
        if (stretch.to !== null && piece.offset >= stretch.to) next = piece.offset;
        if (next !== null) break;
        if (start === null) faults.begin(piece.offset, stretch.to);
        start ??= piece.offset;
        if (piece.offset >= originalsEnd) for (const each of Object.values(originals)) each.clear();
        originalsEnd = nextPlace(piece.offset);
      }
      read(splitter.feed(piece), captures);
    }
    if (captures.length > 0) yield await decodable(captures);
    if (next !== null) break;
  }
  const last: Capture[] = [];
  read(splitter.end(), last);
  for (const record of segments.rest()) last.push(captureOf(record, originals, faults.onFault, httpFields));
  faults.end({ start, next });
  if (last.length > 0) yield await decodable(last);
  onEnd({ start, next });
}

/** The captures, once what their bodies need is loaded, because rows are made synchronously. */
export function decodable(captures: Capture[]): Capture[] | Promise<Capture[]> {
  if (loadedZstd() || !captures.some(({ headers }) => needsZstd(headers))) return captures;
  return zstdLibrary().then(() => captures);
}

/**
 * The offset at which the next stretch would begin if the archive were divided. Originals are never kept beyond this
 * point, so that results do not depend on the division.
 */
function nextPlace(offset: number): number {
  return (Math.floor(offset / STRETCH_OCTETS) + 1) * STRETCH_OCTETS;
}

/**
 * Filters faults, because members are read ahead and a stretch may begin with damage. Faults before the first member
 * are reported by the reader of the previous stretch; faults after the last member, by the reader of the next stretch.
 */
function faultsOf(onFault: OnFault): {
  readonly onFault: OnFault;
  end(read: ReadStretch): void;
  /** Reports faults from `start` up to, but not including, `to`: those held back so far, and later ones. */
  begin(start: number, to: number | null): void;
} {
  let held: Fault[] = [];
  let until = 0;
  const tell = (fault: Fault): void => {
    if (fault.offset < until) onFault(fault);
    else held.push(fault);
  };
  const release = (start: number, end: number): void => {
    const all = held;
    held = [];
    until = end;
    for (const fault of all) if (fault.offset >= start) tell(fault);
  };
  return {
    onFault: tell,
    begin: (start, to) => release(start, to ?? Number.POSITIVE_INFINITY),
    end: ({ start, next }) => {
      if (start !== null) release(start, next ?? Number.POSITIVE_INFINITY);
    },
  };
}

/** Whether the path is `/robots.txt`, in lower case (RFC 9309 §2.3), without a query. */
export function isRobotsTxtUrl(url: string): boolean {
  return ROBOTS_TXT.test(url);
}

const ROBOTS_TXT = /^[a-zA-Z][a-zA-Z0-9+.-]*:\/\/[^/?#]*\/robots\.txt(?:#|$)/;

/** Whether a URL is a `/robots.txt` or one that a redirect may lead to. Crawls also store DNS answers as responses. */
export function isRobotsOrWebUrl(url: string): boolean {
  return /^https?:\/\//i.test(url) || isRobotsTxtUrl(url);
}

/** The records to read, now that this one was read: itself, the one whose last segment it is, or none. */
function wholeRecords(record: WarcRecord, segments: Segments): readonly WarcRecord[] {
  const { type, segment } = record.head;
  if (type === 'continuation') {
    const whole = segments.add(record);
    return whole ? [whole] : NO_RECORDS;
  }
  return segment === undefined ? [record] : segments.begin(record);
}

const NO_RECORDS: readonly WarcRecord[] = [];

function captureOf(
  record: WarcRecord,
  { robots, others }: { readonly robots: Originals; readonly others: Originals },
  onFault: OnFault,
  httpFields?: readonly string[],
): Capture {
  const { head, block, offset } = record;
  const { type, url } = head;
  if (isAltered(record)) return notRead(record, 'archiver/digest');
  const isRobots = isRobotsTxtUrl(url);
  if (type === 'revisit') {
    const fields = fieldsOf(head.octets);
    const found = isRobots
      ? robots.find(fields, url)
      : (others.find(fields, url) ?? robots.find(fields, url));
    const capture = repeatedCapture(record, found?.record, httpFields);
    return found?.isExact ? capture : { ...capture, unresolved: { head: head.octets, block, fields } };
  }
  const capture = answerOf(record, httpFields);
  if (record.head.segment !== undefined) return { ...capture, firstSegment: record };
  if (capture.unread === NO_RESPONSE) {
    onFault({ code: 'bad-http', offset, message: 'A response record does not hold an HTTP response' });
  } else (isRobots ? robots : others).add(record);
  return capture;
}

/** The content of a revisit and its original. */
export function repeatedCapture(
  revisit: WarcRecord,
  original: WarcRecord | undefined,
  httpFields?: readonly string[],
): Capture {
  const { block } = revisit;
  const answer = block.length === 0 ? undefined : readHttpAnswer(block, httpFields);
  return revisitOf(revisit, answer, original && answerOf(original, httpFields));
}

/** All captures of an input, as records. */
export async function* recordsIn(
  input: AsyncIterable<Uint8Array>,
  maxBytes: number,
): AsyncGenerator<WarcRecord> {
  const keep = ({ type }: RecordHead): number | undefined => type && 2 * maxBytes + CODED_ROOM;
  const onFault = (): void => {};
  const splitter = new RecordSplitter({ keep, onFault });
  for await (const pieces of piecesOf(input, onFault, WHOLE, false)) {
    for (const piece of pieces) yield* splitter.feed(piece);
  }
  yield* splitter.end();
}

/** A response record without a status line, such as one of HTTP/0.9. */
const NO_RESPONSE = 'archiver/no-response';

/** A capture of which only the request is known, and why. */
function notRead(record: WarcRecord, unread: string, truncated?: string): Capture {
  return captureWith('response', record, { truncated, unread });
}

/**
 * A capture with all its members. Captures of one shape are read fast; adding members to an object one by one would
 * take longer than reading the record.
 */
function captureWith(
  type: Capture['type'],
  { head: { url, date }, offset }: WarcRecord,
  known: Partial<Omit<Capture, 'type' | 'url' | 'date' | 'offset'>>,
): Capture {
  return {
    type,
    url,
    date,
    status: known.status,
    headers: known.headers ?? {},
    payload: known.payload,
    originalStatus: known.originalStatus,
    truncated: known.truncated,
    unread: known.unread,
    names: known.names,
    unresolved: known.unresolved,
    firstSegment: known.firstSegment,
    offset,
  };
}

/** The content of a `response` or `resource` record. */
export function answerOf(record: WarcRecord, httpFields?: readonly string[]): Capture {
  const { head, block, isCut } = record;
  const { type, truncated: stated, segment, contentType = '' } = head;
  if (segment !== undefined) return notRead(record, 'archiver/segment-missing', 'segment');
  const cut = stated ?? (isCut ? 'length' : undefined);
  if (type === 'resource') {
    const headers = { 'content-type': contentType };
    return captureWith(type, record, { headers, payload: block, truncated: cut, names: head });
  }
  const answer = block.length === 0 ? undefined : readHttpAnswer(block, httpFields);
  if (!answer) return notRead(record, NO_RESPONSE, cut);
  const { status, headers, payload, isShort, unread } = answer;
  const truncated = cut ?? (isShort ? 'short' : undefined);
  const names = unread === undefined ? head : undefined;
  return captureWith('response', record, { status, headers, payload, truncated, unread, names });
}

const NOT_MODIFIED = 304;

/** Response fields that determine how to read the body; they are equal for equal bodies. */
const BODY_FIELDS = ['content-type', 'content-encoding'];

/**
 * A revisit contains its own header or none, and has the body of its original. A 304, or a revisit without a header,
 * also gets the original's whole header (RFC 9111 §4.3.4); any other revisit gets only the body. If the original is for
 * another URL, to which only the digest connects the revisit, a 304 or a revisit without a header also gets only the
 * body, and only from a successful response: a failure or redirect at another URL says nothing about this one.
 */
function revisitOf(
  revisit: WarcRecord,
  answer: ReturnType<typeof readHttpAnswer>,
  found: Capture | undefined,
): Capture {
  const repeats = answer === undefined || answer.status === NOT_MODIFIED;
  const isOwn = found?.url === revisit.head.url;
  const original = !repeats || isOwn || isSuccess(found) ? found : undefined;
  const headers = repeats && isOwn ? original?.headers : bodyFieldsOf(original?.headers);
  const status = answer?.status ?? original?.status;
  const originalStatus = repeats ? original?.status : undefined;
  // The body is the original's, so the own header may end early.
  const unread = answer?.unread === 'archiver/interim-only' ? answer.unread : original?.unread;
  return captureWith('revisit', revisit, {
    status,
    originalStatus: originalStatus === status ? undefined : originalStatus,
    headers: { ...headers, ...answer?.headers },
    payload: original?.payload,
    truncated: original?.truncated,
    unread,
  });
}

/** A `resource` has no status, but was fetched successfully. */
function isSuccess(capture: Capture | undefined): boolean {
  const { status = 200 } = capture ?? {};
  return status >= 200 && status < 300;
}

function bodyFieldsOf(headers: Capture['headers'] = {}): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => BODY_FIELDS.includes(name)));
}

async function* once(octets: Uint8Array): AsyncGenerator<Uint8Array> {
  yield octets;
}
