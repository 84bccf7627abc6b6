/** The parts of a record's header (ISO 28500 §5) that captures need. */
import { type Fields, fieldsIn } from './fields.ts';
import { HeaderScan, nextLine } from './header-scan.ts';

/** The types of records that are captures. */
export type CaptureType = 'response' | 'resource' | 'revisit';

export interface RecordHead {
  /**
   * The record's type; undefined for a record that is not a capture or names no URL. Only the length of such a record
   * is known.
   */
  readonly type: CaptureType | 'continuation' | undefined;
  /** The URL without angle brackets. */
  readonly url: string;
  readonly date: string | undefined;
  readonly id: string | undefined;
  readonly payloadDigest: string | undefined;
  /** The value of `WARC-Truncated`, in lower case. */
  readonly truncated: string | undefined;
  /** The number of this segment, counted from 1; undefined for a record that is not divided. */
  readonly segment: number | undefined;
  /** The Content-Type; only for a `resource`. */
  readonly contentType: string | undefined;
  /** The length of the block in octets; undefined if the header states no valid number. */
  readonly length: number | undefined;
  /** The octets of the header, without the empty line at the end. */
  readonly octets: Buffer;
}

/** A header, and the position at which its block begins. */
export interface FoundHead {
  readonly head: RecordHead;
  readonly blockStart: number;
}

const LINE_FEED = 0x0a;
const HEADER_END = Buffer.from('\r\n\r\n');

const TYPES = ['response', 'resource', 'revisit', 'continuation'] as const;
const TYPE_OCTETS: readonly Buffer[] = TYPES.map((type) => Buffer.from(type));

const NAMES = [
  'warc-type',
  'warc-target-uri',
  'warc-date',
  'warc-truncated',
  'content-type',
  'content-length',
  'warc-record-id',
  'warc-payload-digest',
  'warc-segment-number',
];
const TYPE = 0;
const TARGET_URI = 1;
const DATE = 2;
const TRUNCATED = 3;
const CONTENT_TYPE = 4;
const LENGTH = 5;
const ID = 6;
const PAYLOAD_DIGEST = 7;
const SEGMENT = 8;

const scan = new HeaderScan(NAMES);

/**
 * The header that these octets begin with.
 *
 * @returns Undefined if the octets do not contain the end of the header.
 */
export function findHead(octets: Buffer): FoundHead | undefined {
  const first = nextLine(octets, 0);
  const empty = first < 0 ? -1 : scan.scan(octets, first);
  if (empty >= 0) return { head: scannedHead(octets, empty - 2), blockStart: empty + 2 };
  const end = octets.indexOf(HEADER_END);
  if (end < 0) return undefined;
  return { head: readHead(octets.subarray(0, end)), blockStart: end + HEADER_END.length };
}

/** The header, read in one pass over its octets. */
function scannedHead(octets: Buffer, end: number): RecordHead {
  const length = scan.number(LENGTH);
  const type = scannedType();
  const url = type && scan.text(TARGET_URI);
  if (url === undefined) return noCapture(length);
  return {
    type,
    url: bare(url),
    date: scan.text(DATE),
    id: scan.text(ID),
    payloadDigest: scan.text(PAYLOAD_DIGEST),
    truncated: scan.text(TRUNCATED)?.toLowerCase(),
    segment: scan.number(SEGMENT),
    contentType: type === 'resource' ? scan.text(CONTENT_TYPE) : undefined,
    length,
    octets: octets.subarray(0, end),
  };
}

function scannedType(): RecordHead['type'] {
  for (let at = 0; at < TYPES.length; at++) if (scan.is(TYPE, TYPE_OCTETS[at] as Buffer)) return TYPES[at];
  return undefined;
}

export function readHead(octets: Buffer): RecordHead {
  const fields = fieldsOf(octets);
  const length = numberIn(fields.get('content-length'));
  const named = fields.get('warc-type')?.toLowerCase();
  const type = TYPES.find((one) => one === named);
  const url = fields.get('warc-target-uri');
  if (type === undefined || url === undefined) return noCapture(length);
  return {
    type,
    url: bare(url),
    date: fields.get('warc-date'),
    id: fields.get('warc-record-id'),
    payloadDigest: fields.get('warc-payload-digest'),
    truncated: fields.get('warc-truncated')?.toLowerCase(),
    segment: numberIn(fields.get('warc-segment-number')),
    contentType: type === 'resource' ? fields.get('content-type') : undefined,
    length,
    octets,
  };
}

function numberIn(stated = ''): number | undefined {
  return /^\d{1,15}$/.test(stated) ? Number(stated) : undefined;
}

const NOTHING = Buffer.alloc(0);

function noCapture(length: number | undefined): RecordHead {
  return {
    type: undefined,
    url: '',
    date: undefined,
    id: undefined,
    payloadDigest: undefined,
    truncated: undefined,
    segment: undefined,
    contentType: undefined,
    length,
    octets: NOTHING,
  };
}

export function fieldsOf(head: Buffer): Fields {
  return fieldsIn(head, head.indexOf(LINE_FEED) + 1, head.length, 'utf8');
}

/** Removes angle brackets, which the grammar of WARC 1.0 contains and some programs write. */
export function bare(url: string): string {
  return url.startsWith('<') && url.endsWith('>') ? url.slice(1, -1) : url;
}
