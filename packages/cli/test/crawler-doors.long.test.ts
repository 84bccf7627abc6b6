/**
 * Tests the messages of each command about crawler names that are known, unknown, similar to a known name, in a custom
 * registry, or rejected.
 */
import { buildOnce } from '@robots-exclusion/testkit';
import { beforeAll, describe, expect, it } from 'vitest';
import { robots, temporaryFile } from './command.ts';

beforeAll(buildOnce);

const FILE = 'User-agent: *\nDisallow: /x\n\nUser-agent: GPTBot\nDisallow: /\n';

describe('every command that takes names of crawlers', () => {
  const record = (agent: string) => ({ robots: FILE, agent, url: '/x' });
  const lines = (...names: string[]) => names.map((name) => `${JSON.stringify(record(name))}\n`).join('');
  const expectations = (name: string): string => `tests: [{ crawler: [${name}, ${name}], disallow: /x }]\n`;
  const sql = (name: string): string => `SELECT robots_allowed('${FILE}', '${name}', '/x') FROM range(3)`;
  const profiles = (): string => {
    const profile = {
      token: 'GPTBto',
      operator: 'Mine',
      source: 'https://mine.example/',
      asOf: '2026-01-01',
    };
    return temporaryFile('mine.json', JSON.stringify([profile]));
  };
  const doors: Readonly<Record<string, (name: string) => [args: string[], input: string]>> = {
    check: (name) => [['check', '/x', '--robots', '-', '--agent', name], FILE],
    'check --format json': (name) => [
      ['check', '/x', '--robots', '-', '--agents', name, '--format', 'json'],
      FILE,
    ],
    'check --dialect all': (name) => [
      ['check', '/x', '--robots', '-', '--agent', name, '--dialect', 'all'],
      FILE,
    ],
    diff: (name) => [['diff', '-', temporaryFile('a.txt', FILE), '--agent', name], FILE],
    batch: (name) => [['batch', '--agent', name], lines('GPTBot')],
    'batch, by record': (name) => [['batch'], lines(name, 'GPTBot', name)],
    'batch, by record, with targets': (name) => [['batch', '--targets', '/,/x'], lines(name, name)],
    'batch, by record, in threads': (name) => [['batch', '--workers', '2'], lines(name, name)],
    'batch, by row': (name) => [['batch', '--format', 'tsv'], `1\t${JSON.stringify(FILE)}\t${name}\t/x\n`],
    lint: (name) => [['lint', '-', '--agents', name], FILE],
    test: (name) => [['test', temporaryFile('tests.yaml', expectations(name)), '--robots', '-'], FILE],
    sql: (name) => [['sql', sql(name)], ''],
  };

  describe.each(Object.entries(doors))('%s', (_, door) => {
    const ask = (name: string, ...options: string[]) => {
      const [args, input] = door(name);
      return robots([...args, ...options], { input });
    };
    const note = 'GPTBto is not a known crawler; did you mean GPTBot?';

    it('points out a name that is not known, once, and refuses it with --strict-agents', async () => {
      const { stderr, exit } = await ask('GPTBto');
      expect([stderr.split(note).length, Number(exit) <= 1]).toEqual([2, true]);
      const strict = await ask('GPTBto', '--strict-agents');
      expect([`${strict.stdout}${strict.stderr}`, strict.exit]).toEqual([
        expect.stringContaining(`Refused by --strict-agents: ${note}`),
        2,
      ]);
    });

    it('says nothing of one that is known, by itself or by --registry', async () => {
      for (const options of [[], ['--strict-agents']]) {
        expect((await ask('gptbot', ...options)).stderr).not.toContain('known crawler');
        const mine = await ask('GPTBto', '--registry', profiles(), ...options);
        expect([mine.stderr, Number(mine.exit) <= 1]).toEqual([
          expect.not.stringContaining('known crawler'),
          true,
        ]);
      }
    });
  });

  it('are told of in the answers of batch with --explain, and in no short record', async () => {
    const input = lines('GPTBto', 'GPTBot');
    const rows = async (...options: string[]) =>
      (await robots(['batch', ...options], { input })).stdout
        .trim()
        .split('\n')
        .map((row) => JSON.parse(row));
    expect((await rows()).map((row) => Object.keys(row))).toEqual([
      ['id', 'allow', 'because', 'line', 'rule'],
      ['id', 'allow', 'because', 'line', 'rule'],
    ]);
    expect(
      (await rows('--explain')).map(({ crawler }) => [crawler.tokens, crawler.known, crawler.nearest]),
    ).toEqual([
      [['GPTBto'], false, ['GPTBot']],
      [['GPTBot'], true, undefined],
    ]);
  });

  it('stay few lines for 10,000 names of records', async () => {
    const names = Array.from({ length: 10_000 }, (_, index) => `NoSuchBot${index}`);
    const { stderr, exit } = await robots(['batch'], { input: lines(...names, 'x'.repeat(10_000)) });
    expect(stderr.trim().split('\n')).toHaveLength(11);
    expect(stderr).toContain('robots: at least 990 more crawlers are not known\n');
    expect([stderr.length < 1_000, exit]).toEqual([true, 0]);
  });

  it('by SQL stand for one crawler', async () => {
    const { stderr, exit } = await robots(['sql', sql('registry:training')]);
    expect([stderr, exit]).toEqual([expect.stringContaining('which stands for several'), 2]);
  });
});

describe('robots identify', () => {
  const browser = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/126.0 Safari/537.36';
  it.each([
    ['GPTBot/1.0', { token: 'GPTBot', known: true }, ''],
    [
      'GPTBto/1.0',
      { token: null, known: false, nearest: ['GPTBot'] },
      'robots: GPTBto is not a known crawler; did you mean GPTBot?\n',
    ],
    [
      'FooBot/1.0 (+https://foo.example/)',
      { token: 'FooBot', known: false, nearest: [] },
      'robots: FooBot is not a known crawler\n',
    ],
    [browser, { token: null, known: false, nearest: [] }, ''],
    ['x'.repeat(10_000), { token: null, known: false, nearest: [] }, ''],
  ])('says of %s whether it is known', async (header, answer, note) => {
    const { stdout, stderr } = await robots([
      ...['identify', '1.1.1.1', header, '--no-network', '--format', 'json'],
    ]);
    expect([JSON.parse(stdout), stderr]).toEqual([expect.objectContaining(answer), note]);
  });

  it('says of ways that were not tried that they were not tried', async () => {
    const { stdout } = await robots(['identify', '66.249.66.1', 'Googlebot/2.1', '--no-network']);
    expect(stdout).toBe('claimed: Googlebot (the published ranges were not given; DNS was not queried)\n');
    const unknown = await robots(['identify', '66.249.66.1', 'x', '--no-network']);
    expect(unknown.stdout).toBe('unknown: the header names no known crawler\n');
  });
});
