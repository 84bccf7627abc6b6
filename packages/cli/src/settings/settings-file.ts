/**
 * Reads the settings file: the one that `--settings` or `ROBOTS_CONFIG` names, or else `robots.config.json` in the
 * working folder.
 */
import { CommandError } from '../command-error.ts';
import { jsonValue } from '../input/json-text.ts';
import { readFoundSettings, readSettingsText } from '../input/read-body.ts';
import { variableValue } from './names.ts';

const DEFAULT_FILE = 'robots.config.json';

/** The settings in the file, keyed by the names of options and commands. */
export interface SettingsFile {
  readonly name: string;
  /** Who stands behind the file: a caller who named it, or the folder in which it was found. */
  readonly from: 'folder' | 'caller';
  readonly settings: Readonly<Record<string, unknown>>;
}

/**
 * @param named The file that `--settings` names.
 * @returns Undefined if no file is named and the default file does not exist.
 * @throws {CommandError} If the file cannot be read, or is not a JSON object.
 */
export async function readSettingsFile(
  env: NodeJS.ProcessEnv,
  named: string | undefined = variableValue(env, 'ROBOTS_CONFIG'),
): Promise<SettingsFile | undefined> {
  const name = named ?? DEFAULT_FILE;
  const text = await (named === undefined ? readFoundSettings(name) : readSettingsText(name));
  if (text === undefined) return undefined;
  return { name, from: named === undefined ? 'folder' : 'caller', settings: objectOf(name, text) };
}

function objectOf(name: string, text: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = jsonValue(text);
  } catch (error) {
    throw new CommandError(`Cannot read ${JSON.stringify(name)}: ${(error as Error).message}`);
  }
  if (isObject(value)) return value;
  throw new CommandError(`Cannot use ${JSON.stringify(name)}: expected an object`);
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
