/** The data for shell completion of each command: its options, their choices, and its subcommands. */
import type { Command, Option } from 'commander';

/** An option as shell completion needs it. */
export interface CompletedOption {
  /** The long form, such as `--format`. */
  readonly flag: string;
  /** The one-letter form, such as `-f`. */
  readonly letter: string | undefined;
  readonly text: string;
  readonly takesValue: boolean;
  readonly choices: readonly string[];
}

export interface CompletedCommand {
  readonly name: string;
  readonly summary: string;
  readonly subcommands: readonly string[];
  readonly options: readonly CompletedOption[];
}

const COMMON: readonly CompletedOption[] = [
  { flag: '--help', letter: '-h', text: 'print help', takesValue: false, choices: [] },
  { flag: '--quiet', letter: '-q', text: 'no warnings', takesValue: false, choices: [] },
  { flag: '--no-color', letter: undefined, text: 'no colours', takesValue: false, choices: [] },
];

/** The commands in a form that the scripts of all shells can use. */
export function completedCommands(commands: readonly Command[]): CompletedCommand[] {
  return commands.map((command) => ({
    name: command.name(),
    summary: command.summary(),
    subcommands: command.commands.map((subcommand) => subcommand.name()),
    options: [...optionsOf(command), ...COMMON],
  }));
}

/** The options of a command and its subcommands, without duplicates. */
function optionsOf(command: Command): CompletedOption[] {
  const all = [command, ...command.commands]
    .flatMap(({ options }) => options)
    .filter(({ hidden }) => !hidden);
  const byFlag = new Map(all.flatMap((option) => (option.long ? [[option.long, option] as const] : [])));
  return [...byFlag].map(([flag, option]) => completed(flag, option));
}

function completed(
  flag: string,
  { short, description, required, optional, argChoices }: Option,
): CompletedOption {
  return {
    flag,
    letter: short,
    text: description,
    takesValue: required || optional,
    choices: argChoices ?? [],
  };
}
