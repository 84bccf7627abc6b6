/**
 * The command `robots`. Each subcommand is loaded only when it is asked for: a filter in a pipe must start at once,
 * and never load what dials the network.
 */
import { Command, CommanderError } from 'commander';
import { CommandError } from './command-error.ts';
import { type CommandEntry, commandEntries } from './commands/command-entries.ts';
import { ExitCode } from './exit-codes.ts';
import { printable } from './output/printable.ts';
import { endQuietlyWhenReaderLeaves } from './output/stdout.ts';
import { packageVersion } from './package-version.ts';
import { applySettings } from './settings/apply-settings.ts';

const examples = `
Examples:
  $ robots check https://example.com/private/ --agent FooBot
  $ robots check /private/ --robots robots.txt --agent FooBot --agent BarBot
  $ robots batch --help

Every option can also be set by a variable, such as ROBOTS_USER_AGENT, or in
robots.config.json: see docs/command.md.

Exit codes: 0 allowed or clean, 1 disallowed or findings, 2 wrong usage, 3 could
not be determined, 4 bad input data, 70 internal error. Where several hold, the
first of 70, 2, 4, 3, 1.`;

endQuietlyWhenReaderLeaves();
// A run that ends without an answer is a defect, and must not look like one that allowed something.
process.exitCode = ExitCode.internal;
/** Settles when the arguments of the process are answered. */
export const ended: Promise<void> = run(process.argv.slice(2)).then((code) => {
  process.exitCode = code;
});

/** Runs `robots ARGS`; a process may do so several times. Gives the exit code. */
export async function run(args: readonly string[]): Promise<ExitCode> {
  let exitCode: ExitCode = ExitCode.allowed;
  try {
    const program = await buildProgram(args, (code) => {
      exitCode = code;
    });
    await program.parseAsync(args, { from: 'user' });
    return exitCode;
  } catch (error) {
    return report(error);
  }
}

/** The program with the one subcommand that `args` name; where they name none, with names and summaries of all. */
async function buildProgram(args: readonly string[], onExit: (code: ExitCode) => void): Promise<Command> {
  const program = new Command('robots')
    .description('The Robots Exclusion Protocol (RFC 9309): verdicts, and the lines that decide them')
    .version(packageVersion(), '--version', 'print the version')
    .helpOption('-h, --help', 'print help')
    .addHelpText('after', examples)
    .exitOverride()
    .configureHelp({ showGlobalOptions: false })
    .hook('preAction', (_, command) => applySettings(command, process.env, allCommands));
  const wanted = args[0] === 'help' ? args[1] : args[0];
  const named = commandEntries.find(({ name }) => name === wanted);
  for (const entry of named ? [named] : commandEntries) {
    const command = entry === named ? await loaded(entry, onExit) : new Command(entry.name);
    program.addCommand(command.summary(entry.summary));
    inherit(command, program);
  }
  return program;
}

/** Subcommands that were built before they were added do not take over settings by themselves. */
function inherit(command: Command, parent: Command): void {
  command.copyInheritedSettings(parent);
  for (const subcommand of command.commands) inherit(subcommand, command);
}

function allCommands(): Promise<Command[]> {
  return Promise.all(commandEntries.map((entry) => loaded(entry, () => {})));
}

async function loaded(entry: CommandEntry, onExit: (code: ExitCode) => void): Promise<Command> {
  const build = await entry.load();
  return build(onExit);
}

/** Says on stderr what went wrong, and gives the exit code for it. */
function report(error: unknown): ExitCode {
  // Commander has printed its message, or the help that was asked for, already.
  if (error instanceof CommanderError) return error.exitCode === 0 ? ExitCode.allowed : ExitCode.usage;
  if (error instanceof CommandError) {
    console.error(`robots: ${printable(error.message)}`);
    return error.exitCode;
  }
  console.error('robots: this is a defect of the program:', error);
  return ExitCode.internal;
}
