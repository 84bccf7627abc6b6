/** `robots batch --workers N` gives the same output with one thread and with N threads. */
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { besideNames, robots, robotsAlone, startRobots, temporaryFile, temporaryFolder } from './command.ts';

const file = 'User-agent: *\nDisallow: /x\n';

const paths = fc.constantFrom('/x', '/y', '/robots.txt', 'https://example.com/x', 'no URL');
const agents = fc.constantFrom('FooBot', 'Googlebot-Image', 'BarBot', '');
const bodies = fc.constantFrom(
  '',
  file,
  'User-agent: googlebot\nDisallow: /\n',
  `# ü\n${file}`,
  `${file}${'#'.repeat(9_000)}`,
);
const record = fc.record({ id: fc.integer(), robots: bodies, agent: agents, url: paths });
const badLine = fc.constantFrom(
  'nope',
  '{"id":7}',
  '[1]',
  '',
  ' ',
  '\r',
  '\t\t',
  '1\t7\tA\t/x',
  '\ufeff',
  '{"id":"\ud800"}',
  'y'.repeat(70_000),
);

const ndjson = fc.oneof(
  { weight: 6, arbitrary: record.map((one) => JSON.stringify(one)) },
  { weight: 1, arbitrary: badLine },
);
const tsv = fc.oneof(
  {
    weight: 6,
    arbitrary: record.map(({ id, robots: text, agent, url }) =>
      [id, JSON.stringify(text), agent, url].join('\t'),
    ),
  },
  { weight: 1, arbitrary: badLine },
);

/**
 * Input of several chunks, in which lines occur at all positions of a chunk. Line ends may be CRLF, and the last one
 * may be missing.
 */
function inputOf(line: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const lines = fc.array(line, { minLength: 0, maxLength: 40 });
  return fc
    .tuple(
      lines,
      lines,
      fc.integer({ min: 0, max: 40 }),
      fc.constantFrom('\n', '\r\n'),
      fc.boolean(),
      fc.boolean(),
    )
    .map(([first, rest, times, end, hasMark, hasEnd]) => {
      const all = [...first, ...Array.from({ length: times }, () => rest).flat()];
      return (hasMark ? '\ufeff' : '') + all.join(end) + (hasEnd ? end : '');
    });
}

describe('robots batch --workers', () => {
  it.each([
    ['ndjson', ndjson],
    ['tsv', tsv],
  ] as const)('%s: stdout, stderr and exit code are those of one', async (format, line) => {
    const property = fc.asyncProperty(inputOf(line), async (input) => {
      const args = ['batch', '--format', format, '--max-line-bytes', '60000', '--workers'];
      const one = await robots([...args, '1'], { input });
      for (const workers of ['2', '3']) expect(await robots([...args, workers], { input })).toEqual(one);
    });
    await fc.assert(property, { numRuns: 3 });
  });

  it('numbers lines as they are in the input', async () => {
    const good = JSON.stringify({ id: 1, robots: file, agent: 'FooBot', url: '/x' });
    const lines = Array.from({ length: 30_000 }, (_, index) => (index % 7_000 === 6_999 ? 'nope' : good));
    const { stdout, stderr, exit } = await robots(['batch', '--workers', '3'], { input: lines.join('\n') });
    const found = [...stdout.matchAll(/Input line (\d+)/g)].map(([, number]) => Number(number));
    expect(found).toEqual([7_000, 14_000, 21_000, 28_000]);
    expect([besideNames(stderr), exit]).toEqual(['robots: 4 of 30000 records were bad\n', 4]);
  });

  it('reads as the other options and settings say, in every thread', async () => {
    const registry = [
      {
        token: 'FooBot-News',
        fallbackTokens: ['FooBot'],
        operator: 'Foo',
        source: 'https://foo.example/',
        asOf: '2026-11-22',
      },
    ];
    const own = temporaryFile('agents.json', JSON.stringify(registry));
    const ask = { robots: 'User-agent: foobot\nDisalow: /x\nDisallow: /y\n', agent: 'FooBot-News' };
    const questions = Array.from({ length: 5_000 }, (_, id) => ({ id, ...ask, url: id % 2 ? '/x' : '/y' }));
    const path = temporaryFile('questions.ndjson', questions.map((one) => JSON.stringify(one)).join('\n'));
    for (const options of [
      ['--registry', own],
      ['--dialect', 'google', '--literal'],
      ['--max-bytes', '40'],
    ]) {
      const one = await robots(['batch', path, ...options]);
      const two = await robots(['batch', path, ...options], { env: { ROBOTS_BATCH_WORKERS: '2' } });
      expect(two).toEqual(one);
      expect(one.stdout.split('\n')).toHaveLength(5_001);
    }
  });

  it('starts its threads where the command is run by a link', async () => {
    const link = join(temporaryFolder(), 'robots');
    symlinkSync(join(import.meta.dirname, '../bin/robots.js'), link);
    const { stdout, stderr } = spawnSync(process.execPath, [link, 'batch', '--workers', '2'], {
      input: JSON.stringify({ id: 1, robots: file, agent: 'FooBot', url: '/x' }),
    });
    expect([String(stdout), besideNames(String(stderr))]).toEqual([
      '{"id":1,"allow":false,"because":"rule","line":2,"rule":"Disallow: /x"}\n',
      '',
    ]);
  });
});

