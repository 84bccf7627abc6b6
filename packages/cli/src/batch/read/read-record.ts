/** Reads one line of NDJSON as a record. */
import type { Body, Dialect } from 'robots-exclusion';
import { printableJsonText } from 'robots-exclusion/print';
import { BadRecord } from './bad-record.ts';
import { readPlainRecord } from './plain-record.ts';
import { DialectsWanted, type OpenedLine, type Question, type ReadingOptions } from './question.ts';
import { rawMember } from './raw-member.ts';
import { utf8Text } from './utf-8-text.ts';

/**
 * Reads a line as a JSON object. Its `id` is kept as JSON text, which is `null` if the object has no `id`.
 *
 * @throws {BadRecord} If the line is not a JSON object.
 */
export function openRecord(octets: Uint8Array): OpenedLine {
  const plain = readPlainRecord(octets);
  if (plain) {
    const id = plain.id === undefined ? 'null' : printableJsonText(plain.id);
    return { id, question: (options) => readQuestion(plain, options, plain.isRepeated) };
  }
  return openJson(octets);
}

/** Reads a line in any JSON form. */
export function openJson(octets: Uint8Array): OpenedLine {
  const text = utf8Text(octets);
  const value = parseJson(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new BadRecord('not-an-object', `Cannot read ${kindOf(value)}: expected a JSON object`);
  }
  const record = value as BatchRecord;
  return { id: idJsonOf(record, text), question: (options) => readQuestion(record, options) };
}

/**
 * The members of a record. Inherited properties do not matter, because objects from `JSON.parse` inherit none of these
 * names.
 */
type BatchRecord = Partial<
  Record<'id' | 'robots' | 'robotsBase64' | 'agent' | 'url' | 'dialect' | 'literal', unknown>
>;

function readQuestion(record: BatchRecord, options: ReadingOptions, isRepeated = false): Question {
  const { isLiteral, asked } = options;
  const named = record.dialect ?? undefined;
  const literal = readLiteral(record.literal);
  const agent = asked.crawlers ? '' : readAgent(record.agent);
  const url = asked.targets ? '' : record.url;
  if (typeof url !== 'string') throw invalid('invalid-url', 'url', url, 'a string');
  return {
    body: readBody(record),
    isRepeated,
    agent,
    url,
    dialect: readDialect(named, options),
    isLiteral: isLiteral || literal || named !== undefined,
  };
}

/**
 * Parses JSON. Replaces Node's error message, which differs between versions, and truncates quoted text, so that the
 * output line stays short.
 */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const position = /at position [0-9]+/.exec((error as Error).message)?.[0];
    const isCutShort = /Unexpected end|Unterminated/.test((error as Error).message);
    const where = isCutShort ? 'it ends too early' : (position ?? 'it cannot be parsed');
    throw new BadRecord('invalid-json', `Cannot read ${shown(text)} as JSON: ${where}`);
  }
}

/** The id as written, because `JSON.parse` would change `1.0`, `1e3` and `"\u0061"`. */
function idJsonOf(record: BatchRecord, text: string): string {
  if (!Object.hasOwn(record, 'id')) return 'null';
  const raw = firstMember(text, record.id) ?? rawMember(text, 'id');
  return printableJsonText(raw?.replaceAll('\r', ' ') ?? JSON.stringify(record.id));
}

/**
 * The id as written, if it is the record's first member and a string or a number. Does not scan the rest of the record.
 */
function firstMember(text: string, id: unknown): string | undefined {
  const raw = FIRST_MEMBER.exec(text)?.[1];
  return raw !== undefined && JSON.parse(raw) === id ? raw : undefined;
}

const FIRST_MEMBER = /^\s*\{\s*"id"\s*:\s*("[^"\\]*"|-?[0-9][-+.0-9eE]*)\s*[,}]/;

function readBody({ robots, robotsBase64 }: BatchRecord): Body {
  if (robotsBase64 !== undefined && robotsBase64 !== null) return decodeBase64(robotsBase64);
  if (typeof robots === 'string' || robots instanceof Uint8Array) return robots;
  if (robots !== undefined && robots !== null) throw invalid('invalid-robots', 'robots', robots, 'a string');
  throw new BadRecord('missing-robots', 'The record has no robots.txt: expected "robots" or "robotsBase64"');
}

/** Matches text in either Base64 alphabet, with or without padding, after white space has been removed. */
const base64Alphabet = /^[A-Za-z0-9+/_-]*={0,2}$/;

function decodeBase64(value: unknown): Uint8Array {
  if (typeof value !== 'string') throw invalid('invalid-base64', 'robotsBase64', value, 'a string');
  const digits = /\s/.test(value) ? value.replace(/\s+/g, '') : value;
  const padding = digits.endsWith('==') ? 2 : digits.endsWith('=') ? 1 : 0;
  if (
    !base64Alphabet.test(digits) ||
    (digits.length - padding) % 4 === 1 ||
    (padding > 0 && digits.length % 4 !== 0)
  ) {
    throw new BadRecord('invalid-base64', 'Cannot decode "robotsBase64": expected base64 (RFC 4648 §4)');
  }
  return Buffer.from(digits, 'base64');
}

function readAgent(value: unknown): string | readonly string[] {
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every((token) => typeof token === 'string')) return value;
  throw invalid('invalid-agent', 'agent', value, 'a product token or a list of them');
}

function readLiteral(value: unknown): boolean {
  if (value === undefined || value === null || typeof value === 'boolean') return value ?? false;
  throw invalid('invalid-literal', 'literal', value, 'true or false');
}

function readDialect(value: unknown, { dialect: fallback, dialects }: ReadingOptions): Dialect {
  if (value === undefined || value === null) return fallback;
  if (!dialects) throw new DialectsWanted();
  const dialect = typeof value === 'string' ? dialects.findDialect(value) : undefined;
  if (dialect) return dialect;
  throw new BadRecord(
    'unknown-dialect',
    `Cannot use the dialect ${shown(value)}: expected one of ${dialects.dialectNames()}`,
  );
}

function invalid(code: BadRecord['code'], member: string, value: unknown, expected: string): BadRecord {
  const found = value === undefined ? 'it is missing' : `it is ${kindOf(value)}`;
  return new BadRecord(code, `Cannot use "${member}": ${found}, expected ${expected}`);
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

function shown(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(value.slice(0, 60)) : kindOf(value);
}
