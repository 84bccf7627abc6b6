import { once } from 'node:events';
import { bodyOf, type CommandRunOptions, readVectors } from '@robots-exclusion/testkit';
import { dialects } from 'robots-exclusion/dialects';
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
  it('answers as the contract says, octet by octet', async () => {
    const { out, exit } = await batch([{ ...question, dialect: 'rfc9309' }]);
    expect(out).toEqual(['{"id":1,"allow":false,"because":"rule","line":2,"rule":"Disallow: /x"}']);
    expect(exit).toBe(0);
  });

  it('names line and rule only where a rule decides', async () => {
    const urls = ['/x', '/y', '/robots.txt'];
    const { out } = await batch([
      ...urls.map((url) => ({ ...question, url })),
      { ...question, robots: 'User-agent: BarBot\nDisallow: /\n' },
    ]);
    expect(out.map((line) => JSON.parse(line))).toEqual([
      { id: 1, allow: false, because: 'rule', line: 2, rule: 'Disallow: /x' },
      { id: 1, allow: true, because: 'no-rule-matched' },
      { id: 1, allow: true, because: 'robots-txt-itself' },
      { id: 1, allow: true, because: 'no-group' },
    ]);
  });

  it('takes exact octets before text, in both alphabets', async () => {
    const octets = Buffer.concat([Buffer.from('User-agent: *\nDisallow: /caf'), Buffer.of(0xe9, 0x0a)]);
    const forms = [octets.toString('base64'), octets.toString('base64url'), `${octets.toString('base64')}\n`];
    const { out } = await batch(forms.map((robotsBase64) => ({ ...question, robotsBase64, url: '/caf%E9' })));
    for (const line of out)
      expect(line).toContain('"allow":false,"because":"rule","line":2,"rule":"Disallow: /caf%E9"');
  });

  it('takes a list of agents for one crawler', async () => {
    const robotsTxt =
      'User-agent: A\nDisallow: /a\n\nUser-agent: B\nDisallow: /b\n\nUser-agent: *\nDisallow: /\n';
    const ask = (agent: unknown, url: string) => ({ ...question, robots: robotsTxt, agent, url });
    const { out } = await batch([
      ask(['A', 'B'], '/a'),
      ask(['A', 'B'], '/b'),
      ask(['A', 'B'], '/c'),
      ask('*', '/c'),
    ]);
    expect(out.map((line) => JSON.parse(line).line)).toEqual([2, 5, undefined, 8]);
  });

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

