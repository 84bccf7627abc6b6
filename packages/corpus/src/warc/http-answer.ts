/**
 * The HTTP/1 response in the block of a record. Archives often store the response without its codings, or truncated.
 */
import { type Fields, fieldsIn } from './fields.ts';
import { HeaderScan, nextLine } from './header-scan.ts';

export interface HttpAnswer {
  readonly status: number;
  /** The fields, with names in lower case. */
  readonly headers: Record<string, string>;
  /** The body without the transfer coding, but with content codings. */
  readonly payload: Buffer;
  /** Whether the payload ends too early: within its chunks, or before its Content-Length. */
  readonly isShort: boolean;
  /** Why the final response is unknown; undefined if it is there. */
  readonly unread?: 'archiver/interim-only' | 'archiver/head-cut';
}

const STATUS_LINE = /^HTTP\/\d(?:\.\d)?[ \t]+(\d{3})(?=[ \t\r]|$)/;

/** Limit on the responses before the final one. Each costs a search of the rest of the block. */
const MOST_BEFORE = 32;

/**
 * The final response of a block. Interim responses before it (RFC 9110 §15.2) and a proxy's reply to CONNECT (§9.3.6)
 * are passed over. If a block has several final responses, the first one counts.
 *
 * @param names The names of the wanted fields, in lower case. @default all
 * @returns Undefined for a block that is not a response.
 */
export function readHttpAnswer(block: Buffer, names?: readonly string[]): HttpAnswer | undefined {
  let answer = responseAt(block, names);
  for (let before = 0; answer && before < MOST_BEFORE && isBefore(answer); before++) {
    const next = responseAt(answer.stored, names);
    if (next === undefined) break;
    answer = next;
  }
  if (answer === undefined) return undefined;
  const { head, stored } = answer;
  const { status, headers, transferEncoding, isCut } = head;
  if (status < 200)
    return { status, headers, payload: NOTHING, isShort: false, unread: 'archiver/interim-only' };
  if (isCut && status < 400)
    return { status, headers, payload: NOTHING, isShort: true, unread: 'archiver/head-cut' };
  const chunks =
    transferEncoding !== undefined && CHUNKED.test(transferEncoding) ? readChunks(stored) : undefined;
  const announced = announcedLength(head);
  const hasNext = announced > 0 && beginsResponse(stored, announced);
  const payload = chunks?.octets ?? (hasNext ? stored.subarray(0, announced) : stored);
  const isShort = chunks ? !chunks.isComplete : payload.length < announced;
  return { status, headers, payload, isShort };
}

const NOTHING = Buffer.alloc(0);

/** A response, and what follows its header. */
interface StoredResponse {
  readonly head: HttpHead;
  readonly stored: Buffer;
}

function responseAt(block: Buffer, names?: readonly string[]): StoredResponse | undefined {
  const head = (names && scannedHead(block, names)) ?? readHead(block, names);
  return head && { head, stored: block.subarray(head.payloadStart) };
}

/** Whether the final response follows this one. A reply to CONNECT describes no content. */
function isBefore({ head, stored }: StoredResponse): boolean {
  const { status, contentLength, transferEncoding, headers } = head;
  if (status < 200) return true;
  const isBare = contentLength === undefined && transferEncoding === undefined;
  return isBare && status < 300 && beginsResponse(stored, 0) && headers['content-type'] === undefined;
}

function beginsResponse(octets: Buffer, at: number): boolean {
  return octets[at] === LETTER_H && STATUS_LINE.test(octets.toString('latin1', at, at + 16));
}

const LETTER_H = 0x48;

interface HttpHead {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly contentLength: string | undefined;
  readonly transferEncoding: string | undefined;
  readonly payloadStart: number;
  /** Whether the block ends within the header. */
  readonly isCut: boolean;
}

/** Finds the requested fields, and those that determine the length of the body. */
interface HttpScan {
  readonly scan: HeaderScan;
  readonly contentLength: number;
  readonly transferEncoding: number;
}

/** Scanners, keyed by the requested fields, because a run requests the same fields from all responses. */
const scans = new WeakMap<readonly string[], HttpScan>();

function scanFor(names: readonly string[]): HttpScan {
  const known = scans.get(names);
  if (known) return known;
  const all = [...new Set([...names, 'content-length', 'transfer-encoding'])];
  const made = {
    scan: new HeaderScan(all),
    contentLength: all.indexOf('content-length'),
    transferEncoding: all.indexOf('transfer-encoding'),
  };
  scans.set(names, made);
  return made;
}

/** The header, read in one pass over the octets; undefined for a header in an unusual form. */
function scannedHead(block: Buffer, names: readonly string[]): HttpHead | undefined {
  const status = plainStatus(block);
  const first = status === undefined ? -1 : nextLine(block, STATUS_END);
  if (status === undefined || first < 0) return undefined;
  const { scan, contentLength, transferEncoding } = scanFor(names);
  const empty = scan.scan(block, first);
  if (empty < 0) return undefined;
  const headers: Record<string, string> = {};
  for (let slot = 0; slot < names.length; slot++) {
    const value = scan.text(slot);
    if (value !== undefined) headers[names[slot] as string] = value;
  }
  return {
    status,
    headers,
    contentLength: scan.text(contentLength),
    transferEncoding: scan.text(transferEncoding),
    payloadStart: empty + 2,
    isCut: false,
  };
}

