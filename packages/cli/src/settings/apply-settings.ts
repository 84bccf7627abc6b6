/**
 * What the command line leaves open: an option of any command may also be set by a variable (`ROBOTS_MAX_URLS` for
 * `--max-urls`), or in the configuration file, there for one command or for all that have it. The command line comes
 * first, then the variable, then the command's own part of the file.
 */
import type { Command, Option } from 'commander';
import { CommandError } from '../command-error.ts';
import { optionValue } from './option-value.ts';
import { isObject, readSettingsFile, type SettingsFile } from './settings-file.ts';

/** All commands, for names that the one being run does not know. */
export type AllCommands = () => Promise<readonly Command[]>;

/**
 * Sets the options of a command that its arguments did not set.
 *
 * @throws {CommandError} If a setting is not known, or cannot have its value.
 */
export async function applySettings(
  command: Command,
  env: NodeJS.ProcessEnv,
  allCommands: AllCommands,
): Promise<void> {
  const file = await readSettingsFile(env);
  const own = file && ownSettings(command, file);
  if (file) await requireKnown(file, allCommands);
  for (const option of settableOptions(command)) {
    const name = option.attributeName();
    if (command.getOptionValueSource(name) === 'cli') continue;
    const variable = variableOf(option);
    const fromEnv = env[variable];
    if (fromEnv !== undefined)
      set(option, fromEnv.includes('\n') ? lines(fromEnv) : fromEnv, variable, 'env');
    else if (own && Object.hasOwn(own, name)) set(option, own[name], `${name} in ${file.name}`, 'config');
    // A command may have the name of another's option: `fmt --check`.
    else if (file && Object.hasOwn(file.settings, name) && !isObject(file.settings[name]))
      set(option, file.settings[name], `${name} in ${file.name}`, 'config');
  }

  function set(option: Option, given: unknown, where: string, source: 'env' | 'config'): void {
    const name = option.attributeName();
    command.setOptionValueWithSource(name, optionValue(option, given, where), source);
  }
}

/** Options that can be set elsewhere than in arguments. */
export function settableOptions(command: Command): Option[] {
  return command.options.filter(({ long, negate }) => long !== undefined && !negate && !DEEDS.has(long));
}

/** What is done once, because somebody asks for it now; and the linter's own file, which is not this one. */
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

/** `ROBOTS_MAX_URLS` for `--max-urls`. */
export function variableOf(option: Option): string {
  return `ROBOTS_${option.name().toUpperCase().replaceAll('-', '_')}`;
}

function lines(text: string): string[] {
  return text.split(/\r?\n/).filter((line) => line.trim() !== '');
}

/** Names of a command and those above it, without the program's. */
function pathOf(command: Command): string[] {
  return command.parent?.parent ? [...pathOf(command.parent), command.name()] : [command.name()];
}

/** The part of the file that is for this command: `cache` for all of `robots cache`. */
function ownSettings(command: Command, { settings }: SettingsFile): Record<string, unknown> | undefined {
  const [section = ''] = pathOf(command);
  const own = Object.hasOwn(settings, section) ? settings[section] : undefined;
  return isObject(own) ? own : undefined;
}

/** A misspelt setting must not go unnoticed. */
async function requireKnown({ name, settings }: SettingsFile, allCommands: AllCommands): Promise<void> {
  const commands = await allCommands();
  const known = new Map(commands.map((command) => [command.name(), namesOf(command)]));
  const everywhere = new Set([...known.values()].flatMap((names) => [...names]));
  for (const [key, value] of Object.entries(settings)) {
    const names = known.get(key);
    if (key === '$schema' || (everywhere.has(key) && !(names && isObject(value)))) continue;
    if (names === undefined) throw unknown(key, name);
    if (!isObject(value)) throw new CommandError(`Cannot use ${key} in ${name}: expected an object`);
    for (const member of Object.keys(value)) if (!names.has(member)) throw unknown(`${key}.${member}`, name);
  }
}

/** Of a command and its subcommands. */
function namesOf(command: Command): Set<string> {
  const own = settableOptions(command).map((option) => option.attributeName());
  return new Set([...own, ...command.commands.flatMap((subcommand) => [...namesOf(subcommand)])]);
}

function unknown(key: string, file: string): CommandError {
  return new CommandError(
    `Cannot use ${key} in ${file}: there is no such option; see spec/schema/config.json`,
  );
}
