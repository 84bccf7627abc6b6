/** RFC 9112 §5, ISO 28500 §4: reading a header in one pass gives the same result as the general reader. */
import { runs } from '@robots-exclusion/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fieldsIn } from '../src/warc/fields.ts';
import { HeaderScan } from '../src/warc/header-scan.ts';
import { readHttpAnswer } from '../src/warc/http-answer.ts';
import { findHead, readHead } from '../src/warc/record-head.ts';

const HTTP_NAMES = ['content-type', 'location', 'link', 'transfer-encoding'];

const NAMES =
  'Content-Type|LOCATION|link|Transfer-Encoding|Content-Length|content-length|WARC-Type|warc-target-uri|WARC-Date|WARC-Truncated|WARC-Record-ID|WARC-Payload-Digest|X-Other|x\0|é| folded|';
const VALUES =
  'text/plain|response|Resource|revisit|<https://a.example/robots.txt>|12|0012|1e3|9999999999999999|chunked|LENGTH';
const name = fc.constantFrom(...NAMES.split('|'));
const value = fc.oneof(
  fc.constantFrom(...VALUES.split('|')),
  fc
    .array(fc.constantFrom('a', ':', ' ', '\t', '\r', '\n', '\v', 'é', '\u00a0'), { maxLength: 4 })
    .map((parts) => parts.join('')),
);
const line = fc.oneof(
  {
    weight: 8,
    arbitrary: fc
      .tuple(name, fc.constantFrom(': ', ':', ':\t ', ' : '), value)
      .map((parts) => parts.join('')),
  },
  { weight: 1, arbitrary: value },
);
const lines = fc.array(line, { maxLength: 7 });
const lineEnd = fc.oneof(
  { weight: 6, arbitrary: fc.constant('\r\n') },
  { weight: 1, arbitrary: fc.constantFrom('\n', '\r\r\n') },
);
const encoding = fc.constantFrom('utf8' as const, 'latin1' as const);

describe('a header read in one walk', () => {
  it('of a record is the one that the general reader finds', () => {
    fc.assert(
      fc.property(lines, lineEnd, encoding, fc.constantFrom('', 'block'), (all, end, how, block) => {
        const octets = Buffer.from(`WARC/1.1${end}${all.join(end)}${end}${end}${block}`, how);
        const headerEnd = octets.indexOf('\r\n\r\n');
        const expected =
          headerEnd < 0
            ? undefined
            : { head: readHead(octets.subarray(0, headerEnd)), blockStart: headerEnd + 4 };
        expect(findHead(octets)).toEqual(expected);
      }),
      { numRuns: runs(3_000) },
    );
  });

  it('of a response has the fields, the status and the body that the general reader finds', () => {
    const status = fc.constantFrom(
      'HTTP/1.1 200 OK',
      'HTTP/1.0 404',
      'HTTP/2 301 é',
      'HTTP/1.1  200',
      'HTTP/1.1 2000',
      'x',
    );
    const body = fc.constantFrom('', 'body', '4\r\nbody\r\n0\r\n\r\n', 'a\r\n\r\nb');
    fc.assert(
      fc.property(status, lines, lineEnd, encoding, body, (first, all, end, how, rest) => {
        const block = Buffer.from(`${[first, ...all].join(end)}${end}${end}${rest}`, how);
        const whole = readHttpAnswer(block);
        const wanted = whole && HTTP_NAMES.filter((one) => whole.headers[one] !== undefined);
        const headers = wanted && Object.fromEntries(wanted.map((one) => [one, whole.headers[one]]));
        expect(readHttpAnswer(block, HTTP_NAMES)).toEqual(whole && { ...whole, headers });
      }),
      { numRuns: runs(3_000) },
    );
  });

  it('is one that is written as nearly all are', () => {
    const scan = new HeaderScan(['a', 'content-length', 'c']);
    const octets = Buffer.from('A:  x y \t\r\nContent-length: 12\r\nB: b\r\n\r\nrest');
    expect(scan.scan(octets, 0)).toBe(octets.indexOf('\r\n\r\n') + 2);
    expect([scan.text(0), scan.number(0), scan.text(1), scan.number(1), scan.text(2)]).toEqual([
      'x y',
      undefined,
      '12',
      12,
      undefined,
    ]);
    expect(fieldsIn(octets, 0, octets.indexOf('\r\n\r\n'), 'utf8').get('a')).toBe('x y');
  });

  it.each([
    ['has no end', 'a: b\r\n'],
    ['ends a line with LF alone', 'a: b\n\r\n'],
    ['continues a line', 'a: b\r\n c\r\n\r\n'],
    ['has a line without a colon', 'a\r\n\r\n'],
    ['repeats a requested field', 'a: b\r\nA: c\r\n\r\n'],
    ['has other octets than printable ASCII', 'a: é\r\n\r\n'],
  ])('is none that %s', (_, text) => {
    expect(new HeaderScan(['a']).scan(Buffer.from(text), 0)).toBe(-1);
  });
});
