/** Tests that lines of the Combined format that are read in one pass are read like those with escapes, which are not. */
import { runs } from '@robots-exclusion/testkit';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { hitsOf } from './recorded.ts';

/** The first value mostly, otherwise one of the others. */
const mostly = (usual: string, ...others: string[]): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 6, arbitrary: fc.constant(usual) },
    { weight: 1, arbitrary: fc.constantFrom(...others) },
  );
/** The same for texts with bars between them. */
const mostlyOf = (texts: string): fc.Arbitrary<string> =>
  mostly(...(texts.split('|') as [string, ...string[]]));

const LONG = `a/${'x'.repeat(2100)}`;
const FIELDS = [
  mostlyOf(
    `192.0.2.7 - -|2001:db8::7 - al|- - -|www.example.com:80 192.0.2.8 - -|${'10.0.0.1, '.repeat(20)}::1 - -`,
  ),
  mostlyOf(
    '05/Nov/2026:01:00:01 +0000|05/Nov/2026:01:00:61 +0000|31/Feb/2026:01:00:01 +0000|5/Nov/2026:01:00:01',
  ),
  mostlyOf('GET|UNKNOWN|get|M-SEARCH| '),
  mostlyOf(`/a?b|/|/a?|/badURI|/undecodable_path|/a b|/\xe9|*|http://h.example/a|/${LONG}`),
  mostlyOf('HTTP/1.1|HTTP/2|HTTP/|1.1|HTTP/1.1" 200 5 "-" "a'),
  mostlyOf(`200 5|404 -|- 5|-1 0|999 1|200 ${'9'.repeat(400)}|20 5`),
  mostlyOf('-||http|https://www.example.com/\xe9|Mozilla/5.0|192.0.2.9'),
] as const;
const AGENTS = ['-', '', 'GPTBot', 'FooBot/1.0%20(a)', 'H\xc3\xa9/1', '192.0.2.9', 'HIT', LONG, 'a"b'];
const COLUMNS = '-||192.0.2.5|999.0.2.5|192.0.2.5, 10.0.0.1|www.example.com|Mozilla/5.0|HIT'.split('|');
const ends = mostly('', ' ', ' 7', '"');

it('whether the method of its lines is escaped or not, a log is read alike', async () => {
  const tails = fc.tuple(
    fc.nat(2),
    fc.constantFrom(...COLUMNS),
    fc.constantFrom('Mozilla/5.0 (X11)', 'a/b', 'GPTBot'),
  );
  const logs = tails.chain(([count, column, agent]) => {
    const columns = (length: number) =>
      fc.array(mostly(column, ...COLUMNS), { minLength: length, maxLength: length });
    const line = (length: number) =>
      fc.tuple(fc.tuple(...FIELDS, mostly(agent, ...AGENTS)), columns(length), ends);
    const lines = fc.oneof({ weight: 30, arbitrary: line(count) }, { weight: 1, arbitrary: line(1) });
    return fc.array(lines, { minLength: 1, maxLength: 60 });
  });
  const read = async (lines: readonly string[]) => {
    const { hits, summary } = await hitsOf(Buffer.from(lines.join('\n'), 'latin1'));
    const { samples: _, ...counts } = summary;
    return { hits: hits.map(({ raw: _raw, offset: _offset, ...hit }) => hit), counts };
  };
  await fc.assert(
    fc.asyncProperty(logs, async (all) => {
      const written = (spelt: (method: string) => string) =>
        all.map(([[start, time, method, target, version, answer, referer, agent], more, end]) => {
          const quoted = [referer, agent, ...more].map((text) => ` "${text}"`).join('');
          return `${start} [${time}] "${spelt(method)} ${target} ${version}" ${answer}${quoted}${end}`;
        });
      const escaped = (method: string): string =>
        method.replace(/\w/, (letter) => `\\x${letter.charCodeAt(0).toString(16)}`);
      expect(await read(written((method) => method))).toEqual(await read(written(escaped)));
    }),
    { numRuns: runs(5000, 60) },
  );
});
