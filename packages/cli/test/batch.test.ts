import { once } from 'node:events';
import { bodyOf, type CommandRunOptions, readVectors } from '@robots-exclusion/testkit';
import { describe, expect, it } from 'vitest';
import { besideNames, robots, robotsAlone, startRobots, temporaryFile } from './command.ts';

const file = 'User-agent: *\nDisallow: /x\n';
const question = { id: 1, robots: file, agent: 'FooBot', url: 'https://example.com/x' };

async function batch(
  lines: readonly (string | object)[],
  args: string[] = [],
  options: CommandRunOptions = {},
) {
  const input = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n');
  const { stdout, stderr, exit } = await robots(['batch', ...args], { input, ...options });
  return { out: stdout.split('\n').filter(Boolean), stderr: besideNames(stderr), exit };
}

describe('robots batch: what it answers', () => {
  it('passes every vector of the specification', async () => {
    const vectors = readVectors('rfc9309').flatMap(({ vectors: all }) => all);
    const records = vectors.map((vector) => ({
      id: vector.id,
      robotsBase64: Buffer.from(bodyOf(vector)).toString('base64'),
      agent: vector.agent,
      url: vector.url,
    }));
    const { out, exit } = await batch(records, ['--dialect', 'rfc9309', '--max-bytes', '512000']);
    const answers = out.map((line) => JSON.parse(line));
    const failed = vectors.filter(({ id, allow }, index) => {
      const answer = answers[index];
      return answer.id !== id || answer.allow !== allow;
    });
    expect(failed.map(({ id }) => id)).toEqual([]);
    expect(exit).toBe(0);
  });
});

describe('robots batch: bad records', () => {
  it('answers a line that is too long, whatever follows', async () => {
    const { out, exit } = await batch(
      [{ ...question, robots: 'x'.repeat(3_000_000) }, question],
      ['--max-line-bytes', '1000'],
    );
    expect(JSON.parse(out[0] ?? '')).toMatchObject({ id: null, error: { code: 'line-too-long' } });
    expect(JSON.parse(out[1] ?? '')).toMatchObject({ allow: false });
    expect(exit).toBe(4);
  });
});

describe('robots batch --format tsv', () => {
  const row = (id: string, robotsTxt: string, agent: string, url: string): string =>
    `${id}\t${JSON.stringify(robotsTxt)}\t${agent}\t${url}`;
  const tsv = async (rows: readonly string[], ...args: string[]) => batch(rows, ['--format', 'tsv', ...args]);

  it('answers what NDJSON answers', async () => {
    const vectors = readVectors('rfc9309')
      .flatMap(({ vectors: all }) => all)
      .map((vector) => ({ ...vector, text: Buffer.from(bodyOf(vector)).toString() }))
      .filter(({ text, url }) => Buffer.from(text).toString() === text && !/[\t\n\r]/.test(url))
      .filter(({ agent }) => typeof agent === 'string');
    const rows = vectors.map(({ id, text, agent, url }) => row(id, text, String(agent), url));
    const records = vectors.map(({ id, text, agent, url }) => ({ id, robots: text, agent, url }));
    const [byRow, byRecord] = [await tsv(rows, '--literal'), await batch(records, ['--literal'])];
    expect(byRow.out).toEqual(
      byRecord.out.map((line) => {
        const { id, allow, because, line: number = '' } = JSON.parse(line);
        return [id, allow, because, number].join('\t');
      }),
    );
  });
});

describe('robots batch: one file asked again and again', () => {
  it('distinguishes files that differ in one octet only, wherever it is', async () => {
    const length = 400;
    const bodies = Array.from({ length }, (_, at) => {
      const path = 'y'.repeat(length).split('');
      path[at] = 'x';
      return `User-agent: *\nDisallow: /${path.join('')}\n`;
    });
    const url = `/${'y'.repeat(200)}x${'y'.repeat(199)}`;
    const { out } = await batch(bodies.map((text, id) => ({ ...question, id, robots: text, url })));
    expect(out.flatMap((line) => (JSON.parse(line).allow ? [] : [JSON.parse(line).id]))).toEqual([200]);
  });
});

describe('robots batch: a filter', () => {
  it('keeps the order of 10,000 records of many files', async () => {
    const records = Array.from({ length: 10_000 }, (_, id) => ({
      id,
      robots: `User-agent: *\n${'\n'.repeat(id % 50)}Disallow: /x\n`,
      agent: `Bot${id % 7}`,
      url: id % 3 === 0 ? '/x' : '/y',
    }));
    const { out, exit } = await batch(records);
    expect(out.map((line) => JSON.parse(line))).toEqual(
      records.map(({ id }) =>
        id % 3 === 0
          ? { id, allow: false, because: 'rule', line: 2 + (id % 50), rule: 'Disallow: /x' }
          : { id, allow: true, because: 'no-rule-matched' },
      ),
    );
    expect(exit).toBe(0);
  });

  it('answers a line of five million octets', async () => {
    const robotsTxt = `${'#'.repeat(5_000_000)}\nUser-agent: *\nDisallow: /x\n`;
    const ask = { ...question, robots: robotsTxt };
    const { out } = await batch([ask, question, ask], ['--max-bytes', '6000000']);
    expect(out.map((line) => JSON.parse(line).line)).toEqual([3, 2, 3]);
  });

  it('never uses the network, whatever URLs it is asked about', async () => {
    const path = temporaryFile(
      'offline.cjs',
      `const { syncBuiltinESMExports } = require('node:module');
       for (const [module, ...names] of [
         ['net', 'connect', 'createConnection'], ['tls', 'connect'], ['dgram', 'createSocket'],
         ['dns', 'lookup', 'resolve'], ['http', 'request', 'get'], ['https', 'request', 'get'],
       ])
         for (const name of names)
           require('node:' + module)[name] = () => process.exit(99);
       require('node:net').Socket.prototype.connect = () => process.exit(99);
       globalThis.fetch = () => process.exit(99);
       syncBuiltinESMExports();`,
    );
    const records = ['https://example.com/x', 'http://127.0.0.1:9/x', 'ftp://example.com/x'].map((url) => ({
      ...question,
      url,
    }));
    for (const workers of ['1', '2']) {
      const { stdout, exit } = await robotsAlone(['batch', '--workers', workers], {
        input: records.map((one) => JSON.stringify(one)).join('\n'),
        env: { NODE_OPTIONS: `--require ${path}` },
      });
      expect([stdout.match(/"allow":false/g)?.length, exit]).toEqual([3, 0]);
    }
  });

  it('answers each line as soon as it is there', async () => {
    const child = startRobots(['batch']);
    const ended = once(child, 'close');
    for (let round = 0; round < 3; round++) {
      child.stdin?.write(`${JSON.stringify({ ...question, id: round })}\n`);
      const [answer] = await once(child.stdout as NonNullable<typeof child.stdout>, 'data');
      expect(JSON.parse(String(answer))).toMatchObject({ id: round, allow: false });
    }
    child.stdin?.end();
    expect((await ended)[0]).toBe(0);
  });
});
