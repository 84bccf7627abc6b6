/** Determines the format of a log from its first lines. */
import type { Hit } from '../hit.ts';
import { isClientText } from './address-text.ts';
import { envelopeOf } from './envelope.ts';
import { looksLikeUserAgent } from './fields-by-name.ts';
import { readerOf } from './known-formats.ts';
import type { LineOutcome, LineReader, ReaderOptions } from './line-reader.ts';

/** Number of lines examined before a format is chosen. */
export const FIRST_LINES = 64;

/** The formats, most informative first: a Combined line also matches Common. */
const IN_ORDER = [
  'json',
  'w3c',
  'csv',
  'ltsv',
  'logfmt',
  'bunny',
  's3',
  'alb',
  'elb',
  'haproxy',
  'envoy',
  'vhost-combined',
  'lighttpd',
  'combined',
  'vhost-common',
  'common',
  'loose',
] as const;

/**
 * The reader that understands the largest number of lines; of several such readers, the one that comes first in
 * `IN_ORDER`. `undefined` if no reader understands any line. Lines that a log collector wrapped are unwrapped.
 */
export function recogniseFormat(
  lines: readonly string[],
  options: ReaderOptions = {},
): LineReader | undefined {
  return bestInside(lines, options, MOST_ENVELOPES).reader;
}

/** Limit on nested envelopes: for example, a line of syslog in a line of Docker. */
const MOST_ENVELOPES = 3;

function bestInside(lines: readonly string[], options: ReaderOptions, depth: number): Best {
  const own = bestReader(lines, options);
  const envelope = depth > 0 ? envelopeOf(lines) : undefined;
  if (!envelope) return own;
  const inner = bestInside(openedWith(envelope, lines), options, depth - 1);
  if (!inner.reader || !isBetter(inner, own)) return own;
  return { ...inner, reader: inEnvelope(inner.reader, envelope) };
}

/** A reader that the user chose, adapted to a log whose lines may be wrapped. */
export function opened(
  reader: LineReader,
  lines: readonly string[],
  depth: number = MOST_ENVELOPES,
): LineReader {
  const envelope = depth > 0 ? envelopeOf(lines) : undefined;
  if (!envelope) return reader;
  const inner = openedWith(envelope, lines);
  const wrapped = opened(reader, inner, depth - 1);
  return isBetter(understood(wrapped, inner), understood(reader, lines))
    ? inEnvelope(wrapped, envelope)
    : reader;
}

type Envelope = NonNullable<ReturnType<typeof envelopeOf>>;

function openedWith({ open }: Envelope, lines: readonly string[]): string[] {
  return lines.map((line) => open(line) ?? line);
}

/** The same reader for wrapped lines. Other lines are read unchanged. */
function inEnvelope(reader: LineReader, { name, open }: Envelope): LineReader {
  return {
    name: `${reader.name} in ${name}`,
    read: (line, number, offset) => reader.read(open(line) ?? line, number, offset),
    learn: (lines) => reader.learn?.(lines.map((line) => open(line) ?? line)),
    hints: () => reader.hints?.() ?? [],
  };
}

/** The result of trying a reader on the first lines. */
interface Reading {
  readonly worth: number;
  /** Number of fields found. */
  readonly fields: number;
}

interface Best extends Reading {
  readonly reader: LineReader | undefined;
}

/**
 * Whether reader `one` is better than reader `other`: it understood more lines, or it found more fields in the same
 * number of lines.
 */
function isBetter(one: Reading, other: Reading): boolean {
  return one.worth > other.worth || (one.worth === other.worth && one.fields > other.fields);
}

function bestReader(lines: readonly string[], options: ReaderOptions): Best {
  let best: string | undefined;
  let most = NOTHING;
  for (const name of IN_ORDER) {
    const reader = readerOf(name, options);
    reader.learn?.(lines);
    const { worth, fields } = understood(reader, lines);
    // For the loose reader, which only guesses the parts of a line, each line counts half.
    const own = { worth: name === 'loose' ? worth / 2 : worth, fields };
    if (own.worth > most.worth) {
      most = own;
      best = name;
    }
  }
  // Creates a new reader, because the tried one has kept state from the first lines.
  return { reader: best === undefined ? undefined : readerOf(best, options), ...most };
}

/**
 * Tries a reader on the lines. If it mostly reads addresses, numbers or URLs as User-Agents, the log has different
 * columns, and no line counts as understood.
 */
function understood(reader: LineReader, lines: readonly string[]): Reading {
  let [worth, fields, agents, others] = [0, 0, 0, 0];
  lines.forEach((line, index) => {
    const outcome = reader.read(line, index + 1, 0);
    if (!isPlausible(outcome)) return;
    const { userAgent, address, host } = outcome;
    worth++;
    fields += Number(userAgent !== '') + Number(address !== '') + Number(host !== undefined);
    if (looksLikeUserAgent(userAgent)) agents++;
    else if (OTHER_COLUMN.test(userAgent)) others++;
  });
  return others > agents ? NOTHING : { worth, fields };
}

const NOTHING: Reading = { worth: 0, fields: 0 };

/** Matches a referrer, a chain of addresses, or a number. */
const OTHER_COLUMN = /^(?:https?:\/\/\S*|(?=[^.:]*[.:])[\d.:, a-f]+|\d+(?:\.\d+)?)$/i;

/**
 * Whether a hit has a plausible address and host. Text before the fields, such as the time that syslog adds, could be
 * mistaken for an address or a host.
 */
export function isPlausible(outcome: LineOutcome): outcome is Hit {
  return typeof outcome === 'object' && isClientText(outcome.address) && !NO_HOST.test(outcome.host ?? '');
}

/** Matches the beginning of a time, a path, or several words. */
const NO_HOST = /^\d{4}-\d{2}-\d{2}t\d{2}|[\s/|]/;
