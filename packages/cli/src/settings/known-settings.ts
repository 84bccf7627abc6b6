/** Rejects unknown settings and suggests the nearest known name, because a misspelled setting must not be ignored. */
import type { Command } from 'commander';
import { CommandError } from '../command-error.ts';
import { allSettableOptions, COMMON, shouted, variableOf, variableValue } from './names.ts';
import { isObject, type SettingsFile } from './settings-file.ts';

/** Loads all commands, so that settings of other commands can be recognized. */
export type AllCommands = () => Promise<readonly Command[]>;

const PREFIX = 'ROBOTS_';

/**
 * Variables that belong to others: clients of the service, this project's tests, and Kubernetes, which sets variables
 * for a service named "robots".
 */
const OTHERS =
  /^ROBOTS_(CONFIG|SERVICE(_.*)?|PORT(_.*)?|CORPUS|TESTS|TEST_(SEED|RUN|SHARE)|BATCH_THREAD|BENCH_MODULES|GATE|PYTHON|SCREENSHOTS)$/;

/**
 * @param own Variables of the current command; they can be recognized without loading other commands.
 * @throws {CommandError} If a variable begins with `ROBOTS_` and is not a setting of any command.
 */
export async function requireKnownVariables(
  env: NodeJS.ProcessEnv,
  own: ReadonlySet<string>,
  allCommands: AllCommands,
): Promise<void> {
  const common = new Set(COMMON.map((name) => `${PREFIX}${shouted(name)}`));
  const isForeign = (name: string) =>
    name.startsWith(PREFIX) && !own.has(name) && !common.has(name) && !OTHERS.test(name);
  const foreign = Object.keys(env).filter(
    (name) => isForeign(name) && variableValue(env, name) !== undefined,
  );
  if (foreign.length === 0) return;
  const scoped = (await allCommands()).flatMap((command) =>
    allSettableOptions(command).map((option) => ({
      variable: variableOf(command.name(), option),
      bare: `${PREFIX}${shouted(option.name())}`,
    })),
  );
  const variables = new Set([...common, ...scoped.map(({ variable }) => variable)]);
  const unknown = foreign.find((name) => !variables.has(name));
  if (unknown === undefined) return;
  const ofCommands = scoped.filter(({ bare }) => bare === unknown).map(({ variable }) => variable);
  throw new CommandError(
    `Cannot use the variable ${unknown}: no command has this setting${await meant(unknown, ofCommands, variables)}`,
  );
}

/** @throws {CommandError} If a member of the file is not a setting of any command. */
export async function requireKnownMembers(
  { name: file, settings }: SettingsFile,
  allCommands: AllCommands,
): Promise<void> {
  const sections = new Map((await allCommands()).map((command) => [command.name(), membersOf(command)]));
  for (const [key, value] of Object.entries(settings)) {
    const members = sections.get(key);
    // The command `agents` has the same name as a common option.
    if (key === '$schema' || (COMMON.includes(key) && !(members && isObject(value)))) continue;
    if (members === undefined) {
      const places = [...sections].filter(([, has]) => has.has(key)).map(([section]) => `${section}.${key}`);
      throw unknownMember(key, file, await meant(key, places, [...COMMON, ...sections.keys()]));
    }
    if (!isObject(value)) throw new CommandError(`Cannot use ${key} in ${file}: expected an object`);
    for (const member of Object.keys(value)) {
      if (!members.has(member))
        throw unknownMember(`${key}.${member}`, file, await meant(member, [], members));
    }
  }
}

function membersOf(command: Command): Set<string> {
  return new Set(allSettableOptions(command).map((option) => option.attributeName()));
}

const MOST_MEANT = 5;

/** Suggests other commands that have the same option, or else similar names. */
async function meant(name: string, ofCommands: readonly string[], known: Iterable<string>): Promise<string> {
  const { nearestWords } = await import('robots-exclusion/agents');
  const near = ofCommands.length > 0 ? ofCommands : nearestWords(name, known, 3);
  const more = near.length - MOST_MEANT;
  const listed = [...near.slice(0, MOST_MEANT), ...(more > 0 ? [`one of ${more} more`] : [])];
  return near.length === 0 ? '' : `; did you mean ${listed.join(' or ')}?`;
}

function unknownMember(key: string, file: string, question: string): CommandError {
  return new CommandError(
    `Cannot use ${key} in ${file}: no command has this setting${question || '; see spec/schema/config.json'}`,
  );
}
