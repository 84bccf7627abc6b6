/** One line of batch input to a question. */
import { isUtf8 } from 'node:buffer';
import type { Body, Dialect } from 'robots-exclusion';
import { dialectNames, findDialect } from '../dialects.ts';
import { printableJsonText } from '../output/printable.ts';
import { BadRecord } from './bad-record.ts';
import { rawMember } from './raw-member.ts';

/** What one record asks. */
export interface Question {
  readonly body: Body;
  /** The same text means the same octets: what a parsed document is kept under. */
  readonly bodyKey: string;
  /** The tokens of one crawler. */
  readonly agent: string | readonly string[];
  /** The tokens stand for themselves: the record or the run asks for that, or names a dialect. */
  readonly isLiteral: boolean;
  readonly url: string;
  readonly dialect: Dialect;
}

/** What holds for records that do not say otherwise. */
export interface ReadingOptions {
  readonly dialect: Dialect;
  readonly isLiteral: boolean;
}

/** A line as JSON, before its members are looked at. */
export interface InputRecord {
  /** The `id` as JSON text, to be given back as it came; `null` where there is none. */
  readonly idJson: string;
  readonly members: ReadonlyMap<string, unknown>;
}

/**
 * Reads a line as a JSON object.
 *
 * @throws {BadRecord} If it is none.
 */
export function parseRecord(octets: Uint8Array): InputRecord {
  const { buffer, byteOffset, length } = octets;
  const text = Buffer.from(buffer, byteOffset, length).toString();
  if (!isUtf8(octets))
    throw new BadRecord('invalid-utf-8', 'The line is not UTF-8, which JSON must be (RFC 8259 §8.1)');
  const value = parseJson(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new BadRecord('not-an-object', `Cannot read ${kindOf(value)}: expected a JSON object`);
  }
  return { idJson: idJsonOf(value, text), members: new Map(Object.entries(value)) };
}

/**
 * What a record asks, with `dialect` where it names none itself.
 *
 * @throws {BadRecord} If a member is missing or of the wrong kind.
 */
export function readQuestion({ members }: InputRecord, { dialect, isLiteral }: ReadingOptions): Question {
  const named = members.get('dialect') ?? undefined;
  const literal = readLiteral(members.get('literal'));
  const agent = readAgent(members.get('agent'));
  const url = members.get('url');
  if (typeof url !== 'string') throw invalid('invalid-url', 'url', url, 'a string');
  return {
    ...readBody(members),
    agent,
    url,
    dialect: readDialect(named, dialect),
    isLiteral: isLiteral || literal || named !== undefined,
  };
}

/** The parser's own message differs between versions of Node; what is quoted is cut, so that an answer stays short. */
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

/** As it is written: `1.0`, `1e3` and `"\u0061"` do not come out of `JSON.parse` as they went in. */
function idJsonOf(record: object, text: string): string {
  if (!Object.hasOwn(record, 'id')) return 'null';
  const raw = firstMember(text) ?? rawMember(text, 'id');
  return printableJsonText(raw?.replaceAll('\r', ' ') ?? JSON.stringify((record as { id: unknown }).id));
}

/** The simple case without a walk through the record: `id` comes first, once, and is a string or a number. */
function firstMember(text: string): string | undefined {
  const raw = FIRST_MEMBER.exec(text)?.[1];
  return raw !== undefined && text.indexOf('"id"') === text.lastIndexOf('"id"') ? raw : undefined;
}

const FIRST_MEMBER = /^\s*\{\s*"id"\s*:\s*("[^"\\]*"|[-+.\w]+)\s*[,}]/;

function readBody(members: ReadonlyMap<string, unknown>): Pick<Question, 'body' | 'bodyKey'> {
  const base64 = members.get('robotsBase64') ?? undefined;
  if (base64 !== undefined) return { body: decodeBase64(base64), bodyKey: `base64 ${base64}` };
  const text = members.get('robots') ?? undefined;
  if (typeof text === 'string') return { body: text, bodyKey: `text ${text}` };
  if (text !== undefined) throw invalid('invalid-robots', 'robots', text, 'a string');
  throw new BadRecord('missing-robots', 'The record has no robots.txt: expected "robots" or "robotsBase64"');
}

/** Either alphabet, with or without padding, white space as some encoders put it; anything else is refused. */
const base64Alphabet = /^[A-Za-z0-9+/_\s-]*={0,2}\s*$/;

function decodeBase64(value: unknown): Uint8Array {
  if (typeof value !== 'string') throw invalid('invalid-base64', 'robotsBase64', value, 'a string');
  const digits = /\s/.test(value) ? value.replace(/\s+/g, '') : value;
  const padding = digits.endsWith('==') ? 2 : digits.endsWith('=') ? 1 : 0;
  if (
    !base64Alphabet.test(value) ||
    (digits.length - padding) % 4 === 1 ||
    (padding > 0 && digits.length % 4 !== 0)
  ) {
    throw new BadRecord('invalid-base64', 'Cannot decode "robotsBase64": expected base64 (RFC 4648 §4)');
  }
  return Buffer.from(digits, 'base64');
}

/** An empty token matches no group: the answer is that of `*`. */
function readAgent(value: unknown): string | readonly string[] {
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every((token) => typeof token === 'string')) return value;
  throw invalid('invalid-agent', 'agent', value, 'a product token or a list of them');
}

function readLiteral(value: unknown): boolean {
  if (value === undefined || value === null || typeof value === 'boolean') return value ?? false;
  throw invalid('invalid-literal', 'literal', value, 'true or false');
}

function readDialect(value: unknown, fallback: Dialect): Dialect {
  if (value === undefined || value === null) return fallback;
  const dialect = typeof value === 'string' ? findDialect(value) : undefined;
  if (dialect) return dialect;
  throw new BadRecord(
    'unknown-dialect',
    `Cannot read in the dialect ${shown(value)}: expected one of ${dialectNames()}`,
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
