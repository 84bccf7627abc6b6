import { readdirSync, readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { findDialect } from 'robots-exclusion/dialects';
import { describe, expect, it } from 'vitest';
import { type ClientOptions, createClient } from '../index.ts';
import {
  type AnswerSide,
  departures,
  departureText,
  findProgram,
  libraryNameTexts,
  openText,
  programPreset,
  programQuestions,
  programRecords,
  programRow,
  programTexts,
  type RobotsAnswerFacts,
} from './index.ts';

const RECORDS = new URL('../../../../spec/crawlers/', import.meta.url);

/** The records as they were made, not what the doors carry. */
const recorded = readdirSync(RECORDS).map((name) => ({
  file: name,
  ...JSON.parse(readFileSync(new URL(name, RECORDS), 'utf8')),
}));
const rows = programQuestions.flatMap((question) => question.rows);

describe('sentences about real crawlers', () => {
  it.each(rows.map(({ row }) => row))('%s: each program stands where its record puts it', (row) => {
    for (const outcome of ['none', 'rules', 'all'] as const) {
      const departure = departures(programRow(row)).find((each) => each.outcome === outcome);
      const text = departure ? departureText(departure, Number.POSITIVE_INFINITY) : '';
      const named = recorded.filter(({ title, version }) => text.includes(`${title} ${version}`));
      const expected = recorded.filter(
        ({ rows: seen }) => seen['2xx'].outcome === 'rules' && seen[row].outcome === outcome,
      );
      expect(named).toEqual(programRow(row).expected.includes(outcome) ? [] : expected);
    }
  });

  it.each(['redirects-6', 'behind-600-KiB'])('%s: counts those that read on', (row) => {
    const obeying = recorded.filter(({ rows: seen }) => seen['2xx'].outcome === 'rules');
    const following = obeying.filter(({ rows: seen }) => seen[row].outcome === 'rules');
    expect(openText(programRow(row))).toContain(
      `: ${following.length} of ${obeying.length} recorded crawlers `,
    );
    expect(openText(programRow('503'))).toBeUndefined();
  });

  it('names some, and counts the rest', () => {
    const [departure] = departures(programRow('503'));
    expect(departureText(departure!, 1)).toBe(
      `503: Scrapy 2.19.0 and ${departure!.programs.length - 1} more go on as if there were no rules`,
    );
    const one = { ...departure!, programs: departure!.programs.slice(0, 1) };
    expect(departureText(one)).toBe('503: Scrapy 2.19.0 goes on as if there were no rules');
  });
});

const URL_ASKED = 'https://example.com/robots.txt';
const octets = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('sentences about one answer', () => {
  it.each<[row: string, side: AnswerSide, answer: Partial<RobotsAnswerFacts>, instead?: string]>([
    ['503', 'response', { status: 503 }],
    ['500', 'response', { status: 500 }],
    ['503', 'response', { status: 502 }, 'Status 502'],
    ['429', 'response', { status: 429 }],
    ['401', 'response', { status: 401 }],
    ['403', 'response', { status: 403 }],
    ['404', 'response', { status: 410 }, 'Status 410'],
    ['204', 'response', { status: 204 }],
    ['2xx-empty', 'response', { status: 200, policyRow: 'rfc9309/2xx-empty' }],
    ['reset', 'response', { policyRow: 'rfc9309/reset' }],
    ['broken-body', 'response', { policyRow: 'rfc9309/broken-body', status: 200 }],
    ['timeout-headers', 'response', { policyRow: 'rfc9309/timeout-connect' }],
    ['interim-103', 'response', { status: 200, interim: [103] }],
    ['redirect-loop', 'redirects', { policyRow: 'rfc9309/redirect-loop' }],
    ['redirects-6', 'redirects', { policyRow: 'rfc9309/too-many-redirects' }],
    ['redirect-same-host', 'redirects', { finalUrl: 'https://example.com/r.txt' }],
    ['redirect-other-host', 'redirects', { finalUrl: 'https://www.example.com/robots.txt' }],
    ['text-html-rules', 'media-type', { headers: { 'content-type': 'Text/HTML; charset=utf-8' } }],
    ['octet-stream-rules', 'media-type', { headers: { 'content-type': 'application/octet-stream' } }],
    [
      'octet-stream-rules',
      'media-type',
      { headers: { 'content-type': 'text/markdown' } },
      'Content-Type: text/markdown',
    ],
    ['bom', 'encoding', { body: octets('\uFEFFa') }],
    ['utf-16', 'encoding', { body: Uint8Array.of(0xff, 0xfe, 0x61, 0) }],
    ['cr', 'encoding', { body: octets('a\rb') }],
    ['gzip-if-asked', 'compression', { headers: { 'content-encoding': 'gzip' } }],
    ['gzip-always', 'compression', { headers: { 'content-encoding': 'gzip' }, unaskedCoding: 'gzip' }],
    ['gzip-always', 'compression', { unaskedCoding: 'br' }, 'Content-Encoding: br'],
    ['behind-5-kB', 'size', { body: new Uint8Array(4097) }, 'A file of 4097 octets'],
    ['behind-5-kB', 'size', { body: new Uint8Array(5041) }],
    ['port', 'port', { url: 'http://example.com:8080/robots.txt' }],
    ['port', 'port', { url: 'http://example.com:81/robots.txt' }, 'Port 81'],
  ])('%s, of the %s', (name, side, answer, instead) => {
    const usual = { url: URL_ASKED, finalUrl: URL_ASKED, status: 200, policyRow: 'rfc9309/2xx', headers: {} };
    const texts = programTexts(side, { ...usual, body: octets('a'), ...answer });
    const row = programRow(name);
    const told = [openText(row) ?? [], departures(row).map((each) => departureText(each))].flat();
    expect(texts).toEqual(
      told.map((text) => (instead ? `${instead} was not recorded; the nearest that was: ${text}` : text)),
    );
  });

  it('a sound answer needs no words', () => {
    const sound = { url: URL_ASKED, finalUrl: URL_ASKED, status: 200, policyRow: 'rfc9309/2xx' };
    const headers = { 'content-type': 'text/plain; charset=utf-8' };
    for (const side of [
      'response',
      'redirects',
      'media-type',
      'encoding',
      'compression',
      'size',
      'port',
    ] as const)
      expect(programTexts(side, { ...sound, headers, body: octets('a') })).toEqual([]);
  });

  it('403 for names of libraries: those that were recorded with such a name for robots.txt alone', () => {
    const text = libraryNameTexts().join('\n');
    const isLibrary = (agent: string | null): boolean => agent === null || /^(?:python|got\b)/i.test(agent);
    for (const { title, version, agents, rows: seen } of recorded) {
      const isAsking = seen['2xx'].outcome === 'rules' && isLibrary(agents.robots);
      const isNamed = isAsking && agents.robots !== agents.pages && seen['403'].outcome !== 'undecided';
      expect(text.includes(`${title} ${version}`), title).toBe(isNamed);
    }
  });
});

describe('presets of programs', () => {
  const answering = (status: number, preset: NonNullable<ClientOptions['preset']>) => {
    const send = async () => ({ status, headers: {}, body: octets('') });
    const client = createClient({ userAgent: 'Foo/1.0', preset, transports: [{ schemes: ['http'], send }] });
    return client.check('http://example.com/a');
  };

  it.each([
    ['scrapy@2.19', 503, true, 'scrapy@2.19.0/5xx'],
    ['scrapy@2.19.0', 502, true, 'scrapy@2.19.0/5xx'],
    ['crawlee-python@1.11', 503, false, 'crawlee-python@1.11.0/5xx'],
    ['supercrawler@2', 403, false, 'supercrawler@2.0.0/403'],
    ['scrapy@2', 403, true, 'scrapy@2.19.0/403'],
  ] as const)('%s at %s', async (preset, status, allowed, policyRow) => {
    const decision = await answering(status, preset);
    expect(decision.allowed).toBe(allowed);
    expect(decision.policyRow).toContain(policyRow);
  });

  it('each program has one, with a meaning for every row', () => {
    for (const { name, version, rows: seen } of recorded) {
      const { rows: meanings } = programPreset(`${name}@${version}`);
      expect(meanings['5xx']).toBe(seen['503'].outcome === 'none' ? 'no-rules' : 'unreachable');
      expect(Object.values(meanings).every((meaning) => meaning !== undefined)).toBe(true);
    }
  });

  it('a version that was not recorded is refused with the nearest', () => {
    expect(() => createClient({ userAgent: 'Foo/1.0', preset: 'scrapy@2.1' })).toThrow(
      /nearest is scrapy@2\.19\.0/,
    );
  });
});

const schema = JSON.parse(readFileSync(new URL('../schema/crawlers.json', RECORDS), 'utf8'));
const validate = new Ajv2020({ formats: { date: true } }).compile(schema);

describe('records', () => {
  it.each(recorded.map(({ file }) => file))('%s has every row, and a reading that exists', (file) => {
    const { file: _, ...record } = recorded.find((each) => each.file === file)!;
    expect(validate(record), JSON.stringify(validate.errors)).toBe(true);
    expect(file).toBe(`${record.name}-${record.version}.json`);
    expect(Object.keys(record.rows).toSorted()).toEqual(rows.map(({ row }) => row).toSorted());
    if (record.reading !== undefined) expect(findDialect(record.reading)?.name).toBe(record.reading);
  });
});

describe('findProgram', () => {
  it.each([
    ['scrapy', '2.19.0'],
    ['scrapy@2', '2.19.0'],
    ['Scrapy@2.19', '2.19.0'],
    ['scrapy@2.19.0', '2.19.0'],
  ])('%s is %s', (named, version) => {
    expect(findProgram(named)).toMatchObject({ name: 'scrapy', version });
  });

  it.each([
    ['scrapy@2.1', /this version was not recorded; the nearest is scrapy@2\.19\.0$/],
    ['scrappy@2.19.0', /no such program was recorded; the nearest is scrapy@2\.19\.0, and all are /],
    ['', /no such program was recorded; the nearest is /],
    ['__proto__', /no such program was recorded/],
  ])('%j is refused with the nearest', (named, message) => {
    expect(() => findProgram(named)).toThrow(message);
  });

  it.each([
    ['502', /the nearest is 503,/],
    ['resett', /the nearest is reset,/],
  ])('the answer %s is refused with the nearest', (named, message) => {
    expect(() => programRow(named)).toThrow(message);
  });
});

it('every program is carried', () => {
  expect(programRecords.map(({ name }) => name).toSorted()).toEqual(
    recorded.map(({ name }) => name).toSorted(),
  );
});
