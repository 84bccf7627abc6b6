/**
 * Options with the same meaning have the same name and the same related options in every command. The list of commands
 * comes from the command itself.
 */
import { describe, expect, it } from 'vitest';
import { robots } from './command.ts';

interface DescribedCommand {
  readonly name: string;
  readonly options: readonly { readonly flag: string; readonly text: string }[];
}

const { commands } = JSON.parse((await robots(['help', '--json'])).stdout) as {
  commands: readonly DescribedCommand[];
};

describe.each(commands.map(({ name, options }) => [name, options] as const))('robots %s', (_, options) => {
  const flags = options.map(({ flag }) => flag);

  it.each([
    ['--network', ['--no-network']],
    ['--no-network', ['--network']],
    ['--agents', ['--agent', '--registry', '--strict-agents']],
    ['--agent', ['--registry', '--strict-agents']],
    ['--literal', ['--registry', '--strict-agents']],
    ['--strict-agents', ['--registry']],
    ['--store', ['--store-file', '--user-agent']],
    ['--store-file', ['--store']],
    ['--address-policy', ['--also-fetch']],
  ])('that has %s has %j', (flag, others) => {
    if (flags.includes(flag)) expect(flags).toEqual(expect.arrayContaining(others));
  });

  it('has no second word for them', () => {
    const others = ['--crawler', '--crawlers', '--offline', '--online', '--token', '--tokens'];
    expect(flags.filter((flag) => others.includes(flag))).toEqual([]);
  });
});

/**
 * Commands that accept literal tokens but only the dialect RFC 9309, because they send a request, or prove or store
 * facts about RFC 9309 rules.
 */
const BY_THE_STANDARD = ['diff', 'preflight', 'warc'];

it('a command that takes bare tokens takes a dialect, whose parser knows them only', () => {
  const having = (flag: string) =>
    commands.filter(({ options }) => options.some((option) => option.flag === flag)).map(({ name }) => name);
  const expected = having('--literal').filter((name) => !BY_THE_STANDARD.includes(name));
  expect(having('--dialect').sort()).toEqual(expected.sort());
  const texts = commands.flatMap(({ options }) => options.filter(({ flag }) => flag === '--dialect'));
  for (const { text } of texts)
    expect(text).toMatch(/^dialect in which to read robots\.txt \(default: rfc9309\)/);
});

const HEADER = 'Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)';
/** Nothing listens at this URL, so connections fail immediately. */
const NOBODY = 'http://127.0.0.1:1/';
const argumentsOf = (command: string): string[] => (command === 'diff' ? [NOBODY, NOBODY] : [NOBODY]);

const askers = commands
  .filter(({ options }) =>
    ['--agent', '--user-agent'].every((flag) => options.some((one) => one.flag === flag)),
  )
  .map(({ name }) => name);

describe.each(askers)('robots %s', (command) => {
  const ask = (...args: string[]) => robots([command, ...argumentsOf(command), ...args]);
  const note = 'robots: using GPTBot, the crawler that --user-agent names\n';

  it('asks about the crawler that --user-agent names if no other option names one', async () => {
    expect((await ask('--user-agent', HEADER)).stderr).toContain(note);
    expect((await ask('--user-agent', HEADER, '--agent', 'CCBot')).stderr).not.toContain(note);
    const typo = await ask('--user-agent', 'GPTBto/1.0', '--strict-agents');
    expect([typo.exit, typo.stderr]).toEqual([2, expect.stringContaining('did you mean GPTBot?')]);
  });

  it('refuses an empty --user-agent, whoever it asks about', async () => {
    for (const args of [[], ['--agent', 'GPTBot']]) {
      const { exit, stderr } = await ask('--user-agent', ' ', ...args);
      expect([exit, stderr]).toEqual([2, expect.stringContaining('expected a User-Agent header')]);
    }
  });
});

it('covers at least the commands that ask about crawlers', () => {
  expect(askers).toEqual(expect.arrayContaining(['check', 'diff', 'doctor', 'lint', 'preflight']));
});

it.each(['--network', '--agents', '--registry', '--literal', '--store', '--user-agent'])(
  '%s is described alike wherever it is',
  (flag) => {
    const texts = commands.flatMap(({ options }) => options.filter((option) => option.flag === flag));
    expect(texts.length).toBeGreaterThan(1);
    expect(new Set(texts.map(({ text }) => text)).size).toBe(1);
  },
);
