/** RFC 9112 §5, ISO 28500 §4: looking up header fields in octets gives the same result as a simple reader of text. */
import { runs } from '@robots-exclusion/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fieldsIn } from '../src/warc/fields.ts';
import { readHttpAnswer } from '../src/warc/http-answer.ts';

/** A simple reader that reads line by line and converts everything to text. */
function plainFields(text: string): Map<string, string> {
  const lines: string[] = [];
  for (const line of text.split('\n')) {
    const isField = line.includes(':') && !(/^[ \t]/.test(line) && lines.length > 0);
    if (isField) lines.push(line);
    else if (/^[ \t]/.test(line) && lines.length > 0) lines.push(`${lines.pop()?.trimEnd()} ${line.trim()}`);
  }
  const fields = new Map<string, string>();
  for (const line of lines) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).trim().toLowerCase();
    const value = line.slice(colon + 1).trim();
    fields.set(name, fields.has(name) ? `${fields.get(name)}, ${value}` : value);
  }
  return fields;
}

const name = fc.constantFrom(
  'Location',
  'LOCATION',
  'content-type',
  'X',
  'x',
  'X-Robots-Tag ',
  ' x',
  'ẍ',
  'x\u0000',
  '',
);
const value = fc
  .array(fc.constantFrom('a', ':', ' ', '\t', '\r', 'é', '\u00a0', '\ufeff', ',', '"', '漢'), {
    maxLength: 8,
  })
  .map((parts) => parts.join(''));
const line = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(name, value).map(([left, right]) => `${left}: ${right}`) },
  { weight: 1, arbitrary: value },
  { weight: 1, arbitrary: value.map((text) => ` ${text}`) },
);

describe('fields of a header', () => {
  it('are those of its text, whatever lines there are', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 6 }), fc.constantFrom('\n', '\r\n'), (lines, end) => {
        const text = lines.join(end);
        const octets = Buffer.from(`WARC/1.1\r\n${text}\r\n\r\nbody: x`);
        const fields = fieldsIn(octets, 10, 10 + Buffer.byteLength(text), 'utf8');
        const expected = plainFields(text);
        const found = [...fields.names].map((each) => [each, fields.get(each)]);
        expect(Object.fromEntries(found)).toEqual(Object.fromEntries(expected));
      }),
      { numRuns: runs(2_000) },
    );
  });

  it.each([
    ['UTF-8', Buffer.from('https://bücher.example/ü'), 'https://bücher.example/ü'],
    ['Latin-1', Buffer.from('https://bücher.example/ü', 'latin1'), 'https://bücher.example/ü'],
  ])('of HTTP are read as UTF-8, or else as Latin-1: %s', (_, location, expected) => {
    const head = Buffer.from('HTTP/1.1 301 Moved\r\nLocation: ');
    const block = Buffer.concat([head, location, Buffer.from('\r\n\r\n')]);
    expect(readHttpAnswer(block)?.headers).toEqual({ location: expected });
    expect(readHttpAnswer(block, ['location', 'link'])?.headers).toEqual({ location: expected });
  });

  it.each([
    ['as nearly all are written', ''],
    ['with a continued line', 'X: a\r\n b\r\n'],
  ])('RFC 9110 §10.2.2: have one Location, the first, which may hold a comma: %s', (_, more) => {
    const fields = `Location: /a,b\r\n${more}LOCATION: /c\r\nLink: 1\r\nLink: 2\r\n`;
    const block = Buffer.from(`HTTP/1.1 301 Moved\r\n${fields}\r\n`);
    expect(readHttpAnswer(block)?.headers).toMatchObject({ location: '/a,b', link: '1, 2' });
    expect(readHttpAnswer(block, ['location', 'link'])?.headers).toEqual({ location: '/a,b', link: '1, 2' });
  });
});
