/** Options that mean the same have the same names and company in every command: the list of commands is the command's own. */
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
    const others = ['--as', '--crawler', '--crawlers', '--offline', '--online', '--token', '--tokens'];
    expect(flags.filter((flag) => others.includes(flag))).toEqual([]);
  });
});

it.each(['--network', '--agents', '--registry', '--literal', '--store', '--user-agent'])(
  '%s is described alike wherever it is',
  (flag) => {
    const texts = commands.flatMap(({ options }) => options.filter((option) => option.flag === flag));
    expect(texts.length).toBeGreaterThan(1);
    expect(new Set(texts.map(({ text }) => text)).size).toBe(1);
  },
);