/** A status line up to its status, in which 1 stands for any digit. */
const STATUS_FORM = Buffer.from('HTTP/1.1 111');
const STATUS_START = STATUS_FORM.length - 3;
const STATUS_END = STATUS_FORM.length;
const ONE = 0x31;

/** The status in a line such as `HTTP/1.1 200`, for any version, with or without a reason after it. */
function plainStatus(block: Buffer): number | undefined {
  const behind = block[STATUS_END];
  if (behind !== SPACE && behind !== CARRIAGE_RETURN) return undefined;
  let status = 0;
  for (let at = 0; at < STATUS_END; at++) {
    const octet = block[at] as number;
    if (STATUS_FORM[at] !== ONE) {
      if (octet !== STATUS_FORM[at]) return undefined;
    } else if (octet < ZERO || octet > ZERO + 9) return undefined;
    else if (at >= STATUS_START) status = status * 10 + octet - ZERO;
  }
  return status;
}

/** The header, read by the general reader. */
function readHead(block: Buffer, names?: readonly string[]): HttpHead | undefined {
  const { headerEnd, payloadStart, isCut } = endOfHeader(block);
  const lineFeed = block.indexOf(LINE_FEED);
  const lineEnd = lineFeed < 0 || lineFeed > headerEnd ? headerEnd : lineFeed;
  const status = STATUS_LINE.exec(block.toString('latin1', 0, lineEnd))?.[1];
  if (status === undefined) return undefined;
  const fields = fieldsIn(block, lineEnd + 1, headerEnd, 'latin1');
  return {
    status: Number(status),
    headers: picked(fields, names ?? fields.names),
    contentLength: fields.get('content-length'),
    transferEncoding: fields.get('transfer-encoding'),
    payloadStart,
    isCut,
  };
}

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const SPACE = 0x20;
const ZERO = 0x30;
const CRLF_CRLF = Buffer.from('\r\n\r\n');
const LF_LF = Buffer.from('\n\n');

/**
 * `Location` is not a list (RFC 9110 §10.2.2), and a URL can contain commas: of several, the first counts, as in curl
 * and Node. Each line of `X-Robots-Tag` may begin with the crawler that it is for, so its lines are not joined by commas.
 */
function picked(fields: Fields, names: Iterable<string>): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const name of names) {
    const lines = fields.lines(name);
    if (lines === undefined) continue;
    if (name === 'location') headers[name] = lines[0] as string;
    else headers[name] = lines.join(name === 'x-robots-tag' ? '\n' : ', ');
  }
  return headers;
}

/**
 * The position at which the payload begins. Some servers and archivers end lines with LF alone. If a header has no end,
 * it fills the whole block, and the payload is empty.
 */
function endOfHeader(block: Buffer): Pick<HttpHead, 'payloadStart' | 'isCut'> & { headerEnd: number } {
  const crlf = block.indexOf(CRLF_CRLF);
  const lf = (crlf < 0 ? block : block.subarray(0, crlf)).indexOf(LF_LF);
  if (crlf >= 0 && lf < 0) return { headerEnd: crlf, payloadStart: crlf + 4, isCut: false };
  if (lf >= 0) return { headerEnd: lf, payloadStart: lf + 2, isCut: false };
  return { headerEnd: block.length, payloadStart: block.length, isCut: true };
}

const CHUNKED = /(?:^|,)\s*chunked\s*$/i;

function announcedLength({ contentLength = '', transferEncoding }: HttpHead): number {
  return /^\d+$/.test(contentLength) && transferEncoding === undefined ? Number(contentLength) : 0;
}

/**
 * The content of chunks (RFC 9112 §7.1); undefined if the payload is not chunked. Many archives decode chunks but keep
 * the `Transfer-Encoding` field.
 */
function readChunks(stored: Buffer): { octets: Buffer; isComplete: boolean } | undefined {
  const parts: Buffer[] = [];
  for (let at = 0; ; ) {
    const lineEnd = stored.indexOf('\n', at);
    const line = stored.toString('latin1', at, lineEnd < 0 ? stored.length : lineEnd);
    const size = /^([0-9a-f]{1,8})[ \t]*(?:;.*)?\r?$/i.exec(line)?.[1];
    // If the first size is invalid, there are no chunks: RFC 9112 requires CR LF after it.
    if (size === undefined || lineEnd < 0 || (parts.length === 0 && !line.endsWith('\r'))) {
      if (parts.length === 0) return undefined;
      return { octets: Buffer.concat(parts), isComplete: false };
    }
    const length = Number.parseInt(size, 16);
    if (length === 0) return { octets: Buffer.concat(parts), isComplete: true };
    const chunk = stored.subarray(lineEnd + 1, lineEnd + 1 + length);
    // If no line end follows, this text only looks like a chunk.
    const behind = stored[lineEnd + 1 + length];
    if (
      parts.length === 0 &&
      chunk.length === length &&
      behind !== undefined &&
      behind !== 0x0d &&
      behind !== 0x0a
    ) {
      return undefined;
    }
    parts.push(chunk);
    if (chunk.length < length) return { octets: Buffer.concat(parts), isComplete: false };
    at = lineEnd + 1 + length + (stored[lineEnd + 1 + length] === 0x0d ? 2 : 1);
  }
}
