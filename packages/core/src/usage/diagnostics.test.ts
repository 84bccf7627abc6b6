/** Tests diagnostics for statements that say less than they seem to say, and where links and values end. */
import { describe, expect, it } from 'vitest';
import { parse } from '../parse/parse.ts';
import { conventions, licenses, parseStatement, usageDiagnostics } from './index.ts';
import { readLinks } from './link-header.ts';
import { tdmrepStatements } from './tdmrep.ts';
import { wordFor } from './uses.ts';

const told = (record: string) =>
  usageDiagnostics(parse(`User-agent: *\n${record}\n`)).map(
    ({ code, severity, line, column, message }) => `${line}:${column} ${severity} ${code}: ${message}`,
  );

describe('a record that says less than it seems to', () => {
  it.each([
    [
      'Content-Signal: search=yes, =, ai-train=no',
      '2:29 warning content-signal: "" is not a signal, so it has no effect',
    ],
    [
      'Content-Signal: ,search=yes',
      '2:17 warning content-signal: A signal is missing here, such as "ai-train=no"',
    ],
    [
      'Content-Signal: search=yes=no',
      '2:17 warning content-signal: The value of "search" is not one of yes, no, ',
    ],
    [
      'Content-Signal: search',
      '2:17 warning content-signal: The value of "search" is not one of yes, no, so the signal has ',
    ],
    ['Content-Signal: use=x', '2:17 warning content-signal: The value of "use" is not one of '],
    ['License:', '2:9 warning bad-license: An empty value names no license: this record is ignored'],
    [
      'License: /a',
      '2:10 warning bad-license: "/a" is not an absolute URL, such as "https://example.com/license.xml": ',
    ],
    ['License: http://[', '2:10 warning bad-license: "http://[" is not an absolute URL, '],
    [
      'Content-Usage: train-ai=x',
      '2:16 warning preference-value: The value of "train-ai" is neither "y" nor "n": ',
    ],
    [
      'Content-Usage: frob=y',
      '2:16 info preference-label: "frob" is not a category of the vocabulary, so it has no effect',
    ],
  ])('%s', (record, start) => {
    const found = told(record);
    expect(found.map((text) => text.slice(0, start.length))).toContain(start);
  });

  it.each([
    'Content-Signal: search=yes, ai-train=no',
    'License: https://a.test/l.xml',
    'Content-Usage: train-ai=n',
  ])('%s says all', (record) => {
    expect(told(record)).toEqual([]);
  });
});

describe('a Link field (RFC 8288 §3)', () => {
  const targets = (value: string) => readLinks(value).map(({ target }) => target);

  it.each([
    ['<https://a.test/>; rel="license", <https://b.test/>', ['https://a.test/', 'https://b.test/']],
    ['<a>; title="x, <b>", <c>', ['a', 'c']],
    ['<a>; title="\\", <b>", <c>', ['a', 'c']],
    ['<a>; title="\\\\", <b>', ['a', 'b']],
    ['a, <b>', ['b']],
    ['<a', []],
    ['', []],
    [' , ,< a >', ['a']],
  ])('%s', (value, expected) => {
    expect(targets(value)).toEqual(expected);
  });

  it('and a link of a page name a license only where both relation and type do', () => {
    const links = [
      { href: '/l', rel: 'license', type: 'application/rsl+xml' },
      { href: '/m', rel: 'next', type: 'application/rsl+xml' },
      { href: '/n', rel: 'license', type: 'text/html' },
    ];
    const found = licenses(parse(''), { links, url: 'https://a.test/b' });
    expect(found).toEqual([{ url: 'https://a.test/l', source: 'page' }]);
  });
});

describe('a tdmrep.json', () => {
  const body = '[{ "location": "/a", "tdm-reservation": 1 }, { "location": "/", "tdm-reservation": 0 }]';

  it('is read alike as text and as octets', () => {
    const octets = new TextEncoder().encode(body);
    for (const target of ['/a', '/b'])
      expect(tdmrepStatements(octets, target)).toEqual(tdmrepStatements(body, target));
    expect(tdmrepStatements(body, '/a')[0]?.states).not.toEqual(tdmrepStatements(body, '/b')[0]?.states);
  });

  it('that is none says nothing', () => {
    expect(tdmrepStatements('{}', '/a')).toMatchObject([
      { convention: 'tdmrep', states: {}, says: {}, note: 'Not a JSON array of rules, so it has no effect' },
    ]);
    expect(tdmrepStatements(undefined, '/a')).toEqual([]);
  });
});

it('each convention has a word for each use that it names, and none for others', () => {
  for (const [name, { uses }] of conventions) {
    const words = new Map<string, string>();
    for (const [word, use] of uses) if (!words.has(use)) words.set(use, word);
    for (const use of [...conventions.values()].flatMap((each) => [...each.uses.values()]))
      expect(wordFor(use, name)).toBe(words.get(use));
  }
});

it.each([
  ['train-ai=', 9],
  ['train-ai=n, ?', 12],
])('says where a text stops being a valid dictionary: %s', (text, offset) => {
  expect(parseStatement(text).defects?.[0]?.offset).toBe(offset);
});
