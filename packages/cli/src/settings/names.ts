/** Lists the options that may be set outside the arguments, and their names there. */
import type { Command, Option } from 'commander';

/**
 * Options with the same meaning in every command, by their names in the file: they may be set once for all commands, as
 * `ROBOTS_STORE` or at the top of the file. All other options are set per command.
 */
export const COMMON: readonly string[] = [
  'addressPolicy',
  'agents',
  'preset',
  'registry',
  'store',
  'storeFile',
  'timeout',
  'userAgent',
];

/** Options that are not settings: one-time actions, and `--config` of the linter, which names a different file. */
const DEEDS: ReadonlySet<string> = new Set([
  '--all',
  '--chart',
  '--config',
  '--file',
  '--fix',
  '--fix-dangerous',
  '--fix-rule',
  '--yes',
  '--force',
  '--resume',
  '--script',
  '--version',
  '--write',
]);

/** Options of a command, without those of its subcommands, that can be set outside the arguments. */
export function settableOptions(command: Command): Option[] {
  return command.options.filter(({ long, negate }) => long !== undefined && !negate && !DEEDS.has(long));
}

/** The same, including the options of subcommands. */
export function allSettableOptions(command: Command): Option[] {
  return [...settableOptions(command), ...command.commands.flatMap(allSettableOptions)];
}

/** The top-level command: `cache` for all of `robots cache`. */
export function sectionOf(command: Command): string {
  return command.parent?.parent ? sectionOf(command.parent) : command.name();
}

/** `ROBOTS_SERVE_MAX_URLS` for `--max-urls` of `robots serve`. */
export function variableOf(section: string, option: Option): string {
  return `ROBOTS_${shouted(section)}_${shouted(option.name())}`;
}

/** `ROBOTS_STORE` for a common option; undefined for any other. */
export function commonVariableOf(option: Option): string | undefined {
  return COMMON.includes(option.attributeName()) ? `ROBOTS_${shouted(option.name())}` : undefined;
}

/** `USER_AGENT` for `userAgent` and `user-agent`. */
export function shouted(name: string): string {
  return name
    .replace(/[A-Z]/g, (letter) => `-${letter}`)
    .toUpperCase()
    .replaceAll('-', '_');
}

/** The value of a variable; an empty one counts as unset. */
export function variableValue(env: NodeJS.ProcessEnv, name: string): string | undefined {
  const value = env[name];
  return value === undefined || value.trim() === '' ? undefined : value;
}
