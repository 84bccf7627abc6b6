/** Options of other programs, and this command's equivalents. */

import type { Command } from 'commander';
import foreign from './foreign-options.json' with { type: 'json' };

interface Foreign {
  readonly names: readonly string[];
  /**
   * Pairs of an option and a hint, in order of preference. The first hint whose option the command has applies. A hint
   * with an empty option always applies.
   */
  readonly ours: readonly (readonly string[])[];
}

const ANY = '';

const FOREIGN: readonly Foreign[] = foreign;

/** Commands of other programs, and this program's equivalents. */
const COMMANDS: ReadonlyMap<string, string> = new Map([
  ['explain', '"robots check URL --explain" shows all rules that match'],
  ['generate', '"robots init" writes a new file'],
  ['validate', '"robots lint FILE" finds mistakes'],
  ['version', '"robots -V" prints the version'],
]);

/** Suggests this program's equivalent of the unknown option or command in `message`; undefined if there is none. */
export function foreignHint(message: string, command: Command): string | undefined {
  const [, name] = /^unknown command '(.+)'$/s.exec(message) ?? [];
  if (name !== undefined) return COMMANDS.get(name) ?? argumentHint(name);
  const [, option = ''] = /^unknown option '([^'=]+)/.exec(message) ?? [];
  const has = (name: string): boolean => command.options.some(({ long }) => long === name);
  const foreign = FOREIGN.find(({ names }) => names.includes(option));
  const [, hint] = foreign?.ours.find(([ours = ANY]) => ours === ANY || has(ours)) ?? [];
  return hint ?? formatHint(option, command);
}

/** Suggests a command if the user typed a URL or a file instead. */
function argumentHint(name: string): string | undefined {
  if (!/[/.]/.test(name)) return undefined;
  return 'the command comes first: "robots check URL" checks a URL, "robots lint FILE" checks a file';
}

/** Suggests `--format` if the user typed the name of a format as an option. */
function formatHint(option: string, command: Command): string | undefined {
  const choices = command.options.find(({ long }) => long === '--format')?.argChoices ?? [];
  const name = option.replace(/^--/, '');
  return choices.includes(name) ? `use "--format ${name}"` : undefined;
}
