/** Tests properties of usage preferences that hold for any octets. */
import { runs } from '@robots-exclusion/testkit';
import fc from 'fast-check';
import { parse } from 'robots-exclusion';
import {
  cacheDelay,
  canonicalUrl,
  crawlDelay,
  noindexRecords,
  preferredHost,
  recordDiagnostics,
  requestRate,
  sitemaps,
  visitTime,
} from 'robots-exclusion/records';
import {
  contentSignals,
  parseStatement,
  usageDiagnostics,
  usagePreferences,
  usageReport,
} from 'robots-exclusion/usage';
import { describe, expect, it } from 'vitest';
import { slowAnswer, slowDictionary } from './usage-oracle.ts';

const NUM_RUNS = runs(10_000);

/** Fragments that matter to a dictionary. */
const PIECES = [
  ...[
    'train-ai',
    'ai-use',
    'search',
    'x',
    'y',
    'n',
    'a',
    'A',
    '*',
    '=',
    '=',
    '=n',
    '=y',
    ',',
    ', ',
    ';',
    '; ',
    ' ',
    '\t',
  ],
  ...[
    '(',
    ')',
    '"',
    '\\',
    '"s"',
    '%"',
    '%"%c3%a9"',
    '%c3',
    '%C3',
    ':',
    ':YQ==:',
    ':YQ:',
    ':a:',
    '?',
    '?0',
    '?1',
  ],
  ...[
    '@',
    '@1',
    '@-12',
    '@1.5',
    '1',
    '-1',
    '1.5',
    '1.',
    '0.1234',
    '123456789012345',
    '/',
    '#',
    '\u0000',
    '\u007f',
  ],
  ...[
    'train-ai=n',
    'ai-use=n',
    'search=y',
    ', train-ai=y',
    ';q=1',
    '=(1 2)',
    '=("a" b;c)',
    '.',
    '_',
    '-',
    'é',
    '\u2028',
  ],
];
const arbitraryStatement = fc
  .array(fc.constantFrom(...PIECES), { maxLength: 12 })
  .map((pieces) => pieces.join(''));

const VOCABULARIES = [
  ['08', ['train-ai', 'ai-use', 'search']],
  ['07', ['train-ai', 'search']],
] as const;

describe.each(VOCABULARIES)('draft-ietf-aipref-vocab-%s §6: a statement', (vocabulary, labels) => {
  const answers = (answerOf: (label: string) => string) =>
    Object.fromEntries(labels.map((label) => [label, answerOf(label)]));

  it('is read as the slow oracle reads it', () => {
    fc.assert(
      fc.property(arbitraryStatement, (text) => {
        const { isValid, preferences } = parseStatement(text, vocabulary);
        expect(isValid).toBe(slowDictionary(text) !== undefined);
        expect(preferences).toEqual(answers((label) => slowAnswer(text, label)));
      }),
      { numRuns: NUM_RUNS },
    );
  });

  it('never throws, and an invalid one leaves everything unknown', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (octets) => {
        const { isValid, preferences, defects } = parseStatement(octets, vocabulary);
        if (isValid) return;
        expect(preferences).toEqual(answers(() => 'unknown'));
        expect(defects[0]?.offset).toBeLessThanOrEqual(octets.length);
      }),
      { numRuns: NUM_RUNS },
    );
  });
});

const arbitraryValue = fc.constantFrom('y', 'n', 'x', 'no', '?1', '" "');
const arbitraryLine = fc.oneof(
  fc
    .record({ path: fc.constantFrom('', '/ ', '/a ', '/a* ', '/*a ', '/ab '), value: arbitraryValue })
    .map(({ path, value }) => `Content-Usage: ${path}train-ai=${value}`),
  fc
    .record({ path: fc.constantFrom('', '/ ', '/a '), value: arbitraryValue })
    .map(({ path, value }) => `Content-Usage: ${path}search=${value}, train-ai=${value}`),
  arbitraryStatement.filter((text) => !/[\r\n]/.test(text)).map((text) => `Content-Usage: ${text}`),
);
const RESTRICTION = ['unknown', 'allow', 'disallow'];

