/** Conventions that all commands share, such as one-letter options and global options. */
import type { Command, Option } from 'commander';

/** One-letter forms of the most common options, which are the same in every command. */
const LETTERS: ReadonlyMap<string | undefined, string> = new Map([
  ['--agent', '-a'],
  ['--format', '-f'],
  ['--robots', '-r'],
  ['--store', '-s'],
  ['--urls', '-u'],
]);

export function addLetters(command: Command): void {
  for (const option of command.options) {
    const letter = LETTERS.get(option.long ?? undefined);
    if (letter === undefined || option.short !== undefined) continue;
    option.short = letter;
    option.flags = `${letter}, ${option.flags}`;
  }
  for (const subcommand of command.commands) addLetters(subcommand);
}

/** The arguments without the global options, and the values of these options. */
export interface Habits {
  readonly args: readonly string[];
  /** Whether to suppress warnings. Results, notes about results, and errors are still printed. */
  readonly isQuiet: boolean;
  readonly isColourless: boolean;
}

/** Reads `-q`, `--quiet` and `--no-color` anywhere before `--`. */
export function readHabits(given: readonly string[]): Habits {
  const end = given.indexOf('--');
  const before = end < 0 ? given : given.slice(0, end);
  const has = (...names: readonly string[]): boolean => before.some((arg) => names.includes(arg));
  const own = before.filter((arg) => !['-q', '--quiet', '--no-color'].includes(arg));
  return {
    args: [...own, ...given.slice(before.length)],
    isQuiet: has('-q', '--quiet'),
    isColourless: has('--no-color'),
  };
}

/** Replaces `--json` with `--format json`, for a command that has this format. */
export function withJson(args: readonly string[], command: Command): readonly string[] {
  if (!hasJson(command)) return args;
  const end = args.indexOf('--');
  return args.flatMap((arg, index) =>
    arg === '--json' && (end < 0 || index < end) ? ['--format', 'json'] : [arg],
  );
}

function hasJson(command: Command): boolean {
  const isFormat = ({ long, argChoices }: Option): boolean =>
    long === '--format' && (argChoices?.includes('json') ?? false);
  return command.options.some(isFormat) || command.commands.some(hasJson);
}
