/** Reads JSON files that may hold secrets. */
import { CommandError } from '../command-error.ts';
import { ExitCode } from '../exit-codes.ts';
import { readSettingsText } from './read-body.ts';

/**
 * The JSON in a file.
 *
 * @throws {CommandError} If the file cannot be read, or is not JSON.
 */
export async function jsonFile(file: string): Promise<unknown> {
  const text = await readSettingsText(file);
  try {
    return JSON.parse(text);
  } catch {
    // The message of JSON.parse would quote the file, which may be a private key.
    throw new CommandError(`Cannot read ${JSON.stringify(file)}: it is not JSON`, ExitCode.badInput);
  }
}
