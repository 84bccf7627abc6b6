/** `robots conformance`: tests a program in any language against the vectors of RFC 9309. */
import { Command, Option } from 'commander';
import type { ConformanceReport } from '../conformance/judge.ts';
import { ExitCode } from '../exit-codes.ts';
import { FolderOption } from '../input/folder-option.ts';
import { wholeNumber } from '../input/option-values.ts';
import type { Output } from '../output/stdout.ts';

const help = `
The program receives one JSON object per line on standard input, and answers each
with one line on standard output:
  {"id":"2.1-groups-01","robotsBase64":"VXNl…","agent":"FooBot","url":"/x"}
  {"id":"2.1-groups-01","allow":false}
It may answer {"id":…,"error":{"message":…}}, which fails the vector, and
{"id":…,"skip":"reason"}. "agent" may be a list, the product tokens of one
crawler. A program that exits or hangs is restarted with the next question.

It conforms if it passes every MUST vector and skips none. The vectors are those
of the package @robots-exclusion/vectors.

Exit codes: 0 conforms, 1 does not conform, 2 wrong usage, 3 the program gives no answer.

Examples:
  $ robots conformance 'python3 my_parser.py'
  $ robots conformance ./my-parser --one-token --absolute-urls
  $ robots conformance 'robots batch --literal' --format tap
  $ robots conformance ./my-parser --format badge > badge.json`;

interface Options {
  cmd?: string;
  oneToken?: boolean;
  absoluteUrls?: boolean;
  answerTimeout: number;
  format: 'text' | 'json' | 'tap' | 'badge';
}

export function conformanceCommand(onExit: (code: ExitCode) => void): Command {
  return new Command('conformance')
    .description('Runs the test vectors of RFC 9309 against a program in any language.')
    .argument('[program]', 'the program, as a shell command')
    .addOption(new Option('--cmd <program>', 'another way to name the program').hideHelp())
    .option('--one-token', 'skip vectors whose crawler has several product tokens')
    .option('--absolute-urls', 'put https://example.com before paths, for programs that accept only URLs')
    .option('--answer-timeout <seconds>', 'seconds to wait for each answer from the program', readTimeout, 30)
    .addOption(
      new FolderOption('--format <name>', 'output format')
        .choices(['text', 'json', 'tap', 'badge'])
        .default('text'),
    )
    .addHelpText('after', help)
    .action(async (program: string | undefined, options: Options, command: Command) => {
      const named = program ?? options.cmd;
      if (named === undefined)
        command.error('Name the program to test, such as: robots conformance ./my-parser');
      onExit(await run(named, options));
    });
}

function readTimeout(value: string): number {
  return wholeNumber(value, 1, 3_600);
}

async function run(
  program: string,
  { oneToken, absoluteUrls, answerTimeout, format }: Options,
): Promise<ExitCode> {
  const { runConformance } = await import('../conformance/run-conformance.ts');
  const { withInterrupt } = await import('../interrupt.ts');
  const { writeOut } = await import('../output/stdout.ts');
  const { CommandError } = await import('../command-error.ts');
  return withInterrupt(async (signal) => {
    const asking = { command: program, patienceMs: answerTimeout * 1_000, signal };
    const limits = { takesOneToken: oneToken === true, wantsUrls: absoluteUrls === true };
    const report = await runConformance(asking, limits);
    if (answersNothing(report)) {
      const { message = 'it printed no answers' } = report.results[0] ?? {};
      throw new CommandError(`Cannot test ${JSON.stringify(program)}: ${message}`, ExitCode.undetermined);
    }
    await writeOut(await rendered(report, format));
    return report.conforms ? ExitCode.allowed : ExitCode.disallowed;
  });
}

function answersNothing({ results }: ConformanceReport): boolean {
  return !results.some(({ result, actual }) => result === 'passed' || actual !== undefined);
}

async function rendered(report: ConformanceReport, format: Options['format']): Promise<Output> {
  const { json } = await import('../output/encoded.ts');
  const { stdoutTerminal } = await import('../output/terminal.ts');
  const { conformanceBadge, conformanceTap, conformanceText } = await import('../conformance/report.ts');
  if (format === 'text') return conformanceText(report, stdoutTerminal());
  if (format === 'tap') return conformanceTap(report);
  return json(format === 'badge' ? conformanceBadge(report) : report);
}