describe('robots batch: identifiers come back as they were', () => {
  const ids = [
    '1',
    '"a"',
    'null',
    'true',
    '1.50',
    '12345678901234567890',
    '1e400',
    '{"a": [1.0, "}"]}',
    '"\\ud800"',
  ];

  it.each(ids)('%s', async (id) => {
    const { robots: text, ...rest } = question;
    const { out } = await batch([
      `{"robots":${JSON.stringify(text)},"id" : ${id} ,${JSON.stringify(rest).slice(8)}`,
    ]);
    expect(out).toEqual([`{"id":${id},"allow":false,"because":"rule","line":2,"rule":"Disallow: /x"}`]);
  });

  it('is null where there is none', async () => {
    const { id: _, ...without } = question;
    expect((await batch([without])).out[0]).toMatch(/^\{"id":null,"allow":false/);
  });
});

describe('robots batch: bad records', () => {
  const rows: readonly (readonly [code: string, line: string | object])[] = [
    ['invalid-json', 'nope'],
    ['invalid-json', '{"id":1,'],
    ['not-an-object', '[1]'],
    ['not-an-object', 'null'],
    ['missing-robots', { id: 1, agent: 'A', url: '/' }],
    ['missing-robots', { id: 1, robots: null, agent: 'A', url: '/' }],
    ['invalid-robots', { ...question, robots: 5 }],
    ['invalid-base64', { ...question, robotsBase64: '#' }],
    ['invalid-base64', { ...question, robotsBase64: 'abcde' }],
    ['invalid-base64', { ...question, robotsBase64: ['QQ=='] }],
    ['invalid-agent', { ...question, agent: undefined }],
    ['invalid-agent', { ...question, agent: ['A', 1] }],
    ...['', ' ', ',', '(x)', '/1.0', [], [''], ['', ''], ['', 'A']].map((agent): [string, object] => [
      'invalid-agent',
      { ...question, agent },
    ]),
    ['invalid-url', { ...question, url: 'example.com/x' }],
    ['invalid-url', { ...question, url: 'http://' }],
    ['invalid-url', { ...question, url: null }],
    ['unknown-dialect', { ...question, dialect: 'klingon' }],
    ['unknown-dialect', { ...question, dialect: 7 }],
  ];

  it.each(rows)('%s: %j', async (code, line) => {
    const { out, stderr, exit } = await batch([line, question]);
    const [bad, good] = out.map((text) => JSON.parse(text));
    expect(bad).toEqual({
      id: typeof line === 'string' ? null : 1,
      error: { code, message: expect.any(String) },
    });
    expect(bad.error.message).toMatch(/^Input line 1: [A-Z]/);
    expect(good).toMatchObject({ id: 1, allow: false });
    expect([stderr, exit]).toEqual(['robots: 1 of 2 records was bad\n', 4]);
  });

  it('RFC 9309 §2.2.1: hands an empty literal token to the parser, and takes `*` for any crawler', async () => {
    const { out, exit } = await batch([
      { ...question, agent: '', literal: true },
      { ...question, agent: '*' },
    ]);
    expect(out.map((text) => JSON.parse(text).allow)).toEqual([false, false]);
    expect(exit).toBe(0);
  });

  it('refuses a nameless crawler with targets, in TSV and with --strict-agents', async () => {
    const nameless = { ...question, agent: ' , ' };
    const tsv = `1\t${JSON.stringify(question.robots)}\t\t/x`;
    const runs = await Promise.all([
      batch([nameless], ['--targets', '/x']),
      batch([nameless], ['--strict-agents']),
      batch([tsv], ['--format', 'tsv']),
    ]);
    for (const { out, exit } of runs) {
      expect(out).toEqual([expect.stringContaining('invalid-agent')]);
      expect(exit).toBe(4);
    }
  });

  it('names the dialects that there are', async () => {
    const { out } = await batch([{ ...question, dialect: 'klingon' }]);
    expect(JSON.parse(out[0] ?? '').error.message).toBe(
      `Input line 1: Cannot use the dialect "klingon": expected one of ${dialects.map(({ name }) => name).join(', ')}`,
    );
  });

  it('leaves members alone that it does not know', async () => {
    const { out, stderr } = await batch([{ ...question, country: 'is', note: null }]);
    expect(out).toEqual(['{"id":1,"allow":false,"because":"rule","line":2,"rule":"Disallow: /x"}']);
    expect(stderr).toBe('');
  });

  it('answers a line that is not valid UTF-8', async () => {
    const input = Buffer.concat([
      Buffer.from('{"id":"'),
      Buffer.of(0xff),
      Buffer.from(`"}\n${JSON.stringify(question)}`),
    ]);
    const { stdout, exit } = await robots(['batch'], { input });
    const [bad, good] = stdout.split('\n').filter(Boolean);
    expect(JSON.parse(bad ?? '')).toMatchObject({ id: null, error: { code: 'invalid-utf-8' } });
    expect(JSON.parse(good ?? '')).toMatchObject({ id: 1, allow: false });
    expect(exit).toBe(4);
  });

  it('answers a line that is too long, whatever follows', async () => {
    const { out, exit } = await batch(
      [{ ...question, robots: 'x'.repeat(3_000_000) }, question],
      ['--max-line-bytes', '1000'],
    );
    expect(JSON.parse(out[0] ?? '')).toMatchObject({ id: null, error: { code: 'line-too-long' } });
    expect(JSON.parse(out[1] ?? '')).toMatchObject({ allow: false });
    expect(exit).toBe(4);
  });

  it('looks nothing up by names of the input', async () => {
    const { out } = await batch([
      '{"__proto__":{"robots":""},"agent":"A","url":"/","dialect":"constructor"}',
    ]);
    expect(out[0]).toMatch(/"code":"(unknown-dialect|missing-robots)"/);
  });
});

describe('robots batch --format tsv', () => {
  const row = (id: string, robotsTxt: string, agent: string, url: string): string =>
    `${id}\t${JSON.stringify(robotsTxt)}\t${agent}\t${url}`;
  const tsv = async (rows: readonly string[], ...args: string[]) => batch(rows, ['--format', 'tsv', ...args]);

  it('answers as the contract says, octet by octet', async () => {
    const urls = ['/x', '/y', '/robots.txt'];
    const { stdout, exit } = await robots(['batch', '--format', 'tsv'], {
      input: [...urls.map((url) => row('a', file, 'FooBot', url)), row('b', '', 'FooBot', '/x')].join('\n'),
    });
    expect(stdout).toBe(
      'a\tfalse\trule\t2\na\ttrue\tno-rule-matched\t\na\ttrue\trobots-txt-itself\t\nb\ttrue\tno-group\t\n',
    );
    expect(exit).toBe(0);
  });

  it('gives ids back as they are written', async () => {
    const ids = ['', '1', '0x1f', ' "a" ', '1.50', 'ü\u0000', '{"a": [1.0]}', '\u001b[31m', '\\N'];
    const { out } = await tsv(ids.map((id) => row(id, file, 'FooBot', '/x')));
    expect(out).toEqual(ids.map((id) => `${id}\tfalse\trule\t2`));
  });

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

  it.each([
    ['invalid-tsv', '1\t""\tA'],
    ['invalid-tsv', '1\t""\tA\t/x\t'],
    ['invalid-tsv', '\t\t'],
    ['invalid-robots', '1\tUser-agent: *\tA\t/x'],
    ['invalid-robots', '1\t7\tA\t/x'],
    ['invalid-url', '1\t""\tA\tx'],
  ])('%s: %j', async (code, line) => {
    const { out, stderr, exit } = await tsv([line, row('2', file, 'FooBot', '/x'), '', '\r']);
    expect(out).toEqual([`${line.split('\t', 1)[0]}\terror\t${code}\t`, '2\tfalse\trule\t2']);
    expect(besideNames(stderr)).toMatch(/^robots: 1 of 2 records was bad; Input line 1: [A-Z]/);
    expect(exit).toBe(4);
  });

  it('takes CRLF, and --dialect for all rows', async () => {
    const { out } = await tsv(
      [`${row('1', 'User-agent: *\nDisalow: /x\n', 'A', '/x')}\r`],
      '--dialect',
      'google',
    );
    expect(out).toEqual(['1\tfalse\trule\t2']);
  });
});

describe('robots batch: one file asked again and again', () => {
  it('answers all questions as the first', async () => {
    const sites = ['a', 'b', 'c'].map((site) => `# ${site}\nUser-agent: *\nDisallow: /${site}\n`);
    const questions = Array.from({ length: 90 }, (_, id) => ({
      ...question,
      id,
      robots: sites[id % 3],
      url: `/${'abc'[Math.floor(id / 3) % 3]}`,
      agent: id % 2 === 0 ? 'FooBot' : 'Googlebot-Image',
    }));
    const together = await batch(questions);
    expect(together.out.map((line) => JSON.parse(line).allow)).toEqual(
      questions.map(({ url, robots: text }) => !text?.includes(`Disallow: ${url}`)),
    );
  });

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
  it('skips blank lines and a byte order mark, takes CRLF and a last line without end', async () => {
    const line = JSON.stringify(question);
    const { stdout, exit } = await robots(['batch'], { input: `\ufeff\r\n${line}\r\n \t\n\n${line}` });
    expect(stdout.split('\n')).toHaveLength(3);
    expect(exit).toBe(0);
  });

  it('answers nothing to nothing', async () => {
    expect(await robots(['batch'])).toEqual({ stdout: '', stderr: '', exit: 0 });
  });

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

  it('reads at most --max-bytes of each file', async () => {
    expect(JSON.parse((await batch([question], ['--max-bytes', '20'])).out[0] ?? '')).toMatchObject({
      allow: true,
      because: 'no-rule-matched',
    });
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

  it('reads a file', async () => {
    const path = temporaryFile('questions.ndjson', `${JSON.stringify(question)}\n`);
    expect((await batch([], [path])).out).toHaveLength(1);
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
