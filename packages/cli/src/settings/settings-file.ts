/** Reads the configuration file: `robots.config.json` in the working folder, or the file that `ROBOTS_CONFIG` names. */
import { existsSync } from 'node:fs';
import { CommandError } from '../command-error.ts';
import { jsonValue } from '../input/json-text.ts';
import { readSettingsText } from '../input/read-body.ts';
import { variableValue } from './names.ts';

const DEFAULT_FILE = 'robots.config.json';

/** The settings in the file, keyed by the names of options and commands. */
export interface SettingsFile {
  readonly name: string;
  readonly settings: Readonly<Record<string, unknown>>;
}

/**
 * @returns Undefined if no file is named and the default file does not exist.
 * @throws {CommandError} If the file cannot be read, or is not a JSON object.
 */
export async function readSettingsFile(env: NodeJS.ProcessEnv): Promise<SettingsFile | undefined> {
  const named = variableValue(env, 'ROBOTS_CONFIG');
  const name = named ?? DEFAULT_FILE;
  if (!named && !existsSync(name)) return undefined;
  return { name, settings: objectOf(name, await readSettingsText(name)) };
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

/** Whether a value is a JSON object. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
