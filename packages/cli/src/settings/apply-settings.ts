/**
 * Applies settings from outside the command line to a command's options. An option of a command may also be set by a
 * variable (`ROBOTS_SERVE_MAX_URLS` for `--max-urls` of `robots serve`), or in the command's section of the
 * configuration file. A few options with the same meaning everywhere may be set once for all commands. Precedence: the
 * command line, the command's own variable, the common variable, the command's section of the file, the top of the
 * file. A file that was merely found in the working folder sets only options that shape the answer.
 */
import { type Command, InvalidArgumentError, type Option } from 'commander';
import { CommandError } from '../command-error.ts';
import { settableFrom } from '../input/folder-option.ts';
import { type AllCommands, requireKnownMembers, requireKnownVariables } from './known-settings.ts';
import { COMMON, commonVariableOf, sectionOf, settableOptions, variableOf, variableValue } from './names.ts';
import { isObject, readSettingsFile, type SettingsFile } from './settings-file.ts';

/** Parses an option's value from a variable or a file in the same way as on the command line. */
const WORDS: ReadonlyMap<unknown, boolean> = new Map<unknown, boolean>([
  ['1', true],
  ['true', true],
  ['0', false],
  ['false', false],
]);

/**
 * @param where The source of the value, as messages name it.
 * @throws {CommandError} If the value is invalid for the option.
 */
function optionValue(option: Option, given: unknown, where: string): unknown {
  if (option.isBoolean()) {
    const value = typeof given === 'boolean' ? given : WORDS.get(given);
    if (value !== undefined) return value;
    throw new CommandError(`Cannot use ${where}: expected true or false`);
  }
  const values = Array.isArray(given) ? given : [given];
  let value: unknown;
  for (const one of values) {
    if (typeof one !== 'string' && typeof one !== 'number') {
      throw new CommandError(`Cannot use ${where}: expected text or a number`);
    }
    requireName(option, String(one), where);
    value = readOne(option, String(one), value, where);
  }
  if (values.length === 1 || Array.isArray(value)) return value;
  throw new CommandError(`Cannot use ${where}: expected one value, got ${values.length}`);
}

/**
 * Options that name crawlers. Their own error messages refer only to arguments, not to variables or members of a file.
 */
const NAMES: ReadonlySet<string> = new Set(['agent', 'agents', 'userAgent']);

function requireName(option: Option, text: string, where: string): void {
  if (!NAMES.has(option.attributeName()) || /[^\s,]/.test(text)) return;
  throw new CommandError(
    `Cannot use ${where}: ${JSON.stringify(text)} names no crawler, expected a product token such as "FooBot" or a User-Agent header`,
  );
}

function readOne(option: Option, text: string, before: unknown, where: string): unknown {
  try {
    return option.parseArg ? option.parseArg(text, before) : text;
  } catch (error) {
    if (!(error instanceof InvalidArgumentError)) throw error;
    throw new CommandError(`Cannot use ${where}: ${error.message}`);
  }
}

interface Given {
  readonly value: unknown;
  /** The variable, or the place in the file. */
  readonly name: string;
  /** The name of the source in messages. */
  readonly where: string;
  readonly source: 'env' | 'config';
}

/**
 * Sets the options of a command that its arguments did not set.
 *
 * @param named The settings file that the caller names.
 * @returns The name of the source of each option that was set, by the option's name in the file.
 * @throws {CommandError} If a setting is unknown, its value is invalid, or a folder must not set it.
 */
export async function applySettings(
  command: Command,
  env: NodeJS.ProcessEnv,
  named: string | undefined,
  allCommands: AllCommands,
): Promise<ReadonlyMap<string, string>> {
  const section = sectionOf(command);
  const options = settableOptions(command);
  await requireKnownVariables(
    env,
    new Set(options.map((option) => variableOf(section, option))),
    allCommands,
  );
  const file = await readSettingsFile(env, named);
  if (file) await requireKnownMembers(file, allCommands);
  if (file?.from === 'folder') await requireShaping(options, section, file);
  const sources = new Map<string, string>();
  for (const option of options) {
    if (isArgument(command, option.attributeName())) continue;
    const given = fromEnvironment(option, section, env) ?? (file && fromFile(option, section, file));
    if (!given) continue;
    const value = optionValue(option, given.value, given.where);
    command.setOptionValueWithSource(option.attributeName(), value, given.source);
    sources.set(option.attributeName(), given.where);
  }
  return sources;
}

/**
 * Refuses what a file in the working folder must not set for this command, whether or not another source sets it too.
 *
 * @throws {CommandError}
 */
async function requireShaping(
  options: readonly Option[],
  section: string,
  file: SettingsFile,
): Promise<void> {
  const refused = options.flatMap((option) => {
    const given = fromFile(option, section, file);
    return given && settableFrom(option) !== 'folder' ? [{ option, name: given.name }] : [];
  });
  const [first] = refused;
  if (first !== undefined) {
    const names = refused.map(({ name }) => name).join(', ');
    throw new CommandError(
      `Cannot use ${names} in ${file.name}: a file that lies in the folder may only shape answers; set ${first.option.long} or ${variableOf(section, first.option)} yourself, or name the file: --settings ${file.name}`,
    );
  }
  const agents = options.find((option) => option.attributeName() === 'agents');
  const lists = agents && fromFile(agents, section, file);
  if (!lists) return;
  const { namesFile } = await import('../input/crawler-names.ts');
  const list = [lists.value].flat().find((one) => typeof one === 'string' && namesFile(one));
  if (list === undefined) return;
  throw new CommandError(
    `Cannot use ${lists.where}: ${JSON.stringify(list)} is a file, and a file that lies in the folder may not name others; list the crawlers in it, or name the file: --settings ${file.name}`,
  );
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
      return { value: text.includes('\n') ? lines(text) : text, name: where, where, source: 'env' };
    }
  }
  return undefined;
}

function fromFile(
  option: Option,
  section: string,
  { name: file, settings }: SettingsFile,
): Given | undefined {
  const name = option.attributeName();
  const at = (value: unknown, place: string): Given => ({
    value,
    name: place,
    where: `${place} in ${file}`,
    source: 'config',
  });
  const own = Object.hasOwn(settings, section) ? settings[section] : undefined;
  if (isObject(own) && Object.hasOwn(own, name)) return at(own[name], `${section}.${name}`);
  // The command `agents` has the same name as a common option.
  const isCommon = COMMON.includes(name) && Object.hasOwn(settings, name) && !isObject(settings[name]);
  return isCommon ? at(settings[name], name) : undefined;
}

function lines(text: string): string[] {
  return text.split(/\r?\n/).filter((line) => line.trim() !== '');
}
