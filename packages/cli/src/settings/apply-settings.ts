/**
 * Applies settings from outside the command line to a command's options. An option of a command may also be set by a
 * variable (`ROBOTS_SERVE_MAX_URLS` for `--max-urls` of `robots serve`), or in the command's section of the
 * configuration file. A few options with the same meaning everywhere may be set once for all commands. Precedence: the
 * command line, the command's own variable, the common variable, the command's section of the file, the top of the
 * file.
 */
import type { Command, Option } from 'commander';
import { type AllCommands, requireKnownMembers, requireKnownVariables } from './known-settings.ts';
import { COMMON, commonVariableOf, sectionOf, settableOptions, variableOf, variableValue } from './names.ts';
import { optionValue } from './option-value.ts';
import { isObject, readSettingsFile } from './settings-file.ts';

/** A setting from a variable or a file. */
interface Given {
  readonly value: unknown;
  /** The name of the source in messages. */
  readonly where: string;
  readonly source: 'env' | 'config';
}

/**
 * Sets the options of a command that its arguments did not set.
 *
 * @throws {CommandError} If a setting is unknown, or its value is invalid.
 */
export async function applySettings(
  command: Command,
  env: NodeJS.ProcessEnv,
  allCommands: AllCommands,
): Promise<void> {
  const section = sectionOf(command);
  const options = settableOptions(command);
  await requireKnownVariables(
    env,
    new Set(options.map((option) => variableOf(section, option))),
    allCommands,
  );
  const file = await readSettingsFile(env);
  if (file) await requireKnownMembers(file, allCommands);
  for (const option of options) {
    if (isArgument(command, option.attributeName())) continue;
    const given = fromEnvironment(option, section, env) ?? (file && fromFile(option, section, file));
    if (!given) continue;
    const value = optionValue(option, given.value, given.where);
    command.setOptionValueWithSource(option.attributeName(), value, given.source);
  }
}

/** Whether the arguments set an option. Arguments that name a crawler also override the configured list of crawlers. */
function isArgument(command: Command, name: string): boolean {
  return [name, ...(name === 'agents' ? ['agent'] : [])].some(
    (each) => command.getOptionValueSource(each) === 'cli',
  );
}

function fromEnvironment(option: Option, section: string, env: NodeJS.ProcessEnv): Given | undefined {
  for (const where of [variableOf(section, option), commonVariableOf(option)]) {
    const text = where && variableValue(env, where);
    if (where && text !== undefined) {
      return { value: text.includes('\n') ? lines(text) : text, where, source: 'env' };
    }
  }
  return undefined;
}

function fromFile(
  option: Option,
  section: string,
  { name: file, settings }: NonNullable<Awaited<ReturnType<typeof readSettingsFile>>>,
): Given | undefined {
  const name = option.attributeName();
  const own = Object.hasOwn(settings, section) ? settings[section] : undefined;
  if (isObject(own) && Object.hasOwn(own, name)) {
    return { value: own[name], where: `${section}.${name} in ${file}`, source: 'config' };
  }
  // The command `agents` has the same name as a common option.
  const isCommon = COMMON.includes(name) && Object.hasOwn(settings, name) && !isObject(settings[name]);
  return isCommon ? { value: settings[name], where: `${name} in ${file}`, source: 'config' } : undefined;
}

function lines(text: string): string[] {
  return text.split(/\r?\n/).filter((line) => line.trim() !== '');
}
