import { runs } from '@robots-exclusion/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countDiagnostics } from './diagnostics.ts';
import { parse } from './parse.ts';

const diagnosticsOf = (body: string | Uint8Array, maxBytes = 512_000) =>
  parse(body, { maxBytes }).diagnostics.map(
    ({ code, line, span }) => `${code} ${line} ${span.start}-${span.end}`,
  );

describe('diagnostics', () => {
  it('are none for a file by the grammar', () => {
    const body =
      'User-agent: *\nDisallow: /a # note\nAllow: /é\nDisallow:\nSitemap: https://example.com/s.xml\n';
    expect(diagnosticsOf(body)).toEqual([]);
  });

  it.each([
    [
      'RFC 9309 §2.2.2: a rule before any group',
      'Disallow: /a\nUser-agent: *\n',
      ['rule-before-group 1 0-12'],
    ],
    ['RFC 9309 §2.2: a line without a colon', 'User-agent *\n', ['missing-colon 1 0-12']],
    ['RFC 9309 §2.2.4: an unknown record', 'Foo: x\n', ['unknown-record 1 0-6']],
    ['a record without a name', ': x\n', ['missing-name 1 0-3']],
    [
      'RFC 9309 §2.2: a pattern without a slash',
      'User-agent: *\nAllow: x\n',
      ['pattern-without-slash 2 14-22'],
    ],
    [
      'RFC 9309 §3: a control octet in a pattern',
      'User-agent: *\nAllow: /\u0007\n',
      ['control-octet 2 14-23'],
    ],
    [
      'RFC 9309 §2.2.1: a user-agent without a token',
      'User-agent: *Bot\nUser-agent:\n',
      ['no-product-token 1 0-16', 'no-product-token 2 17-28'],
    ],
    ['RFC 9309 §2.3: a byte order mark', '\ufeffUser-agent: *\n', ['byte-order-mark 1 0-3']],
    ['RFC 9309 §2.3: HTML', '\n<!doctype html>\n', ['not-robots-txt 2 1-16', 'missing-colon 2 1-16']],
  ])('%s', (_, body, expected) => {
    expect(diagnosticsOf(body)).toEqual(expected);
  });

  it('RFC 9309 §2.5: a truncated file', () => {
    expect(diagnosticsOf('User-agent: *\nDisallow: /a\n', 20)).toEqual(['truncated 1 14-14']);
    expect(diagnosticsOf('User-agent: *\n\nAllow: /\nDisallow: /a\n', 30)).toEqual(['truncated 3 24-24']);
    expect(diagnosticsOf('User-agent: *\n', 4)).toEqual(['truncated 1 0-0']);
  });

  it('RFC 9309 §2.3: octets that are not valid UTF-8, on their lines only', () => {
    const body = Uint8Array.of(
      ...Buffer.from('User-agent: *\nDisallow: /'),
      0xe9,
      ...Buffer.from('\nAllow: /é\n'),
    );
    expect(diagnosticsOf(body)).toEqual(['ill-formed-utf-8 2 14-26']);
    const first = Uint8Array.of(0xe9, ...Buffer.from(': x\n'));
    expect(diagnosticsOf(first)).toEqual(['unknown-record 1 0-4', 'ill-formed-utf-8 1 0-4']);
    // White space, and octets after a value, are not part of the checked line.
    expect(diagnosticsOf(Uint8Array.of(...Buffer.from('Sitemap: /x # '), 0xe9))).toEqual([]);
  });

  it.each([
    ['\ufeffUser-agent: *\n', 'info', 'begins with a byte order mark'],
    ['Disallow: /a\n', 'warning', 'belongs to no group and is ignored (RFC 9309 §2.2.2)'],
    ['User-agent *\nAllow: /\n', 'warning', 'no colon and is ignored'],
    [': x\n', 'warning', 'no name before the colon and is ignored'],
    ['Foo Bar : x\n', 'info', 'Unknown record "Foo Bar": crawlers ignore it'],
    ['User-agent: ;\n', 'warning', 'names no crawler (RFC 9309 §2.2.1)'],
    ['User-agent: *\nAllow: x\n', 'error', 'does not begin with "/" or "*" (RFC 9309 §2.2)'],
    ['User-agent: *\nAllow: /\u0001\n', 'error', 'contains a control character'],
    ['<html>\n', 'error', 'This is not a robots.txt: it looks like an HTML page'],
  ])('of %j: %s, in words', (body, severity, words) => {
    const [first] = parse(body).diagnostics;
    expect([first?.severity, first?.message]).toEqual([severity, expect.stringContaining(words)]);
  });

  it.each([
    ['UTF-16LE', Uint8Array.of(0xff, 0xfe)],
    ['UTF-16BE', Uint8Array.of(0xfe, 0xff)],
  ])('of %s, in words', (encoding, body) => {
    const [first, ...more] = parse(body).diagnostics;
    expect(first).toMatchObject({ code: 'utf-16', severity: 'error', line: 1, span: { start: 0, end: 0 } });
    expect(first?.message).toContain(`The file is ${encoding}, as its byte order mark says`);
    expect(more).toEqual([]);
  });

  it.each(['', '*', '/', '/\t', '*\u0080'])('none of the pattern %j', (pattern) => {
    expect(diagnosticsOf(`User-agent: *\nAllow: ${pattern}`)).toEqual([]);
  });

  it('say what a rule means for crawlers', () => {
    expect(parse('Allow: /a').diagnostics[0]?.message).toContain('belongs to no group and is ignored');
  });
});

describe('countDiagnostics', () => {
  const pieces = [
    'User-agent: *\n',
    'User-agent: ;\n',
    'Disallow: /\u0001\n',
    'Allow: x\n',
    'Hello: \n',
    ': x\n',
    'no colon\n',
    '\u00ff',
  ];
  const bodies = fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string()), { maxLength: 8 });

  it('counts what document.diagnostics lists, in the order of the codes', () => {
    fc.assert(
      fc.property(bodies, fc.boolean(), (texts, isLatin1) => {
        const document = parse(Buffer.from(texts.join(''), isLatin1 ? 'latin1' : 'utf8'), { maxBytes: 40 });
        const codes = document.diagnostics.map(({ code }) => code).sort();
        const expected = codes.map((code) => [code, codes.filter((other) => other === code).length]);
        expect(Object.entries(countDiagnostics(document))).toEqual(
          Object.entries(Object.fromEntries(expected)),
        );
      }),
      { numRuns: runs(2_000) },
    );
  });
});
