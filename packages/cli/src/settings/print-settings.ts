/** `--print-settings`: the options of a command that are set, and who set them. */
import type { Command } from 'commander';
import { shownStore } from '../network/store-name.ts';

/**
 * One line per option: its value as JSON and its source. Secrets are masked; all output is without user information of URLs anyway.
 *
 * @param sources The sources of what variables and files set.
 */
export function settingsLines(command: Command, sources: ReadonlyMap<string, string>): string[] {
  return command.options.flatMap((option) => {
    const name = option.attributeName();
    const value: unknown = command.getOptionValue(name);
    const source = sources.get(name) ?? SOURCES.get(command.getOptionValueSource(name));
    if (value === undefined || source === undefined || option.negate) return [];
    return [`${option.long} ${JSON.stringify(value, (_, part) => shown(name, part))}: ${source}`];
  });
}

const SOURCES: ReadonlyMap<string | undefined, string> = new Map([
  ['cli', 'the command line'],
  ['default', 'the default'],
]);

function shown(name: string, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  if (name === 'store') return shownStore(value);
  return /secret/i.test(name) ? '***' : value;
}