describe('robots batch --workers: a thread that ends', () => {
  const lines = Array.from({ length: 20_000 }, (_, id) =>
    JSON.stringify({ id, robots: file, agent: 'FooBot', url: '/x' }),
  );

  /**
   * Code that each thread loads before the command's code. It limits threads to 32 MB of memory, and runs `deed` when a
   * thread receives line 9,000.
   */
  function deadly(deed: string): Record<string, string> {
    const path = temporaryFile(
      'deadly.cjs',
      `const threads = require('node:worker_threads');
       const { isMainThread, parentPort, Worker } = threads;
       if (isMainThread) {
         const resourceLimits = { maxOldGenerationSizeMb: 32 };
         threads.Worker = class extends Worker {
           constructor(url, options) { super(url, { ...options, resourceLimits }); }
         };
         require('node:module').syncBuiltinESMExports();
       } else {
         const { on } = parentPort;
         parentPort.on = (name, listener) => on.call(parentPort, name, (message) => {
           const { first, lengths } = message.asked;
           if (first <= 9000 && 9000 < first + lengths.length) ${deed};
           listener(message);
         });
       }`,
    );
    return { NODE_OPTIONS: `--require ${path}` };
  }

  it.each([
    ['exit code 3', 'process.exit(3)'],
    ['memory limit', 'for (const all = []; ; ) all.push({ all: [all.length] })'],
  ])('%s: says so, exits with 70, and has written all that comes before', async (reason, deed) => {
    const { stdout, stderr, exit } = await robotsAlone(['batch', '--workers', '3'], {
      input: lines.join('\n'),
      env: deadly(deed),
    });
    expect(exit).toBe(70);
    const [, first, last, why] =
      /^robots: A worker stopped at input lines (\d+) to (\d+) \((.*)\): /.exec(stderr) ?? [];
    expect(why).toContain(reason);
    expect(Number(first)).toBeLessThanOrEqual(9_000);
    expect(Number(last)).toBeGreaterThanOrEqual(9_000);
    const ids = stdout
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line).id);
    expect(ids).toEqual(Array.from({ length: Number(first) - 1 }, (_, id) => id));
  });

  it('ends although the input stays open', async () => {
    const child = startRobots(['batch', '--workers', '2'], deadly('process.exit(3)'));
    const ended = once(child, 'close');
    child.stdout?.resume();
    child.stdin?.on('error', () => {}).write(`${lines.join('\n')}\n`);
    expect((await ended)[0]).toBe(70);
  });
});

describe('robots batch --workers: whoever reads', () => {
  it('may leave, and no process stays', async () => {
    const child = startRobots(['batch', '--workers', '3']);
    const ended = once(child, 'close');
    const question = `${JSON.stringify({ id: 1, robots: file, agent: 'FooBot', url: '/x' })}\n`;
    child.stdin?.on('error', () => {});
    const feed = (): void => {
      while (child.stdin?.writable && child.stdin.write(question.repeat(1_000)));
    };
    child.stdin?.on('drain', feed);
    child.stdout?.once('data', () => child.stdout?.destroy());
    feed();
    const [code] = await ended;
    expect(code).toBe(0);
  });

  it('may interrupt it', async () => {
    const child = startRobots(['batch', '--workers', '3']);
    const ended = once(child, 'close');
    child.stdin?.write(`${JSON.stringify({ id: 1, robots: file, agent: 'FooBot', url: '/x' })}\n`);
    await once(child.stdout as NonNullable<typeof child.stdout>, 'data');
    child.kill('SIGINT');
    expect(await ended).toEqual([null, 'SIGINT']);
  });
});
