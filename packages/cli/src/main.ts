/**
 * The command `robots`. Each subcommand is loaded on demand, because a filter in a pipe must start quickly and never
 * load network code.
 */

import { errorKinds, OperationError } from '@robots-exclusion/operations/errors';
import { Command, CommanderError, Help, type HelpConfiguration } from 'commander';
import { CommandError } from './command-error.ts';
import { type CommandEntry, commandEntries } from './commands/command-entries.ts';
import { ExitCode } from './exit-codes.ts';
import { foreignHint } from './foreign-options.ts';
import { addLetters, readHabits, withJson } from './habits.ts';
import { missingPart } from './optional-parts.ts';
import { beQuiet, endQuietlyWhenReaderLeaves, tell, writeErr, writeHelp } from './output/stdout.ts';
import { beColourless } from './output/terminal.ts';
import { packageVersion } from './package-version.ts';
import { applySettings } from './settings/apply-settings.ts';

/** The width of every command's help. */
const COLUMNS = 80;

/**
 * The maximum width of an option that has its description beside it. The description of a wider option starts on the
 * next line.
 */
const MAX_TERM = 30;

const INDENT = '  ';

/** The layout of arguments, options and commands for commander. */
const helpLayout: HelpConfiguration = {
  helpWidth: COLUMNS,
  showGlobalOptions: false,
  padWidth(this: Help, command: Command, helper: Help) {
    return Math.min(Help.prototype.padWidth.call(this, command, helper), MAX_TERM);
  },
  formatItem(this: Help, term: string, width: number, description: string, helper: Help) {
    if (term.length <= width) return Help.prototype.formatItem.call(this, term, width, description, helper);
    const [, ...below] = Help.prototype.formatItem
      .call(this, '', width, `\n${description}`, helper)
      .split('\n');
    return [`${INDENT}${term}`, ...below].join('\n');
  },
};

const SPACE = / (?=\S)/;
const BEFORE_OPTION = / (?=-|\|)/;

/** Fills paragraphs, and breaks long commands with a continuation mark. Tables and short lines are unchanged. */
function filledHelp(text: string): string {
  const filled: string[] = [];
  let paragraph: string[] = [];
  const end = (): void => {
    filled.push(...broken(paragraph.join(' '), SPACE, '', ''));
    paragraph = [];
  };
  for (const line of text.split('\n')) {
    if (/^[^\s]/.test(line) && !line.startsWith('Usage: ')) {
      paragraph.push(line);
      continue;
    }
    if (paragraph.length > 0) end();
    filled.push(...(/^ +\$ /.test(line) ? broken(line, BEFORE_OPTION, ' \\', '      ') : [line]));
  }
  if (paragraph.length > 0) end();
  return filled.join('\n');
}

/** Breaks text at eighty columns. All lines but the last end with `mark`; all but the first begin with `indent`. */
function broken(text: string, at: RegExp, mark: string, indent: string): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(at)) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line === '' || longer.length + mark.length <= COLUMNS) {
      line = longer;
      continue;
    }
    lines.push(line + mark);
    line = indent + word;
  }
  return [...lines, line];
}

const examples = `
Examples:
  $ robots check https://example.com/private/ --agent FooBot
  $ robots check /private/ --robots robots.txt --agent FooBot --agent BarBot
  $ robots batch --help

Options can also be set by variables, such as ROBOTS_USER_AGENT for all commands or
ROBOTS_SERVE_PORT for one, or in robots.config.json: see docs/command.md.
robots --settings FILE COMMAND names another file, which may set everything,
--no-settings reads none of them, --print-settings shows where each value is from.

Every command accepts -q (no warnings), --no-color and, if it can print JSON,
--json for --format json. robots help --json describes all commands and all
answers for programs.

Exit codes: 0 allowed or clean, 1 disallowed or findings, 2 wrong usage, 3 could
not be determined, 4 bad input data, 70 internal error. If several apply,
the first of 70, 2, 4, 3, 1 is used.`;

endQuietlyWhenReaderLeaves();
// The exit code if the process ends without a result, which is a defect and must not look like permission to crawl.
process.exitCode = ExitCode.internal;
/** Settles when the arguments of the process have been handled. */
export const ended: Promise<void> = run(process.argv.slice(2)).then((code) => {
  process.exitCode = code;
});

/** Runs `robots ARGS` and returns the exit code. A process may call it several times. */
export async function run(args: readonly string[]): Promise<ExitCode> {
  let exitCode: ExitCode = ExitCode.allowed;
  let program = new Command();
  let own = args;
  try {
    const habits = readHabits(args);
    own = habits.args;
    beQuiet(habits.isQuiet);
    beColourless(habits.isColourless);
    if (own[0] === 'help' && own.includes('--json')) return await describeAll();
    program = await buildProgram(own, (code) => {
      exitCode = code;
    });
    await program.parseAsync(withJson(withHelpFlag(own), program), { from: 'user' });
    return exitCode;
  } catch (error) {
    return report(error, commandIn(program, own));
  }
}

