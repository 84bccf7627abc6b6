/** Lists the options that can be set outside the command line, and their names as variables and in the file. */
import type { Command, Option } from 'commander';

/**
 * Options with the same meaning in every command, by their names in the file. They may be set once for all commands,
 * with a variable such as `ROBOTS_STORE` or at the top of the file. All other options are set per command.
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

/**
 * Options that cannot be set outside the command line: one-time actions, and `--config`, which names the linter's own
 * settings file.
 */
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

/** The options of a command, without its subcommands, that can be set outside the command line. */
export function settableOptions(command: Command): Option[] {
  return command.options.filter(({ long, negate }) => long !== undefined && !negate && !DEEDS.has(long));
}

/** Like {@link settableOptions}, but includes the options of subcommands. */
export function allSettableOptions(command: Command): Option[] {
  return [...settableOptions(command), ...command.commands.flatMap(allSettableOptions)];
}

/** The name of the top-level command: `cache` for all subcommands of `robots cache`. */
export function sectionOf(command: Command): string {
  return command.parent?.parent ? sectionOf(command.parent) : command.name();
}

/** The option's variable, such as `ROBOTS_SERVE_MAX_URLS` for `--max-urls` of `robots serve`. */
export function variableOf(section: string, option: Option): string {
  return `ROBOTS_${shouted(section)}_${shouted(option.name())}`;
}

/** The common variable of an option, such as `ROBOTS_STORE`; undefined if the option is not common. */
export function commonVariableOf(option: Option): string | undefined {
  return COMMON.includes(option.attributeName()) ? `ROBOTS_${shouted(option.name())}` : undefined;
}

/** Converts a name to the form of variables, such as `USER_AGENT` for `userAgent` or `user-agent`. */
export function shouted(name: string): string {
  return name
    .replace(/[A-Z]/g, (letter) => `-${letter}`)
    .toUpperCase()
    .replaceAll('-', '_');
}

/** The value of an environment variable; an empty variable counts as unset. */
export function variableValue(env: NodeJS.ProcessEnv, name: string): string | undefined {
  const value = env[name];
  return value === undefined || value.trim() === '' ? undefined : value;
}
