/** Reading a long archive in stretches gives the same rows and faults as reading it at once. */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { inputsOf, planRun, type Questions, runCorpus } from '@robots-exclusion/corpus';
import { runs } from '@robots-exclusion/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { http, record, robotsRecord } from './warc-builder.ts';

const questions: Questions = {
  agents: ['GPTBot'],
  targets: ['/'],
  preset: 'rfc9309',
  literal: false,
  maxBytes: 512_000,
  profiles: undefined,
};

const hosts = (count: number, name: string): Buffer[] =>
  Array.from({ length: count }, (_, index) =>
    gzipSync(
      robotsRecord(
        `${name}${index}.example`,
        `User-agent: *\nDisallow: /${'x'.repeat((index * 37) % 200)}\n`,
      ),
    ),
  );

interface Ran {
  readonly rows: string;
  readonly faults: readonly (readonly [offset: number, code: string])[];
  readonly units: number;
}

async function run(
  octets: Uint8Array,
  unitOctets: number,
  abortAfter = Number.POSITIVE_INFINITY,
): Promise<Ran> {
  const folder = mkdtempSync(join(tmpdir(), 'robots-stretches-'));
  const archive = join(folder, 'a.warc.gz');
  const out = join(folder, 'out.ndjson');
  writeFileSync(archive, octets);
  const stages = { isFolder: false, isLatest: false, follow: false };
  const plan = planRun(await inputsOf([archive]), 'ndjson', stages, questions, { unitOctets });
  let isResumed = false;
  for (let left = abortAfter; ; left = Number.POSITIVE_INFINITY) {
    const interrupt = new AbortController();
    let heard = 0;
    const onProgress = (): void => {
      if (++heard > left) interrupt.abort();
    };
    try {
      const options = { workers: 1, memory: 1e6, resume: isResumed, signal: interrupt.signal, onProgress };
      const { faults } = await runCorpus(plan, out, options);
      const rows = readFileSync(out, 'utf8');
      const all = faults.kinds.flatMap(({ samples }) => samples);
      const told = all.map(({ offset, code }) => [offset, code] as const).sort(([a], [b]) => a - b);
      return { rows, faults: told, units: plan.units.length };
    } catch (error) {
      if (!interrupt.signal.aborted) throw error;
      isResumed = true;
    }
  }
}

const ONE = 2 ** 30;

describe('stretches of one archive', () => {
  const plain = Buffer.concat(hosts(40, 'a'));
  const damaged = Buffer.concat(
    hosts(40, 'a').map((member, index) =>
      index % 7 === 3 ? Buffer.concat([member.subarray(0, 90), Buffer.from('?!')]) : member,
    ),
  );
  const nestedArchive = Buffer.concat(hosts(12, 'nested'));
  const nested = Buffer.concat([
    ...hosts(3, 'a'),
    // This member is stored at level 0, so the members inside it appear unchanged in the archive.
    gzipSync(record({ url: 'https://a.example/crawl.warc.gz', block: http(nestedArchive) }), { level: 0 }),
    ...hosts(3, 'b'),
    gzipSync(record({ url: 'https://b.example/crawl.warc.gz', block: http(nestedArchive) }), { level: 0 }),
  ]);
  const oneMember = gzipSync(
    Buffer.concat(Array.from({ length: 30 }, (_, at) => robotsRecord(`m${at}.example`, `# ${at}\n`))),
  );

  for (const [name, archive] of Object.entries({ plain, damaged, nested, oneMember })) {
    it(`gives the rows and faults of one reader: ${name}`, async () => {
      const whole = await run(archive, ONE);
      expect(whole.units).toBe(1);
      expect(whole.rows).not.toContain('nested');
      await fc.assert(
        fc.asyncProperty(
          fc.integer({ min: Math.ceil(archive.length / 12), max: archive.length - 1 }),
          async (unitOctets) => {
            const divided = await run(archive, unitOctets);
            expect(divided.units).toBeGreaterThan(1);
            expect(divided.rows).toBe(whole.rows);
            expect(divided.faults).toEqual(whole.faults);
          },
        ),
        { numRuns: runs(40, 3) },
      );
    });
  }

  it('goes on within an archive where a run was interrupted', async () => {
    const whole = await run(plain, ONE);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 20 }), async (abortAfter) => {
        expect((await run(plain, Math.ceil(plain.length / 10), abortAfter)).rows).toBe(whole.rows);
      }),
      { numRuns: runs(40, 3) },
    );
  });
});
