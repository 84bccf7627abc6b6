/** Parses an option's value from a variable or a file in the same way as on the command line. */
import { InvalidArgumentError, type Option } from 'commander';
import { CommandError } from '../command-error.ts';

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
export function optionValue(option: Option, given: unknown, where: string): unknown {
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
