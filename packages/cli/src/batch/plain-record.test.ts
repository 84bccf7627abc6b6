import { anyText, runs } from '@robots-exclusion/testkit';
import fc from 'fast-check';
import type { Dialect } from 'robots-exclusion';
import { describe, expect, it } from 'vitest';
import * as dialects from '../dialects.ts';
import { answerLine } from './lines/answer-line.ts';
import { answering, type BatchTask } from './lines/prepare.ts';
import { type PlainRecord, readPlainRecord } from './read/plain-record.ts';
import type { OpenedLine } from './read/question.ts';
import { openJson, openRecord } from './read/read-record.ts';

const DIALECT = dialects.findDialect('rfc9309') as Dialect;

const TASK: Omit<BatchTask, 'asked'> = {
  format: 'ndjson',
  output: 'ndjson',
  hasColumns: false,
  explain: false,
  usage: false,
  isLiteral: false,
  isStrict: false,
  registry: undefined,
  maxBytes: undefined,
  maxLineBytes: 1_000_000,
};

/** The result of reading a line, or the reason for refusing it. */
function read(open: (octets: Uint8Array) => OpenedLine, line: Uint8Array): unknown {
  try {
    const { id, question } = open(line);
    const options = {
      dialect: DIALECT,
      dialects,
      isLiteral: false,
      isStrict: false,
      asked: { crawlers: undefined, targets: undefined },
    };
    const { body, dialect, isRepeated: _, ...rest } = question(options);
    return { id, ...rest, dialect: dialect.name, body: Buffer.from(body).toString('latin1') };
  } catch (error) {
    return String(error);
  }
}

const text = fc.oneof(
  fc.string(),
  anyText(),
  fc.constantFrom(
    'User-agent: *\nDisallow: /x\t# "a"\\b\r\n',
    '\ufeffAllow: /',
    'é\b\f\u2028',
    '\ud800',
    '/',
  ),
);
const NAMES = ['id', 'robots', 'url', 'agent'];
const name = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom(...NAMES) },
  fc.constantFrom('dialect', 'robotsBase64', 'literal', 'other', '__proto__'),
);
const value = fc.oneof(
  text,
  text,
  fc.integer(),
  fc.constantFrom(-0, 1.5, 1e21, null, true),
  fc.array(fc.string()),
);
const member = fc.tuple(name, value).map(([key, found]) => `${JSON.stringify(key)}:${JSON.stringify(found)}`);
const usual = fc
  .shuffledSubarray(NAMES)
  .chain((names) =>
    fc.tuple(...names.map((key) => text.map((found) => `"${key}":${JSON.stringify(found)}`))),
  );
const space = fc.constantFrom('', '', ' ', '\t', '\r', '\ufeff');

/** Generates objects, some with duplicate members or white space, or with an octet changed, inserted or removed. */
const line = fc
  .tuple(
    fc.oneof(fc.array(member, { maxLength: 5 }), usual),
    space,
    space,
    fc.constantFrom(0, 0, 0, 1, 2, 3),
    fc.nat(),
    fc.nat(255),
  )
  .map(([members, before, between, change, at, octet]) => {
    const whole = Buffer.from(`${before}{${between}${members.join(`${between},`)}${between}}${before}`);
    const place = at % (whole.length + 1);
    if (change === 0) return whole;
    const parts = [
      whole.subarray(0, place),
      Buffer.of(octet),
      whole.subarray(change === 2 ? place : place + 1),
    ];
    return Buffer.concat(change === 3 ? [parts[0] as Buffer, parts[2] as Buffer] : parts);
  });

describe('a record as programs write it', () => {
  it('is read as JSON.parse reads it, and what is something else is left to it', () => {
    fc.assert(
      fc.property(line, (octets) => {
        const expected = read(openJson, octets);
        // From the second time on, its robots.txt is a repeated text.
        for (let time = 1; time <= 3; time++) expect(read(openRecord, octets)).toEqual(expected);
      }),
      { numRuns: runs(20_000) },
    );
  });

  it('is the usual record', () => {
    const usual = '{"id": 7, "robots": "User-agent: *\\nDisallow: /caf\u00e9\\n", "agent": "A", "url": "/"}';
    const { robots, ...rest } = readPlainRecord(Buffer.from(usual)) as PlainRecord;
    expect(rest).toEqual({ id: '7', agent: 'A', url: '/', isRepeated: false });
    expect(Buffer.from(robots ?? []).toString()).toBe('User-agent: *\nDisallow: /caf\u00e9\n');
  });

  it('has its own robots.txt, if it differs from those before in one octet', () => {
    const written = (octet: number, at: number): string => {
      const file = Buffer.alloc(999, 'a');
      file[at] = octet;
      return file.toString('latin1');
    };
    for (let at = 0; at < 999; at++) {
      for (const octet of [0x62, 0x63, 0x62, 0x63, 0x62]) {
        const record = readPlainRecord(Buffer.from(`{"robots":"${written(octet, at)}"}`));
        expect(Buffer.from(record?.robots ?? []).toString('latin1')).toBe(written(octet, at));
      }
    }
  });

  it.each([
    ['a number as JSON does not write it', '{"id":01}'],
    ['a fraction', '{"id":1.0}'],
    ['a name twice', '{"id":1,"id":2}'],
    ['a code unit in hexadecimal', '{"robots":"\\u0041"}'],
    ['an escaped name', '{"\\u0069d":1}'],
    ['another member', '{"id":1,"status":200}'],
    ['a comma too many', '{"id":1,}'],
    ['something behind it', '{"id":1} {}'],
    ['no end', '{"id":1'],
    ['no end of a string', '{"robots":"a\\'],
    ['a control character', '{"robots":"a\nb"}'],
    ['nothing', '{}'],
  ])('is not one with %s', (_, other) => {
    expect(readPlainRecord(Buffer.from(other))).toBeUndefined();
  });

  it('is not one with octets that are not UTF-8, or of more than a mebibyte', () => {
    expect(readPlainRecord(Buffer.from('{"robots":"\xe9"}', 'latin1'))).toBeUndefined();
    expect(readPlainRecord(Buffer.from(`{"robots":"${'a'.repeat(2 ** 20)}"}`))).toBeUndefined();
  });

  it('may be asked again when others were read in its place', async () => {
    const file = (path: string): string => `User-agent: *\nDisallow: /${path}\n`;
    const plain = (path: string) => ({ robots: file(path), agent: 'A', url: `/${path}` });
    const coded = (path: string) => ({ robotsBase64: btoa(file(path)), agent: 'A', url: `/${path}` });
    const records = [plain('a'), plain('a'), plain('b'), coded('a'), plain('b'), plain('c'), coded('b')];
    const lines = records.map((record) => `${JSON.stringify(record)}\n`);
    const options = await answering({ ...TASK, asked: { crawlers: undefined, targets: undefined } }, DIALECT);
    const answers = lines.map((each, at) =>
      answerLine({ number: at + 1, octets: Buffer.from(each) }, options),
    );
    expect(answers.map((answer) => JSON.parse(answer?.text ?? '').allow)).toEqual(lines.map(() => false));
  });
});
