import { runs } from '@robots-exclusion/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_MAX_BYTES } from './limits.ts';
import { ROW, startAt, valueEndAt, valueStartAt } from './line-table.ts';
import { parse } from './parse.ts';

const recordsOf = (body: string | Uint8Array) =>
  parse(body).records.map(({ kind, value, line, column }) => `${line}:${column} ${kind}=${value}`);

describe('RFC 9309 §2.2: records', () => {
  it('keeps every record with line, column and raw value', () => {
    const body = [
      'Sitemap: https://example.com/s.xml # all pages',
      'User-agent: FooBot/1.0',
      '',
      '  Disallow :\t/a b#c',
      'Crawl-delay: 1.5',
      'Request-rate: 1/5',
      'Visit-time: 0600-0845',
      'Host: example.com',
      'Clean-param: sid /forum',
      'Content-Signal: ai-train=no',
      'Content-Usage: /x train-ai=n',
      'License: https://example.com/l.xml',
      'Noindex: /y',
      'Frobnicate: yes',
    ].join('\n');
    expect(recordsOf(body)).toEqual([
      '1:1 sitemap=https://example.com/s.xml',
      '2:1 user-agent=FooBot/1.0',
      '4:3 disallow=/a b',
      '5:1 crawl-delay=1.5',
      '6:1 request-rate=1/5',
      '7:1 visit-time=0600-0845',
      '8:1 host=example.com',
      '9:1 clean-param=sid /forum',
      '10:1 content-signal=ai-train=no',
      '11:1 content-usage=/x train-ai=n',
      '12:1 license=https://example.com/l.xml',
      '13:1 noindex=/y',
      '14:1 other=yes',
    ]);
  });

  it.each([
    ['LF', '\n'],
    ['CR', '\r'],
    ['CR LF', '\r\n'],
  ])('counts lines ended by %s', (_, end) => {
    expect(recordsOf(['Allow: /a', '', '# c', 'Allow: /b'].join(end))).toEqual([
      '1:1 allow=/a',
      '4:1 allow=/b',
    ]);
  });

  it.each(['\u0085', '\u2028', '\v', '\f'])('does not end a line at %j', (octet) => {
    expect(parse(`Allow: /a${octet}Disallow: /b`).records).toHaveLength(1);
  });

  it('skips one byte order mark, and lets it take no column', () => {
    expect(recordsOf('\ufeffAllow: /a')).toEqual(['1:1 allow=/a']);
    expect(recordsOf('\ufeff\ufeffAllow: /a')).toEqual(['1:1 other=/a']);
  });

  it('shows octets that are not valid UTF-8 percent-encoded, and characters around them as they are', () => {
    const body = Uint8Array.of(...Buffer.from('Allow: /é'), 0xe9, 0xed, 0xa0, 0x80, ...Buffer.from('ツ'));
    expect(parse(body).records[0]?.value).toBe('/é%E9%ED%A0%80ツ');
  });

  it.each([
    ['utf-16le', (unit: number) => [unit & 255, unit >> 8]],
    ['utf-16be', (unit: number) => [unit >> 8, unit & 255]],
  ] as const)('decodes %s by its byte order mark (§2.2.2: MAY bridge)', (encoding, octetsOf) => {
    const body = [...'\ufeffDisallow: /é😀'].flatMap((character) =>
      [...Array(character.length).keys()].flatMap((unit) => octetsOf(character.charCodeAt(unit))),
    );
    const document = parse(Uint8Array.from(body));
    expect(document.encoding).toBe(encoding);
    expect(document.records[0]?.value).toBe('/é😀');
    expect(document.diagnostics.map(({ code }) => code)).toContain('utf-16');
  });
});

describe('RFC 9309 §2.2.1: groups', () => {
  it('end at Content-Usage only where it is said to be a rule', () => {
    const body = 'User-agent: a\nContent-Usage: train-ai=n\nUser-agent: b\n';
    expect(parse(body).groups).toHaveLength(1);
    expect(parse(body, { contentUsageIsRule: true }).groups).toHaveLength(2);
  });
});

describe('RFC 9309 §2.5: limits', () => {
  it('reads at least 500 KiB when nobody says otherwise, and drops the line that is cut', () => {
    expect(DEFAULT_MAX_BYTES).toBeGreaterThanOrEqual(500 * 1024);
    const line = `Allow: /${'a'.repeat(91)}\n`;
    const lines = Math.floor(DEFAULT_MAX_BYTES / line.length);
    const document = parse(line.repeat(lines + 9));
    expect(document.isTruncated).toBe(true);
    expect(document.octets.length).toBe(DEFAULT_MAX_BYTES);
    expect(document.records).toHaveLength(lines);
    expect(parse(line.repeat(lines)).isTruncated).toBe(false);
  });

  it('keeps nothing of a single line that is longer than the limit', () => {
    expect(parse(`Allow: /${'a'.repeat(DEFAULT_MAX_BYTES)}`).records).toHaveLength(0);
  });

  it.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 26 + 1])(
    'refuses maxBytes %s',
    (maxBytes) => {
      expect(() => parse('', { maxBytes })).toThrow(RangeError);
      expect(() => parse('', { maxBytes })).toThrow(String(maxBytes));
    },
  );

  it.each([null, 5, 'x'])('refuses the options %j', (options) => {
    expect(() => parse('', options as never)).toThrow(/^Cannot use options .*: expected an object such as/);
  });

  it.each([1, 2 ** 26])('takes maxBytes %i', (maxBytes) => {
    expect(parse('a', { maxBytes }).isTruncated).toBe(false);
  });

  it.each([undefined, null, 7, ['a'], {}])('refuses the body %j', (body) => {
    expect(() => parse(body as unknown as string)).toThrow(/expected a string or a Uint8Array/);
  });
});

describe('any octets', () => {
  it('parse, and every record is in its span', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (octets) => {
        const document = parse(octets);
        for (let row = 0; row < document.lines.length; row += ROW) {
          const offsets = [startAt, valueStartAt, valueEndAt].map((offsetAt) =>
            offsetAt(document.lines, row),
          );
          expect(Math.max(...offsets)).toBeLessThanOrEqual(octets.length);
        }
        for (const { span, valueSpan } of [...document.records]) {
          expect(span.start).toBeLessThanOrEqual(valueSpan.start);
          expect(valueSpan.end).toBeLessThanOrEqual(span.end);
          expect(span.end).toBeLessThanOrEqual(document.octets.length);
        }
        for (const { line, span } of document.diagnostics)
          expect([line >= 1, span.start <= span.end]).toEqual([true, true]);
      }),
      { numRuns: runs(3_000) },
    );
  });
});
