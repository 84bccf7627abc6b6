import type { Command, Option } from 'commander';
import { describe, expect, it } from 'vitest';
import { commandEntries } from '../commands/command-entries.ts';
import { allSettableOptions, COMMON, commonVariableOf, variableOf } from './names.ts';

const commands = await Promise.all(
  commandEntries.map(async (entry) =>
    (await entry.load())(
      () => {},
      async () => [],
    ),
  ),
);

/** Options by name, each with the commands that have it. */
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
