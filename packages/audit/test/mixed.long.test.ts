/**
 * Tests that lines do not change how others are read: recorded logs that are put together give the hits of each alone, or
 * count lines as ambiguous. Changed lines are judged by no field that was not sent.
 */
import { isWholeRun, runs } from '@robots-exclusion/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Hit } from '../src/index.ts';
import { hitsOf, type Recorded, recordedLogs, type Sent, wrongFields } from './recorded.ts';

const linesOf = ({ log }: Recorded): string[] =>
  log
    .toString('latin1')
    .split('\n')
    .filter((line) => line.trim() !== '');

const pairs = recordedLogs.flatMap((one) => recordedLogs.map((other) => [one, other] as const));
const some = pairs.filter(([one, other]) => one.name !== other.name);

/** The lines of each log that have a User-Agent if the log is alone. */
const named = new Map<string, ReadonlySet<string | undefined>>();
for (const { name, log } of recordedLogs) {
  const { hits } = await hitsOf(log);
  named.set(name, new Set(hits.filter(({ userAgent }) => userAgent !== '').map(({ raw }) => raw)));
}

/**
 * The wrong fields of logs that are put together in some way, by the requests of the log that a line is from. A request
 * that loses its User-Agent counts too, because it is judged no more.
 */
async function wrongOf(lines: readonly (readonly [line: string, of: Recorded])[]): Promise<string[]> {
  const text = Buffer.from(lines.map(([line]) => `${line}\n`).join(''), 'latin1');
  const { hits, summary } = await hitsOf(text);
  return hits.flatMap((hit) => {
    const [, { name, sent }] = lines[hit.line - 1] as readonly [string, Recorded];
    const isAcquitted = hit.userAgent === '' && named.get(name)?.has(hit.raw);
    const wrong = wrongFields(hit, sent, summary.losses);
    return [...wrong, ...(isAcquitted ? ['acquitted'] : [])].map((one) => `${name} ${one}`);
  });
}

/** A quote within a field is what a client may send, so it is no error to read it. */
const plain = (text: string): string => text.replaceAll('"', '').slice(0, 2000);
const withoutQuotes = (hit: Hit): Hit => ({ ...hit, url: plain(hit.url), userAgent: plain(hit.userAgent) });
const unquoted = (sent: Sent): Sent => ({
  ...sent,
  target: plain(sent.target),
  ...(sent.userAgent !== undefined && { userAgent: plain(sent.userAgent) }),
});

/** Lines of servers that log decoded targets or no queries: only a log of their own shows it. */
const SILENT = /^(?:granian|mini-httpd|hapi)/;

describe('two logs in one file', () => {
  const ways: Record<string, (one: Recorded, other: Recorded) => (readonly [string, Recorded])[]> = {
    'one after the other': (one, other) =>
      [one, other].flatMap((log) => linesOf(log).map((line) => [line, log] as const)),
    'line by line': (one, other) => {
      const [first, second] = [linesOf(one), linesOf(other)];
      return Array.from({ length: Math.max(first.length, second.length) }, (_, at) =>
        (
          [
            [first[at], one],
            [second[at], other],
          ] as const
        ).flatMap(([line, log]) => (line === undefined ? [] : [[line, log] as const])),
      ).flat();
    },
  };

  it.each(Object.entries(ways))(
    '%s',
    async (_name, join) => {
      const wrong: string[] = [];
      for (const [one, other] of some.filter((_, at) => isWholeRun || at % 25 === 0)) {
        const found = await wrongOf(join(one, other));
        wrong.push(
          ...found.filter((text) => !SILENT.test(text)).map((text) => `${one.name} + ${other.name}: ${text}`),
        );
      }
      expect(wrong).toEqual([]);
    },
    600_000,
  );
});

describe('a changed line among whole ones', () => {
  const change = fc.oneof(
    fc.record({ kind: fc.constant('cut' as const), at: fc.double({ min: 0, max: 1, noNaN: true }) }),
    fc.record({ kind: fc.constant('quote' as const), at: fc.double({ min: 0, max: 1, noNaN: true }) }),
    fc.record({ kind: fc.constant('double' as const), at: fc.double({ min: 0, max: 1, noNaN: true }) }),
  );

  it('is judged by no field that was not sent', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...recordedLogs),
        fc.nat(),
        change,
        async (log, pick, { kind, at }) => {
          const lines = linesOf(log);
          const index = pick % lines.length;
          const line = lines[index] as string;
          const place = Math.floor(at * line.length);
          // The fields before the first quote or brace; a doubled word behind it is what a client may send.
          const words = line.split(' ');
          const word = Math.floor(at * Math.max(words.findIndex((text) => /["{]/.test(text)) - 1, 1));
          const changed = {
            cut: line.slice(0, place),
            quote: `${line.slice(0, place)}"${line.slice(place)}`,
            double: [...words.slice(0, word + 1), ...words.slice(word)].join(' '),
          }[kind];
          // In JSON, every word is within a value.
          if (kind === 'double' && line.startsWith('{')) return;
          const { hits } = await hitsOf(
            Buffer.from([...lines.slice(0, index), changed, ...lines.slice(index + 1)].join('\n'), 'latin1'),
          );
          const hit = hits.find((one) => one.line === index + 1);
          // A hit without a User-Agent is of no crawler, so it is not judged.
          const isJudged = hit !== undefined && hit.userAgent !== '' && !hit.lost?.includes('user-agent');
          const wrong =
            isJudged && !line.includes('\\')
              ? wrongFields(withoutQuotes(hit), log.sent.map(unquoted), [])
              : [];
          expect(SILENT.test(log.name) ? [] : wrong, changed.slice(0, 300)).toEqual([]);
        },
      ),
      { numRuns: runs(20_000) },
    );
  }, 3_600_000);
});
