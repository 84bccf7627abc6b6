/** Tests that advice names a format only if the line proves it, and that following it reads no line wrongly. */
import { describe, expect, it } from 'vitest';
import { type Hit, type ReadLogOptions, readLog } from '../src/index.ts';
import { adviceFor } from '../src/readers/advice.ts';
import { recordedLogs } from './recorded.ts';
import { senders } from './senders.ts';
import { allWriters, logOf, type Request } from './write-log.ts';

it.each(['#Fields: date time', '#Version: 1.0', '#software: x'])('%s is W3C', (line) => {
  expect(adviceFor([line])).toContain('W3C');
});

it.each(['# my log', '#', '#fieldsof'])('%s may be anything', (line) => {
  expect(adviceFor(['', line])).toMatch(/^Describe the fields/);
});

it('an empty log needs no advice', () => {
  expect(adviceFor(['', ' '])).toBeUndefined();
});

const requests = senders.slice(0, 12).map(
  ({ userAgent, address }, at): Request => ({
    ...{ userAgent, address, host: 'www.example.com', method: at % 3 === 0 ? 'HEAD' : 'GET' },
    ...{ time: Date.UTC(2026, 10, 5, 10, at), url: at % 2 === 0 ? `/a/${at}` : `/a/${at}?b=${at}` },
    ...{ status: [200, 404, 301][at % 3] as number, bytes: 9000 + at },
  }),
);

async function read(text: string | Buffer, options: ReadLogOptions = {}) {
  const reading = readLog(text, undefined, options);
  const hits: Hit[] = [];
  for await (const hit of reading) hits.push(hit);
  return { hits, summary: reading.summary };
}

/** The options in a sentence of advice. */
const optionsIn = (text: string): ReadLogOptions['named'] =>
  Object.fromEntries(
    [...text.matchAll(/--json-field (\w+)=(\S+)/g)].map(([, member, path]) => [member, path]),
  );

/** The same objects with names that nobody knows. */
function renamed(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(renamed);
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      `x${[...name].reverse().join('')}`.replace(/\W/g, '_'),
      renamed(member),
    ]),
  );
}

describe('following the advice on objects with other names reads each line right, or none', () => {
  const logs = [
    ...allWriters
      .filter((writer) => writer.line(requests[0] as Request).startsWith('{'))
      .map((writer) => ({ name: writer.name, log: logOf({ ...writer, header: '' }, requests) })),
    ...recordedLogs
      .map(({ name, log }) => ({ name, log: log.toString('latin1') }))
      .filter(({ log }) => log.startsWith('{')),
  ];

  it.each(logs)('$name', async ({ log }) => {
    const lines = log.split('\n').filter((line) => line.startsWith('{'));
    const right = (await read(Buffer.from(lines.join('\n'), 'latin1'))).hits;
    const other = Buffer.from(
      lines.map((line) => JSON.stringify(renamed(JSON.parse(line)))).join('\n'),
      'latin1',
    );
    const { summary } = await read(other);
    const { hits } = await read(other, { named: optionsIn(summary.hints.join()) });
    const fields = ({ time, method, url, status, userAgent }: Hit): unknown[] => [
      time,
      method,
      url,
      status,
      userAgent,
    ];
    for (const hit of hits) {
      const own = right.find(({ line }) => line === hit.line) as Hit;
      // What is not found is empty, which is said, and judged by nobody.
      const found = fields(hit).map((value, at) => (value === '' || value === 0 ? fields(own)[at] : value));
      expect(found).toEqual(fields(own));
    }
  });
});
