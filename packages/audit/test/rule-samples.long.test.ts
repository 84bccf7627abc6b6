/** Tests the samples of a hostile log in which many crawlers have long lines. */
import { expect, it } from 'vitest';
import { audit, timeline } from '../src/index.ts';

const CRAWLERS = 1000;
const LINES_OF_EACH = 8;

it('samples have a bounded size together, and each rule has one', async () => {
  const long = 'x'.repeat(9000);
  function* log(): Generator<Uint8Array> {
    for (let index = 0; index < CRAWLERS * LINES_OF_EACH; index++) {
      const name = `Crowd${index % CRAWLERS}bot/1.0`;
      yield Buffer.from(
        `192.0.2.7 - - [07/Nov/2026:10:00:00 +0000] "GET /p/${long} HTTP/1.1" 200 5 "-" "${name}"\n`,
      );
    }
  }
  const history = timeline([{ from: '2026-11-01T00:00:00Z', body: 'User-agent: *\nDisallow: /p/\n' }]);
  const { rules, notes } = await audit([{ name: 'log', open: log }], { timeline: history });
  const samples = rules.flatMap((rule) => rule.samples);
  const size = samples.reduce(
    (sum, { url, userAgent, raw }) => sum + url.length + userAgent.length + raw.length,
    0,
  );
  expect(size).toBeLessThan(34 * 1024 * 1024);
  expect(size).toBeGreaterThan(16 * 1024 * 1024);
  expect(rules).toHaveLength(CRAWLERS);
  expect(rules.every((rule) => rule.samples.length > 0)).toBe(true);
  expect(notes.filter((note) => note.includes('32 MiB'))).toHaveLength(1);
});
