/** `robots doctor`: a checklist of how a live site serves its robots.txt. */
import { parseUrl } from '@robots-exclusion/client/url';
import { Command, Option } from 'commander';
import { CommandError } from '../command-error.ts';
import type { CheckStatus } from '../doctor/check.ts';
import type { DoctorReport } from '../doctor/run-doctor.ts';
import { ExitCode, mostImportant } from '../exit-codes.ts';
import { withScheme } from '../input/with-scheme.ts';
import { readSeconds } from './option-values.ts';

const help = `
Asks a site a few questions, one after the other, and says of each check what was seen, why it
matters and what to do: how robots.txt is answered, its type, encoding, size and lifetime, what a
missing file gives, http, https and www, sitemaps, X-Robots-Tag, statements about use, and all that
"robots lint" finds. Beside robots.txt itself it asks only for what that allows to the token
"robots-exclusion".

--as asks for robots.txt again as a crawler and as a browser: bot filters answer them differently.
It also does for the home page what "robots preflight" does. For your own sites. --intended compares what is served with the file that should be.

At most thirteen questions: robots.txt, a file that is not there, the home page, three sitemaps, two
variants of the host, and five for --as; and five redirects for each. The last line counts them.

Exit codes: 0 all is well, 1 warnings or failures, 2 wrong usage, 3 robots.txt could not be obtained.

Examples:
  $ robots doctor https://www.example.com/
  $ robots doctor https://www.example.com/ --intended public/robots.txt --as Googlebot
  $ robots doctor https://www.example.com/ --format json`;

interface Options {
  as?: string;
  intended?: string;
  userAgent?: string;
  timeout: number;
  totalTimeout: number;
  delay: number;
  format: 'text' | 'json' | 'ndjson';
}

export function doctorCommand(onExit: (code: ExitCode) => void): Command {
  return new Command('doctor')
    .description('Checks how a live site serves its robots.txt, and says why it matters and what to do.')
    .argument('<origin>', 'any absolute URL of the site')
    .option('--as <token>', 'ask again as this crawler, and as a browser')
    .option('--intended <file>', 'the file that should be served; "-" is standard input')
    .option('--user-agent <header>', 'sent with requests (default: this program and its version)')
    .addOption(secondsOption('--timeout', 'for one request, redirects included', 10_000))
    .addOption(secondsOption('--total-timeout', 'for all of them together', 90_000))
    .addOption(secondsOption('--delay', 'between two requests', 500))
    .addOption(
      new Option('--format <name>', 'form of the output').choices(['text', 'json', 'ndjson']).default('text'),
    )
    .addHelpText('after', help)
    .action(async (url: string, options: Options) => onExit(await doctor(url, options)));
}

/** Milliseconds within, seconds in the help. */
function secondsOption(flag: string, description: string, milliseconds: number): Option {
  return new Option(`${flag} <seconds>`, description)
    .argParser(readSeconds)
    .default(milliseconds, String(milliseconds / 1000));
}

async function doctor(url: string, options: Options): Promise<ExitCode> {
  const { withInterrupt } = await import('../interrupt.ts');
  const { doctorToken } = await import('../doctor/visit.ts');
  const { runDoctor } = await import('../doctor/run-doctor.ts');
  const { packageVersion } = await import('../package-version.ts');
  const { writeOut } = await import('../output/stdout.ts');
  const origin = originOf(url);
  const report = await withInterrupt(async (signal) =>
    runDoctor(origin, {
      preset: 'rfc9309',
      store: 'memory',
      userAgent: options.userAgent ?? `${doctorToken}/${packageVersion()} (robots doctor)`,
      timeout: options.timeout,
      totalTimeoutMs: options.totalTimeout,
      delayMs: options.delay,
      signal,
      as: tokenOf(options.as),
      intended: await intendedFile(options.intended),
    }),
  );
  await writeOut(await rendered(report, options.format));
  return exitCodeOf(report);
}

/** @throws {CommandError} If `url` is not one of HTTP. */
function originOf(text: string): string {
  const url = withScheme(text);
  const parsed = parseUrl(url);
  if (parsed && /^https?:$/.test(parsed.protocol)) return parsed.origin;
  throw new CommandError(
    `Cannot examine ${JSON.stringify(text)}: expected an http or https URL such as "https://example.com/"`,
  );
}

/** @throws {CommandError} If it is not a product token. */
function tokenOf(as: string | undefined): string | undefined {
  if (as === undefined || /^[A-Za-z0-9_.-]{1,100}$/.test(as)) return as;
  throw new CommandError(`Cannot ask as ${JSON.stringify(as)}: expected a product token such as "Googlebot"`);
}

async function intendedFile(
  name: string | undefined,
): Promise<{ name: string; body: Uint8Array } | undefined> {
  if (name === undefined) return undefined;
  const { readWhole } = await import('../input/read-body.ts');
  return { name, body: await readWhole(name) };
}

async function rendered(report: DoctorReport, format: Options['format']): Promise<string> {
  const { printableJson } = await import('../output/printable.ts');
  if (format === 'json') return `${printableJson(report, 2)}\n`;
  if (format === 'ndjson') {
    return report.checks.map((check) => `${printableJson({ origin: report.origin, ...check })}\n`).join('');
  }
  const { doctorText } = await import('../output/doctor.ts');
  const { stdoutTerminal } = await import('../output/terminal.ts');
  return doctorText(report, stdoutTerminal());
}

function exitCodeOf({ isDetermined, checks }: DoctorReport): ExitCode {
  const bad: readonly CheckStatus[] = ['warn', 'fail'];
  return mostImportant([
    ...(isDetermined ? [] : [ExitCode.undetermined]),
    ...(checks.some(({ status }) => bad.includes(status)) ? [ExitCode.disallowed] : []),
  ]);
}