describe('draft-ietf-aipref-vocab-07 §5.1: combining', () => {
  it('does not depend on the order of lines', () => {
    fc.assert(
      fc.property(
        fc
          .array(arbitraryLine, { maxLength: 6 })
          .chain((lines) =>
            fc.tuple(fc.constant(lines), fc.shuffledSubarray(lines, { minLength: lines.length })),
          ),
        fc.constantFrom('/', '/a', '/ab', '/b'),
        ([lines, shuffled], target) => {
          const read = (some: string[]) =>
            usagePreferences(parse(`User-agent: *\n${some.join('\n')}\n`), 'Foo', target);
          expect(read(shuffled)).toEqual(read(lines));
        },
      ),
      { numRuns: NUM_RUNS },
    );
  });

  it('is never less restrictive than a statement that holds, nor more than all of them', () => {
    fc.assert(
      fc.property(fc.array(arbitraryStatement, { maxLength: 5 }), arbitraryStatement, (values, header) => {
        const lines = values.filter((text) => !/^[ \t]*\/|[#\r\n]/.test(text)).map((text) => text.trim());
        const document = parse(`User-agent: *\n${lines.map((text) => `Content-Usage: ${text}\n`).join('')}`);
        const headers = { 'content-usage': header };
        const combined = usagePreferences(document, 'Foo', '/x', { headers });
        for (const label of ['train-ai', 'search'] as const) {
          const stated = [...lines, header].map((text) => RESTRICTION.indexOf(slowAnswer(text, label)));
          expect(RESTRICTION.indexOf(combined[label])).toBe(Math.max(0, ...stated));
        }
      }),
      { numRuns: NUM_RUNS },
    );
  });
});

const NAMES = [
  ...['User-agent', 'Allow', 'Disallow', 'Content-Usage', 'Content-Signal', 'License', 'Sitemap', 'Host'],
  ...[
    'Crawl-delay',
    'Request-rate',
    'Visit-time',
    'Clean-param',
    'Noindex',
    'Cache-delay',
    'AllowAITraining',
  ],
];
const arbitraryOctets = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...NAMES.map((name) => `${name}: `),
        '\n',
        '\r\n',
        '*',
        '/',
        '/a',
        'Foo',
        'https://',
        '&',
        '=',
      ),
      fc.constantFrom(
        'ai-train=no',
        'use=full',
        ',',
        '1/5s',
        '0600-0845',
        '-',
        '5',
        '.',
        ' ',
        '\t',
        '#',
        'sid',
      ),
      arbitraryStatement,
    ),
    { maxLength: 30 },
  )
  .map((pieces) => new TextEncoder().encode(pieces.join('')));
const arbitraryHeader = fc.oneof(
  fc.string({ maxLength: 30 }),
  arbitraryStatement,
  fc.constantFrom('<', '<a>; rel=license'),
);

describe('any octets', () => {
  it('are answered, in frozen values, with diagnostics inside the file', () => {
    fc.assert(
      fc.property(
        fc.oneof(arbitraryOctets, fc.uint8Array({ maxLength: 200 })),
        arbitraryHeader,
        (octets, text) => {
          const document = parse(octets);
          const headers = {
            'content-usage': text,
            link: text,
            'x-robots-tag': text,
            'tdm-reservation': text,
            'tdm-policy': text,
          };
          const report = usageReport(document, 'Foo', 'https://example.com/a?sid=1', { headers });
          expect(Object.isFrozen(report.uses.search.statements)).toBe(true);
          contentSignals(document, ['Foo', 'Bar'], '/a');
          for (const read of [crawlDelay, cacheDelay, requestRate, visitTime]) read(document, 'Foo');
          noindexRecords(document, 'Foo', '/a');
          preferredHost(document);
          for (const { url } of sitemaps(document, { robotsUrl: 'https://example.com/robots.txt' }))
            new URL(url);
          expect(canonicalUrl(document, '/a?sid=1&b')).toMatch(/^\/a/);
          for (const { span, line, column } of [
            ...recordDiagnostics(document),
            ...usageDiagnostics(document),
          ]) {
            expect(span.start <= span.end && span.end <= document.octets.length).toBe(true);
            expect(line >= 1 && column >= 1).toBe(true);
          }
        },
      ),
      { numRuns: Math.ceil(NUM_RUNS / 4) },
    );
  });
});
