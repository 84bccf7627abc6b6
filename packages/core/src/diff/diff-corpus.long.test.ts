import { corpusFolder, needsCorpus, runs, sampleCorpus, slowVerdict } from '@robots-exclusion/testkit';
import { describe, expect, it } from 'vitest';
import { format } from '../format/format.ts';
import { type ChangedRegion, diff, proveSameVerdicts } from './index.ts';

const corpus = corpusFolder();

/** A file and an edited copy: at intervals, a line is deleted, inverted or extended. */
function edited(body: Uint8Array, every: number): Uint8Array {
  const lines = Buffer.from(body).toString('latin1').split('\n');
  const edits = [
    () => [],
    (line: string) => [line.replace(/^(\s*)Disallow/i, '$1Allow')],
    (line: string) => [`${line.trimEnd()}x`],
  ];
  const changed = lines.flatMap((line, at) => (at % every === 0 ? edits[(at / every) % 3]?.(line) : [line]));
  return Buffer.from(changed.join('\n'), 'latin1');
}

function expectFlip(region: ChangedRegion, bodies: readonly Uint8Array[], crawler: string): void {
  const verdicts = bodies.map((body) => slowVerdict(body, [crawler], region.witness));
  expect(verdicts.map(({ line }) => line)).toEqual([region.before?.line, region.after?.line]);
  expect(verdicts.map(({ allowed }) => allowed)).toEqual(
    region.direction === 'opened' ? [false, true] : [true, false],
  );
}

describe('diff of real files', needsCorpus(), () => {
  it('has witnesses that flip by the slow oracle, at the lines that it names', () => {
    const files = sampleCorpus(corpus as string).filter(({ body }) => body.length < 20_000);
    let regions = 0;
    for (const { body } of files.filter((_, at) => at % 3 === 0)) {
      const bodies = [body, edited(body, 7)] as const;
      const report = diff(...bodies);
      expect(report.isComplete).toBe(true);
      for (const { crawlers, regions: changed } of report.crawlers) {
        for (const region of changed.slice(0, 20)) expectFlip(region, bodies, crawlers[0] as string);
        regions += changed.length;
      }
    }
    expect(regions).toBeGreaterThan(runs(1_000));
  }, 120_000);

  it('proves that the canonical form of every one gives the same verdicts, and is canonical', () => {
    for (const { body } of sampleCorpus(corpus as string)) {
      const formatted = format(body);
      expect(Buffer.compare(format(formatted), formatted)).toBe(0);
      expect(proveSameVerdicts(body, formatted)).toEqual({ kind: 'equal' });
    }
  }, 120_000);
});
