import { readdirSync, readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { findDialect } from 'robots-exclusion/dialects';
import { describe, expect, it } from 'vitest';
import {
  departures,
  departureText,
  findProgram,
  openText,
  programQuestions,
  programRecords,
  programRow,
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
