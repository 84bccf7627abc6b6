import { readFileSync } from 'node:fs';
import type { Command, Option } from 'commander';
import { describe, expect, it } from 'vitest';
import { commandEntries } from '../commands/command-entries.ts';
import { FolderOption } from '../input/folder-option.ts';
import { allSettableOptions, COMMON, commonVariableOf, variableOf } from './names.ts';

const commands = await Promise.all(
  commandEntries.map(async (entry) =>
    (await entry.load())(
      () => {},
      async () => [],
    ),
  ),
);

function optionsByName(): Map<string, (readonly [command: string, option: Option])[]> {
  const byName = new Map<string, (readonly [string, Option])[]>();
  for (const [command, option] of commands.flatMap((one) => allOptions(one))) {
    byName.set(option.name(), [...(byName.get(option.name()) ?? []), [command, option]]);
  }
  return byName;
}

function allOptions(command: Command): (readonly [string, Option])[] {
  const own = command.options.map((option) => [command.name(), option] as const);
  return [...own, ...command.commands.flatMap(allOptions)];
}

/** An option's description without the parts that may differ: its default, its format, and when it applies. */
function meaning({ description }: Option): string {
  return description
    .replace(/^with [^:]*: /, '')
    .split(/[:;(]/, 1)[0]!
    .trim();
}

describe('an option name', () => {
  it.each([...optionsByName()])('--%s means the same in every command', (_, options) => {
    const meanings = options.map(([command, option]) => [meaning(option), command]);
    expect(new Set(meanings.map(([text]) => text)), JSON.stringify(meanings)).toHaveProperty('size', 1);
  });

  it('that is common is a real one, takes the same values, and is taken the same way', () => {
    const byName = new Map(
      [...optionsByName()].map(([, options]) => [options[0]![1].attributeName(), options]),
    );
    for (const name of COMMON) {
      const options = byName.get(name) ?? [];
      expect(options.length, name).toBeGreaterThan(1);
      const forms = options.map(([, { flags, argChoices }]) => JSON.stringify([flags, argChoices]));
      expect(new Set(forms).size, forms.join('\n')).toBe(1);
    }
  });

  it('gives no variable of two meanings', () => {
    const variables = commands.flatMap((command) =>
      allSettableOptions(command).map((option) => [variableOf(command.name(), option), option] as const),
    );
    const common = new Set(commands.flatMap(allSettableOptions).map(commonVariableOf));
    const names = new Map<string, string>();
    for (const [variable, option] of variables) {
      expect(common.has(variable), variable).toBe(false);
      expect(names.get(variable) ?? meaning(option)).toBe(meaning(option));
      names.set(variable, meaning(option));
    }
  });
});

it('what a command does once cannot be set outside its line, as docs/command.md lists it', () => {
  const settable = new Set(commands.flatMap(allSettableOptions).map(({ long }) => long));
  const options = commands.flatMap((command) => allOptions(command).map(([, option]) => option));
  const given = options.filter(({ long, negate }) => !negate && !settable.has(long)).map(({ long }) => long);
  const docs = readFileSync(new URL('../../../../docs/command.md', import.meta.url), 'utf8');
  const [, listed = ''] = /must be given each time: (.*?) `robots --no-settings/s.exec(docs) ?? [];
  expect(listed.match(/--[a-z-]+/g)?.sort()).toEqual([...new Set(given)].sort());
});

/** What a folder may set, each with the reason why it shapes no more than the answer. */
const OF_A_FOLDER = {
  '--agent': 'the crawler that is judged; names only',
  '--agents': 'the crawlers that are judged; a value that names a file is refused',
  '--dialect': 'how robots.txt is read',
  '--explain': 'more of the answer',
  '--fail-on': 'the exit code',
  '--format': 'how the answer is written to standard output',
  '--keep': 'more that fmt must preserve',
  '--limit': 'how much of the answer is shown',
  '--literal': 'how names are understood',
  '--output': 'how the answer is written to standard output',
  '--profile': 'which findings count',
  '--purpose-token': 'which names count as purpose tokens',
  '--robots-url': 'the address that findings assume; nothing is fetched from it',
  '--rule': 'which findings count',
  '--strict-agents': 'more that is refused',
  '--text': 'more of the answer',
  '--usage': 'more of the answer',
  '--use': 'the use that is judged',
};

it('a folder may set what is listed with a reason, and nothing else', () => {
  const options = commands.flatMap((command) => allOptions(command).map(([, option]) => option));
  const ofFolder = options.filter((option) => option instanceof FolderOption).map(({ long }) => long);
  expect([...new Set(ofFolder)].sort()).toEqual(Object.keys(OF_A_FOLDER));
  expect(options.filter((option) => !(option instanceof FolderOption) && option.long === '--format')).toEqual(
    [],
  );
  const docs = readFileSync(new URL('../../../../docs/command.md', import.meta.url), 'utf8');
  const [, listed = ''] = /it only shapes answers: (.*?) Everything/s.exec(docs) ?? [];
  expect(listed.match(/--[a-z-]+/g)).toEqual(Object.keys(OF_A_FOLDER));
});