/**
 * Turns `help COMMAND` into `COMMAND --help`, which exits with 0. An unknown command fails in the same way as without
 * `help`.
 */
function withHelpFlag(args: readonly string[]): readonly string[] {
  if (args[0] !== 'help') return args;
  const asked = args.filter((arg) => arg !== 'help');
  const name = asked.find((arg) => !arg.startsWith('-'));
  const isKnown = name === undefined || commandEntries.some((entry) => entry.name === name);
  return isKnown ? [...asked, '--help'] : [name];
}

function commandIn(program: Command, args: readonly string[]): Command {
  let command = program;
  for (const arg of args) {
    command = command.commands.find((one) => one.name() === arg) ?? command;
  }
  return command;
}

/**
 * Builds the program with the subcommand that `args` name; if they name none, with the names and summaries of all
 * subcommands.
 */
async function buildProgram(args: readonly string[], onExit: (code: ExitCode) => void): Promise<Command> {
  const program = new Command('robots')
    .description('The Robots Exclusion Protocol (RFC 9309): verdicts, and the lines that decide them')
    .version(packageVersion(), '-V, --version', 'print the version')
    .option('--settings <file>', 'a settings file that may set everything')
    .option('--no-settings', 'read no ROBOTS_ variables and no robots.config.json')
    .option('--print-settings', 'print which options are set, and from where, instead of running the command')
    .helpOption('-h, --help', 'print help')
    // `withHelpFlag` handles `help`, which belongs to none of the groups.
    .helpCommand(false)
    .addHelpText('after', examples)
    .exitOverride()
    // Commander's messages quote arguments, so `report` escapes and prints them with all other errors.
    .configureOutput({ outputError() {}, writeOut: (text) => writeHelp(filledHelp(text)) })
    .configureHelp(helpLayout)
    .hook('preAction', async (_, command) => {
      const { settings, printSettings } = program.opts<{ settings?: string | false; printSettings?: true }>();
      const sources =
        settings === false
          ? new Map<string, string>()
          : await applySettings(command, process.env, settings || undefined, allCommands);
      if (!printSettings) return;
      const { settingsLines } = await import('./settings/print-settings.ts');
      await (await import('./output/stdout.ts')).writeOut(settingsLines(command, sources));
      throw new CommanderError(0, 'printed', 'settings');
    });
  const [first, second] = args.filter(
    (arg, index) => !arg.startsWith('-') && args[index - 1] !== '--settings',
  );
  const wanted = first === 'help' ? second : first;
  const named = commandEntries.find(({ name }) => name === wanted);
  for (const entry of named ? [named] : commandEntries) {
    const command = entry === named ? await loaded(entry, onExit) : new Command(entry.name);
    program.addCommand(command.summary(entry.summary).helpGroup(entry.group));
    inherit(command, program);
  }
  return program;
}

/** Describes all commands and operations as JSON, for programs. */
async function describeAll(): Promise<ExitCode> {
  const { describedCommand } = await import('./help/described-command.ts');
  const { writeOut } = await import('./output/stdout.ts');
  await writeOut(describedCommand(await allCommands()));
  return ExitCode.allowed;
}

/** Copies settings to subcommands. Commander does this only for subcommands that it creates itself. */
function inherit(command: Command, parent: Command): void {
  command.copyInheritedSettings(parent);
  for (const subcommand of command.commands) inherit(subcommand, command);
}

function allCommands(): Promise<Command[]> {
  return Promise.all(commandEntries.map((entry) => loaded(entry, () => {})));
}

async function loaded(entry: CommandEntry, onExit: (code: ExitCode) => void): Promise<Command> {
  const build = await entry.load();
  const command = build(onExit, allCommands).summary(entry.summary);
  addLetters(command);
  return command;
}

function report(error: unknown, command: Command): ExitCode {
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return ExitCode.allowed;
    tellArguments(error, command);
    return ExitCode.usage;
  }
  if (error instanceof CommandError) {
    tell(error.message);
    return error.exitCode;
  }
  if (error instanceof OperationError) {
    tell(error.message);
    return errorKinds[error.code].exitCode;
  }
  const missing = missingPart(error);
  if (missing !== undefined) {
    tell(missing);
    return ExitCode.usage;
  }
  const { stack } = Object(error) as Error;
  writeErr(['robots: internal error, a bug in this program:', ...(stack ?? String(error)).split('\n')]);
  return ExitCode.internal;
}

/** Prints commander's message, which may end with a line that suggests a similar name. */
function tellArguments({ message }: CommanderError, command: Command): void {
  const [, text = '', hint] = /^(?:error: )?(.*?)(?:\n\((Did you mean [^\n]*)\))?$/s.exec(message) ?? [];
  if (text === '(outputHelp)') return;
  const ours = foreignHint(text, command);
  if (ours !== undefined) tell(`${text}: ${ours}`);
  else tell(hint === undefined ? text : `${text}. ${hint}`);
}
