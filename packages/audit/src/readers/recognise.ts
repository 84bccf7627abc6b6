/** Determines the format of a log from its first lines. */
import type { Hit } from '../hit.ts';
import { isClientText } from './address-text.ts';
import { type Envelope, envelopeOf } from './envelope.ts';
import { looksLikeUserAgent } from './fields-by-name.ts';
import { readerOf } from './known-formats.ts';
import type { LineOutcome, LineReader, ReaderOptions } from './line-reader.ts';

/** Number of lines examined before a format is chosen. */
export const FIRST_LINES = 64;

/** The formats, most informative first: a Combined line also matches Common. */
export const IN_ORDER: readonly string[] = [
  ...'json w3c csv ltsv logfmt bunny s3 alb elb nginx-proxy-manager haproxy'.split(' '),
  ...'envoy vhost-combined lighttpd combined vhost-common common loose'.split(' '),
];

/** A format and the envelopes around its lines, outermost first. */
export interface Recognised {
  readonly format: string;
  readonly envelopes: readonly Envelope[];
}

/**
 * The format whose reader understands the largest number of lines; of several such formats, the one that comes first in
 * `IN_ORDER`. `undefined` if no reader understands any line. Lines that a log collector wrapped are unwrapped.
 */
export function recogniseFormat(
  lines: readonly string[],
  options: ReaderOptions = {},
): Recognised | undefined {
  const { format, envelopes } = bestInside(lines, options, MOST_ENVELOPES);
  return format === undefined ? undefined : { format, envelopes };
}

/** Limit on nested envelopes: for example, a line of syslog in a line of Docker. */
export const MOST_ENVELOPES = 3;

function bestInside(lines: readonly string[], options: ReaderOptions, depth: number): Best {
  const own = bestReader(lines, options);
  const envelope = depth > 0 ? envelopeOf(lines) : undefined;
  if (!envelope) return own;
  const inner = bestInside(openedWith(envelope, lines), options, depth - 1);
  if (inner.format === undefined || !isBetter(inner, own)) return own;
  return { ...inner, envelopes: [envelope, ...inner.envelopes] };
}

/** The envelopes around the lines of a log whose format the user chose. */
export function envelopesAround(
  reader: LineReader,
  lines: readonly string[],
  depth: number = MOST_ENVELOPES,
): readonly Envelope[] {
  const envelope = depth > 0 ? envelopeOf(lines) : undefined;
  if (!envelope) return [];
  const inner = openedWith(envelope, lines);
  const more = envelopesAround(reader, inner, depth - 1);
  return isBetter(understood(inEnvelopes(reader, more), inner), understood(reader, lines))
    ? [envelope, ...more]
    : [];
}

function openedWith({ open }: Envelope, lines: readonly string[]): string[] {
  return lines.map((line) => open(line) ?? line);
}

/** The same reader for wrapped lines. Other lines are read unchanged. */
export function inEnvelopes(reader: LineReader, envelopes: readonly Envelope[]): LineReader {
  if (envelopes.length === 0) return reader;
  const inner = (line: string): string => envelopes.reduce((text, { open }) => open(text) ?? text, line);
  return {
    name: [reader.name, ...envelopes.map(({ name }) => name).reverse()].join(' in '),
    read: (line, number, offset) => reader.read(inner(line), number, offset),
    learn: (lines) => reader.learn?.(lines.map(inner)),
    hints: () => reader.hints?.() ?? [],
  };
}

/** The result of trying a reader on the first lines. */
interface Reading {
  readonly worth: number;
  readonly fields: number;
}

interface Best extends Reading, Partial<Recognised> {
  readonly envelopes: readonly Envelope[];
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
  return { ...(best !== undefined && { format: best }), envelopes: [], ...most };
}

/**
 * Tries a reader on the lines. If it mostly reads addresses, numbers or URLs as User-Agents, the log has different
 * columns, and no line counts as understood.
 */
function understood(reader: LineReader, lines: readonly string[]): Reading {
  let [worth, fields, agents, others] = [0, 0, 0, 0];
  lines.forEach((line, index) => {
    const outcome = reader.read(line, index + 1, 0);
    if (outcome === 'unsure') worth++;
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
  if (typeof outcome !== 'object' || (outcome.host !== undefined && NO_HOST.test(outcome.host))) return false;
  return isClientText(outcome.address);
}

/** Matches the beginning of a time, a path, a quote, or several words. */
const NO_HOST = /^\d{4}-\d{2}-\d{2}t\d{2}|[\s/|"]/;
