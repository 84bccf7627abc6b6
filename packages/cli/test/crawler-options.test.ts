/** Tests how commands accept crawler names, and what they print about them on standard error. */
import { describe, expect, it } from 'vitest';
import { robots, temporaryFile } from './command.ts';

const FILE = 'User-agent: *\nDisallow: /x\n\nUser-agent: GPTBot\nDisallow: /\n';
const HEADER = 'Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)';

async function check(...args: string[]) {
  const { stdout, stderr, exit } = await robots(['check', '/', '--robots', '-', '--format', 'csv', ...args], {
    input: FILE,
  });
  return { rows: stdout.trim().split(/\r?\n/).slice(1), stderr, exit };
}

describe('robots check', () => {
  it.each([
    ['GPTBot', ''],
    ['*', ''],
    [HEADER, ''],
    ['FooBot', 'robots: FooBot is not a known crawler\n'],
    ['GPTBto', 'robots: GPTBto is not a known crawler; did you mean GPTBot?\n'],
    [
      'Googlebot,bingbot',
      'robots: Treated as one crawler with the product tokens Googlebot and bingbot; for several crawlers use --agents Googlebot,bingbot\n',
    ],
  ])('--agent %j', async (name, note) => {
    expect((await check('--agent', name)).stderr).toBe(note);
    expect((await check('--agent', name, '--literal')).stderr).toBe(note);
    expect((await check('--agent', name, '--dialect', 'google')).stderr).toBe(note);
  });

  it('takes a list of names, of files and of purposes', async () => {
    const list = temporaryFile('mine.list', '# mine\nGPTBot\n\nCCBot\n');
    for (const names of ['GPTBot,CCBot', 'GPTBot, CCBot', list]) {
      expect((await check('--agents', names)).rows).toHaveLength(2);
    }
    const { rows, stderr } = await check('--agents', 'registry:training');
    expect([rows.length > 10, stderr]).toEqual([true, '']);
    expect((await check('--agent', 'registry:training')).rows).toEqual(rows);
    expect((await check('--agents', 'registry:training', '--agent', 'GPTBot')).rows).toHaveLength(
      rows.length,
    );
  });

  it.each([
    [['--agents', 'registry:trainig'], 'did you mean "registry:training"?'],
    [['--agents', ''], 'it names no crawler'],
    [['--agents', 'nobody.txt'], 'nobody.txt'],
  ])('refuses %j', async (args, message) => {
    const { stderr, exit } = await check(...args);
    expect([exit, stderr]).toEqual([2, expect.stringContaining(message)]);
  });

  it.each([
    ['[{"token":"A"}]', 'it contains JSON'],
    ['# nobody\n', 'the file names no crawler'],
  ])('refuses a list that holds %j', async (text, message) => {
    const { stderr, exit } = await check('--agents', temporaryFile('list', text));
    expect([exit, stderr]).toEqual([2, expect.stringContaining(message)]);
  });

  it('refuses unknown names with --strict-agents, wherever they are set', async () => {
    const strict = ['--strict-agents', '--agents', 'GPTBot,GPTBto,FooBot'];
    expect(await check(...strict)).toEqual({
      rows: [],
      stderr:
        'robots: Refused by --strict-agents: GPTBto is not a known crawler; did you mean GPTBot?; FooBot is not a known crawler\n',
      exit: 2,
    });
    expect((await check('--strict-agents', '--agent', '*', '--agent', 'gptbot')).exit).not.toBe(2);
    expect((await check('--strict-agents', '--literal', '--agent', 'GPTBto')).exit).toBe(2);
  });

  it('asks about the crawler that --user-agent names, and says so', async () => {
    const { rows, stderr } = await check('--user-agent', HEADER);
    expect(stderr).toBe('robots: using GPTBot, the crawler that --user-agent names\n');
    expect(rows).toEqual((await check('--agent', 'GPTBot')).rows);
    expect((await check('--user-agent', HEADER, '--agent', 'CCBot')).stderr).toBe('');
  });

  it('stays short for 10,000 names, and for a name of 10,000 characters', async () => {
    const names = Array.from({ length: 10_000 }, (_, index) => `NoSuchBot${index}`);
    const { rows, stderr } = await check('--agents', temporaryFile('many.txt', names.join('\n')));
    expect(rows).toHaveLength(10_000);
    expect(stderr.length).toBeLessThan(1_000);
    const long = await check('--agent', 'x'.repeat(10_000));
    expect([long.rows.length, long.stderr.length < 300]).toEqual([1, true]);
  });

  it.each([[], ['--dialect', 'all']])(
    'names the hosts that one file answers for %s %s',
    async (...dialect) => {
      const options = ['--robots', '-', '--format', 'ndjson', '--agent', 'GPTBot', ...dialect];
      const ask = (...urls: string[]) => robots(['check', ...urls, ...options], { input: FILE });
      const note = 'robots: one robots.txt is applied here to URLs on 2 hosts: a.example, b.example\n';
      expect((await ask('https://a.example/', 'b.example/x', 'https://a.example/y')).stderr).toBe(note);
      expect((await ask('https://a.example/', '/x')).stderr).toBe('');
      const many = Array.from({ length: 7 }, (_, index) => `https://h${index}.example/`);
      expect((await ask(...many)).stderr).toContain(
        '7 hosts: h0.example, h1.example, h2.example, h3.example, h4.example, …',
      );
    },
  );
});

describe('commands that ask as one crawler', () => {
  it.each([
    [['preflight', 'https://example.com/', '--agent', 'registry:training'], 'stands for several crawlers'],
    [['doctor', 'https://example.com/', '--agent', 'registry:training'], 'stands for several crawlers'],
    [['preflight', 'https://example.com/', '--agent', 'GPTBto', '--strict-agents'], 'did you mean GPTBot?'],
    [['doctor', 'https://example.com/', '--agent', 'GPTBto', '--strict-agents'], 'did you mean GPTBot?'],
    [['preflight', 'https://example.com/'], 'expected --agent with a product token'],
  ])('refuse %j', async (args, message) => {
    const { stderr, exit } = await robots(args);
    expect([exit, stderr]).toEqual([2, expect.stringContaining(message)]);
  });
});

describe('robots identify', () => {
  it.each([
    [['Googlebot/2.1', '66.249.66.1'], 'are swapped: expected the address first'],
    [['Mozilla/5.0 (compatible; Googlebot/2.1)', '2001:db8::1'], 'are swapped'],
    [['Googlebot', 'Googlebot/2.1'], '"Googlebot" is not a valid address'],
    [['66.249.66.1', '66.249.66.2'], '"66.249.66.2" is an address: expected a User-Agent header'],
    [['999.1.1.1', 'Googlebot/2.1'], '"999.1.1.1" is not a valid address'],
    [['1.1.1.1', 'GPTBto/1.0', '--strict-agents'], 'GPTBto is not a known crawler; did you mean GPTBot?'],
    [['1.1.1.1', 'Mozilla/5.0 Chrome/140', '--strict-agents'], 'the header names no known crawler'],
  ])('refuses %j', async (args, message) => {
    const { stderr, exit } = await robots(['identify', ...args, '--no-network']);
    expect([exit, stderr]).toEqual([2, expect.stringContaining(message)]);
  });
});
